"""The written form of states as seen, and of records: what each part of it is called, its kind, where it comes from.

From the kinds come JSON, the JSON schema, the difference of two views and the observation tensor. States and their
parts declare facts (`shapan.engine.fact`); plain records are dataclasses with kinds, `Annotated[int, Count(9)]`.

Who sees what is not decided here: of cards by the masks in `shapan.engine.zone`, of figures by their facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple

from shapan.engine.annotations import annotation_texts, annotation_types
from shapan.engine.fact import NOBODY, OPENLY, OWNER, SEATS, declared, figures_of
from shapan.engine.kinds import Count, Kind, Many
from shapan.engine.part import ALL

_CARDS = 255
"""The greatest number of cards in a place, where a kind does not say it."""
FUNCTIONS: list[Callable[..., Any]] = []
"""Functions of figures, by the numbers that their texts give: whoever runs such a text knows them by this name."""


class Shown(NamedTuple):
    """A part of a written form: its name, its kind, and its value as an expression of `{v}` and the place `{i}`."""

    name: str
    kind: Kind
    text: str
    get: Callable[[Any], Any]
    """Return the value, from the object or, within a group, from the object and the place."""


class Record(Kind):
    """A view inside a view: an object of a class with kinds of its own; None is unknown or absent."""

    def __init__(self, cls: type, position: bool = False) -> None:
        self.cls = cls
        self.size = 0
        self.position = position
        """Whether it stands in a position, where more of it may be written."""

    def word(self, value: Any) -> Any:
        return None if value is None else write(value)

    def number(self, word: Any) -> Any:
        raise ValueError("a record is no parameter")

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [schema(self.cls, self.position), {"type": "null"}]}

    def width(self) -> int:
        return 1 + sum(one.kind.width() for one in shown_of(self.cls))

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        if value is None:
            return [0.0] * (self.width() - 1) + [1.0]
        return [*tensor(value, seats, observer), 0.0]

    def columns(self, name: str) -> list[str]:
        return [*columns(self.cls, name + "."), f"{name}.unknown"]


class Group(Kind):
    """Facts of one object that are written together below one name; its values are (object, place in a row)."""

    def __init__(self, shown: tuple[Shown, ...]) -> None:
        self.shown = shown
        self.size = 0

    def word(self, value: Any) -> Any:
        return {one.name: one.kind.word(one.get(value)) for one in self.shown}

    def schema(self) -> dict[str, Any]:
        return _schema(self.shown)

    def width(self) -> int:
        return sum(one.kind.width() for one in self.shown)

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        return [number for one in self.shown for number in one.kind.encode(one.get(value), seats, observer)]

    def columns(self, name: str) -> list[str]:
        return [column for one in self.shown for column in one.kind.columns(f"{name}.{one.name}")]


class Rows(Many):
    """Facts of one object that are written place by place; its value is the object.

    Those of seats are a list, those of other places an object by their numbers.
    """

    def __init__(self, group: Group, rows: int, most: int) -> None:
        super().__init__(group, most, by_seat=rows == SEATS)
        self.rows = rows

    def items(self, value: Any) -> list[tuple[Any, int]]:
        """Return what stands in the places."""
        return [(value, place) for place in range(value.seats if self.rows == SEATS else self.rows)]

    def word(self, value: Any) -> Any:
        words = super().word(self.items(value))
        return words if self.by_seat else {str(place): word for place, word in enumerate(words)}

    def schema(self) -> dict[str, Any]:
        if self.by_seat:
            return super().schema()
        places = [str(place) for place in range(self.rows)]
        return {"type": "object", "propertyNames": {"enum": places}, "additionalProperties": self.kind.schema()}

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        return super().encode(self.items(value), seats, observer)


def kinds_of(cls: type) -> tuple[tuple[str, Kind], ...]:
    """Return name and kind of each part of a view. Raises TypeError for a plain record's field without a kind."""
    return tuple((one.name, one.kind) for one in shown_of(cls))


@cache
def shown_of(cls: type, position: bool = False) -> tuple[Shown, ...]:
    """Return what is written of the objects of a class in a view, or in a position. Raises TypeError as `kinds_of`."""
    if not is_dataclass(cls):
        raise TypeError(f"{cls.__name__} is no dataclass")
    if any(declared(cls)) or figures_of(cls):
        entries = list(_entries(cls, position))
        return _tree(cls, [one._replace(kind=_in_position(one.kind)) for one in entries] if position else entries)
    types = annotation_types(cls)
    rows = []
    for item in fields(cls):
        kinds = [part for part in getattr(types[item.name], "__metadata__", ()) if isinstance(part, Kind)]
        if len(kinds) != 1:
            raise TypeError(f"{cls.__name__}.{item.name} needs exactly one kind")
        rows.append(_shown(item.name, kinds[0], f"{{v}}.{item.name}"))
    return tuple(rows)


class _Entry(NamedTuple):
    path: list[str]
    kind: Kind
    text: str
    rows: int


def _in_position(kind: Kind) -> Kind:
    """Return a kind for positions: records inside it are written as positions, too."""
    if isinstance(kind, Record):
        return Record(kind.cls, position=True)
    return Many(_in_position(kind.kind), kind.most, kind.by_seat) if type(kind) is Many else kind


def _entries(cls: type, position: bool) -> Iterable[_Entry]:
    """Yield all that a class writes, with its path."""
    out = OPENLY if position else NOBODY
    texts = annotation_texts(cls)
    for name, one in declared(cls):
        if one.sees == out:
            continue
        value, by_place = f"{{v}}.{name}", one.rows == SEATS or "*" in one.at or isinstance(one.at, tuple)
        text = str(texts[name])
        cards = ".entries()" if "MarkedZone" in text else ".cards" if "Zone" in text else ""
        if one.kind is not None:
            at = one.at or (f"seats.*.{name}" if one.rows == SEATS else name)
            kind = one.kind if by_place or not one.rows else Many(one.kind, one.rows)
            for path, place in _paths(at, by_place):
                text = f"{value}{place}{cards}"
                if one.sees == OWNER and cards:  # integers of others are `UNKNOWN` as they are
                    text = f"({text} if {{v}}.viewer in (-1, {{i}}) else None)"
                yield _Entry(path, kind, text, one.rows)
        by_place = one.rows == SEATS or "*" in one.size or isinstance(one.size, tuple)
        for path, place in _paths(one.size, by_place) if one.size else ():
            most = getattr(one.kind, "most", _CARDS)
            yield _Entry(path, Count(most), f"len({value}{place}{cards})", one.rows)
    for figure in figures_of(cls):
        if figure.sees != out:
            path = figure.at.split(".")
            place = "{i}" if "*" in path else ""
            text = f"{{v}}.{figure.value or f'{path[-1]}({place})'}"
            if not isinstance(figure.value, str):
                FUNCTIONS.append(figure.value)
                text = f"FUNCTIONS[{len(FUNCTIONS) - 1}]({{v}}{', ' if place else ''}{place})"
            yield _Entry(path, figure.kind, text, figure.rows)


def _paths(at: str | tuple[str, ...], by_place: bool) -> list[tuple[list[str], str]]:
    """Return paths, and how their place in a list is taken."""
    if isinstance(at, tuple):
        return [(path.split("."), f"[{place}]") for place, path in enumerate(at)]
    return [(at.split("."), "[{i}]" if by_place else "")]


def _tree(cls: type, entries: list[_Entry], grouped: bool = False) -> tuple[Shown, ...]:
    """Return what is written, entries with the same first word of their path together."""
    heads: dict[str, list[_Entry]] = {}
    for one in entries:
        heads.setdefault(one.path[0], []).append(one)
    rows = []
    for name, inner in heads.items():
        first = inner[0]
        if len(first.path) == 1:
            if len(inner) > 1:
                raise TypeError(f"{cls.__name__}: {name} is written twice")
            rows.append(_shown(name, first.kind, first.text, grouped))
            continue
        starred = first.path[1] == "*"
        group = Group(_tree(cls, [one._replace(path=one.path[1 + starred :]) for one in inner], grouped=True))
        if starred:
            most = cls.MAX_SEATS if first.rows == SEATS else first.rows  # type: ignore[attr-defined]
            rows.append(_shown(name, Rows(group, first.rows, most), "{v}", grouped))
        else:
            rows.append(_shown(name, group, "({v}, {i})", grouped))
    return tuple(rows)


def _shown(name: str, kind: Kind, text: str, grouped: bool = False) -> Shown:
    """Return a part of a written form; a group's part is got from the object and the place."""
    of = text.format(v="value[0]", i="value[1]") if grouped else text.format(v="value", i=0)
    get: Callable[[Any], Any] = eval(f"lambda value: {of}")  # noqa: S307 - made of names of fields alone
    return Shown(name, kind, text, get)


def write(view: Any) -> dict[str, Any]:
    """Return a view, a record or (as a position) a state as JSON data."""
    cls: type = type(view)
    shown = shown_of(cls, getattr(view, "viewer", None) == ALL)
    return {one.name: one.kind.word(one.get(view)) for one in shown}


def schema(cls: type, position: bool = False) -> dict[str, Any]:
    """Return the JSON schema of the views or the positions of a class."""
    return _schema(shown_of(cls, position))


def _schema(shown: tuple[Shown, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {one.name: one.kind.schema() for one in shown},
        "required": [one.name for one in shown],
        "additionalProperties": False,
    }


def tensor(view: Any, seats: int, observer: int) -> list[float]:
    """Return a view as a row of numbers 0..1 of fixed length, seats turned so that the observer is 0."""
    row: list[float] = []
    cls: type = type(view)
    for one in shown_of(cls):
        row.extend(one.kind.encode(one.get(view), seats, observer))
    return row


def columns(cls: type, prefix: str = "") -> list[str]:
    """Return a name for each number of `tensor`."""
    return [column for one in shown_of(cls) for column in one.kind.columns(prefix + one.name)]


def difference(old: Any, new: Any, path: str = "") -> list[str]:
    """Return the dotted paths at which two written views differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        rows = []
        for key in sorted({*old, *new}):
            inner = f"{path}.{key}" if path else str(key)
            rows += difference(old[key], new[key], inner) if key in old and key in new else [inner]
        return rows
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            row for place, pair in enumerate(zip(old, new, strict=True)) for row in difference(*pair, f"{path}.{place}")
        ]
    return [] if old == new else [path]
