"""Events: something that happened, as a key and at most four open integers.

Log, animation, sounds and the answer to "why?" come from events in all languages: the key's text is in the game's
texts under `event.<key>`, and the rule number belongs to the key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mypy_extensions import mypyc_attr

from shapan.engine.kinds import Kind
from shapan.engine.words import PLAIN, Words

MAX_OPEN: Final = 4


@dataclass(slots=True)
class EventType:
    """A declared event: key, rule number, open parameters, and secret ones for those who may know more."""

    number: int
    key: str
    rule: str
    parameters: tuple[tuple[str, Kind], ...]
    secret: tuple[tuple[str, Kind], ...]
    counted: str = ""
    """The open parameter that says how many; where there are none, the text is `event.<key>_none`."""


@dataclass(slots=True)
class Event:
    """One event told: open integers for the viewers `to` (mask), `secret` ones only for the viewers `priv` (mask).

    `by` says who gave the answer that it tells, if it was not its person: `bot`, `clock`, or `left`.
    """

    kind: int
    open: tuple[int, ...]
    to: int
    priv: int
    secret: tuple[int, ...]
    by: str = ""

    def seen_by(self, viewer: int) -> bool:
        """Tell whether a viewer learns of it."""
        return (self.to | self.priv) >> viewer & 1 == 1

    def knows_secret(self, viewer: int) -> bool:
        """Tell whether a viewer learns the secret part."""
        return self.priv >> viewer & 1 == 1

    def dump(self) -> list[Any]:
        """Return the event as plain data."""
        rest = [self.by] if self.by else []
        return [self.kind, list(self.open), self.to, self.priv, list(self.secret), *rest]

    @classmethod
    def load(cls, data: list[Any]) -> Event:
        """Return the event of a dump."""
        return cls(data[0], tuple(data[1]), data[2], data[3], tuple(data[4]), data[5] if len(data) > 5 else "")


@mypyc_attr(allow_interpreted_subclasses=True)
class Events:
    """The event types of one game. `add` returns the integer that `tell` takes."""

    def __init__(self) -> None:
        self.types: list[EventType] = []

    def add(
        self,
        __key: str,
        __rule: str,
        secret: dict[str, Kind] | None = None,
        **parameters: Kind,
    ) -> int:
        """Declare an event. Raises ValueError for a key used twice or more than four open parameters."""
        key, rule = __key, __rule  # see `Actions.family`
        if len(parameters) > MAX_OPEN:
            raise ValueError(f"event {key}: more than {MAX_OPEN} open parameters")
        if any(known.key == key for known in self.types):
            raise ValueError(f"event {key} is declared twice")
        number = len(self.types)
        self.types.append(
            EventType(
                number,
                key,
                rule,
                tuple(parameters.items()),
                tuple((secret or {}).items()),
            )
        )
        return number

    def count_by(self, kind: int, name: str) -> int:
        """Tell an event in words of its own, `<key>_none`, where an open parameter is 0; return the event."""
        if name not in dict(self.types[kind].parameters):
            raise ValueError(f"event {self.types[kind].key} has no open parameter {name}")
        self.types[kind].counted = name
        return kind

    def phrase(self, event: Event, viewer: int, names: Words = PLAIN) -> dict[str, Any]:
        """Return what a viewer reads: {"key", "rule", parameters...}; the secret part under key `<key>_secret`."""
        kind = self.types[event.kind]
        words: dict[str, Any] = {}
        for (name, parameter), value in zip(kind.parameters, event.open, strict=False):
            words[name] = names.phrase(parameter, value)
        key = f"{kind.key}_none" if kind.counted and words[kind.counted] == 0 else kind.key
        if kind.secret and event.knows_secret(viewer):
            key += "_secret"
            for (name, parameter), value in zip(kind.secret, event.secret, strict=False):
                words[name] = names.phrase(parameter, value)
        return {"key": key, "rule": kind.rule, "with": words}


class History:
    """The events of closed segments, with what each viewer has been told of them found only once."""

    __slots__ = ("_told", "events")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events = list(events)
        self._told: dict[int, tuple[int, list[Event]]] = {}

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def add(self, events: Sequence[Event]) -> None:
        """Append events."""
        self.events += events

    def cut(self, length: int) -> None:
        """Forget the events from a number on."""
        del self.events[length:]
        self._told = {viewer: row for viewer, row in self._told.items() if row[0] <= length}

    def copy(self) -> History:
        """Return an independent copy."""
        new = History(self.events)
        new._told = {viewer: (seen, row[:]) for viewer, (seen, row) in self._told.items()}
        return new

    def told(self, viewer: int) -> list[Event]:
        """Return the events that a viewer has been told, in order; not to be changed."""
        seen, row = self._told.get(viewer, (0, []))
        if seen < len(self.events):
            row += [event for event in self.events[seen:] if event.seen_by(viewer)]
            self._told[viewer] = (len(self.events), row)
        return row
