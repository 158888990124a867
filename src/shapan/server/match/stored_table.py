"""A table whose changes are stored before they count, one after another.

A change runs to its end even if the request that brought it goes away. When it is not known whether a record was
stored, the table forgets itself and is read again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Literal

from shapan.engine.game import VOID
from shapan.engine.match import Closed, Frozen
from shapan.engine.saving import KEY
from shapan.server.match import snapshot
from shapan.server.match.answer import Record
from shapan.server.match.last_move import is_move
from shapan.server.match.lifecycle import MatchFull, Stale
from shapan.server.match.message import FrozenInfo
from shapan.server.match.note import Note, written
from shapan.server.match.table import Table
from shapan.server.match.visible_state import public_key
from shapan.server.match.window import reacts
from shapan.server.store.fault import Conflict
from shapan.server.store.row import SEATING
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")


class StoredTable(Table):
    """What all changes of a table have in common: they take turns, are stored, and are carried out on the match."""

    def spare(self) -> None:
        """Raise Full if so much of this match is kept that it can only be played on."""
        if self.max_changes is not None and len(self.match.log) + len(self.changes) >= self.max_changes:
            raise MatchFull("table_full")

    def done(self, seats: list[int], name: str) -> bool:
        """Tell whether one of these seats has already made a change of this name."""
        return any(f"{seat}:{name}" in known for seat in seats for known in (self.decisions, self.changes))

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
