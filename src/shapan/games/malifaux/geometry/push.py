"""Where pushes and moves by effects end (MFX-13.7, 13.8, 13.23)."""

from __future__ import annotations

from shapan.games.malifaux.geometry.leg import Near, climbed, in_the_way, is_free_of, leg_is_free, slow_runs
from shapan.games.malifaux.geometry.spot import stands
from shapan.games.malifaux.geometry.unit import EPS, INCH, STEP, length, point_at, point_away, rounded


def push_length(near: Near, bx: int, by: int, distance: int) -> int:
    """MFX-13.23: return how far a push from where the mover stands toward b comes; 0 is legal.

    `near` was made for the distance or more.

    First what stands in the way: all of the leg if it is free, else by bisection, which is the definition. Then Severe
    terrain: all that is left if the distance pays for it, else step by step as far as it does, but not beyond.
    [ruling: the payment never lengthens a push]
    """
    ax, ay = near.x, near.y
    whole = length(ax, ay, bx, by)
    s = whole
    if not leg_is_free(near, ax, ay, bx, by):
        low, high = 0, whole
        bases, shut = in_the_way(near, bx, by)
        while high - low > 1:
            middle = (low + high) // 2
            x, y = ax + rounded((bx - ax) * middle, whole), ay + rounded((by - ay) * middle, whole)
            if is_free_of(bases, shut, near.r, ax, ay, x, y):
                low = middle
            else:
                high = middle
        s = low
    if not s or not (near.slow or near.high):
        return s
    if near.high:
        return _climbing(near, bx, by, whole, s, distance)
    runs = slow_runs(near, ax, ay, bx, by, whole)
    if not runs:
        return s
    cost, full = s, (s if s == whole else s - s % STEP)
    for first, last in runs:
        if (first - 1) * STEP < full:
            cost += min(last * STEP, full) - (first - 1) * STEP
    if full < s and near.slows(*point_at(ax, ay, bx, by, s)):
        cost += s - full
    if cost <= distance + EPS:
        return s
    rest = distance
    for first, last in runs:
        begin, end = (first - 1) * STEP, min(last * STEP, whole)
        if begin >= rest:  # up to here each unit costs one; `rest` counts from the start of the leg
            break
        if 2 * (end - begin) > rest - begin:
            rest = begin + (rest - begin) // 2
            break
        rest -= end - begin
    return min(s, rest)


def _climbing(near: Near, bx: int, by: int, whole: int, s: int, distance: int) -> int:
    """MFX-13.16, 13.23: return how far a push comes where there is something to climb, step by step.

    A step up that it cannot pay is not begun. [ruling: part of a climb is no place]
    """
    ax, ay, rest, gone, over = near.x, near.y, distance, 0, 0
    x, y, part = ax, ay, -1
    while gone < s:
        end = min(gone + STEP, whole)
        nx, ny = point_at(ax, ay, bx, by, end)
        up = INCH * climbed(near, x, y, nx, ny)
        price = (2 if near.slows(nx, ny) else 1) * (end - gone) + up
        if part < 0 and price > rest:
            part = gone if up else gone + rest * (end - gone) // price
        rest -= price
        if end >= s:
            nx, ny = point_at(ax, ay, bx, by, s)
            price = (2 if near.slows(nx, ny) else 1) * (s - gone) + INCH * climbed(near, x, y, nx, ny)
        over += price
        gone, x, y = end, nx, ny
    return s if over <= distance + EPS or part < 0 else min(s, part)


def push_end(near: Near, bx: int, by: int, distance: int) -> tuple[int, int]:
    """MFX-13.23: return where a push toward b ends, which `push_reaches` allows."""
    s = push_length(near, bx, by, distance)
    return point_at(near.x, near.y, bx, by, s)


def push_reaches(near: Near, bx: int, by: int, distance: int) -> bool:
    """MFX-13.23: tell whether a push may be aimed at b: not where the mover stands, and no farther than allowed."""
    return 0 < length(near.x, near.y, bx, by) <= distance + EPS


def through_end(near: Near, bx: int, by: int, distance: int) -> tuple[int, int] | None:
    """MFX-13.7: return where a push through models ends, None where a base stands; `near` was made with `through`."""
    x, y = push_end(near, bx, by, distance)
    return (x, y) if stands(near.field, x, y, near.r, near.mover) else None


def aim_toward(near: Near, x: int, y: int, distance: int) -> tuple[int, int]:
    """MFX-13.23: return the point that a push toward a place is aimed at: at the allowed distance, also beyond it."""
    return point_at(near.x, near.y, x, y, distance)


def aim_away(near: Near, x: int, y: int, distance: int) -> tuple[int, int]:
    """MFX-13.23: return the point that a push away from a place is aimed at."""
    return point_away(near.x, near.y, x, y, distance)
