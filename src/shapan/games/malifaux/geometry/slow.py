"""Which steps of a leg end near a convex part, so that Severe terrain makes them cost twice (MFX-13.6, 13.21)."""

from __future__ import annotations

from typing import Final

from shapan.games.malifaux.geometry.polygon import Part, is_near, is_near_leg
from shapan.games.malifaux.geometry.unit import STEP

MARGIN: Final = 2
"""Rounding moves a point by less than 1: so much deeper in, or farther out, the places between are so too."""


def runs_one_by_one(
    parts: list[Part], reach: int, ax: int, ay: int, dx: int, dy: int, whole: int, begin: int, end: int
) -> list[tuple[int, int]]:
    """Return the runs of steps, from one to another, that end near one of some parts."""
    runs: list[tuple[int, int]] = []
    for k in range(begin, end + 1):
        for part in parts:
            if _ends_near(part, reach, ax, ay, dx, dy, whole, k):
                if runs and runs[-1][1] == k - 1:
                    runs[-1] = (runs[-1][0], k)
                else:
                    runs.append((k, k))
                break
    return runs


def runs_in(part: Part, reach: int, ax: int, ay: int, bx: int, by: int, whole: int) -> list[tuple[int, int]]:
    """Return the runs of steps that end near one convex part.

    It is one run, but for rounding: what lies between two places 2 units deeper than needed is in, what lies beyond a
    place 2 units too far is out, and only steps at the rims are tested one by one.
    """
    dx, dy, steps = bx - ax, by - ay, (whole + STEP - 1) // STEP
    deep = reach - MARGIN
    middle = ((part.x0 + part.x1) // 2 - ax) * dx + ((part.y0 + part.y1) // 2 - ay) * dy
    start = min(max(middle * whole // ((dx * dx + dy * dy) * STEP), 1), steps)
    guesses = _guessed_rims(part, reach, ax, ay, dx, dy, whole, steps)
    if not _ends_near(part, deep, ax, ay, dx, dy, whole, start):
        if not is_near_leg(part, ax, ay, bx, by, reach + MARGIN):
            return []
        first, last = guesses
        return runs_one_by_one([part], reach, ax, ay, dx, dy, whole, max(first - 1, 1), min(last + 1, steps))
    rims, singles = [start, start], []
    for side in (0, 1):
        sign, last = (1, steps) if side else (-1, 1)
        low, high = start, last + sign  # low is deep, high is not, or is beyond the leg
        for probe in (guesses[side], guesses[side] + sign):
            if (probe - low) * sign > 0 and (high - probe) * sign > 0:
                if _ends_near(part, deep, ax, ay, dx, dy, whole, probe):
                    low = probe
                else:
                    high = probe
        while abs(high - low) > 1:
            half = (low + high) // 2
            if _ends_near(part, deep, ax, ay, dx, dy, whole, half):
                low = half
            else:
                high = half
        k = low + sign
        while 1 <= k <= steps and _ends_near(part, reach + MARGIN, ax, ay, dx, dy, whole, k):
            if _ends_near(part, reach, ax, ay, dx, dy, whole, k):
                if k == low + sign:
                    low = k
                else:
                    singles.append((k, k))
            k += sign
        rims[side] = low
    runs = [(rims[0], rims[1])]
    if singles:
        runs += singles
        runs.sort()
    return runs


def _guessed_rims(
    part: Part, reach: int, ax: int, ay: int, dx: int, dy: int, whole: int, steps: int
) -> tuple[int, int]:
    """Return about which steps are the first and the last near a part, as if it grew by a reach with sharp corners.

    None before the one before the first is, nor any after the one after the last: it grows by a margin more.
    """
    first, last = 0, whole
    for at, (_, _, ex, ey, k, _) in enumerate(part.edges):
        aside = ex * ay - ey * ax - k + (reach + MARGIN) * (part.lengths[at] + 1)
        slope = ex * dy - ey * dx
        if slope > 0:
            first = max(first, -aside * whole // slope)
        elif slope < 0:
            last = min(last, aside * whole // -slope)
    return min(first // STEP + 1, steps), max(steps if last >= whole else last // STEP, 1)


def _ends_near(part: Part, reach: int, ax: int, ay: int, dx: int, dy: int, whole: int, step: int) -> bool:
    """Tell whether a step of a leg ends nearer than a reach to a part; the points are those of `rounded`."""
    s = step * STEP
    if s >= whole:
        return is_near(part, ax + dx, ay + dy, reach)
    x, y, twice = 2 * dx * s, 2 * dy * s, 2 * whole
    return is_near(
        part,
        ax + ((x + whole) // twice if x >= 0 else -((whole - x) // twice)),
        ay + ((y + whole) // twice if y >= 0 else -((whole - y) // twice)),
        reach,
    )
