"""Gathering: a table that waits for its people, before the match begins.

Nothing of the match is told while it waits: no frame shows the deal, no clock runs, no bot answers. It begins by itself
some seconds after the last person has said that he is ready; who takes that back stops it, and so does who goes away
before a match with a short clock.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from shapan.server.match.fairness import Fairness
from shapan.server.match.lifecycle import SLOW, Lifecycle, MatchClosed, NotYours
from shapan.server.match.seats import Seats
from shapan.server.settings import COUNTDOWN
from shapan.server.store.row import SeatRow

_DAY: Final = 24 * 3600
PACES: Final = (0, 30, 60, 120, 300, _DAY, 2 * _DAY, 3 * _DAY, 7 * _DAY, 14 * _DAY)
"""The clocks that a waiting table proposes, in seconds a decision; 0 is none."""
BANKS: Final = ((300, 5), (600, 10), (1800, 20), (3600, 30))
"""The banks that it proposes: seconds for the whole match, and those that each decision adds."""
REMOVED: Final = ":removed:"
"""Marks the id of a change that removed someone from a waiting table; a part of the session follows each mark."""
MUTED: Final = ":muted:"
"""Marks one that muted him ..."""
UNMUTED: Final = ":unmuted:"
"""... and one that let him write again."""
_PART: Final = 20


def mark_id(name: str, mark: str, session: str) -> str:
    """Return the id of the change `name` that holds for a guest, whatever seat he takes."""
    return f"{name}{mark}{session[:_PART]}"


def without_mark(name: str) -> str:
    """Return the id of a change without the part of a session."""
    for mark in (REMOVED, MUTED, UNMUTED):
        name = name.partition(mark)[0]
    return name


def _marked(changes: Collection[str], mark: str, session: str) -> int:
    return sum(change.endswith(mark_id("", mark, session)) for change in changes)


def is_barred(changes: Collection[str], session: str | None) -> bool:
    """Return whether a guest was removed from a table before it began, and so cannot sit down there again."""
    return session is not None and _marked(changes, REMOVED, session) > 0


def is_muted(changes: Collection[str], session: str) -> bool:
    """Return whether a guest may not write at a table, also when he has gone away and sits down again."""
    return _marked(changes, MUTED, session) > _marked(changes, UNMUTED, session)


class WaitingRoom:
    """Who of one match is still missing, and when it begins."""

    def __init__(self, course: Lifecycle, seats: Seats, fair: Fairness) -> None:
        self.countdown = COUNTDOWN
        self._course = course
        self._seats = seats
        self._fair = fair
        self._since: float | None = None
        """Since when nobody is missing."""

    def is_ready(self, seat: int) -> bool:
        """Return whether nobody has to wait for a seat: a bot plays, or its person is here and ready.

        Where a decision has an hour or more, people come and go: who has said it once is ready, here or not.
        At a fair table a person has also committed to a seed.
        """
        row = self._seats[seat]
        here = self._course.row.pace >= SLOW or not self._seats.is_gone(row)
        person = row.kind == "player" and row.ready and here and self._fair.has_committed(seat)
        return row.kind == "bot" or person

    def note(self) -> None:
        """See whether somebody is missing now."""
        rows = self._seats.rows
        full = all(self.is_ready(row.seat) for row in rows) and any(row.kind == "player" for row in rows)
        if not (self._course.waiting and full):
            self._since = None
        elif self._since is None:
            self._since = self._course.now()

    @property
    def due(self) -> float | None:
        """When the match begins as things stand; None while somebody is missing, and once it has begun."""
        if self._since is None or not self._course.waiting or self._course.stale:
            return None
        return self._since + self.countdown

    @property
    def is_due(self) -> bool:
        """Whether it is time to begin."""
        due = self.due
        return due is not None and due <= self._course.now()

    # What a seat becomes

    def ready_row(self, seat: int, ready: bool) -> SeatRow:
        """Return the row of a person's seat that is ready now, or not any more. Raises Shut."""
        self._check()
        self._seats.sitting(seat)
        return msgspec.structs.replace(self._seats[seat], ready=ready)

    def vacated_row(self, seat: int) -> SeatRow:
        """Return the row of a seat whose person goes away: it is open again. Raises NotYours or Shut."""
        self._check()
        if self._course.row.is_of_tournament:
            raise NotYours("the seats of a tournament's table stay those of its players")
        self._seats.sitting(seat)
        return self.empty_row(seat)

    def bot_row(self, session: str, seat: int, bot: str) -> SeatRow:
        """Return the row of a seat that the host gives to a bot, or to another one. Raises NotYours or Shut."""
        self._changeable(session, seat)
        return msgspec.structs.replace(self._seats[seat], kind="bot", bot=bot)

    def open_row(self, session: str, seat: int) -> SeatRow:
        """Return the row of a bot's seat that the host opens to people. Raises NotYours or Shut."""
        self._changeable(session, seat)
        if not self._seats.may_open(self._seats[seat]):
            raise NotYours("at this table only one person can sit: its questions show who holds what")
        return self.empty_row(seat)

    def empty_row(self, seat: int) -> SeatRow:
        """Return the row of a seat that is nobody's any more."""
        return msgspec.structs.replace(
            self._seats[seat], kind="open", name="", bot="", session=None, ready=False, back=None, sat=0, muted=False
        )

    def _changeable(self, session: str, seat: int) -> None:
        self._check()
        if not self._seats.is_host(session):
            raise NotYours("only the host of the table may do that")
        if self._seats[seat].kind not in ("open", "bot"):
            raise NotYours("somebody sits there")

    def _check(self) -> None:
        if not self._course.waiting:
            raise MatchClosed("begun")
