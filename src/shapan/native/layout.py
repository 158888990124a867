"""States as rows of numbers: how they go to translated rules, and come back as the very same objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields as dataclass_fields
from itertools import groupby, islice
from operator import attrgetter
from struct import pack, unpack
from typing import Any, Final
from zlib import crc32

from shapan.engine.chance import Chance
from shapan.engine.marked_zone import MarkedZone, Marker
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.zone import Zone
from shapan.native.types import BOOL, CHANCE, FLOAT, INT, STEPS, Type, list_of

Fields = Callable[[type], dict[str, Type]]
Writer = Callable[[Any, list[int]], None]
Reader = Callable[[Iterator[int], Any], Any]


class Writers:
    """Functions that add the numbers of values to a row, in the order in which C++ reads them, one for each type."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._known: dict[Type, Writer] = {
            INT: lambda value, row: row.append(value),
            BOOL: lambda value, row: row.append(int(value)),
            FLOAT: lambda value, row: row.append(unpack("<q", pack("<d", value))[0]),
            CHANCE: _write_chance,
            STEPS: _write_steps,
            list_of(INT): _write_numbers,
            list_of(BOOL): _write_numbers,
        }

    def numbers(self, value: Any, kind: Type) -> list[int]:
        """Return the numbers of a value."""
        row: list[int] = []
        self.of(kind)(value, row)
        return row

    def of(self, kind: Type) -> Writer:
        """Return the function for a type: of a value, and of the row that its numbers are added to."""
        known = self._known.get(kind)
        if known is None:
            makers = {"list": self._list, "maybe": self._maybe}
            known = self._known[kind] = makers.get(kind.name, self._record)(kind)
        return known

    def _list(self, kind: Type) -> Writer:
        inner = self.of(kind.inner[0])

        def write(value: Any, row: list[int]) -> None:
            row.append(len(value))
            for one in value:
                inner(one, row)

        return write

    def _maybe(self, kind: Type) -> Writer:
        inner = self.of(kind.inner[0])

        def write(value: Any, row: list[int]) -> None:
            row.append(int(value is not None))
            if value is not None:
                inner(value, row)

        return write

    def _record(self, kind: Type) -> Writer:
        """Return the function for a record: fields that are numbers and stand side by side are taken at once."""
        cls = kind.cls
        assert cls is not None
        steps: list[tuple[Callable[[Any], Any], Writer]] = []
        for are_numbers, fields in groupby(self._fields(cls).items(), lambda field: field[1] in (INT, BOOL)):
            names = dict(fields)
            if are_numbers and len(names) > 1:
                steps.append((attrgetter(*names), _write_row))
            else:
                steps += [(attrgetter(name), self.of(one)) for name, one in names.items()]
        if cls is MarkedZone:
            steps.append((attrgetter("markers"), _write_markers))

        def write(value: Any, row: list[int]) -> None:
            for read, add in steps:
                add(read(value), row)

        return write


def _write_row(value: Any, row: list[int]) -> None:
    row += value


def _write_numbers(value: Any, row: list[int]) -> None:
    row.append(len(value))
    row += value


def _write_chance(value: Chance, row: list[int]) -> None:
    row += (len(value.key), *value.key, len(value.counts), *value.counts)


def _write_steps(value: Any, row: list[int]) -> None:
    row.append(len(value))
    for step in value:
        row += (len(step), *step)


def _write_markers(markers: tuple[Marker, ...], row: list[int]) -> None:
    rows = _marked(markers)
    _MARKERS[rows] = markers
    for one in rows:
        row += (len(one), *one)


_MARKERS: Final[dict[tuple[tuple[int, ...], ...], tuple[Marker, ...]]] = {}
"""The markers of zones whose numbers have been written, by those."""


def _marked(markers: tuple[Marker, ...]) -> tuple[tuple[int, ...], ...]:
    """Return what C++ knows of markers, row by row: numbers for their names, with what they begin, who sees them."""
    names = tuple(crc32(marker.name.encode()) for marker in markers)
    return names, tuple(marker.start for marker in markers), tuple(marker.sees for marker in markers)


class Readers:
    """Functions that make values of numbers, one for each type, made when it is first met."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._known: dict[Type, Reader] = {
            INT: lambda numbers, sample: next(numbers),
            BOOL: lambda numbers, sample: bool(next(numbers)),
            FLOAT: lambda numbers, sample: unpack("<d", pack("<q", next(numbers)))[0],
            CHANCE: _chance,
            STEPS: lambda numbers, sample: [tuple(islice(numbers, next(numbers))) for _ in range(next(numbers))],
            list_of(INT): lambda numbers, sample: list(islice(numbers, next(numbers))),
        }

    def of(self, kind: Type) -> Reader:
        """Return the function for a type: of numbers, and of a sample whose shared parts the value has as well."""
        known = self._known.get(kind)
        if known is None:
            known = self._known[kind] = self._list(kind) if kind.name == "list" else self._other(kind)
        return known

    def _list(self, kind: Type) -> Reader:
        inner = self.of(kind.inner[0])
        return lambda numbers, sample: [inner(numbers, None) for _ in range(next(numbers))]

    def _other(self, kind: Type) -> Reader:
        if kind.name == "maybe":
            inner = self.of(kind.inner[0])
            return lambda numbers, sample: inner(numbers, None) if next(numbers) else None
        cls = kind.cls
        assert cls is not None
        rows = [
            (name, self.of(one))
            for name, one in self._fields(cls).items()
            if one.cls is None or not issubclass(one.cls, SharedConstant)
        ]
        names = {name for name, _ in rows}
        if cls is MarkedZone:
            return _marked_zone(rows)
        others = [] if cls is Zone else [one.name for one in dataclass_fields(cls) if one.name not in names]

        def read(numbers: Iterator[int], sample: Any) -> Any:
            made: Any = object.__new__(cls)
            if others and sample is None:
                sample = cls()
            for name in others:
                setattr(made, name, getattr(sample, name))
            for name, one in rows:
                setattr(made, name, one(numbers, None))
            return made

        return read


def _marked_zone(rows: list[tuple[str, Reader]]) -> Reader:
    """Return the function that makes a zone with what lies beside its cards."""

    def read(numbers: Iterator[int], sample: Any) -> Any:
        made: Any = object.__new__(MarkedZone)
        for name, one in rows:
            setattr(made, name, one(numbers, None))
        names, starts, sees = (tuple(islice(numbers, next(numbers))) for _ in range(3))
        made.markers = _MARKERS[names, starts, sees]
        return made

    return read


def _chance(numbers: Iterator[int], sample: Any) -> Chance:
    key = bytes(islice(numbers, next(numbers)))
    counts = list(islice(numbers, next(numbers)))
    made = Chance(key, len(counts))
    made.counts = counts
    return made


def longest(value: Any, kind: Type, fields: Fields) -> int:
    """Return the length of the longest list of lists or records in a value."""
    if kind.name == "list" and kind.inner[0].name in ("list", "record", "maybe"):
        return max([len(value), *(longest(one, kind.inner[0], fields) for one in value)])
    if kind.name == "maybe":
        return 0 if value is None else longest(value, kind.inner[0], fields)
    if kind.cls is None:
        return 0
    return max([0, *(longest(getattr(value, name), inner, fields) for name, inner in fields(kind.cls).items())])
