"""BSG-SC1 and W7: what changes a check before cards go in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.cards import ACCEPT_PROPHECY, ASSIGN_ARBITRATOR
from shapan.games.battlestar.rules import decks, dice
from shapan.games.battlestar.state import Battlestar, Table

TIGH_USED: Final = 1
ZAREK_USED: Final = 2
LOCATION_CHECKS: Final = (step_codes.OF_ADMINISTRATION, step_codes.OF_QUARTERS, step_codes.OF_BRIG)


def modify_by_force(state: Battlestar, table: Table) -> None:
    """BSG-SC1: the automatic modifiers of locations: Accept Prophecy, Insubordinate."""
    of, target = state.running().of, state.running().target
    of_president = of == step_codes.OF_ADMINISTRATION or (of == step_codes.OF_QUARTERS and target == state.president)
    if of_president and ACCEPT_PROPHECY in state.quorum_attached.cards:
        decks.spend_quorum(state, table, ACCEPT_PROPHECY)
        change_difficulty(state, table, state.active, 2)
    if of == step_codes.OF_QUARTERS and state.is_character(target, names.STARBUCK):
        change_difficulty(state, table, target, -3)


def change_difficulty(state: Battlestar, table: Table, seat: int, number: int) -> None:
    """BSG-SC1: modifiers add up; the difficulty may go below 1."""
    state.running().difficulty += number
    table.tell(events.DIFFICULTY, seat, state.running().level())


def before_cards(state: Battlestar, table: Table) -> None:
    """W7: location modifiers of Tigh, Zarek and the Arbitrator, Investigative Committee, Scientific Research."""
    check = state.running()
    while True:
        asked = dice.holders(state)
        if check.of in LOCATION_CHECKS:
            asked = [seat for seat in state.clockwise(state.active) if seat in asked or location_modifiers(state, seat)]
        seat, code = dice.react(state, table, ASK_BEFORE_CARDS, asked)
        if seat < 0:
            return
        if actions.PLAY.has(code):
            play_before_cards(state, table, seat, actions.PLAY.value(code))
        elif code == actions.HATRED.code():
            check.modifiers |= TIGH_USED
            change_difficulty(state, table, seat, -3)
        elif actions.FRIENDS.has(code):
            check.modifiers |= ZAREK_USED
            change_difficulty(state, table, seat, 2 if actions.FRIENDS.value(code) else -2)
        else:
            decks.spend_quorum(state, table, ASSIGN_ARBITRATOR)
            change_difficulty(state, table, seat, 3 if actions.ARBITRATOR.value(code) else -3)


def play_before_cards(state: Battlestar, table: Table, seat: int, card: int) -> None:
    """BSG-8.12: a card played for its text is discarded at once."""
    decks.discard_card(state, seat, card)
    if names.type_of(card) == names.PO:
        state.running().open = 1
        table.tell(events.COMMITTEE, seat, card)
    else:
        state.running().research = 1
        table.tell(events.RESEARCH, seat, card)


def location_modifiers(state: Battlestar, seat: int) -> list[int]:
    """Return how a seat may change the difficulty of the check of a location (D-24)."""
    codes, check = [], state.running()
    if check.of == step_codes.OF_QUARTERS:
        if state.is_character(seat, names.TIGH) and not check.modifiers & TIGH_USED:
            codes.append(actions.HATRED.code())
        if state.holders[ASSIGN_ARBITRATOR] == seat and not state.revealed[seat]:
            codes += actions.ARBITRATOR.codes
    elif check.of in LOCATION_CHECKS and state.is_character(seat, names.ZAREK) and not check.modifiers & ZAREK_USED:
        codes += actions.FRIENDS.codes
    return codes


class AskBeforeCards(dice.Window):
    """W7: cards and abilities before cards go in. A card that would change nothing is refused (R17)."""

    key = "W7"
    rule = "BSG-W7"
    families = (actions.PLAY, actions.HATRED, actions.FRIENDS, actions.ARBITRATOR)

    def legal(self, state: Battlestar, seat: int, arg: int) -> Sequence[int]:
        codes, check = [DONE], state.running()
        if not state.revealed[seat]:
            if not check.open:
                dice.offer_cards(codes, state, seat, names.PO, rare=True)
            if not check.research:
                dice.offer_cards(codes, state, seat, names.EN, rare=True)
        if check.of in LOCATION_CHECKS:
            codes += location_modifiers(state, seat)
        return codes

    def ahead(self, state: Battlestar, seat: int) -> Sequence[int]:
        codes = dice.offer_cards([], state, seat, names.PO, rare=True)
        dice.offer_cards(codes, state, seat, names.EN, rare=True)
        if state.is_character(seat, names.TIGH):
            codes.append(actions.HATRED.code())
        if state.is_character(seat, names.ZAREK):
            codes += actions.FRIENDS.codes
        if state.holders[ASSIGN_ARBITRATOR] == seat:
            codes += actions.ARBITRATOR.codes
        return codes

    def why_not(self, state: Battlestar, seat: int, arg: int, code: int) -> Reason:
        card = actions.PLAY.value(code) if actions.PLAY.has(code) else -1
        if card in state.hands[seat].cards and names.type_of(card) in (names.PO, names.EN):
            return Reason("BSG-R17", "no_use")
        return super().why_not(state, seat, arg, code)


ASK_BEFORE_CARDS: Final = AskBeforeCards()
