"""Convex parts, what is near or touches them, and how an outline is cut into them (MFX-13.4, 13.20).

A polygon is the union of its convex parts; no test depends on how it was cut. A part with a single corner is a disc: a
marker with traits, the same tests from a point with its radius added.
"""

from __future__ import annotations

from typing import final

from shapan.games.malifaux.geometry.disc import is_near_segment

Corner = tuple[int, int]


@final
class Part:
    """A convex polygon that turns left, or a disc; with the box that it fills."""

    __slots__ = ("ex", "ey", "n", "radius", "x", "x0", "x1", "y", "y0", "y1")

    def __init__(self, corners: list[Corner], radius: int = 0) -> None:
        self.x = [x for x, _ in corners]
        self.y = [y for _, y in corners]
        self.n = len(corners)
        self.radius = radius
        self.x0, self.x1 = min(self.x) - radius, max(self.x) + radius
        self.y0, self.y1 = min(self.y) - radius, max(self.y) + radius
        self.ex = [self.x[(i + 1) % self.n] - self.x[i] for i in range(self.n)]
        """The edge from each corner to the next."""
        self.ey = [self.y[(i + 1) % self.n] - self.y[i] for i in range(self.n)]


def is_near(part: Part, px: int, py: int, reach: int, ties: int = 0) -> bool:
    """Tell whether a point is in a part, on its edge, or nearer than a reach to it; with `ties` 1, or just so near."""
    reach += part.radius
    dx = part.x0 - px if px < part.x0 else px - part.x1 if px > part.x1 else 0
    dy = part.y0 - py if py < part.y0 else py - part.y1 if py > part.y1 else 0
    if part.n == 1:
        dx, dy = px - part.x[0], py - part.y[0]
        return dx * dx + dy * dy < reach * reach + ties
    if dx * dx + dy * dy >= reach * reach + ties and (dx or dy):
        return False
    xs, ys, exs, eys = part.x, part.y, part.ex, part.ey
    beyond = False
    for i in range(part.n):
        x, y, ex, ey = xs[i], ys[i], exs[i], eys[i]
        wx, wy = px - x, py - y
        if ex * wy - ey * wx < 0:  # beyond this edge: where it is the nearest, one of these tests finds it
            beyond = True
            if is_near_segment(px, py, x, y, x + ex, y + ey, reach, ties):
                return True
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
    xs, ys = part.x, part.y
    dx, dy = bx - ax, by - ay
    left = right = True
    for i in range(part.n):
        side = dx * (ys[i] - ay) - dy * (xs[i] - ax)
        if side >= 0:
            right = False
        if side <= 0:
            left = False
    if left or right:
        return False
    exs, eys = part.ex, part.ey
    for i in range(part.n):
        x, y, ex, ey = xs[i], ys[i], exs[i], eys[i]
        if ex * (ay - y) - ey * (ax - x) < 0 and ex * (by - y) - ey * (bx - x) < 0:
            return False
    return True


def is_near_leg(part: Part, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """MFX-13.22: tell whether a segment touches a part or comes nearer than a reach, which is above 0, to it."""
    around = reach + part.radius
    if part.n == 1:
        return is_near_segment(part.x[0], part.y[0], ax, ay, bx, by, around)
    if ax <= bx:
        if bx <= part.x0 - around or ax >= part.x1 + around:
            return False
    elif ax <= part.x0 - around or bx >= part.x1 + around:
        return False
    if ay <= by:
        if by <= part.y0 - around or ay >= part.y1 + around:
            return False
    elif ay <= part.y0 - around or by >= part.y1 + around:
        return False
    if is_near(part, bx, by, reach) or is_near(part, ax, ay, reach):
        return True
    xs, ys = part.x, part.y
    for i in range(part.n):
        if is_near_segment(xs[i], ys[i], ax, ay, bx, by, reach):
            return True
    return touches_segment(part, ax, ay, bx, by)


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
    for i in range(part.n):
        x, y, ex, ey = part.x[i], part.y[i], part.ex[i], part.ey[i]
        for j in range(count):
            if ex * (ys[j] - y) - ey * (xs[j] - x) > 0:
                break
        else:
            return False
    pxs, pys = part.x, part.y
    for i in range(count):
        x, y = xs[i], ys[i]
        ex, ey = xs[i - count + 1] - x, ys[i - count + 1] - y
        if not ex and not ey:
            continue
        for j in range(part.n):
            if ex * (pys[j] - y) - ey * (pxs[j] - x) > 0:
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
            if b not in {a, c} and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0:
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
