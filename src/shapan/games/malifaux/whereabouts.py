"""Where something went or lies, as people say it (MFX-13): toward, away from or beside whom; all of it lies open.

An event has room for one number: it holds what is said, the model that it is said of, and a length in tenths of inches.
"""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux.geometry.unit import INCH, TABLE, length
from shapan.games.malifaux.names import MAX_MODELS
from shapan.games.malifaux.state import Malifaux

SAID: Final = ("still", "only", "toward", "away", "up_to", "beside", "apart", "alone")
"""Of a way: nowhere, so far, toward, away from, up to somebody; of a place: beside, so far from somebody, alone."""
STILL, ONLY, TOWARD, AWAY, UP_TO, BESIDE, APART, ALONE = range(len(SAID))
_TENTH: Final = INCH // 10
_BESIDE: Final = INCH
"""Who is no farther off than this is beside it."""


def spot(x: int, y: int) -> int:
    """Return a point of the table as one number."""
    return x * (TABLE + 1) + y


def _packed(said: int, model: int = UNKNOWN, far: int = 0) -> int:
    return said + len(SAID) * (model + 1 + (MAX_MODELS + 1) * ((far + _TENTH // 2) // _TENTH))


def unpacked(way: int) -> tuple[int, int, int]:
    """Return what is said, of which model (-1: of none), and how many tenths of an inch."""
    rest, said = divmod(way, len(SAID))
    tenths, model = divmod(rest, MAX_MODELS + 1)
    return said, model - 1, tenths


def _gap(state: Malifaux, x: int, y: int, r: int, other: int) -> int:
    rows = state.models
    return max(0, length(x, y, rows.xs[other], rows.ys[other]) - r - rows.radii[other])


def place(state: Malifaux, x: int, y: int, r: int, model: int = UNKNOWN) -> int:
    """Return whom a place is beside, or how far from the nearest model on the table; `model` stands there itself."""
    nearest, least = UNKNOWN, 0
    for other in state.up():
        gap = _gap(state, x, y, r, other)
        if other != model and (nearest == UNKNOWN or gap < least):
            nearest, least = other, gap
    if nearest == UNKNOWN:
        return _packed(ALONE)
    return _packed(BESIDE, nearest) if least <= _BESIDE else _packed(APART, nearest, least)


def way(state: Malifaux, model: int, ax: int, ay: int, far: int) -> int:
    """Return how far a model has come from a point to where it stands, and up to, toward or away from whom.

    Who it comes beside says most; then the nearest enemy ahead, the nearest that it leaves, a friend ahead.
    """
    return way_to(state, model, ax, ay, state.models.xs[model], state.models.ys[model], far)


def way_to(state: Malifaux, model: int, ax: int, ay: int, x: int, y: int, far: int) -> int:
    """Return the same of a model that would come from a point to another one."""
    rows = state.models
    r = rows.radii[model]
    if (x, y) == (ax, ay) or far < _TENTH // 2:
        return _packed(STILL)
    friends, foes = state.up(rows.sides[model]), state.up(1 - rows.sides[model])
    nearest, least = UNKNOWN, _BESIDE + 1
    for other in (*foes, *friends):
        reach = least + r + rows.radii[other]
        if abs(rows.xs[other] - x) > reach or abs(rows.ys[other] - y) > reach:
            continue
        gap = _gap(state, x, y, r, other)
        if other != model and gap < least and gap < _gap(state, ax, ay, r, other):
            nearest, least = other, gap
    if nearest != UNKNOWN:
        return _packed(UP_TO, nearest, far)
    for said, others in ((TOWARD, foes), (AWAY, foes), (TOWARD, friends)):
        sign = 1 if said == TOWARD else -1
        nearest = _along(state, model, ax, ay, (x - ax) * sign, (y - ay) * sign, others)
        if nearest != UNKNOWN:
            return _packed(said, nearest, far)
    return _packed(ONLY, UNKNOWN, far)


def _along(state: Malifaux, model: int, ax: int, ay: int, dx: int, dy: int, others: list[int]) -> int:
    """Return the nearest of some models that lies within 30 degrees of a direction from a point; -1 for none."""
    rows = state.models
    nearest, least = UNKNOWN, 0
    for other in others:
        ox, oy = rows.xs[other] - ax, rows.ys[other] - ay
        dot, square = dx * ox + dy * oy, ox * ox + oy * oy
        if other == model or dot <= 0 or 4 * dot * dot < 3 * (dx * dx + dy * dy) * square:
            continue
        if nearest == UNKNOWN or square < least:
            nearest, least = other, square
    return nearest
