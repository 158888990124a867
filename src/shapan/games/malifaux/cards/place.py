"""Places: where a marker is dropped, a model put, summoned or unburied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.selector import Expression, Selector
from shapan.games.malifaux.cards.selector_reader import read_number, read_selector

PLACE_FIELDS: Final = {
    "contact": "in base contact with this: a selector",
    "within": "within so many inches",
    "of": "of this; without it of self",
    "completely": "with the whole base",
    "los": "in LoS of it",
    "zone": "in the own deployment zone or that of the enemy",
    "half": "on the own half or that of the enemy",
}
"""The fields of a place, which all have to hold; an empty object is anywhere."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where; see `PLACE_FIELDS`."""

    contact: Selector | None = None
    within: Expression | None = None
    of: Selector | None = None
    completely: bool = False
    los: bool = False
    zone: str = ""
    half: str = ""


def read_place(row: Row, key: str) -> Place:
    """Read a field that holds a place."""
    inner = row.row(key)
    place = Place(
        contact=read_selector(inner, "contact") if inner.has("contact") else None,
        within=read_number(inner, "within") if inner.has("within") else None,
        of=read_selector(inner, "of") if inner.has("of") else None,
        completely=inner.flag("completely"),
        los=inner.flag("los"),
        zone=inner.word("zone", words.AREAS, ""),
        half=inner.word("half", words.AREAS, ""),
    )
    inner.close()
    return place
