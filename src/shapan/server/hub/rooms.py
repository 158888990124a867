"""The house: the rooms of one server that are in memory, read back from the store when they are asked for."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from shapan.engine.registry import find
from shapan.server.hub.home import Homes
from shapan.server.match.chat import latest
from shapan.server.match.lifecycle import Damaged, Elsewhere, MatchClosed, MatchNotFound, Stale
from shapan.server.match.rebuild import rebuild
from shapan.server.match.room import Room
from shapan.server.match.rule_change import changed_to, under_new_rules
from shapan.server.settings import Settings
from shapan.server.store.damage import DamagedRow
from shapan.server.store.fault import Conflict
from shapan.server.store.row import Stored
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")


class Rooms:
    """All rooms in memory, one a match, the latest used last.

    Who looks after them is told of each that enters, and of each that is forgotten.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self.rooms: dict[str, Room] = {}
        self.entering: list[Callable[[Room], None]] = []
        self.leaving: list[Callable[[Room], None]] = []
        self.closing = False
        self.homes = Homes(store, settings)
        self._store = store
        self._settings = settings
        self._woke = settings.now()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def room(self, match: str) -> Room:
        """Return the room of a match, from memory or from the store. Raises Missing, Damaged, or Elsewhere."""
        room = self.rooms.get(match)
        if room is not None and not room.stale:
            self.rooms[match] = self.rooms.pop(match)  # the latest used stands last
            return room
        async with self._loading.setdefault(match, asyncio.Lock()):
            room = self.rooms.get(match)
            if room is None or room.stale:
                room = self.enter(await self._fresh(match, room))
        return room

    async def _fresh(self, match: str, old: Room | None) -> Room:
        """Return the room of a match as it is stored, at home here from before it was read."""
        while True:
            try:
                store = await self.homes.claim(match)
            except Elsewhere:
                self._forget(old)
                raise
            try:
                fresh = await self._read(match, store)
                if old is None:
                    fresh.chat.messages = await latest(self._store, match)
            except (MatchNotFound, Damaged):
                raise
            except BaseException as error:  # nobody looks after it here: others may, and its clock is to be looked at
                self.homes.leave(match, self._settings.now())
                if isinstance(error, Elsewhere):
                    self._forget(old)
                raise
            if not self.homes.keeps(match, store):
                continue  # left or lost while it was read
            if match in self.homes.taken:
                self.homes.taken.discard(match)
                fresh.clock.wake(self._settings.now())
            if old is not None:  # people go on talking while the match is read again
                old.chat.go_on(fresh.chat)
                fresh.seats.presence, fresh.chat = old.seats.presence, old.chat
            return fresh

    async def renew(self, room: Room) -> None:
        """Have the successor of a room that has fallen behind looked after, if it is played here.

        While the database does not answer it stays as it is, and the watch tries it again.
        """
        if not self.closing:
            with suppress(MatchNotFound, MatchClosed, Elsewhere, StoreError, SQLAlchemyError, OSError):
                await self.room(room.row.id)

    async def glance(self, match: str) -> Room:
        """Return the room of a match to look at only: of one that another process may play, a copy as it is stored.

        Raises Missing or Damaged.
        """
        room = self.rooms.get(match)
        if self.homes.shared and (room is None or room.stale):
            return await self._read(match, self._store, look=True)
        return await self.room(match)

    async def _read(self, match: str, store: Store, *, look: bool = False) -> Room:
        """Return the room of a match as it is stored, to be written by a store; `look` at it, and nothing is written.

        Raises Missing or Damaged.
        """
        try:
            stored = await store.stored(match)
            fresh = None if stored is None else await self._rebuilt(stored, store, look)
        except DamagedRow as error:
            LOG.warning("match %s is damaged: %s", match, error)
            raise Damaged from None
        except (Elsewhere, MatchNotFound, StoreError, SQLAlchemyError, OSError, MemoryError):
            raise  # the machine may give another time what it does not give now: that is no damage
        except Exception:  # what is stored may say anything, and no other match may suffer from it
            LOG.exception("match %s cannot be read", match)
            raise Damaged from None
        if fresh is None:
            raise MatchNotFound("there is no such match")
        return fresh

    async def _rebuilt(self, stored: Stored, store: Store, look: bool) -> Room:
        fresh = await asyncio.to_thread(rebuild, stored, store, self._settings.now)
        if fresh.frozen and stored.match.status == "on":
            if not look:
                await self.homes.check_change(stored.match.game, changed_to(stored))
            return await self._under_new_rules(stored, store, look) or fresh
        return fresh

    async def _under_new_rules(self, stored: Stored, store: Store, look: bool) -> Room | None:
        """Return the room of a match that goes on under the rules of today; None where it cannot."""
        name = stored.match.id
        record = await asyncio.to_thread(under_new_rules, stored, find(stored.match.game))
        if record is None:
            return None
        body = msgspec.json.encode(record)
        if look:  # who plays it decides when it changes its rules
            records, times = [*stored.records, (body.decode(), None)], [*stored.times, stored.made]
            again: Stored | None = dataclasses.replace(stored, records=records, times=times)
        else:
            with suppress(Conflict):  # another process goes on with it
                await store.append(name, len(stored.records), body, None)
            again = await store.stored(name)
        return None if again is None else await asyncio.to_thread(rebuild, again, store, self._settings.now)

    async def fresh_room(self, match: str) -> Room:
        """Return the room of a match, read again if another process has gone on with it."""
        room = await self.room(match)
        if not room.frozen and await self._store.head(match) > len(room.match.log):
            await room.settle()
            if await self._store.head(match) > len(room.match.log) and not room.frozen:
                room.outdate()
                room = await self.room(match)
        return room

    async def remove(self, match: str) -> None:
        """Remove a match that cannot be played on, and all that is stored of it."""
        async with self._loading.setdefault(match, asyncio.Lock()):
            self._forget(self.rooms.get(match))
            await self._store.remove(match)

    async def act(self, match: str, change: Callable[[Room], Awaitable[None]]) -> None:
        """Make a change, on a room read again if it has fallen behind. Raises what the change raises."""
        for _ in range(5):
            try:
                await change(await self.room(match))
                return
            except Stale:
                continue
        raise StoreError("the match is being changed elsewhere")

    def enter(self, room: Room) -> Room:
        """Keep a room in memory, and have it looked after."""
        self.rooms[room.row.id] = room
        room.max_changes = None if self._settings.limits is None else self._settings.limits.changes
        room.clock.wake(self._woke)
        room.hosting.patience = room.voiding.patience = self._settings.patience
        room.window.note()
        for tell in self.entering:
            tell(room)
        self._make_room()
        return room

    def rouse(self) -> None:
        """Give open decisions what they have after a start, if the machine has slept or its clock jumped."""
        woke = self._settings.now.woke
        if woke > self._woke:
            self._woke = woke
            for room in self.rooms.values():
                room.clock.wake(woke)
                room.publish()

    def _make_room(self) -> None:
        """Forget rooms that nobody watches, the longest unused first."""
        for room in list(self.rooms.values())[:-1]:  # but for the one that has just been asked for
            if len(self.rooms) <= self._settings.max_rooms:
                return
            if room.idle:
                self._forget(room)

    def _forget(self, room: Room | None) -> None:
        """Let a room leave the memory."""
        if room is not None and self.rooms.get(room.row.id) is room:
            del self.rooms[room.row.id]
            for tell in self.leaving:
                tell(room)
            if self.homes.shared:
                room.course.stale = True  # who has it in hand writes no more by it: others may play it now

    def lose(self) -> None:
        """Take note that others may play what is played here: who watches, or waits for it, has it read again."""
        for room in list(self.rooms.values()):
            unwatched = room.idle and room.due is None
            room.outdate()
            if unwatched:
                self._forget(room)

    async def close(self) -> None:
        """Let others play what is played here."""
        dues = {match: room.due for match, room in self.rooms.items() if not room.stale}
        for room in self.rooms.values():
            room.outdate()
        await self.homes.stop(dues)

    def stop_streams(self) -> None:
        """Let all streams end: the server stops."""
        self.closing = True
        for room in self.rooms.values():
            room.publish()

    async def settle(self) -> None:
        """Wait for the changes that are under way."""
        for room in list(self.rooms.values()):
            await room.settle()
