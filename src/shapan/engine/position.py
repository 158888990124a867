"""Written positions as they are read: facts by their declarations, all else field by field.

What is wrong is refused with its path and a word for what is wrong: `type`, `range`, `unknown_id`, `unknown_field`,
`count`; nothing is repaired.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from shapan.engine.by_name import ByName
from shapan.engine.fact import SEATS, Fact, declared
from shapan.engine.game import PositionError
from shapan.engine.kinds import Count, Flag, Kind, Seat
from shapan.engine.state import State
from shapan.engine.zone import Zone

S = TypeVar("S", bound=State)


class Fields(Generic[S]):
    """A written position, the state made of it, and how its fields are taken; what is named leaves the heaps."""

    def __init__(self, data: Mapping[str, Any], state: S) -> None:
        self.data = data
        self.state = state
        self.seats = state.seats

    def fail(self, path: str, message: str, error: str = "type") -> PositionError:
        """Return an error: the JSON path, what is wrong, its word."""
        return PositionError(f"position.{path}" if path else "position", f"{error}: {message}", error)

    def known(self, data: Any, names: Sequence[str], path: str) -> None:
        """Refuse what is no object, and fields that do not exist."""
        if not isinstance(data, dict):
            raise self.fail(path, "needs an object")
        for name in data:
            if name not in names:
                raise self.fail(f"{path}.{name}" if path else name, "there is no such field", "unknown_field")

    def facts(self, *names: str) -> None:
        """Read facts that are numbers, flags or words, where the position gives them; of rows each place."""
        facts = dict(declared(type(self.state)))
        for name in names:
            one = facts[name]
            assert one.kind is not None
            if not one.rows:
                path = str(one.at or name)
                found = self.at(path)
                if found is not None:
                    setattr(self.state, name, self.value(found, one.kind, path))
                continue
            row, whole = getattr(self.state, name), self.at(str(one.at or name)) if one.rows > 0 else None
            if whole is not None and (not isinstance(whole, list) or len(whole) != len(row)):
                raise self.fail(str(one.at or name), f"needs {len(row)} values")
            for place in range(self.seats if one.rows == SEATS else one.rows):
                path = self.path_of(name, one, place)
                found = self.at(path)
                if found is not None:
                    row[place] = self.value(found, one.kind, path)

    def path_of(self, name: str, one: Fact, place: int) -> str:
        """Return where a place of a row is written."""
        if isinstance(one.at, tuple):
            return one.at[place]
        path = one.at or (f"seats.*.{name}" if one.rows == SEATS else name)
        return path.replace("*", str(place)) if "*" in path else f"{path}.{place}"

    def at(self, path: str) -> Any:
        """Return what stands at a path, None if nothing does."""
        here: Any = self.data
        for word in path.split("."):
            if isinstance(here, list) and word.isdigit() and int(word) < len(here):
                here = here[int(word)]
            elif isinstance(here, dict):
                here = here.get(word)
            else:
                return None
        return here

    def value(self, word: Any, kind: Kind, path: str) -> Any:
        """Return the value of a word or number by its kind; of a table by name its row."""
        if isinstance(kind, ByName):
            return self.table(word, kind, path)
        if isinstance(kind, Flag):
            return int(self.flag({path: word}, path, False))
        if isinstance(kind, Count | Seat) and not isinstance(word, str):
            return self.integer({path: word}, path, 0, kind.size - 1, 0)
        return self.id(word, kind, path)

    def table(self, word: Any, kind: ByName, path: str) -> list[int]:
        """Return the row of a table by name; names that are left out have its default."""
        if not isinstance(word, dict):
            raise self.fail(path, "needs an object")
        for name in word:
            if name not in kind.name.numbers:
                raise self.fail(f"{path}.{name}", f"{name!r} is not one of {', '.join(kind.name.names)}", "unknown_id")
        row: list[int] = []
        for name, inner in zip(kind.name.names, kind.kinds, strict=True):
            if isinstance(inner, ByName):
                row += self.table(word.get(name, {}), inner, f"{path}.{name}")
            else:
                row.append(self.value(word[name], inner, f"{path}.{name}") if name in word else kind.default)
        return row

    def integer(self, data: Mapping[str, Any], name: str, least: int, most: int, default: int, path: str = "") -> int:
        """Return an integer of a range."""
        value = data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(f"{path}{name}", f"{value!r} is not an integer")
        if not least <= value <= most:
            raise self.fail(f"{path}{name}", f"{value} is not {least}..{most}", "range")
        return value

    def flag(self, data: Mapping[str, Any], name: str, default: bool, path: str = "") -> bool:
        """Return true or false."""
        value = data.get(name, default)
        if not isinstance(value, bool):
            raise self.fail(f"{path}{name}", f"{value!r} is not true or false")
        return value

    def word(self, name: str, words: Sequence[str], default: str) -> int:
        """Return the number of a word."""
        value = self.data.get(name, default)
        if not isinstance(value, str):
            raise self.fail(name, f"{value!r} is not a word")
        if value not in words:
            raise self.fail(name, f"{value!r} is not one of {', '.join(words)}", "unknown_id")
        return words.index(value)

    def cards(self, data: Mapping[str, Any], name: str, kind: Kind, path: str = "") -> list[int]:
        """Return a list of ids as numbers."""
        return [self.id(word, kind, f"{path}{name}.{place}") for place, word in enumerate(self.rows(data, name, path))]

    def rows(self, data: Mapping[str, Any], name: str, path: str = "") -> list[Any]:
        """Return a list, empty where it is left out."""
        value = data.get(name, [])
        if not isinstance(value, list):
            raise self.fail(f"{path}{name}", "needs a list")
        return value

    def id(self, word: Any, kind: Kind, path: str) -> int:
        """Return the number of an id."""
        if not isinstance(word, str):
            raise self.fail(path, f"{word!r} is not an id")
        try:
            return kind.number(word)
        except ValueError as error:
            raise self.fail(path, str(error), "unknown_id") from None

    def part(self, name: str, names: Sequence[str]) -> Mapping[str, Any]:
        """Return an object of the position."""
        value = self.data.get(name, {})
        self.known(value, names, name)
        return value  # type: ignore[no-any-return]

    def take(self, zone: Zone, card: int, target: Zone, path: str) -> None:
        """Move a card out of a heap; `count`, at the field that lists it, if it is not there any more."""
        if card not in zone.cards:
            raise self.fail(path, "more of it than there are", "count")
        self.state.move(zone, zone.cards.index(card), target)

    def lay(self, path: str, kind: Kind, heap: Zone, target: Zone) -> None:
        """Move the cards that are listed at a path out of a heap to where they lie."""
        before, _, name = path.rpartition(".")
        row = self.at(before) if before else self.data
        for card in self.cards(row or {}, name, kind, f"{before}." if before else ""):
            self.take(heap, card, target, path)
