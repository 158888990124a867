"""BSG-5: actions. What a player may do with one, and the stack of actions inside actions (5.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.zone import kinds_among
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.effects import EFFECTS, act
from shapan.games.battlestar.rules import (
    abilities,
    attacks,
    choice,
    cylons,
    decks,
    hands,
    locations,
    maintenance,
    moves,
    quorum,
    record,
    reveal,
    vipers,
)
from shapan.games.battlestar.state import Battlestar, Table

FIREPOWER: Final = 4
"""Attacks that Maximum Firepower gives."""


@EFFECTS.op("act", "")
def take_action(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-5.1: one action of a seat, or a pass; inner actions are finished first (5.9)."""
    outer = state.acting
    state.acting = seat
    code = table.ask(ask_action, seat)
    if table.is_own(seat):
        record.record_action(state, seat, code)
    if code == DONE:
        table.tell(events.PASSED, seat)
    elif state.revealed[seat]:
        cylons.use_cylon_location(state, table, seat)
    elif code == actions.ACT_LOCATION.code():
        table.tell(events.LOCATION, seat, state.at[seat])
        locations.location_action(state, table, seat)
    elif actions.PLAY.has(code):
        play_card(state, table, seat, actions.PLAY.value(code))
    elif code == actions.ABILITY.code():
        abilities.use_ability(state, table, seat)
    elif actions.FLY.has(code):
        vipers.fly(state, table, seat, actions.FLY.value(code))
    elif actions.ATTACK.has(code):
        vipers.pilot_attack(state, table, seat, code)
    elif code == actions.DRAW_QUORUM.code():
        quorum.draw_quorum(state, table, seat)
    elif actions.PLAY_QUORUM.has(code):
        quorum.play_quorum(state, table, seat, actions.PLAY_QUORUM.value(code), state.quorum_hand)
    elif code == actions.NUKE.code():
        launch_nuke(state, table, seat)
    else:
        reveal.reveal(state, table, seat, actions.REVEAL.value(code))
    state.acting = outer


@question("action", "BSG-5.1", *actions.ONE_ACTION, decline="pass")
def ask_action(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-6: the action. Not open: cards in hand and loyalty decide what is possible."""
    codes = [DONE]
    if not locations.why_no_location(state, seat):
        codes.append(actions.ACT_LOCATION.code())
    if state.revealed[seat] or state.at[seat] == names.OFF:
        return codes  # 5.4, 5.12
    codes += [
        actions.PLAY.codes[card]
        for card in kinds_among(state.hands[seat].cards)
        if names.ACTION_CARDS[card] and not why_no_card(state, seat, card)
    ]
    if not abilities.why_no_ability(state, seat):
        codes.append(actions.ABILITY.code())
    if state.piloting(seat):
        area = state.area_of(seat)
        codes += [actions.FLY.codes[to] for to in vipers.neighbours(area)]
        codes += [actions.ATTACK.code(unit, number) for unit, number in vipers.targets_in(state, area)]
    if seat == state.president:
        if not state.quorum.is_empty():
            codes.append(actions.DRAW_QUORUM.code())
        kinds = kinds_among(state.quorum_hand.cards)
        codes += [actions.PLAY_QUORUM.codes[card] for card in kinds if quorum.playable(state, seat, card)]
    if seat == state.admiral and state.nukes and state.basestars:
        codes.append(actions.NUKE.code())
    return codes + [actions.REVEAL.codes[card] for card in own_cylon_cards(state, seat)]


@ask_action.refusal
def why_not_action(state: Battlestar, seat: int, arg: int, code: int) -> Reason:
    """Return why it is not possible now."""
    if state.at[seat] == names.OFF:
        return Reason("BSG-5.12", "off_board")
    if code == actions.ACT_LOCATION.code():
        return Reason(locations.why_no_location(state, seat), "location")
    if state.revealed[seat]:
        return Reason("BSG-12.1" if actions.REVEAL.has(code) else "BSG-5.4", "revealed")
    if actions.PLAY.has(code):
        held = actions.PLAY.value(code) in state.hands[seat].cards
        return Reason(why_no_card(state, seat, actions.PLAY.value(code)) if held else "BSG-5.1", "card")
    if code == actions.ABILITY.code():
        return Reason(abilities.why_no_ability(state, seat), "ability")
    if actions.FLY.has(code) or actions.ATTACK.has(code):
        return Reason("BSG-9.14", "not_there")
    if code == actions.NUKE.code():
        return Reason("BSG-9.18" if seat != state.admiral or not state.nukes else "BSG-5.15", "nuke")
    if actions.REVEAL.has(code):
        return Reason("BSG-12.1", "no_such_card")
    held = actions.PLAY_QUORUM.has(code) and actions.PLAY_QUORUM.value(code) in state.quorum_hand.cards
    needless = seat == state.president and (held or code == actions.DRAW_QUORUM.code())
    return Reason("BSG-5.15" if needless else "BSG-13.6", "quorum")


@ask_action.by_default
def default_action(state: Battlestar, seat: int, arg: int) -> int:
    """[ruling] To pass; but who is in the Brig tries to get out, and a Cylon at Caprica plays a crisis.

    With all humans in the Brig nobody draws crises: a match in which only the clock answers would not end.
    """
    stuck = state.in_brig(seat) or (state.revealed[seat] and state.at[seat] == names.CAPRICA)
    return actions.ACT_LOCATION.code() if stuck and not locations.why_no_location(state, seat) else DONE


def own_cylon_cards(state: Battlestar, seat: int) -> list[int]:
    """BSG-12.1: the own face-down You Are a Cylon cards."""
    return [card for card in kinds_among(state.loyalty[seat].cards) if card in names.CYLON_CARDS]


# Skill cards (C2)


def play_card(state: Battlestar, table: Table, seat: int, card: int) -> None:
    """BSG-5.14: a card leaves the hand when its resolution begins."""
    decks.discard_card(state, seat, card)
    table.tell(events.PLAYED, seat, card)
    type_ = names.type_of(card)
    if type_ == names.PO:
        hands.draw_cards(state, table, seat, 2, hands.ALL_TYPES)  # Consolidate Power
    elif type_ == names.LE:
        executive_order(state, table, seat)
    elif type_ == names.TA:
        maintenance.launch_scout(state, table, seat)
    elif type_ == names.PI:
        maximum_firepower(state, table, seat)
    else:
        maintenance.repair(state, table, seat)
        if state.is_character(seat, names.TYROL) and seat == state.active and not state.engineer_used:
            maintenance_engineer(state, table, seat)


def why_no_card(state: Battlestar, seat: int, card: int) -> str:
    """Return the rule for which a card of the hand is no action now, or nothing."""
    if not names.ACTION_CARDS[card]:
        return "BSG-5.1"
    type_ = names.type_of(card)
    if type_ == names.LE:
        if state.order_used:
            return "BSG-5.5"
        return "" if order_targets(state, seat) else "BSG-5.15"
    if type_ == names.TA:
        return "" if state.raptors else "BSG-R26"
    if type_ == names.PI:
        return "" if state.piloting(seat) and vipers.targets_in(state, state.area_of(seat)) else "BSG-R26"
    if type_ == names.EN:
        return "" if maintenance.can_repair(state, seat) else "BSG-R26"
    return ""


def order_targets(state: Battlestar, seat: int) -> list[int]:
    """BSG-5.5: other humans who may act; not Helo off the board."""
    return [other for other in state.humans() if other != seat and state.at[other] != names.OFF]


def executive_order(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-5.5: another human moves and acts, or acts twice; who reveals with the first action gets no second.

    [ruling] Nor does who becomes a Cylon by the Sympathizer in it.
    """
    state.order_used = 1
    other = choice.ask_who(state, table, ask_order_target, seat, order_targets(state, seat))
    table.tell(events.ORDERED, seat, other)
    state.acting = other
    may_move = table.ask(ask_order_choice, other) == actions.MOVE_AND_ACT.code()
    table.tell(events.ORDER_CHOICE, other, int(may_move))
    if may_move:
        moves.move(state, table, other)
    else:
        act(state, table, other)
    if not state.revealed[other]:
        act(state, table, other)
    state.acting = seat


ask_order_target = choice.who("order_target", "BSG-5.5")
"""D-7: who receives the Executive Order."""


@question("executive_choice", "BSG-5.5", actions.MOVE_AND_ACT, actions.TWO_ACTIONS, open=True)
def ask_order_choice(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """BSG-5.5: a move and an action, or two actions. An inmate of the Brig has the second only."""
    if not moves.can_move(state, seat):
        return [actions.TWO_ACTIONS.code()]
    return [actions.MOVE_AND_ACT.code(), actions.TWO_ACTIONS.code()]


def maximum_firepower(state: Battlestar, table: Table, seat: int) -> None:
    """C2: up to four attacks of the own viper, targets named one by one."""
    for number in range(FIREPOWER):
        if not state.piloting(seat) or not vipers.targets_in(state, state.area_of(seat)):
            return
        code = table.ask(ask_shot, seat, int(number > 0))
        if code == DONE:
            return
        area, unit, place = actions.TARGET.values(code)
        attacks.human_attack(state, table, seat, step_codes.VIPER_ATTACK, area, unit, place)


@question(
    "attack_target", "BSG-9.7", actions.TARGET, open=True, decline="stop", why="no_cylon_there", why_rule="BSG-R26"
)
def ask_shot(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """Each shot of Maximum Firepower; `arg` is 1 from the second one on, which may be left out."""
    area = state.area_of(seat)
    codes = [actions.TARGET.code(area, unit, number) for unit, number in vipers.targets_in(state, area)]
    return [*codes, DONE] if arg else codes


def maintenance_engineer(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-5.7: after a Repair in his own turn Tyrol has one more action, once a turn."""
    state.engineer_used = 1
    table.tell(events.ENGINEER, seat)
    act(state, table, seat)


# Nukes


def launch_nuke(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-9.18: a nuke at any basestar; it leaves the game whatever the roll."""
    code = table.ask(ask_nuke, seat)
    area, _, number = actions.TARGET.values(code)
    state.nukes -= 1
    table.tell(events.NUKE, seat, area)
    attacks.nuke_attack(state, table, seat, state.basestars_in(area)[number])


@question("nuke_target", "BSG-9.18", actions.TARGET, open=True, why="no_basestar")
def ask_nuke(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """Return the basestar that a nuke is launched at."""
    return [
        actions.TARGET.code(area, names.BASESTAR, number)
        for area in range(names.AREAS)
        for number in range(len(state.basestars_in(area)))
    ]
