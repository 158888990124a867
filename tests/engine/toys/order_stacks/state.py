"""What lies on the table of order stacks, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.toys.order_stacks import names
from shapan.engine.deck import hidden, hidden_row, own
from shapan.engine.fact import NOBODY, OPENLY, Figure, by_seat, fact, row
from shapan.engine.kinds import UNKNOWN, Count
from shapan.engine.sparse_table import SparseTable
from shapan.engine.state import State
from shapan.engine.zone import Zone

START, ROUND, PLACING, TURNING, SCORE = 1, 2, 3, 4, 5


@dataclass(slots=True, eq=False)
class OrderStacks(State):
    MAX_SEATS: ClassVar[int] = names.MOST

    rounds: int = fact(names.NUMBER, start=3)
    round: int = fact(names.NUMBER, start=0)
    turn: int = fact(names.SEAT, start=0)
    area: int = fact(names.AREA)
    """The area whose token is being carried out."""
    attacker: int = fact(names.SEAT)
    defender: int = fact(names.SEAT)
    holder: list[int] = fact(SparseTable(names.PLACES, names.SEAT, default=UNKNOWN), start=[UNKNOWN] * names.AREAS)
    """By area, the seat that holds it."""
    units: list[int] = fact(SparseTable(names.PLACES, Count(names.UNITS)), start=[0] * names.AREAS)
    points: list[int] = by_seat(names.NUMBER, start=0)
    stacks: list[Zone] = row(names.STACK, names.AREAS, start=lambda area: hidden_row(), at="areas.*.stack")
    owners: list[list[int]] = row(names.OWNERS, names.AREAS, start=lambda area: [], at="areas.*.owners")
    """By area, the owners of the tokens of its stack, bottom to top: they are open."""
    supply: list[Zone] = by_seat(names.HEAP, start=own)
    spent: list[Zone] = by_seat(names.HEAP, start=lambda seat: Zone())
    decks: list[Zone] = by_seat(names.HELD, at="deck", sees=NOBODY, start=lambda seat: hidden())
    hands: list[Zone] = by_seat(names.HELD, at="hand", start=own)
    played: list[Zone] = by_seat(names.HELD, sees=NOBODY, start=lambda seat: Zone())
    """For the moment in which two cards are compared; nobody is asked anything then."""
    discards: list[Zone] = by_seat(names.HELD, start=lambda seat: Zone())

    FIGURES: ClassVar = (Figure("seats.*.deck_size", Count(len(names.DECK)), "decks[{i}].size()", sees=OPENLY),)


def strength(state: OrderStacks, seat: int) -> int:
    """ORD-5.2: all units of a seat."""
    return sum(state.units[n] for n in range(names.AREAS) if state.holder[n] == seat)


def spies_of(state: OrderStacks, seat: int) -> int:
    """ORD-2.2: the spies of a seat that lie on the stacks."""
    number = 0
    for area in range(names.AREAS):
        for owner, card in zip(state.owners[area], state.stacks[area].cards, strict=False):
            number += owner == seat and card == names.SPY
    return number


def top(state: OrderStacks, area: int) -> int:
    """Return the owner of the top token of a stack that is still face down, or `UNKNOWN`."""
    return state.owners[area][-1] if state.owners[area] and area != state.area else UNKNOWN
