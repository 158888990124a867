"""A match: one running game. Options, seed and the log of records are the truth; everything else follows.

A record is an answer, an undo, a retracted answer, a leaving, a replacement or a change of the rules. `check` makes
one without changing anything, so that a server can store it first; `apply` carries it out. Rules run only when a
question's answers are complete.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from shapan.engine.decision import Closed, Decision, Frame, Frozen, Refusal, random_answer
from shapan.engine.dossier import Dossier, dossiers_of, public
from shapan.engine.event import Event
from shapan.engine.game import VOID, Game, Outcome
from shapan.engine.moment import Moment, moments_of
from shapan.engine.prompt import Reason, S
from shapan.engine.run import FRIENDLY, STRICT, Run
from shapan.engine.saving import KEY, last_change, restore, saved
from shapan.engine.segment import BOT, CHANCE, CLOCK, ENGINE, LEFT, PLAYER, Entry
from shapan.engine.view import write
from shapan.engine.world import deal_anew

__all__ = ["FRIENDLY", "STRICT", "Closed", "Decision", "Frame", "Frozen", "Match", "Refusal", "random_answer"]


class Match(Run[S]):
    """One running game, at a quiet point or waiting for decisions.

    Every change is a record: an answer, an undo, a retracted answer, a leaving, a fall of open chance.
    """

    # Records

    def check(
        self,
        seat: int,
        codes: Sequence[int],
        ordinal: int | None = None,
        by: str = PLAYER,
    ) -> dict[str, Any]:
        """Return the record of an answer, changing nothing. Raises Refusal with rule and reason, or Closed."""
        if seat in self.gone and by not in (LEFT, BOT):
            raise Closed("the seat has left")
        decision = self.decisions.get(seat)
        if self.forfeited is not None or (ordinal is not None and (decision is None or decision.ordinal != ordinal)):
            raise Closed("the decision is no longer open")
        codes = self.checked(seat, codes)
        return {
            "answer": codes,
            "seat": seat,
            "ordinal": self.decisions[seat].ordinal,
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
            self._apply_leave(record["leave"], record.get("bot", False), record.get("removed", False))
        elif "replace" in record:
            self._apply_replace(record["replace"])
        elif "claim" in record:
            self._apply_claim(record["claim"])
        elif VOID in record:
            self._apply_void()
        elif KEY in record:
            self._apply_change(record)
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
            if (
                decision is None
                or decision.ordinal != record["ordinal"]
                or (self.hashes and record["hash"] != self.ask_hash())
            ):
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

    # Chance as a decision

    def fall(self, value: int) -> None:
        """Say what falls at an open draw. Raises Refusal for a value that cannot."""
        self._check_fall(value)
        self.apply({"fall": value})

    def _apply_fall(self, value: int) -> None:
        self.segments[-1].entries.append(Entry(value, [CHANCE], {CHANCE: ENGINE}, self.live.info))
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
            and self.forfeited is None
            and seat not in self.gone
            and pending.together
            and seat in pending.given
            and pending.by[seat] in (PLAYER, BOT)
        )

    def _undo_to(self, seat: int) -> tuple[int, int] | None:
        """Return (segment, entry) of the seat's last answer if the way back is open, else None."""
        if self.forfeited is not None or seat in self.gone or (self.pending is None and not self.live.agenda):
            return None
        friendly = (BOT, CLOCK, ENGINE, LEFT) if self.undo_mode == FRIENDLY else (ENGINE, LEFT)
        pending = self.pending
        if pending is not None and any(by not in friendly for other, by in pending.by.items() if other != seat):
            return None
        for number in range(len(self.segments) - 1, -1, -1):
            segment = self.segments[number]
            for place in range(len(segment.entries) - 1, max(segment.mark_at, 0) - 1, -1):
                entry = segment.entries[place]
                if entry.info != self.live.info or entry.by.get(CHANCE):
                    return None
                if any(by not in friendly for other, by in entry.by.items() if other != seat):
                    return None
                if entry.by.get(seat) == PLAYER or (entry.by.get(seat) == BOT and self.undo_mode == STRICT):
                    return number, place
            if segment.mark is not None:
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
        del self.segments[number + 1 :]
        segment = self.segments[number]
        del segment.entries[place:]
        self.history.cut(segment.first_event)
        self._run()
        for viewer in range(self.seats + 1):
            if self.event_count(viewer) < before[viewer]:
                self.epochs[viewer] += 1

    # Leaving

    def leave(self, seat: int, bot: bool = False, removed: bool = False) -> None:
        """Let a seat leave for good: the match ends, or a bot plays on, or its decisions get their defaults.

        A seat that others have removed does not end the match where a bot plays on: they claim the victory or play.
        """
        if seat in self.gone or self.over:
            raise Closed("the seat has left or the match is over")
        self.apply({"leave": seat, **({"bot": True} if bot else {}), **({"removed": True} if removed else {})})

    def may_claim(self, seat: int) -> bool:
        """Return whether a seat may claim the victory: all rivals that can still win have left."""
        return not self.over and seat not in self.gone and self.game.may_claim(self.live, self.gone, seat)

    def claim(self, seat: int) -> None:
        """Let a seat claim the victory over those who have left. Raises Closed, or Refusal where somebody has not."""
        if seat in self.gone or self.over:
            raise Closed("the seat has left or the match is over")
        if not self.may_claim(seat):
            raise Refusal(Reason(self.game.refusal_rule(self.live), "no_claim"))
        self.apply({"claim": seat})

    def _apply_claim(self, seat: int) -> None:
        if not self.may_claim(seat):
            raise Frozen(f"record {len(self.log)}: there is no victory to claim")
        self.forfeited = self.game.forfeit(self.live, self.gone)
        self.decisions = {}

    def _apply_leave(self, seat: int, bot: bool, removed: bool) -> None:
        if self.over or seat in self.left or (bot and seat in self.gone):
            raise Frozen(f"record {len(self.log)}: the seat has left or the match is over")
        self.gone.add(seat)
        if not (bot and removed) and self.game.leave_ends(self.live, self.gone):
            self.forfeited = self.game.forfeit(self.live, self.gone)
            self.decisions = {}
            return
        if bot:
            return
        self.left.add(seat)
        self.leaving.append(seat)
        pending = self.pending
        if pending is not None and pending.prompt is not None and seat in pending.seats and seat not in pending.given:
            pending.given[seat] = self._default(pending, seat)
            pending.by[seat] = LEFT
            self.decisions.pop(seat, None)
            if len(pending.given) == len(pending.seats):
                self._go_on(pending)

    def replace(self, seat: int) -> None:
        """Let somebody else play on for a seat that has left to a bot: it can win again. Raises Closed."""
        if seat not in self.gone - self.left or self.over:
            raise Closed("no bot plays for the seat, or the match is over")
        self.apply({"replace": seat})

    def _apply_replace(self, seat: int) -> None:
        if self.over or seat not in self.gone - self.left:  # without a bot the rules have let the seat go
            raise Frozen(f"record {len(self.log)}: no bot plays for the seat, or the match is over")
        self.gone.discard(seat)

    def void(self, agreed: Sequence[int] = ()) -> None:
        """Let the people call the match off, with the seats of those who have agreed: it ends, and nobody has won."""
        if self.over:
            raise Closed("the match is over")
        self.apply({VOID: [*agreed]})

    def _apply_void(self) -> None:
        if self.over:
            raise Frozen(f"record {len(self.log)}: the match is over")
        self.forfeited = Outcome(VOID, [1] * self.seats, [], [])
        self.decisions = {}

    # Other rules

    def _apply_change(self, record: dict[str, Any]) -> None:
        """Continue from the quiet point that a change of the rules has written (`shapan.engine.rules_migration`)."""
        if record[KEY] > self.game.rules_version:
            raise Frozen("it goes on under newer rules than these")
        before = dict(self.__dict__)
        try:
            restore(self, {"log": self.log, "quiet": record["quiet"]})
        except BaseException:
            self.__dict__.update(before)
            raise
        self.changed_at = len(self.log)

    def skip_to_change(self, log: Sequence[dict[str, Any]]) -> None:
        """Stand before the last change of the rules in a log, if it has one: nobody can play what came before it."""
        place = last_change(log)
        if place >= len(self.log):
            self.log = list(log[:place])

    # What a viewer learns

    def event_count(self, viewer: int) -> int:
        """Return how many events a viewer has been told."""
        return len(self.history.told(viewer)) + sum(event.seen_by(viewer) for event in self.events)

    def events_for(self, viewer: int, after: int = 0) -> list[dict[str, Any]]:
        """Return the events told to a viewer, from number `after` on; numbered for him alone, without gaps."""
        words = self.game.words(self.live)
        return [self.game.events.phrase(event, viewer, words) for event in self.told(viewer, after)]

    def told(self, viewer: int, after: int = 0) -> list[Event]:
        """Return the events told to a viewer, from number `after` on, as they stand in the state."""
        old = self.history.told(viewer)
        now = [event for event in self.events if event.seen_by(viewer)]
        return [*old[after:], *now] if after < len(old) else now[after - len(old) :]

    def moments_for(self, viewer: int, after: int = 0) -> list[Moment | None]:
        """Return the staged moments of a viewer's events from number `after` on, one for each; None for most."""
        makers = self.game.moments
        new = self.told(viewer, after)
        if not any(event.kind in makers for event in new):
            return [None] * len(new)
        return moments_of(makers, viewer, self.told(viewer), after, self.game.words(self.live))

    def affairs_for(self, viewer: int, after: int = 0) -> list[str]:
        """Return the affair of each of a viewer's events from number `after` on, empty for none."""
        return self.game.affairs.of(self.told(viewer), after)

    def dossiers(self) -> list[Dossier]:
        """Return what all have seen of each seat, the same for every viewer; of a game without dossiers nothing."""
        game = self.game
        if not game.dossiers:
            return []
        told = public([*self.history, *self.events], self.seats)
        found = dossiers_of(game.events, game.dossiers, self.seats, told, game.words(self.live))
        game.sum_up(self.view(self.seats), found)
        return found

    def frame(self, viewer: int, after: int = 0) -> Frame:
        """Return everything a viewer (a seat, or `seats` for a spectator) may know now."""
        outcome = self.outcome
        pending = self.pending
        asked = pending is not None and pending.together and pending.prompt is not None
        return Frame(
            view=write(self.view(viewer)),
            events=self.events_for(viewer, after),
            waiting=[] if self.forfeited else self.waiting,
            answered=sorted(pending.given) if asked and pending is not None else [],
            decision=self._written_decision(viewer),
            may_undo=viewer < self.seats and self.may_undo(viewer),
            may_claim=viewer < self.seats and self.may_claim(viewer),
            outcome=None if outcome is None else outcome.write(),
            epoch=self.epochs[viewer],
        )

    def _written_decision(self, viewer: int) -> dict[str, Any] | None:
        decision = self.decisions.get(viewer)
        if decision is None or self.forfeited is not None:
            return None
        return {
            "kind": decision.prompt.key,
            "rule": decision.prompt.rule,
            "ordinal": decision.ordinal,
            "arg": decision.arg,
            "many": decision.prompt.many,
            "legal": self.legal(viewer),
        }

    # Worlds and keeping

    def sample(
        self,
        seat: int,
        seed: int | str | bytes,
        common: int | str | bytes | None = None,
    ) -> Self:
        """Return a world that the seat holds for possible: everything it cannot know is dealt again.

        Worlds with the same `common` have the same chance to come.
        """
        new = self._bare()
        deal_anew(new, self, seat, seed, common)
        return new

    def save(self) -> dict[str, Any]:
        """Return the match as plain data: seed, options, the log, and the quiet point with what came since."""
        return saved(self)

    @classmethod
    def load(
        cls,
        game: Game[S],
        data: Mapping[str, Any],
        replay: bool = False,
    ) -> Self:
        """Return a saved match, from its quiet point or, with `replay`, by playing its whole log again.

        Raises Frozen if the rules of today ask something else than what was answered.
        """
        options, seats, key = data["options"], data["seats"], bytes.fromhex(data["key"])
        start = data.get("start")
        new = cls(
            game,
            seats,
            options,
            key,
            data["undo"],
            data.get("open_chance", False),
            None if start is None else game.start(options, seats, key).load(start),
            data.get("hashes", True),
        )
        if replay or data["rules_version"] != game.rules_version or "quiet" not in data:
            new.skip_to_change(data["log"])
            for record in data["log"][len(new.log) :]:
                new.apply(record, verify=True)
            return new
        restore(new, data)
        return new
