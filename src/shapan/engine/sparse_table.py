"""Sparse tables by name: units by area and type, territories by name, conditions of a model.

A state keeps a plain row of integers, one for each name. Written is only what is there: `{"mesa": {"marine": 2}}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from shapan.engine.kinds import UNKNOWN, Enum, Kind


@mypyc_attr(allow_interpreted_subclasses=True)
class SparseTable(Kind):
    """A value for each name, written as an object of those that are not `default`.

    `kind` is that of all values, or a row of kinds, one for each name. Inside another table a table takes `entries`
    integers, so that the value of the whole stays one flat row: that of area 2 and unit 1 lies at 2 * units + 1. The
    value may hold records instead, None where nothing is (`default=None`). `table` is where texts name the names.
    """

    def __init__(self, names: Iterable[str], kind: Kind | Sequence[Kind], table: str = "", default: Any = 0) -> None:
        self.name = Enum(names, table)
        self.kinds = [kind] * self.name.size if isinstance(kind, Kind) else list(kind)
        if len(self.kinds) != self.name.size:
            raise TypeError(f"{len(self.kinds)} kinds for {self.name.size} names")
        self.default = default
        self.entries = sum(entries_of(one) for one in self.kinds)
        self.size = 0
        self.blank: list[Any] = []
        """The row in which nothing is there."""
        for one in self.kinds:
            self.blank += one.blank if isinstance(one, SparseTable) else [default]

    def parts(self, value: Any) -> Iterator[tuple[str, Kind, Any]]:
        """Yield name, kind and value of every name; of a table that is not known nothing is known."""
        place = 0
        for name, kind in zip(self.name.names, self.kinds, strict=True):
            if isinstance(kind, SparseTable):
                yield name, kind, None if value is None else value[place : place + kind.entries]
            else:
                yield name, kind, value[place] if value is not None else UNKNOWN if kind.size else None
            place += entries_of(kind)

    def there(self, value: Any) -> Iterator[tuple[str, Kind, Any]]:
        """Yield name, kind and value of what is not the default; of tables, those that are not empty."""
        for name, kind, part in self.parts(value):
            if isinstance(kind, SparseTable):
                if part is None or list(part) != kind.blank:
                    yield name, kind, part
            elif part != self.default:
                yield name, kind, part

    def word(self, value: Any) -> Any:
        return None if value is None else {name: kind.word(part) for name, kind, part in self.there(value)}

    def number(self, word: Any) -> Any:
        raise ValueError("a table by name is no parameter")

    def schema(self) -> dict[str, Any]:
        inner = {name: kind.schema() for name, kind in zip(self.name.names, self.kinds, strict=True)}
        return {"type": ["object", "null"], "properties": inner, "additionalProperties": False}

    def width(self) -> int:
        return sum(kind.width() for kind in self.kinds)

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        return [number for _, kind, part in self.parts(value) for number in kind.encode(part, seats, observer)]

    def columns(self, name: str) -> list[str]:
        names = zip(self.name.names, self.kinds, strict=True)
        return [column for word, kind in names for column in kind.columns(f"{name}.{word}")]


def entries_of(kind: Kind) -> int:
    """Return how many integers a value takes in the row of a table."""
    return kind.entries if isinstance(kind, SparseTable) else 1
