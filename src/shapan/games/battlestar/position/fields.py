"""The fields of a written position, taken one by one: what is wrong is refused with its path (13.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapan.engine.game import PositionError
from shapan.engine.kinds import Kind
from shapan.engine.zone import Zone
from shapan.games.battlestar.opening import new_state
from shapan.games.battlestar.ruleset import Ruleset


def fail(path: str, message: str, error: str = "type") -> PositionError:
    """Return an error of 13.2: its word, the JSON path, what is wrong."""
    return PositionError(f"position.{path}" if path else "position", f"{error}: {message}", error)


def known(data: Any, names: Sequence[str], path: str) -> None:
    """Refuse fields that do not exist."""
    if not isinstance(data, dict):
        raise fail(path, "needs an object")
    for name in data:
        if name not in names:
            raise fail(f"{path}.{name}" if path else name, "there is no such field", "unknown_field")


class Fields:
    """A written position, the state made of it, and how its fields are taken; what is named leaves the decks."""

    def __init__(self, data: Mapping[str, Any], rules: Ruleset, seats: int) -> None:
        self.data = data
        self.rules = rules
        self.seats = seats
        self.state = new_state(rules, seats)
        self.missing_civilians = 0
        """Civilian ships of area 3 that the position leaves to chance."""

    def integer(self, data: Mapping[str, Any], name: str, least: int, most: int, default: int, path: str = "") -> int:
        """Return an integer of a range."""
        value = data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise fail(f"{path}{name}", f"{value!r} is not an integer")
        if not least <= value <= most:
            raise fail(f"{path}{name}", f"{value} is not {least}..{most}", "range")
        return value

    def flag(self, data: Mapping[str, Any], name: str, default: bool, path: str = "") -> bool:
        """Return true or false."""
        value = data.get(name, default)
        if not isinstance(value, bool):
            raise fail(f"{path}{name}", f"{value!r} is not true or false")
        return value

    def word(self, name: str, words: Sequence[str], default: str) -> int:
        """Return the number of a word."""
        value = self.data.get(name, default)
        if not isinstance(value, str):
            raise fail(name, f"{value!r} is not a word")
        if value not in words:
            raise fail(name, f"{value!r} is not one of {', '.join(words)}", "unknown_id")
        return words.index(value)

    def cards(self, data: Mapping[str, Any], name: str, kind: Kind, path: str = "") -> list[int]:
        """Return a list of ids as numbers."""
        rows = data.get(name, [])
        if not isinstance(rows, list):
            raise fail(f"{path}{name}", "needs a list")
        return [self.id(word, kind, f"{path}{name}.{place}") for place, word in enumerate(rows)]

    def id(self, word: Any, kind: Kind, path: str) -> int:
        """Return the number of an id."""
        if not isinstance(word, str):
            raise fail(path, f"{word!r} is not an id")
        try:
            return kind.number(word)
        except ValueError as error:
            raise fail(path, str(error), "unknown_id") from None

    def part(self, name: str, names: Sequence[str]) -> Mapping[str, Any]:
        """Return an object of the position."""
        value = self.data.get(name, {})
        known(value, names, name)
        return value  # type: ignore[no-any-return]

    def take(self, zone: Zone, card: int, target: Zone, path: str) -> None:
        """Move a card out of a heap; `count`, at the field that lists it, if it is not there any more."""
        if card not in zone.cards:
            raise fail(path, "more of it than there are", "count")
        self.state.move(zone, zone.cards.index(card), target)
