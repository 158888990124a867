"""The words of values in answers and events: those of their kinds, unless a game takes them from the position."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from shapan.engine.kinds import Kind


@mypyc_attr(allow_interpreted_subclasses=True)
class Words:
    """How values are written. `Game.words` returns others where a piece bears the name that its position gives it.

    What they say, everybody may know; and it does not change in the course of a match where an event tells it.
    """

    def word(self, kind: Kind, value: int) -> Any:
        """Return the JSON form of a value."""
        return kind.word(value)

    def number(self, kind: Kind, word: Any) -> int:
        """Return the value of a JSON form. Raises ValueError with what would be right."""
        return kind.number(word)

    def phrase(self, kind: Kind, value: int) -> Any:
        """Return the form that texts take: a number, a word, {"seat": n} or {"term": "table.word"}."""
        return kind.phrase(value)


PLAIN: Final = Words()
_FIGURES: Final = 6


def place_in(word: str, otherwise: Any) -> Any:
    """Return the place in a row that a word of a file or a form names, something else where it names none."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= _FIGURES else otherwise
