"""Reaction windows at a table of several people: nobody learns from them who could react.

A window that several people can see is held: what is answered is sealed, stored but not yet part of the match, so
that no frame of others changes by it. All answers go into the match at once, no earlier than a fixed time after the
window opened. Bots that are not ready then pass; people are waited for. A standing order ("pass here") answers for
its seat at that moment and not before.

See docs/design/windows.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from shapan.engine.actions import DONE
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt
from shapan.engine.segment import BOT, PLAYER, Pending
from shapan.server.match.lifecycle import Lifecycle
from shapan.server.match.order import Orders, answer_of
from shapan.server.match.seats import Seats
from shapan.server.store.row import Sealed


@dataclass(slots=True)
class HeldWindow:
    """A window that is held: its question, when it opened, the answers so far."""

    pending: Pending[Any]
    opened: float
    sealed: dict[int, Sealed] = field(default_factory=dict)

    @property
    def prompt(self) -> Prompt[Any]:
        """What is asked."""
        assert self.pending.prompt is not None
        return self.pending.prompt


def windows_of(game: Game[Any]) -> list[Prompt[Any]]:
    """Return the prompts of a game that are reaction windows."""
    return [prompt for prompt in game.prompts if prompt.reaction]


def reacts(match: Match[Any]) -> bool:
    """Return whether a reaction is asked in a match now."""
    return match.pending is not None and match.pending.prompt is not None and match.pending.prompt.reaction


class Window:
    """The reaction window of one match that is held now, if any.

    What is sealed in it always fits the decisions that are open: an answer to another question counts no more.
    """

    def __init__(self, course: Lifecycle, seats: Seats, orders: Orders) -> None:
        self.held: HeldWindow | None = None
        self._course = course
        self._match = course.match
        self._seats = seats
        self._orders = orders

    def note(self, sealed: Iterable[Sealed] = ()) -> None:
        """See whether a window is to be held now, with answers that were sealed before a restart."""
        pending = self._match.pending
        if (
            self._match.over
            or self._course.waiting
            or self._course.frozen
            or pending is None
            or pending.prompt is None
            or not pending.prompt.reaction
        ):
            self.held = None
            return
        fitting = {kept.seat: kept for kept in sealed if self._fits(kept)}
        if self.held is None or self.held.pending is not pending:
            self.held = HeldWindow(pending, self._course.now()) if self._seats.shared or fitting else None
        if self.held is not None:
            known = {**self.held.sealed, **fitting}
            self.held.sealed = {seat: kept for seat, kept in known.items() if self._fits(kept)}

    def reseal(self, seat: int, sealed: Iterable[Sealed]) -> None:
        """Take note of what is sealed since a seat has answered, or taken its answer back."""
        if self.held is not None:
            self.held.sealed.pop(seat, None)
            self.note(sealed)

    def _fits(self, kept: Sealed) -> bool:
        decision = self._match.decisions.get(kept.seat)
        return (
            decision is not None
            and decision.ordinal == kept.ordinal
            and decision.prompt.allows(self._match.live, kept.seat, decision.arg, kept.codes)
        )

    @property
    def moment(self) -> float:
        """The earliest time at which the open window may close; without one the beginning of time."""
        return 0.0 if self.held is None else self.held.opened + self._course.row.window / 1000

    @property
    def due(self) -> float | None:
        """When the open window closes as things stand; None without one, or while people are waited for."""
        if self.held is None or self._course.stale or self._course.frozen:
            return None
        bots = self._seats.bots
        return None if any(self.is_asked(seat) and seat not in bots for seat in self._match.decisions) else self.moment

    def is_sealed(self, seat: int) -> bool:
        """Tell whether a seat has given its answer to the window that is open."""
        return self.held is not None and seat in self.held.sealed

    def is_ordered(self, seat: int) -> bool:
        """Tell whether a standing order answers the open window for a seat."""
        if self.held is None or seat not in self._match.decisions or not self._seats.is_person(seat):
            return False
        return answer_of(self._orders.standing(seat), self.held.prompt.key) == "pass"

    def is_asked(self, seat: int) -> bool:
        """Tell whether a seat has something to answer now, by itself."""
        if self._course.waiting:
            return False
        return seat in self._match.decisions and not self.is_sealed(seat) and not self.is_ordered(seat)

    def own(self, seat: int) -> Literal["", "answered", "order"]:
        """Return how a seat answers the held window: it has, a standing order will, or (empty) not yet."""
        if seat not in self._match.decisions or self.is_asked(seat):
            return ""
        return "answered" if self.is_sealed(seat) else "order"

    def records(self) -> list[dict[str, Any]]:
        """Return the records of all answers to the open window, in the order in which its seats are asked."""
        window = self.held
        assert window is not None
        records = []
        for seat in window.pending.seats:
            decision = self._match.decisions.get(seat)
            if decision is None:  # the engine has answered, as everybody knows
                continue
            kept = window.sealed.get(seat)
            if kept is None:
                prompt = decision.prompt
                passing = not prompt.many and prompt.test(self._match.live, seat, decision.arg, DONE)
                codes = [DONE] if passing else self._match.default(seat)
                kept = Sealed(seat, decision.ordinal, codes, PLAYER if self._seats.is_person(seat) else BOT)
            by = BOT if seat in self._match.gone else kept.by  # who has left since gave it while it was his to give
            record = self._match.check(seat, kept.codes, kept.ordinal, by)
            records.append({**record, "by": kept.by})
        return records
