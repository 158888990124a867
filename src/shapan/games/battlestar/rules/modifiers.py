"""BSG-SC1 and W7: what changes a check before cards go in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.battlestar.actions import ARBITRATOR, FRIENDS, HATRED, PLAY
from shapan.games.battlestar.cards import ACCEPT_PROPHECY, ASSIGN_ARBITRATOR
from shapan.games.battlestar.events import E_COMMITTEE, E_DIFFICULTY, E_QUORUM_SPENT, E_RESEARCH
from shapan.games.battlestar.names import EN, PO, STARBUCK, TIGH, ZAREK, ZERO, type_of
from shapan.games.battlestar.occasions import OF_ADMINISTRATION, OF_BRIG, OF_QUARTERS
from shapan.games.battlestar.rules.decks import discard_card
from shapan.games.battlestar.rules.dice import Window, holders, in_order, offer_cards, react
from shapan.games.battlestar.state import Battlestar

TIGH_USED: Final = 1
ZAREK_USED: Final = 2
LOCATION_CHECKS: Final = (OF_ADMINISTRATION, OF_QUARTERS, OF_BRIG)


def modify_by_force(state: Battlestar, table: Table[Battlestar]) -> None:
    """BSG-SC1: the automatic modifiers of locations: Accept Prophecy, Insubordinate."""
    of, target = state.check_of, state.check_seat
    if of == OF_ADMINISTRATION or (of == OF_QUARTERS and target == state.president):
        attached = state.quorum_attached
        if ACCEPT_PROPHECY in attached.cards:
            state.move(attached, attached.cards.index(ACCEPT_PROPHECY), state.quorum_discards)
            table.tell(E_QUORUM_SPENT, ACCEPT_PROPHECY)
            change_difficulty(state, table, state.active, 2)
    if of == OF_QUARTERS and state.is_character(target, STARBUCK):
        change_difficulty(state, table, target, -3)


def change_difficulty(state: Battlestar, table: Table[Battlestar], seat: int, number: int) -> None:
    """BSG-SC1: modifiers add up; the difficulty may go below 1."""
    state.difficulty += number
    table.tell(E_DIFFICULTY, seat, ZERO + state.difficulty)


def before_cards(state: Battlestar, table: Table[Battlestar]) -> None:
    """W7: location modifiers of Tigh, Zarek and the Arbitrator, Investigative Committee, Scientific Research."""
    while True:
        asked = holders(state)
        if state.check_of in LOCATION_CHECKS:
            asked = [seat for seat in in_order(state) if seat in asked or location_modifiers(state, seat)]
        seat, code = react(state, table, ASK_BEFORE_CARDS, asked)
        if seat < 0:
            return
        if PLAY.has(code):
            play_before_cards(state, table, seat, PLAY.value(code))
        elif code == HATRED.code():
            state.modifiers |= TIGH_USED
            change_difficulty(state, table, seat, -3)
        elif FRIENDS.has(code):
            state.modifiers |= ZAREK_USED
            change_difficulty(state, table, seat, 2 if FRIENDS.value(code) else -2)
        else:
            use_arbitrator(state, table, seat, 3 if ARBITRATOR.value(code) else -3)


def play_before_cards(state: Battlestar, table: Table[Battlestar], seat: int, card: int) -> None:
    """BSG-8.12: a card played for its text is discarded at once."""
    discard_card(state, seat, card)
    if type_of(card) == PO:
        state.check_open = 1
        table.tell(E_COMMITTEE, seat, card)
    else:
        state.research = 1
        table.tell(E_RESEARCH, seat, card)


def use_arbitrator(state: Battlestar, table: Table[Battlestar], seat: int, number: int) -> None:
    """C6: Assign Arbitrator is spent on an Admiral's Quarters check."""
    attached = state.quorum_attached
    state.move(attached, attached.cards.index(ASSIGN_ARBITRATOR), state.quorum_discards)
    state.holders[ASSIGN_ARBITRATOR] = -1
    table.tell(E_QUORUM_SPENT, ASSIGN_ARBITRATOR)
    change_difficulty(state, table, seat, number)


def location_modifiers(state: Battlestar, seat: int) -> list[int]:
    """Return how a seat may change the difficulty of the check of a location (D-24)."""
    codes = []
    if state.check_of == OF_QUARTERS:
        if state.is_character(seat, TIGH) and not state.modifiers & TIGH_USED:
            codes.append(HATRED.code())
        if state.holders[ASSIGN_ARBITRATOR] == seat and not state.revealed[seat]:
            codes += ARBITRATOR.codes
    elif state.check_of in LOCATION_CHECKS and state.is_character(seat, ZAREK) and not state.modifiers & ZAREK_USED:
        codes += FRIENDS.codes
    return codes


class AskBeforeCards(Window):
    """W7: cards and abilities before cards go in. A card that would change nothing is refused (R17)."""

    key = "W7"
    rule = "BSG-W7"
    families = (PLAY, HATRED, FRIENDS, ARBITRATOR)

    def legal(self, state: Battlestar, seat: int, arg: int) -> Sequence[int]:
        codes = [DONE]
        if not state.revealed[seat]:
            if not state.check_open:
                offer_cards(codes, state, seat, PO, rare=True)
            if not state.research:
                offer_cards(codes, state, seat, EN, rare=True)
        if state.check_of in LOCATION_CHECKS:
            codes += location_modifiers(state, seat)
        return codes

    def why_not(self, state: Battlestar, seat: int, arg: int, code: int) -> Reason:
        if PLAY.has(code) and type_of(PLAY.value(code)) in (PO, EN) and PLAY.value(code) in state.hands[seat].cards:
            return Reason("BSG-R17", "no_use")
        return Reason("BSG-W7", "not_this_card")


ASK_BEFORE_CARDS: Final = AskBeforeCards()
