"""The recruiter: notes who wants to be a reserve, asks the first of them when a seat is free, and seats who accepts.

Whom someone at the table has blocked is noted like all others and not shown to them, and is not asked: nothing tells
them of the block. What is asked is stored with the time until which it may be accepted, so it outlives a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from shapan.server.hub.rooms import Rooms
from shapan.server.match.attendance import arrive, succeed, take_over
from shapan.server.match.invitation import is_of_reserves
from shapan.server.match.lifecycle import (
    Damaged,
    Elsewhere,
    MatchClosed,
    MatchFull,
    MatchNotFound,
    NotYours,
    Sanctioned,
)
from shapan.server.match.room import Room
from shapan.server.match.seats import name_at
from shapan.server.match.waiting_room import is_barred, is_muted
from shapan.server.settings import Settings
from shapan.server.store.clubs import PREFIX
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import SUSPEND
from shapan.server.store.row import Reserve
from shapan.server.store.storage import FRIENDS, Store
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
_EVERY: Final = 3.0
_MOST: Final = 50
_MAX_READ: Final = 1000
_PAUSE: Final = 0.02
"""Seconds between two tables that are read back, so that answers go first."""


class Recruiter:
    """Looks after the reserves of all tables of one server."""

    def __init__(self, house: Rooms, store: Store, settings: Settings) -> None:
        self._house = house
        self._store = store
        self._settings = settings
        self._read = False
        self._unread: set[str] = set()
        """Tables at which nobody can be asked: they cannot be read, or a rule fails."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look from now on whether somebody is to be asked."""
        self._task = asyncio.create_task(self._run(), name="shapan-reserves")

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await self.look()
            except (StoreError, SQLAlchemyError, OSError) as error:
                LOG.warning("reserves wait: %s", type(error).__name__)
            except Exception:  # whatever it is, the next look may go well
                LOG.exception("reserves wait")

    # What reserves do

    async def check(self, room: Room, session: str | None, token: str = "") -> None:
        """Raise Missing where a guest does not find the table to wait at; NotYours or Shut where they may not."""
        if room.reserves.of(session) is None and not await self._reaches(room, session, token):
            raise MatchNotFound("there is no such table for you to wait at")
        if is_barred(room.changes, session):
            raise NotYours("they were removed from this table")
        if room.row.rated in ("wish", "on") and not await self._is_member(session):
            raise NotYours("only members can wait at a rated table: log in first")
        if session is None:
            return
        room.reserves.check(session)
        if await self._store.reserves.has_left(room.row.id, session):  # at another process they have logged in since
            raise NotYours("who had a seat at a table cannot be its reserve")
        if await self._is_suspended(session):
            raise Sanctioned("they may not join tables for a while")

    async def join(self, match: str, session: str, name: str, token: str = "") -> None:
        """Let a guest wait to take over a seat. Raises what `check` raises, Full, or StoreError."""
        room = await self._house.room(match)
        await self.check(room, session, token)
        if len(await self._store.reserves.of(session)) >= self._most and room.reserves.of(session) is None:
            raise MatchFull("too_many_tables")
        hidden = await self._is_unfit(room, session)
        new = Reserve(session, name, 0, int(room.now.wall(room.now())), hidden)
        await self._house.act(match, lambda one: one.change_reserves(lambda: one.reserves.joined(new)))
        await self.recruit(match)

    async def leave(self, match: str, session: str) -> None:
        """Let a guest wait no more, also where they are asked: the next one is. Raises StoreError."""
        await self._house.act(match, lambda room: room.change_reserves(lambda: room.reserves.without(session)))
        await self.recruit(match)

    async def accept(self, match: str, session: str) -> None:
        """Let a reserve have the seat for which they are asked. Raises Shut where it is not theirs to take any more."""
        room = await self._house.room(match)
        if room.seats.stays_of(session):
            return
        reserve = room.reserves.asked(session, room.now.wall(room.now()), room.clock)
        if await self._is_unfit(room, session):
            raise MatchClosed("closed")
        if reserve.seat is not None and room.seats[reserve.seat].kind == "open":
            await self._house.act(match, lambda one: self._sit(one, session))
        else:
            await self._house.act(match, lambda one: take_over(one, session))
            await self._house.act(match, lambda one: succeed(one, session))
        await self.recruit(match)

    async def _sit(self, room: Room, session: str) -> None:
        """Let a reserve sit down on an open seat, as by an invitation. Raises Shut or Stale."""
        reserve = room.reserves.asked(session, room.now.wall(room.now()), room.clock)
        assert reserve.seat is not None
        muted = is_muted(room.changes, session)
        called = partial(name_at, reserve.seat, "" if muted else reserve.name)
        try:
            await room.take_seat(reserve.seat, session, called, muted=muted)
        except Conflict:
            room.outdate()
            raise MatchClosed("closed") from None
        await room.change_reserves(lambda: room.reserves.without(session))
        await arrive(room, reserve.seat, session)

    # Who may

    @property
    def _most(self) -> int:
        limits = self._settings.limits
        return 2**31 if limits is None else limits.reserve_of

    async def _reaches(self, room: Room, session: str | None, token: str) -> bool:
        """Return whether a guest finds a table: all do, those of its circle, or by the link of its host."""
        row = room.row
        if is_of_reserves(row, token) or row.listed:
            return await self._is_of_circle(row.circle, session) or not row.circle.startswith(PREFIX)
        if row.circle == FRIENDS and session is not None:
            return session in await self._store.ties.friends(row.owner)
        return bool(row.circle) and await self._is_of_circle(row.circle, session)

    async def _is_of_circle(self, circle: str, session: str | None) -> bool:
        club = circle.removeprefix(PREFIX)
        return club != circle and await self._store.clubs.club(club, session or "") is not None

    async def _is_member(self, session: str | None) -> bool:
        return await self._store.accounts.account(session or "") is not None

    async def _is_suspended(self, session: str) -> bool:
        if self._settings.accounts == "off":
            return False
        return any(one.kind == SUSPEND for one in await self._store.moderation.sanctions_of(session))

    async def _is_unfit(self, room: Room, session: str) -> bool:
        """Return whether a reserve is passed over: removed, blocks, is suspended, or is not of the club any more."""
        if is_barred(room.changes, session) or await self._store.reserves.has_left(room.row.id, session):
            return True
        if self._settings.accounts == "off":
            return False
        there = [row.session for row in room.seats if row.session is not None and not room.seats.has_left(row.seat)]
        if await self._store.reserves.blocks(session, there) or await self._is_suspended(session):
            return True
        return room.row.circle.startswith(PREFIX) and not await self._is_of_circle(room.row.circle, session)

    # Whom to ask

    async def look(self) -> None:
        """Ask where a seat is free, and the next one where the time of who was asked is over."""
        if not self._read:
            await self._look_back()
        homes, now = self._house.homes, self._settings.now
        at = int(now.wall(now()))
        due = await self._store.reserves.due(at, homes.session, _MOST, shared=homes.shared, but=self._unread)
        here = [match for match, room in list(self._house.rooms.items()) if self._wants(room)]
        for match in dict.fromkeys([*due, *here]):
            await self._try(match)

    async def _look_back(self) -> None:
        """Look at all tables with reserves: a process may have died before it asked somebody."""
        self._read = True
        for match in await self._store.reserves.open(_MAX_READ, shared=self._house.homes.shared):
            if match not in self._house.rooms:
                await self._try(match)
                await asyncio.sleep(_PAUSE)

    async def _try(self, match: str) -> None:
        if match in self._unread:
            return
        try:
            await self.recruit(match)
        except (Elsewhere, MatchClosed):
            pass
        except (MatchNotFound, Damaged):
            self._unread.add(match)
        except (StoreError, SQLAlchemyError, OSError):
            raise
        except Exception as error:  # noqa: BLE001 - its words may tell what is hidden; the other tables go on
            LOG.error("no reserve could be asked: %s", type(error).__name__)  # noqa: TRY400
            self._unread.add(match)

    @staticmethod
    def _wants(room: Room) -> bool:
        return not room.stale and room.reserves.wants(room.now.wall(room.now()), room.clock)

    async def recruit(self, match: str) -> None:
        """Ask who is to be asked at a table now. Raises what `Rooms.room` raises, or StoreError."""
        room = await self._house.room(match)
        people = [row.person for row in room.reserves.rows]
        hidden = {person for person in people if await self._is_unfit(room, person)}
        if people:
            await self._house.act(match, lambda one: one.change_reserves(_settled(one, hidden)))


def _settled(room: Room, hidden: Collection[str]) -> Callable[[], list[Reserve]]:
    return lambda: room.reserves.settled(room.now.wall(room.now()), room.clock, hidden)
