"""Written positions as they are read: facts by their declarations, all else field by field.

What is wrong is refused with its path and a word for what is wrong: `type`, `range`, `unknown_id`, `unknown_field`,
`count`; nothing is repaired.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Generic, TypeVar

from shapan.engine.fact import OPENLY, SEATS, Fact, declared
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Kind, Many, Seat
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.part import Part
from shapan.engine.sparse_table import SparseTable
from shapan.engine.state import State
from shapan.engine.view import Group, Record, schema, write
from shapan.engine.words import place_in
from shapan.engine.zone import Zone

S = TypeVar("S", bound=State)

_NOTHING: Final = object()
"""Stands where a field is left out."""


def shortly(value: Any, most: int = 60) -> str:
    """Return the beginning of a written value, for a message."""
    text = ascii(value)
    return text if len(text) <= most else f"{text[:most]}…"


class PositionError(ValueError):
    """A position, answer or scenario that cannot be: `field` is its dotted path, `rule` the rule it breaks."""

    def __init__(self, field: str, message: str, rule: str = "") -> None:
        super().__init__(f"{field}: {message}" + (f" ({rule})" if rule else ""))
        self.field = field
        self.message = message
        self.rule = rule


@cache
def _written_form(cls: type) -> dict[str, Any]:
    return schema(cls, position=True)


def is_written(cls: type, path: str) -> bool:
    """Return whether a path is one of the positions of a class."""
    here = _written_form(cls)
    for word in path.split("."):
        here = next((one for one in here.get("anyOf", ()) if one.get("type") != "null"), here)
        if "items" in here:
            here = here["items"]
        else:
            named = here.get("properties", {})
            here = named[word] if word in named else here.get("additionalProperties") or {}
        if not here:
            return False
    return True


def may_be_null(one: Fact, kind: Kind) -> bool:
    """Tell whether null is a value of a fact: nobody, none of some words, or what the fact begins with.

    What is counted, a flag, a list and a zone are something from the start on, and stay so.
    """
    return one.start is None or one.start == UNKNOWN or isinstance(kind, Seat | Enum)


def null_of(kind: Kind) -> Any:
    """Return the value that is written as null: what is not known, or not there."""
    return UNKNOWN if kind.size else None


class Given(dict[str, Any]):
    """A position to be read in which figures may stand too: what follows from facts, and is written with them.

    Whoever reads it notes their paths in `derived`, so that they can be compared with what is right.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.derived: list[str] = []


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
        """Refuse what is no object, and fields that do not exist. Figures, which follow from facts, may be `Given`."""
        if not isinstance(data, dict):
            raise self.fail(path, "needs an object")
        for name in data:
            if name not in names:
                at = f"{path}.{name}" if path else name
                if not isinstance(self.data, Given) or not is_written(type(self.state), at):
                    raise self.fail(at, "there is no such field", "unknown_field")
                self.data.derived.append(at)

    def figure(self, path: str, message: str, error: str = "step") -> None:
        """Take note of a field that says nothing new here: in a `Given` position it may stand if it is right."""
        if not isinstance(self.data, Given):
            raise self.fail(path, message, error)
        self.data.derived.append(path)

    def facts(self, *names: str) -> None:
        """Read facts that are numbers, flags or words, where the position gives them; of rows each place."""
        facts = dict(declared(type(self.state)))
        for name in names:
            self.fact(self.state, name, facts[name], "")

    def fact(self, record: Part, name: str, one: Fact, before: str) -> None:
        """Read a fact of the state, or of a part whose path is `before`."""
        assert one.kind is not None
        value, by_place = getattr(record, name), one.rows == SEATS or "*" in one.at or isinstance(one.at, tuple)
        kind = one.kind if by_place or not one.rows else Many(one.kind, one.rows)
        for place in range(len(value)) if by_place else (-1,):
            path = before + (self.path_of(name, one, place) if by_place else str(one.at or name))
            word = self.at(path, _NOTHING)
            if word is _NOTHING:
                continue
            if word is None and not may_be_null(one, kind):
                raise self.fail(path, "null is no value of it; left out, it has that of the set-up")
            new = self.placed(value[place] if by_place else value, word, kind, path)
            if by_place:
                value[place] = new
            elif one.rows > 0 and len(new) != one.rows:
                raise self.fail(path, f"needs {one.rows} values")
            else:
                setattr(record, name, new)

    def placed(self, old: Any, word: Any, kind: Kind, path: str) -> Any:
        """Return what takes the place of an old value."""
        return null_of(kind) if word is None else self.value(word, kind, path)

    def path_of(self, name: str, one: Fact, place: int) -> str:
        """Return where a place of a row is written."""
        path = one.at or f"seats.*.{name}"
        return path.replace("*", str(place)) if isinstance(path, str) else path[place]

    def at(self, path: str, nothing: Any = None) -> Any:
        """Return what stands at a path, `nothing` if nothing does."""
        here: Any = self.data
        for word in path.split("."):
            if isinstance(here, list) and 0 <= place_in(word, -1) < len(here):
                here = here[place_in(word, -1)]
            elif isinstance(here, dict):
                here = here.get(word, nothing)
            else:
                return nothing
        return here

    def value(self, word: Any, kind: Kind, path: str) -> Any:
        """Return the value of a word or number by its kind; of a list or a table by name its row."""
        if isinstance(kind, SparseTable):
            return self.table(word, kind, path)
        if isinstance(kind, Many):
            if not isinstance(word, list) or len(word) > kind.most:
                raise self.fail(path, f"needs a list of at most {kind.most}")
            return [self.value(item, kind.kind, f"{path}.{place}") for place, item in enumerate(word)]
        if isinstance(kind, Flag):
            return int(self.flag({path: word}, path, False))
        if isinstance(kind, Count | Seat) and not isinstance(word, str):
            return self.integer({path: word}, path, 0, kind.size - 1, 0)
        return self.id(word, kind, path)

    def table(self, word: Any, kind: SparseTable, path: str) -> list[int]:
        """Return the row of a table by name; names that are left out have its default."""
        self.known(word, kind.name.names, path)
        row: list[int] = []
        for name, inner in zip(kind.name.names, kind.kinds, strict=True):
            if isinstance(inner, SparseTable):
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

    def called(self, word: Any, path: str, most: int = 60) -> str:
        """Return what a position calls a thing by: a text that can be shown."""
        if not isinstance(word, str) or not word or len(word) > most or not word.isprintable():
            raise self.fail(path, f"{shortly(word)} is no id: a text of 1 to {most} letters")
        return word

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


class Reading(Fields[S]):
    """A position that is read by the declarations alone. What follows from facts may be given if it is right."""

    def __init__(self, data: Mapping[str, Any], state: S) -> None:
        super().__init__(data, state)
        self.taken: set[str] = set()
        """The paths of facts."""
        self.lots: list[tuple[str, Zone, list[tuple[int, ...]]]] = []
        """Of each zone that is given its path, the cards, and what lies beside them."""

    def read(self) -> None:
        """Read all that is given. Raises PositionError."""
        self.record(self.state, "")
        self.lay_all()
        self.compare(self.data, write(self.state), "")

    def record(self, record: Part, before: str) -> None:
        """Read the facts of the state, or of a part whose path is `before`."""
        for name, one in declared(type(record)):
            if one.kind is not None and one.sees != OPENLY:
                self.fact(record, name, one, before)

    def placed(self, old: Any, word: Any, kind: Kind, path: str) -> Any:
        if not isinstance(kind, Record):  # of a part each field is a fact
            self.taken.add(path)
        if not isinstance(old, Zone):
            return self.value(word, kind, path)
        cards = self.value(word, Many(kind.card, kind.most) if isinstance(kind, Cards) else kind, path)
        self.lots.append((path, old, [card if isinstance(card, tuple) else (card,) for card in cards]))
        return old

    def value(self, word: Any, kind: Kind, path: str) -> Any:
        """Return the value of a word by its kind; null is what is not known or not there."""
        if word is None:
            return null_of(kind)
        if isinstance(kind, Record):
            part = kind.cls()
            self.record(part, f"{path}.")
            return part
        if isinstance(kind, Group):  # a card with what lies beside it
            self.known(word, [one.name for one in kind.shown], path)
            return tuple(self.value(word.get(one.name), one.kind, f"{path}.{one.name}") for one in kind.shown)
        return super().value(word, kind, path)

    def lay_all(self) -> None:
        """Move cards from where set-up has laid them to the zones that are given; what is not named stays."""
        wanted = {id(zone): Counter(row[0] for row in rows) for _, zone, rows in self.lots}
        for path, zone, _ in self.lots:
            for card in (wanted[id(zone)] - Counter(zone.cards)).elements():
                others = [other for other in self.state.all_zones() if other is not zone]
                spare = [other for other in others if other.cards.count(card) > wanted.get(id(other), Counter())[card]]
                if not spare:
                    raise self.fail(path, "more of a card than there are", "count")
                self.take(spare[0], card, zone, path)
        for path, zone, rows in self.lots:
            if Counter(zone.cards) != wanted[id(zone)]:
                raise self.fail(path, "cards are left that lie nowhere", "count")
            if zone.ordered:
                spots = {card: [at for at, one in enumerate(zone.cards) if one == card] for card in zone.cards}
                order = [spots[row[0]].pop(0) for row in rows]
                for values in (zone.cards, zone.masks, zone.groups):
                    values[:] = [values[at] for at in order]
            if isinstance(zone, MarkedZone):
                zone.marks = [[row[1 + number] for row in rows] for number in range(len(zone.markers))]

    def compare(self, given: Any, right: Any, path: str) -> None:
        """Refuse what is given and no fact, unless it is what follows from the facts."""
        if path in self.taken:
            return
        if isinstance(given, dict) and isinstance(right, dict):
            self.known(given, list(right), path)
            for name, value in given.items():
                self.compare(value, right[name], f"{path}.{name}" if path else name)
        elif isinstance(given, list) and isinstance(right, list) and len(given) == len(right):
            for place, pair in enumerate(zip(given, right, strict=True)):
                self.compare(*pair, f"{path}.{place}")
        elif given != right:
            raise self.fail(path, f"is {right!r}, not {given!r}", "range" if type(given) is type(right) else "type")
