"""FDN-1 to 7: turns, treaties, orders, fights, the end."""

from __future__ import annotations

from typing import Final

from engine.toys.face_down import actions, events, names
from engine.toys.face_down.questions import CHOOSING, LAYING, PROPOSING, REPLYING, RETREATING
from engine.toys.face_down.state import (
    CELLS,
    EFFECTS,
    LAST,
    RESTING,
    ROUND_ENDS,
    SEATS,
    SPIED,
    STOCK,
    TURN_ENDS,
    Field,
    min_paid,
    standing,
)
from shapan.engine.actions import DONE
from shapan.engine.effects import AMOUNT, EffectSource
from shapan.engine.kinds import UNKNOWN
from shapan.engine.lasting import elapse
from shapan.engine.marked_zone import KNOWERS
from shapan.engine.table import Table

DEAL_STEP: Final = 1
OFFER_STEP: Final = 2
MAIN_STEP: Final = 3
CLOSE_STEP: Final = 4


def deal_step(state: Field, table: Table[Field]) -> None:
    """FDN-1.4: hands at the start; seat 0 begins."""
    for seat in range(state.seats):
        refill(state, table, seat)
    push_turn(state, table, 0)


def push_turn(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.1: a turn, as steps."""
    state.turn = seat
    table.tell(events.TURN_BEGUN, seat, state.round)
    state.push(CLOSE_STEP, seat)
    state.push(MAIN_STEP, seat)
    state.push(OFFER_STEP, seat)


def offer_step(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-4.1..4.2: a treaty is offered to one seat, which accepts or refuses."""
    if state.fell[seat]:
        return
    picks = table.ask_many(PROPOSING, seat)
    if not picks:
        return
    partner = actions.PARTNER.value(picks[0])
    state.offer_by, state.offer_to, state.offer[:] = seat, partner, picks[1:]
    for code in picks[1:]:
        clause, rounds = actions.TREATY.values(code)
        table.tell(events.OFFERED, seat, partner, clause, rounds)
    if table.ask(REPLYING, partner) == actions.ACCEPT:
        table.tell(events.ACCEPTED, partner)
        sign(state)
    else:
        table.tell(events.REFUSED, partner)
    state.offer_by = state.offer_to = UNKNOWN
    state.offer.clear()


def sign(state: Field) -> None:
    """FDN-4.2: a treaty takes the place of an older one between the two."""
    seat, partner = state.offer_by, state.offer_to
    state.bound[seat][partner] = state.bound[partner][seat] = 0
    for code in state.offer:
        clause, rounds = actions.TREATY.values(code)
        last = state.round + rounds
        if clause in (names.PEACE, names.SPARE):
            state.bound[seat][partner] = max(state.bound[seat][partner], last)
        if clause in (names.PEACE, names.PLEDGE):
            state.bound[partner][seat] = max(state.bound[partner][seat], last)


def main_step(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.2: tear up treaties, then fight at most once."""
    while not state.fell[seat] and (code := table.ask(CHOOSING, seat)) != DONE:
        if actions.ATTACK.has(code):
            fight(state, table, seat, actions.ATTACK.value(code))
            return
        if actions.ORDER.has(code):
            give_order(state, table, seat, *actions.ORDER.values(code))
            continue
        partner = actions.TEAR.value(code)  # FDN-4.5
        state.bound[seat][partner] = state.bound[partner][seat] = 0
        table.tell(events.TORN, seat, partner)


def give_order(state: Field, table: Table[Field], seat: int, order: int, other: int) -> None:
    """FDN-6.1: an order is given once, in the open, and names another seat."""
    state.orders[seat] &= ~(1 << order)
    table.tell(events.ORDERED, seat, order, other)
    EFFECTS.carry_out(state, table, CELLS[order], EffectSource(seat, other))


@EFFECTS.op("is_weak", "if strength<{least}:", sourced=True, least=AMOUNT)
def is_weak(state: Field, table: Table[Field], here: EffectSource, least: int) -> bool:
    """FDN-6.2: whether the seat that gives the order has less strength than this."""
    return state.strength[here.source] < least


@EFFECTS.op("heal", who=SEATS, strength=AMOUNT)
def heal(state: Field, table: Table[Field], seat: int, strength: int) -> None:
    """FDN-6.2: strength comes back."""
    set_strength(state, table, seat, state.strength[seat] + strength)


@EFFECTS.op("look", who=SEATS, cards=AMOUNT, sourced=True)
def look(state: Field, table: Table[Field], here: EffectSource, seat: int, cards: int) -> None:
    """FDN-6.2: the seat that gives the order sees cards of a hand, by chance; who holds them learns which.

    Otherwise worlds of the holder would have to deal anew which of his own cards somebody knows.
    """
    hand = state.hands[seat]
    for _ in range(cards):
        dark = [place for place, mask in enumerate(hand.masks) if not mask >> here.source & 1]
        if not dark:
            return
        card = table.draw(SPIED, [hand.cards[place] for place in dark])
        state.look(hand, next(place for place in dark if hand.cards[place] == card), here.source)
        table.tell(events.SEEN, here.source, seat, priv=1 << here.source | 1 << seat, secret=(card,))
        hand.tidy()


@EFFECTS.op("bind", who=SEATS, bond=names.BOND)
def bind(state: Field, table: Table[Field], seat: int, bond: int) -> None:
    """FDN-6.3: a bond for a while."""
    state.bonds.append((seat, bond, LAST[bond], 1))
    table.tell(events.BOUND, seat, bond)


def close_step(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.4, FDN-5.3: draw; the next seat's turn, or the end after the last round."""
    elapse(state.bonds, TURN_ENDS, seat)
    if not state.fell[seat]:
        refill(state, table, seat)
    following = [other for other in standing(state) if other > seat]
    if not following:
        if state.round == state.rounds:
            end(state, table, 1)
        state.round += 1
        elapse(state.bonds, ROUND_ENDS)
    push_turn(state, table, (following or standing(state))[0])


def fight(state: Field, table: Table[Field], attacker: int, defender: int) -> None:
    """FDN-2: lay, reveal column by column, take back what was not revealed."""
    state.attacker, state.defender = attacker, defender
    both = (attacker, defender)
    table.tell(events.ATTACKED, attacker, defender)
    rows = table.ask_all_many(LAYING, both)
    if any(marker.sees != KNOWERS for marker in state.rows[attacker].markers):
        state.disclose()  # FDN-7.1: what was paid is now open
    for seat, row in zip(both, rows, strict=True):
        lay(state, table, seat, row)
    for column in range(names.COLUMNS):
        if column >= max(len(state.rows[seat]) for seat in both):
            break
        reveal(state, table, column)
        if not (state.strength[attacker] and state.strength[defender]):
            break
        if column == 0 and is_hidden_left(state) and table.ask(RETREATING, attacker) == actions.RETREAT:  # FDN-2.4
            table.tell(events.RETREATED, attacker)
            break
    for seat in both:
        clear(state, table, seat)
    state.attacker = state.defender = UNKNOWN
    drop_out(state, table, [seat for seat in both if not state.strength[seat]])


def lay(state: Field, table: Table[Field], seat: int, row: list[int]) -> None:
    """FDN-2.2: the row goes face down from the hand to the table."""
    hand, laid = state.hands[seat], state.rows[seat]
    for code in row:
        card = actions.LAY_PAYING.value(code) if actions.LAY_PAYING.has(code) else actions.LAY.value(code)
        state.move(hand, hand.cards.index(card), laid)
        table.tell(events.LAID, seat, priv=1 << seat, secret=(card,))
        if actions.LAY_PAYING.has(code):
            pay(state, table, seat, actions.LAY_PAYING.value(code, 1))


def pay(state: Field, table: Table[Field], seat: int, price: int) -> None:
    """FDN-7.1: the price lies beside the card that was laid last."""
    laid = state.rows[seat]
    laid.marks[names.PAID][-1] = price
    if laid.markers[names.PAID].sees == KNOWERS:
        table.tell(events.PAID_UNSEEN, seat, priv=1 << seat, secret=(price,))
    else:
        table.tell(events.PAID_OPENLY, seat, price)


def fits(state: Field, group: int) -> bool:
    """FDN-7.1..7.2: tell whether what is paid for the rows can lie there, as far as the cards are of this group."""
    for row in state.rows:
        if group in row.groups and row.markers:
            if sum(row.marks[names.PAID]) > names.MAX_PAID:
                return False
            if any(paid < min_paid(card) for card, paid in row.entries()):
                return False
    return True


def is_hidden_left(state: Field) -> bool:
    """FDN-2.4: whether a second column is there to be revealed."""
    return max(len(state.rows[state.attacker]), len(state.rows[state.defender])) > 1


def reveal(state: Field, table: Table[Field], column: int) -> None:
    """FDN-3: both cards of a column are shown, then both strengths change at once."""
    shown = [UNKNOWN, UNKNOWN]
    seats = (state.attacker, state.defender)
    for side in (0, 1):
        row = state.rows[seats[side]]
        if column < len(row):
            shown[side] = state.reveal(row, column)
            table.tell(events.REVEALED, seats[side], shown[side])
    changes = [change(shown[0], shown[1]), change(shown[1], shown[0])]
    for side in (0, 1):
        if changes[side] < 0 and state.rows[seats[side]].markers:
            changes[side] -= state.rows[seats[1 - side]].marks[names.PAID][column]  # FDN-7.3
        if changes[side] > 0:
            changes[side] += EFFECTS.amount(state, RESTING, seats[side])
        if changes[side]:
            set_strength(state, table, seats[side], state.strength[seats[side]] + changes[side])


def change(own: int, other: int) -> int:
    """FDN-3.1: a strike hurts unless guarded, a feint hurts a guard, a rest that is not hurt heals."""
    hurt = (other == names.STRIKE and own != names.GUARD) or (other == names.FEINT and own == names.GUARD)
    return -1 if hurt else int(own == names.REST)


def set_strength(state: Field, table: Table[Field], seat: int, strength: int) -> None:
    """FDN-3.2: strength stays within 0 and what it was at the start."""
    strength = max(0, min(state.max_strength, strength))
    if strength != state.strength[seat]:
        state.strength[seat] = strength
        table.tell(events.CHANGED, seat, strength)


def clear(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-2.5: revealed cards are discarded, the others go back to the hand unseen."""
    row = state.rows[seat]
    while row.cards and row.masks[0] == -1:
        state.move(row, 0, state.discard)
    if row.cards:
        table.tell(events.TOOK_BACK, seat, len(row))
        state.move_all(row, state.hands[seat])


def drop_out(state: Field, table: Table[Field], seats: list[int]) -> None:
    """FDN-5.1: who has no strength left is out and shows and discards the hand; one or none left is the end."""
    number = 1 + max(state.fell)
    for seat in seats:
        state.strength[seat], state.fell[seat], state.orders[seat] = 0, number, 0
        for other in range(state.seats):
            state.bound[seat][other] = state.bound[other][seat] = 0
        table.tell(events.FELL, seat)
        while len(state.hands[seat]):
            table.tell(events.SHOWN, seat, state.move(state.hands[seat], 0, state.discard))
    if len(standing(state)) < 2:
        end(state, table, 0)


def end(state: Field, table: Table[Field], result: int) -> None:
    """FDN-5.2..5.3: ranks by strength, then by who fell later; what is equal shares a rank."""
    ranks = standings(state)
    for seat in range(state.seats):
        if ranks[seat] == 1:
            table.tell(events.WON, seat)
    table.finish(result, ranks)


def standings(state: Field) -> list[int]:
    """FDN-5.2: the rank of each seat."""
    marks = [10 * s + f for s, f in zip(state.strength, state.fell, strict=True)]
    return [1 + sum(other > mark for other in marks) for mark in marks]


def refill(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.4..1.5: draw up to five; the discards become a new stock when it has run out."""
    while len(state.hands[seat]) < names.HAND:
        if not state.stock.cards:
            if not state.discard.cards:
                return
            state.move_all(state.discard, state.stock)
            state.shuffle(state.stock)
            table.tell(events.RESHUFFLED)
        card = table.draw(STOCK, state.stock.cards)
        state.move(state.stock, state.stock.cards.index(card), state.hands[seat])
        table.tell(events.DREW, seat, priv=1 << seat, secret=(card,))
