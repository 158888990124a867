"""What is under way on the table: an order that is carried out, and a battle (SC-9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.engine.fact import fact, row
from shapan.engine.kinds import UNKNOWN, Count, Enum, Flag
from shapan.engine.part import Part
from shapan.engine.zone import Zone
from shapan.games.starcraft import names

UNIT_KINDS: Final = len(names.UNITS)
AREAS: Final = len(names.AREAS)

# An order that is carried out

BUILD_STEPS: Final = ("a", "b", "c")
STEP_A, STEP_B, STEP_C = range(len(BUILD_STEPS))


@dataclass(slots=True, eq=False)
class Order(Part):
    """SC-3.1: the order that was revealed, and what has been done by it."""

    seat: int = fact(names.SEAT)
    order: int = fact(names.ORDER)
    planet: int = fact(names.PLANET)
    step: int = fact(Enum(BUILD_STEPS), start=STEP_A)
    """SC-5.1: in a Build order, the step of its last purchase."""
    bought: int = fact(Flag(), start=0)
    """SC-3.7: a Build order has bought something."""
    built: int = fact(Count(30), start=0)
    """SC-5.5: how many units have been built."""
    building: int = fact(Flag(), start=0)
    module: int = fact(Flag(), start=0)
    discounted: int = fact(Flag(), start=0)
    """SC-5.10: the discount of Special Build is used."""
    fresh: list[int] = row(rows=AREAS)
    """SC-5.6: by area, units built in this order that could be destroyed for a tech-required one."""


# A battle

ATTACKER, DEFENDER = 0, 1
MAX_SKIRMISHES: Final = names.MAX_SKIRMISHES
LINES: Final = 2 * MAX_SKIRMISHES
"""A line is one side of a skirmish: skirmish * 2 + side."""
PHASES: Final = ("start", "pair", "cards", "resolve", "splash", "retreat")
START, PAIR, CARDS, RESOLVE, SPLASH, RETREAT = range(len(PHASES))
CANCELLED: Final = 1
"""In `Battle.calm`: the battle was cancelled (event Retreat)."""


@dataclass(slots=True, eq=False)
class Battle(Part):
    """SC-9: a battle, from its beginning to its end."""

    area: int = fact(names.AREA)
    attacker: int = fact(names.SEAT)
    defender: int = fact(names.SEAT)
    special: int = fact(Flag(), start=0)
    """SC-6.9: the order is a Special Mobilize."""
    at: int = fact(Enum(PHASES), start=START)
    calm: int = fact(Flag(), start=0)
    number: int = fact(Count(MAX_SKIRMISHES), start=0)
    """How many skirmishes there are."""
    fronts: list[int] = row(rows=LINES, start=UNKNOWN)
    """By line, the front-line unit; -1 where it is dead or gone."""
    supports: list[int] = row(rows=LINES * UNIT_KINDS)
    """By line and unit, the supporting units."""
    standard: list[Zone] = row(rows=LINES, start=lambda line: Zone(sees=0))
    reinforcement: list[Zone] = row(rows=LINES, start=lambda line: Zone(sees=0))
    from_top: list[int] = row(rows=LINES)
    """By line, whether its standard card came unseen from the deck (SC-9.6)."""
    open: list[int] = row(rows=LINES)
    """By line, whether its cards lie face up (SC-9.17)."""
    resolved: list[int] = row(rows=MAX_SKIRMISHES)
    fighting: int = fact(start=UNKNOWN)
    """The skirmish that is being resolved."""
    fortified: list[int] = row(rows=2)
    """By side, units whose health as a front-line unit is 1 greater (Bunker, Shield Battery), as a mask."""
    hardened: list[int] = row(rows=2)
    """By side, by how much the health of each front-line unit is greater (Flawless Defense Plan)."""
    exposed: list[int] = row(rows=2)
    """By side, whether it places its cards first and face up everywhere (Intelligence Report)."""
    bloodbath: list[int] = row(rows=2)
    """By side, how many splashes are due to it by Bloodbath."""
    outcomes: list[tuple[int, ...]] = fact(start=())
    """SC-9.7.5: what has been compared, in order: the skirmish, then of A and D the front-line unit, its attack, its
    health, its standard card, what supporters added, whether it was to fall (-1: it is no target). Shown until the
    battle is over."""
    splash: list[tuple[int, ...]] = fact(start=())
    """SC-9.10: splashes that have triggered: the side that loses a unit, the splash, its case."""
    passed: list[int] = row(rows=2)
    """By side of the skirmish that is resolved, whether its reinforcement is in force (SC-9.7.4)."""
    waiting: list[int] = row(rows=LINES)
    """By line, which of its cards wait for their splash (SC-9.7.8): 1 the standard card, 2 the reinforcement."""
    leaving: list[tuple[int, ...]] = fact(start=())
    """SC-10.1, SC-9.12: units that are to withdraw or retreat: side and unit."""
    needed: int = fact(start=0)
    """How many units the one who is asked must still give up."""
