"""Where bases and markers may stand: placing, contact, the nearest legal spot (MFX-13.3, 13.9, 13.15, 13.25, 13.28)."""

from __future__ import annotations

from typing import Final

from shapan.games.malifaux.geometry.disc import is_on_table
from shapan.games.malifaux.geometry.leg import BASE, FREE, IN_IMPASSABLE, OFF_TABLE
from shapan.games.malifaux.geometry.sight import NOBODY, Field
from shapan.games.malifaux.geometry.terrain import is_in
from shapan.games.malifaux.geometry.unit import CENTRE, DIRECTIONS, EPS, STEP, TABLE, point_at, point_in_direction
from shapan.games.malifaux.geometry.zone import LEFT, RIGHT, centreline_end, is_completely_in_zone, is_in_zone

RING: Final = 32
"""MFX-13.28: contact spots are offered in so many directions."""


def stand_fault(field: Field, x: int, y: int, r: int, mover: int = NOBODY) -> tuple[int, int]:
    """MFX-13.3: return why a base may not stand at a place, and which base or piece is there; FREE if it may."""
    if not is_on_table(x, y, r):
        return OFF_TABLE, NOBODY
    bases, ground = field.bases, field.ground
    i = -1
    for bx, by, other in zip(bases.x, bases.y, bases.r, strict=True):
        i += 1
        if other:
            dx, dy, least = bx - x, by - y, r + other - EPS
            if dx < least and dy < least and dx * dx + dy * dy < least * least and i != mover:
                return BASE, i
    for i in ground.shut_near(x, y, r):
        if is_in(ground.pieces[i], x, y, r):
            return IN_IMPASSABLE, i
    return FREE, NOBODY


def stands(field: Field, x: int, y: int, r: int, mover: int = NOBODY) -> bool:
    """MFX-13.3: tell whether a base may stand at a place."""
    return stand_fault(field, x, y, r, mover)[0] == FREE


def marker_fits(field: Field, x: int, y: int, r: int) -> bool:
    """MFX-13.15: tell whether a marker may lie at a place: over bases and markers, but not over Impassable terrain."""
    if not is_on_table(x, y, r):
        return False
    pieces = field.ground.pieces
    for i in field.ground.shut_near(x, y, r):  # noqa: SIM110  (a generator costs more than the test)
        if is_in(pieces[i], x, y, r):
            return False
    return True


def direct_spot(x: int, y: int, r: int, fx: int, fy: int, fr: int) -> tuple[int, int]:
    """MFX-13.19: return the centre of a base that touches another on the side of a point f."""
    return (x + r + fr, y) if (x, y) == (fx, fy) else point_at(x, y, fx, fy, r + fr)


def contact_spots(
    field: Field, x: int, y: int, r: int, own: int, mover: int = NOBODY, marker: bool = False, count: int = RING
) -> list[tuple[int, int]]:
    """MFX-13.28: return the legal centres round a base or marker at which another, of radius `own`, touches it."""
    found = []
    for k in range(0, DIRECTIONS, DIRECTIONS // count):
        px, py = point_in_direction(x, y, k, r + own)
        if marker_fits(field, px, py, own) if marker else stands(field, px, py, own, mover):
            found.append((px, py))
    return found


def nearest_spot(field: Field, x: int, y: int, r: int, mover: int = NOBODY) -> tuple[int, int] | None:
    """MFX-13.25: return the nearest legal centre to a wanted one: rings of 100 units, 64 directions each.

    None where the whole table has none. Nobody chooses.
    """
    if stands(field, x, y, r, mover):
        return x, y
    for distance in range(STEP, 2 * TABLE, STEP):
        for k in range(DIRECTIONS):
            px, py = point_in_direction(x, y, k, distance)
            if stands(field, px, py, r, mover):
                return px, py
    return None


MIDDLES: Final = ((CENTRE, 4000), (6750, 6750), (CENTRE, 4000), (5000, 5000))
"""MFX-10.11: by type of deployment the point from which the legal spot nearest to the lower zone is looked for.

[ruling: a point well inside each zone]
"""


def spot_beside_zone(field: Field, deployment: int, upper: bool, r: int) -> tuple[int, int] | None:
    """MFX-10.11: return where a model stands for which the zone has no legal spot."""
    x, y = MIDDLES[deployment]
    return nearest_spot(field, TABLE - x if upper else x, TABLE - y if upper else y, r)


def lattice(deployment: int, step: int) -> list[tuple[int, int]]:
    """Return the points of the lower zone on a raster, those nearest to the centrepoint first, then from left to right.

    [ruling: MFX-10.7 gives no candidates]
    """
    points = [
        ((CENTRE - x) ** 2 + (CENTRE - y) ** 2, x, y)
        for x in range(step, TABLE, step)
        for y in range(step, CENTRE, step)
        if is_in_zone(deployment, False, x, y, 0)
    ]
    return [(x, y) for _, x, y in sorted(points)]


LATTICES: Final = tuple(lattice(deployment, 600) for deployment in range(4))
"""By type of deployment: 0.6 inches apart, so that bases of 30 mm stand side by side at every second point."""


_ROOMS: Final[dict[tuple[int, bool, int], list[tuple[int, int]]]] = {}


def rooms(deployment: int, upper: bool, r: int) -> list[tuple[int, int]]:
    """MFX-10.7: return the points of `lattice` where a base would be completely in a zone."""
    found = _ROOMS.get((deployment, upper, r))
    if found is None:
        lower = [(x, y) for x, y in LATTICES[deployment] if is_completely_in_zone(deployment, False, x, y, r)]
        found = _ROOMS[deployment, upper, r] = [(TABLE - x, TABLE - y) for x, y in lower] if upper else lower
    return found


def has_room(field: Field, deployment: int, upper: bool, r: int) -> bool:
    """MFX-10.7: tell whether a zone has a legal spot; looked for from behind, where few stand."""
    for x, y in reversed(rooms(deployment, upper, r)):  # noqa: SIM110  (a generator costs more than the test)
        if stands(field, x, y, r):
            return True
    return False


def drawn_deployment(
    field: Field, deployment: int, upper: bool, r: int, number: int, most: int
) -> tuple[int, int] | None:
    """MFX-10.7: return a legal spot in a zone: the first from one of the first so many points on; None if none is."""
    among = rooms(deployment, upper, r)
    first = number % max(1, min(most, len(among)))
    for k in range(len(among)):
        x, y = among[(first + k) % len(among)]
        if stands(field, x, y, r):
            return x, y
    return None


def deployment_spots(field: Field, deployment: int, upper: bool, r: int, most: int) -> list[tuple[int, int]]:
    """MFX-10.7: return up to so many legal spots in a zone, in the order of `lattice`.

    A zone with none of them counts as full (MFX-10.11). [ruling: a gap that the raster misses is no room]
    """
    found: list[tuple[int, int]] = []
    for x, y in rooms(deployment, upper, r):
        if stands(field, x, y, r):
            found.append((x, y))
            if len(found) == most:
                break
    return found


def centreline_spots(field: Field, deployment: int, x: int, y: int, r: int) -> list[tuple[int, int]]:
    """MFX-14.6: return the spots of a marker on the centreline that touch the Impassable ground at (x, y), at most two.

    It slides along the line, first toward the left end as the lower player sees it, until it no longer overlaps any by
    a single unit. [ruling: the example of MFX-X43]
    """
    pieces, impassable, found = field.ground.pieces, field.ground.impassable, []
    for side in (LEFT, RIGHT):
        ex, ey = centreline_end(deployment, False, side)
        sx, sy = (ex > x) - (ex < x), (ey > y) - (ey < y)
        px, py = x, y
        while is_on_table(px, py, r) and any(is_in(pieces[i], px, py, r + EPS) for i in impassable):
            px, py = px + sx, py + sy
        if is_on_table(px, py, r) and (px, py) not in found:
            found.append((px, py))
    return found
