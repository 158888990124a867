"""The places of a deployment zone that have a name: its front, middle, back and both flanks (MFX-10.7)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.ground import Snap
from shapan.engine.phrases import say
from shapan.games.malifaux.geometry.unit import TABLE


def places_of_zone(whole: Sequence[tuple[int, int]], free: Sequence[tuple[int, int]], step: int) -> list[Snap]:
    """MFX-10.7: return one free place each at the front, in the middle, at the back and on both flanks of a zone.

    `whole` are the points of the raster in the zone, `free` those where the model can stand. Front is where the zone
    comes nearest to the middle of the table; left and right are those of who looks there from the zone.
    """
    if not free:
        return []
    many = len(whole)
    mx, my = sum(x for x, _ in whole), sum(y for _, y in whole)
    fx, fy = many * (TABLE // step) - 2 * mx, many * (TABLE // step) - 2 * my

    def ahead(x: int, y: int) -> int:
        return x * fx + y * fy

    def leftward(x: int, y: int) -> int:
        return (many * y - my) * fx - (many * x - mx) * fy

    def off(x: int, y: int) -> int:
        return (many * x - mx) ** 2 + (many * y - my) ** 2

    best = {
        "front": max(free, key=lambda at: (ahead(*at), -abs(leftward(*at)))),
        "middle": min(free, key=lambda at: off(*at)),
        "back": min(free, key=lambda at: (ahead(*at), abs(leftward(*at)))),
        "left": max(free, key=lambda at: (leftward(*at), ahead(*at))),
        "right": max(free, key=lambda at: (-leftward(*at), ahead(*at))),
    }
    named = {(x * step, y * step): name for name, (x, y) in reversed(best.items())}
    return [Snap([*at], say("board", f"zone_{name}")) for at, name in reversed(named.items())]
