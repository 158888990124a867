"""Convex parts, what is near or touches them, and how an outline is cut into them (MFX-13.4, 13.20, 13.22).

A polygon is the union of its convex parts; no test depends on how it was cut. A part with a single corner is a disc: a
marker with traits, the same tests from a point with its radius added.
"""

from __future__ import annotations

from math import isqrt
from typing import final

from shapan.games.malifaux.geometry.disc import SMALL, is_near_segment

Corner = tuple[int, int]


@final
class Part:
    """A convex polygon that turns left, or a disc; with the box that it fills."""

    __slots__ = ("corners", "edges", "lengths", "n", "radius", "x", "x0", "x1", "y", "y0", "y1")

    def __init__(self, corners: list[Corner], radius: int = 0) -> None:
        self.corners = corners
        self.x = [x for x, _ in corners]
        self.y = [y for _, y in corners]
        self.n = len(corners)
        self.radius = radius
        self.x0, self.x1 = min(self.x) - radius, max(self.x) + radius
        self.y0, self.y1 = min(self.y) - radius, max(self.y) + radius
        self.edges: list[tuple[int, int, int, int, int, int]] = []
        """For each edge where it begins, how far it goes, and the square of its length; before that the number k for
        which ex * y - ey * x - k is below 0 for a point (x, y) beyond the edge.
        """
        for i in range(self.n):
            (x, y), (nx, ny) = corners[i], corners[(i + 1) % self.n]
            ex, ey = nx - x, ny - y
            self.edges.append((x, y, ex, ey, ex * y - ey * x, ex * ex + ey * ey))
        self.lengths = [isqrt(square) for *_, square in self.edges]
        """The lengths of the edges, rounded down."""


def is_near(part: Part, px: int, py: int, reach: int, ties: int = 0) -> bool:
    """Tell whether a point is in a part, on its edge, or nearer than a reach to it; with `ties` 1, or just so near."""
    reach += part.radius
    limit = reach * reach + ties
    if part.n == 1:
        dx, dy = px - part.x[0], py - part.y[0]
        return dx * dx + dy * dy < limit
    dx = part.x0 - px if px < part.x0 else px - part.x1 if px > part.x1 else 0
    dy = part.y0 - py if py < part.y0 else py - part.y1 if py > part.y1 else 0
    if (dx or dy) and dx * dx + dy * dy >= limit:
        return False
    beyond = False
    for x, y, ex, ey, k, square in part.edges:
        aside = ex * py - ey * px - k
        if aside < 0:
            beyond = True
            wx, wy = px - x, py - y
            t = wx * ex + wy * ey
            if t < 0:
                if wx * wx + wy * wy < limit:
                    return True
            elif t > square:
                wx, wy = wx - ex, wy - ey
                if wx * wx + wy * wy < limit:
                    return True
            else:  # right before this edge: nothing of a convex part is nearer
                return aside > -SMALL and aside * aside < reach * reach * square + ties
    return not beyond


def touches_segment(part: Part, ax: int, ay: int, bx: int, by: int) -> bool:
    """MFX-13.11: tell whether a segment and a part have a point in common, be it one of the edge."""
    if part.n == 1:
        return is_near_segment(part.x[0], part.y[0], ax, ay, bx, by, part.radius, 1)
    if (
        (ax < part.x0 and bx < part.x0)
        or (ax > part.x1 and bx > part.x1)
        or (ay < part.y0 and by < part.y0)
        or (ay > part.y1 and by > part.y1)
    ):
        return False
    dx, dy = bx - ax, by - ay
    k = dx * ay - dy * ax
    left = right = True
    for x, y in part.corners:
        side = dx * y - dy * x
        if side >= k:
            right = False
        if side <= k:
            left = False
        if not left and not right:
            break
    else:
        return False
    for _, _, ex, ey, own, _ in part.edges:  # noqa: SIM110  (a generator costs more than the test)
        if ex * ay - ey * ax < own and ex * by - ey * bx < own:
            return False
    return True


def is_near_leg(part: Part, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """MFX-13.22: tell whether a segment touches a part or comes nearer than a reach, which is above 0, to it."""
    around = reach + part.radius
    if ax <= bx:
        if bx <= part.x0 - reach or ax >= part.x1 + reach:
            return False
    elif ax <= part.x0 - reach or bx >= part.x1 + reach:
        return False
    if ay <= by:
        if by <= part.y0 - reach or ay >= part.y1 + reach:
            return False
    elif ay <= part.y0 - reach or by >= part.y1 + reach:
        return False
    if part.n == 1:
        return is_near_segment(part.x[0], part.y[0], ax, ay, bx, by, around)
    dx, dy = bx - ax, by - ay
    square, k = dx * dx + dy * dy, dx * ay - dy * ax
    limit = reach * reach
    left = right = True
    for x, y in part.corners:
        side = dx * y - dy * x - k
        if side >= 0:
            right = False
        if side <= 0:
            left = False
        if -SMALL < side < SMALL and side * side < limit * square:
            wx, wy = x - ax, y - ay
            t = wx * dx + wy * dy
            if 0 <= t <= square:
                return True
    if not left and not right and touches_segment(part, ax, ay, bx, by):
        return True
    return is_near(part, bx, by, reach) or is_near(part, ax, ay, reach)


def shares_inside(part: Part, xs: list[int], ys: list[int]) -> bool:
    """MFX-13.20: tell whether a part and a convex polygon that turns left overlap: their insides, not their edges.

    Corners may coincide. The insides are apart when all of one lies outside an edge of the other or on it.
    """
    count = len(xs)
    if part.n == 1:
        px, py, beyond = part.x[0], part.y[0], False
        for i in range(count):
            x, y, nx, ny = xs[i], ys[i], xs[i - count + 1], ys[i - count + 1]
            if (nx - x) * (py - y) - (ny - y) * (px - x) < 0:
                beyond = True
                if is_near_segment(px, py, x, y, nx, ny, part.radius):
                    return True
        return not beyond
    for _, _, ex, ey, k, _ in part.edges:
        for j in range(count):
            if ex * ys[j] - ey * xs[j] > k:
                break
        else:
            return False
    for i in range(count):
        x, y = xs[i], ys[i]
        ex, ey = xs[i - count + 1] - x, ys[i - count + 1] - y
        if not ex and not ey:
            continue
        k = ex * y - ey * x
        for px, py in part.corners:
            if ex * py - ey * px > k:
                break
        else:
            return False
    return True


def cross(a: Corner, b: Corner, c: Corner) -> int:
    """Return twice the area of a triangle, above 0 where it turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def mended(corners: list[Corner]) -> list[Corner]:
    """MFX-13.4: return an outline that turns left, without corners in a line. Raises ValueError where it has no inside
    or its edges cross or touch.
    """
    left = list(corners)
    at = 0
    while at < len(left) and len(left) > 2:
        a, b, c = left[at - 1], left[at], left[(at + 1) % len(left)]
        if cross(a, b, c) == 0:
            if b not in (a, c) and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0:
                raise ValueError("a polygon turns back on its own edge")
            del left[at]
            at = max(0, at - 2)
        else:
            at += 1
    if len(left) < 3:
        raise ValueError("a polygon has no inside")
    count = len(left)
    for i in range(count):
        for j in range(i + 1, count):
            if j - i > 1 and (i, j) != (0, count - 1):
                edge = Part([left[j], left[(j + 1) % count]])
                if touches_segment(edge, *left[i], *left[i + 1]):
                    raise ValueError("edges of a polygon cross or touch")
    twice = sum(left[i - 1][0] * left[i][1] - left[i - 1][1] * left[i][0] for i in range(count))
    return left if twice > 0 else left[::-1]


def parts_of(corners: list[Corner]) -> list[Part]:
    """MFX-13.4: cut an outline into convex parts: ears, then those merged that stay convex. Raises ValueError."""
    rest = mended(corners)
    cut: list[list[Corner]] = []
    while len(rest) > 3:
        for at in range(len(rest)):
            ear = [rest[at - 1], rest[at], rest[(at + 1) % len(rest)]]
            if cross(*ear) > 0 and not any(_holds(ear, p) for p in rest if p not in ear):
                cut.append(ear)
                del rest[at]
                break
        else:
            raise ValueError("a polygon cannot be cut")
        rest = [p for i, p in enumerate(rest) if cross(rest[i - 1], p, rest[(i + 1) % len(rest)])] or rest
    cut.append(rest)
    at = 0
    while at < len(cut):
        for other in range(at + 1, len(cut)):
            both = _merged(cut[at], cut[other])
            if both:
                cut[at] = both
                del cut[other]
                break
        else:
            at += 1
    return [Part(_plain(one)) for one in cut]


def _holds(triangle: list[Corner], p: Corner) -> bool:
    """Tell whether a point is in a triangle that turns left, or on its edge."""
    a, b, c = triangle
    return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0


def _merged(one: list[Corner], other: list[Corner]) -> list[Corner]:
    """Return two convex polygons as one, if they share an edge and it is convex; else an empty list."""
    for i in range(len(one)):
        a, b = one[i], one[(i + 1) % len(one)]
        for j in range(len(other)):
            if other[j] == b and other[(j + 1) % len(other)] == a:
                both = [one[(i + 1 + k) % len(one)] for k in range(len(one))]
                both += [other[(j + 2 + k) % len(other)] for k in range(len(other) - 2)]
                count = len(both)
                if all(cross(both[k - 1], both[k], both[(k + 1) % count]) >= 0 for k in range(count)):
                    return both
    return []


def _plain(corners: list[Corner]) -> list[Corner]:
    """Return a convex outline without the corners that lie in a line."""
    count = len(corners)
    return [corners[i] for i in range(count) if cross(corners[i - 1], corners[i], corners[(i + 1) % count])]
