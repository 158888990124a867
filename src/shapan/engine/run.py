"""Running the rules: from quiet point to open question, again with each answer.

`Run` knows segments, the open question and the live state; records, undo and viewers are the business of
`shapan.engine.match`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Self

from shapan.engine.chance import ScriptError, key_of
from shapan.engine.decision import Decision
from shapan.engine.event import Event, History
from shapan.engine.game import Game, Outcome
from shapan.engine.prompt import S
from shapan.engine.segment import LEFT, PLAYER, Entry, Pending, Segment, StepTable, Suspend, entry_of
from shapan.engine.situation import Situation
from shapan.engine.table import Finished

STRICT = "strict"
FRIENDLY = "friendly"


class Run(Situation[S]):
    """Rules run on a copy of the last quiet snapshot, with the answers since, to the next open question.

    `undo` is `strict` or `friendly` (answers of bots and of the clock do not close the way back). With `open_chance`
    every draw is a decision of the seat `CHANCE`. `state` starts from a position instead of the set-up; without
    `hashes` records carry none (for loops that keep no records). `by_hand` is for scenarios: nothing is answered by
    the engine, and the rules rest where the game says so (`Game.rests`) until `go_on`.
    """

    def __init__(
        self,
        game: Game[S],
        seats: int,
        options: Mapping[str, Any] | None = None,
        seed: int | str | bytes = 1,
        undo: str = STRICT,
        open_chance: bool = False,
        state: S | None = None,
        hashes: bool = True,
        by_hand: bool = False,
    ) -> None:
        self.game = game
        self.by_hand = by_hand
        self.seats = seats
        self.options = game.resolve(options or {}, seats)
        self.given_options = dict(options or {})
        self.key = key_of(seed)
        self.undo_mode = undo
        self.open_chance = open_chance
        self.hashes = hashes
        self.log: list[dict[str, Any]] = []
        self.history = History()
        """Events of closed segments."""
        self.left: set[int] = set()
        """The seats that have left and are answered for by defaults."""
        self.gone: set[int] = set()
        self.epochs = [0] * (seats + 1)
        self.ordinals = [0] * seats
        self.decisions: dict[int, Decision[S]] = {}
        self.leaving: list[int] = []
        self.changed_at = -1
        """Place in the log of the last change of the rules, -1 without one."""
        self.forfeited: Outcome | None = None
        self.is_world = False
        """Whether it was sampled: then it holds the truth before its mark, and nobody keeps it."""
        self.start = None if state is None else state.dump()
        """The position that the match began with, as a dump; None after the usual set-up."""
        self._begin(game.start(options or {}, seats, self.key) if state is None else state)

    def _begin(self, snapshot: S) -> None:
        self.segments: list[Segment[S]] = [Segment(snapshot)]
        self.live: S = snapshot
        self.pending: Pending[S] | None = None
        self.events: list[Event] = []
        self._run()

    # Running the rules

    def _run(self) -> None:
        """Run from the last quiet point to the first open question or the end; answer for seats that have left."""
        while True:
            self._run_once()
            pending = self.pending
            if pending is None or pending.prompt is None:
                break
            gone = [seat for seat in pending.seats if seat in self.left and seat not in pending.given]
            for seat in gone:
                pending.given[seat] = self._default(pending, seat)
                pending.by[seat] = LEFT
            if len(pending.given) < len(pending.seats):
                break
            self.segments[-1].entries.append(entry_of(pending, self.live.info))
        self.decisions = {}
        self._open_decisions()

    def _run_once(self) -> None:
        segment = self.segments[-1]
        table = self._table(segment)
        state = table.state
        self.pending = None
        try:
            while state.agenda:
                self.game.advance(state, table)
                segment, table = self._quiet(segment, table)
                if self.by_hand and self.game.rests(state):
                    break
        except Suspend:
            self.pending = table.pending
        except Finished:
            state.agenda.clear()
        self.live = state
        self.events = table.events

    def _table(self, segment: Segment[S]) -> StepTable[S]:
        return StepTable(
            segment.snapshot.copy(),
            segment,
            self.game.events,
            self.game.resample,
            self.open_chance,
            not self.by_hand,
        )

    def stand(self, snapshot: S, entries: Sequence[Entry], given: Mapping[int, Sequence[int]]) -> None:
        """Stand at a quiet point with the answers given since, and those to the open question."""
        self.segments, self.history = [Segment(snapshot, list(entries))], History()
        self.ordinals, self.decisions = [0] * self.seats, {}
        self._run()
        if self.pending is not None:
            self.pending.given = {**self.pending.given, **{seat: list(codes) for seat, codes in given.items()}}
            self.pending.by = {seat: self.pending.by.get(seat, PLAYER) for seat in self.pending.given}
        self._open_decisions()

    def go_on(self) -> None:
        """Let the rules go on where they rest."""
        self._run()

    def _quiet(self, segment: Segment[S], table: StepTable[S]) -> tuple[Segment[S], StepTable[S]]:
        """Close the segment at a quiet point: its events become history, the state the next snapshot."""
        state = table.state
        for seat in self.leaving:
            state.push(0, seat)
            state.info += 1  # nobody takes back an answer across a leaving
        self.leaving = []
        if not table.segment.entries and segment.mark is None and not table.events:
            segment.snapshot = state.copy()
            return segment, table
        self.history.add(table.events)
        new = Segment(state.copy(), first_event=len(self.history))
        self.segments.append(new)
        while len(self.segments) > 1 and self.segments[1].snapshot.info != state.info:
            del self.segments[0]
        table.events = []
        table.segment = new
        table.at = 0
        return new, table

    def _open_decisions(self) -> None:
        """Give every newly asked seat a decision with the next ordinal; those that are still open stay."""
        pending = self.pending
        if pending is None or pending.prompt is None:
            self.decisions = {}
            return
        new: dict[int, Decision[S]] = {}
        for seat in pending.seats:
            if seat not in pending.given:
                if seat in self.decisions:
                    new[seat] = self.decisions[seat]
                else:
                    self.ordinals[seat] += 1
                    new[seat] = Decision(seat, self.ordinals[seat], pending.prompt, pending.arg)
        self.decisions = new

    def _go_on(self, pending: Pending[S]) -> None:
        before, told, last = list(self.segments), len(self.history), self.segments[-1]
        answered = len(last.entries)
        last.entries.append(entry_of(pending, self.live.info))
        try:
            self._run()
        except ScriptError:  # a scripted stream ran dry: stand where the question was asked
            self.segments = before
            del last.entries[answered:]
            self.history.cut(told)
            self._run_once()
            raise

    # Asking the match

    def ask_hash(self) -> str:
        """Return 8 bytes of hash of what is asked in which state, as hex: a replay that differs shows it here."""
        pending = self.pending
        label = "" if pending is None or pending.prompt is None else f"{pending.prompt.key}:{pending.arg}"
        return blake2b(label.encode() + b"\0" + self.live.encoded(), digest_size=8).hexdigest()

    # Copies

    def clone(self) -> Self:
        """Return an independent match in the same situation; the snapshot is shared, for it never changes."""
        new = self._bare()
        new.segments = [Segment(s.snapshot, list(s.entries), s.first_event, s.mark_at, s.mark) for s in self.segments]
        new.history = self.history.copy()
        new.decisions = dict(self.decisions)
        new._run_once()
        if self.pending is not None and new.pending is not None:
            new.pending.given = dict(self.pending.given)
            new.pending.by = dict(self.pending.by)
        return new

    def _bare(self) -> Self:
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.log = list(self.log)
        new.left = set(self.left)
        new.gone = set(self.gone)
        new.epochs = list(self.epochs)
        new.ordinals = list(self.ordinals)
        new.leaving = list(self.leaving)
        return new
