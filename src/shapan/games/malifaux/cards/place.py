"""Places: where a marker is dropped, a model put, summoned or unburied."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.selector import Expression, Selector
from shapan.games.malifaux.cards.selector_reader import read_number, read_selector


@dataclass(frozen=True, slots=True)
class Place:
    """Where: all that is said has to hold; an empty object is anywhere."""

    contact: Selector | None = None
    """In base contact with this: a selector."""
    within: Expression | None = None
    """Within so many inches."""
    of: Selector | None = None
    """Of this; without it of self."""
    completely: bool = False
    """With the whole base."""
    los: bool = False
    """In LoS of it."""
    zone: str = ""
    """In the own deployment zone or that of the enemy."""
    half: str = ""
    """On the own half or that of the enemy."""


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
