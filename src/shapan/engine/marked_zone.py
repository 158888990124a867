"""Integers beside the cards of a zone: the price paid for a face-down unit, its durability, whose token it is.

They lie at a card's place, in one row for each `Marker`, and go where the card goes as far as rows of the same name
are there; elsewhere they are gone, and a card that comes begins with `start`. `State.move` and its kin keep step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from shapan.engine.chance import Stream
from shapan.engine.fact import EVERYBODY
from shapan.engine.kinds import UNKNOWN, Kind
from shapan.engine.zone import EVERYONE, Zone

KNOWERS: Final = 4
"""Who knows the card knows what lies beside it; to all others it is `UNKNOWN`."""


@dataclass(slots=True, frozen=True)
class Marker:
    """What lies beside each card of a zone: its name, its kind, what it begins with, and who sees it.

    `sees` is `EVERYBODY` or `KNOWERS`.
    """

    name: str
    kind: Kind
    start: int = 0
    sees: int = EVERYBODY


class MarkedZone(Zone):
    """An ordered zone with rows of integers by place: `zone.marks[PAID][place]`, in the order of its markers.

    In a sampled world what lies beside a card stays with the place, for there everybody sees it lie, and the cards are
    dealt over the places. What only knowers of the card know is drawn anew from its kind wherever the card is dealt
    anew: it cannot go with a card to a place that has no such row. What it may be there is for `fits` to say.
    """

    __slots__ = ("markers", "marks")

    def __init__(self, markers: Sequence[Marker] = (), sees: int = EVERYONE) -> None:  # compiled, `__new__` calls it
        super().__init__(None, sees, True)
        self.markers = tuple(markers)
        self.marks: list[list[int]] = [[] for _ in self.markers]

    def marked(self, number: int, viewer: int) -> list[int]:
        """Return the row of a marker as a viewer sees it, by place."""
        row = self.marks[number]
        if self.markers[number].sees == EVERYBODY:
            return row[:]
        return [mark if mask >> viewer & 1 else UNKNOWN for mark, mask in zip(row, self.masks, strict=True)]

    def entries(self) -> list[tuple[int, ...]]:
        """Return by place the card and what lies beside it."""
        return list(zip(self.cards, *self.marks, strict=True))

    def unmark(self) -> None:
        """Let every row begin anew."""
        self.marks = [[marker.start] * len(self.cards) for marker in self.markers]

    def deal_marks(self, places: Sequence[int], rng: Stream) -> None:
        """Draw anew what lies hidden at some places."""
        for marker, row in zip(self.markers, self.marks, strict=True):
            if marker.sees == KNOWERS:
                for place in places:
                    row[place] = rng.number(marker.kind.size)

    def seen(self, viewer: int) -> Zone:
        new = MarkedZone.__new__(MarkedZone)
        new.cards, new.ordered, new.markers = self.known(viewer), True, self.markers
        new.marks = [self.marked(number, viewer) for number in range(len(self.markers))]
        return new

    def clear(self) -> None:
        super().clear()
        self.unmark()

    def copy(self) -> Zone:
        new = MarkedZone.__new__(MarkedZone)
        new.cards, new.masks, new.groups = self.cards[:], self.masks[:], self.groups[:]
        new.sees, new.ordered, new.markers = self.sees, True, self.markers
        new.marks = [row[:] for row in self.marks]
        return new

    def dump(self) -> Any:
        return [*super().dump(), [row[:] for row in self.marks]]

    def loaded(self, data: Any) -> MarkedZone:
        """Return the zone of a dump, with the markers of this one."""
        new = MarkedZone(self.markers, data[3])
        new.cards, new.masks, new.groups = list(data[0]), list(data[1]), list(data[2])
        new.marks = [list(row) for row in data[5]]
        return new


def carry(source: Zone, place: int, target: Zone, at: int) -> None:
    """Take along what lay beside a card: it has left a place and lies at another (-1: the last) of a zone.

    Raises TypeError where rows of one name are not seen by the same: all would learn what only knowers of the card
    knew, or could not know any more what all knew.
    """
    kept: dict[str, tuple[int, int]] = {}
    if isinstance(source, MarkedZone):
        for number, row in enumerate(source.marks):
            marker = source.markers[number]
            kept[marker.name] = row.pop(place), marker.sees
    if isinstance(target, MarkedZone):
        for marker, row in zip(target.markers, target.marks, strict=True):
            mark, sees = kept.get(marker.name, (marker.start, marker.sees))
            if sees != marker.sees:
                raise TypeError(f"{marker.name}: what lies beside a card has to be seen by the same everywhere")
            row.insert(at if at >= 0 else len(row), mark)
