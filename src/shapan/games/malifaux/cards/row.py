"""One object of a file of cards, read field by field: who reads it says what may stand there, all else is a fault."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final
from unicodedata import category

from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.references import References

ID: Final = re.compile(r"[a-z0-9][a-z0-9_]{0,59}")
"""Crews 1: a snake_case word."""
UNSEEN: Final = ("Cc", "Cs")
"""Categories of what no text shows: signs that control, halves of signs."""


class Row:
    """An object with named fields. `close` refuses what nobody has asked for.

    `names` are models that selectors may name as well as the words for single things: those of a position.
    `references` gathers what is named.
    """

    __slots__ = ("_asked", "fields", "file", "names", "path", "references")

    def __init__(
        self,
        value: Any,
        file: str,
        path: str,
        names: frozenset[str] = frozenset(),
        references: References | None = None,
    ) -> None:
        if not isinstance(value, dict):
            raise CardFault(file, path, f"needs an object with named fields, not {shown(value)}")
        self.fields: dict[str, Any] = value
        self.file = file
        self.path = path
        self.names = names
        self.references = References() if references is None else references
        self._asked: set[str] = set()

    def at(self, key: str) -> str:
        """Return the dotted path of a field."""
        return f"{self.path}.{key}" if self.path and key else self.path or key

    def fault(self, key: str, message: str) -> CardFault:
        return CardFault(self.file, self.at(key), message)

    def has(self, key: str) -> bool:
        """Say whether a field stands there with a value: null is as good as nothing."""
        self._asked.add(key)
        return self.fields.get(key) is not None

    def raw(self, key: str) -> Any:
        """Return what stands there, which has to be something."""
        if not self.has(key):
            raise self.fault(key, "is needed")
        return self.fields[key]

    def text(self, key: str, most: int = 60) -> str:
        """Return a text that is not empty (crews 8: names have at most 60 letters)."""
        value = self.raw(key)
        if not isinstance(value, str) or not value or len(value) > most:
            raise self.fault(key, f"needs a text of 1 to {most} letters, not {shown(value)}")
        if any(category(letter) in UNSEEN for letter in value.replace("\n", "")):
            raise self.fault(key, f"holds signs that cannot be shown: {shown(value)}")
        return value

    def identifier(self, key: str) -> str:
        """Return a snake_case word."""
        value = self.raw(key)
        if not isinstance(value, str) or not ID.fullmatch(value):
            raise self.fault(key, f"needs a word of a to z, 0 to 9 and _, not {shown(value)}")
        return value

    def identifiers(self, key: str) -> tuple[str, ...]:
        """Return a list of snake_case words; one word alone is a list of one, nothing is none."""
        if not self.has(key):
            return ()
        value = self.fields[key]
        values = value if isinstance(value, list) else [value]
        for item in values:
            if not isinstance(item, str) or not ID.fullmatch(item):
                raise self.fault(key, f"needs words of a to z, 0 to 9 and _, not {shown(item)}")
        if len(set(values)) != len(values):
            raise self.fault(key, "names a word twice")
        return tuple(values)

    def labels(self, key: str) -> tuple[str, ...]:
        """Return a list of words that cards print with capitals, as identifiers: `Undead` is `undead`."""
        if not self.has(key):
            return ()
        plain = [item.lower().replace(" ", "_") if isinstance(item, str) else item for item in self.values(key)]
        return Row({key: plain}, self.file, self.path).identifiers(key)

    def word(self, key: str, choices: Collection[str], default: str | None = None) -> str:
        """Return one of some words."""
        if default is not None and not self.has(key):
            return default
        value = self.raw(key)
        if not isinstance(value, str) or value not in choices:
            raise self.fault(key, f"needs one of {', '.join(choices)}, not {shown(value)}")
        return value

    def words(self, key: str, choices: Collection[str]) -> tuple[str, ...]:
        """Return a list of some words, each of them one that is known; one word alone is a list of one."""
        values = self.identifiers(key)
        for value in values:
            if value not in choices:
                raise self.fault(key, f"needs words of {', '.join(choices)}, not {shown(value)}")
        return values

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """Return an integer in a range."""
        if default is not None and not self.has(key):
            return default
        value = self.raw(key)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.fault(key, f"needs an integer {least} to {most}, not {shown(value)}")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        value = self.maybe(key)
        return default if value is None else value

    def maybe(self, key: str) -> bool | None:
        """Return true, false, or None for a field that is not there."""
        if not self.has(key):
            return None
        value = self.fields[key]
        if not isinstance(value, bool):
            raise self.fault(key, f"needs true or false, not {shown(value)}")
        return value

    def suits(self, key: str) -> str:
        """Return suits as letters in the order r t m c; nothing is none."""
        if not self.has(key):
            return ""
        value = self.fields[key]
        if not isinstance(value, str) or any(letter not in "rtmc" for letter in value):
            raise self.fault(key, f"needs letters of r t m c, not {shown(value)}")
        return "".join(sorted(value, key="rtmc".index))

    def row(self, key: str) -> Row:
        """Return an object that stands in a field."""
        return self.inside(key, self.raw(key))

    def inside(self, key: str, value: Any) -> Row:
        """Return a value as an object that stands in a field."""
        return Row(value, self.file, self.at(key), self.names, self.references)

    def numbered(self, key: str, values: list[Any]) -> Row:
        """Return the values of a list as an object whose fields are their places."""
        return self.inside(key, {str(at): value for at, value in enumerate(values)})

    def values(self, key: str) -> list[Any]:
        """Return a list; nothing is an empty one."""
        if not self.has(key):
            return []
        value = self.fields[key]
        if not isinstance(value, list):
            raise self.fault(key, f"needs a list, not {shown(value)}")
        return value

    def rows(self, key: str) -> list[Row]:
        """Return the objects of a list; nothing is none."""
        return [self.inside(f"{key}.{at}", item) for at, item in enumerate(self.values(key))]

    def close(self) -> None:
        """Refuse fields that nobody has asked for (crews 1: an unknown field is an error)."""
        for key in self.fields:
            if key not in self._asked:
                known = ", ".join(sorted(self._asked))
                raise self.fault(key, f"is unknown here; known: {known}")


def shown(value: Any, most: int = 40) -> str:
    """Return a value of a file as it is named in a fault: at most so many letters of it."""
    if value is None:
        return "null"
    text = repr(value)
    return text if len(text) <= most else text[: most - 3] + "..."
