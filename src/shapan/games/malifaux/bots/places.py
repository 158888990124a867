"""Where markers are wanted on the table: points by scheme and strategy, and what lies there already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from shapan.games.malifaux import names, roster
from shapan.games.malifaux.geometry import zone
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.unit import CENTRE, DIRECTIONS, INCH, MARKER, TABLE, point_in_direction
from shapan.games.malifaux.rules import schemes, strategies
from shapan.games.malifaux.state import Malifaux

if TYPE_CHECKING:
    from shapan.games.malifaux.bots.mind import Mind

Point = tuple[int, int]
CHARGED: Final = 2 * INCH
"""Detonate Charges: so near an enemy markers lie."""
ROUND: Final = 4
"""Every so many directions one is looked at round an enemy."""
SPACED: Final = 5200
"""MFX-8.23: so far apart the centres of scheme markers of one side lie."""
EXPLOSIVES_SPACED: Final = 7200
"""MFX-14.2."""
STEP: Final = 3000
RASTER: Final[tuple[Point, ...]] = tuple(
    (x, y) for y in range(STEP // 2, TABLE, STEP) for x in range(STEP // 2, TABLE, STEP)
)


def _zone_points(deployment: int, upper: bool) -> tuple[Point, ...]:
    """Return the points of a zone that are nearest to the other one first."""
    inside = [at for at in RASTER if zone.is_in_zone(deployment, upper, *at, 0)]
    depth = {at: abs(zone.side_of(deployment, *at)) for at in inside}
    return tuple(sorted(inside, key=lambda at: (depth[at], at)))


ZONES: Final = {(kind, upper): _zone_points(kind, upper) for kind in range(4) for upper in (False, True)}
HALVES: Final = {
    (kind, upper): tuple(at for at in RASTER if zone.is_on_half(kind, upper, *at))
    for kind in range(4)
    for upper in (False, True)
}
LINES: Final = tuple(
    tuple(zone.centreline_point(kind, False, zone.LEFT, far) for far in range(1200, length, 1200))
    for kind, length in enumerate((TABLE, 50900, TABLE, 50900))
)
"""By deployment, points of the centreline."""


def is_upper(view: Malifaux, seat: int) -> bool:
    """Tell whether a seat has the upper zone (MFX-10.10)."""
    return seat != view.lower


def is_deep(view: Malifaux, owner: int, x: int, y: int) -> bool:
    """MFX-14.3: tell whether a strategy marker lies wholly on the half of a seat."""
    return zone.is_completely_on_half(view.deployment, is_upper(view, owner), x, y, MARKER)


def inches_to_go(view: Malifaux, seat: int, x: int, y: int) -> int:
    """MFX-14.3: return by how many inches a marker must move for a seat to lie wholly on the enemy's half."""
    side = zone.side_of(view.deployment, x, y)
    depth = -side if is_upper(view, seat) else side
    if zone.is_diagonal(view.deployment):
        depth = round(depth / 2**0.5)
    return max(0, -(-(MARKER - depth + 100) // INCH))


def in_zone(view: Malifaux, seat: int) -> tuple[Point, ...]:
    """Return points of the enemy's zone."""
    return ZONES[view.deployment, not is_upper(view, seat)]


def far_from(points: Sequence[Point], lying: Sequence[Point], distance: int) -> tuple[Point, ...]:
    """Return the points that are farther than a distance from all that lies there."""
    least = distance * distance
    return tuple((x, y) for x, y in points if all((x - px) ** 2 + (y - py) ** 2 > least for px, py in lying))


def lying_at(view: Malifaux, type_: int, seat: int) -> list[Point]:
    """Return where the markers of a type and seat lie."""
    rows = view.markers
    return [(rows.xs[one], rows.ys[one]) for one in view.marker_list(type_, seat)]


def planting(view: Malifaux, seat: int) -> tuple[Point, ...]:
    """MFX-14.2: return points of the enemy's half where an explosive may be planted."""
    points = HALVES[view.deployment, not is_upper(view, seat)]
    return far_from(points, lying_at(view, names.STRATEGY_MARKER, seat), EXPLOSIVES_SPACED)


def different(view: Malifaux, seat: int, scheme: int, lying: Sequence[int]) -> int:
    """Return how many of some markers count for a scheme beside each other: by piece, corpse or corner."""
    if scheme in (names.SEARCH_RUINS, names.POWER_RITUAL, names.DIG_GRAVES):
        return len({thing for marker in lying for thing in schemes.touched(view, seat, scheme, marker)[:1]})
    if scheme == names.DETONATE_CHARGES:
        return max(charges(view, seat, lying).values(), default=0)
    return len(lying)


def charges(view: Malifaux, seat: int, lying: Sequence[int]) -> dict[int, int]:
    """Detonate Charges: return by enemy that counts how many of some markers lie within 2 inches of it."""
    rows, models = view.markers, view.models
    return {
        foe: sum(
            within(rows.xs[one], rows.ys[one], MARKER, models.xs[foe], models.ys[foe], models.radii[foe], CHARGED)
            for one in lying
        )
        for foe in view.up(1 - seat)
        if not strategies.is_ignored(view, foe)
    }


def charged(view: Malifaux, seat: int, lying: Sequence[int]) -> list[int]:
    """Detonate Charges: return the enemies by which one more marker is wanted: those with most of some, or all."""
    there = charges(view, seat, lying)
    most = max(there.values(), default=0)
    return [foe for foe, count in there.items() if count == most]


def _beside(view: Malifaux, foe: int, own: Sequence[Point]) -> tuple[Point, ...]:
    """Return points round an enemy, within 2 inches of it, that are apart from what lies there."""
    models = view.models
    far = models.radii[foe] + MARKER + CHARGED - INCH // 10
    ring = [point_in_direction(models.xs[foe], models.ys[foe], way, far) for way in range(0, DIRECTIONS, ROUND)]
    return far_from([at for at in ring if min(at) >= 0 and max(at) <= TABLE], own, SPACED)


def wanted(mind: Mind, scheme: int, lying: Sequence[int]) -> Iterator[tuple[tuple[Point, ...], int]]:
    """Yield where markers of a scheme are still wanted: alternatives in one row, and how near is near enough."""
    view, seat = mind.view, mind.seat
    own = lying_at(view, names.SCHEME_MARKER, seat)
    if scheme == names.BREAKTHROUGH:
        points = far_from(in_zone(view, seat), own, SPACED)
        for _ in range(3):
            yield points, MARKER
    elif scheme == names.HARNESS_LEY_LINE:
        points = far_from(LINES[view.deployment], own, SPACED)
        parts = max(1, len(points) // 5)
        for start in range(0, len(points), parts):
            yield points[start : start + parts], MARKER
    elif scheme == names.SEARCH_RUINS:
        yield from _ruins(view, seat, own, lying)
    elif scheme == names.POWER_RITUAL:
        done = {corner for one in lying for corner in schemes.touched(view, seat, scheme, one)}
        barred = schemes.own_corners(view, seat)
        for corner, (x, y) in enumerate(schemes.CORNERS):
            if corner not in done and (corner not in barred or len(barred) == 1) and far_from([(x, y)], own, 2000):
                yield ((x, y),), 3 * INCH + MARKER
    elif scheme == names.DETONATE_CHARGES:
        for foe in charged(view, seat, lying):
            yield _beside(view, foe, own), 2 * MARKER
    elif scheme == names.DIG_GRAVES:
        yield from _graves(mind, own)


def _ruins(
    view: Malifaux, seat: int, own: Sequence[Point], lying: Sequence[int]
) -> Iterator[tuple[tuple[Point, ...], int]]:
    done = {piece for one in lying for piece in schemes.touched(view, seat, names.SEARCH_RUINS, one)}
    for place, piece in enumerate(view.field().ground.pieces):
        x, y = (piece.x0 + piece.x1) // 2, (piece.y0 + piece.y1) // 2
        if place in done or not zone.is_on_half(view.deployment, not is_upper(view, seat), x, y):
            continue
        border = [(piece.x0, y), (piece.x1, y), (x, piece.y0), (x, piece.y1)]
        there = far_from(border, own, SPACED - MARKER)
        if there:
            yield there, 2 * MARKER


def _graves(mind: Mind, own: Sequence[Point]) -> Iterator[tuple[tuple[Point, ...], int]]:
    """Dig Graves: beside corpses and scrap, and beside enemies that may fall."""
    view, rows = mind.view, mind.view.markers
    for type_ in (names.CORPSE_MARKER, names.SCRAP_MARKER):
        for marker in view.marker_list(type_):
            if far_from([(rows.xs[marker], rows.ys[marker])], own, SPACED // 2):
                yield ((rows.xs[marker], rows.ys[marker]),), 2 * MARKER + INCH
    for foe in mind.foes:
        at = (view.models.xs[foe], view.models.ys[foe])
        if far_from([at], own, 2500):
            yield (at,), roster.RADIUS[view.models.cards[foe]] + MARKER + INCH


def progress(view: Malifaux, seat: int, x: int, y: int) -> float:
    """Return how far a point lies on the way from the own edge to the enemy's: 0 at home, 1 in the middle."""
    side = zone.side_of(view.deployment, x, y)
    depth = -side if is_upper(view, seat) else side
    return 1.0 + depth / (TABLE if zone.is_diagonal(view.deployment) else CENTRE)
