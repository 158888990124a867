"""The follower: stores who is asked at each table of several people, so that they can be told while no one looks.

It follows what all see. Who has sealed an answer to a window stays among those who are asked until it closes, so
nothing is written by which others could learn of it. See docs/design/notices.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from sqlalchemy.exc import SQLAlchemyError

from shapan.server.hub.rooms import Rooms
from shapan.server.match.lifecycle import SLOW, Elsewhere, MatchClosed, MatchNotFound
from shapan.server.match.room import Room
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.storage import Store
from shapan.server.store.turn import RESERVE, TABLE, Asked
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
LIVE: Final = 60
"""Seconds after a question in which no one is told of it, where a decision has less than an hour ..."""
DAYS: Final = 120
"""... and at other tables."""
_EVERY: Final = 1.0
_REST: Final = 2
"""Seconds after which a change is followed if there was no other ..."""
_MAX_REST: Final = 5
"""... and if there was."""
_MAX_READ: Final = 1000
_LOT: Final = 20
_PAUSE: Final = 0.02
"""Seconds between two tables that are read back, so that answers go first."""
_LOOK_BACK: Final = 600.0
"""Seconds between two looks at tables that were not followed to their last change."""


@dataclass(slots=True)
class _Change:
    """A table at which something has happened that is not stored yet: its room, and since when."""

    room: Room
    first: int
    last: int


class Follower:
    """Follows the rooms of one server."""

    def __init__(self, house: Rooms, store: Store) -> None:
        self._house = house
        self._store = store
        self._changes: dict[str, _Change] = {}
        self._stored: dict[str, list[Asked]] = {}
        """By match in memory what is stored of it."""
        self._unread: set[str] = set()
        """Matches that cannot be read."""
        self._tasks: list[asyncio.Task[None]] = []
        self.now: Callable[[], int] = now

    def look_after(self, room: Room) -> None:
        """Follow a room from now on."""
        room.turn_bell = lambda: self._note(room)
        self._stored.pop(room.row.id, None)
        self._note(room)

    def forget(self, room: Room) -> None:
        """Take note of a room that leaves the memory; its last change is still stored."""
        self._stored.pop(room.row.id, None)

    def follow_again(self, room: Room) -> None:
        """Store who is asked at a table of which something else is stored."""
        self._stored[room.row.id] = []
        self._note(room)
        self._changes[room.row.id].first = 0

    def start(self) -> None:
        """Follow from now on, and look back at what was not followed to its end."""
        self._tasks = [asyncio.create_task(self._run(_EVERY, self.flush), name="shapan-turns")]
        self._tasks.append(asyncio.create_task(self._run(_LOOK_BACK, self.look_back, at_once=True), name="look-back"))

    async def close(self) -> None:
        """Store what is known, and follow no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreError, Conflict):
            await self.flush(every=True)

    @staticmethod
    async def _run(every: float, work: Callable[[], Awaitable[None]], *, at_once: bool = False) -> None:
        while True:
            if not at_once:
                await asyncio.sleep(every)
            at_once = False
            try:
                await work()
            except (StoreError, SQLAlchemyError, OSError) as error:
                LOG.warning("whose turn it is could not be stored: %s", type(error).__name__)

    async def look_back(self) -> None:
        """Read tables back that were changed before their turns were stored: a process has died, or a clock jumped."""
        shared, read = self._house.homes.shared, 0
        for match in await self._store.turns.behind(_MAX_READ, shared=shared):
            if match in self._house.rooms or match in self._unread:
                continue
            try:
                await self._house.room(match)
            except Elsewhere:
                continue
            except (MatchNotFound, MatchClosed):
                self._unread.add(match)
            read += 1
            if read % _LOT == 0:  # before they have to leave the memory
                await self.flush(every=True)
            await asyncio.sleep(_PAUSE)

    async def flush(self, *, every: bool = False) -> None:
        """Store who is asked where something has happened a moment ago; with `every` also if it is not over yet."""
        for match, change in list(self._changes.items()):
            at, room = self.now(), change.room
            rests = at >= change.last + _REST or at >= change.first + _MAX_REST
            if room.stale:
                self._changes.pop(match, None)  # its successor is followed
            elif (rests or every) and not room.changing:
                del self._changes[match]
                await self._store_turns(room, at)

    async def _store_turns(self, room: Room, at: int) -> None:
        match, asked = room.row.id, asked_at(room)
        if not (_has_several(room) or asked) and match not in self._stored:
            return
        if self._stored.get(match) == asked:
            return
        delay = LIVE if room.row.timed and room.row.pace < SLOW else DAYS
        try:
            whole = await room.turns.follow(match, asked, at, delay)
        except Conflict:  # another process plays it
            return
        except StoreError:
            self._note(room)
            raise
        if whole:
            self._stored[match] = asked
        else:
            self._note(room)

    def _note(self, room: Room) -> None:
        at = self.now()
        change = self._changes.get(room.row.id)
        if change is None or change.room is not room:
            self._changes[room.row.id] = _Change(room, at, at)
        else:
            change.last = at


def _has_several(room: Room) -> bool:
    """Return whether several people have seats at a table, whether they have left or not."""
    return len({row.session for row in room.seats if row.session is not None}) > 1


def asked_at(room: Room) -> list[Asked]:
    """Return who is asked at a table by what all see, each person once; no one where one plays alone."""
    rows = [row for row in room.seats if row.session is not None and not room.seats.has_left(row.seat)]
    if room.frozen or room.over:
        return []
    if len({row.session for row in rows}) < 2:
        return _reserves(room)
    asked: dict[str, Asked] = {}
    for row in rows:
        ordinal = _missing(room, row.seat) if room.course.waiting else _question(room, row.seat)
        if ordinal is not None and row.session is not None:
            kind = "ready" if room.course.waiting else "turn"
            asked.setdefault(row.session, Asked(row.seat, row.session, kind, ordinal))
    found = list(asked.values())
    if found and not room.course.waiting:
        told = ",".join(f"{one.seat}:{one.ordinal}" for one in found)
        found.append(Asked(TABLE, "", "table", crc32(told.encode())))
    return found + _reserves(room)


def _reserves(room: Room) -> list[Asked]:
    """Return the reserves who are asked to take over a seat, each behind the table, at a place of the seat."""
    rows = [row for row in room.reserves.rows if row.seat is not None and not row.hidden]
    return [Asked(TABLE - 1 - (row.seat or 0), row.person, RESERVE, row.asked or 0) for row in rows]


def _question(room: Room, seat: int) -> int | None:
    """Return which question a person has at a seat, None for none: also one whose answer is sealed."""
    decision = room.match.decisions.get(seat)
    return decision.ordinal if decision is not None and room.seats.is_person(seat) else None


def _missing(room: Room, seat: int) -> int | None:
    """Return for which round of fair dice a full table waits for a person, None if it does not."""
    if any(row.kind == "open" for row in room.seats) or room.seats[seat].kind != "player":
        return None
    if room.fair.is_bound:
        return room.fair.current.round + 1 if seat in room.fair.late else None
    return None if room.gathering.is_ready(seat) else 0
