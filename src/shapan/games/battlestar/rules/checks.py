"""BSG-8: skill checks, step by step, with the windows W6 to W10."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.battlestar import actions, events, names, occasions
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
    if of == occasions.OF_CRISIS and intuition(state, table):
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
    if of == occasions.OF_CRISIS and not state.at_caprica and state.is_character(state.active, names.ADAMA):
        state.ones = 1  # Inspirational Leader: the check of a crisis that he drew
    table.tell(events.CHECK, occasions.check_of(of, card), names.ZERO + difficulty)
    if of in (occasions.OF_ADMINISTRATION, occasions.OF_QUARTERS):
        table.tell(events.CHECK_TARGET, occasions.check_of(of, card), target)


def intuition(state: Battlestar, table: Table[Battlestar]) -> bool:
    """W6: Boomer replaces the check of a crisis by a pass or a fail; tell whether she did."""
    seat = state.seat_of(names.BOOMER)
    asked = [seat] if seat >= 0 and not state.used[seat] else []
    seat, code = react(state, table, ASK_INTUITION, asked)
    if seat < 0:
        return False
    state.used[seat] = 1
    table.tell(events.ABILITY, seat, names.BOOMER)
    state.total = names.NO_SUM
    state.check_result = PASS if actions.INTUITION.value(code) == actions.RESULT.number("pass") else FAIL
    table.tell(events.INTUITION, seat, state.check_result)
    return True


class AskIntuition(Window):
    """W6: Mysterious Intuition."""

    key = "W6"
    rule = "BSG-W6"
    secret = False
    families = (actions.INTUITION,)


ASK_INTUITION: Final = AskIntuition()


# SC2, SC3: cards go in


def add_destiny(state: Battlestar, table: Table[Battlestar]) -> None:
    """BSG-SC2: two cards of the Destiny deck, unseen, or face up under Investigative Committee."""
    number = 0
    for _ in range(2):
        if take_destiny(state, table):
            number += 1
            if state.check_open and not state.rules.destiny_hidden:
                table.tell(events.DESTINY_OPEN, state.reveal(state.pile, len(state.pile) - 1))
    table.tell(events.DESTINY, number)


def limit_of(state: Battlestar, seat: int) -> int:
    """BSG-SC3: how many cards a seat may put in: one for an inmate of the Brig and a revealed Cylon."""
    return 1 if state.revealed[seat] or state.in_brig(seat) else len(state.hands[seat])


def contribute(state: Battlestar, table: Table[Battlestar], seat: int) -> None:
    """BSG-SC3: any number of cards; the number is open, the cards are not, unless the check is open."""
    if not len(state.hands[seat]):
        table.tell(events.PUT, seat, 0)
        return
    codes = table.ask_many(ASK_CARDS, seat, limit_of(state, seat))
    state.put[seat] = len(codes)
    for code in codes:
        card = actions.CARD.value(code)
        state.pile_types.append(types_likely(state, seat))
        leave_hand(state, seat, card, state.pile)
        place = len(state.pile) - 1
        state.widen(state.pile, place, 1 << seat)
        state.owners.append(seat)
        if state.check_open:
            table.tell(events.PUT_OPEN, seat, state.reveal(state.pile, place))
    table.tell(events.PUT, seat, len(codes))


def before_reveal(state: Battlestar, table: Table[Battlestar]) -> None:
    """W8: Tyrol names a skill type whose cards are worth nothing (R3: also in an open check)."""
    seat = state.seat_of(names.TYROL)
    able = seat >= 0 and not state.used[seat] and state.check_of != occasions.OF_SUPER
    seat, code = react(state, table, ASK_DEVOTION, [seat] if able else [])
    if seat >= 0:
        state.used[seat] = 1
        state.void = actions.BLIND_DEVOTION.value(code)
        table.tell(events.ABILITY, seat, names.TYROL)
        table.tell(events.DEVOTION, seat, state.void)


class AskDevotion(Window):
    """W8: Blind Devotion."""

    key = "W8"
    rule = "BSG-W8"
    secret = False
    families = (actions.BLIND_DEVOTION,)


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
        table.tell(events.SHOWN, card)


def total_of(state: Battlestar) -> int:
    """BSG-SC6: matching cards minus the others."""
    return sum(worth(state, card) for card in state.shown.cards)


def declare_emergency(state: Battlestar, table: Table[Battlestar]) -> None:
    """W9: one Declare Emergency a check takes two off the difficulty."""
    seat, code = react(state, table, ASK_EMERGENCY, holders(state))
    if seat >= 0:
        discard_card(state, seat, actions.PLAY.value(code))
        state.emergency = 1
        state.difficulty -= EMERGENCY
        table.tell(events.EMERGENCY, seat, actions.PLAY.value(code))


class AskEmergency(Window):
    """W9: Declare Emergency."""

    key = "W9"
    rule = "BSG-W9"
    families = (actions.PLAY,)

    def legal(self, state: Battlestar, seat: int, arg: int) -> Sequence[int]:
        return offer_cards([DONE], state, seat, names.LE, rare=True)

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
    table.tell(events.TOTAL, names.ZERO + state.total, names.ZERO + state.difficulty, state.check_result)


def after_check(state: Battlestar, table: Table[Battlestar]) -> None:
    """BSG-SC10: the cards go to their discards, or to Adama (W10)."""
    if len(state.shown):
        seat = state.seat_of(names.ADAMA)
        able = (
            seat >= 0
            and not state.used[seat]
            and (state.check_of != occasions.OF_SUPER or state.rules.authority_on_super)
        )
        seat, _ = react(state, table, ASK_AUTHORITY, [seat] if able else [])
        if seat >= 0:
            state.used[seat] = 1
            table.tell(events.ABILITY, seat, names.ADAMA)
            table.tell(events.AUTHORITY, seat, len(state.shown))
            for card in state.shown.cards:
                state.sure[len(names.TYPES) * seat + names.type_of(card)] += 1
                state.likely[len(names.TYPES) * seat + names.type_of(card)] += 1
            state.move_all(state.shown, state.hands[seat])
        while len(state.shown):
            state.move(state.shown, 0, state.skill_discards[names.type_of(state.shown.cards[0])])
    finish(state)


def finish(state: Battlestar) -> None:
    """The check is over; its figures stay on show as those of the last one."""
    state.last_of, state.last_card = state.check_of, state.check_card
    state.check_of, state.check_card, state.check_seat = occasions.NO_CHECK, -1, -1
    state.put = [0] * state.seats
    state.owners = []


class AskAuthority(Window):
    """W10: Command Authority."""

    key = "W10"
    rule = "BSG-W10"
    secret = False
    families = (actions.COMMAND_AUTHORITY,)


ASK_AUTHORITY: Final = AskAuthority()
