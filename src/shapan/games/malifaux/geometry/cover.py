"""Concealment and cover (MFX-13.12): they ask what the band passes, not whether something else stops sight."""

from __future__ import annotations

from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.polygon import shares_inside
from shapan.games.malifaux.geometry.sight import Band, Field, runs_little
from shapan.games.malifaux.geometry.terrain import Piece
from shapan.games.malifaux.geometry.unit import EPS


def passes(piece: Piece, band: Band) -> bool:
    """MFX-13.26: tell whether a band passes a piece: its inside and that of the piece overlap."""
    if band.misses(piece):
        return False
    for part in piece.parts:  # noqa: SIM110  (a generator costs more than the test)
        if shares_inside(part, band.xs, band.ys):
            return True
    return False


def is_concealed(field: Field, a: int, t: int) -> bool:
    """MFX-13.12: tell whether model t has concealment against model a."""
    ground, bases = field.ground, field.bases
    ax, ay, ar, tx, ty, tr = bases.x[a], bases.y[a], bases.r[a], bases.x[t], bases.y[t], bases.r[t]
    if not ground.concealing or within(ax, ay, ar, tx, ty, tr, 0):
        return False
    tall = max(bases.eye(a), bases.eye(t))
    half = max(ar, tr) + EPS
    x0, x1, y0, y1 = min(ax, tx) - half, max(ax, tx) + half, min(ay, ty) - half, max(ay, ty) + half
    band = None
    for i in ground.concealing:
        piece = ground.pieces[i]
        if 0 < piece.height < tall or piece.x1 < x0 or piece.x0 > x1 or piece.y1 < y0 or piece.y0 > y1:
            continue
        if band is None:
            band = Band(ax, ay, ar, tx, ty, tr)
        if not passes(piece, band):
            continue
        a_in, t_in = ground.marks(ax, ay, ar)[0] >> i & 1, ground.marks(tx, ty, tr)[0] >> i & 1
        if not runs_little(piece, band, a_in == 1, t_in == 1):
            return True
    return False


def is_covered(field: Field, a: int, t: int) -> bool:
    """MFX-13.12: tell whether model t has cover against model a: in the shadow of a piece that the band passes."""
    ground, bases = field.ground, field.bases
    ax, ay, ar, tx, ty, tr = bases.x[a], bases.y[a], bases.r[a], bases.x[t], bases.y[t], bases.r[t]
    shaded = ground.marks(tx, ty, tr)[1]
    if not shaded or within(ax, ay, ar, tx, ty, tr, 0):
        return False
    band = Band(ax, ay, ar, tx, ty, tr)
    for i in ground.shading:  # noqa: SIM110
        if shaded >> i & 1 and passes(ground.pieces[i], band):
            return True
    return False
