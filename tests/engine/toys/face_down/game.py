"""Face down, a test game after Battlefield: secret rows, a retreat inside the reveal, treaties.

FDN-1 the turn: offer a treaty, tear treaties up, fight at most once, draw up to the hand size. FDN-2 the fight: both
lay a row of 0 to 3 cards face down at once, columns are revealed one by one, the attacker may retreat after the first.
FDN-3 a column. FDN-4 treaties: up to two clauses, offered and answered, in force for some rounds or until torn up.
FDN-5 the end: one seat left, or the greatest strength after the last round. FDN-6, by an option: orders, each once.
FDN-7, by an option: prices paid for the cards of a row, open or known only to who knows the card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from shapan.engine.actions import DONE, Actions, Form
from shapan.engine.chance import Stream
from shapan.engine.effects import AMOUNT, Effects, Here, Selector
from shapan.engine.event import Events
from shapan.engine.game import Game, Outcome
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many, Seat
from shapan.engine.lasting import elapse, lasting_on
from shapan.engine.marked import KNOWERS, MarkedZone, Marker
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.scene import Duel, Phrase, Piece, Scene, Side
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import Zone

MOST: Final = 3
COLUMNS: Final = 3
HAND: Final = 5
COPIES: Final = 6
LONGEST: Final = 3
"""Most rounds of a clause."""

NAMES: Final = ("strike", "guard", "feint", "rest")
STRIKE, GUARD, FEINT, REST = range(4)
CLAUSES: Final = ("peace", "spare", "pledge")
"""What a clause binds: both seats, the one who offers, the one who answers."""
PEACE, SPARE, PLEDGE = range(3)
ORDERS: Final = {
    "rally": "heal(me,1); if strength<3: heal(me,1)",
    "spy": "look(it,2)",
    "blockade": "bind(it,blockaded)",
    "banner": "bind(me,inspired)",
}
"""FDN-6.1: what each order does to its seat and to the one it names."""
BONDS: Final = ("blockaded", "inspired")
"""FDN-6.3: what binds a seat for a while."""

MOST_PAID: Final = 2
"""FDN-7.1: the most that is paid for all cards of a row."""
FEINT_PRICE: Final = 1
"""FDN-7.2: the least that is paid for a feint."""

SEAT: Final = Seat(MOST)
CARD: Final = Enum(NAMES, "card")
CLAUSE: Final = Enum(CLAUSES, "clause")
ROUND: Final = Count(99)
STRENGTH: Final = Count(9)
ORDER_NAME: Final = Enum(ORDERS, "order")
BOND: Final = Enum(BONDS, "bond")
PRICE: Final = Count(MOST_PAID)

PAID: Final = 0
MARKERS: Final = {
    "off": (),
    "open": (Marker("paid", PRICE),),
    "secret": (Marker("paid", PRICE, sees=KNOWERS),),
}
"""FDN-7.1: what lies beside the cards of a row."""

ACTIONS = Actions()
ATTACK: Final = ACTIONS.family(1, "attack", other=SEAT)
TEAR: Final = ACTIONS.family(2, "tear", other=SEAT)
LAY: Final = ACTIONS.family(3, "lay", card=CARD)
GO_ON: Final = ACTIONS.family(4, "go_on").code()
RETREAT: Final = ACTIONS.family(5, "retreat").code()
PARTNER: Final = ACTIONS.family(6, "partner", other=SEAT)
TREATY: Final = ACTIONS.family(7, "treaty", clause=CLAUSE, rounds=Count(LONGEST))
ACCEPT: Final = ACTIONS.family(8, "accept").code()
REFUSE: Final = ACTIONS.family(9, "refuse").code()
ORDER: Final = ACTIONS.family(10, "order", order=ORDER_NAME, other=SEAT)
LAY_PAYING: Final = ACTIONS.family(11, "lay_paying", Form("lay"), card=CARD, paid=PRICE)

EVENTS = Events()
TURN_BEGUN: Final = EVENTS.add("turn_begun", "FDN-1.1", seat=SEAT, number=ROUND)
DREW: Final = EVENTS.add("drew", "FDN-1.4", secret={"card": CARD}, seat=SEAT)
RESHUFFLED: Final = EVENTS.add("reshuffled", "FDN-1.5")
ATTACKED: Final = EVENTS.add("attacked", "FDN-2.1", seat=SEAT, target=SEAT)
LAID: Final = EVENTS.add("laid", "FDN-2.2", secret={"card": CARD}, seat=SEAT)
PAID_OPENLY: Final = EVENTS.add("paid_openly", "FDN-7.1", seat=SEAT, price=PRICE)
PAID_UNSEEN: Final = EVENTS.add("paid_unseen", "FDN-7.1", secret={"price": PRICE}, seat=SEAT)
REVEALED: Final = EVENTS.add("revealed", "FDN-2.3", seat=SEAT, card=CARD)
RETREATED: Final = EVENTS.add("retreated", "FDN-2.4", seat=SEAT)
TOOK_BACK: Final = EVENTS.add("took_back", "FDN-2.5", seat=SEAT, cards=Count(COLUMNS))
CHANGED: Final = EVENTS.add("changed", "FDN-3.2", seat=SEAT, strength=STRENGTH)
OFFERED: Final = EVENTS.add("offered", "FDN-4.1", seat=SEAT, partner=SEAT, clause=CLAUSE, rounds=Count(LONGEST))
ACCEPTED: Final = EVENTS.add("accepted", "FDN-4.2", seat=SEAT)
REFUSED: Final = EVENTS.add("refused", "FDN-4.2", seat=SEAT)
TORN: Final = EVENTS.add("torn", "FDN-4.5", seat=SEAT, partner=SEAT)
ORDERED: Final = EVENTS.add("ordered", "FDN-6.1", seat=SEAT, order=ORDER_NAME, other=SEAT)
SEEN: Final = EVENTS.add("seen", "FDN-6.2", secret={"card": CARD}, seat=SEAT, other=SEAT)
BOUND: Final = EVENTS.add("bound", "FDN-6.3", seat=SEAT, bond=BOND)
FELL: Final = EVENTS.add("fell", "FDN-5.1", seat=SEAT)
SHOWN: Final = EVENTS.add("shown", "FDN-5.1", seat=SEAT, card=CARD)
WON: Final = EVENTS.add("won", "FDN-5.2", seat=SEAT)

STOCK: Final = 0
SPIED: Final = 1


@dataclass(slots=True, eq=False)
class Field(State):
    rounds: int = 6
    most_strength: int = 4
    round: int = 1
    turn: int = 0
    strength: list[int] = field(default_factory=list)
    fell: list[int] = field(default_factory=list)
    """0 while a seat is in, then which in the order of falling."""
    bound: list[list[int]] = field(default_factory=list)
    """bound[a][b]: the last round in which a may not attack b; 0 is never."""
    orders: list[int] = field(default_factory=list)
    """The orders that a seat has left, as a mask."""
    bonds: list[tuple[int, ...]] = field(default_factory=list)
    """FDN-6.3: seat, bond, the moment that ends it, how often."""
    offer_by: int = UNKNOWN
    offer_to: int = UNKNOWN
    offer: list[int] = field(default_factory=list)
    attacker: int = UNKNOWN
    defender: int = UNKNOWN
    stock: Zone = field(default_factory=Zone)
    discard: Zone = field(default_factory=Zone)
    hands: list[Zone] = field(default_factory=list)
    rows: list[MarkedZone] = field(default_factory=list)


def standing(state: Field) -> list[int]:
    """FDN-5.1: the seats that are still in."""
    return [seat for seat in range(len(state.fell)) if not state.fell[seat]]


def is_bound(state: Field, seat: int, other: int) -> bool:
    """FDN-4.3: whether a treaty forbids a seat to attack another."""
    return state.bound[seat][other] >= state.round


def has_treaty(state: Field, seat: int, other: int) -> bool:
    """FDN-4.4: whether a treaty between two seats is in force."""
    return is_bound(state, seat, other) or is_bound(state, other, seat)


# FDN-6: orders, whom they mean and what bonds do

SEATS: Final[Selector[Field]] = Selector(
    me=lambda state, here, number: [here.source],
    it=lambda state, here, number: [here.about],
)
EFFECTS: Final[Effects[Field]] = Effects(standing, lambda state, seat: lasting_on(state.bonds, seat))
TURN_ENDS, ROUND_ENDS = (EFFECTS.moment(name) for name in ("turn_ends", "round_ends"))
ATTACKING, RESTING = (EFFECTS.moment(name) for name in ("attack", "rest"))
BLOCKADED, INSPIRED = (EFFECTS.ability({}, name) for name in BONDS)
EFFECTS.gives(BLOCKADED, "attack", -1, SEATS, "me")
EFFECTS.gives(INSPIRED, "rest", 1, SEATS, "me")
LAST: Final = (TURN_ENDS, ROUND_ENDS)
"""When a bond ends: with the next turn of its seat, with the round."""
CELLS: Final = [EFFECTS.cell(text, f"orders, {name}") for name, text in ORDERS.items()]


# Questions


class Propose(Prompt[Field]):
    """Nobody, or a partner and then one or two different clauses."""

    key, rule, open, many = "propose", "FDN-4.1", True, True
    families = (PARTNER, TREATY)

    def next(self, state: Field, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if not picked:
            others = [other for other in standing(state) if other != seat]
            return [DONE, *(PARTNER.code(other) for other in others)]
        used = [TREATY.value(code) for code in picked[1:]]
        if len(used) == 2:
            return ()
        codes = [
            TREATY.code(clause, rounds)
            for clause in range(len(CLAUSES))
            for rounds in range(1, LONGEST + 1)
            if clause not in used
        ]
        return [DONE, *codes] if used else codes


class Reply(Prompt[Field]):
    key, rule, open = "reply", "FDN-4.2", True
    families = (ACTIONS.by_name["accept"], ACTIONS.by_name["refuse"])

    def legal(self, state: Field, seat: int, arg: int) -> Sequence[int]:
        return (ACCEPT, REFUSE)

    def default(self, state: Field, seat: int, arg: int) -> int:
        return REFUSE


class Main(Prompt[Field]):
    key, rule, open, families = "main", "FDN-1.2", True, (ATTACK, TEAR, ORDER)

    def legal(self, state: Field, seat: int, arg: int) -> Sequence[int]:
        others = [other for other in standing(state) if other != seat]
        can_attack = EFFECTS.amount(state, ATTACKING, seat) >= 0
        orders = [order for order in range(len(ORDERS)) if state.orders[seat] >> order & 1]
        return [
            DONE,
            *(ATTACK.code(other) for other in others if can_attack and not is_bound(state, seat, other)),
            *(TEAR.code(other) for other in others if has_treaty(state, seat, other)),
            *(ORDER.code(order, other) for order in orders for other in others),
        ]

    def why_not(self, state: Field, seat: int, arg: int, code: int) -> Reason:
        if ATTACK.has(code) and EFFECTS.amount(state, ATTACKING, seat) < 0:
            return Reason("FDN-6.3", "blockaded")
        if ATTACK.has(code) and ATTACK.value(code) in standing(state) and ATTACK.value(code) != seat:
            return Reason("FDN-4.3", "treaty", {"partner": {"seat": ATTACK.value(code)}})
        return Reason("FDN-1.2", "not_possible")


class Lay(Prompt[Field]):
    """An ordered row; how long it is becomes open when both are in."""

    key, rule, secret, many = "lay", "FDN-2.2", True, True
    field, families = "cards", (LAY, LAY_PAYING)

    def next(self, state: Field, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if len(picked) == COLUMNS:
            return ()
        cards = state.hands[seat].cards
        if state.rows[seat].markers:
            return [DONE, *self.paying(cards, picked)]
        return [
            DONE,
            *(LAY.code(card) for card in range(len(NAMES)) if picked.count(LAY.code(card)) < cards.count(card)),
        ]

    def paying(self, cards: Sequence[int], picked: Sequence[int]) -> list[int]:
        """FDN-7.1..7.2: the cards that are left, each for what is left to be paid."""
        laid = [LAY_PAYING.value(code) for code in picked]
        left = MOST_PAID - sum(LAY_PAYING.value(code, 1) for code in picked)
        kinds = [card for card in range(len(NAMES)) if laid.count(card) < cards.count(card)]
        return [LAY_PAYING.code(card, paid) for card in kinds for paid in range(least_paid(card), left + 1)]

    def why_not_many(self, state: Field, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        paid = [LAY_PAYING.values(code) for code in codes if LAY_PAYING.has(code)]
        if any(price < least_paid(card) for card, price in paid):
            return Reason("FDN-7.2", "too_cheap")
        if sum(price for _, price in paid) > MOST_PAID:
            return Reason("FDN-7.1", "too_dear")
        return Reason(self.rule, "not_possible")

    def shadow(self, codes: Sequence[int]) -> int:
        return len(codes)


class Retreat(Prompt[Field]):
    key, rule, open = "retreat", "FDN-2.4", True
    families = (ACTIONS.by_name["go_on"], ACTIONS.by_name["retreat"])

    def legal(self, state: Field, seat: int, arg: int) -> Sequence[int]:
        return (GO_ON, RETREAT)


PROPOSING: Final = Propose()
REPLYING: Final = Reply()
CHOOSING: Final = Main()
LAYING: Final = Lay()
RETREATING: Final = Retreat()

DEAL_STEP: Final = 1
OFFER_STEP: Final = 2
MAIN_STEP: Final = 3
CLOSE_STEP: Final = 4


# Rules


def deal_step(state: Field, table: Table[Field]) -> None:
    """FDN-1.4: hands at the start; seat 0 begins."""
    for seat in range(state.seats):
        refill(state, table, seat)
    push_turn(state, table, 0)


def push_turn(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.1: a turn, as steps."""
    state.turn = seat
    table.tell(TURN_BEGUN, seat, state.round)
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
    partner = PARTNER.value(picks[0])
    state.offer_by, state.offer_to, state.offer[:] = seat, partner, picks[1:]
    for code in picks[1:]:
        clause, rounds = TREATY.values(code)
        table.tell(OFFERED, seat, partner, clause, rounds)
    if table.ask(REPLYING, partner) == ACCEPT:
        table.tell(ACCEPTED, partner)
        sign(state)
    else:
        table.tell(REFUSED, partner)
    state.offer_by = state.offer_to = UNKNOWN
    state.offer.clear()


def sign(state: Field) -> None:
    """FDN-4.2: a treaty takes the place of an older one between the two."""
    seat, partner = state.offer_by, state.offer_to
    state.bound[seat][partner] = state.bound[partner][seat] = 0
    for code in state.offer:
        clause, rounds = TREATY.values(code)
        last = state.round + rounds
        if clause in (PEACE, SPARE):
            state.bound[seat][partner] = max(state.bound[seat][partner], last)
        if clause in (PEACE, PLEDGE):
            state.bound[partner][seat] = max(state.bound[partner][seat], last)


def main_step(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.2: tear up treaties, then fight at most once."""
    while not state.fell[seat] and (code := table.ask(CHOOSING, seat)) != DONE:
        if ATTACK.has(code):
            fight(state, table, seat, ATTACK.value(code))
            return
        if ORDER.has(code):
            give_order(state, table, seat, *ORDER.values(code))
            continue
        partner = TEAR.value(code)  # FDN-4.5
        state.bound[seat][partner] = state.bound[partner][seat] = 0
        table.tell(TORN, seat, partner)


def give_order(state: Field, table: Table[Field], seat: int, order: int, other: int) -> None:
    """FDN-6.1: an order is given once, in the open, and names another seat."""
    state.orders[seat] &= ~(1 << order)
    table.tell(ORDERED, seat, order, other)
    EFFECTS.carry_out(state, table, CELLS[order], Here(seat, other))


@EFFECTS.op("is_weak", "if strength<{least}:", sourced=True, least=AMOUNT)
def is_weak(state: Field, table: Table[Field], here: Here, least: int) -> bool:
    """FDN-6.2: whether the seat that gives the order has less strength than this."""
    return state.strength[here.source] < least


@EFFECTS.op("heal", who=SEATS, strength=AMOUNT)
def heal(state: Field, table: Table[Field], seat: int, strength: int) -> None:
    """FDN-6.2: strength comes back."""
    set_strength(state, table, seat, state.strength[seat] + strength)


@EFFECTS.op("look", who=SEATS, cards=AMOUNT, sourced=True)
def look(state: Field, table: Table[Field], here: Here, seat: int, cards: int) -> None:
    """FDN-6.2: the seat that gives the order sees cards of a hand, by chance and in secret."""
    hand = state.hands[seat]
    for _ in range(cards):
        dark = [place for place, mask in enumerate(hand.masks) if not mask >> here.source & 1]
        if not dark:
            return
        card = table.draw(SPIED, [hand.cards[place] for place in dark])
        state.look(hand, next(place for place in dark if hand.cards[place] == card), here.source)
        table.tell(SEEN, here.source, seat, priv=1 << here.source, secret=(card,))
        hand.tidy()


@EFFECTS.op("bind", who=SEATS, bond=BOND)
def bind(state: Field, table: Table[Field], seat: int, bond: int) -> None:
    """FDN-6.3: a bond for a while."""
    state.bonds.append((seat, bond, LAST[bond], 1))
    table.tell(BOUND, seat, bond)


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
    table.tell(ATTACKED, attacker, defender)
    rows = table.ask_all_many(LAYING, both)
    if any(marker.sees != KNOWERS for marker in state.rows[attacker].markers):
        state.disclose()  # FDN-7.1: what was paid is now open
    for seat, row in zip(both, rows, strict=True):
        lay(state, table, seat, row)
    for column in range(COLUMNS):
        if column >= max(len(state.rows[seat]) for seat in both):
            break
        reveal(state, table, column)
        if not (state.strength[attacker] and state.strength[defender]):
            break
        if column == 0 and is_hidden_left(state) and table.ask(RETREATING, attacker) == RETREAT:  # FDN-2.4
            table.tell(RETREATED, attacker)
            break
    for seat in both:
        clear(state, table, seat)
    state.attacker = state.defender = UNKNOWN
    drop_out(state, table, [seat for seat in both if not state.strength[seat]])


def lay(state: Field, table: Table[Field], seat: int, row: list[int]) -> None:
    """FDN-2.2: the row goes face down from the hand to the table."""
    hand, laid = state.hands[seat], state.rows[seat]
    for code in row:
        card = LAY_PAYING.value(code) if LAY_PAYING.has(code) else LAY.value(code)
        state.move(hand, hand.cards.index(card), laid)
        table.tell(LAID, seat, priv=1 << seat, secret=(card,))
        if LAY_PAYING.has(code):
            pay(state, table, seat, LAY_PAYING.value(code, 1))


def pay(state: Field, table: Table[Field], seat: int, price: int) -> None:
    """FDN-7.1: the price lies beside the card that was laid last."""
    laid = state.rows[seat]
    laid.marks[PAID][-1] = price
    if laid.markers[PAID].sees == KNOWERS:
        table.tell(PAID_UNSEEN, seat, priv=1 << seat, secret=(price,))
    else:
        table.tell(PAID_OPENLY, seat, price)


def least_paid(card: int) -> int:
    """FDN-7.2: the least that is paid for a card."""
    return FEINT_PRICE if card == FEINT else 0


def fits(state: Field, group: int) -> bool:
    """FDN-7.1..7.2: tell whether what is paid for the rows can lie there, as far as the cards are of this group."""
    for row in state.rows:
        if group in row.groups and row.markers:
            if sum(row.marks[PAID]) > MOST_PAID:
                return False
            if any(paid < least_paid(card) for card, paid in row.entries()):
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
            table.tell(REVEALED, seats[side], shown[side])
    changes = [change(shown[0], shown[1]), change(shown[1], shown[0])]
    for side in (0, 1):
        if changes[side] < 0 and state.rows[seats[side]].markers:
            changes[side] -= state.rows[seats[1 - side]].marks[PAID][column]  # FDN-7.3
        if changes[side] > 0:
            changes[side] += EFFECTS.amount(state, RESTING, seats[side])
        if changes[side]:
            set_strength(state, table, seats[side], state.strength[seats[side]] + changes[side])


def change(own: int, other: int) -> int:
    """FDN-3.1: a strike hurts unless guarded, a feint hurts a guard, a rest that is not hurt heals."""
    hurt = (other == STRIKE and own != GUARD) or (other == FEINT and own == GUARD)
    return -1 if hurt else int(own == REST)


def set_strength(state: Field, table: Table[Field], seat: int, strength: int) -> None:
    """FDN-3.2: strength stays within 0 and what it was at the start."""
    strength = max(0, min(state.most_strength, strength))
    if strength != state.strength[seat]:
        state.strength[seat] = strength
        table.tell(CHANGED, seat, strength)


def clear(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-2.5: revealed cards are discarded, the others go back to the hand unseen."""
    row = state.rows[seat]
    while row.cards and row.masks[0] == -1:
        state.move(row, 0, state.discard)
    if row.cards:
        table.tell(TOOK_BACK, seat, len(row))
        state.move_all(row, state.hands[seat])


def drop_out(state: Field, table: Table[Field], seats: list[int]) -> None:
    """FDN-5.1: who has no strength left is out and shows and discards the hand; one or none left is the end."""
    number = 1 + max(state.fell)
    for seat in seats:
        state.strength[seat], state.fell[seat], state.orders[seat] = 0, number, 0
        for other in range(state.seats):
            state.bound[seat][other] = state.bound[other][seat] = 0
        table.tell(FELL, seat)
        while len(state.hands[seat]):
            table.tell(SHOWN, seat, state.move(state.hands[seat], 0, state.discard))
    if len(standing(state)) < 2:
        end(state, table, 0)


def end(state: Field, table: Table[Field], result: int) -> None:
    """FDN-5.2..5.3: ranks by strength, then by who fell later; what is equal shares a rank."""
    ranks = standings(state)
    for seat in range(state.seats):
        if ranks[seat] == 1:
            table.tell(WON, seat)
    table.finish(result, ranks)


def standings(state: Field) -> list[int]:
    """FDN-5.2: the rank of each seat."""
    marks = [10 * s + f for s, f in zip(state.strength, state.fell, strict=True)]
    return [1 + sum(other > mark for other in marks) for mark in marks]


def refill(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.4..1.5: draw up to five; the discards become a new stock when it has run out."""
    while len(state.hands[seat]) < HAND:
        if not state.stock.cards:
            if not state.discard.cards:
                return
            state.move_all(state.discard, state.stock)
            state.shuffle(state.stock)
            table.tell(RESHUFFLED)
        card = table.draw(STOCK, state.stock.cards)
        state.move(state.stock, state.stock.cards.index(card), state.hands[seat])
        table.tell(DREW, seat, priv=1 << seat, secret=(card,))


# What is seen


@dataclass(slots=True)
class View:
    round: Annotated[int, ROUND]
    turn: Annotated[int, SEAT]
    strength: Annotated[list[int], Many(STRENGTH, MOST, by_seat=True)]
    out: Annotated[list[int], Many(Flag(), MOST, by_seat=True)]
    bound: Annotated[list[list[int]], Many(Many(ROUND, MOST, by_seat=True), MOST, by_seat=True)]
    orders: Annotated[list[list[int]], Many(Many(ORDER_NAME, len(ORDERS)), MOST, by_seat=True)]
    bonds: Annotated[list[list[int]], Many(Many(BOND, 4), MOST, by_seat=True)]
    offer_by: Annotated[int, SEAT]
    offer_to: Annotated[int, SEAT]
    clauses: Annotated[list[int], Many(CLAUSE, 2)]
    clause_rounds: Annotated[list[int], Many(Count(LONGEST), 2)]
    attacker: Annotated[int, SEAT]
    defender: Annotated[int, SEAT]
    stock: Annotated[int, Count(len(NAMES) * COPIES)]
    discard: Annotated[list[int], Cards(NAMES, len(NAMES) * COPIES)]
    hands: Annotated[list[list[int]], Many(Cards(NAMES, HAND), MOST, by_seat=True)]
    rows: Annotated[list[list[int]], Many(Many(CARD, COLUMNS), MOST, by_seat=True)]
    paid: Annotated[list[list[int]], Many(Many(PRICE, COLUMNS), MOST, by_seat=True)]


def column_duel(seats: tuple[int, int], cards: list[list[int]], number: int) -> Duel:
    """FDN-3.1: what each of two cards of a column does to its own side, once both are known."""
    known = [row[0] if row else UNKNOWN for row in cards]
    hidden = any(row == [UNKNOWN] for row in cards)
    sides = [
        Side(
            Phrase("label.change"),
            None if hidden else change(known[side], known[1 - side]),
            seat,
            pieces=[
                Piece(f"row{seat}.{number}", "card", flags=["face_down"])
                if card == UNKNOWN
                else Piece(f"row{seat}.{number}", "card", f"card-{NAMES[card]}", Phrase(f"card.{NAMES[card]}"))
                for card in cards[side]
            ],
        )
        for side, seat in enumerate(seats)
    ]
    return Duel(sides, rule="FDN-3.1", title=Phrase("label.column", {"number": number + 1}))


class FaceDown(Game[Field]):
    name, prefix = "face_down", "FDN"
    least_seats, most_seats = 2, MOST
    options = (
        Option("rounds", 6, least=1, most=20, rule="FDN-5.3", common=True),
        Option("strength", 4, least=1, most=9, rule="FDN-3.2"),
        Option("orders", "off", ("off", "on"), rule="FDN-6.1"),
        Option("prices", "off", ("off", "open", "secret"), rule="FDN-7.1"),
    )
    results = ("last", "strength")
    streams = {"stock": CARD, "spied": CARD}
    actions, events, view_class = ACTIONS, EVENTS, View
    prompts = (PROPOSING, REPLYING, CHOOSING, LAYING, RETREATING)
    steps = (deal_step, offer_step, main_step, close_step)
    most_decisions = 2_000

    def setup(self, options: Mapping[str, Any], seats: int) -> Field:
        state = Field(rounds=options["rounds"], most_strength=options["strength"])
        state.strength, state.fell = [state.most_strength] * seats, [0] * seats
        state.orders = [(1 << len(ORDERS)) - 1 if options["orders"] == "on" else 0] * seats
        state.bound = [[0] * seats for _ in range(seats)]
        state.stock = state.deck([card for card in range(4) for _ in range(COPIES)])
        state.hands = [Zone(sees=1 << seat) for seat in range(seats)]
        state.rows = [MarkedZone(MARKERS[options["prices"]], 1 << seat) for seat in range(seats)]
        state.push(DEAL_STEP)
        return state

    def view(self, state: Field, viewer: int) -> View:
        clauses = [TREATY.values(code) for code in state.offer]
        return View(
            round=state.round,
            turn=state.turn,
            strength=list(state.strength),
            out=[int(fell > 0) for fell in state.fell],
            bound=[list(row) for row in state.bound],
            orders=[[order for order in range(len(ORDERS)) if mask >> order & 1] for mask in state.orders],
            bonds=[lasting_on(state.bonds, seat) for seat in range(state.seats)],
            offer_by=state.offer_by,
            offer_to=state.offer_to,
            clauses=[clause for clause, _ in clauses],
            clause_rounds=[rounds for _, rounds in clauses],
            attacker=state.attacker,
            defender=state.defender,
            stock=len(state.stock),
            discard=state.discard.known(viewer),
            hands=[hand.known(viewer) for hand in state.hands],
            rows=[row.known(viewer) for row in state.rows],
            paid=[row.marked(PAID, viewer) if row.markers else [] for row in state.rows],
        )

    def resample(self, state: Field, seat: int, rng: Stream) -> None:
        state.resample_zones(seat, rng, fits=fits)

    def leave_ends(self, state: Field, seat: int) -> bool:
        return len(standing(state)) <= 2 and not state.fell[seat]

    def forfeit(self, state: Field, seat: int) -> Outcome:
        ranks = [state.seats if other == seat else 1 for other in range(state.seats)]
        for other in range(state.seats):
            if state.fell[other]:
                ranks[other] = 2
        winners = [other for other in range(state.seats) if ranks[other] == 1]
        return Outcome("forfeit", ranks, winners, [])

    def on_leave(self, state: Field, table: Table[Field], seat: int) -> None:
        if not state.fell[seat]:
            drop_out(state, table, [seat])

    def refusal_rule(self, state: Field) -> str:
        return "FDN-1.1"

    def board(self, view: View, viewer: int, legal: Sequence[int], prompt: Prompt[Field] | None) -> Scene:
        """The columns of the fight are compared side by side, in place of rows on the boards of the two."""
        scene = super().board(view, viewer, legal, prompt)
        sides = (view.attacker, view.defender)
        if UNKNOWN in sides:
            return scene
        rows = [view.rows[seat] for seat in sides]
        for panel in scene.panels:
            panel.zones = [zone for zone in panel.zones if not zone.id.startswith("rows")]
        scene.duels = [column_duel(sides, [row[n : n + 1] for row in rows], n) for n in range(max(map(len, rows)))]
        return scene

    def evaluate(self, view: View, seat: int) -> float:
        return view.strength[seat] / max(1, sum(view.strength))

    def rate(
        self,
        view: View,
        prompt: Prompt[Field],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        return float(code != DONE and not TEAR.has(code) and not PARTNER.has(code))

    def rounds(self, state: Field) -> int:
        return state.round


EFFECTS.close()
GAME = FaceDown()
