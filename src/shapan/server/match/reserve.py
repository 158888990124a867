"""Reserves: people who wait to take over a seat of one match, which seats are free for them, and who had one before.

Until they accept they are told what any spectator is. With the seat they get what it sees and may do; nothing of what
only the person before may know: notes to oneself, plans and standing orders stay behind.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from shapan.engine.options import telling
from shapan.server.match.clock import MAX_MISSED, Clock
from shapan.server.match.lifecycle import Lifecycle, MatchClosed, MatchFull, NotYours
from shapan.server.match.message import ReserveInfo, ReservesInfo
from shapan.server.match.seats import Seats, name_at
from shapan.server.settings import PATIENCE
from shapan.server.store.row import Former, Reserve, SeatRow

MAX_RESERVES: Final = 6
"""Reserves of one table."""
_MAX_ROWS: Final = 4 * MAX_RESERVES
"""The same, those who are hidden included."""
_DAY: Final = 24 * 3600


class Reserves:
    """The reserves of one match, in line, and who had a seat of it before."""

    def __init__(self, course: Lifecycle, seats: Seats) -> None:
        self.rows: list[Reserve] = []
        self.formers: list[Former] = []
        self._course = course
        self._seats = seats

    @property
    def allowed(self) -> bool:
        """Whether the table has reserves: its host allows it, and nobody would learn what only one person may know."""
        row = self._course.row
        fits = row.reserves and not row.is_of_tournament and not row.guide
        return fits and not telling(self._course.match.game.options, row.options)

    @property
    def is_on(self) -> bool:
        """Whether somebody may wait, and be asked, now."""
        return self.allowed and not self._course.ended and not self._course.over

    def of(self, session: str | None) -> Reserve | None:
        """Return what a guest is as a reserve, None if they are none."""
        return next((row for row in self.rows if row.person == session), None)

    def is_former(self, session: str | None) -> bool:
        """Tell whether a guest had a seat here before: they know what only it may."""
        return any(former.person == session for former in self.formers)

    def _knows(self, session: str | None) -> bool:
        """Tell whether a guest has a seat here, or had one: they may have no other."""
        return bool(self._seats.seats_of(session)) or self.is_former(session)

    def term(self, clock: Clock) -> int:
        """Return for how many seconds a reserve is asked: a day, or as long as a decision has where that is less."""
        row = self._course.row
        return min(_DAY, max(row.pace, row.bank, round(PATIENCE))) if clock.runs or row.timed else _DAY

    # Seats

    def is_free(self, seat: int, clock: Clock) -> bool:
        """Tell whether a seat is to be taken over: nobody has it, or its person has left, is late, or offers it."""
        row = self._seats[seat]
        if seat in self._course.match.left:  # no bot has played it, and the rules have let it go
            return False
        if row.kind == "open" or (not self._course.waiting and self._seats.has_left(seat)):
            return True
        if row.session is None or self._course.waiting:
            return False
        late = row.kind == "bot" and seat in self._seats.late
        default = row.kind == "player" and self._course.row.late == "default"
        return row.offered or late or (default and clock.missed.get(seat, 0) >= MAX_MISSED)

    def free(self, clock: Clock) -> list[int]:
        """Return the seats that are to be taken over."""
        return [row.seat for row in self._seats if self.is_free(row.seat, clock)]

    def offered_row(self, session: str | None, seat: int, offered: bool) -> SeatRow:
        """Return the row of a seat whose person offers it to the reserves, or keeps it. Raises NotYours or Shut."""
        self._course.going()
        row = self._seats[seat]
        if session is None or row.session != session:
            raise NotYours("this is not your seat")
        if self._seats.has_left(seat):
            raise MatchClosed("closed")
        if offered and not self.allowed:
            raise NotYours("this table has no reserves")
        return msgspec.structs.replace(row, offered=offered)

    # Who waits

    def check(self, session: str) -> None:
        """Raise NotYours or Shut if a guest cannot be a reserve here."""
        if not self.allowed:
            raise NotYours("this table has no reserves")
        if not self.is_on:
            raise MatchClosed("over")
        if self._knows(session):
            raise NotYours("who has or had a seat at a table cannot be its reserve")

    def joined(self, new: Reserve) -> list[Reserve]:
        """Return the reserves with one more at the end. Raises NotYours, Shut or Full."""
        self.check(new.person)
        if self.of(new.person) is not None:
            return self.rows
        seen = sum(not row.hidden for row in self.rows)
        if seen >= MAX_RESERVES or len(self.rows) >= _MAX_ROWS:  # the same for who is hidden, or it would tell them
            raise MatchFull("too_many_reserves")
        number = max((row.number for row in self.rows), default=0) + 1
        return [*self.rows, msgspec.structs.replace(new, number=number)]

    def without(self, session: str) -> list[Reserve]:
        """Return the reserves without a guest."""
        return [row for row in self.rows if row.person != session]

    def settled(self, now: float, clock: Clock, hidden: Collection[str]) -> list[Reserve]:
        """Return the reserves as they are to be now: for each free seat the first who can is asked.

        Who has let the time pass is none any more, and nobody is asked for a seat that is free no more. Who is
        `hidden` is not asked.
        """
        if self._course.over:
            return []
        if not self.is_on:
            return [_waiting(row) for row in self.rows]
        free, rows = self.free(clock), []
        for row in self.rows:
            if self._knows(row.person) or (row.until is not None and row.until <= now):
                continue
            kept = msgspec.structs.replace(row, hidden=row.person in hidden)
            if row.seat not in free or kept.hidden:
                kept = _waiting(kept)
            rows.append(kept)
        open_ = [seat for seat in free if all(row.seat != seat for row in rows)]
        at, until = int(now), int(now) + self.term(clock)
        for place, row in enumerate(rows):
            if open_ and row.seat is None and not row.hidden:
                rows[place] = msgspec.structs.replace(row, seat=open_.pop(0), asked=at, until=until)
        return rows

    def wants(self, now: float, clock: Clock) -> bool:
        """Tell whether the reserves are not as they are to be."""
        return (
            bool(self.rows) and self.settled(now, clock, {row.person for row in self.rows if row.hidden}) != self.rows
        )

    # Taking over

    def asked(self, session: str, now: float, clock: Clock) -> Reserve:
        """Return what a reserve is asked. Raises Shut if they are not, or not any more."""
        row = self.of(session)
        if row is None or row.seat is None or row.hidden or self._knows(session):
            raise MatchClosed("closed")
        if not self.is_on or (row.until or 0) <= now or not self.is_free(row.seat, clock):
            raise MatchClosed("closed")
        return row

    def taken_row(self, reserve: Reserve, *, muted: bool) -> SeatRow:
        """Return the row of the seat that a reserve takes over: of its person before nothing stays in it."""
        assert reserve.seat is not None
        old = self._seats[reserve.seat]
        return SeatRow(
            old.seat,
            "player",
            name_at(old.seat, "" if muted else reserve.name, self._seats.rows),
            session=reserve.person,
            token_hash=old.token_hash,
            sat=max(row.sat for row in self._seats) + 1,
            muted=muted,
        )

    def former(self, old: SeatRow, now: float, *, moved: bool = False) -> Former | None:
        """Return what is noted of who had a seat, None for nobody or somebody of whom it is known."""
        if old.session is None or (moved and self.is_former(old.session)):
            return None
        number = max((one.number for one in self.formers), default=0) + 1
        return Former(number, old.seat, old.session, old.name, moved, int(now))

    # What is told

    def shown(self, own: Reserve | None) -> list[Reserve]:
        """Return the reserves whom a guest is told of, who may be one of them; no more than there can be."""
        return [one for one in self.rows if not one.hidden or one is own][:MAX_RESERVES]

    def info(self, session: str | None, link: str) -> ReservesInfo | None:
        """Return what a guest is told of the reserves, with the host's link to it; None where there are none."""
        if not self.allowed:
            return None
        own = self.of(session)
        row = self._course.row
        return ReservesInfo(
            [ReserveInfo(one.name, one.seat) for one in self.shown(own)],
            [seat.seat for seat in self._seats if seat.offered and not self._seats.has_left(seat.seat)],
            "" if own is None else "waits" if own.seat is None or own.hidden else "asked",
            self.is_on and not self._knows(session) and (own is not None or row.listed or bool(row.circle)),
            link if self.is_on and self._seats.is_host(session) else "",
        )


def fitting(rows: Sequence[Reserve], seats: int) -> list[Reserve]:
    """Return reserves as they fit a table: for a seat that it has no more, or without a time, nobody is asked."""
    fit = [row.seat is not None and row.seat < seats and None not in (row.asked, row.until) for row in rows]
    return [row if fits else _waiting(row) for row, fits in zip(rows, fit, strict=True)]


def _waiting(row: Reserve) -> Reserve:
    """Return a reserve who is not asked now."""
    return msgspec.structs.replace(row, seat=None, asked=None, until=None)
