"""A room: one match in memory, its people and its streams.

Every change goes the same way: check, store, apply, publish. A change runs to its end even if the request that brought
it goes away. When it is not known whether a record was stored, the room forgets itself and is read again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any

import msgspec

from shapan.engine.actions import DONE
from shapan.engine.match import Closed, Frozen, Match, Refusal
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.stretch import PLAYER
from shapan.server.frames import FrameMessage, FrozenInfo, SeatInfo, frame_message
from shapan.server.guided import guide_info
from shapan.server.storage import MatchRow, SeatRow, Store
from shapan.server.writer import Conflict, StoreError

LOG = logging.getLogger("shapan.server")
Record = dict[str, Any]


class Shut(Exception):
    """A reply that comes too late; `reason` is closed, withdrawn, over or frozen."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Stale(Exception):
    """The room has fallen behind the store and must be read again."""


class Room:
    """One match with everything that is not the match: seats, streams, the way to the store."""

    def __init__(self, row: MatchRow, seats: list[SeatRow], match: Match[Any], store: Store) -> None:
        self.row = row
        self.seats = seats
        self.match = match
        self.frozen: FrozenInfo | None = None
        self.stale = False
        self.decisions: dict[str, int] = {}
        """Decision ids by record number: a repeat gives the first result."""
        self.withdrawn: set[tuple[int, int]] = set()
        self.watchers: set[Callable[[], None]] = set()
        self.bot_bell: Callable[[], None] = _nothing
        self.keeper: Callable[[], None] = _nothing
        self.digest = sha256()
        self.snapshot_at = 0
        self._store = store
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    # Who is who

    def seats_of(self, session: str | None) -> list[int]:
        """Return the seats that a guest holds, also those he has left."""
        return [row.seat for row in self.seats if session is not None and row.session == session]

    def viewer_of(self, session: str | None, wanted: int | None = None) -> int:
        """Return the viewer a guest is: the wanted seat if it is his, his that is asked, his first, or a spectator."""
        mine = self.seats_of(session)
        if wanted in mine:
            return wanted
        asked = [seat for seat in mine if seat in self.match.decisions]
        mine = [seat for seat in mine if seat not in self.match.left] or mine
        return (asked or mine or [self.row.seats])[0]

    def people(self, session: str | None) -> list[SeatInfo]:
        """Return who sits where, as a guest is told."""
        return [SeatInfo(row.seat, row.name, self._kind(row, session), row.bot) for row in self.seats]

    def _kind(self, row: SeatRow, session: str | None) -> str:
        if row.seat in self.match.left:
            return "left"
        if row.kind in ("bot", "open"):
            return row.kind
        return "you" if row.seat in self.seats_of(session) else "player"

    def bots_asked(self) -> list[tuple[int, int, str]]:
        """Return (seat, ordinal, bot) of the decisions that bots have to take."""
        if self.frozen or self.stale or self.match.over:
            return []
        bots = {row.seat: row.bot for row in self.seats if row.kind == "bot"}
        return [(d.seat, d.ordinal, bots[d.seat]) for d in self.match.decisions.values() if d.seat in bots]

    # What they see

    def frame(self, viewer: int, session: str | None, after: int = 0) -> FrameMessage:
        """Return a viewer's frame."""
        message = frame_message(self.match, viewer, after, self.people(session), self.row.id, self.frozen)
        if self.row.guide and not self.frozen:
            message.guide = guide_info(self.match, viewer)
        return message

    def publish(self) -> None:
        """Tell all who watch, the bots and the keeper of snapshots that something has changed."""
        for watcher in (*self.watchers, self.bot_bell, self.keeper):
            watcher()

    @property
    def idle(self) -> bool:
        """Whether nobody watches, nothing is under way and no bot is asked."""
        return not self.watchers and not self._tasks and not self.bots_asked()

    # Changes

    def done(self, seats: list[int], name: str) -> bool:
        """Tell whether one of these seats has already made a change of this name."""
        return any(f"{seat}:{name}" in self.decisions for seat in seats)

    async def answer(self, seat: int, codes: list[int], ordinal: int, name: str, by: str = PLAYER) -> None:
        """Store and carry out an answer. Raises Refusal, Shut, StoreError or Stale."""

        def make() -> Record:
            return self.checked(seat, ordinal, codes, by)

        await self._change(f"{seat}:{name}", make)

    async def undo(self, seat: int, name: str) -> None:
        """Take a seat's last answer back."""

        def make() -> Record:
            self._open()
            if self.match.may_retract(seat):
                return {"retract": seat}
            if self.match.may_undo(seat):
                return {"undo": seat}
            raise Refusal(Reason(self.match.game.refusal_rule(self.match.live), "no_undo"))

        await self._change(f"{seat}:{name}", make)

    async def leave(self, seat: int, name: str) -> None:
        """Let a seat leave for good."""

        def make() -> Record:
            self._open()
            if seat in self.match.left:
                raise Shut("closed")
            return {"leave": seat}

        await self._change(f"{seat}:{name}", make)

    def checked(self, seat: int, ordinal: int, codes: list[int], by: str = PLAYER) -> Record:
        """Return the record of an answer. Raises Refusal, or Shut with the reason."""
        prompt = self.asked(seat, ordinal)
        try:
            check_families(prompt, codes)
            return self.match.check(seat, codes, ordinal, by)
        except Closed:
            raise Shut("closed") from None
        except (LookupError, ValueError):  # a parameter that exists in no state of this match
            raise Refusal(Reason(prompt.rule, "not_possible")) from None

    def asked(self, seat: int, ordinal: int) -> Prompt[Any]:
        """Return the prompt of a seat's open decision. Raises Shut if it is not open (any more)."""
        self._open()
        decision = self.match.decisions.get(seat)
        if decision is None or decision.ordinal != ordinal:
            raise Shut("withdrawn" if (seat, ordinal) in self.withdrawn else "closed")
        return decision.prompt

    def _open(self) -> None:
        if self.frozen:
            raise Shut("frozen")
        if self.match.over:
            raise Shut("over")

    async def _change(self, name: str, make: Callable[[], Record]) -> None:
        """Run a change to its end, whatever becomes of the request."""
        await self._shielded(self._run_change(name, make))

    async def _run_change(self, name: str, make: Callable[[], Record]) -> None:
        async with self._lock:
            if self.stale:
                raise Stale
            if name in self.decisions:
                return
            record = make()
            number = len(self.match.log)
            body = msgspec.json.encode(record)
            try:
                await self._store.append(self.row.id, number, body, name)
            except (Conflict, StoreError) as error:
                self.stale = True
                self.publish()
                if isinstance(error, Conflict):
                    raise Stale from error
                raise
            self.take(record, body, name)
            self.publish()

    async def _shielded(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    def take(self, record: Record, body: bytes, name: str | None, verify: bool = False) -> None:
        """Carry out a stored record. A record that does not fit the rules freezes the room."""
        number = len(self.match.log)
        before = {decision.seat: decision.ordinal for decision in self.match.decisions.values()}
        try:
            self.match.apply(record, verify)
        except Exception as error:  # a rule that fails on a stored record must not take the server down
            LOG.exception("match %s is frozen at record %d", self.row.id, number)
            reason = str(error) if isinstance(error, (Frozen, Closed)) else f"{type(error).__name__}: {error}"
            self.frozen = FrozenInfo(number, reason)
            return
        if "undo" in record:
            after = {decision.seat: decision.ordinal for decision in self.match.decisions.values()}
            self.withdrawn |= {item for item in before.items() if after.get(item[0]) != item[1]}
        self.digest.update(body + b"\n")
        if name is not None:
            self.decisions[name] = number

    async def keep_snapshot(self) -> None:
        """Keep a snapshot of the match as it stands; without one, a replay gives the same."""
        async with self._lock:
            if self.frozen or self.stale:
                return
            number = len(self.match.log)
            data = self.match.save()
            del data["log"]
            body = msgspec.json.encode(data)
            try:
                await self._store.keep_snapshot(self.row.id, number, self.digest.hexdigest(), body)
                self.snapshot_at = number
            except StoreError:
                LOG.warning("no snapshot of match %s could be kept", self.row.id)

    async def note_end(self) -> None:
        """Note in the store that the match is over, once it is."""
        if self.match.over and self.row.status == "on":
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


def check_families(prompt: Prompt[Any], codes: list[int]) -> None:
    """Raise Refusal unless all codes are of the prompt's families, with parameters that exist."""
    for code in codes:
        if code == DONE:
            continue
        family = next((item for item in prompt.families if item.has(code)), None)
        if family is None:
            raise Refusal(Reason(prompt.rule, "not_possible"))
        values = family.values(code)
        exist = all(
            not kind.size or value < kind.size for (_, kind), value in zip(family.parameters, values, strict=True)
        )
        if not exist or family.code(*values) != code:
            raise Refusal(Reason(prompt.rule, "not_possible"))
