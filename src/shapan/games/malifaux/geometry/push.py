"""Where pushes and moves by effects end (MFX-13.7, 13.8, 13.23)."""

from __future__ import annotations

from shapan.games.malifaux.geometry.leg import Near, climbed, leg_is_free, slow_length
from shapan.games.malifaux.geometry.spot import stands
from shapan.games.malifaux.geometry.unit import EPS, INCH, STEP, length, point_at, point_away, rounded


def push_length(near: Near, bx: int, by: int, distance: int) -> int:
    """MFX-13.23: return how far a push from where the mover stands toward b comes; 0 is legal.

    `near` was made for the distance or more.

    First what stands in the way: all of the leg if it is free, else by bisection, which is the definition. Then Severe
    terrain: all that is left if the distance pays for it, else step by step as far as it does.
    """
    ax, ay = near.x, near.y
    whole = length(ax, ay, bx, by)
    s = whole
    if not leg_is_free(near, ax, ay, bx, by):
        low, high = 0, whole
        while high - low > 1:
            middle = (low + high) // 2
            if leg_is_free(near, ax, ay, *point_at(ax, ay, bx, by, middle)):
                low = middle
            else:
                high = middle
        s = low
    if not s or not (near.slow or near.high):
        return s
    up = INCH * climbed(near, ax, ay, *point_at(ax, ay, bx, by, s)) if near.high else 0
    if s + slow_length(near, ax, ay, bx, by, whole, s) + up <= distance + EPS:
        return s
    return min(s, _paid(near, bx, by, whole, distance))


def _paid(near: Near, bx: int, by: int, whole: int, rest: int) -> int:
    """MFX-13.23: return how much of a leg the distance pays for: the first step that it cannot pay is gone in part.

    A step up that it cannot pay is not begun. [ruling: part of a climb is no place]
    """
    ax, ay, gone = near.x, near.y, 0
    x, y = ax, ay
    while gone < whole:
        end = min(gone + STEP, whole)
        nx, ny = ax + rounded((bx - ax) * end, whole), ay + rounded((by - ay) * end, whole)
        rate = 2 if near.slows(nx, ny) else 1
        up = INCH * climbed(near, x, y, nx, ny) if near.high else 0
        if rate * (end - gone) + up > rest:
            return gone if up else gone + rest // rate
        rest -= rate * (end - gone) + up
        gone, x, y = end, nx, ny
    return whole


def push_end(near: Near, bx: int, by: int, distance: int) -> tuple[int, int]:
    """MFX-13.23: return where a push toward b ends; b is not where the mover stands, and not too far (`push_fault`)."""
    s = push_length(near, bx, by, distance)
    return point_at(near.x, near.y, bx, by, s)


def push_fault(near: Near, bx: int, by: int, distance: int) -> bool:
    """MFX-13.23: tell whether a push may not be aimed at b: where the mover stands, or farther than allowed."""
    whole = length(near.x, near.y, bx, by)
    return not 0 < whole <= distance + EPS


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
