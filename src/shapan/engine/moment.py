"""Moments: events that are staged, in three beats: what is at stake, what happens, what follows.

A game says of which of its events (`Game.moments`). A moment is made from what one viewer has been told and from
nothing else, so that it betrays nothing; it has no drawing and no language in it, as a scene.
"""

# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from shapan.engine.event import Event
from shapan.engine.scene import Duel, Phrase, Piece, Side, Upshot
from shapan.engine.words import PLAIN, Words


class Beat(msgspec.Struct, omit_defaults=True):
    """One of the three beats: a few words to be read at a glance, and a line below them."""

    title: Phrase
    text: Phrase | None = None
    tone: str = ""
    """good or bad for this viewer, as far as all may know it; nothing for neither."""


class Note(msgspec.Struct, omit_defaults=True):
    """What is read at leisure beside a moment that waits: a head and its text."""

    head: Phrase
    text: Phrase


class Face(msgspec.Struct, omit_defaults=True):
    """One face of a die that decides."""

    mark: str
    good: bool = False
    fell: bool = False


class Moment(msgspec.Struct, omit_defaults=True):
    """What a table shows of an event over its stage, and then leaves to the log."""

    staging: str
    """How it is staged: role, reveal, journey, die, check, vote, fight, capture, roll, loss or title."""
    beats: list[Beat]
    """What is at stake, what happens, what follows."""
    length: int
    """Milliseconds."""
    rule: str = ""
    seats: list[int] = []
    """Whose concern it is; none: everybody's. The first is whose mark stands at it."""
    foot: Phrase | None = None
    """The consequence, as a sentence."""
    pieces: list[Piece] = []
    """The cards, dice or ships it is about. Of a journey: those that come along."""
    left: list[Piece] = []
    """Of a journey: what stays behind."""
    sides: list[Side] = []
    """What is compared, what is given by whom to whom; of a sum: who gave how many cards."""
    scale: list[Upshot] = []
    """Of a sum: what it may come to, from the worst to the best."""
    total: int = 0
    faces: list[Face] = []
    """Of a die: all its faces in order."""
    notes: list[Note] = []
    duel: Duel | None = None
    """Of a fight that was settled lane by lane: both sides as they began and ended, and every lane as it was turned."""
    compares: bool = False
    """Something was compared: a table shows it again, for as long as somebody wants, until the next such moment."""
    waits: bool = False
    """It stays until its viewer has seen it."""
    private: bool = False
    """Nobody else is told of it."""
    quiet: bool = False
    """The table has shown it while it went on: it is not staged by itself, and the log calls it again."""
    passing: bool = False
    """It is told in one line while it passes, and covers nothing; the log calls it again."""


@dataclass(slots=True, frozen=True)
class VisibleEvent:
    """An event as its viewer knows it; `secret` is empty unless he may know it."""

    kind: int
    open: tuple[int, ...]
    secret: tuple[int, ...]
    by: str = ""
    """Who gave the answer that it tells, if it was not its person (`Event.by`)."""


class EventHistory:
    """What one viewer (a seat, or the number of seats for a spectator) has been told, at one of its events."""

    __slots__ = ("_at", "_events", "now", "viewer", "words")

    def __init__(self, viewer: int, events: Sequence[Event], at: int, words: Words = PLAIN) -> None:
        self.viewer = viewer
        self.words = words
        """How the match calls what its events are about (`Game.words`)."""
        self._events, self._at = events, at
        self.now = self._seen(at)

    def _seen(self, place: int) -> VisibleEvent:
        event = self._events[place]
        return VisibleEvent(event.kind, event.open, event.secret if event.knows_secret(self.viewer) else (), event.by)

    def before(self, *until: int) -> Iterator[VisibleEvent]:
        """Yield what was told before, the newest first, back to an event of some kinds, which is not among it."""
        for place in range(self._at - 1, -1, -1):
            if self._events[place].kind in until:
                return
            yield self._seen(place)

    def after(self, *until: int) -> Iterator[VisibleEvent]:
        """Yield what has been told since, the oldest first, up to an event of some kinds, which is not among it."""
        for place in range(self._at + 1, len(self._events)):
            if self._events[place].kind in until:
                return
            yield self._seen(place)

    def last(self, *kinds: int) -> VisibleEvent | None:
        """Return the newest earlier event of some kinds."""
        return next((seen for seen in self.before() if seen.kind in kinds), None)


Maker = Callable[[EventHistory], Moment | None]
"""Makes the moment of an event for a viewer; None where it is none for him, or none at all."""


def moments_of(
    makers: Mapping[int, Maker], viewer: int, told: Sequence[Event], after: int = 0, words: Words = PLAIN
) -> list[Moment | None]:
    """Return the moments of a viewer's events from number `after` on: one for each event, None for most."""
    return [
        makers[told[place].kind](EventHistory(viewer, told, place, words)) if told[place].kind in makers else None
        for place in range(after, len(told))
    ]
