"""Recordings: what every viewer of a match saw, step by step, as data that needs no rules to be read again.

A recorder runs stored records once more, apart from the match that is played, and keeps a frame for each viewer where
he saw a change. An answer that was taken back takes its frames with it. Frames are kept in parts; a later part begins
at a position of its own and thereby withdraws what earlier parts had from there on.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec

from shapan.engine.match import Match
from shapan.engine.saving import KEY
from shapan.engine.scene import Phrase, Scene
from shapan.server.match.message import EventInfo, OutcomeInfo
from shapan.server.match.visible_state import visible_state
from shapan.server.store.damage import DamagedRow

_PLACES = ("zones", "panels", "hand", "pieces")
_OFFERS = ("targets", "why_not", "buttons")


class RecordedFrame(msgspec.Struct, omit_defaults=True):
    """What one viewer saw at one step, with the events that were new to him; no answers are offered."""

    scene: Scene
    events: list[EventInfo] = []
    notes: list[int] = []
    """Indexes of the events that the game calls landmarks."""
    question: Phrase | None = None
    """What the viewer was asked himself, or what others were asked."""
    rule: str = ""
    waiting: list[int] = []
    answered: list[int] = []
    left: list[int] = []
    outcome: OutcomeInfo | None = None


class Mark(msgspec.Struct, array_like=True):
    """A position of the match as it was finally played: enough to find the way back to it after an undo."""

    position: int
    events: int
    """Number of events told to anybody."""
    ask: str
    given: list[int]
    """Seats that have answered the open question."""
    told: list[int]
    """For each viewer the number of events he has been told."""
    seen: list[bytes]
    """For each viewer a hash of what he sees."""


class Reel(msgspec.Struct, array_like=True):
    """How far a match is recorded, and what is needed to go on."""

    number: int = 0
    """Records that are recorded."""
    parts: int = 0
    marks: list[Mark] = []


@dataclass(slots=True)
class Part:
    """Some frames of one viewer, to be stored: they replace all that he had from position `first` on."""

    viewer: int
    part: int
    first: int
    body: bytes


Row = tuple[int, msgspec.Raw]
"""A position and the frame as it is kept."""


def packed(rows: Sequence[Row]) -> bytes:
    """Return the frames of a part as they are stored."""
    return zlib.compress(msgspec.json.encode(rows))


def unpacked(parts: Iterable[tuple[int, bytes]]) -> list[Row]:
    """Return the frames of (first, body) of all parts of a viewer, in order, without what later ones withdrew.

    Raises DamagedRow.
    """
    rows: list[Row] = []
    try:
        for first, body in parts:
            while rows and rows[-1][0] >= first:
                rows.pop()
            rows += msgspec.json.decode(zlib.decompress(body), type=list[Row])
    except (zlib.error, msgspec.DecodeError, TypeError, ValueError):
        raise DamagedRow("recorded_parts: `body` is no recording") from None
    return rows


class Recorder:
    """Goes on with a recording from a match that stands where it ends."""

    def __init__(self, match: Match[Any], reel: Reel, pause: Callable[[], None] = lambda: None) -> None:
        """Begin; `pause` is called after each frame, so that others come to their turn."""
        self._match = match
        self._pause = pause
        self._number = reel.number
        self._parts = reel.parts
        self._marks = list(reel.marks)
        self._start = self._first = self._next
        self._rows: list[list[Row]] = [[] for _ in range(match.seats + 1)]
        if not self._marks:
            self._push()

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._match.over

    @property
    def _next(self) -> int:
        return self._marks[-1].position + 1 if self._marks else 0

    def take(self, record: dict[str, Any]) -> None:
        """Carry out a record and keep what the viewers see then. Raises Frozen if it does not fit the rules."""
        self._match.apply(record, verify=True)
        self._number += 1
        if "undo" in record or "retract" in record or KEY in record:
            self._back()
        self._push()

    def done(self) -> tuple[Reel, list[Part]]:
        """Return how far the match is recorded now, and the parts to be stored."""
        parts = [
            Part(viewer, self._parts, self._first, packed(rows))
            for viewer, rows in enumerate(self._rows)
            if rows or self._first < self._start
        ]
        return Reel(self._number, self._parts + bool(parts), self._within_reach()), parts

    def _within_reach(self) -> list[Mark]:
        """Return the marks to which an undo could lead, and one before."""
        horizon = self._match.segments[0].first_event
        begin = max((place for place, mark in enumerate(self._marks) if mark.events < horizon), default=0)
        return self._marks[begin:]

    def _back(self) -> None:
        """Forget what was taken back: all positions that do not lie before the match as it stands now."""
        match = self._match
        events, ask, given = _events(match), match.ask_hash(), set(_given(match))
        while len(self._marks) > 1:
            mark = self._marks[-1]
            if mark.events < events or (mark.events == events and mark.ask == ask and given.issuperset(mark.given)):
                break
            self._marks.pop()
        self._first = min(self._first, self._next)
        for rows in self._rows:
            while rows and rows[-1][0] >= self._next:
                rows.pop()

    def _push(self) -> None:
        """Keep a frame for each viewer who sees something else than before."""
        match, last = self._match, self._marks[-1] if self._marks else None
        position = self._next
        mark = Mark(position, _events(match), match.ask_hash(), _given(match), [], [])
        for viewer, rows in enumerate(self._rows):
            told = 0 if last is None else min(last.told[viewer], match.event_count(viewer))
            frame = frame_of(match, viewer, told)
            events, frame.events = frame.events, []
            notes, frame.notes = frame.notes, []
            bare = _without_offers(frame)
            seen = blake2b(bare, digest_size=8).digest()
            mark.told.append(told + len(events))
            mark.seen.append(seen)
            if last is None or events or seen != last.seen[viewer]:
                rows.append((position, msgspec.Raw(_with_events(bare, events, notes))))
            self._pause()
        self._marks.append(mark)


def frame_of(match: Match[Any], viewer: int, after: int) -> RecordedFrame:
    """Return what a viewer sees now, with his events from number `after` on."""
    seen = visible_state(match, viewer, after)
    events = seen.events
    landmarks = match.game.landmarks
    decision = seen.decision
    return RecordedFrame(
        seen.scene,
        events,
        [place for place, event in enumerate(events) if event.key in landmarks],
        seen.question if decision is None else decision.question,
        "" if decision is None else decision.rule,
        seen.waiting,
        seen.answered,
        sorted(match.gone),
        seen.outcome,
    )


def _events(match: Match[Any]) -> int:
    return len(match.history) + len(match.events)


def _given(match: Match[Any]) -> list[int]:
    return [] if match.pending is None else sorted(match.pending.given)


def _without_offers(frame: RecordedFrame) -> bytes:
    data = msgspec.to_builtins(frame)
    _strip(data["scene"])
    return msgspec.json.encode(data)


def _strip(place: dict[str, Any]) -> None:
    """Drop the answers that were offered: a replay takes none, and they are half of a scene."""
    for name in _OFFERS:
        place.pop(name, None)
    for name in _PLACES:
        for inner in place.get(name, ()):
            _strip(inner)


def _with_events(bare: bytes, events: list[EventInfo], notes: list[int]) -> bytes:
    """Return an encoded frame with its events put in front."""
    if not events:
        return bare
    head = msgspec.json.encode({"events": events, **({"notes": notes} if notes else {})})
    return head[:-1] + b"," + bare[1:]


def run(
    match: Match[Any],
    reel: Reel,
    log: Sequence[dict[str, Any]],
    pause: Callable[[], None] = lambda: None,
) -> tuple[Reel, list[Part], Match[Any]]:
    """Record the records of a log that are not recorded yet, from a match that stands at or before that place.

    Returns how far it is recorded now, the parts to be stored, and the match as it stands at the end of the log. Raises
    Frozen where a record does not fit the rules of today. `pause` is called after each record and each frame.
    """
    match.skip_to_change(log)
    if len(match.log) > reel.number:  # what was played in between cannot be shown any more
        reel = Reel(len(match.log), reel.parts, reel.marks)
    for record in log[len(match.log) : reel.number]:
        match.apply(record, verify=True)
        pause()
    recorder = Recorder(match, reel, pause)
    for record in log[reel.number :]:
        recorder.take(record)
    return *recorder.done(), match
