"""What an expression becomes: its text in C++, its type, and the constant that it is where that is known."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from shapan.native.types import (
    BOOL,
    CONSTANT,
    FLOAT,
    INT,
    NONE,
    LeavesSubset,
    Type,
    fixed,
    is_named_row,
    is_number,
    list_of,
    record,
)

Root = tuple[str, Any]
"""Where a list or record lies: a field of a class, an item of lists of a type, a local name, somewhere of a type."""
NOTHING: Final = object()
"""The constant of an expression that is none."""


@dataclass(slots=True)
class Value:
    """An expression in C++.

    `place` says that it lives on somewhere, so that a name bound to it means the same list or record, and `roots`
    where (see `stale`). Of what may be None the text is a pointer.
    """

    text: str
    type: Type
    place: bool = False
    constant: Any = NOTHING
    roots: frozenset[Root] = frozenset()
    is_small: bool = False
    """Whether an integer cannot be large: no sum or difference with another such needs a check."""
    is_lasting: bool = False
    """Whether it lies in a constant."""
    parts: tuple[Value, ...] | None = None
    """Of a row that is written out: what stands at each place; none of it changes anything."""

    @property
    def known(self) -> bool:
        """Whether the value is known when the game is translated."""
        return self.constant is not NOTHING


def constant(value: Any, text: str = "") -> Value:
    """Return a constant: numbers are written out, rows of numbers have the text that is given."""
    kind = type_of(value)
    if kind == BOOL:
        text = "true" if value else "false"
    elif kind == INT:
        text = f"{value}L" if value >= 0 else f"({value}L)"
    elif kind == FLOAT:
        if not isfinite(value):
            raise LeavesSubset(5, f"{value} as a fraction")
        text = repr(value)
    elif kind == NONE:
        text = "nullptr"
    return Value(text, kind, False, value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float))


def type_of(value: Any) -> Type:
    """Return the type of a constant; `CONSTANT` for what has no value in C++."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        if not -(2**62) < value < 2**62:
            raise LeavesSubset(5, "an integer of more than 62 bits")
        return INT
    if isinstance(value, float):
        return FLOAT
    if is_named_row(type(value)) and all(map(_is_number, value)):
        return record(type(value))
    if isinstance(value, (tuple, list, range)) and len(value):
        kinds = {type_of(one) for one in value if not (isinstance(one, (tuple, list)) and not one)}
        one = kinds.pop() if kinds else CONSTANT
        is_row = one.name in ("list", "record")
        if not kinds and (is_row or (is_number(one) and all(map(_is_number, value)))):
            return list_of(fixed(one))
    return CONSTANT
