"""BSG-8: skill checks, step by step, with the windows W6 to W10."""

from __future__ import annotations

from typing import Final

from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.records import Check, LastCheck
from shapan.games.battlestar.rules import decks, dice, hands, modifiers, record
from shapan.games.battlestar.state import Battlestar, Table

FAIL, PARTIAL, PASS = range(len(events.RESULT.names))
EMERGENCY: Final = 2


def check(state: Battlestar, table: Table, running: Check) -> int:
    """BSG-SC0 to SC8: run a check and return its result; the caller applies the box, then calls `after_check`."""
    begin(state, table, running)
    if running.of == step_codes.OF_CRISIS and intuition(state, table, running):
        return result_of(state)
    modifiers.modify_by_force(state, table)
    modifiers.before_cards(state, table)
    add_destiny(state, table, running)
    for seat in state.clockwise((state.active + 1) % state.seats):  # SC3, 8.11
        contribute(state, table, running, seat)
    before_reveal(state, table, running)
    show(state, table, running)
    running.total = sum([record.worth(running, card) for card in running.shown.cards])  # SC6: matching less others
    decide(state, table, running)
    return result_of(state)


def result_of(state: Battlestar) -> int:
    """Return the result of the check that has just been decided."""
    assert state.last_check is not None
    return state.last_check.result


def begin(state: Battlestar, table: Table, running: Check) -> None:
    """BSG-SC0: announce card or location, difficulty, types."""
    state.check, state.last_check = running, None
    running.put = [0] * state.seats
    if running.of == step_codes.OF_CRISIS and not state.at_caprica and state.is_character(state.active, names.ADAMA):
        running.ones = 1  # Inspirational Leader: the check of a crisis that he drew
    table.tell(events.CHECK, running.what(), running.level())
    if running.of in (step_codes.OF_ADMINISTRATION, step_codes.OF_QUARTERS):
        table.tell(events.CHECK_TARGET, running.what(), running.target)


def intuition(state: Battlestar, table: Table, running: Check) -> bool:
    """W6: Boomer replaces the check of a crisis by a pass or a fail; tell whether she did."""
    seat, code = dice.use_once(state, table, ASK_INTUITION)
    if seat < 0:
        return False
    result = PASS if actions.INTUITION.value(code) == actions.RESULT.number("pass") else FAIL
    state.last_check = LastCheck(running.what(), running.level(), result=result)
    table.tell(events.INTUITION, seat, result)
    return True


ASK_INTUITION: Final = dice.AbilityWindow("W6", actions.INTUITION, names.BOOMER)
"""W6: Mysterious Intuition."""


# SC2, SC3: cards go in


def add_destiny(state: Battlestar, table: Table, running: Check) -> None:
    """BSG-SC2: two cards of the Destiny deck, unseen, or face up under Investigative Committee."""
    number = 0
    for _ in range(2):
        if decks.take_destiny(state, table):
            number += 1
            if running.open and not state.rules.destiny_hidden:
                table.tell(events.DESTINY_OPEN, state.reveal(running.pile, len(running.pile.cards) - 1))
    table.tell(events.DESTINY, number)


def limit_of(state: Battlestar, seat: int) -> int:
    """BSG-SC3: how many cards a seat may put in: one for an inmate of the Brig and a revealed Cylon."""
    return 1 if state.revealed[seat] or state.in_brig(seat) else len(state.hands[seat].cards)


def contribute(state: Battlestar, table: Table, running: Check, seat: int) -> None:
    """BSG-SC3: any number of cards; the number is open, the cards are not, unless the check is open."""
    if not state.hands[seat].cards:
        table.tell(events.PUT, seat, 0)
        return
    codes = table.ask_many(hands.ask_cards, seat, limit_of(state, seat))
    running.put[seat] = len(codes)
    for code in codes:
        card = actions.CARD.value(code)
        running.pile_types.append(decks.types_likely(state, seat))
        decks.leave_hand(state, seat, card, running.pile)
        place = len(running.pile.cards) - 1
        state.widen(running.pile, place, 1 << seat)
        running.owners.append(seat)
        if running.open:
            table.tell(events.PUT_OPEN, seat, state.reveal(running.pile, place))
    table.tell(events.PUT, seat, len(codes))


def before_reveal(state: Battlestar, table: Table, running: Check) -> None:
    """W8: Tyrol names a skill type whose cards are worth nothing (R3: also in an open check)."""
    seat, code = dice.use_once(state, table, ASK_DEVOTION, able=running.of != step_codes.OF_SUPER)
    if seat >= 0:
        running.void = actions.BLIND_DEVOTION.value(code)
        table.tell(events.DEVOTION, seat, running.void)


ASK_DEVOTION: Final = dice.AbilityWindow("W8", actions.BLIND_DEVOTION, names.TYROL)
"""W8: Blind Devotion."""


# SC5 to SC8: the result


def show(state: Battlestar, table: Table, running: Check) -> None:
    """BSG-SC5: shuffle, show all; the cards lie sorted, so that nobody learns who put in what."""
    record.record_fouls(state, running)
    if not running.open or state.rules.destiny_hidden:
        state.mix(running.pile)
    running.pile_types.clear()
    state.move_all(running.pile, running.shown)
    if table.on:
        for card in running.shown.cards:
            table.tell(events.SHOWN, card)


def decide(state: Battlestar, table: Table, running: Check) -> None:
    """W9, BSG-SC8: the result of the total, once Declare Emergency has been played or not."""
    declare_emergency(state, table, running)
    settle(state, table, running)


def declare_emergency(state: Battlestar, table: Table, running: Check) -> None:
    """W9: one Declare Emergency a check takes two off the difficulty."""
    seat, code = dice.react(state, table, ASK_EMERGENCY, dice.holders(state))
    if seat >= 0:
        decks.discard_card(state, seat, actions.PLAY.value(code))
        running.difficulty -= EMERGENCY
        table.tell(events.EMERGENCY, seat, actions.PLAY.value(code))


ASK_EMERGENCY: Final = dice.CardWindow("W9", names.LE)
"""W9: Declare Emergency."""


def settle(state: Battlestar, table: Table, running: Check) -> None:
    """BSG-SC8: the check has its result."""
    result = result_at(running, running.total)
    total = names.ZERO + running.total
    state.last_check = LastCheck(running.what(), running.level(), total, result)
    table.tell(events.TOTAL, total, running.level(), result)


def result_at(running: Check, total: int, less: int = 0) -> int:
    """BSG-SC8: pass, partial or fail with a total, and `less` off the difficulty; never off the partial one (R15)."""
    if total >= running.difficulty - less:
        return PASS
    return PARTIAL if 0 <= running.partial <= total else FAIL


def after_check(state: Battlestar, table: Table) -> None:
    """BSG-SC10: the cards go to their discards, or to Adama (W10); the figures stay on show as those of the last."""
    running = state.running()
    shown = running.shown
    if shown.cards:
        able = running.of != step_codes.OF_SUPER or state.rules.authority_on_super
        seat, _ = dice.use_once(state, table, ASK_AUTHORITY, able=able)
        if seat >= 0:
            table.tell(events.AUTHORITY, seat, len(shown))
            for card in shown.cards:
                state.sure[len(names.TYPES) * seat + names.type_of(card)] += 1
                state.likely[len(names.TYPES) * seat + names.type_of(card)] += 1
            state.move_all(shown, state.hands[seat])
        while shown.cards:
            state.move(shown, 0, state.skill_discards[names.type_of(shown.cards[0])])
    state.check = None


ASK_AUTHORITY: Final = dice.AbilityWindow("W10", actions.COMMAND_AUTHORITY, names.ADAMA)
"""W10: Command Authority."""
