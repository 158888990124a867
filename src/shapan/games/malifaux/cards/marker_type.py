"""Types of markers (crews 1, MFX-2, MFX-13.15)."""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Annotated

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.kinds import CardStruct, Kind, read
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.name_reader import read_name
from shapan.games.malifaux.cards.row import Row


class MarkerType(CardStruct, frozen=True, kw_only=True):
    """A type of markers: its base, its traits if it is terrain, and whether markers of it have an owner."""

    number: int
    id: str
    name: Name
    base: Annotated[int, Kind("whole", (30, 50))]
    traits: Annotated[tuple[str, ...], Kind("words", words.TRAITS)] = ()
    height: Annotated[int, Kind("whole", (0, 10))] = 0
    is_owned: bool


def read_marker_type(row: Row, number: int) -> MarkerType:
    """Read a type of markers."""
    of = row.identifier("id")
    is_owned = row.word("side", ("owned", "neutral")) == "owned"
    marker = read(MarkerType, row, number=number, id=of, name=read_name(row, of), is_owned=is_owned)
    if marker.base not in {30, 50}:
        raise row.fault("base", "needs 30 or 50")
    return marker
