"""A segment: rules run again from a quiet point with the answers given since.

This is how a person's table works without coroutines: run the same functions on a copy of the snapshot, let `ask`
return the answers already given, and stop at the first open question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic

from mypy_extensions import mypyc_attr

from shapan.engine.chance import Stream, derive, derive_from
from shapan.engine.event import Event, Events
from shapan.engine.kinds import Seat
from shapan.engine.prompt import Prompt, S
from shapan.engine.table import Table, next_scripted
from shapan.engine.zone import EVERYONE

PLAYER: Final = "player"
BOT: Final = "bot"
CLOCK: Final = "clock"
FORCED: Final = "forced"
"""A person who could only pass, and who plays alone: it was no choice, so an undo goes past it to the last one."""
LEFT: Final = "left"
ENGINE: Final = "engine"
NO_CHOICE: Final = (CLOCK, LEFT)
"""Who answers with the default: nobody has chosen it, and nothing follows from it about the seat."""
MARKED_BY: Final = (BOT, *NO_CHOICE)
"""Answers by these are marked as such in the log: all but those by the person of the seat."""
CHANCE: Final = -1
"""The seat of an open chance question."""


class Suspend(BaseException):
    """The rules have asked a question that nobody has answered yet."""


class Pending(Generic[S]):
    """An open question: prompt, argument, the seats asked, answers the engine gives for some of them.

    For chance: no prompt, the stream, and the values that can fall in it, with repetitions.
    """

    __slots__ = ("arg", "by", "given", "many", "pool", "prompt", "seats", "stream", "together")

    def __init__(
        self,
        prompt: Prompt[S] | None,
        seats: list[int],
        arg: int,
        many: bool,
        together: bool,
        stream: int = -1,
        pool: list[int] | None = None,
    ) -> None:
        self.prompt = prompt
        self.seats = seats
        self.arg = arg
        self.many = many
        self.together = together
        self.given: dict[int, list[int]] = {}
        self.by: dict[int, str] = {}
        self.stream = stream
        self.pool = pool or []


@dataclass(slots=True)
class Mark:
    """From here on a segment is a sampled world: other chance, and what `seat` cannot know dealt again."""

    seat: int
    seed: bytes
    key: bytes
    before: Mark | None = None
    """Of a world of a world, sampled at the same question: what was dealt anew first."""

    def deal(self, state: Any, resample: Any) -> None:
        """Give a state other chance and other hidden things."""
        if self.before is not None:
            self.before.deal(state, resample)
        state.chance.rekey(self.key)
        resample(state, self.seat, Stream(self.seed))


@dataclass(slots=True)
class Entry:
    """One answered question of a segment: what `ask` returns, who answered, and the information count before."""

    value: Any
    seats: list[int]
    by: dict[int, str]
    info: int


class Segment(Generic[S]):
    """A quiet snapshot, the questions answered since, and where its events begin in the match's history.

    In a sampled world `mark_at` is the number of entries before its mark; elsewhere -1.
    """

    __slots__ = ("entries", "first_event", "mark", "mark_at", "snapshot")

    def __init__(
        self,
        snapshot: S,
        entries: list[Entry] | None = None,
        first_event: int = 0,
        mark_at: int = -1,
        mark: Mark | None = None,
    ) -> None:
        self.snapshot = snapshot
        self.entries: list[Entry] = [] if entries is None else entries
        self.first_event = first_event
        self.mark_at = mark_at
        self.mark = mark


@mypyc_attr(allow_interpreted_subclasses=True)
class StepTable(Table[S]):
    """A table that replays the entries of a segment and stops at the first open question."""

    __slots__ = (
        "at",
        "events",
        "forced",
        "open_chance",
        "pending",
        "reported",
        "resample",
        "segment",
        "types",
    )

    def __init__(
        self,
        state: S,
        segment: Segment[S],
        events: Events,
        resample: Any,
        open_chance: bool,
        forced: bool = True,
    ) -> None:
        super().__init__(state)
        self.on = True
        self.forced = forced
        """Whether the engine answers questions with one answer that all know."""
        self.segment = segment
        self.at = 0
        self.events: list[Event] = []
        self.types = events.types
        self.reported: Entry | None = None
        """The question of whose answer the last event told."""
        self.resample = resample
        self.open_chance = open_chance
        self.pending: Pending[S] | None = None

    def ask(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        if self.at < len(self.segment.entries) and self.at != self.segment.mark_at:
            self.at += 1
            return self.segment.entries[self.at - 1].value  # type: ignore[no-any-return]
        return self._next(prompt, [seat], arg, many=False, together=False)  # type: ignore[no-any-return]

    def ask_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        return list(self._next(prompt, [seat], arg, many=True, together=False))

    def ask_all(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[int]:
        return list(self._next(prompt, list(seats), arg, many=False, together=True)) if seats else []

    def ask_all_many(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[list[int]]:
        rows = self._next(prompt, list(seats), arg, many=True, together=True) if seats else []
        return [list(row) for row in rows]

    def _next(
        self,
        prompt: Prompt[S],
        seats: list[int],
        arg: int,
        *,
        many: bool,
        together: bool,
    ) -> Any:
        """Return the recorded answer, or the engine's where only one is possible, or stop here."""
        self._pass_mark()
        if self.at < len(self.segment.entries):
            self.at += 1
            return self.segment.entries[self.at - 1].value
        pending: Pending[S] = Pending(prompt, seats, arg, many, together)
        if self.forced:
            for seat in seats:
                only = prompt.forced_answer(self.state, seat, arg)
                if only is not None:
                    pending.given[seat] = only
                    pending.by[seat] = ENGINE
        if len(pending.given) < len(seats):
            self.pending = pending
            raise Suspend
        return self.record(pending)

    def record(self, pending: Pending[S]) -> Any:
        """Append a question whose answers are complete, and return what `ask` returns."""
        entry = entry_of(pending, self.state.info)
        self.segment.entries.append(entry)
        self.at += 1
        return entry.value

    def _pass_mark(self) -> None:
        """At the mark of a sampled world: new streams, no scripts, and all that the seat cannot know dealt again."""
        segment = self.segment
        if segment.mark is not None and self.at == segment.mark_at:
            mark, segment_mark_at = segment.mark, segment.mark_at
            self.segment = Segment(segment.snapshot, segment.entries, segment.first_event)  # the mark is passed once
            self.at = segment_mark_at
            mark.deal(self.state, self.resample)

    def roll(self, stream: int, sides: int = 6) -> int:
        if self.open_chance:
            return self._open_chance(stream, list(range(1, sides + 1)))
        return super().roll(stream, sides)

    def draw(self, stream: int, pool: Sequence[int]) -> int:
        if self.open_chance:
            return self._open_chance(stream, list(pool))
        return super().draw(stream, pool)

    def _open_chance(self, stream: int, pool: list[int]) -> int:
        """Chance as a question to the seat `CHANCE`: an adapter or a search says what falls."""
        self._pass_mark()
        chance = self.state.chance
        if chance.scripts and (script := chance.scripted(stream, pool)) is not None:
            value = next_scripted(script, stream, pool)
        elif self.at < len(self.segment.entries):
            self.at += 1
            value = int(self.segment.entries[self.at - 1].value)
        else:
            self.pending = Pending(None, [CHANCE], 0, many=False, together=False, stream=stream, pool=pool)
            raise Suspend
        self.state.info += 1
        return value

    def tell(
        self,
        kind: int,
        a: int = -1,
        b: int = -1,
        c: int = -1,
        d: int = -1,
        to: int = EVERYONE,
        priv: int = 0,
        secret: tuple[int, ...] = (),
    ) -> None:
        by = self._answered_by(kind, a)
        self.events.append(Event(kind, (a, b, c, d)[: len(self.types[kind].parameters)], to, priv, secret, by))

    def is_own(self, seat: int) -> bool:
        last = self._last()
        return last is None or last.by.get(seat, PLAYER) not in NO_CHOICE

    def _last(self) -> Entry | None:
        """Return the last question that was answered in this segment, None where there is none."""
        for place in range(self.at - 1, -1, -1):
            entry = self.segment.entries[place]
            if CHANCE not in entry.by:
                return entry
        return None

    def _answered_by(self, kind: int, first: int) -> str:
        """Return who gave the answer that an event tells, empty if it was its person, or tells none.

        An event tells the answer before it if it begins with the seat that gave it; one that begins with no seat, if
        it is the first since and one seat was asked.
        """
        last = self._last()
        if last is None:
            return ""
        parameters = self.types[kind].parameters
        if parameters and isinstance(parameters[0][1], Seat):
            by = last.by.get(first, "")
        else:
            by = last.by.get(last.seats[0], "") if len(last.seats) == 1 and last is not self.reported else ""
        self.reported = last
        return by if by in MARKED_BY else ""


def entry_of(pending: Pending[S], info: int) -> Entry:
    """Return the entry of a question whose answers are complete."""
    rows = [pending.given[seat] for seat in pending.seats]
    answers: list[Any] = rows if pending.many else [row[0] for row in rows]
    return Entry(answers if pending.together else answers[0], pending.seats, pending.by, info)


_RESAMPLE: Final = repr(("resample",)).encode()
_STREAMS: Final = repr(("streams",)).encode()


def world_keys(seed: int | str | bytes, common: int | str | bytes | None = None) -> tuple[bytes, bytes]:
    """Return seed of the resample and key of the streams of a sampled world; `common` gives worlds equal streams."""
    root = derive(b"world", str(seed) if not isinstance(seed, bytes) else seed.hex())
    shared = root if common is None else derive(b"common", str(common))
    return derive_from(root, _RESAMPLE), derive_from(shared, _STREAMS)
