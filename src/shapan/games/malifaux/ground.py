"""The map of a match: its pieces of terrain (MFX-13.4), and the ground that they and markers with traits make now."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.shared_constant import SharedConstant
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.geometry.terrain import IMPASSABLE, Ground, Piece, disc_piece, polygon_piece
from shapan.games.malifaux.records import Markers
from shapan.games.malifaux.static_cache import Memo

_KEPT = 64
"""So many grounds a map remembers."""


class Map(SharedConstant):
    """The pieces that lie on the table at the start, by index; with `elevation` some can be climbed (MFX-13.16)."""

    __slots__ = (
        "_answer",
        "_gone",
        "_made",
        "_strategy",
        "_types",
        "_xs",
        "_ys",
        "elevation",
        "memo",
        "pieces",
        "printed",
        "whole",
    )

    def __init__(self, pieces: list[Piece] | None = None, elevation: bool = False, printed: bool = True) -> None:
        """Place the pieces; `printed` are those of the option, others, of a position, are kept with the match."""
        self.pieces = pieces or []
        self.printed = printed
        self.elevation = elevation
        self.whole = Ground(self.pieces, elevation)
        """The ground with all pieces and no marker that has traits."""
        self._made: dict[tuple[int, ...], Ground] = {}
        self._gone, self._strategy = 0, UNKNOWN
        """What `now` was asked last: it is asked again and again between two changes of the table."""
        self._types: list[int] = []
        self._xs: list[int] = []
        self._ys: list[int] = []
        self._answer = self.whole
        self.memo = Memo()
        """What follows from how the models stand on it, which copies of a match share as they share the map."""

    def dump(self) -> list[int]:
        """Return the pieces if they are a position's own; those of the option come with it."""
        return [] if self.printed else self.written()

    def written(self) -> list[int]:
        """Return elevation, and of each piece its name, numbers and corners."""
        row = [int(self.elevation)]
        for piece in self.pieces:
            hazard = names.CONDITIONS.index(piece.hazard) if piece.hazard else UNKNOWN
            row += [len(piece.name), *map(ord, piece.name), piece.height, piece.traits, hazard, len(piece.outline)]
            row += [value for corner in piece.outline for value in corner]
        return row

    def load(self, data: list[int]) -> Map:
        """Return the map of a dump; itself where nothing was kept."""
        if not data:
            return self
        pieces, at = [], 1
        while at < len(data):
            name = "".join(map(chr, data[at + 1 : at + 1 + data[at]]))
            at += 1 + data[at]
            height, traits, hazard, corners = data[at : at + 4]
            values = data[at + 4 : at + 4 + 2 * corners]
            outline = list(zip(values[::2], values[1::2], strict=True))
            word = names.CONDITIONS[hazard] if hazard != UNKNOWN else ""
            pieces.append(polygon_piece(name, outline, height, traits, word))
            at += 4 + 2 * corners
        return Map(pieces, bool(data[0]), printed=False)

    def now(self, gone: int, strategy: int, markers: Markers) -> Ground:
        """Return the ground without the pieces of a mask, with the markers that have traits after the others."""
        types, xs, ys = markers.types, markers.xs, markers.ys
        if (
            gone != self._gone
            or strategy != self._strategy
            or types != self._types
            or xs != self._xs
            or ys != self._ys
        ):  # fmt: skip
            self._gone, self._strategy = gone, strategy
            self._types, self._xs, self._ys = types[:], xs[:], ys[:]
            is_whole = not gone and strategy != names.TURF_WAR and roster.TRAITED.isdisjoint(types)
            self._answer = self.whole if is_whole else self._of(gone, strategy, markers)
        return self._answer

    def _of(self, gone: int, strategy: int, markers: Markers) -> Ground:
        key: list[int] = [gone]
        for place, type_ in enumerate(markers.types):
            if type_ >= 0 and traits_of(type_, strategy):
                key += [place, type_, markers.xs[place], markers.ys[place]]
        known = self._made.get(tuple(key))
        if known is None:
            if len(self._made) >= _KEPT:
                self._made.clear()
            with_traits = [
                disc_piece(str(key[at]), key[at + 2], key[at + 3], roster.radius_of(key[at + 1]),
                           roster.MARKER_TYPES[key[at + 1]].height, traits_of(key[at + 1], strategy))
                for at in range(1, len(key), 4)
            ]  # fmt: skip
            base = self.whole
            known = self._made[tuple(key)] = base.altered(gone, with_traits) if gone or with_traits else base
        return known


def traits_of(type_: int, strategy: int) -> int:
    """MFX-13.15, 14.1: return the traits of a type of marker; those of Turf War's strategy markers are Impassable."""
    if type_ == names.STRATEGY_MARKER and strategy == names.TURF_WAR:
        return IMPASSABLE
    return roster.TRAITS[type_]
