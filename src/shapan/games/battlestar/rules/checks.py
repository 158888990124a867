"""BSG-8: skill checks, step by step, with the windows W6 to W10."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.battlestar.actions import BLIND_DEVOTION, CARD, COMMAND_AUTHORITY, INTUITION, PLAY, RESULT
from shapan.games.battlestar.events import (
    E_ABILITY,
    E_AUTHORITY,
    E_CHECK,
    E_CHECK_TARGET,
    E_DESTINY,
    E_DESTINY_OPEN,
    E_DEVOTION,
    E_EMERGENCY,
    E_INTUITION,
    E_PUT,
    E_PUT_OPEN,
    E_SHOWN,
    E_TOTAL,
)
from shapan.games.battlestar.names import ADAMA, BOOMER, LE, NO_SUM, TYPES, TYROL, ZERO, type_of
from shapan.games.battlestar.occasions import NO_CHECK, OF_ADMINISTRATION, OF_CRISIS, OF_QUARTERS, OF_SUPER, check_of
from shapan.games.battlestar.rules.decks import discard_card, leave_hand, take_destiny, types_likely
from shapan.games.battlestar.rules.dice import Window, holders, offer_cards, react
from shapan.games.battlestar.rules.hands import ASK_CARDS
from shapan.games.battlestar.rules.modifiers import before_cards, modify_by_force
from shapan.games.battlestar.rules.record import record_fouls, worth
from shapan.games.battlestar.state import Battlestar

FAIL: Final = 0
PARTIAL: Final = 1
PASS: Final = 2
EMERGENCY: Final = 2


def check(
    state: Battlestar,
    table: Table[Battlestar],
    of: int,
    types: int,
    difficulty: int,
    partial_from: int = -1,
    card: int = -1,
    target: int = -1,
) -> int:
    """BSG-SC0 to SC8: run a check and return its result; the caller applies the box, then calls `after_check`.

    `of` says what it is a check of; `card` the crisis, `target` the seat a location's check is aimed at.
    """
    begin(state, table, of, types, difficulty, partial_from, card, target)
    if of == OF_CRISIS and intuition(state, table):
        return state.check_result
    modify_by_force(state, table)
    before_cards(state, table)
    add_destiny(state, table)
    for seat in state.clockwise((state.active + 1) % state.seats):  # SC3, 8.11
        contribute(state, table, seat)
    before_reveal(state, table)
    show(state, table)
    state.total = total_of(state)
    declare_emergency(state, table)
    settle(state, table)
    return state.check_result


def begin(
    state: Battlestar,
    table: Table[Battlestar],
    of: int,
    types: int,
    difficulty: int,
    partial_from: int,
    card: int,
    target: int,
) -> None:
    """BSG-SC0: announce card or location, difficulty, types."""
    state.check_of, state.check_card, state.check_seat = of, card, target
    state.check_types, state.difficulty, state.partial_from = types, difficulty, partial_from
    state.check_open = state.research = state.ones = state.emergency = state.modifiers = 0
    state.void, state.forced, state.total, state.check_result = -1, -1, 0, -1
    state.put = [0] * state.seats
    state.owners = []
    if of == OF_CRISIS and not state.at_caprica and state.is_character(state.active, ADAMA):
        state.ones = 1  # Inspirational Leader: the check of a crisis that he drew
    table.tell(E_CHECK, check_of(of, card), ZERO + difficulty)
    if of in (OF_ADMINISTRATION, OF_QUARTERS):
        table.tell(E_CHECK_TARGET, check_of(of, card), target)


def intuition(state: Battlestar, table: Table[Battlestar]) -> bool:
    """W6: Boomer replaces the check of a crisis by a pass or a fail; tell whether she did."""
    seat = state.seat_of(BOOMER)
    asked = [seat] if seat >= 0 and not state.used[seat] else []
    seat, code = react(state, table, ASK_INTUITION, asked)
    if seat < 0:
        return False
    state.used[seat] = 1
    table.tell(E_ABILITY, seat, BOOMER)
    state.total = NO_SUM
    state.check_result = PASS if INTUITION.value(code) == RESULT.number("pass") else FAIL
    table.tell(E_INTUITION, seat, state.check_result)
    return True


class AskIntuition(Window):
    """W6: Mysterious Intuition."""

    key = "W6"
    rule = "BSG-W6"
    secret = False
    families = (INTUITION,)


ASK_INTUITION: Final = AskIntuition()


# SC2, SC3: cards go in


def add_destiny(state: Battlestar, table: Table[Battlestar]) -> None:
    """BSG-SC2: two cards of the Destiny deck, unseen, or face up under Investigative Committee."""
    number = 0
    for _ in range(2):
        if take_destiny(state, table):
            number += 1
            if state.check_open and not state.rules.destiny_hidden:
                table.tell(E_DESTINY_OPEN, state.reveal(state.pile, len(state.pile) - 1))
    table.tell(E_DESTINY, number)


def limit_of(state: Battlestar, seat: int) -> int:
    """BSG-SC3: how many cards a seat may put in: one for an inmate of the Brig and a revealed Cylon."""
    return 1 if state.revealed[seat] or state.in_brig(seat) else len(state.hands[seat])


def contribute(state: Battlestar, table: Table[Battlestar], seat: int) -> None:
    """BSG-SC3: any number of cards; the number is open, the cards are not, unless the check is open."""
    if not len(state.hands[seat]):
        table.tell(E_PUT, seat, 0)
        return
    codes = table.ask_many(ASK_CARDS, seat, limit_of(state, seat))
    state.put[seat] = len(codes)
    for code in codes:
        card = CARD.value(code)
        state.pile_types.append(types_likely(state, seat))
        leave_hand(state, seat, card, state.pile)
        place = len(state.pile) - 1
        state.widen(state.pile, place, 1 << seat)
        state.owners.append(seat)
        if state.check_open:
            table.tell(E_PUT_OPEN, seat, state.reveal(state.pile, place))
    table.tell(E_PUT, seat, len(codes))


def before_reveal(state: Battlestar, table: Table[Battlestar]) -> None:
    """W8: Tyrol names a skill type whose cards are worth nothing (R3: also in an open check)."""
    seat = state.seat_of(TYROL)
    able = seat >= 0 and not state.used[seat] and state.check_of != OF_SUPER
    seat, code = react(state, table, ASK_DEVOTION, [seat] if able else [])
    if seat >= 0:
        state.used[seat] = 1
        state.void = BLIND_DEVOTION.value(code)
        table.tell(E_ABILITY, seat, TYROL)
        table.tell(E_DEVOTION, seat, state.void)


class AskDevotion(Window):
    """W8: Blind Devotion."""

    key = "W8"
    rule = "BSG-W8"
    secret = False
    families = (BLIND_DEVOTION,)


ASK_DEVOTION: Final = AskDevotion()


# SC5 to SC8: the result


def show(state: Battlestar, table: Table[Battlestar]) -> None:
    """BSG-SC5: shuffle, show all; the cards lie sorted, so that nobody learns who put in what."""
    record_fouls(state)
    if not state.check_open or state.rules.destiny_hidden:
        state.mix(state.pile)
    state.pile_types.clear()
    state.move_all(state.pile, state.shown)
    for card in state.shown.cards:
        table.tell(E_SHOWN, card)


def total_of(state: Battlestar) -> int:
    """BSG-SC6: matching cards minus the others."""
    return sum(worth(state, card) for card in state.shown.cards)


def declare_emergency(state: Battlestar, table: Table[Battlestar]) -> None:
    """W9: one Declare Emergency a check takes two off the difficulty."""
    seat, code = react(state, table, ASK_EMERGENCY, holders(state))
    if seat >= 0:
        discard_card(state, seat, PLAY.value(code))
        state.emergency = 1
        state.difficulty -= EMERGENCY
        table.tell(E_EMERGENCY, seat, PLAY.value(code))


class AskEmergency(Window):
    """W9: Declare Emergency."""

    key = "W9"
    rule = "BSG-W9"
    families = (PLAY,)

    def legal(self, state: Battlestar, seat: int, arg: int) -> Sequence[int]:
        return offer_cards([DONE], state, seat, LE, rare=True)

    def why_not(self, state: Battlestar, seat: int, arg: int, code: int) -> Reason:
        return Reason("BSG-W9", "not_this_card")


ASK_EMERGENCY: Final = AskEmergency()


def settle(state: Battlestar, table: Table[Battlestar]) -> None:
    """BSG-SC8: pass, partial or fail; the partial threshold never changes (R15)."""
    if state.total >= state.difficulty:
        state.check_result = PASS
    elif 0 <= state.partial_from <= state.total:
        state.check_result = PARTIAL
    else:
        state.check_result = FAIL
    table.tell(E_TOTAL, ZERO + state.total, ZERO + state.difficulty, state.check_result)


def after_check(state: Battlestar, table: Table[Battlestar]) -> None:
    """BSG-SC10: the cards go to their discards, or to Adama (W10)."""
    if len(state.shown):
        seat = state.seat_of(ADAMA)
        able = seat >= 0 and not state.used[seat] and (state.check_of != OF_SUPER or state.rules.authority_on_super)
        seat, _ = react(state, table, ASK_AUTHORITY, [seat] if able else [])
        if seat >= 0:
            state.used[seat] = 1
            table.tell(E_ABILITY, seat, ADAMA)
            table.tell(E_AUTHORITY, seat, len(state.shown))
            for card in state.shown.cards:
                state.sure[len(TYPES) * seat + type_of(card)] += 1
                state.likely[len(TYPES) * seat + type_of(card)] += 1
            state.move_all(state.shown, state.hands[seat])
        while len(state.shown):
            state.move(state.shown, 0, state.skill_discards[type_of(state.shown.cards[0])])
    finish(state)


def finish(state: Battlestar) -> None:
    """The check is over; its figures stay on show as those of the last one."""
    state.last_of, state.last_card = state.check_of, state.check_card
    state.check_of, state.check_card, state.check_seat = NO_CHECK, -1, -1
    state.put = [0] * state.seats
    state.owners = []


class AskAuthority(Window):
    """W10: Command Authority."""

    key = "W10"
    rule = "BSG-W10"
    secret = False
    families = (COMMAND_AUTHORITY,)


ASK_AUTHORITY: Final = AskAuthority()
