"""The unit, rounding, lengths, points along a leg and the 64 directions (MFX-13.1, 13.2, 13.21, 13.25)."""

from __future__ import annotations

from math import isqrt
from typing import Final

INCH: Final = 1000
"""MFX-13.1: all coordinates are whole thousandths of an inch."""

TABLE: Final = 36000
"""MFX-13.1: the table is 0…36000 both ways, x to the right and y up."""

CENTRE: Final = 18000
"""MFX-10.10: the centrepoint is (18000, 18000)."""

EPS: Final = 10
"""MFX-13.2: so much overlap is contact, and so much more than a distance is still within it."""

STEP: Final = 100
"""MFX-13.6: a leg is paid in steps of so many units."""

LEGS: Final = 8
"""MFX-13.6: a move has at most so many legs."""

BASES: Final = (30, 40, 50)
"""MFX-13.1: the sizes of round bases in millimetres."""

RADII: Final = (591, 787, 984)
"""MFX-13.1: their radii."""

MARKER: Final = 591
"""MFX-13.1: the radius of Scheme, Corpse, Scrap, Strategy and Shockwave markers."""

BLAST: Final = 984
"""MFX-6.12: the radius of a blast marker."""

DIRECTIONS: Final = 64
"""MFX-13.25: so many directions there are, counter-clockwise from +x."""

_COSINES: Final = (
    *(32768, 32610, 32138, 31357, 30274, 28899, 27246, 25330, 23170, 20788, 18205, 15447, 12540, 9512, 6393, 3212, 0),
)
_FIRST_HALF: Final = (*_COSINES, *[-c for c in _COSINES[15::-1]])
COSINES: Final = (*_FIRST_HALF, *_FIRST_HALF[31:0:-1])
"""MFX-13.25: 32768 times the cosine of each direction."""

SCALE: Final = 32768


def radius_of(base: int) -> int:
    """MFX-13.1: return the radius of a base of so many millimetres."""
    return RADII[BASES.index(base)]


def rounded(number: int, whole: int) -> int:
    """MFX-13.21: return number / whole to the nearest integer, halves away from zero; whole is above 0."""
    if number >= 0:
        return (2 * number + whole) // (2 * whole)
    return -((whole - 2 * number) // (2 * whole))


def length(ax: int, ay: int, bx: int, by: int) -> int:
    """MFX-13.21: return the distance of two points, rounded up."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    return isqrt(square - 1) + 1 if square else 0


def point_at(ax: int, ay: int, bx: int, by: int, s: int) -> tuple[int, int]:
    """MFX-13.21: return the point s units from a toward b, or beyond it; a and b are two points."""
    whole = length(ax, ay, bx, by)
    return ax + rounded((bx - ax) * s, whole), ay + rounded((by - ay) * s, whole)


def point_away(ax: int, ay: int, bx: int, by: int, s: int) -> tuple[int, int]:
    """MFX-13.23: return the point s units from a, away from b; a and b are two points."""
    whole = length(ax, ay, bx, by)
    return ax + rounded((ax - bx) * s, whole), ay + rounded((ay - by) * s, whole)


_OFFSETS: Final[dict[int, tuple[int, int]]] = {}
_KEPT: Final = 16384
"""So many directions at a distance are remembered; then it begins anew."""


def point_in_direction(x: int, y: int, k: int, distance: int) -> tuple[int, int]:
    """MFX-13.25: return the point at a distance in one of the 64 directions."""
    key = distance << 6 | k & 63
    found = _OFFSETS.get(key)
    if found is None:
        if len(_OFFSETS) >= _KEPT:
            _OFFSETS.clear()
        k %= DIRECTIONS
        found = rounded(COSINES[k] * distance, SCALE), rounded(COSINES[k - 16] * distance, SCALE)
        _OFFSETS[key] = found
    return x + found[0], y + found[1]
