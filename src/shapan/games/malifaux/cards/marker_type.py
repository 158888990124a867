"""Types of markers (crews 1, MFX-2, MFX-13.15)."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.name import Name, read_name
from shapan.games.malifaux.cards.row import Row


@dataclass(frozen=True, slots=True)
class MarkerType:
    """A type of markers: its base, its traits if it is terrain, and whether markers of it have an owner."""

    number: int
    id: str
    name: Name
    base: int
    traits: tuple[str, ...]
    height: int
    is_owned: bool


def read_marker_type(row: Row, number: int) -> MarkerType:
    """Read a type of markers."""
    of = row.identifier("id")
    marker = MarkerType(
        number=number,
        id=of,
        name=read_name(row, of),
        base=row.whole("base", 30, 50),
        traits=row.words("traits", words.TRAITS),
        height=row.whole("height", 0, 10, 0),
        is_owned=row.word("side", ("owned", "neutral")) == "owned",
    )
    if marker.base not in {30, 50}:
        raise row.fault("base", "needs 30 or 50")
    row.close()
    return marker
