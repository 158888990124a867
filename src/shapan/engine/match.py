"""A match: one running game. Options, seed and the log of records are the truth; everything else follows.

A record is an answer, an undo, a retracted answer or a leaving. `check` makes one without changing anything, so that
a server can store it first; `apply` carries it out. Rules run only when a question's answers are complete.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Generic, Self

from shapan.engine.chance import ScriptError, Stream, key_of
from shapan.engine.event import Event
from shapan.engine.game import Game, Outcome
from shapan.engine.prompt import Prompt, Reason, S
from shapan.engine.stretch import (
    BOT,
    CHANCE,
    CLOCK,
    ENGINE,
    LEFT,
    PLAYER,
    Entry,
    Mark,
    Pending,
    StepTable,
    Stretch,
    Suspend,
    entry_of,
    world_keys,
)
from shapan.engine.table import Finished

STRICT = "strict"
FRIENDLY = "friendly"


class Refusal(Exception):
    """An answer that is not possible: `reason` names the rule and a text. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.rule}: {reason.key}")
        self.reason = reason


class Closed(Exception):
    """A reply to a decision that is no longer open: answered, withdrawn by an undo, or the match is over."""


class Frozen(Exception):
    """A stored record does not fit the rules any more: the match must not go on as if it did."""


@dataclass(slots=True)
class Decision(Generic[S]):
    """An open decision of one seat. `ordinal` counts the questions put to the seat and is never used again."""

    seat: int
    ordinal: int
    prompt: Prompt[S]
    arg: int
    hash: str = ""


@dataclass(slots=True)
class Frame:
    """What one viewer may know at a moment: view, events so far, who is asked, the own decision, undo, outcome."""

    view: Any
    events: list[dict[str, Any]]
    waiting: list[int]
    answered: list[int]
    decision: dict[str, Any] | None
    may_undo: bool
    outcome: dict[str, Any] | None
    epoch: int


class Match(Generic[S]):
    """One running game, at a quiet point or waiting for decisions.

    `undo` is `strict` or `friendly` (answers of bots and of the clock do not close the way back). With `open_chance`
    every draw is a decision of the seat `CHANCE`. `state` starts from a position instead of the set-up; without
    `hashes` records carry none (for loops that keep no records).
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
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = game.resolve(options or {}, seats)
        self.given_options = dict(options or {})
        self.key = key_of(seed)
        self.undo_mode = undo
        self.open_chance = open_chance
        self.hashes = hashes
        self.log: list[dict[str, Any]] = []
        self.history: list[Event] = []
        """Events of closed stretches."""
        self.left: set[int] = set()
        self.epochs = [0] * (seats + 1)
        self.ordinals = [0] * seats
        self.decisions: dict[int, Decision[S]] = {}
        self._leaving: list[int] = []
        self._forfeit: Outcome | None = None
        self._begin(game.start(options or {}, seats, self.key) if state is None else state)

    def _begin(self, snapshot: S) -> None:
        self.stretches: list[Stretch[S]] = [Stretch(snapshot)]
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
            self.stretches[-1].entries.append(entry_of(pending, self.live.info))
        self.decisions = {}
        self._open_decisions()

    def _run_once(self) -> None:
        stretch = self.stretches[-1]
        table = self._table(stretch)
        state = table.state
        self.pending = None
        try:
            while state.agenda:
                self.game.advance(state, table)
                stretch, table = self._quiet(stretch, table)
        except Suspend:
            self.pending = table.pending
        except Finished:
            state.agenda.clear()
        self.live = state
        self.events = table.events

    def _table(self, stretch: Stretch[S]) -> StepTable[S]:
        return StepTable(
            stretch.snapshot.copy(),
            stretch,
            self.game.events,
            self.game.resample,
            self.open_chance,
        )

    def _quiet(self, stretch: Stretch[S], table: StepTable[S]) -> tuple[Stretch[S], StepTable[S]]:
        """Close the stretch at a quiet point: its events become history, the state the next snapshot."""
        state = table.state
        for seat in self._leaving:
            state.push(0, seat)
            state.info += 1  # nobody takes back an answer across a leaving
        self._leaving = []
        if not table.stretch.entries and stretch.mark is None and not table.events:
            stretch.snapshot = state.copy()
            return stretch, table
        self.history += table.events
        new = Stretch(state.copy(), first_event=len(self.history))
        self.stretches.append(new)
        while len(self.stretches) > 1 and self.stretches[1].snapshot.info != state.info:
            del self.stretches[0]
        table.events = []
        table.stretch = new
        table.at = 0
        return new, table

    def _default(self, pending: Pending[S], seat: int) -> list[int]:
        prompt = pending.prompt
        assert prompt is not None
        if pending.many:
            return prompt.default_many(self.live, seat, pending.arg)
        return [prompt.default(self.live, seat, pending.arg)]

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

    # Asking the match

    @property
    def waiting(self) -> list[int]:
        """The seats whose answers are awaited, `CHANCE` for an open draw."""
        pending = self.pending
        return [] if pending is None else sorted(seat for seat in pending.seats if seat not in pending.given)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        return self._forfeit or self.game.outcome(self.live)

    @property
    def over(self) -> bool:
        """Whether nothing more is to be decided."""
        return self._forfeit is not None or self.pending is None

    def legal(self, seat: int, picked: Sequence[int] = ()) -> list[int]:
        """Return the codes a seat may choose now: actions, or next picks after `picked` (`DONE` may be among them)."""
        decision = self._decision(seat)
        if decision.prompt.many:
            return decision.prompt.offers(self.live, seat, decision.arg, picked)
        if decision.prompt.has_tested():
            return list(decision.prompt.candidates(self.live, seat, decision.arg, 64))
        return list(decision.prompt.legal(self.live, seat, decision.arg))

    def default(self, seat: int) -> list[int]:
        """Return the answer that the clock gives for a seat."""
        decision = self._decision(seat)
        pending = self.pending
        assert pending is not None
        return self._default(pending, decision.seat)

    def _decision(self, seat: int) -> Decision[S]:
        decision = self.decisions.get(seat)
        if decision is None or self._forfeit is not None:
            raise Refusal(Reason(self.game.refusal_rule(self.live), "not_asked"))
        return decision

    def ask_hash(self) -> str:
        """Return 8 bytes of hash of what is asked in which state, as hex: a replay that differs shows it here."""
        pending = self.pending
        label = "" if pending is None or pending.prompt is None else f"{pending.prompt.key}:{pending.arg}"
        return blake2b(label.encode() + b"\0" + self.live.encoded(), digest_size=8).hexdigest()

    # Records

    def check(
        self,
        seat: int,
        codes: Sequence[int],
        ordinal: int | None = None,
        by: str = PLAYER,
    ) -> dict[str, Any]:
        """Return the record of an answer, changing nothing. Raises Refusal with rule and reason, or Closed."""
        if seat in self.left and by != LEFT:
            raise Closed("the seat has left")
        decision = self.decisions.get(seat)
        if self._forfeit is not None or (ordinal is not None and (decision is None or decision.ordinal != ordinal)):
            raise Closed("the decision is no longer open")
        decision = self._decision(seat)
        codes = list(codes)
        prompt, arg = decision.prompt, decision.arg
        if not prompt.allows(self.live, seat, arg, codes):
            if prompt.many:
                raise Refusal(prompt.why_not_many(self.live, seat, arg, codes))
            if len(codes) != 1:
                raise Refusal(Reason(prompt.rule, "not_possible"))
            raise Refusal(prompt.why_not(self.live, seat, arg, codes[0]))
        if not prompt.ordered:
            codes = sorted(codes)
        return {
            "answer": codes,
            "seat": seat,
            "ordinal": decision.ordinal,
            "by": by,
            "hash": self.ask_hash() if self.hashes else "",
        }

    def apply(self, record: dict[str, Any], verify: bool = False) -> None:
        """Carry out a record. With `verify` (a stored one) raise Frozen if it does not fit the rules as they are."""
        if "answer" in record:
            self._apply_answer(record, verify)
        elif "undo" in record:
            self._apply_undo(record["undo"])
        elif "retract" in record:
            self._apply_retract(record["retract"])
        elif "leave" in record:
            self._apply_leave(record["leave"])
        elif "fall" in record:
            self._apply_fall(record["fall"])
        else:
            raise Frozen(f"an unknown record: {sorted(record)}")
        self.log.append(record)

    def answer(
        self,
        seat: int,
        codes: Sequence[int] | int,
        by: str = PLAYER,
        ordinal: int | None = None,
    ) -> None:
        """Check an answer and carry it out."""
        self.apply(self.check(seat, [codes] if isinstance(codes, int) else codes, ordinal, by))

    def _apply_answer(self, record: dict[str, Any], verify: bool) -> None:
        seat, codes = record["seat"], list(record["answer"])
        decision = self.decisions.get(seat)
        if verify:
            if decision is None or decision.ordinal != record["ordinal"] or record["hash"] != self.ask_hash():
                raise Frozen(f"record {len(self.log)}: another question or another state than when it was stored")
            if not decision.prompt.allows(self.live, seat, decision.arg, codes):
                raise Frozen(f"record {len(self.log)}: the answer is no longer legal")
        pending = self.pending
        if pending is None or decision is None:
            raise Closed("no such decision is open")
        pending.given[seat] = codes
        pending.by[seat] = record["by"]
        if len(pending.given) < len(pending.seats):
            del self.decisions[seat]
            return
        self._go_on(pending)

    def _go_on(self, pending: Pending[S]) -> None:
        before, told, last = list(self.stretches), len(self.history), self.stretches[-1]
        answered = len(last.entries)
        last.entries.append(entry_of(pending, self.live.info))
        try:
            self._run()
        except ScriptError:  # a scripted stream ran dry: stand where the question was asked
            self.stretches = before
            del last.entries[answered:], self.history[told:]
            self._run_once()
            raise

    # Chance as a decision

    def fall(self, value: int) -> None:
        """Say what falls at an open draw. Raises Refusal for a value that cannot."""
        pending = self.pending
        if pending is None or pending.prompt is not None or value not in pending.pool:
            raise Refusal(Reason(self.game.refusal_rule(self.live), "cannot_fall"))
        self.apply({"fall": value})

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the values that can fall at an open draw, with their probabilities."""
        pool = self.pending.pool if self.pending is not None and self.pending.prompt is None else []
        return [(value, pool.count(value) / len(pool)) for value in sorted(set(pool))]

    def _apply_fall(self, value: int) -> None:
        self.stretches[-1].entries.append(Entry(value, [CHANCE], {CHANCE: ENGINE}, self.live.info))
        self._run()

    # Undo

    def may_undo(self, seat: int) -> bool:
        """Tell whether a seat may take its last answer back: nothing drawn or revealed, no other answer since."""
        return self.may_retract(seat) or self._undo_to(seat) is not None

    def may_retract(self, seat: int) -> bool:
        """Tell whether a seat has answered a set that is not complete yet."""
        pending = self.pending
        return (
            pending is not None
            and self._forfeit is None
            and seat not in self.left
            and pending.together
            and seat in pending.given
            and pending.by[seat] in (PLAYER, BOT)
        )

    def _undo_to(self, seat: int) -> tuple[int, int] | None:
        """Return (stretch, entry) of the seat's last answer if the way back is open, else None."""
        if self._forfeit is not None or seat in self.left or (self.pending is None and not self.live.agenda):
            return None
        friendly = (BOT, CLOCK, ENGINE) if self.undo_mode == FRIENDLY else (ENGINE,)
        pending = self.pending
        if pending is not None and any(by not in friendly for other, by in pending.by.items() if other != seat):
            return None
        for number in range(len(self.stretches) - 1, -1, -1):
            stretch = self.stretches[number]
            for place in range(len(stretch.entries) - 1, max(stretch.mark_at, 0) - 1, -1):
                entry = stretch.entries[place]
                if entry.info != self.live.info or entry.by.get(CHANCE):
                    return None
                if any(by not in friendly for other, by in entry.by.items() if other != seat):
                    return None
                if entry.by.get(seat) == PLAYER or (entry.by.get(seat) == BOT and self.undo_mode == STRICT):
                    return number, place
            if stretch.mark is not None:
                return None
        return None

    def undo(self, seat: int) -> None:
        """Take the seat's last answer back. Raises Refusal if that is not possible."""
        if self.may_retract(seat):
            self.apply({"retract": seat})
        elif self._undo_to(seat) is not None:
            self.apply({"undo": seat})
        else:
            raise Refusal(Reason(self.game.refusal_rule(self.live), "no_undo"))

    def _apply_retract(self, seat: int) -> None:
        if not self.may_retract(seat):
            raise Frozen(f"record {len(self.log)}: nothing to retract")
        assert self.pending is not None
        del self.pending.given[seat]
        del self.pending.by[seat]
        self._open_decisions()

    def _apply_undo(self, seat: int) -> None:
        target = self._undo_to(seat)
        if target is None:
            raise Frozen(f"record {len(self.log)}: the way back is closed")
        before = [self.event_count(viewer) for viewer in range(self.seats + 1)]
        number, place = target
        del self.stretches[number + 1 :]
        stretch = self.stretches[number]
        del stretch.entries[place:]
        del self.history[stretch.first_event :]
        self._run()
        for viewer in range(self.seats + 1):
            if self.event_count(viewer) < before[viewer]:
                self.epochs[viewer] += 1

    # Leaving

    def leave(self, seat: int) -> None:
        """Let a seat leave for good: the match ends, or its decisions get their defaults from here on."""
        if seat in self.left or self.over:
            raise Closed("the seat has left or the match is over")
        self.apply({"leave": seat})

    def _apply_leave(self, seat: int) -> None:
        self.left.add(seat)
        if self.game.leave_ends(self.live, seat):
            self._forfeit = self.game.forfeit(self.live, seat)
            self.decisions = {}
            return
        self._leaving.append(seat)
        pending = self.pending
        if pending is not None and pending.prompt is not None and seat in pending.seats and seat not in pending.given:
            pending.given[seat] = self._default(pending, seat)
            pending.by[seat] = LEFT
            self.decisions.pop(seat, None)
            if len(pending.given) == len(pending.seats):
                self._go_on(pending)

    # What a viewer learns

    def event_count(self, viewer: int) -> int:
        """Return how many events a viewer has been told."""
        told = sum(event.seen_by(viewer) for event in self.history)
        return told + sum(event.seen_by(viewer) for event in self.events)

    def events_for(self, viewer: int, after: int = 0) -> list[dict[str, Any]]:
        """Return the events told to a viewer, from number `after` on; numbered for him alone, without gaps."""
        told = [event for event in (*self.history, *self.events) if event.seen_by(viewer)]
        return [self.game.events.phrase(event, viewer) for event in told[after:]]

    def view(self, viewer: int) -> Any:
        """Return the game's view for a viewer, with what he may know of answers to an incomplete question."""
        view = self.game.view(self.live, viewer)
        pending = self.pending
        if pending is not None and pending.prompt is not None and pending.together and pending.given:
            known = {seat: codes if seat == viewer else None for seat, codes in pending.given.items()}
            self.game.show_answers(view, pending.prompt, known)
        return view

    def frame(self, viewer: int, after: int = 0) -> Frame:
        """Return everything a viewer (a seat, or `seats` for a spectator) may know now."""
        from shapan.engine.view import write

        outcome = self.outcome
        pending = self.pending
        asked = pending is not None and pending.together and pending.prompt is not None
        return Frame(
            view=write(self.view(viewer)),
            events=self.events_for(viewer, after),
            waiting=[] if self._forfeit else self.waiting,
            answered=sorted(pending.given) if asked and pending is not None else [],
            decision=self._written_decision(viewer),
            may_undo=viewer < self.seats and self.may_undo(viewer),
            outcome=None if outcome is None else outcome.write(),
            epoch=self.epochs[viewer],
        )

    def _written_decision(self, viewer: int) -> dict[str, Any] | None:
        decision = self.decisions.get(viewer)
        if decision is None or self._forfeit is not None:
            return None
        return {
            "kind": decision.prompt.key,
            "rule": decision.prompt.rule,
            "ordinal": decision.ordinal,
            "arg": decision.arg,
            "many": decision.prompt.many,
            "legal": self.legal(viewer),
        }

    # Copies and worlds

    def clone(self) -> Self:
        """Return an independent match in the same situation; the snapshot is shared, for it never changes."""
        new = self._bare()
        new.stretches = [Stretch(s.snapshot, list(s.entries), s.first_event, s.mark_at, s.mark) for s in self.stretches]
        new.history = list(self.history)
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
        new.epochs = list(self.epochs)
        new.ordinals = list(self.ordinals)
        new._leaving = list(self._leaving)
        return new

    def sample(
        self,
        seat: int,
        seed: int | str | bytes,
        common: int | str | bytes | None = None,
    ) -> World[S]:
        """Return a world that the seat holds for possible: everything it cannot know is dealt again.

        Worlds with the same `common` have the same chance to come.
        """
        return World(self, seat, seed, common)

    # Keeping

    def save(self) -> dict[str, Any]:
        """Return the match as plain data: seed, options, the log, and the quiet point with what came since."""
        pending = self.pending
        return {
            "format": 1,
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "seats": self.seats,
            "options": self.given_options,
            "key": self.key.hex(),
            "undo": self.undo_mode,
            "log": list(self.log),
            "quiet": {
                "stretches": [
                    [
                        s.snapshot.dump(),
                        [[e.value, e.seats, sorted(e.by.items()), e.info] for e in s.entries],
                        s.first_event,
                    ]
                    for s in self.stretches
                ],
                "history": [event.dump() for event in self.history],
                "given": [] if pending is None else sorted(pending.given.items()),
                "by": [] if pending is None else sorted(pending.by.items()),
                "ordinals": self.ordinals[:],
                "open": [[d.seat, d.ordinal] for d in self.decisions.values()],
                "epochs": self.epochs[:],
                "left": sorted(self.left),
                "leaving": self._leaving[:],
                "forfeit": None if self._forfeit is None else self._forfeit.write(),
                "hash": self.ask_hash(),
            },
        }

    @classmethod
    def load(
        cls,
        game: Game[S],
        data: Mapping[str, Any],
        replay: bool = False,
        open_chance: bool = False,
    ) -> Self:
        """Return a saved match, from its quiet point or, with `replay`, by playing its whole log again.

        Raises Frozen if the rules of today ask something else than what was answered.
        """
        new = cls(
            game,
            data["seats"],
            data["options"],
            bytes.fromhex(data["key"]),
            data["undo"],
            open_chance,
        )
        if replay or data["rules_version"] != game.rules_version or "quiet" not in data:
            for record in data["log"]:
                new.apply(record, verify=True)
            return new
        new._restore(data)
        return new

    def _restore(self, data: Mapping[str, Any]) -> None:
        quiet = data["quiet"]
        shape = self.game.start(self.given_options, self.seats, self.key)
        self.log = list(data["log"])
        self.stretches = [
            Stretch(
                shape.load(dump),
                [Entry(value, list(seats), dict(pairs), info) for value, seats, pairs, info in entries],
                first,
            )
            for dump, entries, first in quiet["stretches"]
        ]
        self.history = [Event.load(event) for event in quiet["history"]]
        self.ordinals = list(quiet["ordinals"])
        self.epochs = list(quiet["epochs"])
        self.left = set(quiet["left"])
        self._leaving = list(quiet["leaving"])
        if quiet["forfeit"] is not None:
            parts = quiet["forfeit"]
            self._forfeit = Outcome(
                parts["result"],
                parts["ranks"],
                parts["winners"],
                parts.get("scores", []),
            )
        self.decisions = {}
        self._run_once()
        if self.pending is not None:
            self.pending.given = {seat: list(codes) for seat, codes in quiet["given"]}
            self.pending.by = dict(quiet["by"])
            if self.pending.prompt is not None and self._forfeit is None:
                prompt, arg = self.pending.prompt, self.pending.arg
                self.decisions = {seat: Decision(seat, ordinal, prompt, arg) for seat, ordinal in quiet["open"]}
        if self.ask_hash() != quiet["hash"]:
            raise Frozen("the saved quiet point leads to another question or another state")


class World(Match[S]):
    """A sampled world: the true snapshot and answers, a mark, and what is played on from there.

    It holds the truth before its mark and therefore never leaves the engine's side: bots get a `Sampler`.
    """

    def __init__(
        self,
        match: Match[S],
        seat: int,
        seed: int | str | bytes,
        common: int | str | bytes | None,
    ) -> None:
        self.__dict__.update(match._bare().__dict__)
        last = match.stretches[-1]
        mark = Mark(seat, *world_keys(seed, common))
        at = len(last.entries)
        if last.mark is not None:  # a world of a world: the later mark stands behind the earlier one's answers
            raise ValueError("sample from the match, or from a world at a quiet point")
        self.stretches = [Stretch(last.snapshot, list(last.entries), last.first_event, at, mark)]
        self.history = list(match.history)
        self.decisions = dict(match.decisions)
        self._run_once()
        self._redraw(match, seat, Stream(mark.seed))

    def _redraw(self, match: Match[S], seat: int, rng: Stream) -> None:
        """Draw the answers of other seats to the open set anew: nothing of them is known yet, not even their shadow.

        That the clock or the engine answered for a seat that has left is known, so its answer is the default again.
        """
        old, new = match.pending, self.pending
        if old is None or new is None or new.prompt is None:
            return
        for other in sorted(old.given):
            new.by[other] = old.by[other]
            if other == seat:
                new.given[other] = old.given[other]
                continue
            if old.by[other] in {CLOCK, LEFT}:
                new.given[other] = self._default(new, other)
                continue
            if old.by[other] == ENGINE and other in new.given:
                continue
            new.given[other] = random_answer(new.prompt, self.live, other, new.arg, rng)


def random_answer(prompt: Prompt[S], state: S, seat: int, arg: int, rng: Stream) -> list[int]:
    """Return a legal answer, each option equally likely at each pick."""
    if not prompt.many:
        options = prompt.candidates(state, seat, arg, 64) if prompt.has_tested() else prompt.legal(state, seat, arg)
        return [rng.choice(options)]
    picked: list[int] = []
    while options := prompt.offers(state, seat, arg, picked):
        code = rng.choice(options)
        if code == 0:
            break
        picked.append(code)
    return picked
