"""A room: one match in memory, its people and its streams.

Every change goes the same way: check, store, apply, publish. A change runs to its end even if the request that brought
it goes away. When it is not known whether a record was stored, the room forgets itself and is read again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

import msgspec

from shapan.engine.change import KEY
from shapan.engine.match import Closed, Frozen, Match
from shapan.engine.stretch import PLAYER
from shapan.server import snapshot
from shapan.server.answering import Answering, Record
from shapan.server.chat import Chat
from shapan.server.clock import Clock
from shapan.server.frames import ClockInfo, FrameMessage, FrozenInfo, RematchInfo, frame_message
from shapan.server.guided import guide_info
from shapan.server.rows import MatchRow, Order, Sealed, SeatRow
from shapan.server.seating import NotYours, Shut
from shapan.server.storage import Store
from shapan.server.writer import Conflict, StoreError

LOG = logging.getLogger("shapan.server")

__all__ = ["Missing", "NotYours", "Room", "Shut", "Stale"]


class Missing(Exception):
    """There is no such match, or its game is not installed."""


class Stale(Exception):
    """The room has fallen behind the store and must be read again."""


class Room(Answering):
    """One match with everything that is not the match: seats, streams, clock, chat, the way to the store."""

    def __init__(
        self,
        row: MatchRow,
        seats: list[SeatRow],
        match: Match[Any],
        store: Store,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(row, seats, match, now)
        self.clock = Clock(row.pace, now())
        if row.pace:
            self.clock.key = public_key(match)
        self.chat = Chat(row, [], store)
        self.changes: set[str] = set()
        """Ids of the changes that are no records."""
        self.decisions: dict[str, int] = {}
        """Decision ids by record number: a repeat gives the first result."""
        self.watchers: set[Callable[..., None]] = set()
        self.bot_bell: Callable[[], None] = _nothing
        self.window_bell: Callable[[], None] = _nothing
        self.orders = []
        self.reseated: Callable[[], None] = _nothing
        """Called when a seat has changed hands."""
        self.keeper: Callable[[], None] = _nothing
        self.digest = sha256()
        self.snapshot_at = 0
        self._store = store
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    # What they see

    def frame(self, viewer: int, session: str | None, after: int = 0) -> FrameMessage:
        """Return a viewer's frame."""
        sits = viewer >= self.row.seats or self.is_person(viewer)
        asked = sits and (self.window is None or self.is_asked(viewer))
        message = frame_message(self.match, viewer, after, self.people(session), self.row.id, self.frozen, asked)
        self.show_window(message, viewer, sits)
        if message.decision is not None and not self.row.guide:
            message.decision.forced = self.is_forced(viewer)
        if self.clock.limit and message.waiting:
            left = self.clock.left(self.now())
            message.clock = ClockInfo(self.clock.limit, {str(seat): left for seat in message.waiting})
        if self.row.rematch is not None:
            message.rematch = RematchInfo(self.row.rematch, self.row.rematch_by or 0)
        message.watchers = self.watching
        message.chat = self.row.chat
        message.hints = self.row.hints
        if self.row.guide and sits and not self.frozen:
            message.guide = guide_info(self.match, viewer)
        return message

    def show(self, session: str | None, *, stream: bool = False) -> None:
        """Take note of who is shown the table, once or by a stream.

        A client that is about to pass learns at once of the first who looks on: under his eyes nothing is passed.
        """
        forced = any(self.is_forced(seat) for seat in self.match.decisions)
        (self.presence.enter if stream else self.presence.look)(session)
        if forced and self.is_watched:
            self.publish()

    def publish(self) -> None:
        """Tell all who watch, the bots and the keeper of snapshots that something has changed."""
        for watcher in (*self.watchers, self.bot_bell, self.window_bell, self.keeper):
            watcher()

    def whisper(self, seat: int) -> None:
        """Tell those who look on from a seat, and the keepers of bots and windows, of what only that seat can see.

        The others are not even made to look: a frame sent to them now would tell when somebody has answered.
        """
        session = self.seats[seat].session
        for watcher in self.watchers if session is not None else ():
            watcher(session)
        self.bot_bell()
        self.window_bell()

    @property
    def idle(self) -> bool:
        """Whether nobody watches, nothing is under way, no bot is asked and no window about to close."""
        busy = self.watchers or self._tasks or self.chat.busy or self.bots_asked() or self.window_due is not None
        return not busy

    # Changes

    def done(self, seats: list[int], name: str) -> bool:
        """Tell whether one of these seats has already made a change of this name."""
        return any(f"{seat}:{name}" in known for seat in seats for known in (self.decisions, self.changes))

    async def answer(self, seat: int, codes: list[int], ordinal: int, name: str, by: str = PLAYER) -> None:
        """Store and carry out an answer. Raises Refusal, Shut, StoreError or Stale."""
        await self.change(f"{seat}:{name}", lambda: self.answered(seat, ordinal, codes, by))

    @property
    def due(self) -> float | None:
        """When the clock answers for somebody, None if it has nobody to answer for."""
        if not self.clock.limit or self.frozen or self.match.over:
            return None
        late = any(self.is_person(seat) and self.is_asked(seat) for seat in self.match.decisions)
        return max(self.clock.deadline, self.moment) if late else None

    @property
    def is_due(self) -> bool:
        """Whether the clock has to answer for somebody now."""
        due = self.due
        return due is not None and due <= self.now()

    async def undo(self, seat: int, name: str) -> None:
        """Take a seat's last answer back. Raises what `answer` raises."""
        await self.change(f"{seat}:{name}", lambda: self.taken_back(seat))

    async def reseat(self, seat: int, name: str, make: Callable[[], SeatRow]) -> None:
        """Store and carry out a change of who holds a seat."""
        await self._shielded(self._run_reseat(seat, f"{seat}:{name}", make))

    async def _run_reseat(self, seat: int, name: str, make: Callable[[], SeatRow]) -> None:
        async with self._lock:
            if self.stale:
                raise Stale
            if name in self.changes:
                return
            row = make()
            async with self._stored():
                await self._store.change_seat(self.row.id, self.seats[seat], row, name)
            self.seats = [row if old.seat == seat else old for old in self.seats]
            self.changes.add(name)
            self.reseated()
            self.publish()

    async def reread_seats(self) -> None:
        """Take the seats as they are stored."""
        async with self._lock:
            self.seats = await self._store.seats(self.row.id)

    async def change(self, name: str, make: Callable[[], Record]) -> None:
        """Store and carry out the record that `make` gives, to its end, whatever becomes of the request."""
        await self._shielded(self._run_change(name, make))

    async def _run_change(self, name: str, make: Callable[[], Record]) -> None:
        async with self._lock:
            if self.stale:
                raise Stale
            if name in self.decisions or name in self.changes:
                return
            record = make()
            if self.window is not None and ("answer" in record or "unseal" in record):
                await self._seal(record, name)
                return
            number = len(self.match.log)
            body = msgspec.json.encode(record)
            async with self._stored():
                await self._store.append(self.row.id, number, body, name)
            self.take(record, body, name, at=self.now())
            self.publish()

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
        if self.window is not None:
            self.window.sealed.pop(seat, None)
            self.note_window(rows)
        self.whisper(seat)

    async def close_window(self) -> None:
        """Give all answers to the open window to the match at once, if it is time. Raises StoreError or Stale."""
        await self._shielded(self._run_close())

    async def _run_close(self) -> None:
        async with self._lock:
            if self.stale:
                raise Stale
            due = self.window_due
            if due is None or due > self.now():
                return
            records = self.window_records()
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
        async with self._lock:
            if self.stale:
                raise Stale
            if name in self.changes:
                return
            self.going()
            self.sitting(order.seat)
            async with self._stored():
                await self._store.windows.keep_order(self.row.id, order, name)
            self.changes.add(name)
            rest = [old for old in self.orders if (old.seat, old.kind) != (order.seat, order.kind)]
            self.orders = [*rest, order] if order.answer else rest
            self.whisper(order.seat)

    @asynccontextmanager
    async def _stored(self) -> AsyncIterator[None]:
        """Store something; if it is not known to be stored, the room is read again."""
        try:
            yield
        except (Conflict, StoreError) as error:
            self.stale = True
            self.publish()
            if isinstance(error, Conflict):
                raise Stale from error
            raise

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
        before = {decision.seat: decision.ordinal for decision in self.match.decisions.values()}
        try:
            self.match.apply(record, verify)
        except Exception as error:  # a rule that fails on a stored record must not take the server down
            LOG.exception("match %s is frozen at record %d", self.row.id, number)
            # What an error says may name what not everybody knows; all are told the reason.
            self.frozen = FrozenInfo("unfit" if isinstance(error, (Frozen, Closed)) else "failed")
            return
        if "undo" in record or KEY in record:
            after = {decision.seat: decision.ordinal for decision in self.match.decisions.values()}
            self.withdrawn |= {item for item in before.items() if after.get(item[0]) != item[1]}
        self.digest.update(body + b"\n")
        if name is not None:
            self.decisions[name] = number
        self.note_window()
        if self.clock.limit:
            if "answer" in record:
                self.clock.answered(record["seat"], record["by"])
            self.clock.turn(public_key(self.match), at, new=self.match.pending is not pending, undone="undo" in record)

    async def keep_snapshot(self) -> None:
        """Keep a snapshot of the match as it stands; without one, a replay gives the same."""
        async with self._lock:
            if self.frozen or self.stale:
                return
            kept = snapshot.written(self.match, self.digest.hexdigest(), self.clock.save())
            try:
                await self._store.keep_snapshot(self.row.id, kept)
                self.snapshot_at = kept.number
            except StoreError:
                LOG.warning("no snapshot of match %s could be kept", self.row.id)

    async def note_end(self) -> None:
        """Note in the store that the match is over, once it is: a frozen one, which asks nothing either, is not."""
        if self.over and self.row.status == "on":
            try:
                await self._store.set_status(self.row.id, "over")
                self.row.status = "over"
            except StoreError:
                LOG.warning("the end of match %s could not be noted", self.row.id)

    @property
    def over(self) -> bool:
        """Whether the match has come to its end, also where the rules of today cannot follow it any more."""
        return self.row.status == "over" or (self.match.over and not self.frozen)

    async def settle(self) -> None:
        """Wait for the changes that are under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


def _nothing() -> None:
    pass


def public_key(match: Match[Any]) -> str:
    """Return a digest of what a spectator sees: the clock may depend on this and on nothing else."""
    message = frame_message(match, match.seats, match.event_count(match.seats), [], "")
    seen = (message.scene, message.log_length, message.question, message.waiting, message.answered)
    return sha256(msgspec.json.encode(seen)).hexdigest()[:32]
