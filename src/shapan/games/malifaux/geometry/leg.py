"""The legs of a move: what stands in the way, and what a path costs (MFX-13.6, 13.14, 13.16, 13.22)."""

from __future__ import annotations

from typing import Final, final

from shapan.games.malifaux.geometry.disc import SMALL, is_near_segment, is_on_table
from shapan.games.malifaux.geometry.engagement import holder_left
from shapan.games.malifaux.geometry.polygon import Part, is_near, is_near_leg
from shapan.games.malifaux.geometry.sight import NOBODY, Field
from shapan.games.malifaux.geometry.slow import MARGIN, runs_in, runs_one_by_one
from shapan.games.malifaux.geometry.terrain import Piece, is_swept, piece_is_near
from shapan.games.malifaux.geometry.unit import EPS, INCH, LEGS, STEP, TABLE, length, point_at

FREE: Final = 0
OFF_TABLE: Final = 1
BASE: Final = 2
IN_IMPASSABLE: Final = 3
TOO_MANY_LEGS: Final = 4
LEAVES_REACH: Final = 5
TOO_FAR: Final = 6
FAULTS: Final = ("", "off_table", "base", "impassable", "legs", "leaves_reach", "too_far")
"""What a refusal is called; the first in this order is named."""

Stops = list[tuple[int, int, int, int]]
"""Places of bases, the distances that no leg comes below, and their indices."""

Shut = list[tuple[Part, int]]
"""Parts of Impassable pieces, and the indices of these."""


@final
class Near:
    """What can matter to a base that goes at most a distance: gathered once, then asked by every leg and spot.

    The mover is left out; `through` leaves out all bases (MFX-13.7, `through_models`), `unimpeded` Severe terrain.
    """

    __slots__ = ("bases", "distance", "field", "high", "mover", "r", "shut", "slow", "through", "unimpeded", "x", "y")

    def __init__(
        self, field: Field, mover: int, x: int, y: int, r: int, distance: int, unimpeded: bool = False,
        through: bool = False,
    ) -> None:  # fmt: skip
        self.field = field
        self.mover = mover
        self.unimpeded, self.through = unimpeded, through
        self.x, self.y, self.r, self.distance = x, y, r, distance
        around = distance + r + EPS + MARGIN
        x0, x1, y0, y1 = x - around, x + around, y - around, y + around
        bases, ground = field.bases, field.ground
        self.bases: Stops = []
        if not through:
            i = -1
            for bx, by, other in zip(bases.x, bases.y, bases.r, strict=True):
                i += 1
                if other and x0 - other < bx < x1 + other and y0 - other < by < y1 + other and i != mover:
                    self.bases.append((bx, by, r + other - EPS, i))
        self.shut: Shut = []
        self.slow: list[Part] = []
        """Parts of Severe pieces."""
        self.high: list[Piece] = []
        """Pieces that can be climbed."""
        for i in ground.impassable:
            piece = ground.pieces[i]
            if piece.x1 >= x0 and piece.x0 <= x1 and piece.y1 >= y0 and piece.y0 <= y1:
                for part in piece.parts:
                    self.shut.append((part, i))
        if not unimpeded:
            for i in ground.severe:
                piece = ground.pieces[i]
                if piece.x1 >= x0 and piece.x0 <= x1 and piece.y1 >= y0 and piece.y0 <= y1:
                    self.slow += piece.parts
        for i in ground.climbable:
            piece = ground.pieces[i]
            if piece.x1 >= x0 and piece.x0 <= x1 and piece.y1 >= y0 and piece.y0 <= y1:
                self.high.append(piece)

    def widened(self) -> Near:
        """Return the same for the whole table, to find what stands in the way of a leg that is too long anyway."""
        return Near(self.field, self.mover, self.x, self.y, self.r, 2 * TABLE, self.unimpeded, self.through)

    def slows(self, x: int, y: int) -> bool:
        """MFX-13.5: tell whether the base would be in Severe terrain at a place."""
        reach = self.r - EPS
        for part in self.slow:  # noqa: SIM110  (a generator costs more than the test)
            if is_near(part, x, y, reach):
                return True
        return False


def leg_fault(near: Near, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """MFX-13.22: return what stands in the way of a leg, and which base or piece; FREE if nothing does."""
    r = near.r
    if not is_on_table(bx, by, r):
        return OFF_TABLE, NOBODY
    for x, y, least, i in near.bases:
        if is_near_segment(x, y, ax, ay, bx, by, least):
            return BASE, i
    for part, i in near.shut:
        if is_near_leg(part, ax, ay, bx, by, r - EPS):
            return IN_IMPASSABLE, i
    return FREE, NOBODY


def leg_is_free(near: Near, ax: int, ay: int, bx: int, by: int) -> bool:
    """MFX-13.22: tell whether nothing stands in the way of a leg."""
    return is_free_of(near.bases, near.shut, near.r, ax, ay, bx, by)


def may_stand(near: Near, x: int, y: int) -> bool:
    """MFX-13.3: tell whether the base may stand at a place within the distance: as a leg that goes nowhere."""
    return is_free_of(near.bases, near.shut, near.r, x, y, x, y)


def is_free_of(bases: Stops, shut: Shut, r: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """MFX-13.22: tell whether a leg stays on the table and passes some bases and parts."""
    low, high = r - EPS, TABLE - r + EPS
    if bx < low or by < low or bx > high or by > high:
        return False
    if bases and not _is_past(bases, ax, ay, bx, by):
        return False
    for part, _ in shut:  # noqa: SIM110  (a generator costs more than the test)
        if is_near_leg(part, ax, ay, bx, by, low):
            return False
    return True


def _is_past(bases: Stops, ax: int, ay: int, bx: int, by: int) -> bool:
    """Tell whether a leg passes all of some bases: `is_near_segment` for each, written out."""
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    for x, y, least, _ in bases:
        wx, wy = x - ax, y - ay
        t = wx * ex + wy * ey
        if t <= 0:
            if wx * wx + wy * wy < least * least:
                return False
        elif t >= square:
            wx, wy = x - bx, y - by
            if wx * wx + wy * wy < least * least:
                return False
        else:
            cross = wx * ey - wy * ex
            if -SMALL < cross < SMALL and cross * cross < least * least * square:
                return False
    return True


def in_the_way(near: Near, bx: int, by: int) -> tuple[Stops, Shut]:
    """Return which bases and parts can stop a leg from where the mover stands to b, or part of it.

    Points along a leg are rounded: so all that comes nearer than needed by a margin.
    """
    ax, ay, reach = near.x, near.y, near.r - EPS + MARGIN
    return (
        [one for one in near.bases if is_near_segment(one[0], one[1], ax, ay, bx, by, one[2] + MARGIN)],
        [one for one in near.shut if is_near_leg(one[0], ax, ay, bx, by, reach)],
    )


def leg_cost(near: Near, ax: int, ay: int, bx: int, by: int) -> int:
    """MFX-13.6: return what a leg costs: its length, and each step once more that ends in Severe terrain."""
    whole = length(ax, ay, bx, by)
    cost = whole
    if near.slow and whole:
        for first, last in slow_runs(near, ax, ay, bx, by, whole):
            cost += min(last * STEP, whole) - (first - 1) * STEP
    if near.high and whole:
        cost += INCH * climbed(near, ax, ay, bx, by)
    return cost


def slow_runs(near: Near, ax: int, ay: int, bx: int, by: int, whole: int) -> list[tuple[int, int]]:
    """MFX-13.6: return which steps of a leg end in Severe terrain, as runs (first, last) in order, counted from 1.

    The last step ends with the leg.
    """
    reach = near.r - EPS
    x0, x1, y0, y1 = (ax, bx, ay, by) if ax <= bx else (bx, ax, ay, by)
    if y0 > y1:
        y0, y1 = y1, y0
    far = reach + MARGIN
    slow = []
    for part in near.slow:
        if part.x0 < x1 + far and part.x1 > x0 - far and part.y0 < y1 + far and part.y1 > y0 - far:
            slow.append(part)
    if not slow:
        return []
    if len(slow) == 1:
        return runs_in(slow[0], reach, ax, ay, bx, by, whole)
    slow = [part for part in slow if is_near_leg(part, ax, ay, bx, by, far)]
    if len(slow) < 2:
        return runs_in(slow[0], reach, ax, ay, bx, by, whole) if slow else []
    return runs_one_by_one(slow, reach, ax, ay, bx - ax, by - ay, whole, 1, (whole + STEP - 1) // STEP)


def climbed(near: Near, ax: int, ay: int, bx: int, by: int) -> int:
    """MFX-13.16: return how many inches a leg climbs: the height of a piece for each step into it from outside."""
    return sum(crossings(near, ax, ay, bx, by, True))


def crossings(near: Near, ax: int, ay: int, bx: int, by: int, up: bool) -> list[int]:
    """MFX-13.16: return the heights of the pieces that a leg climbs, or of those that it leaves, in order."""
    whole = length(ax, ay, bx, by)
    found: list[tuple[int, int, int]] = []
    for number, piece in enumerate(near.high):
        before = piece_is_near(piece, ax, ay, 0, 1)
        for s in range(STEP, whole + STEP, STEP):
            x, y = point_at(ax, ay, bx, by, min(s, whole))
            now = piece_is_near(piece, x, y, 0, 1)
            if now != before and now == up:
                found.append((s, number, piece.height))
            before = now
    return [height for _, _, height in sorted(found)]


@final
class Path:
    """What is said of a path: the fault of its first bad leg, or what the legs cost and how deep the mover falls."""

    __slots__ = ("costs", "falls", "fault", "leg", "spent", "what")

    def __init__(self, fault: int, leg: int, what: int, costs: list[int], falls: list[int], spent: int) -> None:
        self.fault = fault
        self.leg = leg
        """The number of the leg at fault, from 0."""
        self.what = what
        """The base or piece in the way, or the enemy whose reach is left."""
        self.costs = costs
        """What each leg costs, ways down included."""
        self.falls = falls
        """MFX-13.16: the heights, in inches, of which the mover falls."""
        self.spent = spent
        """What the legs cost without ways down, which further legs come before."""

    @property
    def cost(self) -> int:
        return sum(self.costs)


def path(near: Near, xs: list[int], ys: list[int], holders: list[int], reaches: list[int], allowed: int) -> Path:
    """MFX-13.6: judge a move by its way points; the first fault is that of the first leg with one.

    More than 8 legs are refused at once. [ruling: before anything is measured]

    `holders` engaged the mover at the start of a Walk, and no way point leaves their reach (MFX-13.14). Ways down are
    paid in their order as far as the whole move can pay them; of the others the mover falls. [ruling: "if the move can
    pay it", MFX-13.16]
    """
    x, y, total = near.x, near.y, 0
    costs: list[int] = []
    down: list[tuple[int, int]] = []
    if len(xs) > LEGS:
        return Path(TOO_MANY_LEGS, LEGS, NOBODY, costs, [], total)
    most = allowed + EPS
    for leg in range(len(xs)):
        near = reaching(near, xs[leg], ys[leg])
        fault, what, cost = judged_leg(near, x, y, xs[leg], ys[leg], holders, reaches, most - total)
        if cost >= 0:
            costs.append(cost)
        if fault:
            return Path(fault, leg, what, costs, [], total)
        total += cost
        if near.high:
            down += [(leg, height) for height in crossings(near, x, y, xs[leg], ys[leg], False)]
        x, y = xs[leg], ys[leg]
    falls: list[int] = []
    whole = total
    for leg, height in down:
        if whole + height * INCH <= most:
            whole += height * INCH
            costs[leg] += height * INCH
        else:
            falls.append(height)
    return Path(FREE, NOBODY, NOBODY, costs, falls, total)


def reaching(near: Near, x: int, y: int) -> Near:
    """Return what can matter to a leg that ends at a point, which may be farther off than what was gathered."""
    if near.distance < 2 * TABLE and max(abs(x - near.x), abs(y - near.y)) > near.distance + EPS:
        return near.widened()
    return near


def judged_leg(
    near: Near, ax: int, ay: int, bx: int, by: int, holders: list[int], reaches: list[int], left: int
) -> tuple[int, int, int]:
    """MFX-13.6, 13.14: judge one leg where so much is left to pay: its fault, what is at fault, its cost.

    One with a fault has no cost (-1), unless that is the fault.
    """
    fault, what = leg_fault(near, ax, ay, bx, by)
    if fault:
        return fault, what, -1
    what = holder_left(near.field, bx, by, near.r, holders, reaches)
    if what >= 0:
        return LEAVES_REACH, what, -1
    cost = leg_cost(near, ax, ay, bx, by)
    return FREE if cost <= left else TOO_FAR, NOBODY, cost


def fall_damage(height: int) -> int:
    """MFX-13.16: return the damage of a fall of so many inches: 1 for each 3, rounded up."""
    return (height + 2) // 3


def hazards(field: Field, ax: int, ay: int, bx: int, by: int, r: int) -> int:
    """MFX-13.5: return the Hazardous pieces that a leg passes through, as a mask; where a = b, those of a place."""
    found, ground = 0, field.ground
    for i in ground.hazardous:
        if is_swept(ground.pieces[i], ax, ay, bx, by, r):
            found |= 1 << i
    return found
