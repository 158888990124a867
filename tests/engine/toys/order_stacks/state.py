"""What lies on the table of order stacks, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.toys.order_stacks import names
from shapan.engine.kinds import UNKNOWN
from shapan.engine.state import State
from shapan.engine.zone import Zone

START, ROUND, PLACING, TURNING, SCORE = 1, 2, 3, 4, 5


@dataclass(slots=True, eq=False)
class OrderStacks(State):
    rounds: int = 3
    round: int = 0
    turn: int = 0
    area: int = UNKNOWN
    """The area whose token is being carried out."""
    attacker: int = UNKNOWN
    defender: int = UNKNOWN
    holder: list[int] = field(default_factory=list)
    """By area, the seat that holds it."""
    units: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    stacks: list[Zone] = field(default_factory=list)
    owners: list[list[int]] = field(default_factory=list)
    """By area, the owners of the tokens of its stack, bottom to top: they are open."""
    supply: list[Zone] = field(default_factory=list)
    spent: list[Zone] = field(default_factory=list)
    decks: list[Zone] = field(default_factory=list)
    hands: list[Zone] = field(default_factory=list)
    played: list[Zone] = field(default_factory=list)
    discards: list[Zone] = field(default_factory=list)


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
