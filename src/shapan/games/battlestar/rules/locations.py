"""C9: the actions of the locations (BSG-5.2), and those of the Cylons (12.3 to 12.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.question import picks, question
from shapan.engine.row import listed
from shapan.engine.shape import LISTS
from shapan.engine.zone import kinds_among
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.cards import CHARACTER_CARDS, JAMMED_ASSAULT, SAFE_GALACTICA
from shapan.games.battlestar.effects import act
from shapan.games.battlestar.records import Check
from shapan.games.battlestar.rules import (
    attacks,
    checks,
    choice,
    decks,
    hands,
    jump,
    moves,
    people,
    places,
    quorum,
    titles,
    vipers,
)
from shapan.games.battlestar.state import Battlestar, Table

TERMINAL_ILLNESS: Final = 2
"""Skill cards that a location action costs Roslin (5.2)."""
ORDERS: Final = 2
"""Activations of unmanned vipers that Command gives (C9)."""
VICE_PRESIDENT: Final = names.QUORUM_CARDS.index("assign_vice_president")
MAX_SHIPS: Final = 12
"""Civilian ships in an area, at most."""
SHIP_BITS: Final = 7
CHECK_ADMINISTRATION: Final = (1 << names.PO | 1 << names.LE, 5)
CHECK_QUARTERS: Final = (1 << names.LE | 1 << names.TA, 7)
CHECK_BRIG: Final = (1 << names.PO | 1 << names.TA, 7)


def why_no_location(state: Battlestar, seat: int) -> str:
    """Return the rule for which the action of the own location is not possible, or nothing (BSG-5.2, 5.15)."""
    place = state.at[seat]
    if place == names.OFF:
        return "BSG-5.12"
    if place >= names.SPACE:
        return "BSG-5.16"
    if state.revealed[seat]:
        return why_no_cylon_location(state, seat, place)
    return "BSG-5.2" if is_closed(state, seat, place) else why_no_use(state, place)


def is_closed(state: Battlestar, seat: int, place: int) -> bool:
    """BSG-5.2: tell whether a location is closed to a human: by damage, by a card, by its text (C9) or his sheet."""
    return (
        attacks.is_damaged(state, place)
        or (place == names.HANGAR_DECK and not CHARACTER_CARDS[state.characters[seat]].pilot)
        or (place == names.COMMUNICATIONS and JAMMED_ASSAULT in state.crises_in_play.cards)
        or (place == names.PRESIDENTS_OFFICE and seat != state.president)
        or (place == names.ADMIRALS_QUARTERS and state.is_character(seat, names.ADAMA))
        or (place != names.BRIG and state.is_character(seat, names.ZAREK) and has_company(state, seat, place))
        or (state.is_character(seat, names.ROSLIN) and len(state.hands[seat]) < TERMINAL_ILLNESS)
    )


def has_company(state: Battlestar, seat: int, place: int) -> bool:
    """Tell whether another human is in a location."""
    return any(other != seat and state.at[other] == place for other in state.humans())


def why_no_use(state: Battlestar, place: int) -> str:
    """Return the rule for which there is nothing to do in a location (5.15), or nothing."""
    if place == names.FTL_CONTROL:
        return "" if state.track in jump.BLUE else "BSG-14.5"
    if place == names.SICKBAY:
        return "BSG-10.1"
    if place == names.HANGAR_DECK:
        return "" if vipers.can_order(state) else "BSG-9.15"
    return "" if is_of_use(state, place) else "BSG-5.15"


def is_of_use(state: Battlestar, place: int) -> bool:
    """BSG-5.15: tell whether there is something on the table that a location could act on."""
    if place == names.WEAPONS_CONTROL:
        return bool(state.basestars) or any(state.raiders) or any(state.heavies)
    if place == names.COMMAND:
        return vipers.can_order(state)
    if place == names.COMMUNICATIONS:
        return any(len(zone) for zone in state.civilians)
    if place == names.ADMIRALS_QUARTERS:
        return bool(places.brig_targets(state))
    if place == names.ARMORY:
        return any(state.boarding)
    if place == names.PRESIDENTS_OFFICE:
        return not state.quorum.is_empty()
    if place == names.ADMINISTRATION:
        return bool(administration_targets(state))
    return True


def why_no_cylon_location(state: Battlestar, seat: int, place: int) -> str:
    """BSG-5.4, 11.4, 5.15: Cylon Fleet is closed to a Sympathizer; Caprica needs a card."""
    if place == names.CYLON_FLEET and is_sympathizer(state, seat):
        return "BSG-11.4"
    if place == names.CAPRICA and not len(state.super_hands[seat]) and state.crisis.is_empty():
        return "BSG-5.15"
    return ""


def is_sympathizer(state: Battlestar, seat: int) -> bool:
    """BSG-11.4: a revealed Cylon by the Sympathizer card alone."""
    return state.loyalty_open[seat].cards == [names.SYMPATHIZER]


def location_action(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-5.2: the action of the own location; it costs Roslin two skill cards in advance."""
    if state.is_character(seat, names.ROSLIN):
        hands.discard(state, table, seat, TERMINAL_ILLNESS)
    place = state.at[seat]
    if place == names.FTL_CONTROL:
        jump.ftl_jump(state, table, seat)
    elif place == names.WEAPONS_CONTROL:
        weapons_control(state, table, seat)
    elif place == names.COMMAND:
        vipers.order_vipers(state, table, seat, ORDERS)
    elif place == names.COMMUNICATIONS:
        communications(state, table, seat)
    elif place == names.ADMIRALS_QUARTERS:
        admirals_quarters(state, table, seat)
    elif place == names.RESEARCH_LAB:
        hands.draw_cards(state, table, seat, 1, 1 << names.EN | 1 << names.TA)
    elif place == names.HANGAR_DECK:  # 5.6: the pilot may act once more
        vipers.launch_oneself(state, table, seat)
        act(state, table, seat)
    elif place == names.ARMORY:
        armory(state, table, seat)
    elif place == names.BRIG:
        leave_by_check(state, table, seat)
    elif place == names.PRESS_ROOM:
        decks.draw_skills(state, table, seat, 2, names.PO)
    elif place == names.PRESIDENTS_OFFICE:
        presidents_office(state, table, seat)
    else:
        administration(state, table, seat)


# Galactica


def weapons_control(state: Battlestar, table: Table, seat: int) -> None:
    """C9, 9.7: Galactica shoots at a Cylon ship."""
    area, unit, number = actions.TARGET.values(table.ask(ask_target, seat))
    table.tell(events.GALACTICA_ATTACKS, seat, area, unit)
    attacks.human_attack(state, table, seat, step_codes.GALACTICA_ATTACK, area, unit, number)


def communications(state: Battlestar, table: Table, seat: int) -> None:
    """R25: up to two civilian ships are seen in secret, then each of the two may shift one area."""
    seen = table.ask_many(ask_look_civilians, seat)
    for code in seen:
        area, place = actions.LOOK_CIVILIAN.values(code)
        token = state.look(state.civilians[area], place, seat)
        table.tell(events.CIVILIANS_SEEN, seat, area, priv=1 << seat, secret=(token,))
    if not seen:
        return
    ships = 0
    for code in seen:
        area, place = actions.LOOK_CIVILIAN.values(code)
        ships = ships << SHIP_BITS | (area * MAX_SHIPS + place + 1)
    shifts = [actions.SHIFT_CIVILIAN.values(code) for code in table.ask_many(ask_shift, seat, ships)]
    for area, place, to in sorted(shifts, reverse=True):  # from the end of an area, so that places stay what they were
        state.move(state.civilians[area], place, state.civilians[to])
        table.tell(events.CIVILIAN_SHIFTED, seat, area, to)


def admirals_quarters(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-8.13: the target is named first, then the check LE TA 7."""
    target = choice.ask_who(state, table, places.ask_brig, seat, places.brig_targets(state))
    if checks.check(state, table, Check(step_codes.OF_QUARTERS, -1, target, *CHECK_QUARTERS)) == checks.PASS:
        places.send_to_brig(state, table, target)
    checks.after_check(state, table)


def leave_by_check(state: Battlestar, table: Table, seat: int) -> None:
    """C9: the check PO TA 7 leads out of the Brig (K4)."""
    result = checks.check(state, table, Check(step_codes.OF_BRIG, -1, seat, *CHECK_BRIG))
    if result == checks.PASS and state.in_brig(seat):
        exits = list(SAFE_GALACTICA)
        if state.rules.brig_exit_anywhere:
            exits += moves.colonial_one(state)
        quorum.leave_brig(state, table, seat, seat, exits)
    checks.after_check(state, table)


def armory(state: Battlestar, table: Table, seat: int) -> None:
    """C9: a centurion of the boarding track is shot at."""
    attacks.centurion_attack(state, table, seat, table.pick(ask_centurion, seat))


# Colonial One


def presidents_office(state: Battlestar, table: Table, seat: int) -> None:
    """C9: a Quorum card; after it one more, or one is played, or nothing."""
    quorum.draw_quorum(state, table, seat)
    stay_in_office(state, table, seat)


def stay_in_office(state: Battlestar, table: Table, seat: int) -> None:
    """C9: one more Quorum card, or one is played, or nothing."""
    code = table.ask(ask_office, seat)
    if code == actions.DRAW_QUORUM.code():
        quorum.draw_quorum(state, table, seat)
    elif code != DONE:
        quorum.play_quorum(state, table, seat, actions.PLAY_QUORUM.value(code), state.quorum_hand)


def administration_targets(state: Battlestar) -> list[int]:
    """R27, R28, 12.5: any human; with a Vice President who is not President, that one only."""
    vice = state.holders[VICE_PRESIDENT]
    if vice >= 0 and vice != state.president and not state.revealed[vice]:
        return [vice]
    return state.humans()


def administration(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-8.13: the target is named first, then the check PO LE 5."""
    target = choice.ask_who(state, table, people.ask_president, seat, administration_targets(state))
    running = Check(step_codes.OF_ADMINISTRATION, -1, target, *CHECK_ADMINISTRATION)
    if checks.check(state, table, running) == checks.PASS:
        titles.give_president(state, table, target)
    checks.after_check(state, table)


# Questions


@question("attack_target", "BSG-9.7", actions.TARGET, open=True, why="no_cylon_there")
def ask_target(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-7: the Cylon ship that Galactica shoots at."""
    return [
        actions.TARGET.code(area, unit, number)
        for area in range(names.AREAS)
        for unit, number in vipers.targets_in(state, area)
    ]


@question("centurion_target", "BSG-9.7", actions.SHOOT_CENTURION, open=True, why="no_centurion_there")
def ask_centurion(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-7: the centurion that is shot at in the Armory."""
    return [space for space in reversed(range(4)) if state.boarding[space]]


@question("office", "BSG-13.6", actions.DRAW_QUORUM, actions.PLAY_QUORUM, why="quorum", why_rule="BSG-5.15")
def ask_office(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """Ask about the President's Office after the first card."""
    codes = [actions.DRAW_QUORUM.code()] if not state.quorum.is_empty() else []
    kinds = kinds_among(state.quorum_hand.cards)
    return [DONE, *codes, *(actions.PLAY_QUORUM.codes[card] for card in kinds if quorum.playable(state, seat, card))]


LOOKED_AT: Final = listed("pick", actions.LOOK_CIVILIAN, shape=LISTS)


@picks("look_civilians", "BSG-R25", actions.LOOK_CIVILIAN, number=(0, 2), rows=LOOKED_AT, open=True)
def ask_look_civilians(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """R25: up to two civilian ships to look at."""
    ships = [
        actions.LOOK_CIVILIAN.code(area, place)
        for area in range(names.AREAS)
        for place in range(len(state.civilians[area]))
    ]
    return [code for code in ships if code not in picked]


@picks("shift_civilians", "BSG-R25", actions.SHIFT_CIVILIAN, rows="moves", open=True)
def ask_shift(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """R25: each of the ships seen may shift to a neighbouring area; `arg` holds their places, 12 to an area, from 1."""
    moved = [actions.SHIFT_CIVILIAN.values(code)[:2] for code in picked]
    codes = [DONE]
    for ship in (arg >> SHIP_BITS, arg & (1 << SHIP_BITS) - 1):
        area, place = divmod(ship - 1, MAX_SHIPS)
        if ship and (area, place) not in moved:
            codes += [actions.SHIFT_CIVILIAN.code(area, place, to) for to in vipers.neighbours(area)]
    return codes
