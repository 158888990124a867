"""The ground: a table to scale as a part of the scene, for games that measure.

Points are [x, y] and lengths integers in the unit of the game, y grows upwards. What is drawn here decides nothing:
where something may stand, how far a way is and what it touches the rules alone say (`Prompt.test`); tables ask them.
"""

# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from shapan.engine.phrase import Phrase

Point = list[int]


class Mark(msgspec.Struct, omit_defaults=True):
    """A small sign at the rim of a base: a condition, a burden, with its number where it has one."""

    label: Phrase
    glyph: str = ""
    value: int = 0


class Base(msgspec.Struct, omit_defaults=True):
    """How a piece stands on a ground: a disc that covers what it covers on the table, and what its rim tells."""

    at: Point
    radius: int
    value: int = -1
    """What the arc round it shows, of `most`; -1: there is no arc."""
    most: int = 0
    marks: list[Mark] = []
    spent: bool = False
    """It has done what it can do this turn."""


class Area(msgspec.Struct, omit_defaults=True):
    """A part of the ground that has a meaning, such as where a seat sets up: a polygon, or a disc."""

    label: Phrase
    points: list[Point] = []
    at: Point = []
    radius: int = 0
    owner: int = -1
    lit: bool = False
    """The open question is about it."""
    code: int = -1
    """The answer that chooses it; -1 where none does."""


class Rule(msgspec.Struct, omit_defaults=True):
    """A line on the ground through some points, such as the middle."""

    points: list[Point]
    label: Phrase | None = None
    kind: str = ""
    """dots, dashes; without one it is a line of dashes and dots."""


class Trait(msgspec.Struct, omit_defaults=True):
    """What terrain does to things that come there: its name, and that in words."""

    label: Phrase
    text: Phrase | None = None


class Terrain(msgspec.Struct, omit_defaults=True):
    """Something that lies on the ground and is no piece: a polygon, or a disc."""

    id: str
    kind: str
    """How it is drawn, by its colour and hatch: building, wall, wood, rubble, water, crate, smoke."""
    label: Phrase
    points: list[Point] = []
    at: Point = []
    radius: int = 0
    height: int = 0
    """In the unit of the game; what is flat has a rim of dashes."""
    traits: list[Trait] = []
    glyph: str = ""


class Ring(msgspec.Struct, omit_defaults=True):
    """How far something reaches: a circle round a point."""

    at: Point
    radius: int
    label: Phrase
    kind: str = "range"
    """engage: dashed and filled; aura: dots; range: a thin line."""
    owner: int = -1
    asked: bool = False
    """Drawn where somebody aims near it, or asks for it; else it would hide the table."""


class TargetLine(msgspec.Struct, omit_defaults=True):
    """From a piece to one that it may aim at: how far off, whether it is seen, what changes its chances and why."""

    source: str
    """Id of a piece; of what is moved, from where it would stand."""
    target: str
    label: Phrase | None = None
    """With what: the name of an action."""
    distance: int = -1
    """From edge to edge."""
    seen: bool = True
    chosen: bool = False
    """It is what is chosen or done: its line is drawn through."""
    factors: list[Phrase] = []
    """What helps or hinders, each with its reason: cover, an ally in the way."""
    chance: Phrase | None = None


class End(msgspec.Struct, omit_defaults=True):
    """One end of a ruler: a point, or the piece that stands there."""

    at: Point
    piece: str = ""


class Ruler(msgspec.Struct, omit_defaults=True):
    """What is measured between two places: from edge to edge, whether one is seen from the other, and why not."""

    distance: int
    seen: bool | None = None
    """None where nothing is told of it."""
    notes: list[Phrase] = []


class Camera(msgspec.Struct, omit_defaults=True):
    """The part of a ground that the open question is about: a table shows it once, if some of it is out of sight."""

    low: Point
    high: Point


class Leg(msgspec.Struct, omit_defaults=True):
    """A part of a way, or a place: where it ends, what it costs, what is left then, what the end is worth."""

    at: Point
    cost: int = -1
    """-1 where places cost nothing."""
    left: int = -1
    notes: list[Phrase] = []
    """What could be done from there, who would be near: by what the seat sees."""
    target_lines: list[TargetLine] = []
    """Whom it would reach from there, and how well."""


class Path(msgspec.Struct, omit_defaults=True):
    """A way that somebody has gone or is about to go."""

    points: list[Point]
    owner: int = -1


class Snap(msgspec.Struct, omit_defaults=True):
    """A point worth aiming at, by its name: contact with somebody, the edge of a reach."""

    at: Point
    label: Phrase


class Aim(msgspec.Struct, omit_defaults=True):
    """What the open question puts somewhere or moves: how large it is, how far it has come, where it could end.

    What is offered here is for the eye and the hand. A point that is not in `reach` may well be legal, and one that is
    may be refused.
    """

    radius: int
    piece: str = ""
    """Id of the piece that is moved, or that lies elsewhere still; what is new to the table has none."""
    start: Point = []
    """Where it stands; empty where it comes to the table."""
    owner: int = -1
    label: Phrase | None = None
    """Who or what it is."""
    allowance: int = -1
    """How far it may go in all; -1: places cost nothing."""
    legs: list[Leg] = []
    most: int = 1
    """How many points an answer has at most."""
    step: int = 0
    """Width and height of the squares of `reach`, which are centred on raster points that begin with 0."""
    reach: list[list[int]] = []
    """Where it may probably end: a row of the raster each, its number and then first and last of each run."""
    zones: list[Area] = []
    """The same as areas, where it has a simple shape."""
    snaps: list[Snap] = []
    proposed: Snap | None = None
    """The place that is suggested first; None where none is."""


class Ground(msgspec.Struct, omit_defaults=True):
    """A table to scale: how large it is, what is printed on it, what lies there. Pieces stand in its zone."""

    size: Point
    measure: int
    """Units of one measure, such as an inch."""
    unit: str = "common.inches"
    """Text key of so many measures, with {value}."""
    grid: list[int] = []
    """Steps of the printed grid, in units: the fine one, then coarser ones."""
    turned: bool = False
    """The viewer sits at the upper side: it is drawn with that side down."""
    areas: list[Area] = []
    lines: list[Rule] = []
    terrain: list[Terrain] = []
    rings: list[Ring] = []
    paths: list[Path] = []
    aim: Aim | None = None
    """Filled by `Game.aim` where a point is asked for."""
    target_lines: list[TargetLine] = []
    """Filled by `Game.target_lines`."""
    camera: Camera | None = None


def runs(step: int, size: Sequence[int], fits: Sequence[Sequence[bool]]) -> list[list[int]]:
    """Return rows of a raster as `Aim.reach` has them; `fits[j][i]` tells of the point (i * step, j * step)."""
    rows = []
    for j in range(size[1] // step + 1):
        row = [j]
        for i in range(size[0] // step + 1):
            if fits[j][i]:
                if i == 0 or not fits[j][i - 1]:
                    row += [i, i]
                row[-1] = i
        if len(row) > 1:
            rows.append(row)
    return rows
