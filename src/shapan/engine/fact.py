"""Facts of a state, each declared once: its kind, its start, whose it is, who sees it, where it stands when written.

    nukes: int = fact(Count(2), start=2)
    dials: list[int] = row(DIAL, at=("fuel", "food"), start=(8, 10))
    races: list[int] = by_seat(RACE, at="race")
    hands: list[Zone] = by_seat(Cards(SKILLS, 30), at="hand", size="hand_size", sees=OWNER, start=own_zone)
    check: Check | None = part(Check)

A field that is not declared is seen by nobody: it has no value in what `State.seen` makes for a viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN, Kind

EVERYBODY: Final = 0
OWNER: Final = 1
"""Of a list by seat: each entry is written for its seat alone; integers of others are `UNKNOWN`."""
NOBODY: Final = 2
"""Written only in positions. A view has no value for it, but of zones what the viewer knows."""
OPENLY: Final = 3
"""Written only in views."""

SEATS: Final = -1
"""So many entries as there are seats."""

FACT: Final = "fact"
"""Where a field keeps its declaration."""

Path = str | tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Fact:
    """The declaration of a field.

    `at` is the path in the written form, by default the field's name: of a list of `rows` entries with `*` for the
    place, or a path for each place. `kind` is that of what stands at the path; without one the fact is seen, but not
    written by itself. `size` is the path of the number of cards.
    """

    kind: Kind | None
    at: Path
    sees: int
    size: Path = ""
    rows: int = 0
    start: Any = UNKNOWN


def fact(kind: Kind | None = None, *, start: Any = UNKNOWN, at: str = "", sees: int = EVERYBODY, size: str = "") -> Any:
    """Declare a field with one value: an integer, a row of values, or an object that the function `start` makes."""
    kept = {FACT: Fact(kind, at, sees, size, 0, start)}
    if callable(start):
        return field(default_factory=start, metadata=kept)
    if isinstance(start, Sequence):
        return field(default_factory=(lambda: list(start)) if start else list, metadata=kept)
    return field(default=start, metadata=kept)


def row(
    kind: Kind | None = None, rows: int = 0, *, start: Any = 0, at: Path = "", sees: int = EVERYBODY, size: Path = ""
) -> Any:
    """Declare a list of some entries; `start` is the value of each, all values, or a function of the place."""
    rows = rows or max(len(path) if isinstance(path, tuple) else 0 for path in (at, size))
    if not rows:
        raise TypeError("a row needs the number of its entries, or a path for each")
    kept = {FACT: Fact(kind, at, sees, size, rows, start)}
    return field(default_factory=lambda: filled(start, rows), metadata=kept)


def by_seat(
    kind: Kind | None = None, *, start: Any = UNKNOWN, at: str = "", sees: int = EVERYBODY, size: str = ""
) -> Any:
    """Declare a list of one entry a seat, which a new state fills. Paths of one word stand below `seats.*`."""
    at, size = (f"seats.*.{path}" if path and "." not in path else path for path in (at, size))
    return field(default_factory=list, metadata={FACT: Fact(kind, at, sees, size, SEATS, start)})


def part(kind: Kind | None = None, *, at: str = "", sees: int = EVERYBODY) -> Any:
    """Declare a record that is there only at times, such as a check; None without it."""
    return field(default=None, metadata={FACT: Fact(kind, at, sees)})


def filled(start: Any, rows: int) -> list[Any]:
    """Return so many starts."""
    if callable(start):
        return [start(place) for place in range(rows)]
    return list(start) if isinstance(start, Sequence) else [start] * rows


@dataclass(slots=True, frozen=True)
class Figure:
    """What follows from facts and is written with them.

    `value` says how it is got from the object, such as `reserves()` or `crisis.top.cards`; `{i}` in it is the place
    that `*` in the path stands for. It may be a function of the object (and the place). By default it is a method with
    the name of the last word of the path.
    """

    at: str
    kind: Kind
    value: str | Callable[..., Any] = ""
    sees: int = EVERYBODY
    rows: int = SEATS
    """Of a path with `*`: how many places there are."""


_FIGURES: Final[dict[type, tuple[Figure, ...]]] = {}


def add_figures(cls: type, figures: Sequence[Figure]) -> None:
    """Let these be written with the facts of a class: where they need formulas that build on it, its game says so."""
    _FIGURES[cls] = tuple(figures)


def figures_of(cls: type) -> tuple[Figure, ...]:
    """Return what is written of a class besides its facts: its own FIGURES, then those that its game has added."""
    own: tuple[Figure, ...] = getattr(cls, "FIGURES", ())
    return own + _FIGURES.get(cls, ())


def declared(cls: type) -> Iterator[tuple[str, Fact]]:
    """Yield name and declaration of the fields that are facts, in their order."""
    return ((item.name, item.metadata[FACT]) for item in fields(cls) if FACT in item.metadata)
