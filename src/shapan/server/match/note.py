"""Notes: what a table tells of its people beside the game: who takes a step back, ran out of time, plays again.

A note names seats and what everybody at the table can see; it is told to all, in the log, where it happened for each
of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

import msgspec

from shapan.engine.scene import Phrase
from shapan.server.match.lifecycle import Lifecycle
from shapan.server.match.message import NoteInfo

MAX_NOTES: Final = 100
"""How many of the latest notes of a table are kept and told."""
UNTOLD: Final = -1
"""In `Note.after`: this viewer has seen nothing of it."""


class Note(msgspec.Struct, omit_defaults=True):
    """One note; `by` is the seat that did it, if it is another one, `voted` whether the people of the table did."""

    number: int
    key: str
    seat: int
    at: int
    """Milliseconds since 1970."""
    after: list[int]
    """Behind how many events each viewer reads it."""
    by: int = -1
    voted: bool = False
    said: Phrase | None = None
    """What is asked now, as everybody reads it."""
    called: str = ""
    """What the person of the seat was called then; empty: as today's, or not named."""
    by_called: str = ""
    """The same of who did it."""


class Notes:
    """The notes of one table, in order."""

    def __init__(self, course: Lifecycle) -> None:
        self.rows: list[Note] = []
        self.taken = 0
        """The highest number that is stored, also that of a note that cannot be read."""
        self._course = course

    def new(self, key: str, seat: int, by: int = -1, *, voted: bool = False, said: Phrase | None = None) -> Note:
        """Return the next note as things stand; it is not told yet."""
        course = self._course
        viewers = range(course.row.seats + 1)
        after = [0 if course.waiting else course.match.event_count(viewer) for viewer in viewers]
        at = round(course.now.wall(course.now()) * 1000)
        number = max(self.taken, self.rows[-1].number if self.rows else 0) + 1
        return Note(number, key, seat, at, after, by, voted, said)

    def put(self, note: Note) -> None:
        """Tell a note from now on."""
        self.rows = [*self.rows, note][-MAX_NOTES:]

    def renewed(self, seat: int, called: str) -> list[Note]:
        """Return the notes about a seat, or of what its person did, as they are told once another person has it."""
        found = []
        for note in self.rows:
            about = called if note.seat == seat and not note.called else note.called
            by = called if note.by == seat and not note.by_called else note.by_called
            if (about, by) != (note.called, note.by_called):
                found.append(msgspec.structs.replace(note, called=about, by_called=by))
        return found

    def told(self, viewer: int) -> list[NoteInfo]:
        """Return the notes as a viewer reads them, each behind so many of his events.

        An undo may have taken back the events that stood before a note: it moves up, and all before it do.
        """
        found: list[NoteInfo] = []
        place = self._course.match.event_count(viewer) if not self._course.waiting else 0
        for note in reversed(self.rows):
            if note.after[viewer] != UNTOLD:
                place = min(place, note.after[viewer])
                found.append(NoteInfo(note.number, note.key, note.seat, note.at, place, note.by, note.voted, note.said))
                found[-1].called, found[-1].by_called = note.called, note.by_called
        return found[::-1]


def rearrange(notes: Iterable[Note], places: Mapping[int, int]) -> list[Note]:
    """Return the notes of a table that waits when its seats move to other places; those of seats that go, go too."""
    after = [0] * (len(places) + 1)  # nothing of the match is told yet
    known = {**places, -1: -1}
    return [
        msgspec.structs.replace(note, seat=known[note.seat], by=known[note.by], after=after)
        for note in notes
        if note.seat in known and note.by in known
    ]


def written(note: Note) -> tuple[int, str]:
    """Return a note as it is stored: its number and its body."""
    return note.number, msgspec.json.encode(note).decode()


def read(body: str, viewers: int) -> Note | None:
    """Return a note as it was stored, None if it cannot be read."""
    with suppress(msgspec.DecodeError, ValueError):
        note = msgspec.json.decode(body, type=Note)
        if len(note.after) == viewers and 0 <= note.seat < viewers - 1 > note.by and note.at >= 0:
            return note
    return None
