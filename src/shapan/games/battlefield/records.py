"""What is under way on the table, and what lies beside the cards of units; clauses of treaties as they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from shapan.engine.fact import fact
from shapan.engine.kinds import UNKNOWN, Count, Enum, Flag
from shapan.engine.marked_zone import Marker
from shapan.engine.part import Part
from shapan.games.battlefield import names

# What lies beside the card of a unit, in the order of the rows

TAG, AT, OWNED, OPEN, DURABILITY, ABOARD, STAY, EVASION, SPENT, USES, PAID, TERMS = range(12)
MARKERS: Final = (
    Marker("unit", names.UNIT),
    Marker("at", names.TERRITORY),
    Marker("owner", names.SEAT),
    Marker("open", Flag(), 1),
    Marker("durability", Count(names.UNIT_DURABILITY), names.UNIT_DURABILITY),
    Marker("aboard", names.UNIT, UNKNOWN),
    Marker("stay", Enum(names.STAYS)),
    Marker("evasion", names.SEAT, UNKNOWN),
    Marker("spent", Flag()),
    Marker("uses", Count(1 << len(names.UNIT_USES))),
    Marker("paid", names.PRICE, UNKNOWN),
    Marker("terms", Count(1 << 26), UNKNOWN),
)
"""`terms` is what all can conclude of a hidden unit (`formulas.terms`); -1 where nothing is known of it."""

# Why units are about to be destroyed (BF-7.6)

CAUSES: Final = ("fight", "capture", "bomb", "assassination")
BY_FIGHT, BY_CAPTURE, BY_BOMB, BY_ASSASSINATION = range(len(CAUSES))


@dataclass(slots=True, eq=False)
class Attack(Part):
    """BF-7.3 to 7.7: the attack of one unit, from its declaration to its end."""

    attacker: int = fact(names.UNIT)
    target: int = fact(names.TARGET)
    """A unit, or behind those a territory."""
    ground: int = fact(names.TERRITORY)
    """Where the target stood when it was declared."""
    fighting: int = fact(Flag(), start=0)
    """BF-7.10: whether the fight has begun and is not yet over, so that Jam and Hack work."""
    jammed: int = fact(Count(3), start=0)
    """BF-7.10: the sides whose unit has no keywords to the end of the fight, as a mask: 1 attacker, 2 target."""
    hacked: int = fact(start=0)
    """BF-7.10: the seats whose modification cards do not work to the end of the fight, as a mask."""
    fourth: int = fact(Flag(), start=0)
    revealed: int = fact(Count(4), start=0)
    shielded: int = fact(Flag(), start=0)
    """BF-7.5.4: whether Zeus Shield has been tossed for."""


@dataclass(slots=True, eq=False)
class Danger(Part):
    """BF-7.6: a unit that is about to be destroyed, and what is offered for its retreat."""

    unit: int = fact(names.UNIT)
    cause: int = fact(Enum(CAUSES))
    opponent: int = fact(names.SEAT)
    """Who may not help: the other side of the fight, the player of the special attack."""
    card: int = fact(Flag(), start=0)
    resource: int = fact(Flag(), start=0)


@dataclass(slots=True, eq=False)
class Deal(Part):
    """BF-6.4: a trade that is offered."""

    seller: int = fact(names.SEAT)
    buyer: int = fact(names.SEAT)
    unit: int = fact(names.UNIT)
    price: int = fact(names.PRICE)


@dataclass(slots=True, eq=False)
class Special(Part):
    """BF-8.1: a special attack that is played, and may still be nullified."""

    card: int = fact(names.CARD)
    price: int = fact(names.PRICE)
    target: int = fact(names.SEAT)
    ground: int = fact(names.TERRITORY)
    points: list[int] = fact(start=())
    """BF-8.4: a territory for each point."""


Treaty: TypeAlias = "tuple[int, ...]"
"""A clause: proposer, other party, type, bound side, last round (-1: until torn), number, third seat."""
C_PROPOSER, C_TARGET, C_TYPE, C_SIDE, C_UNTIL, C_NUMBER, C_THIRD = range(7)
