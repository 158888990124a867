"""Parts of rows: `row[a:b]`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from shapan.native.choices import Choices
from shapan.native.types import INT, LeavesSubset, fixed, has_place, list_of
from shapan.native.value import NOTHING, Value

LAST: Final = 2**40
"""A place behind all rows."""


def after(before: str, value: Value) -> Value:
    """Return a value before which something has to be done."""
    return replace(value, text=f"({before}, {value.text})", constant=NOTHING) if before else value


class Parts(Choices):
    """Parts of rows, by what is written or by a constant."""

    def unshared(self, *rows: Value) -> None:
        """Raise LeavesSubset for rows of lists or records, which would be in a second row as well."""
        for row in rows:
            if not row.known and row.place and has_place(row.type.inner[0]):
                raise LeavesSubset(4, "lists or records of one list in another, too")

    def are_slices(self, place: Value) -> bool:
        return all(isinstance(one, slice) for one in self.unit.choices(place.type))

    def part_of_row(self, row: Value, place: Value) -> Value:
        """Return the part of a row that a constant slice, or one of several, cuts out."""
        if row.type.name != "list" or any(one.step is not None for one in self.choices(place)):
            raise LeavesSubset(3, f"such a part of {row.type}")
        self.unshared(row)
        before, one = "", place
        if not place.known:
            one = Value(self.temporary(INT), place.type)
            before = f"{one.text} = {place.text}"
        begin = self._of_slice(one, lambda part: part.start or 0)
        end = self._of_slice(one, lambda part: LAST if part.stop is None else part.stop)
        text = f"slice<{self.unit.cpp(row.type.inner[0])}>({row.text}, {begin}, {end})"
        return after(before, Value(text, replace(row.type)))

    def _of_slice(self, place: Value, function: Callable[[Any], int]) -> str:
        return f"{function(place.constant)}L" if place.known else self.mapped(place, function).text

    def slice(self, row: Value, part: ast.Slice) -> Value:
        if row.known and part.step is None:
            parts = [None if one is None else self.value(one) for one in (part.lower, part.upper)]
            if all(one is None or one.known for one in parts):
                begin, end = (None if one is None else one.constant for one in parts)
                return self.known(row.constant[begin:end])
        step = None if part.step is None else self.value(part.step)
        if step is not None and step.constant == -1 and part.lower is part.upper is None and row.type.name == "list":
            self.unshared(row)
            lines = [f"auto &x = {row.text};" if row.place else f"auto x = {row.text};", "r = x;", "r.reverse();"]
            return self.block(row.type, f"{self.unit.cpp(row.type)} r;", lines, "r")
        if step is not None and isinstance(step.constant, int) and step.constant > 1 and row.type.name == "list":
            self.unshared(row)
            begin, end = self.bounds(part)
            text = f"slice<{self.unit.cpp(row.type.inner[0])}>({row.text}, {begin}, {end}, {step.constant})"
            return Value(text, replace(row.type))
        if part.step is not None or row.type.name != "list":
            raise LeavesSubset(3, f"such a part of {row.type}")
        begin, end = self.bounds(part)
        self.unshared(row)
        inner = row.type.inner[0]
        kind = list_of(inner)
        made = Value(f"slice<{self.unit.cpp(inner)}>({row.text}, {begin}, {end})", kind)
        if row.type.is_fixed:
            made.type = fixed(kind)
        return made

    def bounds(self, part: ast.Slice) -> tuple[str, str]:
        """Return where a part of a row begins and ends."""
        begin = "0" if part.lower is None else self.fitted(self.value(part.lower), INT)
        end = "INT64_MAX" if part.upper is None else self.fitted(self.value(part.upper), INT)
        return begin, end
