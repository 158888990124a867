"""What lies on the table of face down, and what its orders and bonds change (FDN-6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.toys.face_down import actions, names
from shapan.engine.deck import hidden, own
from shapan.engine.effects import Effects, Selector
from shapan.engine.fact import NOBODY, OPENLY, Figure, by_seat, fact
from shapan.engine.kinds import Cards, Count, Flag, Many
from shapan.engine.lasting import lasting_on
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.state import State
from shapan.engine.zone import Zone

STOCK: Final = 0
SPIED: Final = 1


@dataclass(slots=True, eq=False)
class Field(State):
    MAX_SEATS: ClassVar[int] = names.MOST

    rounds: int = 6
    max_strength: int = 4
    round: int = fact(names.ROUND, start=1)
    turn: int = fact(names.SEAT, start=0)
    strength: list[int] = by_seat(names.STRENGTH, start=0)
    fell: list[int] = by_seat(start=0)
    """0 while a seat is in, then which in the order of falling."""
    bound: list[list[int]] = by_seat(Many(names.ROUND, names.MOST, by_seat=True), start=lambda seat: [])
    """bound[a][b]: the last round in which a may not attack b; 0 is never."""
    orders: list[int] = by_seat(start=0)
    """The orders that a seat has left, as a mask."""
    bonds: list[tuple[int, ...]] = fact(start=())
    """FDN-6.3: seat, bond, the moment that ends it, how often."""
    offer_by: int = fact(names.SEAT)
    offer_to: int = fact(names.SEAT)
    offer: list[int] = fact(start=())
    attacker: int = fact(names.SEAT)
    defender: int = fact(names.SEAT)
    stock: Zone = fact(names.PILE, sees=NOBODY, start=hidden)
    discard: Zone = fact(names.PILE, start=Zone)
    hands: list[Zone] = by_seat(Cards(names.NAMES, names.HAND), at="hand", start=own)
    rows: list[MarkedZone] = by_seat(start=lambda seat: MarkedZone((), 1 << seat))
    """What lies beside the cards is a matter of the option, so figures write it."""

    FIGURES: ClassVar = (
        Figure("stock_size", Count(names.PILE.most), "stock.size()", sees=OPENLY),
        Figure("clauses", Many(names.CLAUSE, 2)),
        Figure("clause_rounds", Many(Count(names.LONGEST), 2)),
        Figure("seats.*.out", Flag(), "is_out({i})"),
        Figure("seats.*.orders", Many(names.ORDER_NAME, len(names.ORDERS)), "orders_of({i})"),
        Figure("seats.*.bonds", Many(names.BOND, 4), "bonds_of({i})"),
        Figure("seats.*.row", Many(names.CARD, names.COLUMNS), "rows[{i}].cards"),
        Figure("seats.*.paid", Many(names.PRICE, names.COLUMNS)),
    )

    def clauses(self) -> list[int]:
        """Return the clauses that are offered."""
        return [actions.TREATY.value(code) for code in self.offer]

    def clause_rounds(self) -> list[int]:
        """Return for how many rounds each of them is."""
        return [actions.TREATY.value(code, 1) for code in self.offer]

    def is_out(self, seat: int) -> int:
        """Tell whether a seat has fallen."""
        return int(self.fell[seat] > 0)

    def orders_of(self, seat: int) -> list[int]:
        """Return the orders that a seat has left."""
        return [order for order in range(len(names.ORDERS)) if self.orders[seat] >> order & 1]

    def bonds_of(self, seat: int) -> list[int]:
        """Return what binds a seat now."""
        return lasting_on(self.bonds, seat)

    def paid(self, seat: int) -> list[int]:
        """Return what is paid for the cards of a seat's row; nothing where nothing is paid for any."""
        row = self.rows[seat]
        return row.marks[names.PAID] if row.markers else []


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
BLOCKADED, INSPIRED = (EFFECTS.ability({}, name) for name in names.BONDS)
EFFECTS.gives(BLOCKADED, "attack", -1, SEATS, "me")
EFFECTS.gives(INSPIRED, "rest", 1, SEATS, "me")
LAST: Final = (TURN_ENDS, ROUND_ENDS)
"""When a bond ends: with the next turn of its seat, with the round."""
CELLS: Final = [EFFECTS.cell(text, f"orders, {name}") for name, text in names.ORDERS.items()]


def min_paid(card: int) -> int:
    """FDN-7.2: the least that is paid for a card."""
    return names.FEINT_PRICE if card == names.FEINT else 0
