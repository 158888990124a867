"""The places of a deployment zone that have a name, and the one that is proposed for a model (MFX-10.7)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.ground import Snap
from shapan.engine.phrases import say
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.unit import TABLE

_APART: Final = 1000
"""A crew is proposed to stand an inch apart, so that models pass each other and a blast hits few."""
_TOGETHER: Final = 4000
"""It stays this near together where its zone has several ends."""
_Point = tuple[int, int]
_Base = tuple[int, int, int]
"""Place and radius."""
_Coordinate = Callable[[int, int], int]


def places_of_zone(whole: Sequence[_Point], free: Sequence[_Point], step: int) -> list[Snap]:
    """MFX-10.7: return one free place each at the front, in the middle, at the back and on both flanks of a zone.

    `whole` are the points of the raster in the zone, `free` those where the model can stand. Front is where the zone
    comes nearest to the middle of the table; left and right are those of who looks there from the zone.
    """
    if not free:
        return []
    ahead, leftward, off = _measures(whole, step)
    best = {
        "front": max(free, key=lambda at: (ahead(*at), -abs(leftward(*at)))),
        "middle": min(free, key=lambda at: off(*at)),
        "back": min(free, key=lambda at: (ahead(*at), abs(leftward(*at)))),
        "left": max(free, key=lambda at: (leftward(*at), ahead(*at))),
        "right": max(free, key=lambda at: (-leftward(*at), ahead(*at))),
    }
    named = {(x * step, y * step): name for name, (x, y) in reversed(best.items())}
    return [Snap([*at], say("board", f"zone_{name}")) for at, name in reversed(named.items())]


def proposed_place(
    whole: Sequence[_Point], free: Sequence[_Point], step: int, crew: Sequence[_Base], radius: int
) -> Snap | None:
    """MFX-10.7: return a good place for a model: near its crew but an inch apart, and as far to the front as that goes.

    None where nothing is free. `crew` are the bases that stand already; the points are those of `places_of_zone`.
    """
    if not free:
        return None
    ahead, leftward, _ = _measures(whole, step)

    def beside(at: _Point, distance: int) -> bool:
        return any(within(x, y, r, at[0] * step, at[1] * step, radius, distance) for x, y, r in crew)

    near = [at for at in free if beside(at, _TOGETHER)] or free
    loose = [at for at in near if not beside(at, _APART - 1)] or near
    x, y = max(loose, key=lambda at: (ahead(*at), -abs(leftward(*at)), at))
    return Snap([x * step, y * step], say("board", "zone_proposed"))


def _measures(whole: Sequence[_Point], step: int) -> tuple[_Coordinate, _Coordinate, _Coordinate]:
    """Return how far ahead a point of a zone is, how far left, and how far off (squared) the zone's own middle.

    Ahead is toward the middle of the table; each has a unit of its own, to be compared only with itself.
    """
    many = len(whole)
    mx, my = sum(x for x, _ in whole), sum(y for _, y in whole)
    fx, fy = many * (TABLE // step) - 2 * mx, many * (TABLE // step) - 2 * my

    def ahead(x: int, y: int) -> int:
        return x * fx + y * fy

    def leftward(x: int, y: int) -> int:
        return (many * y - my) * fx - (many * x - mx) * fy

    def off(x: int, y: int) -> int:
        return (many * x - mx) ** 2 + (many * y - my) ** 2

    return ahead, leftward, off
