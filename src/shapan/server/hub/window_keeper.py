"""The keeper of windows: closes the reaction windows of all rooms when it is time."""

from __future__ import annotations

import asyncio
import logging

from shapan.server.hub.rooms import Rooms
from shapan.server.hub.task import Tasks, wait_until_due
from shapan.server.match.room import Room
from shapan.server.match.window import windows_of
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
_AGAIN = 0.2
"""Seconds before a window whose answers could not be stored is tried again."""


class WindowKeeper:
    """A task for each match that can have windows."""

    def __init__(self, house: Rooms) -> None:
        self._house = house
        self._tasks = Tasks("Windows")

    def look_after(self, room: Room) -> None:
        """Close the windows of a room from now on."""
        self.forget(room)
        if windows_of(room.match.game) and not room.match.over and not room.frozen:
            self._tasks.start(room.row.id, self._run(room))

    def forget(self, room: Room) -> None:
        """Leave the windows of a room that leaves the memory."""
        self._tasks.stop(room.row.id)

    async def close(self) -> None:
        """Close no more windows."""
        await self._tasks.close()

    async def _run(self, room: Room) -> None:
        changed = asyncio.Event()
        room.window_bell = changed.set
        while not room.course.ended:
            changed.clear()
            due = room.window.due
            if await wait_until_due(changed, None if due is None else due - room.now()):
                continue
            try:
                await room.close_window()
            except StoreError:
                LOG.warning("the answers to a window of match %s could not be stored", room.row.id)
                await asyncio.sleep(_AGAIN)
            except Exception:  # Stale: its successor goes on; anything else must not stop the match for good
                if not room.stale:
                    LOG.exception("a window of match %s could not be closed", room.row.id)
                    await asyncio.sleep(_AGAIN)
        if room.stale:
            await self._house.renew(room)  # so that somebody looks after its successor
