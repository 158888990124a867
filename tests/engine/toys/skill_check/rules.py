"""SKC-1 to 7: set-up, turns, actions, dice and windows, the check, the end, cards."""

from __future__ import annotations

from engine.toys.skill_check import actions, events, names
from engine.toys.skill_check.questions import (
    CHOOSE_ACTION,
    CHOOSE_TYPE,
    PLANNING,
    PUT_CARDS,
    REROLLING,
    SCOUTING,
    React,
)
from engine.toys.skill_check.state import (
    CHECK,
    CRISIS_DECK,
    DESTINY,
    DIE,
    LOYALTY_DECK,
    TURN,
    SkillCheck,
    any_cards,
    has_cards,
    in_order,
    value,
)
from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.engine.zone import Zone

# SKC-1, 2: set-up and turn


def start(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-1: loyalty cards, a card of each of three types a seat, five cards of destiny."""
    for seat in range(state.seats):
        card = take(state, table, LOYALTY_DECK, state.loyalties, state.loyalty[seat])  # SKC-1.1
        table.tell(events.DEALT, seat, priv=1 << seat, secret=(card,))
    for seat in range(state.seats):
        for turn in range(3):
            draw_card(state, table, seat, (seat + turn) % 5)
    fill_destiny(state, table)
    state.push(TURN, 0)


def turn_step(state: SkillCheck, table: Table[SkillCheck], seat: int) -> None:
    """SKC-2: two cards of types the chief chooses, one action, then the crisis."""
    state.chief = state.actor = seat
    state.stage = names.DRAWING
    for _ in range(2):
        if len(state.hands[seat]) < names.HAND and any_cards(state):
            draw_card(state, table, seat, actions.DRAW.value(table.ask(CHOOSE_TYPE, seat)))
    act(state, table, seat, 0)
    state.push(TURN, (seat + 1) % state.seats)
    state.push(CHECK)


# SKC-3: actions


def act(state: SkillCheck, table: Table[SkillCheck], seat: int, ordered: int) -> None:
    """SKC-3: one action; an order gives another seat an action inside this one."""
    state.actor, state.stage = seat, names.ACTING
    code = table.ask(CHOOSE_ACTION, seat, ordered)
    if actions.SPY.has(code):  # SKC-3.1
        other = actions.SPY.value(code)
        state.scans -= 1
        loyalty = state.look(state.loyalty[other], 0, seat)
        table.tell(events.SPIED, seat, other, priv=1 << seat, secret=(loyalty,))
    elif actions.ORDER.has(code):  # SKC-3.2
        other = actions.ORDER.value(code)
        table.tell(events.ORDERED, seat, other)
        act(state, table, other, 1)
        state.actor = seat
    elif code == actions.REPAIR:  # SKC-3.3
        if roll_die(state, table) >= 4 and state.hull < state.max_hull:
            state.hull += 1
            table.tell(events.REPAIRED, state.hull)
    elif code == actions.UNMASK:  # SKC-3.5
        state.reveal(state.loyalty[seat], 0)
        table.tell(events.UNMASKED, seat, state.hull - 1)
        lose_hull(state, table)
    state.stage = names.NONE


# SKC-4: dice and windows


def roll_die(state: SkillCheck, table: Table[SkillCheck]) -> int:
    """SKC-4: a plan before the roll adds 2, rerolls after it until all pass."""
    state.stage, state.planned, state.die = names.BEFORE, 0, 0
    if reacted(state, table, PLANNING):  # SKC-4.1: one plan a roll
        state.planned = 1
    while not state.die or reacted(state, table, REROLLING):  # SKC-4.3
        state.die = min(6, table.roll(DIE) + 2 * state.planned)  # SKC-4.2
        state.stage = names.AFTER
        table.tell(events.ROLLED, state.die)
    number, state.die, state.planned = state.die, 0, 0
    return number


def reacted(state: SkillCheck, table: Table[SkillCheck], prompt: React) -> bool:
    """SKC-4.1: ask everybody with cards at once, the chief first in order; tell whether a card was played."""
    seats = in_order(state, state.chief)
    seat, code = table.window(prompt, [s for s in seats if len(state.hands[s])])
    if seat < 0:
        return False
    card = actions.PLAY.value(code)
    leave_hand(state, seat, card, state.discards[card // 4])
    type_ = 5 * seat + card // 4
    state.sure[type_] = max(0, state.sure[type_] - 1)
    table.tell(events.PLAYED, seat, card)
    return True


# SKC-5: the check


def check_step(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-5: a crisis and its check."""
    if not len(state.crises):
        state.move_all(state.crises_past, state.crises)
        state.shuffle(state.crises)
    state.crisis = take(state, table, CRISIS_DECK, state.crises, state.crises_past)
    difficulty, one, two = names.ROWS[state.crisis]
    table.tell(events.OPENED, state.crisis, difficulty)
    for _ in range(2):  # SKC-5.2
        fill_destiny(state, table)
        if len(state.destiny):
            take(state, table, DESTINY, state.destiny, state.pile)
    state.stage = names.PUTTING
    for seat in in_order(state, (state.chief + 1) % state.seats):
        put_in(state, table, seat)
    state.stage, state.bonus = names.SHOWING, 0
    while reacted(state, table, SCOUTING):  # SKC-5.4
        state.bonus += 2
    show(state, table)
    total = state.bonus + sum(value(c, one, two) for c in state.shown.cards)
    for card in list(state.shown.cards):
        state.move(state.shown, 0, state.discards[card // 4])
    settle(state, table, total, difficulty)
    state.stage, state.bonus, state.crisis = names.NONE, 0, UNKNOWN
    state.put = [0] * state.seats


def put_in(state: SkillCheck, table: Table[SkillCheck], seat: int) -> None:
    """SKC-5.3: one seat's cards, face down; he still knows them, the others know their number."""
    codes = table.ask_many(PUT_CARDS, seat)
    for code in codes:
        leave_hand(state, seat, actions.PUT.value(code), state.pile)
    for type_ in range(5 * seat, 5 * seat + 5):
        state.sure[type_] = max(0, state.sure[type_] - len(codes))
    state.put[seat] = len(codes)
    table.tell(events.PUT_IN, seat, len(codes))


def show(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-5.5: shuffle, show all; nobody learns who put in what, for the cards shown lie sorted."""
    state.shuffle(state.pile)
    state.move_all(state.pile, state.shown)
    for card in state.shown.cards:
        table.tell(events.SHOWN, card)


def settle(state: SkillCheck, table: Table[SkillCheck], total: int, difficulty: int) -> None:
    """SKC-5.6: at or above the difficulty is a pass; a failed check costs hull unless a 6 saves it."""
    if total >= difficulty:
        state.passed += 1
        table.tell(events.PASSED, total, state.passed)
        if state.passed == state.goal:
            end(state, table, names.LOYAL)
        return
    state.failed += 1
    table.tell(events.FAILED, max(0, total), state.hull)
    if roll_die(state, table) < 6:
        lose_hull(state, table)
    if state.failed == 2 * state.goal:  # SKC-6.2
        end(state, table, names.TRAITOR)


# SKC-6: the end


def lose_hull(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-6.2: without hull the traitor has won, wherever we are."""
    state.hull -= 1
    if not state.hull:
        end(state, table, names.TRAITOR)


def end(state: SkillCheck, table: Table[SkillCheck], team: int) -> None:
    """SKC-6.1: all loyalty cards are shown first, for the result tells them."""
    for seat in range(state.seats):
        table.tell(events.TEAM, seat, state.reveal(state.loyalty[seat], 0))
    result = names.CREW_WINS if team == names.LOYAL else names.TRAITOR_WINS
    table.finish(result, [1 if z.cards[0] == team else 2 for z in state.loyalty])


# SKC-7: cards


def take(state: SkillCheck, table: Table[SkillCheck], stream: int, source: Zone, target: Zone) -> int:
    """Draw one card of a deck to a zone and return it."""
    card = table.draw(stream, source.cards)
    return state.move(source, source.cards.index(card), target)


def draw_card(state: SkillCheck, table: Table[SkillCheck], seat: int, type_: int) -> None:
    """SKC-7.1: the type is open, the card is not."""
    refill(state, type_)
    card = take(state, table, type_, state.decks[type_], state.hands[seat])
    state.sure[5 * seat + type_] += 1
    table.tell(events.DREW, seat, type_, priv=1 << seat, secret=(card,))


def refill(state: SkillCheck, type_: int) -> None:
    """SKC-7.2: an empty deck is made of its discards."""
    if not len(state.decks[type_]):
        state.move_all(state.discards[type_], state.decks[type_])
        state.shuffle(state.decks[type_])


def fill_destiny(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-7.3: an empty destiny deck gets one card of each type."""
    if not len(state.destiny):
        for type_ in range(5):
            if has_cards(state, type_):
                refill(state, type_)
                take(state, table, type_, state.decks[type_], state.destiny)
        state.shuffle(state.destiny)


def leave_hand(state: SkillCheck, seat: int, card: int, target: Zone) -> None:
    """SKC-7.4: a card leaves a hand; the others cannot tell which of the hand it was."""
    hand = state.hands[seat]
    state.shuffle(hand)
    state.move(hand, hand.cards.index(card), target)
