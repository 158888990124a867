"""Random tables for the tests, many with ties: on a coarse lattice, in contact, corners on edges and lines."""

from __future__ import annotations

import random

from games.malifaux.geometry import reference
from games.malifaux.geometry.reference import RADII, TABLE, TRAITS, Area, Base, Spot
from shapan.games.malifaux.geometry.disc import Bases
from shapan.games.malifaux.geometry.sight import Field
from shapan.games.malifaux.geometry.terrain import Ground, Piece, disc_piece, mask_of, polygon_piece


def piece(area: Area) -> Piece:
    traits = mask_of(sorted(area.traits))
    if area.radius:
        return disc_piece("marker", *area.outline[0], area.radius, area.height, traits)
    return polygon_piece("piece", area.outline, area.height, traits)


def field(bases: list[Base], areas: list[Area], elevation: bool = False) -> Field:
    return Field(Ground([piece(area) for area in areas], elevation), rows(bases))


def rows(bases: list[Base]) -> Bases:
    x, y, r, size = ([base[i] for base in bases] for i in range(4))
    return Bases(x, y, r, size, [0] * len(bases))


def area(chance: random.Random, x: int, y: int, size: int, traits: list[str] | None = None) -> Area:
    """A piece near a place; one in five is a marker."""
    named = frozenset(chance.sample(TRAITS, chance.randrange(1, 4)) if traits is None else traits)
    height = chance.randrange(6)
    if chance.random() < 0.2:
        return Area([(x, y)], height, named, chance.choice((591, 984)))
    return Area(reference.outline_near(chance, x, y, size), height, named)


def spot(chance: random.Random, low: int, high: int) -> Spot:
    grid = chance.choice((1, 1, 50, 500))
    return chance.randrange(low, high) // grid * grid, chance.randrange(low, high) // grid * grid


def base(chance: random.Random, low: int = 11000, high: int = 19000) -> Base:
    return Base(*spot(chance, low, high), chance.choice(RADII), chance.randrange(1, 5))


def beside(chance: random.Random, other: Base, r: int) -> Base:
    """A base in contact with another, or a little more or less than that."""
    k, off = chance.randrange(64), chance.choice((-11, -10, -9, 0, 9, 10, 11))
    x, y = reference.along(
        other.at, (other.x + (k % 8 - 4) * 100 + 50, other.y + k // 8 * 100 - 350), other.r + r + off
    )
    return Base(x, y, r)


def turned(x: int, y: int) -> tuple[int, int]:
    """Return a point as the other player sees it, turned about the centrepoint (MFX-13.17)."""
    return 36000 - x, 36000 - y


def mirrored(bases: list[Base], areas: list[Area]) -> tuple[list[Base], list[Area]]:
    """The same table as the other player sees it."""
    return (
        [Base(TABLE - one.x, TABLE - one.y, one.r, one.size) for one in bases],
        [one._replace(outline=[(TABLE - x, TABLE - y) for x, y in one.outline]) for one in areas],
    )


def crowded(chance: random.Random) -> tuple[list[Base], list[Area]]:
    """Some bases that do not overlap, the first to move, among some pieces, none Impassable under a base."""
    areas = [area(chance, *spot(chance, 12000, 18000), chance.choice((700, 2000, 4000))) for _ in range(3)]
    bases: list[Base] = []
    for _ in range(30):
        new = beside(chance, bases[-1], chance.choice(RADII)) if bases and chance.random() < 0.3 else base(chance)
        if len(bases) < 5 and reference.stands(new, bases, areas):
            bases.append(new)
    return bases, areas
