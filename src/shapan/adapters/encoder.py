"""Views as rows of numbers, written sparsely: only what is not zero is touched.

The numbers are exactly those of `shapan.engine.view.tensor`. That one asks every kind of every empty slot for its
zeros; here the view class is turned once into writers, and a view of thousands of columns costs what is in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shapan.engine.kinds import UNKNOWN, BySeat, Count, Die, Enum, Flag, Grid, Kind, Many, Seat
from shapan.engine.view import Record, kinds_of

Row = NDArray[np.float32]
"""A row of numbers 0..1."""

Writer = Callable[[Any, int, list[int], list[float]], None]
"""write(value, first column, columns out, numbers out)."""


class Encoder:
    """Turns views of one class into rows, seats turned so that the observer is 0."""

    def __init__(self, view_class: type, seats: int) -> None:
        self.width = sum(kind.width() for _, kind in kinds_of(view_class))
        self.seats = seats
        self._writers = [record_writer(view_class, seats, observer) for observer in range(seats)]

    def write(self, view: Any, observer: int, row: Row) -> None:
        """Write a view into the first columns of a row of zeros."""
        places: list[int] = []
        numbers: list[float] = []
        self._writers[observer](view, 0, places, numbers)
        row[places] = numbers


def writer_of(kind: Kind, seats: int, observer: int) -> Writer:
    """Return the writer of a kind; one that is not known here is asked for its whole row."""
    cls = type(kind)
    if cls in (Count, Die, Flag):
        return number_writer(kind)
    if cls is Enum:
        return choice_writer(kind.size, 0, 0)
    if cls is Seat:
        return choice_writer(kind.size, seats, observer)
    if isinstance(kind, Record) and cls is Record:
        return optional(record_writer(kind.cls, seats, observer), kind.width() - 1)
    if isinstance(kind, Many) and cls in (Many, Grid):
        return many_writer(kind, seats, observer)
    if isinstance(kind, BySeat) and cls is BySeat:
        return by_seat_writer(kind, seats, observer)
    return dense_writer(kind, seats, observer)


def number_writer(kind: Kind) -> Writer:
    """Write a count as its share of the most."""
    most = max(1, kind.size - 1)

    def write(value: Any, at: int, places: list[int], numbers: list[float]) -> None:
        if value == UNKNOWN:
            places.append(at + 1)
            numbers.append(1.0)
        elif value:
            places.append(at)
            numbers.append(value / most)

    return write


def choice_writer(size: int, seats: int, observer: int) -> Writer:
    """Write one of several: a word, or (with `seats`) a seat turned to its distance from the observer."""

    def write(value: Any, at: int, places: list[int], numbers: list[float]) -> None:
        if value == UNKNOWN:
            places.append(at + size)
        else:
            places.append(at + ((value - observer) % seats if seats else value))
        numbers.append(1.0)

    return write


def optional(inner: Writer, unknown: int) -> Writer:
    """Write a record, or that there is none."""

    def write(value: Any, at: int, places: list[int], numbers: list[float]) -> None:
        if value is None:
            places.append(at + unknown)
            numbers.append(1.0)
        else:
            inner(value, at, places, numbers)

    return write


def record_writer(cls: type, seats: int, observer: int) -> Writer:
    """Write the fields of a view one after another, by a function written out field by field."""
    lines, names, first = ["def write(value, at, places, numbers):"], {}, 0
    for number, (name, kind) in enumerate(kinds_of(cls)):
        names[f"write_{number}"] = writer_of(kind, seats, observer)
        lines.append(f"    write_{number}(value.{name}, at + {first}, places, numbers)")
        first += kind.width()
    known: dict[str, Any] = dict(names)
    exec("\n".join(lines), known)  # noqa: S102 - the text is made of field names alone
    return known["write"]  # type: ignore[no-any-return]


def many_writer(kind: Many, seats: int, observer: int) -> Writer:
    """Write a list, each entry behind a mark that it is there; one entry a seat is turned with the seats."""
    inner = writer_of(kind.kind, seats, observer)
    step, most, turned = kind.kind.width() + 1, kind.most, kind.by_seat

    def write(value: Any, at: int, places: list[int], numbers: list[float]) -> None:
        if value is None:
            places.append(at + step * most)
            numbers.append(1.0)
            return
        items = [value[(turn + observer) % seats] for turn in range(len(value))] if turned else value[:most]
        for item in items:
            places.append(at)
            numbers.append(1.0)
            inner(item, at + 1, places, numbers)
            at += step

    return write


def by_seat_writer(kind: BySeat, seats: int, observer: int) -> Writer:
    """Write a value for some of the seats, the observer's first."""
    inner, step = writer_of(kind.kind, seats, observer), kind.kind.width()

    def write(value: Any, at: int, places: list[int], numbers: list[float]) -> None:
        for turn in range(kind.most):
            seat = (turn + observer) % seats if turn < seats else turn
            inner(UNKNOWN if value is None else value.get(seat, UNKNOWN), at + step * turn, places, numbers)

    return write


def dense_writer(kind: Kind, seats: int, observer: int) -> Writer:
    """Write what a kind of a game's own makes of the value."""

    def write(value: Any, at: int, places: list[int], numbers: list[float]) -> None:
        for place, number in enumerate(kind.encode(value, seats, observer), at):
            if number:
                places.append(place)
                numbers.append(number)

    return write
