"""How far it is on foot: round what is Impassable, as a model of some size has to go (MFX-13.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shapan.games.malifaux.bots.kept import kept

if TYPE_CHECKING:
    from shapan.games.malifaux.bots.mind import Mind

Wall = tuple[int, int, int, int]
LOOSE: Final = 20
"""By so much less than its radius a model is kept from a wall: it may stand in contact."""


@kept
def walls(mind: Mind, radius: int) -> list[Wall]:
    """Return the boxes that the centre of a base cannot enter: each piece with the radius round it."""
    ground, wide = mind.view.field().ground, radius - LOOSE
    pieces = [ground.pieces[one] for one in ground.impassable]
    return [(one.x0 - wide, one.y0 - wide, one.x1 + wide, one.y1 + wide) for one in pieces]


def detour(mind: Mind, radius: int, x: int, y: int, to_x: int, to_y: int) -> float:
    """Return how much longer than straight the way from one point to another is, round one wall after the other."""
    return sum(_round(wall, x, y, to_x, to_y) for wall in walls(mind, radius))


def _round(wall: Wall, x: int, y: int, to_x: int, to_y: int) -> float:
    """Return what the shorter way round a wall adds; 0 where the straight one is free, or where an end lies in it."""
    x0, y0, x1, y1 = wall
    if max(x, to_x) <= x0 or min(x, to_x) >= x1 or max(y, to_y) <= y0 or min(y, to_y) >= y1:
        return 0.0
    if (x0 < x < x1 and y0 < y < y1) or (x0 < to_x < x1 and y0 < to_y < y1):
        return 0.0
    dx, dy = to_x - x, to_y - y
    sides: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([], [])
    for cx, cy in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        across = dx * (cy - y) - dy * (cx - x)
        sides[across > 0].append((dx * (cx - x) + dy * (cy - y), cx, cy))
    if not sides[0] or not sides[1]:
        return 0.0
    ways = []
    for corners in sides:
        px, py, whole = x, y, 0.0
        for _, cx, cy in [*sorted(corners), (0, to_x, to_y)]:
            whole += float(((cx - px) ** 2 + (cy - py) ** 2) ** 0.5)
            px, py = cx, cy
        ways.append(whole)
    return min(ways) - float((dx * dx + dy * dy) ** 0.5)
