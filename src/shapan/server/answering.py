"""Answering: whether an answer may be given or taken back now, and which record it becomes; nothing is stored here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shapan.engine.match import Closed, Match, Refusal
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.stretch import FORCED, PLAYER
from shapan.server.codes import check_families
from shapan.server.rows import MatchRow, SeatRow
from shapan.server.seating import Shut
from shapan.server.windows import Windowing

Record = dict[str, Any]
"""What is stored of a change: the match carries it out, or its open window keeps it."""


class Answering(Windowing):
    """The answers to the decisions of one match, checked by who gives them and by the rules."""

    def __init__(self, row: MatchRow, seats: list[SeatRow], match: Match[Any], now: Callable[[], float]) -> None:
        super().__init__(row, seats, match, now)
        self.withdrawn: set[tuple[int, int]] = set()
        """Seat and ordinal of the decisions that were taken back."""

    def answered(self, seat: int, ordinal: int, codes: list[int], by: str) -> Record:
        """Return the record of an answer by a person or a bot. Raises Refusal, or Shut with the reason."""
        if by == PLAYER:
            self.sitting(seat)
            return self.checked(seat, ordinal, codes, FORCED if self.is_forced(seat) else by)
        if self.is_person(seat):  # he has sat down again while the bot was waiting for its turn here
            raise Shut("closed")
        return self.checked(seat, ordinal, codes, by)

    def taken_back(self, seat: int) -> Record:
        """Return the record by which a seat takes its last answer back. Raises Refusal, or Shut with the reason."""
        self.going()
        self.sitting(seat)
        if self.is_sealed(seat) and self.may_undo(seat):
            return {"unseal": seat}
        if self.match.may_retract(seat):
            return {"retract": seat}
        if self.match.may_undo(seat):
            return {"undo": seat}
        raise Refusal(Reason(self.match.game.refusal_rule(self.match.live), "no_undo"))

    def checked(self, seat: int, ordinal: int, codes: list[int], by: str = PLAYER) -> Record:
        """Return the record of an answer. Raises Refusal, or Shut with the reason."""
        prompt = self.asked(seat, ordinal)
        try:
            check_families(prompt, codes)
            return self.match.check(seat, codes, ordinal, by)
        except Closed:
            raise Shut("closed") from None
        except (LookupError, ValueError):  # a parameter that exists in no state of this match
            raise Refusal(Reason(prompt.rule, "not_possible")) from None

    def asked(self, seat: int, ordinal: int) -> Prompt[Any]:
        """Return the prompt of a seat's open decision. Raises Shut if it is not open (any more)."""
        self.going()
        decision = self.match.decisions.get(seat)
        if decision is None or decision.ordinal != ordinal or self.is_sealed(seat):
            raise Shut("withdrawn" if (seat, ordinal) in self.withdrawn else "closed")
        return decision.prompt

    def going(self) -> None:
        """Raise Shut unless the match goes on."""
        if self.frozen:
            raise Shut("frozen")
        if self.match.over:
            raise Shut("over")
