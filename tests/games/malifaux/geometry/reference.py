"""The geometry of Malifaux once more, from its specification alone: fractions, outlines, step by step.

Slow and plain. Nothing here is taken from the package, and polygons are never cut: what is tested there against convex
parts is tested here against the outline.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

EPS, TABLE = 10, 36000
Number = Any  # int or Fraction
Point = tuple[Number, Number]
Spot = tuple[int, int]


class Base(NamedTuple):
    x: int
    y: int
    r: int
    size: int = 2

    @property
    def at(self) -> Spot:
        return self.x, self.y


class Area(NamedTuple):
    """A piece of terrain: its outline, or one corner and a radius for a marker."""

    outline: list[Spot]
    height: int
    traits: frozenset[str]
    radius: int = 0


# -- plane -------------------------------------------------------------------------------------------------------------


def square(a: Point, b: Point) -> Number:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def away_from_zero(value: Number) -> int:
    """To the nearest integer, halves away from zero."""
    return floor(abs(value) + Fraction(1, 2)) * (1 if value >= 0 else -1)


def min_root(value: Number) -> int:
    """The least integer whose square is not below a number."""
    low, high = -1, 1 << 40
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle >= value:
            high = middle
        else:
            low = middle
    return high


def along(a: Spot, b: Spot, s: int) -> Spot:
    """MFX-13.21."""
    whole = min_root(square(a, b))
    return (
        a[0] + away_from_zero(Fraction((b[0] - a[0]) * s, whole)),
        a[1] + away_from_zero(Fraction((b[1] - a[1]) * s, whole)),
    )


def to_segment(p: Point, a: Point, b: Point) -> Number:
    """The square of the least distance of a point to a segment."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    whole = ex * ex + ey * ey
    t = (p[0] - a[0]) * ex + (p[1] - a[1]) * ey
    if t <= 0:
        return square(p, a)
    if t >= whole:
        return square(p, b)
    foot = (a[0] * whole + t * ex, a[1] * whole + t * ey)  # of the perpendicular, everything `whole` times as large
    return Fraction(square((p[0] * whole, p[1] * whole), foot)) / (whole * whole)


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common: the two lines are solved for it."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    det = ux * vy - uy * vx
    if det == 0:
        return 0 in (to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b))
    wx, wy = c[0] - a[0], c[1] - a[1]
    sign = 1 if det > 0 else -1
    return 0 <= (wx * vy - wy * vx) * sign <= abs(det) and 0 <= (wx * uy - wy * ux) * sign <= abs(det)


def edges(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(outline, [*outline[1:], outline[0]], strict=True))


def holds(outline: Sequence[Point], p: Point) -> bool:
    """Whether a point is in a polygon or on its edge: a ray to the right crosses the outline an odd number of times."""
    odd = False
    for a, b in edges(outline):
        if to_segment(p, a, b) == 0:
            return True
        if (a[1] > p[1]) != (b[1] > p[1]):
            odd ^= p[0] < a[0] + Fraction((p[1] - a[1]) * (b[0] - a[0])) / (b[1] - a[1])
    return odd


def to_area(p: Point, area: Area) -> Number:
    """The square of the distance of a point to a polygon, 0 inside. (Markers: `nearer` and `not_farther`.)"""
    if holds(area.outline, p):
        return 0
    return min(to_segment(p, a, b) for a, b in edges(area.outline))


def segment_to_area(a: Point, b: Point, area: Area) -> Number:
    if holds(area.outline, a) or holds(area.outline, b):
        return 0
    least = square(a, area.outline[0])
    for c, d in edges(area.outline):
        if meet(a, b, c, d):
            return 0
        least = min(least, to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b))
    return least


def leg_to(a: Spot, b: Spot, area: Area) -> Number:
    """The square of the distance of a leg to the outline, or to the centre of a marker."""
    return to_segment(area.outline[0], a, b) if area.radius else segment_to_area(a, b, area)


def nearer(a: Spot, b: Spot, area: Area, reach: int) -> bool:
    return leg_to(a, b, area) < (reach + area.radius) ** 2 or (not area.radius and leg_to(a, b, area) == 0)


def not_farther(p: Spot, area: Area, reach: int) -> bool:
    distance = square(p, area.outline[0]) if area.radius else to_area(p, area)
    return distance <= (reach + area.radius) ** 2


def touched(a: Point, b: Point, area: Area) -> bool:
    """Whether a sight line touches a piece."""
    if area.radius:
        return to_segment(area.outline[0], a, b) <= area.radius**2
    return any(meet(a, b, c, d) for c, d in edges(area.outline)) or holds(area.outline, a)


def common_area(outline: Sequence[Point], convex: Sequence[Point]) -> Number:
    """Twice the area that a polygon shares with a convex one that turns left: clipped edge by edge."""
    left: list[Point] = list(outline)
    for a, b in edges(convex):
        if a == b:
            continue
        side = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for p in left]
        kept: list[Point] = []
        for i, p in enumerate(left):
            q, at, then = left[(i + 1) % len(left)], side[i], side[(i + 1) % len(left)]
            if at >= 0:
                kept.append(p)
            if (at > 0 > then) or (at < 0 < then):
                t = Fraction(at) / (at - then)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        left = kept
        if not left:
            return 0
    return abs(sum(p[0] * q[1] - p[1] * q[0] for p, q in edges(left)))


# -- bases -------------------------------------------------------------------------------------------------------------


def within(a: Base, b: Base, d: int) -> bool:
    return square(a.at, b.at) <= (a.r + b.r + d + EPS) ** 2


def overlap(a: Base, b: Base) -> bool:
    return square(a.at, b.at) < (a.r + b.r - EPS) ** 2


def completely_within(a: Base, b: Base, d: int) -> bool:
    return b.r + d - a.r + EPS >= 0 and square(a.at, b.at) <= (b.r + d - a.r + EPS) ** 2


def on_table(p: Spot, r: int) -> bool:
    return all(r - EPS <= value <= TABLE - r + EPS for value in p)


def is_in(base: Base, area: Area) -> bool:
    """MFX-13.4."""
    return nearer(base.at, base.at, area, base.r - EPS)


def stands(base: Base, others: Sequence[Base], areas: Sequence[Area]) -> bool:
    return (
        on_table(base.at, base.r)
        and not any(overlap(base, other) for other in others)
        and not any(is_in(base, area) for area in areas if "impassable" in area.traits)
    )


# -- moves -------------------------------------------------------------------------------------------------------------


def leg_is_free(a: Spot, b: Spot, r: int, others: Sequence[Base], areas: Sequence[Area]) -> bool:
    """MFX-13.22."""
    return (
        on_table(b, r)
        and not any(to_segment(other.at, a, b) < (r + other.r - EPS) ** 2 for other in others)
        and not any(nearer(a, b, area, r - EPS) for area in areas if "impassable" in area.traits)
    )


def slows(p: Spot, r: int, areas: Sequence[Area]) -> bool:
    return any(is_in(Base(*p, r), area) for area in areas if "severe" in area.traits)


def leg_cost(a: Spot, b: Spot, r: int, areas: Sequence[Area], upto: int | None = None) -> int:
    """MFX-13.6: step by step; `upto` pays the first so many units only."""
    whole = min_root(square(a, b)) if upto is None else upto
    cost, gone = 0, 0
    while gone < whole:
        step = min(100, whole - gone)
        gone += step
        cost += 2 * step if slows(along(a, b, gone), r, areas) else step
    return cost


def push(a: Spot, b: Spot, r: int, allowed: int, others: Sequence[Base], areas: Sequence[Area]) -> int:
    """MFX-13.23: how far along a → b a push comes."""
    whole = min_root(square(a, b))
    s = whole
    if not leg_is_free(a, b, r, others, areas):
        low, high = 0, whole
        while high - low > 1:
            middle = (low + high) // 2
            if leg_is_free(a, along(a, b, middle), r, others, areas):
                low = middle
            else:
                high = middle
        s = low
    if leg_cost(a, b, r, areas, s) <= allowed + EPS:
        return s
    rest, gone = allowed, 0
    while gone < s:
        end = min(gone + 100, whole)
        rate = 2 if slows(along(a, b, end), r, areas) else 1
        if rate * (end - gone) > rest:
            return min(s, gone + rest // rate)
        rest -= rate * (end - gone)
        gone = end
    return s


# -- sight -------------------------------------------------------------------------------------------------------------


def bar(a: Base, t: Base, of: Base) -> list[Spot]:
    """MFX-13.11: the 17 points of one end, from -8 to 8."""
    dx, dy, whole = t.x - a.x, t.y - a.y, min_root(square(a.at, t.at))
    ex, ey = -away_from_zero(Fraction(dy * of.r, 8 * whole)), away_from_zero(Fraction(dx * of.r, 8 * whole))
    return [(of.x + i * ex, of.y + i * ey) for i in range(-8, 9)]


def in_shadow(base: Base, area: Area) -> bool:
    """MFX-13.26."""
    return (
        "blocking" in area.traits
        and area.height >= 1
        and not_farther(base.at, area, base.r + 1000 * min(area.height, 3) + EPS)
    )


def stops(a: Base, t: Base, area: Area) -> bool:
    """MFX-13.10 and 13.26: whether a piece stops the sight lines of a pair that touch it."""
    tall = max(a.size, t.size)
    if "blocking" in area.traits:
        if area.height >= tall:
            return True
        if any(in_shadow(one, area) and area.height >= one.size for one in (a, t)):
            return True
    if "dense" in area.traits and (area.height == 0 or area.height >= tall):
        return not is_in(a, area) and not is_in(t, area)
    return False


def sees(a: Base, t: Base, others: Sequence[Base], areas: Sequence[Area]) -> bool:
    """MFX-13.11: the 289 lines one by one."""
    if within(a, t, 0):
        return True
    pieces = [area for area in areas if stops(a, t, area)]
    bases = [other for other in others if other.size >= max(a.size, t.size)]
    for p in bar(a, t, a):
        for q in bar(a, t, t):
            if any(to_segment(base.at, p, q) <= (base.r + EPS) ** 2 for base in bases):
                continue
            if not any(touched(p, q, area) for area in pieces):
                return True
    return False


def band(a: Base, t: Base) -> list[Spot]:
    """The convex quadrilateral of the four bar ends, turning left."""
    one, other = bar(a, t, a), bar(a, t, t)
    return [one[0], other[0], other[16], one[16]]


def band_passes(a: Base, t: Base, area: Area) -> bool:
    shape = band(a, t)
    if area.radius:
        corner = area.outline[0]
        return holds(shape, corner) or min(to_segment(corner, p, q) for p, q in edges(shape)) < area.radius**2
    return common_area(area.outline, shape) > 0


def little_of(a: Base, t: Base, area: Area) -> bool:
    """MFX-13.12: whether a sight line runs through 1 inch or less of a piece in which a or t stands."""
    ends = [is_in(a, area), is_in(t, area)]
    if all(ends):
        return within(a, t, 1000)
    if not any(ends):
        return False
    near, far = (a, t) if ends[0] else (t, a)
    for i in (0, 8, 16):
        p, q = bar(a, t, near)[i], bar(a, t, far)[i]
        cut = near.r + 1000
        if min_root(square(p, q)) <= cut or not touched(along(p, q, cut), q, area):
            return True
    return False


def concealed(a: Base, t: Base, areas: Sequence[Area]) -> bool:
    """MFX-13.12."""
    if within(a, t, 0):
        return False
    for area in areas:
        high = area.height == 0 or area.height >= max(a.size, t.size)
        if "concealing" in area.traits and high and band_passes(a, t, area) and not little_of(a, t, area):
            return True
    return False


def covered(a: Base, t: Base, areas: Sequence[Area]) -> bool:
    """MFX-13.12."""
    return not within(a, t, 0) and any(in_shadow(t, area) and band_passes(a, t, area) for area in areas)


# -- cases -------------------------------------------------------------------------------------------------------------

RADII = (591, 787, 984)
TRAITS = ("blocking", "concealing", "dense", "hazardous", "impassable", "severe")


def rectangle(x0: int, y0: int, x1: int, y1: int) -> list[Spot]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def outline_near(chance: random.Random, x: int, y: int, size: int) -> list[Spot]:
    """A rectangle, triangle, octagon, concave L or star-shaped polygon, often on a coarse lattice: many ties."""
    grid = chance.choice((1, 1, 50, 500))

    def on(value: int) -> int:
        return min(max(value // grid * grid, 0), TABLE)

    kind = chance.randrange(5)
    w, h = chance.randrange(200, size), chance.randrange(200, size)
    if kind == 0:
        x0, y0 = min(on(x), TABLE - 600), min(on(y), TABLE - 600)
        return rectangle(x0, y0, on(x0 + w + 500), on(y0 + h + 500))
    if kind == 1:
        x0, y0 = min(on(x), TABLE - 1500), min(on(y), TABLE - 1500)
        w, h = min(w + 1200, TABLE - x0), min(h + 1200, TABLE - y0)
        return [(x0, y0), (x0 + w, y0), (x0 + w, y0 + 300), (x0 + 300, y0 + 300), (x0 + 300, y0 + h), (x0, y0 + h)]
    for tries in range(100):
        count = (3, 8, 7)[kind - 2] if tries < 20 else 3
        grid = grid if tries < 40 else 1
        spots = [(on(x + chance.randrange(-size, size)), on(y + chance.randrange(-size, size))) for _ in range(count)]
        cx, cy = Fraction(sum(p[0] for p in spots), count), Fraction(sum(p[1] for p in spots), count)
        spots.sort(key=lambda p: (_turn(p[0] - cx, p[1] - cy), square(p, (cx, cy))))
        if is_simple(spots):
            return spots
    raise AssertionError("no outline")


def _turn(dx: Number, dy: Number) -> tuple[int, Fraction]:
    """Sorts directions round a point without an angle."""
    if dx == 0 and dy == 0:
        return 0, Fraction(0)
    quarter = 0 if dx > 0 and dy >= 0 else 1 if dx <= 0 and dy > 0 else 2 if dx < 0 and dy <= 0 else 3
    for _ in range(quarter):
        dx, dy = dy, -dx
    return quarter + 1, Fraction(dy) / (Fraction(dx) + Fraction(dy))


def is_simple(outline: Sequence[Spot]) -> bool:
    """Whether no two edges touch but neighbours in their corner, and corners are not in a line."""
    sides = edges(outline)
    if len(set(outline)) < len(outline):
        return False
    for i, (a, b) in enumerate(sides):
        c, d = sides[(i + 1) % len(sides)]
        if (b[0] - a[0]) * (d[1] - c[1]) == (b[1] - a[1]) * (d[0] - c[0]):
            return False
        for j in range(i + 2, len(sides)):
            if (i, j) != (0, len(sides) - 1) and meet(a, b, *sides[j]):
                return False
    return True
