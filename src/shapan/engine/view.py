"""Typed views: dataclasses whose fields carry a kind, `field: Annotated[int, Count(9)]`.

From the kinds come the written form, the JSON schema, the difference of two views and the observation tensor.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from shapan.engine.kinds import Kind
from shapan.engine.written import hints

_KINDS: dict[type, tuple[tuple[str, Kind], ...]] = {}


class Record(Kind):
    """A view inside a view: a dataclass with kinds of its own; None is unknown or absent."""

    def __init__(self, cls: type) -> None:
        self.cls = cls
        self.size = 0

    def word(self, value: Any) -> Any:
        return None if value is None else write(value)

    def number(self, word: Any) -> Any:
        raise ValueError("a record is no parameter")

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [schema(self.cls), {"type": "null"}]}

    def width(self) -> int:
        return 1 + sum(kind.width() for _, kind in kinds_of(self.cls))

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        if value is None:
            return [0.0] * (self.width() - 1) + [1.0]
        return [*tensor(value, seats, observer), 0.0]

    def columns(self, name: str) -> list[str]:
        return [*columns(self.cls, name + "."), f"{name}.unknown"]


def kinds_of(cls: type) -> tuple[tuple[str, Kind], ...]:
    """Return name and kind of each field. Raises TypeError for a field without a kind."""
    known = _KINDS.get(cls)
    if known is None:
        if not is_dataclass(cls):
            raise TypeError(f"{cls.__name__} is no dataclass")
        types = hints(cls)
        rows = []
        for item in fields(cls):
            kinds = [part for part in getattr(types[item.name], "__metadata__", ()) if isinstance(part, Kind)]
            if len(kinds) != 1:
                raise TypeError(f"{cls.__name__}.{item.name} needs exactly one kind")
            rows.append((item.name, kinds[0]))
        known = _KINDS[cls] = tuple(rows)
    return known


def write(view: Any) -> dict[str, Any]:
    """Return a view as JSON data."""
    return {name: kind.word(getattr(view, name)) for name, kind in kinds_of(type(view))}


def schema(cls: type) -> dict[str, Any]:
    """Return the JSON schema of a view class."""
    return {
        "type": "object",
        "properties": {name: kind.schema() for name, kind in kinds_of(cls)},
        "required": [name for name, _ in kinds_of(cls)],
        "additionalProperties": False,
    }


def tensor(view: Any, seats: int, observer: int) -> list[float]:
    """Return a view as a row of numbers 0..1 of fixed length, seats turned so that the observer is 0."""
    row: list[float] = []
    for name, kind in kinds_of(type(view)):
        row.extend(kind.encode(getattr(view, name), seats, observer))
    return row


def columns(cls: type, prefix: str = "") -> list[str]:
    """Return a name for each number of `tensor`."""
    return [column for name, kind in kinds_of(cls) for column in kind.columns(prefix + name)]


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
