"""Pieces of terrain with height and traits, markers with traits, and the ground that they lie on (MFX-13.4, 13.5)."""

from __future__ import annotations

from typing import Final, final

from shapan.games.malifaux.geometry.polygon import Corner, Part, is_near, is_near_leg, parts_of, touches_segment
from shapan.games.malifaux.geometry.unit import EPS, INCH, TABLE, rounded

TRAITS: Final = (
    *("blocking", "concealing", "dense", "destructible", "hazardous", "impassable", "severe", "climbable"),
)
"""MFX-13.5: the traits in the order of their bits."""

BLOCKING: Final = 1
CONCEALING: Final = 2
DENSE: Final = 4
DESTRUCTIBLE: Final = 8
HAZARDOUS: Final = 16
IMPASSABLE: Final = 32
SEVERE: Final = 64
CLIMBABLE: Final = 128

_SHADOW: Final = 3 * INCH
"""MFX-13.10: no shadow is longer."""

_CELL: Final = 11
"""Cells of 2048 u, by which pieces near a place are found."""

_WIDEST: Final = INCH
"""No base is wider, but for what looks farther: those look at all pieces."""

NAMED: Final = ("building", "wall", "forest", "rubble", "pool", "crate", "fog")
"""Kinds of pieces with a name for people; a position may call others what it likes."""
_KEPT: Final = 4096
"""So many places a ground remembers; then it begins anew."""


@final
class Piece:
    """A piece of terrain, or a marker with traits: convex parts, height in inches, a mask of traits."""

    __slots__ = ("hazard", "height", "is_dense", "name", "outline", "parts", "shadow", "traits", "x0", "x1", "y0", "y1")

    def __init__(self, name: str, parts: list[Part], height: int, traits: int, hazard: str = "") -> None:
        self.name = name
        self.parts = parts
        self.outline: list[Corner] = []
        """The corners that it was made of, as positions write them."""
        self.height = height
        self.traits = traits
        self.is_dense = traits & DENSE != 0
        self.hazard = hazard
        """MFX-13.5: the condition that Hazardous terrain gives; "" is 1 damage."""
        self.shadow = min(INCH * height, _SHADOW) if traits & BLOCKING else 0
        """MFX-13.10: how far its shadow reaches; 0 is none."""
        self.x0, self.x1 = min(part.x0 for part in parts), max(part.x1 for part in parts)
        self.y0, self.y1 = min(part.y0 for part in parts), max(part.y1 for part in parts)

    @property
    def term(self) -> str:
        """The name in the table `terrain` of the texts."""
        return self.name if self.name in NAMED else "piece"


def mask_of(traits: list[str]) -> int:
    """MFX-13.5: return the mask of traits named by their words. Raises ValueError."""
    mask = 0
    for trait in traits:
        mask |= 1 << TRAITS.index(trait)
    return mask


def rectangle(x0: int, y0: int, x1: int, y1: int) -> list[Corner]:
    """MFX-13.17: return the outline between a lower-left and an upper-right corner."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def octagon(x: int, y: int, r: int) -> list[Corner]:
    """MFX-13.17: return the outline round a centre, with eight corners at about a radius."""
    a, b = rounded(92388 * r, 100000), rounded(38268 * r, 100000)
    ring = [(a, b), (b, a), (-b, a), (-a, b), (-a, -b), (-b, -a), (b, -a), (a, -b)]
    return [(x + dx, y + dy) for dx, dy in ring]


def polygon_piece(name: str, corners: list[Corner], height: int, traits: int, hazard: str = "") -> Piece:
    """MFX-13.4: make a piece of an outline. Raises ValueError where it crosses itself, has no inside or leaves the
    table.
    """
    if not all(0 <= value <= TABLE for corner in corners for value in corner):
        raise ValueError("a polygon leaves the table")
    piece = Piece(name, parts_of(corners), height, traits, hazard)
    piece.outline = list(corners)
    return piece


def disc_piece(name: str, x: int, y: int, r: int, height: int, traits: int, hazard: str = "") -> Piece:
    """MFX-13.4: make a piece of a marker with traits."""
    return Piece(name, [Part([(x, y)], r)], height, traits, hazard)


def piece_is_near(piece: Piece, x: int, y: int, reach: int, ties: int = 0) -> bool:
    """Tell whether a point is in a piece, on its edge, or nearer than a reach to it; with `ties` 1, or just so near."""
    if x + reach < piece.x0 or x - reach > piece.x1 or y + reach < piece.y0 or y - reach > piece.y1:
        return False
    for part in piece.parts:  # noqa: SIM110  (here and below: a generator costs more than the test)
        if is_near(part, x, y, reach, ties):
            return True
    return False


def is_in(piece: Piece, x: int, y: int, r: int) -> bool:
    """MFX-13.4: tell whether a base is in a piece: it overlaps the inside by more than a touch."""
    return piece_is_near(piece, x, y, r - EPS)


def is_within(piece: Piece, x: int, y: int, r: int, distance: int) -> bool:
    """MFX-13.20: tell whether a base is within a distance of a piece; within 0 it touches it."""
    return piece_is_near(piece, x, y, r + distance + EPS, 1)


def is_swept(piece: Piece, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
    """MFX-13.22: tell whether a base that goes from a to b comes into a piece."""
    for part in piece.parts:  # noqa: SIM110
        if is_near_leg(part, ax, ay, bx, by, r - EPS):
            return True
    return False


def is_touched(piece: Piece, ax: int, ay: int, bx: int, by: int) -> bool:
    """MFX-13.11: tell whether a sight line touches a piece."""
    for part in piece.parts:  # noqa: SIM110
        if touches_segment(part, ax, ay, bx, by):
            return True
    return False


@final
class Ground:
    """The pieces that lie on the table now, by index; made anew when one is removed or a marker with traits comes.

    `elevation` is the option of that name: without it pieces that could be climbed are Impassable (MFX-13.16). Which
    pieces and shadows a base stands in is remembered: it follows from its place alone.
    """

    __slots__ = (
        *("_seen", "_shut", "climbable", "concealing", "elevation", "hazardous"),
        *("impassable", "pieces", "severe", "shading", "stopping"),
    )

    def __init__(self, pieces: list[Piece], elevation: bool = False) -> None:
        self.pieces = pieces
        self.elevation = elevation
        every = range(len(pieces))
        high = [pieces[i].traits & CLIMBABLE != 0 and pieces[i].height > 0 for i in every]
        shut = [pieces[i].traits & IMPASSABLE != 0 or (high[i] and not elevation) for i in every]
        self.impassable = [i for i in every if shut[i]]
        """Indices; a piece that is both Impassable and Climbable stays shut. [ruling: the words of the trait]"""
        self.climbable = [i for i in every if high[i] and not shut[i]]
        self.severe = [i for i in every if pieces[i].traits & SEVERE]
        self.hazardous = [i for i in every if pieces[i].traits & HAZARDOUS]
        self.concealing = [i for i in every if pieces[i].traits & CONCEALING]
        self.stopping = [i for i in every if pieces[i].traits & (BLOCKING | DENSE)]
        self.shading = [i for i in every if pieces[i].shadow]
        self._seen: dict[int, tuple[int, int]] = {}
        self._shut: dict[int, list[int]] = {}

    def altered(self, gone: int, markers: list[Piece]) -> Ground:
        """Return the ground without the pieces of a mask, and with markers after the others."""
        stay = [piece for i, piece in enumerate(self.pieces) if not gone >> i & 1]
        return Ground([*stay, *markers], self.elevation)

    def shut_near(self, x: int, y: int, r: int) -> list[int]:
        """Return the Impassable pieces that a base at a place on the table may be in: those near its cell."""
        if r > _WIDEST:
            return self.impassable
        key = (x >> _CELL << 8) + (y >> _CELL)
        found = self._shut.get(key)
        if found is None:
            x0, y0 = (x >> _CELL << _CELL) - _WIDEST, (y >> _CELL << _CELL) - _WIDEST
            x1 = y1 = (1 << _CELL) + 2 * _WIDEST
            x1, y1 = x1 + x0, y1 + y0
            found = self._shut[key] = []
            for i in self.impassable:
                piece = self.pieces[i]
                if piece.x1 >= x0 and piece.x0 <= x1 and piece.y1 >= y0 and piece.y0 <= y1:
                    found.append(i)
        return found

    def marks(self, x: int, y: int, r: int) -> tuple[int, int]:
        """Return masks of the pieces that a base is in (MFX-13.4) and of the shadows that it is in (MFX-13.26)."""
        key = (x << 34) + (y << 17) + r
        found = self._seen.get(key)
        if found is None:
            inside = shaded = 0
            far = r + _SHADOW + EPS
            x0, x1, y0, y1 = x - far, x + far, y - far, y + far
            for i, piece in enumerate(self.pieces):
                if piece.x1 < x0 or piece.x0 > x1 or piece.y1 < y0 or piece.y0 > y1:
                    continue
                if is_in(piece, x, y, r):
                    inside |= 1 << i
                if piece.shadow and is_within(piece, x, y, r, piece.shadow):
                    shaded |= 1 << i
            if len(self._seen) >= _KEPT:
                self._seen.clear()
            found = self._seen[key] = (inside, shaded)
        return found

    def lift(self, x: int, y: int) -> int:
        """MFX-13.16: return the elevation of a model with its centre at a place: the highest piece that it is on."""
        most = 0
        for i in self.climbable:
            if self.pieces[i].height > most and piece_is_near(self.pieces[i], x, y, 0, 1):
                most = self.pieces[i].height
        return most
