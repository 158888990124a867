"""Dossiers: what all have seen of each seat, gathered from the log so that nobody has to remember it.

A game says which of its events make an entry, and in whose dossier (`Game.dossiers`). Entries are made from events that
every viewer was told, without what is secret in them, and from the view of a spectator: so all viewers read the same.
"""

# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from shapan.engine.event import Event, Events
from shapan.engine.moment import EventHistory, VisibleEvent
from shapan.engine.scene import Phrase
from shapan.engine.segment import NO_CHOICE
from shapan.engine.words import PLAIN, Words

AGAINST: Final = "bad"
FOR: Final = "good"
SIGN: Final = 10
"""What one clear sign weighs in the open record of a game."""
ROUNDS: Final = ("round", "turn")
"""Parameters of events that count rounds or turns; what begins one heads what follows."""


class Entry(msgspec.Struct, omit_defaults=True):
    """One thing that all have seen of a seat."""

    seat: int
    head: str
    """Under which heading it stands: `dossier.<head>` of the game's texts."""
    text: Phrase
    rule: str = ""
    tone: str = ""
    """bad: it speaks against the seat; good: for it."""
    round: int = 0
    marks: dict[str, int] = {}
    """What the game's sums and reasons count of it; nobody reads it."""
    by: str = ""
    """Who answered in place of the seat: `bot`, `clock` or `left`. What the last two gave is no evidence."""

    def given_by(self, by: str) -> Entry:
        """Return the entry with who gave the answer: of one that nobody has chosen nothing is counted."""
        self.by = by
        if by in NO_CHOICE:
            self.tone, self.marks = "", {}
        return self


class Cause(msgspec.Struct, omit_defaults=True):
    """Something in a dossier that can be said in one breath, against a seat or, by the seat itself, in its defence."""

    name: str
    text: Phrase
    own: Phrase | None = None
    """How the seat says it of itself; without it nobody defends himself with it."""
    tone: str = AGAINST


class Dossier(msgspec.Struct, omit_defaults=True):
    """What all have seen of a seat: sums first, then all entries in the order in which they came."""

    seat: int
    sums: list[Phrase] = []
    causes: list[Cause] = []
    """The weightiest first."""
    weight: int = 0
    """How much speaks against the seat, by the open record of the game, in tenths of a sign; 0 without one."""
    open: bool = False
    """Its side lies open: nobody suspects it any more."""
    entries: list[Entry] = []

    def take_marks(self) -> dict[str, int]:
        """Return the sums of the marks of all entries, which are taken from them."""
        marks: dict[str, int] = {}
        for entry in self.entries:
            for name, number in entry.marks.items():
                marks[name] = marks.get(name, 0) + number
            entry.marks = {}
        return marks


Recorder = Callable[[EventHistory], Iterable[Entry]]
"""Makes the entries of an event, from what all have been told up to it."""


def public(events: Iterable[Event], seats: int) -> list[Event]:
    """Return the events that every viewer has been told, spectators too, with nothing in them that is secret."""
    everybody = (1 << (seats + 1)) - 1
    told = [event for event in events if event.to & everybody == everybody]
    return [Event(event.kind, event.open, everybody, 0, (), event.by) for event in told]


def phrase_of(events: Events, seen: VisibleEvent, names: Words = PLAIN) -> Phrase:
    """Return the line of the log of an event."""
    kind = events.types[seen.kind]
    words = {name: names.phrase(of, value) for (name, of), value in zip(kind.parameters, seen.open, strict=True)}
    none = kind.counted and words[kind.counted] == 0
    return Phrase(f"event.{kind.key}{'_none' if none else ''}", words)


def logged(events: Events, head: str, *whose: str, tone: str = "", **marks: int) -> Recorder:
    """Return what enters the line of the log of an event in the dossiers of the seats that some parameters name.

    `marks` are counted of it for the first of these, where the event names that seat first.
    """

    def record(told: EventHistory) -> list[Entry]:
        kind = events.types[told.now.kind]
        values = dict(zip((name for name, _ in kind.parameters), told.now.open, strict=True))
        seats = dict.fromkeys(values[name] for name in whose or ("seat",))
        line = phrase_of(events, told.now, told.words)
        entries = [Entry(seat, head, line, kind.rule, tone) for seat in seats if seat >= 0]
        if entries and marks and entries[0].seat == told.now.open[0]:
            entries[0].marks = dict(marks)
        return entries

    return record


def dossiers_of(
    events: Events,
    recorders: Mapping[int, Recorder],
    seats: int,
    happened: Sequence[Event],
    words: Words = PLAIN,
) -> list[Dossier]:
    """Return the dossier of each seat by the events that all have been told."""
    found, now = [Dossier(seat) for seat in range(seats)], 0
    for place, event in enumerate(happened):
        for (name, _), value in zip(events.types[event.kind].parameters, event.open, strict=True):
            now = value if name in ROUNDS else now
        maker = recorders.get(event.kind)
        for entry in () if maker is None else maker(EventHistory(seats, happened, place, words)):
            entry.round = now
            if event.by:
                entry.given_by(event.by)
            found[entry.seat].entries.append(entry)
    return found
