"""BSG-5: actions. What a player may do with one, and the stack of actions inside actions (5.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.battlestar.actions import (
    ABILITY,
    ACT_LOCATION,
    ATTACK,
    DRAW_QUORUM,
    FLY,
    MOVE_AND_ACT,
    NUKE,
    PLAY,
    PLAY_QUORUM,
    REVEAL,
    TARGET,
    TWO_ACTIONS,
)
from shapan.games.battlestar.events import E_ENGINEER, E_LOCATION, E_NUKE, E_ORDER_CHOICE, E_ORDERED, E_PASSED, E_PLAYED
from shapan.games.battlestar.names import (
    AREAS,
    BASESTAR,
    CAPRICA,
    CYLON_CARDS,
    EN,
    LE,
    OFF,
    PI,
    PO,
    TA,
    TYROL,
    is_rare,
    type_of,
)
from shapan.games.battlestar.occasions import VIPER_ATTACK
from shapan.games.battlestar.rules.abilities import use_ability, why_no_ability
from shapan.games.battlestar.rules.attacks import human_attack, nuke_attack
from shapan.games.battlestar.rules.choice import ask_who, who
from shapan.games.battlestar.rules.decks import discard_card
from shapan.games.battlestar.rules.hands import ALL_TYPES, draw_cards
from shapan.games.battlestar.rules.locations import cylon_location, location_action, why_no_location
from shapan.games.battlestar.rules.maintenance import can_repair, launch_scout, repair
from shapan.games.battlestar.rules.moves import can_move, move
from shapan.games.battlestar.rules.quorum import can_draw_quorum, draw_quorum, play_from_hand, playable
from shapan.games.battlestar.rules.record import record_action
from shapan.games.battlestar.rules.reveal import reveal
from shapan.games.battlestar.rules.vipers import fly, neighbours, pilot_attack, targets_in
from shapan.games.battlestar.state import Battlestar

T = Table[Battlestar]
FIREPOWER: Final = 4
"""Attacks that Maximum Firepower gives."""


def act(state: Battlestar, table: T, seat: int) -> None:
    """BSG-5.1: one action of a seat, or a pass; inner actions are finished first (5.9)."""
    outer = state.acting
    state.acting = seat
    code = table.ask(ask_action, seat)
    record_action(state, seat, code)
    if code == DONE:
        table.tell(E_PASSED, seat)
    elif state.revealed[seat]:
        cylon_location(state, table, seat, act)
    elif code == ACT_LOCATION.code():
        table.tell(E_LOCATION, seat, state.at[seat])
        location_action(state, table, seat, act)
    elif PLAY.has(code):
        play_card(state, table, seat, PLAY.value(code))
    elif code == ABILITY.code():
        use_ability(state, table, seat, act)
    elif FLY.has(code):
        fly(state, table, seat, FLY.value(code))
    elif ATTACK.has(code):
        pilot_attack(state, table, seat, code)
    elif code == DRAW_QUORUM.code():
        draw_quorum(state, table, seat)
    elif PLAY_QUORUM.has(code):
        play_from_hand(state, table, seat, PLAY_QUORUM.value(code))
    elif code == NUKE.code():
        launch_nuke(state, table, seat)
    else:
        reveal(state, table, seat, REVEAL.value(code))
    state.acting = outer


@question(
    "action",
    "BSG-5.1",
    ACT_LOCATION,
    PLAY,
    ABILITY,
    FLY,
    ATTACK,
    DRAW_QUORUM,
    PLAY_QUORUM,
    NUKE,
    REVEAL,
    decline="pass",
)
def ask_action(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-6: the action. Not open: cards in hand and loyalty decide what is possible."""
    codes = [DONE]
    if not why_no_location(state, seat):
        codes.append(ACT_LOCATION.code())
    if state.revealed[seat] or state.at[seat] == OFF:
        return codes  # 5.4, 5.12
    codes += [PLAY.codes[card] for card in state.kinds_in_hand(seat) if not why_no_card(state, seat, card)]
    if not why_no_ability(state, seat):
        codes.append(ABILITY.code())
    if state.piloting(seat):
        area = state.area_of(seat)
        codes += [FLY.codes[to] for to in neighbours(area)]
        codes += [ATTACK.code(unit, number) for unit, number in targets_in(state, area)]
    if seat == state.president:
        if can_draw_quorum(state):
            codes.append(DRAW_QUORUM.code())
        kinds = sorted(set(state.quorum_hand.cards))
        codes += [PLAY_QUORUM.codes[card] for card in kinds if playable(state, seat, card)]
    if seat == state.admiral and state.nukes and state.basestars:
        codes.append(NUKE.code())
    return codes + [REVEAL.codes[card] for card in own_cylon_cards(state, seat)]


@ask_action.refusal
def why_not_action(state: Battlestar, seat: int, arg: int, code: int) -> Reason:
    """Return why it is not possible now."""
    if state.at[seat] == OFF:
        return Reason("BSG-5.12", "off_board")
    if code == ACT_LOCATION.code():
        return Reason(why_no_location(state, seat), "location")
    if state.revealed[seat]:
        return Reason("BSG-12.1" if REVEAL.has(code) else "BSG-5.4", "revealed")
    if PLAY.has(code):
        held = PLAY.value(code) in state.hands[seat].cards
        return Reason(why_no_card(state, seat, PLAY.value(code)) if held else "BSG-5.1", "card")
    if code == ABILITY.code():
        return Reason(why_no_ability(state, seat), "ability")
    if FLY.has(code) or ATTACK.has(code):
        return Reason("BSG-9.14", "not_there")
    if code == NUKE.code():
        return Reason("BSG-9.18" if seat != state.admiral or not state.nukes else "BSG-5.15", "nuke")
    if REVEAL.has(code):
        return Reason("BSG-12.1", "no_such_card")
    held = PLAY_QUORUM.has(code) and PLAY_QUORUM.value(code) in state.quorum_hand.cards
    needless = seat == state.president and (held or code == DRAW_QUORUM.code())
    return Reason("BSG-5.15" if needless else "BSG-13.6", "quorum")


@ask_action.by_default
def default_action(state: Battlestar, seat: int, arg: int) -> int:
    """[ruling] To pass; but who is in the Brig tries to get out, and a Cylon at Caprica plays a crisis.

    With all humans in the Brig nobody draws crises: a match in which only the clock answers would not end.
    """
    stuck = state.in_brig(seat) or (state.revealed[seat] and state.at[seat] == CAPRICA)
    return ACT_LOCATION.code() if stuck and not why_no_location(state, seat) else DONE


def own_cylon_cards(state: Battlestar, seat: int) -> list[int]:
    """BSG-12.1: the own face-down You Are a Cylon cards."""
    return sorted({card for card in state.loyalty[seat].cards if card in CYLON_CARDS})


# Skill cards (C2)


def play_card(state: Battlestar, table: T, seat: int, card: int) -> None:
    """BSG-5.14: a card leaves the hand when its resolution begins."""
    discard_card(state, seat, card)
    table.tell(E_PLAYED, seat, card)
    type_ = type_of(card)
    if type_ == PO:
        draw_cards(state, table, seat, 2, ALL_TYPES)  # Consolidate Power
    elif type_ == LE:
        executive_order(state, table, seat)
    elif type_ == TA:
        launch_scout(state, table, seat)
    elif type_ == PI:
        maximum_firepower(state, table, seat)
    else:
        repair(state, table, seat)
        if state.is_character(seat, TYROL) and seat == state.active and not state.engineer_used:
            maintenance_engineer(state, table, seat)


def why_no_card(state: Battlestar, seat: int, card: int) -> str:
    """Return the rule for which a card of the hand is no action now, or nothing."""
    type_, rare = type_of(card), is_rare(card)
    if rare != (type_ == PI):
        return "BSG-5.1"
    if type_ == LE:
        if state.order_used:
            return "BSG-5.5"
        return "" if order_targets(state, seat) else "BSG-5.15"
    if type_ == TA:
        return "" if state.raptors else "BSG-R26"
    if type_ == PI:
        return "" if state.piloting(seat) and targets_in(state, state.area_of(seat)) else "BSG-R26"
    if type_ == EN:
        return "" if can_repair(state, seat) else "BSG-R26"
    return ""


def order_targets(state: Battlestar, seat: int) -> list[int]:
    """BSG-5.5: other humans who may act; not Helo off the board."""
    return [other for other in state.humans() if other != seat and state.at[other] != OFF]


def executive_order(state: Battlestar, table: T, seat: int) -> None:
    """BSG-5.5: another human moves and acts, or acts twice; who reveals with the first action gets no second.

    [ruling] Nor does who becomes a Cylon by the Sympathizer in it.
    """
    state.order_used = 1
    other = ask_who(state, table, ask_order_target, seat, order_targets(state, seat))
    table.tell(E_ORDERED, seat, other)
    state.acting = other
    moves = table.ask(ask_order_choice, other) == MOVE_AND_ACT.code()
    table.tell(E_ORDER_CHOICE, other, int(moves))
    if moves:
        move(state, table, other)
    else:
        act(state, table, other)
    if not state.revealed[other]:
        act(state, table, other)
    state.acting = seat


ask_order_target = who("order_target", "BSG-5.5")
"""D-7: who receives the Executive Order."""


@question("executive_choice", "BSG-5.5", MOVE_AND_ACT, TWO_ACTIONS, open=True)
def ask_order_choice(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """BSG-5.5: a move and an action, or two actions. An inmate of the Brig has the second only."""
    if not can_move(state, seat):
        return [TWO_ACTIONS.code()]
    return [MOVE_AND_ACT.code(), TWO_ACTIONS.code()]


def maximum_firepower(state: Battlestar, table: T, seat: int) -> None:
    """C2: up to four attacks of the own viper, targets named one by one."""
    for number in range(FIREPOWER):
        if not state.piloting(seat) or not targets_in(state, state.area_of(seat)):
            return
        code = table.ask(ask_shot, seat, int(number > 0))
        if code == DONE:
            return
        area, unit, place = TARGET.values(code)
        human_attack(state, table, seat, VIPER_ATTACK, area, unit, place)


@question("attack_target", "BSG-9.7", TARGET, open=True, decline="stop")
def ask_shot(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """Each shot of Maximum Firepower; `arg` is 1 from the second one on, which may be left out."""
    area = state.area_of(seat)
    codes = [TARGET.code(area, unit, number) for unit, number in targets_in(state, area)]
    return [*codes, DONE] if arg else codes


@ask_shot.refusal
def why_not_shot(state: Battlestar, seat: int, arg: int, code: int) -> Reason:
    """Return why it is not possible now."""
    return Reason("BSG-R26", "no_cylon_there")


def maintenance_engineer(state: Battlestar, table: T, seat: int) -> None:
    """BSG-5.7: after a Repair in his own turn Tyrol has one more action, once a turn."""
    state.engineer_used = 1
    table.tell(E_ENGINEER, seat)
    act(state, table, seat)


# Nukes


def launch_nuke(state: Battlestar, table: T, seat: int) -> None:
    """BSG-9.18: a nuke at any basestar; it leaves the game whatever the roll."""
    code = table.ask(ask_nuke, seat)
    area, _, number = TARGET.values(code)
    state.nukes -= 1
    table.tell(E_NUKE, seat, area)
    nuke_attack(state, table, seat, state.basestars_in(area)[number])


@question("nuke_target", "BSG-9.18", TARGET, open=True, why="no_basestar")
def ask_nuke(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """The basestar that a nuke is launched at."""
    return [
        TARGET.code(area, BASESTAR, number) for area in range(AREAS) for number in range(len(state.basestars_in(area)))
    ]
