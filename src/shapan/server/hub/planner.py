"""The planner: gives the answers that seats have planned, at the moment at which a bot would give its own.

When that is follows from what everyone sees. That there was a plan, and what it said, no one can tell from it but that
its person has answered soon.
"""

from __future__ import annotations

import asyncio
import logging

from shapan.engine.match import Refusal
from shapan.server.hub.rooms import Rooms
from shapan.server.hub.schedule import Schedule
from shapan.server.hub.task import Tasks, wait_until_due
from shapan.server.match.lifecycle import MatchClosed
from shapan.server.match.room import Room
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
_AGAIN = 0.2
"""Seconds before a plan whose answer could not be stored is tried again."""


class Planner:
    """A task for each match whose questions can be answered in advance."""

    def __init__(self, house: Rooms, schedule: Schedule) -> None:
        self._house = house
        self._schedule = schedule
        self._tasks = Tasks("Plans")

    def look_after(self, room: Room) -> None:
        """Carry out the plans of a room from now on."""
        self.forget(room)
        if room.plans.known and not room.match.over and not room.frozen:
            self._tasks.start(room.row.id, self._run(room))

    def forget(self, room: Room) -> None:
        """Leave the plans of a room that leaves the memory."""
        self._tasks.stop(room.row.id)

    async def close(self) -> None:
        """Carry out no more plans."""
        await self._tasks.close()

    async def _run(self, room: Room) -> None:
        changed, loop = asyncio.Event(), asyncio.get_running_loop()
        room.plan_bell = changed.set
        due: dict[tuple[int, int], float] = {}
        while not room.course.ended:
            if changed.is_set():
                changed.clear()
                room.plans.looked.clear()
            asked = [] if room.paused else room.plans.asked()
            now = loop.time()
            due = {one: due.get(one, now + self._length(room, one[0])) for one in asked}
            new = [one for one in due if one not in room.plans.looked]
            first = min(new, key=lambda one: (due[one], one), default=None)
            if await wait_until_due(changed, None if first is None else due[first] - loop.time()):
                continue
            if first is not None and await self._carry_out(room, *first):
                room.plans.looked.add(first)
        if room.stale:
            await self._house.renew(room)  # so that someone looks after its successor

    def _length(self, room: Room, seat: int) -> float:
        return self._schedule.length(reaction=room.match.decisions[seat].prompt.reaction)

    async def _carry_out(self, room: Room, seat: int, ordinal: int) -> bool:
        """Look for a plan that answers a question; tell whether this has been done."""
        try:
            await room.carry_out(seat, ordinal)
        except (MatchClosed, Refusal):
            pass  # answered at the last moment
        except StoreError:
            LOG.warning("the answer of a plan in match %s could not be stored", room.row.id)
            await asyncio.sleep(_AGAIN)
            return False
        except Exception:  # Stale: its successor goes on; anything else must not stop the match for good
            if not room.stale:
                LOG.exception("a plan in match %s could not be carried out", room.row.id)
        return True
