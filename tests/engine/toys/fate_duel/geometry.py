"""How far, how near, and whether there is room (FTD-1.3, FTD-3.2 to FTD-3.4), with integers only."""

from __future__ import annotations

from math import isqrt

from engine.toys.fate_duel import names
from engine.toys.fate_duel.state import Fate, others


def length(x: int, y: int, to_x: int, to_y: int) -> int:
    """FTD-3.2: the length of a leg, rounded up."""
    square = (to_x - x) ** 2 + (to_y - y) ** 2
    root = isqrt(square)
    return root + (root * root < square)


def is_near(state: Fate, model: int, other: int, distance: int) -> bool:
    """FTD-3.4: whether two bases are at most this far apart, edge to edge."""
    square = (state.xs[model] - state.xs[other]) ** 2
    square += (state.ys[model] - state.ys[other]) ** 2
    return square <= (2 * names.RADIUS + distance + names.EPS) ** 2


def is_clear(state: Fate, model: int, x: int, y: int, to_x: int, to_y: int) -> bool:
    """FTD-3.3: whether the base of a model can be moved along a leg: on the table, over no other base."""
    for end in (to_x, to_y):
        if not names.RADIUS <= end <= names.SIDE - names.RADIUS:
            return False
    least = (2 * names.RADIUS - names.EPS) ** 2
    dx, dy = to_x - x, to_y - y
    square = dx * dx + dy * dy
    for other in others(state, model):
        px, py = state.xs[other] - x, state.ys[other] - y
        along = px * dx + py * dy
        if along <= 0:
            meets = bool(square == 0 and px * px + py * py < least)
        elif along >= square:
            meets = (px - dx) ** 2 + (py - dy) ** 2 < least
        else:
            meets = (px * dy - py * dx) ** 2 < least * square
        if meets:
            return False
    return True


def toward(x: int, y: int, to_x: int, to_y: int, far: int) -> tuple[int, int]:
    """Return the point this far on the way, rounded down; at most the end of the way."""
    whole = length(x, y, to_x, to_y)
    if far >= whole:
        return to_x, to_y
    return x + (to_x - x) * far // whole, y + (to_y - y) * far // whole


def in_centre(state: Fate, model: int) -> bool:
    """FTD-6.1: whether a base is within 2 inches of the centre of the table."""
    square = (state.xs[model] - names.SIDE // 2) ** 2 + (state.ys[model] - names.SIDE // 2) ** 2
    return square <= (names.RADIUS + names.REACH + names.EPS) ** 2
