"""Answers: whether one may be given or taken back now, and which record it becomes; nothing is stored here."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.decline_memory import DeclineMemory
from shapan.engine.foresight import Foresight
from shapan.engine.ground import End, Leg, Ruler
from shapan.engine.match import FRIENDLY, Closed, Refusal
from shapan.engine.point_answers import code_at
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.scene import Phrase
from shapan.engine.segment import CLOCK, FORCED, PLAYER
from shapan.server.match.lifecycle import Lifecycle, MatchClosed
from shapan.server.match.offer import Options, check_families, following, next_picks
from shapan.server.match.order import DECIDES, Orders, answer_of
from shapan.server.match.refusal_path import PathRefusal, path_refusal
from shapan.server.match.seats import Seats
from shapan.server.match.way import Ways, row_of, ways_at, ways_to
from shapan.server.match.window import Window

LOG = logging.getLogger("shapan.server")
Record = dict[str, Any]
"""What is stored of a change: the match carries it out, or its open window keeps it."""


class Answers:
    """The answers to the decisions of one match, checked by who gives them and by the rules."""

    def __init__(self, course: Lifecycle, seats: Seats, window: Window, orders: Orders) -> None:
        self.withdrawn: set[tuple[int, int]] = set()
        """Seat and ordinal of the decisions that were taken back."""
        self._course = course
        self._match = course.match
        self._seats = seats
        self._window = window
        self._orders = orders
        self._declined = DeclineMemory(course.match.game)
        self._foreseen: dict[int, tuple[tuple[int, int, int, bool], Foresight[Any]]] = {}

    # Who is asked

    def asked(self, seat: int, ordinal: int) -> Prompt[Any]:
        """Return the prompt of a seat's open decision. Raises Shut if it is not open (any more)."""
        self._course.going()
        decision = self._match.decisions.get(seat)
        if decision is None or decision.ordinal != ordinal or self._window.is_sealed(seat):
            raise MatchClosed("withdrawn" if (seat, ordinal) in self.withdrawn else "closed")
        return decision.prompt

    def asked_of_person(self, seat: int, ordinal: int) -> Prompt[Any]:
        """Return the prompt of an open decision that the person of a seat is to take. Raises Shut."""
        self._seats.sitting(seat)
        return self.asked(seat, ordinal)

    def asked_of_bots(self) -> list[tuple[int, int, str]]:
        """Return (seat, ordinal, bot) of the decisions that bots have to take."""
        if self._course.ended:
            return []
        bots = self._seats.bots
        decisions = self._match.decisions.values()
        return [
            (d.seat, d.ordinal, bots[d.seat]) for d in decisions if d.seat in bots and self._window.is_asked(d.seat)
        ]

    def waits_for_person(self, seat: int) -> bool:
        """Tell whether a person has to answer for a seat."""
        return self._seats.is_person(seat) and self._window.is_asked(seat)

    def is_forced(self, seat: int) -> bool:
        """Tell whether the person of a seat, who plays alone, can only pass, in a window or where a game always asks.

        Not while somebody looks on: he would see by the time, or by what an undo goes past, what the hand holds.
        """
        decision = self._match.decisions.get(seat)
        if decision is None or not self._is_unseen(seat):
            return False
        prompt, arg, live = decision.prompt, decision.arg, self._match.live
        if prompt.reaction:
            return prompt.only_answer(live, seat, arg) == [DONE]
        if prompt.has_tested():  # a list of candidates does not say that there are no others
            return False
        return list(prompt.offers(live, seat, arg, ()) if prompt.many else prompt.legal(live, seat, arg)) == [DONE]

    def why_idle(self, seat: int) -> Phrase | None:
        """Return why a client may decline by itself for the person of a seat, who plays alone; None where it may not.

        He has ordered it, or nothing that he could answer would bring him anything, by what he sees. Not while
        somebody looks on, as in `is_forced`, and not where a coach tells what to answer.
        """
        if self._course.row.guide:
            return None
        game = self._match.game
        if (asked := self._optional(seat)) is None:
            plain = self._question(seat)
            return None if plain is None or game.idle_answer(*plain) is None else game.why_idle(*plain)
        if (order := self._order(seat)) == "pass":
            return Phrase("ui.window_ordered")
        if order == DECIDES and not game.decides(*asked):
            return Phrase("ui.window_undecided")
        if order == "ask":
            return None
        if self._declined.holds(*asked):
            return Phrase("ui.window_declined")
        return game.why_idle(*asked)

    def _optional(self, seat: int) -> tuple[Any, Prompt[Any], int, int, Sequence[int]] | None:
        """Return view, prompt, seat, arg and answers of a question that a seat may decline and need not, unseen."""
        asked = self._question(seat)
        return asked if asked is not None and DONE in asked[-1] and len(asked[-1]) > 1 else None

    def _question(self, seat: int) -> tuple[Any, Prompt[Any], int, int, Sequence[int]] | None:
        """Return view, prompt, seat, arg and answers of the question that a seat is asked, unseen."""
        decision = self._match.decisions.get(seat)
        if decision is None or not self._is_unseen(seat):
            return None
        prompt, arg, live = decision.prompt, decision.arg, self._match.live
        legal = prompt.offers(live, seat, arg, ()) if prompt.many else prompt.legal(live, seat, arg)
        return self._match.view(seat), prompt, seat, arg, legal

    def _instead(self, seat: int, codes: list[int]) -> list[int]:
        """Return the answer that stands for declining where a question cannot be declined (`Game.idle_answer`)."""
        asked = self._question(seat) if self._optional(seat) is None else None
        found = None if asked is None else self._match.game.idle_answer(*asked)
        return codes if found is None else found

    def is_ordered(self, seat: int) -> bool:
        """Tell whether it is by an order of the seat's, if a client may decline for it (`why_idle`)."""
        return seat in self._match.decisions and self._order(seat) in ("pass", DECIDES)

    def _order(self, seat: int) -> str:
        prompt = self._match.decisions[seat].prompt
        return answer_of(self._orders.standing(seat), prompt.key) if prompt.reaction else ""

    def _is_unseen(self, seat: int) -> bool:
        """Tell whether nobody could learn anything by the answer of a seat, or by when it comes, but who sits there."""
        if self._course.waiting or self._seats.is_watched or self._window.held is not None:
            return False
        return self._seats.is_alone(seat)

    def foresight(self, seat: int) -> Foresight[Any] | None:
        """Return what tells whether the answers of a seat can be undone, None where it is asked nothing."""
        decision = self._match.decisions.get(seat)
        if decision is None:
            return None
        key = seat, decision.ordinal, len(self._match.log), self._seats.is_alone(seat)
        was, foresight = self._foreseen.get(seat, (None, None))
        if foresight is None or was != key:
            alone = key[-1] and self._match.undo_mode == FRIENDLY
            foresight = Foresight(self._match, seat, alone=alone, trouble=self._note_trouble)
            self._foreseen[seat] = key, foresight
        return foresight

    def _note_trouble(self, error: Exception) -> None:
        """Take note that a rule fails where it is looked ahead, which hurts nobody yet."""
        LOG.error("a look ahead in match %s failed", self._course.row.id, exc_info=error)

    # What is answered

    def answered(self, seat: int, ordinal: int, codes: list[int], by: str) -> Record:
        """Return the record of an answer by a person or a bot. Raises Refusal, or Shut with the reason.

        What a person's client has declined by itself (`FORCED`) is held for his own answer where it may not do so.
        """
        if by in (PLAYER, FORCED):
            self._seats.sitting(seat)
            declines = codes in ([], [DONE])
            idle = declines and by == FORCED and self.why_idle(seat) is not None
            asked = self._optional(seat) if declines and not idle else None
            if idle:
                codes = self._instead(seat, codes)
            record = self.checked(seat, ordinal, codes, FORCED if idle or self.is_forced(seat) else PLAYER)
            if asked is not None:
                self._declined.note(*asked)
            return record
        if self._seats.is_person(seat):  # he has sat down again while the bot was waiting for its turn here
            raise MatchClosed("closed")
        return self.checked(seat, ordinal, codes, by)

    def checked(self, seat: int, ordinal: int, codes: list[int], by: str = PLAYER) -> Record:
        """Return the record of an answer. Raises Refusal, or Shut with the reason."""
        prompt = self.asked(seat, ordinal)
        with _judged(prompt, codes):
            check_families(prompt, codes)
            try:
                return self._match.check(seat, codes, ordinal, by)
            except Closed:
                raise MatchClosed("closed") from None

    def default(self, seat: int, ordinal: int) -> Record:
        """Return the record by which the clock answers for a person. Raises Shut."""
        self.asked(seat, ordinal)
        if not self._seats.is_person(seat):
            raise MatchClosed("closed")
        return self._match.check(seat, self._match.default(seat), ordinal, CLOCK)

    def next_picks(self, seat: int, ordinal: int, picked: list[int]) -> Options:
        """Return what a person may pick next; of a single answer, whether it can be undone. Raises Refusal or Shut."""
        prompt = self.asked_of_person(seat, ordinal)
        check_families(prompt, picked)
        foresight = self.foresight(seat)
        with _judged(prompt, picked):
            if not prompt.many:
                codes = self._match.checked(seat, picked)
                return Options([], True, done_binds="" if foresight is None else foresight.binds(codes))
            return next_picks(self._match, seat, picked, foresight)

    def ways(self, seat: int, ordinal: int, place: str, at: Sequence[int] = ()) -> Ways:
        """Return what a person can do to a place, or at a point of the ground. Raises Shut."""
        prompt = self.asked_of_person(seat, ordinal)
        rows = ways_at(self._match, seat, at) if at else ways_to(self._match, seat, place)
        return Ways([row_of(self._match, seat, prompt, row) for row in rows])

    def code_at(self, seat: int, ordinal: int, picked: list[int], at: Sequence[int], word: str = "") -> int:
        """Return the code of a point of the ground behind some picks. Raises Refusal where none is asked, or Shut."""
        prompt, arg = self.asked_of_person(seat, ordinal), self._match.decisions[seat].arg
        check_families(prompt, picked)
        with _judged(prompt, picked):
            code = code_at(prompt, self._match.live, seat, arg, picked, at, word)
        if code is None:
            raise _impossible(prompt)
        return code

    def leg(self, seat: int, picked: Sequence[int], code: int) -> Leg | None:
        """Return what a point costs and is worth that a seat may choose behind some picks, by what it sees."""
        decision = self._match.decisions[seat]
        return self._match.game.leg(self._match.view(seat), decision.prompt, seat, decision.arg, picked, code)

    def measure(self, seat: int, one: End, other: End) -> Ruler | None:
        """Return what a seat that lays a ruler on the table is told, by what it sees."""
        return self._match.game.measure(self._match.view(seat), seat, one, other)

    def why_not(self, seat: int, ordinal: int, code: int, picked: Sequence[int] = ()) -> PathRefusal:
        """Return why a code is not possible behind some picks, the key empty if it is; `DONE` is to stop there.

        Raises Shut, or Refusal for what is no code.
        """
        prompt, arg = self.asked_of_person(seat, ordinal), self._match.decisions[seat].arg
        codes = [*picked] if prompt.many and code == DONE else [*picked, code]
        check_families(prompt, codes)
        try:
            with _judged(prompt, codes):
                if prompt.many:
                    if not following(self._match, seat, codes)[1] and code == DONE:
                        raise Refusal(prompt.why_not_many(self._match.live, seat, arg, codes))
                elif not prompt.allows(self._match.live, seat, arg, codes):
                    raise Refusal(prompt.reason(self._match.live, seat, arg, code))
        except PathRefusal as refusal:
            return refusal
        return PathRefusal(Reason(prompt.rule, ""), [])

    # What is taken back

    def may_undo(self, seat: int) -> bool:
        """Tell whether a seat may take its last answer back."""
        held = self._window.held
        if held is not None and seat in held.sealed:
            return held.sealed[seat].by == PLAYER
        return self._match.may_undo(seat)

    def taken_back(self, seat: int) -> Record:
        """Return the record by which a seat takes its last answer back. Raises Refusal, or Shut with the reason."""
        self._course.going()
        self._seats.sitting(seat)
        if self._window.is_sealed(seat) and self.may_undo(seat):
            return {"unseal": seat}
        if self._match.may_retract(seat):
            return {"retract": seat}
        if self._match.may_undo(seat):
            return {"undo": seat}
        raise Refusal(Reason(self._match.game.refusal_rule(self._match.live), "no_undo"))

    def ordinals(self) -> dict[int, int]:
        """Return the ordinals of the open decisions by seat."""
        return {decision.seat: decision.ordinal for decision in self._match.decisions.values()}

    def withdraw(self, before: dict[int, int]) -> None:
        """Take note of an undo: of the decisions that were open before, those that are not any more are withdrawn."""
        after = self.ordinals()
        self._declined.forget()
        self.withdrawn |= {item for item in before.items() if after.get(item[0]) != item[1]}


@contextmanager
def _judged(prompt: Prompt[Any], codes: Sequence[int]) -> Iterator[None]:
    """Say of a refusal what of the answer it blames; refuse codes over which the rules stumble: no state has them."""
    try:
        yield
    except Refusal as refusal:
        raise path_refusal(prompt, codes, refusal.reason) from None
    except (LookupError, ValueError):
        raise _impossible(prompt) from None


def _impossible(prompt: Prompt[Any]) -> PathRefusal:
    return PathRefusal(Reason(prompt.rule, "not_possible"), [])
