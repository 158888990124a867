"""Data tables: the numbers and words of a game that a variant may change, with their bounds.

A game declares its tables; `Game.varied` makes a game with other values and leaves the one it was made from as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from shapan.engine.options import Option, OptionError

Tables = dict[str, dict[str, dict[str, Any]]]
"""Value by table, row and field."""

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,30}")


class DataError(ValueError):
    """A table, row or field that does not exist, or a value it cannot have: dotted path, message, rule."""

    def __init__(self, path: str, message: str, rule: str = "") -> None:
        super().__init__(f"{path}: {message}" + (f" ({rule})" if rule else ""))
        self.path = path
        self.message = message
        self.rule = rule


@dataclass(slots=True)
class Field:
    """One column of a table: integers in a range, a flag, a list of so many words, or a name."""

    name: str
    rule: str
    least: int = 0
    most: int = 0
    flag: bool = False
    words: tuple[str, ...] = ()
    length: int = 0
    is_name: bool = False

    def check(self, value: Any, path: str) -> Any:
        """Return a value. Raises DataError saying what is allowed."""
        if self.flag or self.is_name:
            fits = isinstance(value, bool) if self.flag else isinstance(value, str) and _NAME.fullmatch(value)
            if not fits:
                allowed = "true or false" if self.flag else "a name of a to z, digits and _"
                raise DataError(path, f"{value!r} is not allowed; allowed: {allowed}", self.rule)
            return value
        option = Option(self.name, None, list_of=self.words, length=self.length)
        if not self.length:
            option.least, option.most = self.least, self.most
        try:
            return option.check(value)
        except OptionError as error:
            raise DataError(path, error.message, self.rule) from None


@dataclass(slots=True)
class DataTable:
    """One table: its columns, and its rows by name."""

    name: str
    fields: tuple[Field, ...]
    rows: Mapping[str, Mapping[str, Any]]


def standard(tables: Sequence[DataTable]) -> Tables:
    """Return the values as they are without a variant."""
    return {table.name: {name: dict(row) for name, row in table.rows.items()} for table in tables}


def changed(tables: Sequence[DataTable], given: Mapping[str, Any]) -> Tables:
    """Return all values, with the given ones checked and put in. Raises DataError."""
    values = standard(tables)
    known = {table.name: table for table in tables}
    for name, rows in _entries(given, "tables", known):
        table = known[name]
        fields = {field.name: field for field in table.fields}
        for row, entries in _entries(rows, f"tables.{name}", table.rows):
            for field, value in _entries(entries, f"tables.{name}.{row}", fields):
                values[name][row][field] = fields[field].check(value, f"tables.{name}.{row}.{field}")
    return values


def _entries(given: Any, path: str, known: Mapping[str, Any]) -> list[tuple[str, Any]]:
    if not isinstance(given, Mapping):
        raise DataError(path, f"{given!r} is not a table")
    for name in given:
        if name not in known:
            raise DataError(f"{path}.{name}", f"there is no such entry; known: {', '.join(known) or 'none'}")
    return list(given.items())
