"""A room: one match in memory, its people and its streams.

Every change goes the same way: check, store, apply, publish.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from shapan.engine.segment import PLAYER
from shapan.server.match.advance import AdvanceTable
from shapan.server.match.answer import Record
from shapan.server.match.chat import NO_SEAT
from shapan.server.match.note import UNTOLD, Note, written
from shapan.server.match.seats import LATE
from shapan.server.match.start import StartingTable
from shapan.server.match.visible_state import public_key, public_question
from shapan.server.store.fault import Conflict
from shapan.server.store.reserves import Takeover, gone_seat
from shapan.server.store.row import Former, MatchRow, Reserve, SeatRow
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
Arranged = tuple[MatchRow, list[SeatRow], list[Note], dict[int, int]]


class Room(StartingTable, AdvanceTable):
    """A table with the changes that are made at it, each stored before it counts."""

    # Answers

    async def answer(self, seat: int, codes: list[int], ordinal: int, name: str, by: str = PLAYER) -> None:
        """Store and carry out an answer. Raises Refusal, Shut, StoreError or Stale."""
        await self.change(f"{seat}:{name}", lambda: self.answers.answered(seat, ordinal, codes, by))

    async def undo(self, seat: int, name: str) -> None:
        """Take a seat's last answer back. Raises what `answer` raises."""

        def record() -> Record:
            self.spare()
            return self.answers.taken_back(seat)

        await self.change(f"{seat}:{name}", record)

    async def change(self, name: str, make: Callable[[], Record]) -> None:
        """Store and carry out the record that `make` gives, to its end, whatever becomes of the request."""
        await self._shielded(self._run_change(name, make))

    async def _run_change(self, name: str, make: Callable[[], Record]) -> None:
        async with self._turn():
            if name in self.decisions or name in self.changes:
                return
            record = make()
            if self.window.held is not None and ("answer" in record or "unseal" in record):
                await self._seal(record, name)
                return
            number = len(self.match.log)
            body = msgspec.json.encode(record)
            async with self._stored():
                await self._store.append(self.row.id, number, body, name)
            seen = self._seen() if "undo" in record or "retract" in record else None
            self.take(record, body, name, at=self.now())
            if seen is not None:
                seat = int(record["undo" if "undo" in record else "retract"])
                await self._tell_undo(seat, seen)
                await self._rethink(seat)
            self.publish()

    def _seen(self) -> tuple[str, list[int]]:
        """Return what all see, and how many events each viewer has been told."""
        return public_key(self.match), [self.match.event_count(viewer) for viewer in range(self.row.seats + 1)]

    async def _tell_undo(self, seat: int, seen: tuple[str, list[int]]) -> None:
        """Tell who has seen what a seat has taken back that it has: not what it was."""
        if self.frozen or not (self.seats.shared or self.seats.is_watched):
            return
        was, before = seen
        key, after = self._seen()
        note = self.notes.new("undo", seat, said=public_question(self.match, seat))
        if key == was:  # not even that something was done can be seen
            note.after = [now if now < then else UNTOLD for now, then in zip(after, before, strict=True)]
            if all(place == UNTOLD for place in note.after):
                return
        self.notes.put(note)
        try:
            await self._store.keep_note(self.row.id, written(note))
        except (StoreError, Conflict):
            LOG.warning("a note of match %s could not be kept", self.row.id)

    # Seats

    async def reseat(
        self,
        seat: int,
        name: str,
        make: Callable[[], SeatRow],
        tell: Callable[[], Note] | None = None,
        *,
        same_person: bool = False,
    ) -> None:
        """Store and carry out a change of who holds a seat, and what is told of it.

        The table goes with the last seat that who opened it has there, when that moves to another session. That
        session is the `same_person`, who has proved it, or what the one before has written is not theirs.
        """
        await self._shielded(self._run_reseat(seat, f"{seat}:{name}", make, tell, same_person))

    async def _run_reseat(
        self, seat: int, name: str, make: Callable[[], SeatRow], tell: Callable[[], Note] | None, same_person: bool
    ) -> None:
        async with self._turn():
            if name in self.changes:
                return
            row = make()
            owner = self.seats.owner_after(row, same_person=same_person)
            async with self._stored():
                note = tell() if tell else None
                kept = written(note) if note else None
                old = self.seats[seat]
                former = self._former_of(old, row)
                await self._store.change_seat(
                    self.row.id, old, row, name, owner, kept, same_person=same_person, former=former
                )
            self.seats.put(row)
            if former is not None:
                self.reserves.formers.append(former)
            if old.session != row.session:
                if same_person and old.session is not None and row.session is not None:
                    self.chat.follow(old.session, row.session)
                self.chat.call_anew()
            if not self.course.waiting and (old.kind == "player") != (row.kind == "player"):
                self.clock.change_hands(seat, self.now(), to_person=row.kind == "player")
            if row.session is None or row.kind == "left":
                self.plans.put(row.seat, [])
            if note is not None:
                self.notes.put(note)
            self.row.owner = owner or self.row.owner
            (self.seats.late.add if f":{LATE}" in name else self.seats.late.discard)(seat)
            self.changes.add(name)
            self.window.note()
            self.reseated()
            self.publish()
            await self._begin_if_due()

    def _former_of(self, old: SeatRow, new: SeatRow) -> Former | None:
        """Return what is noted where a seat goes on to another log-in of its person, who could come back as another."""
        if self.course.waiting or new.session in (None, old.session):
            return None
        return self.reserves.former(old, self.now.wall(self.now()), moved=True)

    async def amend(
        self, seat: int, make: Callable[[], SeatRow], tell: Callable[[], Note] | None = None, name: str | None = None
    ) -> None:
        """Store and carry out a change of a seat, as change `name` if it is one; nobody else holds or plays it then."""
        await self._shielded(self._run_amend(seat, make, tell, name))

    async def _run_amend(
        self, seat: int, make: Callable[[], SeatRow], tell: Callable[[], Note] | None, name: str | None
    ) -> None:
        async with self._turn():
            if name in self.changes:
                return
            row = make()
            async with self._stored():
                note = tell() if tell else None
                kept = written(note) if note else None
                await self._store.change_seat(self.row.id, self.seats[seat], row, name, None, kept)
            self.seats.put(row)
            if name is not None:
                self.changes.add(name)
            if note is not None:
                self.notes.put(note)
                self.publish()

    async def take_seat(
        self, seat: int, session: str, name_among: Callable[[list[SeatRow]], str], *, muted: bool
    ) -> None:
        """Store that a guest sits down on an open seat, while the match is played here. Raises Conflict."""
        await self._store.take_seat(self.row.id, seat, session, name_among, self.row.secret, muted=muted)

    async def reread_seats(self) -> None:
        """Take the seats as they are stored."""
        async with self._lock:
            self.seats.rows = await self._store.seats(self.row.id)

    async def arrange(self, name: str, make: Callable[[], Arranged]) -> None:
        """Store how a waiting table is to be; it is read again. Raises what `make` does, StoreError or Stale.

        `make` returns the row of the match, its seats and notes, and by seat its new place.
        """
        await self._shielded(self._run_arrange(name, make))

    async def _run_arrange(self, name: str, make: Callable[[], Arranged]) -> None:
        async with self._turn():
            if name in self.changes:
                return
            self.spare()
            row, seats, notes, places = make()
            moved = {seat: places.get(seat, NO_SEAT) for seat in range(self.row.seats) if places.get(seat) != seat}
            async with self._stored():
                await self._store.arrange(row, self.seats.rows, seats, list(map(written, notes)), moved, name)
            if moved:
                self.chat.rearrange(places)
            else:
                self.chat.call_anew()
            self.outdate()

    # Reserves

    async def change_reserves(self, make: Callable[[], list[Reserve]]) -> None:
        """Store and tell who waits to take over a seat. Raises what `make` does, StoreError or Stale."""
        await self._shielded(self._run_change_reserves(make))

    async def _run_change_reserves(self, make: Callable[[], list[Reserve]]) -> None:
        async with self._turn():
            rows = make()
            if rows == self.reserves.rows:
                return
            async with self._stored():
                await self._store.reserves.keep(self.row.id, rows)
            self.reserves.rows = rows
            self.publish()

    async def take_over(self, session: str, make: Callable[[], Takeover]) -> None:
        """Store that another person takes a seat over; the room is read again.

        So nothing that the person before has sent is carried out any more. Raises what `make` does, StoreError or
        Stale.
        """
        await self._shielded(self._run_take_over(session, make))

    async def _run_take_over(self, session: str, make: Callable[[], Takeover]) -> None:
        async with self._turn():
            if self.seats.stays_of(session):
                return
            change = make()
            async with self._stored():
                number = await self._store.reserves.take_over(self.row.id, change)
            self.chat.unseat(change.former.seat, gone_seat(number))
            self.outdate()
