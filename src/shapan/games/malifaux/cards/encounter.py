"""Deployments, strategies and schemes as tables (MFX-10.2, 10.3, 14, 15). Zones and maps belong to the geometry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.data import opened
from shapan.games.malifaux.cards.loader import check_version
from shapan.games.malifaux.cards.name import Name, read_name
from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.selector import Selector, read_selectors

FORMAT: Final = "malifaux-encounter"
MOMENTS: Final = ("end_of_turn", "after_kill", "interact", "activation_end")
"""When a scheme is revealed: at the end of a turn, or at its own moment (MFX-15)."""


@dataclass(frozen=True, slots=True)
class Flipped:
    """A deployment or a strategy, with the suit that flips it (MFX-10.2)."""

    number: int
    id: str
    name: Name
    suit: str


@dataclass(frozen=True, slots=True)
class Scheme:
    """A scheme: the value that flips it (MFX-10.3), when it is revealed, how many scheme markers its points take, and
    the models that are picked for it in secret. In the second pick `chosen` is the first.
    """

    number: int
    id: str
    name: Name
    value: int
    moment: str
    reveal_markers: int
    end_markers: int
    picks: tuple[Selector, ...]


@dataclass(frozen=True, slots=True)
class Encounter:
    """All of them, in the order of the specification."""

    deployments: tuple[Flipped, ...]
    strategies: tuple[Flipped, ...]
    schemes: tuple[Scheme, ...]


def load_encounter(file: str, text: str) -> Encounter:
    """Return the tables of a file. Raises CardFault."""
    outer = opened(file, text)
    check_version(outer, FORMAT)
    encounter = Encounter(_flipped(outer, "deployments"), _flipped(outer, "strategies"), _schemes(outer))
    outer.close()
    return encounter


@cache
def encounter() -> Encounter:
    """Return the printed tables."""
    file = files("shapan.games.malifaux").joinpath("data/encounter.json")
    return load_encounter("encounter.json", file.read_text(encoding="utf-8"))


def _flipped(outer: Row, key: str) -> tuple[Flipped, ...]:
    found: list[Flipped] = []
    for at, row in enumerate(outer.rows(key)):
        of = row.identifier("id")
        found.append(Flipped(at, of, read_name(row, of), row.word("suit", words.SUITS)))
        row.close()
        if any(found[-1].id == one.id or found[-1].suit == one.suit for one in found[:-1]):
            raise row.fault("id", f"{of!r} or its suit stands here already")
    return tuple(found)


def _schemes(outer: Row) -> tuple[Scheme, ...]:
    found: list[Scheme] = []
    for at, row in enumerate(outer.rows("schemes")):
        of = row.identifier("id")
        scheme = Scheme(
            number=at,
            id=of,
            name=read_name(row, of),
            value=row.whole("value", 1, 13),
            moment=row.word("moment", MOMENTS, MOMENTS[0]),
            reveal_markers=row.whole("reveal_markers", 0, 9, 0),
            end_markers=row.whole("end_markers", 0, 9, 0),
            picks=read_selectors(row, "picks"),
        )
        row.close()
        if any(scheme.id == one.id or scheme.value == one.value for one in found):
            raise row.fault("id", f"{of!r} or its value stands here already")
        found.append(scheme)
    return tuple(found)
