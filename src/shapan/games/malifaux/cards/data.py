"""What reads texts of card files and tells errors as faults of their fields; rules themselves do not run it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.references import References
from shapan.games.malifaux.cards.row import Row, shown

T = TypeVar("T")
DEEPEST: Final = 40
"""Objects and lists in one another: the printed cards need half as many."""
LONGEST: Final = 100
"""Letters of a path in a fault."""


def text_of(path: Path) -> str:
    """Return the text of a file. Raises CardFault."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise CardFault(path.name, "", f"is no UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise CardFault(path.name, "", f"cannot be read: {error.strerror}") from None


def fault_of(read: Callable[[], object]) -> CardFault | None:
    """Return what is wrong with what a function reads, None where it can be read."""
    try:
        read()
    except CardFault as fault:
        return fault
    return None


def told(row: Row, key: str, text: str, read: Callable[[str], T], what: str) -> T:
    """Return what a text of a field says. Raises CardFault where it cannot be read."""
    try:
        return read(text)
    except ValueError as error:
        raise row.fault(key, f"{shown(row.fields[key], 120)} is no {what}: {error}") from None


def opened(name: str, text: str, references: References | None = None) -> Row:
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
    except CardFault:
        raise
    except (RecursionError, ValueError):
        raise CardFault(name, "", "is no JSON that can be read: nested too deeply, or a number too long") from None
    check_depth(name, value)
    return Row(value, name, "", references=references)


def check_depth(name: str, value: Any) -> None:
    """Refuse objects and lists that stand too deep in one another for those who walk through them. Raises CardFault."""
    inside: list[tuple[str, Any]] = [("", value)]
    for depth in range(DEEPEST + 1):
        held = [(path, one) for path, one in inside if isinstance(one, dict | list)]
        if held and depth == DEEPEST:
            raise CardFault(name, shortened(held[0][0]), f"is nested too deeply: at most {DEEPEST} objects and lists")
        inside = [
            (f"{path}.{key}".lstrip("."), inner)
            for path, one in held
            for key, inner in (one.items() if isinstance(one, dict) else enumerate(one))
        ]


def shortened(path: str) -> str:
    """Return the beginning of a long path."""
    return path if len(path) <= LONGEST else f"{path[:LONGEST]}…"
