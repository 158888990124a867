"""Observations in C++: what a seat sees as a row of numbers, by the kinds that views declare (`shapan.engine.view`).

The numbers are those of `shapan.adapters.encoder`, which writes the same row in Python, to the bit.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING

from shapan.engine.kinds import UNKNOWN, BySeat, Cards, Count, Die, Enum, Flag, Grid, Kind, Many, Seat
from shapan.engine.view import Group, Record, Rows, Shown, shown_of
from shapan.native.scope import Signature
from shapan.native.source import Source
from shapan.native.statements import Statements
from shapan.native.types import FLOAT, INT, LeavesSubset, is_kept, is_number
from shapan.native.value import Value

if TYPE_CHECKING:
    from shapan.native.unit import Unit

HEAD = "static void observe(State &view_, i64 seats, i64 observer, float *row)"


def encoder_lines(unit: Unit) -> list[str]:
    """Return the function that writes a view into a row of zeros. Raises LeavesSubset."""
    cls = unit.state.cls
    assert cls is not None
    node = ast.parse("def observe() -> None:\n    pass").body[0]
    assert isinstance(node, ast.FunctionDef)
    scope = Statements(unit, Source(cls.__module__, node, "observe"), Signature("observe", [], {}))
    writer = _Writer(scope)
    writer.parts(shown_of(cls), Value("view_", unit.state, True), "", "0")
    unit.rated |= scope.signature.reads
    return [f"{HEAD} {{", *scope.declarations(), *writer.lines, "}"]


class _Writer:
    """The lines of the function as they come; each method writes a value of its kind."""

    def __init__(self, scope: Statements) -> None:
        self.scope = scope
        self.lines: list[str] = []
        self._names = 0

    def _new(self, letter: str) -> str:
        self._names += 1
        return f"{letter}{self._names}_"

    def parts(self, shown: Iterable[Shown], view: Value, turn: str, at: str) -> None:
        """Write the parts of a view one after another; in a row of them `turn` is the variable with the place."""
        width = 0
        for one in shown:
            place = f"{at} + {width}"
            if isinstance(one.kind, Group):
                self.parts(one.kind.shown, view, turn, place)
            elif isinstance(one.kind, Rows):
                self._rows(one.kind, view, place)
            elif one.kind.width():
                self._value(one.kind, self._read(one, view, turn), place)
            width += one.kind.width()

    def _read(self, one: Shown, view: Value, turn: str) -> Value:
        """Return what a part of a view is: its text is an expression of the rules' own language."""
        tree = ast.parse(one.text.format(v="view", i="turn"), mode="eval").body
        with self.scope.inner({"view": view, "turn": Value(turn, INT)}):
            return self.scope.value(tree)

    def _rows(self, kind: Rows, view: Value, at: str) -> None:
        if not isinstance(kind.kind, Group):
            raise LeavesSubset(2, f"rows of {type(kind.kind).__name__}")
        turn, item, place, step = self._new("turn"), self._new("item"), self._new("at"), kind.kind.width() + 1
        many = "seats" if kind.by_seat else str(kind.rows)
        turned = f"({turn} + observer) % seats" if kind.by_seat else turn
        self.lines += [
            f"for (i64 {turn} = 0, {place} = {at}; {turn} < {many}; {turn}++, {place} += {step}) {{",
            f"i64 {item} = {turned}; row[{place}] = 1;",
        ]
        self.parts(kind.kind.shown, view, item, f"{place} + 1")
        self.lines.append("}")

    def _value(self, kind: Kind, value: Value, at: str) -> None:
        """Write a value by its kind. Raises LeavesSubset for a kind of a game's own."""
        cls = type(kind)
        if cls in (Count, Die, Flag):
            self._number(max(1, kind.size - 1), value, at)
        elif cls in (Enum, Seat):
            self._one_of(kind, value, at)
        elif isinstance(kind, Record):
            self._record(kind, value, at)
        elif isinstance(kind, Cards) and cls is Cards:
            self._cards(kind, value, at)
        elif isinstance(kind, Many) and cls in (Many, Grid):
            self._many(kind, value, at)
        elif isinstance(kind, BySeat) and cls is BySeat:
            self._by_seat(kind, value, at)
        else:
            raise LeavesSubset(2, f"{cls.__name__} in an observation")

    def _bound(self, value: Value, kind: str = "i64") -> str:
        name = self._new("v")
        self.lines.append(f"{kind} {name} = {value.text};")
        return name

    def _number(self, most: int, value: Value, at: str) -> None:
        name = self._bound(value, "double" if value.type == FLOAT else "i64")
        self.lines.append(
            f"if ({name} == {UNKNOWN}) row[{at} + 1] = 1; else row[{at}] = (float)((double){name} / {most});"
        )

    def _one_of(self, kind: Kind, value: Value, at: str) -> None:
        name = self._bound(value)
        turned = f"modulo({name} - observer, seats)" if type(kind) is Seat else name
        self.lines.append(f"row[{at} + ({name} == {UNKNOWN} ? {kind.size} : within({turned}, {kind.size - 1}))] = 1;")

    def _record(self, kind: Record, value: Value, at: str) -> None:
        if value.type.name == "maybe":
            name = self._bound(value, "auto *")
            self.lines.append(f"if (!{name}) row[{at} + {kind.width() - 1}] = 1; else {{")
            value = Value(f"(*{name})", value.type.inner[0], True)
        else:
            name = self._bound(value, "auto &" if value.place else "auto")
            self.lines.append("{")
            value = Value(name, value.type, True)
        self.parts(shown_of(kind.cls), value, "", at)
        self.lines.append("}")

    def _cards(self, kind: Cards, value: Value, at: str) -> None:
        name, shares = self._bound(value, "auto &" if value.place else "auto"), self._new("shares")
        numbers = ", ".join(map(repr, accumulate([0.0, *[1.0 / kind.most] * kind.most])))
        size = kind.card.size
        self.lines += [
            f"static const double {shares}[] = {{{numbers}}};",
            f"for (i64 i = 0; i < {name}.n; i++) {{ i64 c = {name}.a[i];",
            f"row[{at} + (c == {UNKNOWN} ? {size} : within(c, {size - 1}))]",
            f" = (float){shares}[within({name}.count(c), {kind.most})]; }}",
        ]

    def _many(self, kind: Many, value: Value, at: str) -> None:
        if value.type.name != "list":
            raise LeavesSubset(2, f"{value.type} as a list in an observation")
        inner, step = value.type.inner[0], kind.kind.width() + 1
        name, turn, place = self._bound(value, "auto &" if value.place else "auto"), self._new("i"), self._new("at")
        item = f"{name}.a[modulo({turn} + observer, seats)]" if kind.by_seat else f"{name}.a[{turn}]"
        most = f"{turn} < {name}.n" if kind.by_seat else f"{turn} < {name}.n && {turn} < {kind.most}"
        self.lines += [
            f"for (i64 {turn} = 0, {place} = {at}; {most}; {turn}++, {place} += {step}) {{ row[{place}] = 1;",
        ]
        self._value(kind.kind, Value(item, inner, is_kept(inner)), f"{place} + 1")
        self.lines.append("}")

    def _by_seat(self, kind: BySeat, value: Value, at: str) -> None:
        if value.type.name != "map" or not is_number(value.type.inner[0]) or not kind.kind.size:
            raise LeavesSubset(2, f"{value.type} by seat in an observation")
        name, turn = self._bound(value, "auto"), self._new("i")
        seat = f"({turn} < seats ? ({turn} + observer) % seats : {turn})"
        self.lines.append(f"for (i64 {turn} = 0; {turn} < {kind.most}; {turn}++) {{")
        self._value(kind.kind, Value(f"{name}.get({seat}, {UNKNOWN})", INT), f"{at} + {turn} * {kind.kind.width()}")
        self.lines.append("}")
