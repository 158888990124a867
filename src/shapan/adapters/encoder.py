"""Views as rows of numbers, written sparsely: only what is not zero is touched.

The numbers are exactly those of `shapan.engine.view.tensor`. That one asks every kind of every empty slot for its
zeros; here the view class is turned once into the text of a function, with the columns counted beforehand, and a view
of thousands of columns costs what is in it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from shapan.engine.kinds import UNKNOWN, BySeat, Cards, Count, Die, Enum, Flag, Grid, Kind, Many, Seat
from shapan.engine.marked_cards import MarkedCards
from shapan.engine.sparse_table import SparseTable
from shapan.engine.view import FUNCTIONS, Group, Record, Rows, Shown, shown_of

Row = NDArray[np.float32]
"""A row of numbers 0..1."""

Numbers: TypeAlias = "Row | array[float] | dict[int, float]"
"""A row while it is written; an array of Python takes single numbers several times as fast. A dict keeps no zeros."""


class Encoder:
    """Turns views of one class into rows, seats turned so that the observer is 0."""

    def __init__(self, view_class: type, seats: int) -> None:
        self.width = sum(one.kind.width() for one in shown_of(view_class))
        self.seats = seats
        self._write = writer_of(view_class, seats)

    def write(self, view: Any, observer: int, row: Numbers) -> None:
        """Write a view into the first columns of a row of zeros."""
        self._write(view, observer, row)


def writer_of(view_class: type, seats: int) -> Callable[[Any, int, Numbers], None]:
    """Return the function `write(view, observer, row)` of a view class."""
    writer = _Writer(seats)
    writer.parts(shown_of(view_class), "view", "", Place("", 0), 1)
    text = "\n".join(["def write(view, observer, row):", *writer.lines])
    exec(text, writer.known)  # noqa: S102 - the text is made of field names and numbers alone
    return writer.known["write"]  # type: ignore[no-any-return]


class Place:
    """A column: a number, or one added to what a variable holds."""

    def __init__(self, variable: str, number: int) -> None:
        self.variable = variable
        self.number = number

    def __add__(self, number: int) -> Place:
        return Place(self.variable, self.number + number)

    def __str__(self) -> str:
        return f"{self.variable} + {self.number}" if self.variable else str(self.number)


class _Writer:
    """The lines of a writer as they come; each method writes a value of its kind, which stands in a variable."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.lines: list[str] = []
        self.known: dict[str, Any] = {"FUNCTIONS": FUNCTIONS}
        """Objects that the lines name."""
        self.names = 0

    def line(self, depth: int, *texts: str) -> None:
        self.lines += ["    " * depth + text for text in texts]

    def new(self, letter: str) -> str:
        """Return a name that is not in use."""
        self.names += 1
        return f"{letter}{self.names}"

    def parts(self, shown: Iterable[Shown], view: str, turn: str, at: Place, depth: int) -> None:
        """Write the parts of a view one after another; in a row of them `turn` is the variable with the place."""
        for one in shown:
            if isinstance(one.kind, Group):
                self.parts(one.kind.shown, view, turn, at, depth)
            elif isinstance(one.kind, Rows):
                self.rows(one.kind, view, at, depth)
            else:
                value = self.new("v")
                self.line(depth, f"{value} = {one.text.format(v=view, i=turn)}")
                self.value(one.kind, value, at, depth)
            at += one.kind.width()

    def rows(self, kind: Rows, view: str, at: Place, depth: int) -> None:
        """Write what stands place by place, each behind a mark that it is there; seats are turned."""
        assert isinstance(kind.kind, Group)
        step, item, place, turn = kind.kind.width() + 1, self.new("item"), self.new("at"), self.new("turn")
        many = str(self.seats) if kind.by_seat else str(kind.rows)
        self.line(depth, f"{place} = {at}", f"for {turn} in range({many}):")
        turned = f"({turn} + observer) % {self.seats}" if kind.by_seat else turn
        self.line(depth + 1, f"{item} = {turned}", f"row[{place}] = 1.0")
        self.parts(kind.kind.shown, view, item, Place(place, 1), depth + 1)
        self.line(depth + 1, f"{place} += {step}")

    def value(self, kind: Kind, value: str, at: Place, depth: int) -> None:
        """Write a value by its kind; one that is not known here is asked for its whole row."""
        cls = type(kind)
        if cls in (Count, Die, Flag):
            self.number(kind, value, at, depth)
        elif cls is Enum:
            self.line(depth, f"row[{at} + ({kind.size} if {value} == {UNKNOWN} else {value})] = 1.0")
        elif cls is Seat:
            turned = f"({value} - observer) % {self.seats}"
            self.line(depth, f"row[{at} + ({kind.size} if {value} == {UNKNOWN} else {turned})] = 1.0")
        elif isinstance(kind, Record) and cls is Record:
            self.line(depth, f"if {value} is None:", f"    row[{at + (kind.width() - 1)}] = 1.0", "else:")
            self.parts(shown_of(kind.cls), value, "", at, depth + 1)
        elif isinstance(kind, Group):
            self.parts(kind.shown, value, "", at, depth)
        elif isinstance(kind, Cards) and cls is Cards:
            self.cards(kind, value, at, depth)
        elif isinstance(kind, Many) and cls in (Many, Grid, MarkedCards):
            self.many(kind, value, at, depth)
        elif isinstance(kind, BySeat) and cls is BySeat:
            self.by_seat(kind, value, at, depth)
        elif isinstance(kind, SparseTable) and cls is SparseTable:
            self.by_name(kind, value, at, depth)
        else:
            self.dense(kind, value, at, depth)

    def number(self, kind: Kind, value: str, at: Place, depth: int) -> None:
        """Write a count as its share of the most."""
        most = max(1, kind.size - 1)
        self.line(depth, f"if {value} == {UNKNOWN}:", f"    row[{at + 1}] = 1.0")
        self.line(depth, f"elif {value}:", f"    row[{at}] = {value} / {most}")

    def cards(self, kind: Cards, value: str, at: Place, depth: int) -> None:
        """Write how many cards of each kind there are, as shares of the most; added up as the kind itself does."""
        shares, card, size = self.new("shares"), self.new("card"), kind.card.size
        self.known[shares] = list(accumulate([0.0, *[1.0 / kind.most] * kind.most]))
        self.line(depth, f"if {value} is None:", f"    row[{at + (size + 1)}] = 1.0", "else:")
        self.line(depth + 1, f"for {card} in {value}:")
        place = f"{at} + ({size} if {card} == {UNKNOWN} else {card})"
        self.line(depth + 2, f"row[{place}] = {shares}[{value}.count({card})]")

    def many(self, kind: Many, value: str, at: Place, depth: int) -> None:
        """Write a list, each entry behind a mark that it is there; one entry a seat is turned with the seats."""
        step, item, place, turn = kind.kind.width() + 1, self.new("v"), self.new("at"), self.new("turn")
        self.line(depth, f"if {value} is None:", f"    row[{at + step * kind.most}] = 1.0", "else:")
        depth += 1
        self.line(depth, f"{place} = {at}")
        if kind.by_seat:
            self.line(depth, f"for {turn} in range(len({value})):")
            self.line(depth + 1, f"{item} = {value}[({turn} + observer) % {self.seats}]")
        else:
            self.line(depth, f"for {item} in {value}[:{kind.most}]:")
        self.line(depth + 1, f"row[{place}] = 1.0")
        self.value(kind.kind, item, Place(place, 1), depth + 1)
        self.line(depth + 1, f"{place} += {step}")

    def by_seat(self, kind: BySeat, value: str, at: Place, depth: int) -> None:
        """Write a value for some of the seats, the observer's first."""
        item, place, turn = self.new("v"), self.new("at"), self.new("turn")
        seat = f"({turn} + observer) % {self.seats} if {turn} < {self.seats} else {turn}"
        self.line(depth, f"{place} = {at}", f"for {turn} in range({kind.most}):")
        nothing = UNKNOWN if kind.kind.size else None
        self.line(depth + 1, f"{item} = {nothing} if {value} is None else {value}.get({seat}, {nothing})")
        self.value(kind.kind, item, Place(place, 0), depth + 1)
        self.line(depth + 1, f"{place} += {kind.kind.width()}")

    def by_name(self, kind: SparseTable, value: str, at: Place, depth: int) -> None:
        """Write a table by name; of one kind throughout in a loop, however deep it lies, else name by name."""
        leaves = list(_leaves(kind))
        if any(leaf is not leaves[0] for leaf in leaves):
            parts = self.new("parts")
            self.known[parts] = kind.parts
            items = [self.new("v") for _ in kind.kinds]
            self.line(depth, f"{', '.join(f'(_, _, {item})' for item in items)}, = {parts}({value})")
            for item, inner in zip(items, kind.kinds, strict=True):
                self.value(inner, item, at, depth)
                at += inner.width()
            return
        item, place, leaf = self.new("v"), self.new("at"), leaves[0]
        nothing = UNKNOWN if leaf.size else None
        self.line(depth, f"{place} = {at}")
        self.line(depth, f"for {item} in [{nothing}] * {kind.entries} if {value} is None else {value}:")
        self.value(leaf, item, Place(place, 0), depth + 1)
        self.line(depth + 1, f"{place} += {leaf.width()}")

    def dense(self, kind: Kind, value: str, at: Place, depth: int) -> None:
        """Write what a kind of a game's own makes of the value."""
        name, place, number = self.new("kind"), self.new("at"), self.new("number")
        self.known[name] = kind
        row = f"{name}.encode({value}, {self.seats}, observer)"
        self.line(depth, f"for {place}, {number} in enumerate({row}, {at}):")
        self.line(depth + 1, f"if {number}:", f"    row[{place}] = {number}")


def _leaves(kind: Kind) -> Iterable[Kind]:
    """Yield the kinds of what stands in a table by name, those of tables inside it in their places."""
    for inner in kind.kinds if isinstance(kind, SparseTable) else ():
        yield from _leaves(inner) if isinstance(inner, SparseTable) else (inner,)
