"""Plans of a match: what its seats answer in advance, and what has become of it.

A plan is known to its seat alone: it stands in no record, note, replay or frame of others. It answers questions that
are asked after it was made; once it has answered, or did not fit, it is kept for a while as news for its person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from shapan.engine.match import Refusal
from shapan.engine.plan import Plan, answer, is_about, planned
from shapan.server.match.lifecycle import Lifecycle
from shapan.server.match.seats import Seats
from shapan.server.match.window import Window

PLANNED: Final = "planned"
"""The note by which someone says that they have planned ahead."""
MAX_PLANS: Final = 5
"""Answers that a seat may give in advance at a time."""
MAX_NEWS: Final = 10
"""Plans of a seat that are over and still told, the latest."""


class SeatPlan(msgspec.Struct):
    """A plan of a seat."""

    key: Annotated[str, Meta(max_length=64)]
    """By which its client knows it."""
    plan: Plan
    table: str = ""
    """Only while the public table is as it was then (`table_key`); empty: always."""
    told: int = 0
    """How many events its seat had been told when it was made."""
    after: int = 0
    """The question that its seat was asked then, which it does not answer; 0: none."""
    state: Literal["open", "given", "dropped"] = "open"
    why: Literal["", "unfit", "changed", "undone"] = ""
    """Why it was dropped."""
    at: int = 0
    """When that was, in milliseconds since 1970."""


@dataclass(slots=True)
class Outcome:
    """What comes of a plan where its seat is asked: an answer, or none, and the plans of the seat since."""

    codes: list[int] | None
    plans: list[SeatPlan]


class Plans:
    """The plans of one match, by seat, in order: the first that is for a question answers it."""

    def __init__(self, course: Lifecycle, seats: Seats, window: Window) -> None:
        self.rows: dict[int, list[SeatPlan]] = {}
        self.known = planned(course.match.game)
        """The prompts that may be answered in advance, by key."""
        self.said: set[int] = set()
        """Seats that have said since their last answer that they have planned ahead."""
        self.looked: set[tuple[int, int]] = set()
        """Seat and ordinal of the open questions for which plans were looked through since something has changed."""
        self._course = course
        self._match = course.match
        self._seats = seats
        self._window = window

    def read(self, stored: Iterable[tuple[int, str]]) -> None:
        """Take plans as they are stored; those that cannot be read are left out."""
        self.rows = {}
        for seat, body in stored:
            try:
                plan = msgspec.json.decode(body, type=SeatPlan)
            except (msgspec.DecodeError, ValueError, RecursionError):
                continue
            self.rows.setdefault(seat, []).append(plan)

    def of(self, seat: int) -> list[SeatPlan]:
        """Return the plans of a seat, those that are over behind the others."""
        return self.rows.get(seat, [])

    def put(self, seat: int, plans: list[SeatPlan]) -> None:
        """Let these be the plans of a seat."""
        self.rows[seat] = plans

    def arranged(self, seat: int, wanted: Sequence[tuple[str, Plan, bool]], *, forget: bool) -> list[SeatPlan]:
        """Return the plans of a seat once these, by key and with `unless`, are those that are open, in this order.

        One that is open already and stays the same is as old as it was. What is over stays unless it is to `forget`.
        """
        old = {plan.key: plan for plan in self.of(seat) if plan.state == "open"}
        made = []
        for key, plan, unless in wanted:
            known = old.get(key)
            same = known is not None and known.plan == plan and bool(known.table) == unless
            made.append(known if same and known is not None else self._new(seat, key, plan, unless))
        return [*made, *(() if forget else (plan for plan in self.of(seat) if plan.state != "open"))]

    def _new(self, seat: int, key: str, plan: Plan, unless: bool) -> SeatPlan:
        asked = self._match.decisions.get(seat)
        return SeatPlan(
            key,
            plan,
            self.table_key() if unless else "",
            self._match.event_count(seat),
            0 if asked is None else asked.ordinal,
        )

    # What becomes of them

    def asked(self) -> list[tuple[int, int]]:
        """Return seat and ordinal of the questions that plans may answer now, whether one does or not."""
        if self._course.ended or self._course.waiting:
            return []
        return [
            (decision.seat, decision.ordinal)
            for decision in self._match.decisions.values()
            if self._seats.is_person(decision.seat)
            and self._window.is_asked(decision.seat)
            and any(plan.state == "open" and plan.after != decision.ordinal for plan in self.of(decision.seat))
        ]

    def outcome(self, seat: int, ordinal: int) -> Outcome | None:
        """Return what comes of the first plan of a seat that is for its question; None where none is."""
        decision = self._match.decisions.get(seat)
        if (seat, ordinal) not in self.asked() or decision is None:
            return None
        match, prompt, arg = self._match, decision.prompt, decision.arg
        view = match.view(seat)
        active = match.game.board(view, seat, [], None).active
        for one in self.of(seat):
            fits = one.state == "open" and one.after != ordinal
            if not fits or not is_about(match.game, view, prompt, seat, arg, active, one.plan):
                continue
            if one.table and one.table != self.table_key():
                return Outcome(None, self._over(seat, one, "dropped", "changed"))
            codes = answer(match.game, match.live, view, prompt, seat, arg, one.plan)
            if codes is not None and self._is_legal(seat, ordinal, codes):
                return Outcome(codes, self._over(seat, one, "given"))
            return Outcome(None, self._over(seat, one, "dropped", "unfit"))
        return None

    def _is_legal(self, seat: int, ordinal: int, codes: list[int]) -> bool:
        try:
            self._match.check(seat, codes, ordinal)
        except Refusal:
            return False
        return True

    def undone(self, by: int) -> dict[int, list[SeatPlan]]:
        """Return the plans that change by an undo of a seat, by whose they are.

        Those that rested on what was taken back go, and none answers what the seat itself has come back to.
        """
        changed = {}
        for seat in self.rows:
            count, plans = self._match.event_count(seat), self.of(seat)
            for one in [one for one in plans if one.state == "open" and one.told > count]:
                plans = self._over(seat, one, "dropped", "undone", plans)
            asked = self._match.decisions.get(seat)
            if seat == by and asked is not None:
                plans = [
                    msgspec.structs.replace(one, after=asked.ordinal) if one.state == "open" else one for one in plans
                ]
            if plans != self.of(seat):
                changed[seat] = plans
        return changed

    def _over(
        self,
        seat: int,
        one: SeatPlan,
        state: Literal["given", "dropped"],
        why: Literal["", "unfit", "changed", "undone"] = "",
        plans: list[SeatPlan] | None = None,
    ) -> list[SeatPlan]:
        """Return the plans of a seat once one of them is over: it stands first among the news."""
        plans = self.of(seat) if plans is None else plans
        at = round(self._course.now.wall(self._course.now()) * 1000)
        done = msgspec.structs.replace(one, state=state, why=why, at=at)
        left = [plan for plan in plans if plan is not one and plan.state == "open"]
        news = [done, *(plan for plan in plans if plan.state != "open")]
        return [*left, *news[:MAX_NEWS]]

    def table_key(self) -> str:
        """Return a digest of the public table: where its pieces are and what its numbers say, not who is asked what."""
        match = self._match
        scene = match.game.board(match.view(match.seats), match.seats, [], None)
        seen = (scene.zones, [(panel.seat, panel.facts, panel.zones) for panel in scene.panels], scene.facts)
        return sha256(msgspec.json.encode(seen)).hexdigest()[:32]


def written(plans: Iterable[SeatPlan]) -> list[bytes]:
    """Return plans as they are stored."""
    return [msgspec.json.encode(plan) for plan in plans]
