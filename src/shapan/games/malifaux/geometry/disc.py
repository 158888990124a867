"""Bases and markers against each other and against legs (MFX-13.2, 13.3, 13.22); a point has radius 0 (MFX-13.20)."""

from __future__ import annotations

from math import isqrt
from typing import Final, final

from shapan.games.malifaux.geometry.unit import EPS, TABLE

SMALL: Final = 1 << 31
"""A cross product below this has a square below 2**62."""


@final
class Bases:
    """The models of a table in rows, by index: place, radius, Size and elevation.

    A model that is buried, killed or not deployed yet has radius 0 and is passed over by everything. The rows may be
    those of a state; nothing here changes them.
    """

    __slots__ = ("lift", "r", "size", "x", "y")

    def __init__(self, x: list[int], y: list[int], r: list[int], size: list[int], lift: list[int]) -> None:
        self.x = x
        self.y = y
        self.r = r
        self.size = size
        self.lift = lift
        """MFX-13.16: elevations, all 0 without the option `elevation`."""

    def eye(self, model: int) -> int:
        """MFX-13.10: return Size and elevation together."""
        return self.size[model] + self.lift[model]


def within(ax: int, ay: int, ar: int, bx: int, by: int, br: int, distance: int) -> bool:
    """MFX-13.2: tell whether two bases are within a distance of each other, edge to edge; touching is within 0."""
    dx, dy, most = bx - ax, by - ay, ar + br + distance + EPS
    return dx * dx + dy * dy <= most * most


def overlaps(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> bool:
    """MFX-13.2: tell whether two bases overlap by more than a touch."""
    dx, dy, least = bx - ax, by - ay, ar + br - EPS
    return dx * dx + dy * dy < least * least


def touches(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> bool:
    """MFX-13.28: tell whether two bases touch without an overlap."""
    dx, dy, both = bx - ax, by - ay, ar + br
    return (both - EPS) * (both - EPS) <= dx * dx + dy * dy <= (both + EPS) * (both + EPS)


def completely_within(ax: int, ay: int, ar: int, bx: int, by: int, br: int, distance: int) -> bool:
    """MFX-13.2: tell whether the whole of base a is within a distance of base b."""
    dx, dy, most = bx - ax, by - ay, br + distance - ar + EPS
    return most >= 0 and dx * dx + dy * dy <= most * most


def is_on_table(x: int, y: int, r: int) -> bool:
    """MFX-13.3: tell whether a base stands wholly on the table."""
    low, high = r - EPS, TABLE - r + EPS
    return low <= x <= high and low <= y <= high


def shown_distance(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> int:
    """MFX-13.2: return the distance of two bases in 1/100 inch, for display only."""
    dx, dy = bx - ax, by - ay
    return max(0, (isqrt(dx * dx + dy * dy) - ar - br + 5) // 10)


def is_near_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int, reach: int, ties: int = 0) -> bool:
    """MFX-13.20: tell whether a point is nearer than a reach to a segment; with `ties` 1, or just so near."""
    wx, wy, ex, ey = px - ax, py - ay, bx - ax, by - ay
    t = wx * ex + wy * ey
    if t <= 0:
        return wx * wx + wy * wy < reach * reach + ties
    square = ex * ex + ey * ey
    if t >= square:
        wx, wy = px - bx, py - by
        return wx * wx + wy * wy < reach * reach + ties
    cross = wx * ey - wy * ex
    return -SMALL < cross < SMALL and cross * cross < reach * reach * square + ties
