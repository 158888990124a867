"""Whole answers by name: kinds of them, such as `attack(planet=terra, fleets=2)`, under which they are counted.

An answer is grouped by what a designer tells apart: its words and small numbers stay, of lists and tables only how many
things they hold, and points and other large numbers are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.actions import Actions
from shapan.engine.prompt import Prompt

LARGEST: Final = 20
"""A number beyond is an amount or a point, and no name."""
_MOST_KNOWN: Final = 20_000
_WHOLE: Final = re.compile(r"(?P<do>[^(]*)(?:\((?P<fields>.*)\))?")


class Answers:
    """The names of the answers to a game's questions."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions
        self._known: dict[tuple[str, tuple[int, ...]], str] = {}

    def name(self, prompt: Prompt[Any], codes: tuple[int, ...]) -> str:
        """Return the name of an answer, made of its codes."""
        key = prompt.key, codes
        name = self._known.get(key)
        if name is None:
            name = named(prompt.write(self.actions, codes))
            if len(self._known) < _MOST_KNOWN:
                self._known[key] = name
        return name


def named(entry: Mapping[str, Any]) -> str:
    """Return the name of an answer that is written as JSON."""
    words = ((field, _word(value)) for field, value in entry.items() if field != "do")
    parts = [f"{field}={word}" for field, word in words if word is not None]
    return f"{entry['do']}({', '.join(parts)})" if parts else str(entry["do"])


def read_name(name: str) -> tuple[str, dict[str, str]]:
    """Return the word and the fields of a name."""
    found = _WHOLE.fullmatch(name)
    assert found is not None
    fields = (part.partition("=") for part in (found["fields"] or "").split(", ") if part)
    return found["do"], {field: value for field, _, value in fields}


def _word(value: Any) -> str | None:
    """Return a value as a part of a name; None for one that is no part of it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value) if 0 <= value <= LARGEST else None
    number = _number(value)
    return None if number is None else str(number)


def _number(value: Any) -> int | None:
    """Return how many things a list or a table holds; None for a point, or what is none of both."""
    if isinstance(value, Mapping):
        return sum(inner if isinstance(inner, int) else _number(inner) or 1 for inner in value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        large = any(isinstance(item, int) and not 0 <= item <= LARGEST for item in value)
        return None if large else len(value)
    return None
