"""A room: one match in memory, its people and its streams.

Every change goes the same way: check, store, apply, publish. A change runs to its end even if the request that brought
it goes away. When it is not known whether a record was stored, the room forgets itself and is read again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import Any, Literal

import msgspec

from shapan.engine.game import VOID
from shapan.engine.match import Closed, Frozen
from shapan.engine.saving import KEY
from shapan.engine.segment import PLAYER
from shapan.server.match import snapshot
from shapan.server.match.answer import Record
from shapan.server.match.chat import NO_SEAT
from shapan.server.match.fairness import LATE as FAIR_LATE
from shapan.server.match.guide import begin
from shapan.server.match.last_move import LastMoves, is_move
from shapan.server.match.lifecycle import MatchFull, Stale
from shapan.server.match.message import FrozenInfo
from shapan.server.match.note import UNTOLD, Note, written
from shapan.server.match.plan import PLANNED, SeatPlan
from shapan.server.match.plan import written as written_plans
from shapan.server.match.seats import LATE
from shapan.server.match.table import Table
from shapan.server.match.visible_state import public_key, public_question
from shapan.server.match.window import reacts
from shapan.server.store.fault import Conflict
from shapan.server.store.reserves import Takeover, gone_seat
from shapan.server.store.row import SEATING, Former, MatchRow, Order, Reserve, Sealed, SeatRow
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
Arranged = tuple[MatchRow, list[SeatRow], list[Note], dict[int, int]]


class Room(Table):
    """A table with the changes that are made at it, each stored before it counts."""

    # Changes

    def spare(self) -> None:
        """Raise Full if so much of this match is kept that it can only be played on."""
        if self.max_changes is not None and len(self.match.log) + len(self.changes) >= self.max_changes:
            raise MatchFull("table_full")

    def done(self, seats: list[int], name: str) -> bool:
        """Tell whether one of these seats has already made a change of this name."""
        return any(f"{seat}:{name}" in known for seat in seats for known in (self.decisions, self.changes))

    async def answer(self, seat: int, codes: list[int], ordinal: int, name: str, by: str = PLAYER) -> None:
        """Store and carry out an answer. Raises Refusal, Shut, StoreError or Stale."""
        await self.change(f"{seat}:{name}", lambda: self.answers.answered(seat, ordinal, codes, by))

    async def undo(self, seat: int, name: str) -> None:
        """Take a seat's last answer back. Raises what `answer` raises."""

        def record() -> Record:
            self.spare()
            return self.answers.taken_back(seat)

        await self.change(f"{seat}:{name}", record)

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

    async def amend(
        self, seat: int, make: Callable[[], SeatRow], tell: Callable[[], Note] | None = None, name: str | None = None
    ) -> None:
        """Store and carry out a change of a seat, as change `name` if it is one; nobody else holds or plays it then."""
        await self._shielded(self._run_amend(seat, make, tell, name))

    async def tell(self, make: Callable[[], Note]) -> None:
        """Store and tell a note. Raises StoreError or Stale."""
        await self._shielded(self._run_tell(make))

    async def _run_tell(self, make: Callable[[], Note]) -> None:
        async with self._turn():
            note = make()
            async with self._stored():
                await self._store.keep_note(self.row.id, written(note))
            self.notes.put(note)
            self.publish()

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

    async def begin(self) -> None:
        """Begin the match if nobody is missing and it is time. Raises StoreError or Stale."""
        await self._shielded(self._run_begin())

    async def _run_begin(self) -> None:
        async with self._turn():
            self.gathering.note()
            await self._begin_if_due()

    async def _begin_if_due(self) -> None:
        if self.fair.on:
            await self._begin_fairly()
            return
        if not self.gathering.is_due:
            return
        self.begin_clock(self.now())
        kept = snapshot.written(self.match, self.digest.hexdigest(), self.kept_clock(), self.moves.save())
        async with self._stored():
            await self._store.begin(self.row.id, self.match.game.rules_version, kept)
        self.row.status, self.row.rules_version = "on", self.match.game.rules_version
        self.hosting.begin()
        self.window.note()
        self.publish()

    # Fair dice

    async def commit(self, seat: int, round_: int, commit: bytes, seed: bytes | None) -> None:
        """Store what a seat commits to. Raises Shut, BadSeed, StoreError or Stale."""
        await self._shielded(self._run_commit(seat, round_, commit, seed))

    async def _run_commit(self, seat: int, round_: int, commit: bytes, seed: bytes | None) -> None:
        async with self._turn():
            await self._void_if_flawed()
            self.fair.check_round(seat, round_, bound=False)
            kept = self.fair.committed(seat, commit, seed)
            if kept != self.fair.seed_of(seat):
                async with self._stored():
                    await self._store.fair.commit(self.row.id, round_, kept)
                self.fair.put(kept)
                self.publish()
            await self._begin_if_due()

    async def disclose(self, seat: int, round_: int, seed: bytes) -> None:
        """Store the seed that a seat has committed to. Raises Shut, BadSeed, StoreError or Stale."""
        await self._shielded(self._run_disclose(seat, round_, seed))

    async def _run_disclose(self, seat: int, round_: int, seed: bytes) -> None:
        async with self._turn():
            await self._void_if_flawed()
            self.fair.check_round(seat, round_, bound=True)
            kept = self.fair.disclosed(seat, seed)
            if kept != self.fair.seed_of(seat):
                async with self._stored():
                    await self._store.fair.reveal(self.row.id, round_, seat, seed)
                self.fair.put(kept)
                self.publish()
            await self._begin_if_due()

    async def _void_if_flawed(self) -> None:
        """Begin another round where this one comes to nothing: all make new seeds."""
        flaw = self.fair.flaw
        if not flaw:
            return
        late = self.fair.late if flaw == FAIR_LATE else []
        new = self.fair.next_round()
        async with self._stored():
            await self._store.fair.void(self.row.id, self.fair.current.round, flaw, new, late)
        self.fair.current.void = flaw
        self.fair.rounds.append(new)
        for seat in late:
            self.seats.put(msgspec.structs.replace(self.seats[seat], ready=False))
        self.publish()

    async def _begin_fairly(self) -> None:
        """Take the next step of a fair beginning: bind the table, or begin the match with the key that it has made."""
        await self._void_if_flawed()
        fair = self.fair
        if not fair.is_bound and not self.gathering.is_due:
            return
        if fair.is_bound and not fair.is_complete:
            return
        table, round_ = fair.table(), fair.current.round
        if not fair.is_complete:
            at = int(self.now.wall(self.now()))
            async with self._stored():
                await self._store.fair.bind(self.row.id, round_, table, at, fair.seats)
            fair.bind(table, at)
            self.publish()
            return
        row = msgspec.structs.replace(self.row, key=fair.key(), rules_version=self.match.game.rules_version)
        match = begin(self.match.game, row)
        self.clock.key = public_key(match) if self.clock.runs else ""
        self.clock.begin(match.waiting, self.now(), window=reacts(match))
        kept = snapshot.written(match, self.digest.hexdigest(), self.kept_clock(), LastMoves(match).save())
        bound = None if fair.is_bound else (round_, table)
        async with self._stored():
            await self._store.begin(self.row.id, row.rules_version, kept, row.key, bound)
        self.outdate()  # it is another match now than the one that was made when the table was opened

    async def take_seat(
        self, seat: int, session: str, name_among: Callable[[list[SeatRow]], str], *, muted: bool
    ) -> None:
        """Store that a guest sits down on an open seat, while the match is played here. Raises Conflict."""
        await self._store.take_seat(self.row.id, seat, session, name_among, self.row.secret, muted=muted)

    async def reread_seats(self) -> None:
        """Take the seats as they are stored."""
        async with self._lock:
            self.seats.rows = await self._store.seats(self.row.id)

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

    # Windows: what is answered waits beside the log for its moment

    async def _seal(self, record: Record, name: str) -> None:
        """Store an answer to the open window, or that it is taken back; neither is a record of the match yet."""
        seat, kept = record.get("unseal", -1), None
        if "answer" in record:
            seat = record["seat"]
            kept = Sealed(seat, record["ordinal"], record["answer"], record["by"])
        async with self._stored():
            rows = await self._store.windows.seal(self.row.id, seat, kept, name)
        self.changes.add(name)
        self.window.reseal(seat, rows)
        if "unseal" in record:
            await self._rethink(seat)
        self.whisper(seat)

    async def close_window(self) -> None:
        """Give all answers to the open window to the match at once, if it is time. Raises StoreError or Stale."""
        await self._shielded(self._run_close())

    async def _run_close(self) -> None:
        async with self._turn():
            due = self.window.due
            if due is None or due > self.now():
                return
            records = self.window.records()
            bodies = [msgspec.json.encode(record) for record in records]
            async with self._stored():
                await self._store.windows.append_all(self.row.id, len(self.match.log), bodies)
            at = self.now()
            for record, body in zip(records, bodies, strict=True):
                self.take(record, body, None, at=at)
                if self.frozen:
                    break
            self.publish()

    async def set_order(self, order: Order, name: str) -> None:
        """Store a standing order of a seat, or with an empty answer take it back. Raises Shut, StoreError or Stale."""
        await self._shielded(self._run_order(order, f"{order.seat}:{name}"))

    async def _run_order(self, order: Order, name: str) -> None:
        async with self._turn():
            if name in self.changes:
                return
            self.course.going()
            self.spare()
            self.seats.sitting(order.seat)
            async with self._stored():
                await self._store.windows.keep_order(self.row.id, order, name)
            self.changes.add(name)
            self.orders.put(order)
            self.whisper(order.seat)

    # Plans

    async def set_plans(self, seat: int, make: Callable[[], list[SeatPlan]], name: str) -> None:
        """Store what a seat answers in advance. Raises Shut, StoreError or Stale."""
        await self._shielded(self._run_set_plans(seat, make, f"{seat}:{name}"))

    async def _run_set_plans(self, seat: int, make: Callable[[], list[SeatPlan]], name: str) -> None:
        async with self._turn():
            if name in self.changes:
                return
            self.course.going()
            self.spare()
            self.seats.sitting(seat)
            plans = make()
            async with self._stored():
                await self._store.plans.keep(self.row.id, seat, written_plans(plans), name)
            self.changes.add(name)
            self.plans.put(seat, plans)
            self.whisper(seat)

    async def say_planned(self, seat: int) -> None:
        """Tell all that a seat has planned ahead, unless it has said so since it answered. Raises StoreError, Stale."""
        if seat not in self.plans.said:
            self.plans.said.add(seat)
            await self.tell(lambda: self.notes.new(PLANNED, seat))

    async def carry_out(self, seat: int, ordinal: int) -> None:
        """Answer a seat's question by its first plan that is for it, as its person would. Raises StoreError or Stale.

        One that does not fit is dropped, and the person is asked.
        """
        await self._shielded(self._run_carry_out(seat, ordinal))

    async def _run_carry_out(self, seat: int, ordinal: int) -> None:
        async with self._turn():
            found = self.plans.outcome(seat, ordinal)
            if found is None:
                return
            plans = written_plans(found.plans)
            if found.codes is None:
                async with self._stored():
                    await self._store.plans.keep(self.row.id, seat, plans)
                self.plans.put(seat, found.plans)
                self.whisper(seat)
                return
            record = self.answers.answered(seat, ordinal, found.codes, PLAYER)
            name = f"{seat}:{token_hex(8)}"  # as those of answers that people send: nothing tells it from them later
            if self.window.held is not None:
                kept = Sealed(seat, ordinal, record["answer"], record["by"])
                async with self._stored():
                    rows = await self._store.plans.seal(self.row.id, kept, name, plans)
                self.changes.add(name)
                self.plans.put(seat, found.plans)
                self.window.reseal(seat, rows)
                self.whisper(seat)
                return
            body, number = msgspec.json.encode(record), len(self.match.log)
            async with self._stored():
                await self._store.plans.append(self.row.id, number, body, name, seat, plans)
            self.plans.put(seat, found.plans)
            self.take(record, body, name, at=self.now())
            self.publish()

    async def _rethink(self, by: int) -> None:
        """Store and tell what becomes of plans by an undo of a seat."""
        for seat, plans in self.plans.undone(by).items():
            self.plans.put(seat, plans)
            try:
                await self._store.plans.keep(self.row.id, seat, written_plans(plans))
            except (StoreError, Conflict):
                LOG.warning("the plans of a seat of match %s could not be kept", self.row.id)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Change something, one after another. Raises Stale where the room has fallen behind."""
        async with self._lock:
            if self.stale:
                raise Stale
            yield

    @asynccontextmanager
    async def _stored(self) -> AsyncIterator[None]:
        """Store something; if it is not known to be stored, the room is read again."""
        try:
            yield
        except (Conflict, StoreError) as error:
            self.outdate()
            if isinstance(error, Conflict):
                raise Stale from error
            raise

    def outdate(self) -> None:
        """Take note that the store holds more than this room knows: it ends, and another takes its place."""
        self.course.stale = True
        self.publish()

    def freeze(self, reason: Literal["unfit", "damaged", "failed"]) -> None:
        """Only show the match from now on."""
        self.course.frozen = FrozenInfo(reason)

    async def _shielded(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    def take(self, record: Record, body: bytes, name: str | None, verify: bool = False, at: float = 0.0) -> None:
        """Carry out a record that was stored at a time. One that does not fit the rules freezes the room."""
        number = len(self.match.log)
        pending = self.match.pending
        before = self.answers.ordinals()
        try:
            self.match.apply(record, verify)
        except Exception as error:  # a rule that fails on a stored record must not take the server down
            LOG.exception("match %s is frozen at record %d", self.row.id, number)
            # What an error says may name what not everybody knows; all are told the reason.
            self.freeze("unfit" if isinstance(error, (Frozen, Closed)) else "failed")
            return
        if "undo" in record or KEY in record:
            self.answers.withdraw(before)
        self.digest.update(body + b"\n")
        if name is not None:
            self.decisions[name] = number
        self.window.note()
        if "answer" in record:
            self.clock.answered(record["seat"], record["by"])
            self.plans.said.discard(record["seat"])
        if is_move(record) and (not verify or number in self.last_moves):
            self.moves.note(record["seat"])
        live = not verify and self.seats.shared
        key = public_key(self.match) if self.clock.runs or live else ""
        if live:
            self.hosting.note(key)
        new = self.match.pending is not pending
        if self.clock.banks is not None:
            asked, window = self.match.waiting, reacts(self.match)
            self.clock.turn_banks(key, asked, at, new=new, window=window, record=record)
        elif self.clock.limit:
            self.clock.turn(key, at, new=new, undone="undo" in record)

    def kept_clock(self) -> dict[str, Any]:
        """Return the clock as it is stored, by the machine's time."""
        paused = None if self.clock.paused is None else self.now.wall(self.clock.paused)
        kept = {**self.clock.save(), "asked": self.now.wall(self.clock.asked), "paused": paused}
        if self.clock.banks is not None:
            since = [(seat, self.now.wall(at)) for seat, at in self.clock.banks.since.items()]
            kept["banks"] = {**kept["banks"], "since": since}
        return kept

    async def keep_pause(self) -> None:
        """Keep that the clock stands still, or runs again, once that has changed: a restart takes no time by it."""
        since = self.seats.presence.quiet_since if self.clock.runs and self.paused else None
        if (since is None) != (self.clock.paused is None) and not self.course.ended and not self.course.waiting:
            self.clock.paused = since
            await self.keep_snapshot()

    async def keep_snapshot(self) -> None:
        """Keep a snapshot of the match as it stands; without one, a replay gives the same."""
        async with self._lock:
            if self.frozen or self.stale:
                return
            kept = snapshot.written(self.match, self.digest.hexdigest(), self.kept_clock(), self.moves.save())
            try:
                await self._store.keep_snapshot(self.row.id, kept)
                self.snapshot_at = kept.number
            except (StoreError, Conflict):
                LOG.warning("no snapshot of match %s could be kept", self.row.id)

    async def note_end(self) -> None:
        """Note in the store that the match is over, once it is: a frozen one, which asks nothing either, is not."""
        if self.over and self.row.status in ("on", SEATING):
            try:
                outcome = self.match.outcome
                void = outcome is not None and outcome.result == VOID
                won = None if void else [] if outcome is None else outcome.winners
                await self._store.set_status(self.row.id, "over", won, voided=void)
                self.row.status, self.row.voided = "over", void
            except (StoreError, Conflict):
                LOG.warning("the end of match %s could not be noted", self.row.id)

    async def settle(self) -> None:
        """Wait for the changes that are under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
