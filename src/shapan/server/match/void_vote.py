"""Voiding: the people of a match who are left over agree to call it off.

It takes that half of them or more have gone: they have left for good, were removed, or a bot plays for them. Where the
match counts, for ratings or in a tournament, two of them at least have to be left: no one decides alone [ruling]. One
of those proposes it, and all of them have to agree while the proposal stands; who says nothing has not agreed. A
proposal is kept in memory, like a vote, and lapses with a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.game import VOID
from shapan.server.match.lifecycle import Lifecycle, MatchClosed, NotYours
from shapan.server.match.message import VoidInfo
from shapan.server.match.note import Note, Notes
from shapan.server.match.seats import Seats
from shapan.server.settings import PATIENCE

_CHANGE: Final = "void:"
"""Begins the name of the change that ends a match so. A colon: no client can have used it."""


class VoidVote:
    """Whether one match may be called off, and what was proposed and agreed about it."""

    def __init__(self, course: Lifecycle, seats: Seats, notes: Notes) -> None:
        self.patience = PATIENCE
        self._course = course
        self._seats = seats
        self._notes = notes
        self._since: float | None = None
        self._by = -1
        self._yes: set[str] = set()

    @property
    def left(self) -> list[str]:
        """Who still plays, each person once; nobody unless half of the people or more have gone."""
        all_ = dict.fromkeys(row.session for row in self._seats if row.session is not None)
        stay = dict.fromkeys(row.session or "" for row in self._seats if self._seats.is_person(row.seat))
        if self._course.waiting or self._course.ended or "" in stay:
            return []
        gone, row = len(all_) - len(stay), self._course.row
        least = 2 if row.rated == "on" or row.is_of_tournament else 1
        return list(stay) if gone and 2 * gone >= len(all_) and len(stay) >= least else []

    @property
    def length(self) -> float:
        """Seconds for which a proposal stands: what a decision has, but not too little to be seen."""
        return max(self.patience, self._course.row.pace)

    @property
    def due(self) -> float | None:
        """When the open proposal lapses; None without one."""
        if self._since is None or not self.left or self._since + self.length <= self._course.now():
            return None
        return self._since + self.length

    def agree(self, session: str | None) -> bool:
        """Count the consent of a person, who proposes it if nobody has; tell whether all agree. Raises NotYours."""
        left = self.left
        if session is None or session not in left:
            raise NotYours("a match is called off by those who still play, once half of its people have gone")
        if self.due is None:
            self._since, self._by, self._yes = self._course.now(), min(self._seats.stays_of(session)), set()
        self._yes.add(session)
        return self._yes.issuperset(left)

    def refuse(self, session: str | None) -> None:
        """Let a person refuse: there is no proposal any more. Raises NotYours."""
        if session is None or session not in self.left:
            raise NotYours("only who still plays is asked")
        self.lapse()

    def lapse(self) -> None:
        """Let there be no proposal any more: somebody has come, and the others agreed to it without them."""
        self._since = None

    def record(self) -> dict[str, list[int]]:
        """Return the record that ends the match, with the seats of all who agree. Raises Shut."""
        self._course.going()
        if self.due is None or not self._yes.issuperset(self.left):
            raise MatchClosed("closed")
        return {VOID: self._given()}

    def note(self) -> Note:
        """Return what is told of it."""
        return self._notes.new(VOID, self._by)

    def info(self, session: str | None) -> VoidInfo | None:
        """Return what a guest is told: whether it can be proposed, or how a proposal stands; None for neither."""
        left, due = self.left, self.due
        if not left:
            return None
        asked = session in left and (due is None or session not in self._yes)
        if due is None:
            return VoidInfo(asked) if asked else None
        rest = max(0, round((due - self._course.now()) * 1000))
        return VoidInfo(asked, self._by, self._given(), len(left), rest)

    @property
    def mood(self) -> tuple[object, ...]:
        """What of this changes without a record."""
        return self.due, sorted(self._yes), self.left

    def _given(self) -> list[int]:
        stays: Sequence[Sequence[int]] = [
            self._seats.stays_of(session) for session in self.left if session in self._yes
        ]
        return sorted(seat for seats in stays for seat in seats)


def change_name(name: str) -> str:
    """Return the name under which a match is called off by a request with an id."""
    return f"{_CHANGE}{name}"
