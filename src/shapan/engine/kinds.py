"""Kinds of values: what an integer in an action, an event or a view means.

A kind turns the integers of the rules into the words of positions, logs and texts and back. Views, action
parameters, event parameters and random streams all use the same kinds, so a word is spelled in one place only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mypy_extensions import mypyc_attr

UNKNOWN = -1
"""The value of a fact that the viewer does not know; written as null."""


def said_by(value: Any, own: Any) -> Any:
    """Return what a class says, or an object's own where the class only says where it lies, as a compiled one does."""
    return own if hasattr(value, "__set__") else value


@mypyc_attr(allow_interpreted_subclasses=True)
class Kind:
    """A flat value: an integer 0..size-1, or `UNKNOWN`. Kinds of lists and tables take those as their values.

    A class with an `__init__` of its own sets the size there, or calls this one.
    """

    size: int = 0

    def __init__(self) -> None:
        """Take the size that a class of plain Python says: compiled code reads a kind's own attribute alone."""
        said: Any = type(self)
        self.size = said_by(said.size, self.size)

    def word(self, value: Any) -> Any:
        """Return the JSON form of a value; `UNKNOWN` gives None."""
        return None if value == UNKNOWN else int(value)

    def number(self, word: Any) -> int:
        """Return the value of a JSON form. Raises ValueError with what would be right."""
        if isinstance(word, bool) or not isinstance(word, int) or not 0 <= word < self.size:
            raise ValueError(f"{word!r} is not an integer 0..{self.size - 1}")
        return word

    def phrase(self, value: Any) -> Any:
        """Return the form that texts take: a number, {"seat": n} or {"term": "table.word"}."""
        return self.word(value)

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the written form."""
        return {"type": ["integer", "null"], "minimum": 0, "maximum": self.size - 1}

    def width(self) -> int:
        """Return how many numbers the value takes in an observation."""
        return 2

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        """Return the value as numbers 0..1, the unknown flag last."""
        if value == UNKNOWN:
            return [0.0] * (self.width() - 1) + [1.0]
        return [value / max(1, self.size - 1), 0.0]

    def columns(self, name: str) -> list[str]:
        """Return a name for each number of `encode`."""
        return [name, f"{name}.unknown"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Count(Kind):
    """A number 0..most of things that are counted."""

    def __init__(self, most: int) -> None:
        self.size = most + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Die(Count):
    """The number on a die, 1..sides; 0 before it is rolled."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Word(Kind):
    """A name, or with `anything` an object too, that only people and files read: it takes no place in observations."""

    def __init__(self, anything: bool = False) -> None:
        self.anything = anything

    def word(self, value: Any) -> Any:
        return value

    def schema(self) -> dict[str, Any]:
        return {} if self.anything else {"type": ["string", "null"]}

    def width(self) -> int:
        return 0

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        return []

    def columns(self, name: str) -> list[str]:
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Flag(Kind):
    """Yes or no, written as true or false."""

    size = 2

    def word(self, value: Any) -> Any:
        return None if value == UNKNOWN else bool(value)

    def number(self, word: Any) -> int:
        if not isinstance(word, bool):
            raise ValueError(f"{word!r} is not true or false")
        return int(word)

    def schema(self) -> dict[str, Any]:
        return {"type": ["boolean", "null"]}


@mypyc_attr(allow_interpreted_subclasses=True)
class Enum(Kind):
    """One of a fixed list of words. `table` is the table of the texts that names them for people."""

    def __init__(self, names: Iterable[str], table: str = "") -> None:
        self.names = tuple(names)
        self.table = table
        self.size = len(self.names)
        self.numbers = {name: number for number, name in enumerate(self.names)}

    def word(self, value: Any) -> Any:
        return None if value == UNKNOWN else self.names[value]

    def number(self, word: Any) -> int:
        if not isinstance(word, str) or word not in self.numbers:
            shown = ", ".join(self.names[:12]) + (", ..." if self.size > 12 else "")
            raise ValueError(f"{word!r} is not one of {shown}")
        return self.numbers[word]

    def phrase(self, value: Any) -> Any:
        if value == UNKNOWN or not self.table:
            return self.word(value)
        return {"term": f"{self.table}.{self.names[value]}"}

    def schema(self) -> dict[str, Any]:
        return {"enum": [*self.names, None]}

    def width(self) -> int:
        return self.size + 1

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        row = [0.0] * (self.size + 1)
        row[self.size if value == UNKNOWN else value] = 1.0
        return row

    def columns(self, name: str) -> list[str]:
        return [f"{name}={word}" for word in self.names] + [f"{name}.unknown"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Seat(Kind):
    """A seat number. In observations seats are turned so that the observer is 0."""

    def __init__(self, most: int) -> None:
        self.size = most

    def phrase(self, value: Any) -> Any:
        return None if value == UNKNOWN else {"seat": int(value)}

    def width(self) -> int:
        return self.size + 1

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        row = [0.0] * (self.size + 1)
        row[self.size if value == UNKNOWN else (value - observer) % seats] = 1.0
        return row

    def columns(self, name: str) -> list[str]:
        return [f"{name}=+{turn}" for turn in range(self.size)] + [f"{name}.unknown"]


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatOr(Seat):
    """A seat, or somebody else at the table: the value `most`, written as a word."""

    def __init__(self, most: int, other: str) -> None:
        super().__init__(most + 1)
        self.most = most
        self.other = other

    def word(self, value: Any) -> Any:
        return self.other if value == self.most else super().word(value)

    def number(self, word: Any) -> int:
        if word == self.other:
            return self.most
        if isinstance(word, bool) or not isinstance(word, int) or not 0 <= word < self.most:
            raise ValueError(f"{word!r} is neither an integer 0..{self.most - 1} nor {self.other!r}")
        return word

    def phrase(self, value: Any) -> Any:
        return self.other if value == self.most else super().phrase(value)

    def schema(self) -> dict[str, Any]:
        return {"enum": [*range(self.most), self.other, None]}

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        row = super().encode(UNKNOWN if value == self.most else value, seats, observer)
        if value == self.most:  # who does not turn with the seats
            row[-2:] = 1.0, 0.0
        return row

    def columns(self, name: str) -> list[str]:
        columns = super().columns(name)
        columns[-2] = f"{name}={self.other}"
        return columns


@mypyc_attr(allow_interpreted_subclasses=True)
class Cards(Kind):
    """A heap of cards by kind: a list of card numbers, `UNKNOWN` for each card that is not known."""

    def __init__(self, names: Iterable[str], most: int, table: str = "card") -> None:
        self.card = Enum(names, table)
        self.most = most
        self.size = 0

    def word(self, value: Any) -> Any:
        return None if value is None else [self.card.word(card) for card in value]

    def number(self, word: Any) -> Any:
        raise ValueError("a heap of cards is no parameter")

    def schema(self) -> dict[str, Any]:
        return {
            "type": ["array", "null"],
            "items": self.card.schema(),
            "maxItems": self.most,
        }

    def width(self) -> int:
        return self.card.size + 2

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        row = [0.0] * (self.card.size + 2)
        if value is None:
            row[-1] = 1.0
            return row
        for card in value:
            row[card if card != UNKNOWN else self.card.size] += 1.0 / self.most
        return row

    def columns(self, name: str) -> list[str]:
        return [f"{name}:{word}" for word in self.card.names] + [f"{name}:face down", f"{name}.unknown"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Many(Kind):
    """A list of at most `most` values of one kind. With `by_seat` it has one entry a seat and is turned with them."""

    def __init__(self, kind: Kind, most: int, by_seat: bool = False) -> None:
        self.kind = kind
        self.most = most
        self.by_seat = by_seat
        self.size = 0

    def word(self, value: Any) -> Any:
        return None if value is None else [self.kind.word(item) for item in value]

    def number(self, word: Any) -> Any:
        raise ValueError("a list is no parameter")

    def schema(self) -> dict[str, Any]:
        return {
            "type": ["array", "null"],
            "items": self.kind.schema(),
            "maxItems": self.most,
        }

    def width(self) -> int:
        return self.most * (self.kind.width() + 1) + 1

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        items: Sequence[Any] = [] if value is None else value
        if self.by_seat and items:
            items = [items[(turn + observer) % seats] for turn in range(len(items))]
        row: list[float] = []
        for place in range(self.most):
            if place < len(items):
                row.append(1.0)
                row.extend(self.kind.encode(items[place], seats, observer))
            else:
                row.extend([0.0] * (self.kind.width() + 1))
        return [*row, float(value is None)]

    def columns(self, name: str) -> list[str]:
        rows = [[f"{name}[{place}].there", *self.kind.columns(f"{name}[{place}]")] for place in range(self.most)]
        return [*(column for row in rows for column in row), f"{name}.unknown"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Grid(Many):
    """A board of rows times columns fields of one kind, row by row."""

    def __init__(self, kind: Kind, rows: int, columns: int) -> None:
        super().__init__(kind, rows * columns)
        self.rows = rows


@mypyc_attr(allow_interpreted_subclasses=True)
class BySeat(Kind):
    """A value for some of the seats: a dict from seat to value, written with the seat as a string."""

    def __init__(self, kind: Kind, most: int) -> None:
        self.kind = kind
        self.most = most
        self.size = 0

    def word(self, value: Any) -> Any:
        return None if value is None else {str(seat): self.kind.word(value[seat]) for seat in sorted(value)}

    def number(self, word: Any) -> Any:
        raise ValueError("a table by seat is no parameter")

    def schema(self) -> dict[str, Any]:
        seats = [str(seat) for seat in range(self.most)]
        return {
            "type": ["object", "null"],
            "propertyNames": {"enum": seats},
            "additionalProperties": self.kind.schema(),
        }

    def width(self) -> int:
        return self.most * self.kind.width()

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        row: list[float] = []
        for turn in range(self.most):
            seat = (turn + observer) % seats if turn < seats else turn
            nothing = UNKNOWN if self.kind.size else None
            known = nothing if value is None else value.get(seat, nothing)
            row.extend(self.kind.encode(known, seats, observer))
        return row

    def columns(self, name: str) -> list[str]:
        return [column for turn in range(self.most) for column in self.kind.columns(f"{name}+{turn}")]
