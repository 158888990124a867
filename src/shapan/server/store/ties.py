"""Ties in the store: friends, those who asked to be, and those who are blocked.

A row is what one member has said of another, and no one else's business. So a block is not stored with the one who is
blocked: what that member says is stored as ever, and only not shown to the other.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update
from sqlalchemy.engine import Connection

from shapan.server.store.backend import upsert
from shapan.server.store.base import BaseStore
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.schema import ACCOUNTS, TIES

ASKED: Final = "asked"
FRIEND: Final = "friend"
REFUSED: Final = "refused"
BLOCKED: Final = "blocked"


class Tie(msgspec.Struct):
    """Another member, and when something was said of them or by them."""

    account: str
    name: str
    made: int
    here: int | None = None
    """When a friend was last here, None for one who does not show it."""


class Ties(msgspec.Struct):
    """What a member is told of others; each list by name."""

    friends: list[Tie]
    asking: list[Tie]
    """Who would like to be a friend and waits for an answer."""
    asked: list[Tie]
    blocked: list[Tie]


class TieStore(BaseStore):
    """What members have said of each other."""

    async def of(self, account: str) -> Ties:
        """Return all that a member is told of others."""
        async with self._read.connect() as connection:
            return await connection.run_sync(ties_of, account)

    async def tie(self, account: str, other: str) -> str:
        """Return what a member has said of another; `asking` where nothing was and the other waits for an answer."""
        own = await self._rows(select(TIES.c.kind).where(TIES.c.account == account, TIES.c.other == other))
        asks = await self._rows(select(TIES.c.kind).where(_asking(account), TIES.c.account == other))
        return str(own[0].kind) if own else "asking" if asks else ""

    async def friends(self, account: str) -> set[str]:
        """Return the friends of a member."""
        return {row.other for row in await self._rows(select(TIES.c.other).where(_said(account, FRIEND)))}

    async def asking(self, account: str) -> int:
        """Return how many would like to be a friend of a member and wait for an answer."""
        return len(await self._rows(select(TIES.c.account).where(_asking(account))))

    async def blocked_by(self, other: str) -> set[str]:
        """Return the members who have blocked one."""
        blocks = and_(TIES.c.other == other, TIES.c.kind == BLOCKED)
        return {row.account for row in await self._rows(select(TIES.c.account).where(blocks))}

    async def ask(self, account: str, other: str, most: int) -> None:
        """Ask a member to be a friend; who was asked by that member is one from now on.

        Raises Conflict if so many are asked or friends already. The same is done whether the other has blocked the one
        who asks or not.
        """

        def job(connection: Connection) -> None:
            own, theirs = _kind(connection, account, other), _kind(connection, other, account)
            count = select(func.count()).where(TIES.c.account == account, TIES.c.kind.in_((ASKED, FRIEND)))
            if (connection.scalar(count) or 0) >= most and own not in (ASKED, FRIEND):
                raise Conflict("too many friends")
            if own == FRIEND:
                return
            both = theirs == ASKED and own != BLOCKED
            _say(connection, account, other, FRIEND if both else ASKED)
            if both:
                _say(connection, other, account, FRIEND)

        await self._writer.do(job)

    async def accept(self, account: str, other: str, most: int) -> None:
        """Make a friend of a member who asked. Raises Conflict if there are so many already."""

        def job(connection: Connection) -> None:
            if not connection.scalar(select(exists().where(_asking(account), TIES.c.account == other))):
                return
            count = select(func.count()).where(TIES.c.account == account, TIES.c.kind.in_((ASKED, FRIEND)))
            if (connection.scalar(count) or 0) >= most:
                raise Conflict("too many friends")
            _say(connection, account, other, FRIEND)
            _say(connection, other, account, FRIEND)

        await self._writer.do(job)

    async def refuse(self, account: str, other: str) -> None:
        """Refuse a member who asked; they are not told, and what they ask is not shown any more."""

        def job(connection: Connection) -> None:
            if connection.scalar(select(exists().where(_asking(account), TIES.c.account == other))):
                _say(connection, account, other, REFUSED)

        await self._writer.do(job)

    async def remove(self, account: str, other: str) -> None:
        """End a friendship, or take back what was asked."""

        def job(connection: Connection) -> None:
            own = and_(_said(account, ASKED, FRIEND), TIES.c.other == other)
            connection.execute(delete(TIES).where(own))
            connection.execute(delete(TIES).where(_said(other, FRIEND), TIES.c.other == account))

        await self._writer.do(job)

    async def block(self, account: str, other: str, most: int) -> None:
        """Block a member. Raises Conflict if so many are blocked already."""

        def job(connection: Connection) -> None:
            count = select(func.count()).where(_said(account, BLOCKED), TIES.c.other != other)
            if (connection.scalar(count) or 0) >= most:
                raise Conflict("too many are blocked")
            _say(connection, account, other, BLOCKED)
            connection.execute(delete(TIES).where(_said(other, FRIEND), TIES.c.other == account))

        await self._writer.do(job)

    async def unblock(self, account: str, other: str) -> None:
        """Block a member no more."""
        own = and_(_said(account, BLOCKED), TIES.c.other == other)
        await self._writer.do(lambda connection: connection.execute(delete(TIES).where(own)))

    async def show_online(self, account: str, shows: bool) -> None:
        """Set whether friends see that a member is on line; who does not show it leaves no trace either."""
        values: dict[str, Any] = {"shows_online": shows, "here": now() if shows else None}
        statement = update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(values)
        await self._writer.do(lambda connection: connection.execute(statement))

    async def shows_online(self, account: str) -> bool:
        """Return whether friends see that a member is on line."""
        rows = await self._rows(select(ACCOUNTS.c.shows_online).where(ACCOUNTS.c.id == account))
        return bool(rows and rows[0].shows_online)

    async def note_here(self, accounts: set[str]) -> None:
        """Store that members are here now, of those who show it."""
        shown = and_(ACCOUNTS.c.id.in_(accounts), ACCOUNTS.c.shows_online, ACCOUNTS.c.state == "on")
        statement = update(ACCOUNTS).where(shown).values(here=now())
        await self._writer.do(lambda connection: connection.execute(statement))


def ties_of(connection: Connection, account: str) -> Ties:
    """Return all that a member is told of others."""

    def listed(which: ColumnElement[bool], who: Any) -> list[Tie]:
        query = (
            select(ACCOUNTS.c.id, ACCOUNTS.c.name, TIES.c.made, ACCOUNTS.c.here)
            .join(ACCOUNTS, ACCOUNTS.c.id == who)
            .where(which)
            .order_by(ACCOUNTS.c.folded)
        )
        return [Tie(row.id, row.name, row.made, row.here) for row in connection.execute(query)]

    def said(kind: str) -> list[Tie]:
        return listed(_said(account, kind), TIES.c.other)

    own = (said(FRIEND), listed(_asking(account), TIES.c.account), said(ASKED), said(BLOCKED))
    for tie in (*own[1], *own[2], *own[3]):
        tie.here = None  # for friends only
    return Ties(*own)


def forget_ties(connection: Connection, account: str) -> None:
    """Remove what a member has said of others, and others of them."""
    connection.execute(delete(TIES).where(or_(TIES.c.account == account, TIES.c.other == account)))


def _said(account: str, *kinds: str) -> ColumnElement[bool]:
    return and_(TIES.c.account == account, TIES.c.kind.in_(kinds))


def _asking(account: str) -> ColumnElement[bool]:
    """Return the condition of a row by which someone asks a member who has not answered."""
    answer = TIES.alias()
    answered = exists().where(answer.c.account == account, answer.c.other == TIES.c.account)
    return and_(TIES.c.other == account, TIES.c.kind == ASKED, ~answered)


def _kind(connection: Connection, account: str, other: str) -> str | None:
    return connection.scalar(select(TIES.c.kind).where(TIES.c.account == account, TIES.c.other == other))


def _say(connection: Connection, account: str, other: str, kind: str) -> None:
    connection.execute(upsert(connection, TIES, {"account": account, "other": other}, {"kind": kind, "made": now()}))
