"""A situation: where a match stands, whoever drives it. The state, the open question, who is asked for what.

`Match` keeps records of the way here; `shapan.engine.stepper` is the lean one, without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Generic

from shapan.engine.decision import Decision, Refusal
from shapan.engine.game import VOID, Game, Outcome
from shapan.engine.prompt import Reason, S
from shapan.engine.segment import Pending


class Situation(Generic[S]):
    """A state at an open question, or at the end of the match."""

    game: Game[S]
    seats: int
    key: bytes
    live: S
    """The state as it is now."""
    pending: Pending[S] | None
    """The open question; None when the match is over."""
    decisions: dict[int, Decision[S]]
    """What each seat that is asked has to decide."""
    log: list[Any]
    """What has been done so far, in order."""
    forfeited: Outcome | None = None
    """How a match ended that somebody has left."""
    gone: AbstractSet[int] = frozenset()
    """The seats whose people have left for good, whoever plays them since."""

    @property
    def waiting(self) -> list[int]:
        """The seats whose answers are awaited, lowest first; `CHANCE` for an open draw."""
        pending = self.pending
        return [] if pending is None else sorted(seat for seat in pending.seats if seat not in pending.given)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        outcome = self.forfeited or self.game.outcome(self.live)
        return (
            outcome
            if outcome is None or not self.gone or outcome.result == VOID
            else self.game.without_left(outcome, self.gone)
        )

    @property
    def over(self) -> bool:
        """Whether nothing more is to be decided."""
        return self.forfeited is not None or self.pending is None

    def legal(self, seat: int, picked: Sequence[int] = (), people: bool = False) -> list[int]:
        """Return the codes a seat may choose now: actions, or next picks after `picked` (`DONE` may be among them).

        `people` are offered picks that bots do not look at, too.
        """
        decision = self._decision(seat)
        if decision.prompt.many:
            return list(decision.prompt.offers(self.live, seat, decision.arg, picked, people))
        if decision.prompt.has_tested():
            return list(decision.prompt.candidates(self.live, seat, decision.arg, 64))
        return list(decision.prompt.legal(self.live, seat, decision.arg))

    def checked(self, seat: int, codes: Sequence[int]) -> list[int]:
        """Return an answer as it is to be given. Raises Refusal with rule and reason; changes nothing."""
        decision = self._decision(seat)
        codes = list(codes)
        prompt, arg = decision.prompt, decision.arg
        if prompt.allows(self.live, seat, arg, codes):
            return prompt.arranged(codes) if prompt.many else codes
        if prompt.are_codes(codes):
            if prompt.many:
                raise Refusal(prompt.why_not_many(self.live, seat, arg, codes))
            if len(codes) == 1:
                raise Refusal(prompt.reason(self.live, seat, arg, codes[0]))
        raise Refusal(Reason(prompt.rule, "not_possible"))

    def default(self, seat: int) -> list[int]:
        """Return the answer that the clock gives for a seat."""
        decision = self._decision(seat)
        pending = self.pending
        assert pending is not None
        return self._default(pending, decision.seat)

    def _default(self, pending: Pending[S], seat: int) -> list[int]:
        prompt = pending.prompt
        assert prompt is not None
        if pending.many:
            return prompt.default_many(self.live, seat, pending.arg)
        return [prompt.default(self.live, seat, pending.arg)]

    def _decision(self, seat: int) -> Decision[S]:
        decision = self.decisions.get(seat)
        if decision is None or self.forfeited is not None:
            raise Refusal(Reason(self.game.refusal_rule(self.live), "not_asked"))
        return decision

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the values that can fall at an open draw, with their probabilities."""
        pool = self.pending.pool if self.pending is not None and self.pending.prompt is None else []
        return [(value, pool.count(value) / len(pool)) for value in sorted(set(pool))]

    def _check_fall(self, value: int) -> None:
        pending = self.pending
        if pending is None or pending.prompt is not None or value not in pending.pool:
            raise Refusal(Reason(self.game.refusal_rule(self.live), "cannot_fall"))

    def view(self, viewer: int) -> Any:
        """Return the game's view for a viewer, with what he may know of answers to an incomplete question."""
        view = self.game.view(self.live, viewer)
        pending = self.pending
        if pending is not None and pending.given and pending.prompt is not None and pending.together:
            known = {seat: codes if seat == viewer else None for seat, codes in pending.given.items()}
            self.game.show_answers(view, pending.prompt, known)
        return view
