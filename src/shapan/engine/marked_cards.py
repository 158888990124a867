"""The kind of a zone with integers beside its cards: a list of objects, one for each place."""

from __future__ import annotations

from operator import itemgetter

from shapan.engine.kinds import Kind, Many
from shapan.engine.marked_zone import MarkedZone, Marker
from shapan.engine.view import Group, Shown
from shapan.engine.zone import NOBODY


class MarkedCards(Many):
    """Cards that are laid out, each with what lies beside it: `[{"card": "militia", "paid": 3}, ...]`.

    It makes the zone, too: `ROW = Laid(CARD, 9, PAID)`, `by_seat(ROW, start=ROW.own)`.
    """

    def __init__(self, card: Kind, most: int, *markers: Marker) -> None:
        names = [("card", card), *((marker.name, marker.kind) for marker in markers)]
        shown = (Shown(name, kind, f"{{v}}[{at}]", itemgetter(at)) for at, (name, kind) in enumerate(names))
        super().__init__(Group(tuple(shown)), most)
        self.markers = markers

    def own(self, seat: int) -> MarkedZone:
        """Return a zone whose cards a seat sees."""
        return MarkedZone(self.markers, 1 << seat)

    def hidden(self) -> MarkedZone:
        """Return a zone whose cards nobody sees."""
        return MarkedZone(self.markers, NOBODY)

    def open(self) -> MarkedZone:
        """Return a zone whose cards all see."""
        return MarkedZone(self.markers)
