"""Lines of sight (MFX-13.10, 13.11, 13.26).

A base sees along its bar, 17 points across the line of centres. The 289 segments between two bars are the sight lines
of a pair, and there is sight when one of them touches nothing that stops it. That is the definition; here few lines are
tried, with the same result (section 4 of `docs/rules/malifaux-geometry.md` has the proofs).
"""

from __future__ import annotations

from typing import Final, final

from shapan.games.malifaux.geometry.disc import Bases, is_near_segment, within
from shapan.games.malifaux.geometry.polygon import Part, touches_segment
from shapan.games.malifaux.geometry.terrain import BLOCKING, Ground, Piece, is_touched, piece_is_near
from shapan.games.malifaux.geometry.unit import EPS, INCH, length, point_at, rounded

HALF: Final = 8
"""The points of a bar are numbered from -8 to 8; above 0 is left of the way from one base to the other."""

NOBODY: Final = -1
"""In place of a model or a piece: none."""


@final
class Field:
    """What lies and stands on the table: ground and bases, and whether models stop sight (`models_block_los`)."""

    __slots__ = ("bases", "ground", "models_block")

    def __init__(self, ground: Ground, bases: Bases, models_block: bool = True) -> None:
        self.ground = ground
        self.bases = bases
        self.models_block = models_block


@final
class Band:
    """The bars of two bases that look at each other, and the convex band between the bar ends, which turns left."""

    __slots__ = ("apx", "apy", "ar", "ax", "ay", "tpx", "tpy", "tr", "tx", "ty", "x0", "x1", "xs", "y0", "y1", "ys")

    def __init__(self, ax: int, ay: int, ar: int, tx: int, ty: int, tr: int) -> None:
        whole = HALF * length(ax, ay, tx, ty)
        dx, dy = tx - ax, ty - ay
        self.ax, self.ay, self.ar, self.tx, self.ty, self.tr = ax, ay, ar, tx, ty, tr
        self.apx, self.apy = -rounded(dy * ar, whole), rounded(dx * ar, whole)
        """From one point of the bar of a to the next."""
        self.tpx, self.tpy = -rounded(dy * tr, whole), rounded(dx * tr, whole)
        ex, ey, fx, fy = HALF * self.apx, HALF * self.apy, HALF * self.tpx, HALF * self.tpy
        self.xs = [ax - ex, tx - fx, tx + fx, ax + ex]
        self.ys = [ay - ey, ty - fy, ty + fy, ay + ey]
        self.x0, self.x1, self.y0, self.y1 = min(self.xs), max(self.xs), min(self.ys), max(self.ys)

    def misses(self, piece: Piece) -> bool:
        """Tell whether the boxes of band and piece are apart."""
        return piece.x1 < self.x0 or piece.x0 > self.x1 or piece.y1 < self.y0 or piece.y0 > self.y1


@final
class _Things:
    """Convex things that stop sight lines: parts of pieces, and bases as places with a reach."""

    __slots__ = ("bases", "parts")

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.bases: list[tuple[int, int, int]] = []

    def stop(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Tell whether one of them touches a line.

        A base stops a line that comes just as near as its reach, too. [ruling: touching stops, MFX-13.11]
        """
        for x, y, reach in self.bases:
            if is_near_segment(x, y, ax, ay, bx, by, reach, 1):
                return True
        for part in self.parts:  # noqa: SIM110  (a generator costs more than the test)
            if touches_segment(part, ax, ay, bx, by):
                return True
        return False


def sees(field: Field, a: int, t: int) -> bool:
    """MFX-13.11: tell whether two models see each other."""
    b = field.bases
    return sees_from(
        field, b.x[a], b.y[a], b.r[a], b.size[a], b.lift[a], b.x[t], b.y[t], b.r[t], b.size[t], b.lift[t], a, t
    )


def sees_marker(field: Field, a: int, x: int, y: int, r: int, piece: int = NOBODY) -> bool:
    """MFX-13.11, 8.33: tell whether a model sees a marker, a disc of height 0; `piece` is its own, if it has.

    Who stands on the marker may stop sight like any other model. [ruling: MFX-13.11 leaves out A and T only]
    """
    b = field.bases
    return sees_from(field, b.x[a], b.y[a], b.r[a], b.size[a], b.lift[a], x, y, r, 0, 0, a, NOBODY, piece)


def sees_from(
    field: Field, ax: int, ay: int, ar: int, asize: int, alift: int, tx: int, ty: int, tr: int, tsize: int, tlift: int,
    a: int = NOBODY, t: int = NOBODY, without: int = NOBODY,
) -> bool:  # fmt: skip
    """MFX-13.11, 8.33: tell whether two bases see each other, wherever they may come to stand.

    `a` and `t` are models and `without` is a piece that never stop this pair.
    """
    if within(ax, ay, ar, tx, ty, tr, 0):
        return True
    tall = max(asize + alift, tsize + tlift)
    half = max(ar, tr) + EPS  # a bar is at most 6 units longer than the radius
    ex, ey = tx - ax, ty - ay
    x0, x1, y0, y1 = (ax, tx, ay, ty) if ex >= 0 else (tx, ax, ay, ty)
    if ey < 0:
        y0, y1 = y1, y0
    x0, x1, y0, y1 = x0 - half, x1 + half, y0 - half, y1 + half
    whole = length(ax, ay, tx, ty)
    bases: list[tuple[int, int, int]] = []
    if field.models_block:
        b, i = field.bases, -1
        for x, y, r, size, lift in zip(b.x, b.y, b.r, b.size, b.lift, strict=True):
            i += 1
            r += EPS  # noqa: PLW2901
            if x0 - r <= x <= x1 + r and y0 - r <= y <= y1 + r and size + lift >= tall and r > EPS:
                aside, far = (x - ax) * ey - (y - ay) * ex, (r + half) * whole
                if -far <= aside <= far and i not in (a, t):
                    bases.append((x, y, r))
    ground = field.ground
    pieces: list[int] = []
    k, off = ex * ay - ey * ax, half * whole
    for i in ground.stopping:
        piece = ground.pieces[i]
        if piece.x1 >= x0 and piece.x0 <= x1 and piece.y1 >= y0 and piece.y0 <= y1:
            wide, high = piece.x1 - piece.x0, piece.y1 - piece.y0
            aside = ex * (piece.y0 + piece.y1) - ey * (piece.x0 + piece.x1) - 2 * k
            if abs(aside) <= abs(ex) * high + abs(ey) * wide + 2 * off and i != without:
                pieces.append(i)
    if not bases and not pieces:
        return True
    return _sees_past(field, Band(ax, ay, ar, tx, ty, tr), tall, asize, tsize, bases, pieces)


def _sees_past(
    field: Field, band: Band, tall: int, asize: int, tsize: int, bases: list[tuple[int, int, int]], pieces: list[int]
) -> bool:
    """Tell whether a line is free of some bases and pieces near the band."""
    (x0, x1, x2, x3), (y0, y1, y2, y3) = band.xs, band.ys
    left, right, floating = _Things(), _Things(), _Things()
    for base in bases:
        on_left = is_near_segment(base[0], base[1], x3, y3, x2, y2, base[2], 1)
        on_right = is_near_segment(base[0], base[1], x0, y0, x1, y1, base[2], 1)
        if on_left and on_right:
            return False
        (left if on_left else right if on_right else floating).bases.append(base)
    for i in pieces:
        if not _stops(field.ground, i, band, tall, asize, tsize):
            continue
        for part in field.ground.pieces[i].parts:
            on_left = touches_segment(part, x3, y3, x2, y2)
            on_right = touches_segment(part, x0, y0, x1, y1)
            if on_left and on_right:
                return False
            if on_left:
                left.parts.append(part)
            elif on_right:
                right.parts.append(part)
            elif part.n == 1 or _is_between(part, band):
                floating.parts.append(part)
    if not (left.bases or left.parts) or not (right.bases or right.parts):
        return True  # an outer line is free
    return _by_stairs(band, left, right, floating)


def _stops(ground: Ground, at: int, band: Band, tall: int, asize: int, tsize: int) -> bool:
    """MFX-13.10, 13.26: tell whether a piece stops the sight lines of a pair that touch it."""
    piece = ground.pieces[at]
    height, bit = piece.height, 1 << at
    if piece.traits & BLOCKING:
        stops = height >= tall
        if not stops and piece.shadow:
            stops = (height >= asize and ground.marks(band.ax, band.ay, band.ar)[1] & bit != 0) or (
                height >= tsize and ground.marks(band.tx, band.ty, band.tr)[1] & bit != 0
            )
        if stops and not (at in ground.climbable and runs_little(piece, band, *_standing(piece, band))):
            return True
    if piece.is_dense and (height == 0 or height >= tall):
        return not (ground.marks(band.ax, band.ay, band.ar)[0] | ground.marks(band.tx, band.ty, band.tr)[0]) & bit
    return False


def _standing(piece: Piece, band: Band) -> tuple[bool, bool]:
    """MFX-13.10, 13.16: tell of both bases whether they stand on a piece: with the centre. [ruling: as elevation]"""
    return piece_is_near(piece, band.ax, band.ay, 0, 1), piece_is_near(piece, band.tx, band.ty, 0, 1)


def runs_little(piece: Piece, band: Band, a_in: bool, t_in: bool) -> bool:
    """MFX-13.12, 13.10: tell whether a sight line runs through 1 inch or less of a piece that a base is in or on.

    Both in it: within 1 inch of each other. One: of the middle and the two outer lines one is not longer than the
    radius and 1 inch, or what is beyond that does not touch the piece.
    """
    if a_in and t_in:
        return within(band.ax, band.ay, band.ar, band.tx, band.ty, band.tr, INCH)
    if not a_in and not t_in:
        return False
    cut = (band.ar if a_in else band.tr) + INCH
    for i in (0, HALF, -HALF):
        ax, ay, tx, ty = band.ax + i * band.apx, band.ay + i * band.apy, band.tx + i * band.tpx, band.ty + i * band.tpy
        if t_in:
            ax, ay, tx, ty = tx, ty, ax, ay
        if length(ax, ay, tx, ty) <= cut:
            return True
        if not is_touched(piece, *point_at(ax, ay, tx, ty, cut), tx, ty):
            return True
    return False


def _is_between(part: Part, band: Band) -> bool:
    """Tell of a part that touches no outer line whether some of it may lie between them."""
    (x0, x1, x2, x3), (y0, y1, y2, y3) = band.xs, band.ys
    left = right = True
    for i in range(part.n):
        x, y = part.x[i], part.y[i]
        if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= 0:
            right = False
        if (x3 - x2) * (y - y2) - (y3 - y2) * (x - x2) >= 0:
            left = False
    return not left and not right


def _by_stairs(band: Band, left: _Things, right: _Things, floating: _Things) -> bool:
    """Tell whether a line is free, when things touch both outer lines, but none of them both.

    What touches the left outer line and line (i, j) touches all between. So the highest j that is free of what is on
    the left never rises with i, nor does the lowest that is free of what is on the right.
    """
    floats = bool(floating.bases or floating.parts)
    high, low = HALF, HALF + 1
    for i in range(-HALF, HALF + 1):
        px, py = band.ax + i * band.apx, band.ay + i * band.apy
        while high >= -HALF and left.stop(px, py, band.tx + high * band.tpx, band.ty + high * band.tpy):
            high -= 1
        if high < -HALF:
            return False
        while low > -HALF and not right.stop(px, py, band.tx + (low - 1) * band.tpx, band.ty + (low - 1) * band.tpy):
            low -= 1
        if low <= high:
            if not floats:
                return True
            for j in range(low, high + 1):
                if not floating.stop(px, py, band.tx + j * band.tpx, band.ty + j * band.tpy):
                    return True
    return False
