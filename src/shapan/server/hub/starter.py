"""The starter: lets the match of each waiting table begin when all have been ready for some seconds."""

from __future__ import annotations

import asyncio
import logging

from shapan.server.hub.rooms import Rooms
from shapan.server.hub.task import Tasks, wait_until_due
from shapan.server.match.room import Room
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
_AGAIN = 0.2
"""Seconds before a beginning that could not be stored is tried again."""


class Starter:
    """A task for each table that waits for its people."""

    def __init__(self, house: Rooms, countdown: float) -> None:
        self._house = house
        self._countdown = countdown
        self._tasks = Tasks("Starter")

    def look_after(self, room: Room) -> None:
        """Let a room's match begin when it is time."""
        self.forget(room)
        room.gathering.countdown = self._countdown
        if room.course.waiting:
            self._tasks.start(room.row.id, self._run(room))

    def forget(self, room: Room) -> None:
        """Leave a room that leaves the memory."""
        self._tasks.stop(room.row.id)

    async def close(self) -> None:
        """Let nothing begin any more."""
        await self._tasks.close()

    async def _run(self, room: Room) -> None:
        changed = asyncio.Event()
        room.start_bell = changed.set
        while room.course.waiting and not room.course.ended:
            changed.clear()
            due = room.start_due
            if await wait_until_due(changed, None if due is None else due - room.now()):
                continue
            try:
                await room.begin()
            except StoreError:
                LOG.warning("the beginning of match %s could not be stored", room.row.id)
                await asyncio.sleep(_AGAIN)
            except Exception:  # Stale: its successor goes on
                if not room.stale:
                    LOG.exception("match %s could not begin", room.row.id)
                    await asyncio.sleep(_AGAIN)
        if room.stale:
            await self._house.renew(room)  # so that somebody looks after its successor
