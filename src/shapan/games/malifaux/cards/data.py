"""What reads texts of card files and tells errors as faults of their fields; rules themselves do not run it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.row import Row

T = TypeVar("T")


def told(row: Row, key: str, text: str, read: Callable[[str], T], what: str) -> T:
    """Return what a text of a field says. Raises CardFault where it cannot be read."""
    try:
        return read(text)
    except ValueError as error:
        raise row.fault(key, f"{row.fields[key]!r} is no {what}: {error}") from None


def opened(name: str, text: str) -> Row:
    """Return the outer object of a JSON text, in which no field stands twice. Raises CardFault."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise CardFault(name, "", f"a field {twice!r} stands twice in one object")
        return dict(pairs)

    try:
        value = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise CardFault(name, "", f"is no JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    return Row(value, name, "")
