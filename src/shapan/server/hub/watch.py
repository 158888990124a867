"""The watch looks at the clocks and the presence of all rooms again and again, and fetches matches whose clock is due.

What nobody does brings no request: a decision that is not answered in time, a person who stays away, a match with a
clock that nobody has open after a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from shapan.engine.match import Refusal
from shapan.server.hub.rooms import Rooms
from shapan.server.match.lifecycle import SLOW, Elsewhere, MatchClosed, MatchNotFound, Stale
from shapan.server.match.room import Room
from shapan.server.match.timeouts import time_out
from shapan.server.settings import Settings
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError
from shapan.server.tally import TALLY

LOG = logging.getLogger("shapan.server")
_MAX_READ: Final = 20
"""Matches read back from the store in one round."""
_SWEEP: Final = 1.0
"""Seconds between two looks at what other processes have left."""


class Watch:
    """Looks after clocks and presence."""

    def __init__(self, house: Rooms, store: Store, settings: Settings) -> None:
        self._house = house
        self._store = store
        self._now = settings.now
        self._tasks: list[asyncio.Task[None]] = []
        self._asleep: dict[str, float] = {}
        """Matches with a clock that are not in memory, and when they are due."""
        self._moods: dict[str, object] = {}
        self._swept = settings.now()

    async def start(self, every: float) -> None:
        """Take up the matches with a clock, and look every so many seconds (0: only when told)."""
        if not self._house.homes.shared:
            self._asleep = dict.fromkeys(await self._store.paced(SLOW), 0.0)
        if every > 0:
            # What others have left may take long to read, and the clocks of the rooms that are here go on meanwhile.
            self._tasks = [
                asyncio.create_task(self._run(every, self._tend), name="shapan-watch"),
                asyncio.create_task(self._run(every, self._fetch), name="shapan-fetch"),
            ]

    async def stop(self) -> None:
        """End the tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def forget(self, room: Room) -> None:
        """Take note of a room that leaves the memory: it is read back when its clock is due."""
        self._moods.pop(room.row.id, None)
        if self._house.homes.shared:
            self._house.homes.leave(room.row.id, room.due)
        elif room.due is not None:
            self._asleep[room.row.id] = room.due

    @staticmethod
    async def _run(every: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(every)
            try:
                await work()
            except Exception:  # whatever it is, the next look may go well
                LOG.exception("the watch failed")

    async def look(self) -> None:
        """Fetch what is due, answer for who is too late, and tell who has gone or come."""
        await self._fetch()
        await self._tend()

    async def _fetch(self) -> None:
        await self._wake()
        await self._take_over()

    async def _tend(self) -> None:
        self._house.rouse()
        for match, room in list(self._house.rooms.items()):
            if self._house.rooms.get(match) is not room:  # forgotten or read again meanwhile
                continue
            try:
                await self._look_at(match, room)
            except Exception:  # one room that fails must not stop the clocks of the others
                LOG.exception("the watch failed over match %s", match)
            await asyncio.sleep(0)  # with hundreds of rooms, answers go first

    async def _look_at(self, match: str, room: Room) -> None:
        if room.stale:
            await self._house.renew(room)
            return
        if room.is_due and not room.stale:
            TALLY.late.note(room.now() - (room.due or room.now()))
            await self._time_out(match)
        due = room.window.due
        if due is not None and due <= room.now():  # as a rule its own task was there first
            with suppress(Stale, StoreError):
                await room.close_window()
        if room.is_start_due and room.course.waiting:
            with suppress(Stale, StoreError):
                await room.begin()
        await room.keep_pause()
        mood = (room.seats.mood(), room.hosting.mood(), room.voiding.mood)
        if self._moods.get(match) != mood:
            self._moods[match] = mood
            room.publish()

    async def _wake(self) -> None:
        now = self._now()
        for match in [match for match, due in self._asleep.items() if due <= now][:_MAX_READ]:
            with suppress(MatchNotFound, MatchClosed):  # Damaged too: it has no clock
                await self._house.room(match)
            self._asleep.pop(match, None)

    async def _take_over(self) -> None:
        """Take up matches whose clock has to be looked at and that no other process plays."""
        now = self._now()
        if now - self._swept < _SWEEP or not self._house.homes.shared:
            return
        self._swept = now
        try:
            for match in await self._house.homes.orphans():
                with suppress(MatchNotFound, MatchClosed, Elsewhere):
                    await self._house.room(match)
        except (StoreError, SQLAlchemyError, OSError) as error:
            LOG.warning("matches of others could not be taken over: %s", type(error).__name__)

    async def _time_out(self, match: str) -> None:
        try:
            await self._house.act(match, time_out)
        except (MatchClosed, Refusal, Elsewhere):
            pass  # answered at the last moment, or for others to answer
        except StoreError:
            LOG.warning("a time-out of match %s could not be stored; it is tried again", match)
