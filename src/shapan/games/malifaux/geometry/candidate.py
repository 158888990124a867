"""The places that bots, learners and keyboards choose from (MFX-13.19): named by a reason, in an order that stays.

A slot is a place that may come up; a candidate is a legal one. Order: kind of reason, then distance, then index, so
that place k follows from what the seat sees. [ruling: kind before distance, also among enemies] Who only wants one
legal place draws slots until one is legal, and makes no list.
"""

from __future__ import annotations

from typing import Final, final

from shapan.games.malifaux.geometry.disc import completely_within, within
from shapan.games.malifaux.geometry.engagement import is_in_reaches
from shapan.games.malifaux.geometry.leg import Near, leg_cost, leg_is_free
from shapan.games.malifaux.geometry.push import aim_away, aim_toward, push_end
from shapan.games.malifaux.geometry.spot import direct_spot, stands
from shapan.games.malifaux.geometry.unit import CENTRE, DIRECTIONS, EPS, point_at, point_in_direction

STAY: Final = 0
TO_MARKER: Final = 1
TO_ENEMY: Final = 2
OWN_REACH: Final = 3
OUT_OF_REACH: Final = 4
TO_CENTRE: Final = 5
FAR: Final = 6
HALF_WAY: Final = 7
TOWARD: Final = 8
AWAY: Final = 9
KINDS: Final = (
    *("stay", "to_marker", "to_enemy", "own_reach", "out_of_reach", "to_centre", "far", "half_way", "toward", "away"),
)
"""What a place is offered for, by number."""

MARKERS: Final = 4
ENEMIES: Final = 3
ROUND: Final = 8
WAYS: Final = 16
MOST: Final = 24
"""MFX-13.19: so many candidates, unless the option `bot_move_candidates` says another number."""

Place = tuple[int, int, int, int]
"""A candidate: x, y, kind, and the index of the marker or enemy or the direction that it is named by."""


def nearest(x: int, y: int, xs: list[int], ys: list[int], among: list[int], most: int) -> list[int]:
    """MFX-13.19: return the nearest of some things: by the square of the distance, then by index."""
    order = [((xs[i] - x) * (xs[i] - x) + (ys[i] - y) * (ys[i] - y), i) for i in among]
    order.sort()
    return [i for _, i in order[:most]]


@final
class SeenPoints:
    """What a seat sees round a mover: the markers and enemies that its candidates are named by, nearest first.

    `turned` is the view of the upper player: directions are counted from what is +x to that seat, so that place k means
    the same to both. [ruling: "place k follows from what the seat sees"]
    """

    __slots__ = (
        *("_enemies", "_markers", "among", "first", "marker_r", "marker_x", "marker_y", "near", "own_reach", "reaches"),
    )

    def __init__(
        self, near: Near, marker_x: list[int], marker_y: list[int], marker_r: list[int], enemies: list[int],
        reaches: list[int], own_reach: int, turned: bool = False,
    ) -> None:  # fmt: skip
        """`reaches` has the reach of each model; below 0 it engages nobody."""
        self.near = near
        self.marker_x, self.marker_y, self.marker_r = marker_x, marker_y, marker_r
        self.among = enemies
        self.reaches = reaches
        self.own_reach = own_reach
        self.first = DIRECTIONS // 2 if turned else 0
        self._markers: list[int] | None = None
        self._enemies: list[int] | None = None

    def markers(self) -> list[int]:
        """Return the nearest markers; looked for when first asked, since most slots are named by none."""
        if self._markers is None:
            every = list(range(len(self.marker_x)))
            self._markers = nearest(self.near.x, self.near.y, self.marker_x, self.marker_y, every, MARKERS)
        return self._markers

    def enemies(self) -> list[int]:
        """Return the nearest enemies on the table."""
        if self._enemies is None:
            bases = self.near.field.bases
            standing = [i for i in self.among if bases.r[i]]
            self._enemies = nearest(self.near.x, self.near.y, bases.x, bases.y, standing, ENEMIES)
        return self._enemies

    def direction(self, k: int, count: int) -> int:
        """Return the k-th of so many directions as one of the 64."""
        return (self.first + k * (DIRECTIONS // count)) % DIRECTIONS


@final
class MoveSlots:
    """MFX-13.19: the slots of a move of one straight leg."""

    __slots__ = ("allowed", "count", "holders", "near", "seen")

    def __init__(self, near: Near, seen: SeenPoints, allowed: int, holders: list[int]) -> None:
        self.near, self.seen, self.allowed = near, seen, allowed
        self.holders = holders
        """Who engaged the mover at the start of a Walk; nobody for other moves."""
        self.count = 2 + MARKERS + 3 * ENEMIES + 2 * WAYS

    def is_legal(self, x: int, y: int) -> bool:
        """MFX-13.6: tell whether one leg to a place is a legal move."""
        near = self.near
        dx, dy, most = x - near.x, y - near.y, self.allowed + EPS
        return (
            dx * dx + dy * dy <= most * most
            and is_in_reaches(near.field, x, y, near.r, self.holders, self.seen.reaches)
            and leg_is_free(near, near.x, near.y, x, y)
            and leg_cost(near, near.x, near.y, x, y) <= most
        )

    def place(self, slot: int) -> Place | None:
        """Return the place of a slot if it is legal."""
        found = self.proposed(slot)
        if found is None or found[2] == STAY:
            return found
        if found[2] < FAR:
            return found if self.is_legal(found[0], found[1]) else None
        near = self.near  # nothing stands in the way of the end of a push
        if (near.slow or near.high) and leg_cost(near, near.x, near.y, found[0], found[1]) > self.allowed + EPS:
            return None
        if self.holders and not is_in_reaches(near.field, found[0], found[1], near.r, self.holders, self.seen.reaches):
            return None
        return found

    def proposed(self, slot: int) -> Place | None:
        """Return the place of a slot, legal or not; None where the slot names none."""
        near, seen = self.near, self.seen
        x, y, r = near.x, near.y, near.r
        if slot == 0:
            return x, y, STAY, 0
        slot -= 1
        if slot < MARKERS:
            if slot >= len(seen.markers()):
                return None
            i = seen.markers()[slot]
            return *direct_spot(seen.marker_x[i], seen.marker_y[i], seen.marker_r[i], x, y, r), TO_MARKER, i
        slot -= MARKERS
        if slot < 3 * ENEMIES:
            kind, at = divmod(slot, ENEMIES)
            return self._by_enemy(TO_ENEMY + kind, seen.enemies()[at]) if at < len(seen.enemies()) else None
        slot -= 3 * ENEMIES
        if slot == 0:
            return CENTRE, CENTRE, TO_CENTRE, 0
        half, way = divmod(slot - 1, WAYS)
        far = self.allowed // 2 if half else self.allowed
        if not far:
            return None
        return *way_end(near, seen.direction(way, WAYS), far), HALF_WAY if half else FAR, way

    def _by_enemy(self, kind: int, enemy: int) -> Place | None:
        near, seen, bases = self.near, self.seen, self.near.field.bases
        x, y, r = near.x, near.y, near.r
        ex, ey, er = bases.x[enemy], bases.y[enemy], bases.r[enemy]
        if kind == TO_ENEMY:
            px, py = point_at(ex, ey, x, y, er + r)
            if self.is_legal(px, py):
                return px, py, kind, enemy
            for k in range(ROUND):
                px, py = point_in_direction(ex, ey, seen.direction(k, ROUND), er + r)
                if self.is_legal(px, py):
                    return px, py, kind, enemy
            return None
        reach = seen.own_reach if kind == OWN_REACH else seen.reaches[enemy]
        if reach < 0:
            return None
        # Rounding along a line beyond its end is below EPS: surely within the own reach, surely outside the other's.
        # [ruling: "just outside" is 2 EPS]
        beyond = er + r + reach + (0 if kind == OWN_REACH else 2 * EPS)
        return *point_at(ex, ey, x, y, beyond), kind, enemy


def way_end(near: Near, direction: int, distance: int) -> tuple[int, int]:
    """MFX-13.19: return where a push of a distance ends in a direction (MFX-13.23)."""
    return push_end(near, *point_in_direction(near.x, near.y, direction, distance), distance)


def candidates(slots: MoveSlots | PushSlots | PlaceSlots, most: int = MOST) -> list[Place]:
    """MFX-13.19: return the legal places of all slots in their order, each place once, cut at so many."""
    found: list[Place] = []
    known: set[tuple[int, int]] = set()
    for slot in range(slots.count):
        place = slots.place(slot)
        if place is not None and (place[0], place[1]) not in known:
            known.add((place[0], place[1]))
            found.append(place)
            if len(found) == most:
                break
    return found


@final
class PushSlots:
    """MFX-13.19: the slots of a push: ends in 16 directions, full and half, then toward and away from enemies.

    A push that does not move the model at all is none of them.
    """

    __slots__ = ("count", "distance", "near", "seen")

    def __init__(self, near: Near, seen: SeenPoints, distance: int) -> None:
        self.near, self.seen, self.distance = near, seen, distance
        self.count = 2 * WAYS + 2 * ENEMIES

    def place(self, slot: int) -> Place | None:
        """Return where the push of a slot ends, None where it does not move."""
        near, seen, bases = self.near, self.seen, self.near.field.bases
        if slot < 2 * WAYS:
            half, way = divmod(slot, WAYS)
            distance = self.distance // 2 if half else self.distance
            kind = HALF_WAY if half else FAR
            x, y = point_in_direction(near.x, near.y, seen.direction(way, WAYS), distance)
        else:
            away, at = divmod(slot - 2 * WAYS, ENEMIES)
            if at >= len(seen.enemies()):
                return None
            distance, way = self.distance, seen.enemies()[at]
            kind = AWAY if away else TOWARD
            x, y = (aim_away if away else aim_toward)(near, bases.x[way], bases.y[way], distance)
        if (x, y) != (near.x, near.y):
            x, y = push_end(near, x, y, distance)
        return None if (x, y) == (near.x, near.y) else (x, y, kind, way)


@final
class PlaceSlots:
    """MFX-13.19: the slots of a place: contact with markers and enemies, then rings at full and half distance.

    Last where it stands, so that there is always one. [ruling: 13.19 has none that is surely legal]
    `whole` is Flight: the base ends completely within the distance of where it stood (MFX-13.9).
    """

    __slots__ = ("count", "holders", "near", "seen", "whole")

    def __init__(self, near: Near, seen: SeenPoints, whole: bool, holders: list[int]) -> None:
        self.near, self.seen, self.whole, self.holders = near, seen, whole, holders
        self.count = 1 + MARKERS + ENEMIES + 2 * WAYS

    def is_legal(self, x: int, y: int) -> bool:
        """MFX-13.9, 13.24: tell whether the mover may be placed somewhere."""
        near = self.near
        test = completely_within if self.whole else within
        return (
            test(x, y, near.r, near.x, near.y, near.r, near.distance)
            and is_in_reaches(near.field, x, y, near.r, self.holders, self.seen.reaches)
            and stands(near.field, x, y, near.r, near.mover)
        )

    def place(self, slot: int) -> Place | None:
        """Return the place of a slot if it is legal."""
        near, seen, bases = self.near, self.seen, self.near.field.bases
        x, y, r = near.x, near.y, near.r
        if slot == self.count - 1:
            return x, y, STAY, 0
        if slot < MARKERS:
            if slot >= len(seen.markers()):
                return None
            i = seen.markers()[slot]
            px, py = direct_spot(seen.marker_x[i], seen.marker_y[i], seen.marker_r[i], x, y, r)
            kind, name = TO_MARKER, i
        elif slot < MARKERS + ENEMIES:
            if slot - MARKERS >= len(seen.enemies()):
                return None
            i = seen.enemies()[slot - MARKERS]
            px, py = point_at(bases.x[i], bases.y[i], x, y, bases.r[i] + r)
            kind, name = TO_ENEMY, i
        else:
            half, name = divmod(slot - MARKERS - ENEMIES, WAYS)
            far = near.distance // 2 if half else near.distance
            far += 0 if self.whole else 2 * r
            px, py = point_in_direction(x, y, seen.direction(name, WAYS), far)
            kind = HALF_WAY if half else FAR
        return (px, py, kind, name) if self.is_legal(px, py) else None
