"""Notices in the store: what people are told besides turns, and whom they do not want to hear.

There is one of a kind for each person and table. What comes while it waits to be told is told with it, and what comes
soon after it was told is not told again.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.engine import Connection

from shapan.server.store.backend import upsert
from shapan.server.store.base import BaseStore
from shapan.server.store.fault import Conflict
from shapan.server.store.row import Number
from shapan.server.store.schema import ACCOUNTS, DELIVERIES, MATCHES, MUTES, NOTICE_SETTINGS, NOTICES, TIES
from shapan.server.store.ties import BLOCKED, FRIEND
from shapan.server.store.turn import ways_to

MENTION: Final = "mention"
"""Someone has written to them in the chat of a table."""
INVITED: Final = "invited"
"""The host of a table that waits for its people would like to have them there."""
TAKEN: Final = "taken"
"""Another person has the seat that was theirs."""
OPEN: Final = "open"
DECLINED: Final = "declined"
"""Its person does not come."""
READ: Final = "read"
"""Its person has looked at the table since."""
QUIET: Final = 3600
"""Seconds after which someone is told again that they are written to."""
KEPT: Final = 30 * 24 * 3600
"""Seconds for which it is kept what someone was told."""
DAYS, ALL, OFF, FRIENDS = "days", "all", "off", "friends"
CHOICES: Final = (DAYS, ALL, OFF)
"""Where someone wants to be told that they are written to: at slow tables, at all, nowhere."""
INVITERS: Final = (ALL, FRIENDS, OFF)
"""By whom someone wants to be invited to tables: anyone, friends, nobody."""


class NoticeRow(msgspec.Struct):
    """Something to tell a person of a table."""

    id: str
    match: str
    person: str
    kind: str
    by: str
    """Whose doing it is."""
    seat: int
    """From which seat."""
    since: Number
    at: Number | None
    """When to look at it; None once nothing is left to tell."""
    told: Number | None
    state: str


class Invited(msgspec.Struct):
    """Somebody who was invited to a table: who, what they are called now, and whether they have declined."""

    person: str
    name: str
    declined: bool


class NoticeStore(BaseStore):
    """What people are told besides turns."""

    # Invitations

    async def invite(self, match: str, by: str, person: str, now: int, delay: int, most: int) -> None:
        """Invite a member to a table, who is told after so many seconds. Raises Conflict if so many are invited there.

        The same is done whether they have blocked the one who invites or not; who has declined stays so.
        """
        which = and_(NOTICES.c.match == match, NOTICES.c.kind == INVITED)

        def job(connection: Connection) -> None:
            if connection.scalar(select(exists().where(which, NOTICES.c.person == person))):
                return
            if (connection.scalar(select(func.count()).select_from(NOTICES).where(which)) or 0) >= most:
                raise Conflict("too many are invited")
            key = {"match": match, "person": person, "kind": INVITED, "id": secrets.token_urlsafe(16)}
            values = {"by": by, "seat": -1, "since": now, "at": now + delay, "state": OPEN}
            connection.execute(insert(NOTICES).values(**key, **values))

        await self._writer.do(job)

    async def decline(self, match: str, person: str) -> None:
        """Note that a member does not come."""
        mine = and_(NOTICES.c.match == match, NOTICES.c.kind == INVITED, NOTICES.c.person == person)
        statement = update(NOTICES).where(mine, NOTICES.c.state == OPEN).values(state=DECLINED, at=None)
        await self._writer.do(lambda connection: connection.execute(statement))

    async def end_invitations(self, match: str, person: str | None = None) -> None:
        """End the invitations to a table, or that of one member who has not declined."""
        which = and_(NOTICES.c.match == match, NOTICES.c.kind == INVITED)
        if person is not None:
            which = and_(which, NOTICES.c.person == person, NOTICES.c.state == OPEN)
        if await self._rows(select(NOTICES.c.id).where(which)):
            await self._writer.do(lambda connection: connection.execute(delete(NOTICES).where(which)))

    async def invited(self, match: str) -> list[Invited]:
        """Return who is invited to a table, by name."""
        query = select(NOTICES.c.person, NOTICES.c.state, ACCOUNTS.c.name).join(
            ACCOUNTS, ACCOUNTS.c.id == NOTICES.c.person
        )
        rows = await self._rows(
            query.where(NOTICES.c.match == match, NOTICES.c.kind == INVITED).order_by(ACCOUNTS.c.folded)
        )
        return [Invited(row.person, row.name, row.state == DECLINED) for row in rows]

    async def invitations(self, person: str, match: str | None = None) -> list[tuple[str, str]]:
        """Return to which tables a member is invited, by whom as they are called now, the latest first.

        None by those whom the member has blocked, or by whom they do not want to be invited.
        """
        mine = and_(NOTICES.c.person == person, NOTICES.c.kind == INVITED, NOTICES.c.state == OPEN, _may_invite(person))
        if match is not None:
            mine = and_(mine, NOTICES.c.match == match)
        query = select(NOTICES.c.match, ACCOUNTS.c.name).join(ACCOUNTS, ACCOUNTS.c.id == NOTICES.c.by).where(mine)
        rows = await self._rows(query.order_by(NOTICES.c.since.desc(), NOTICES.c.id))
        return [(row.match, row.name) for row in rows]

    # What is to be told

    async def mention(self, match: str, by: str, seat: int, people: Sequence[str], now: int, delay: int) -> None:
        """Note that someone has written to some people at a table, who are told after so many seconds.

        Those who have blocked or muted them are not told, nor those who were told of a message a while ago.
        """

        def job(connection: Connection) -> None:
            for person in people:
                if not _is_shut(connection, match, person, by):
                    _mention(connection, {"match": match, "person": person}, by, seat, now, delay)

        await self._writer.do(job)

    async def due(self, now: int, home: int | None, most: int, *, shared: bool) -> list[NoticeRow]:
        """Return what is due, the longest first; of `shared` matches those at this home or none."""
        here: list[ColumnElement[bool]] = [or_(MATCHES.c.home.is_(None), MATCHES.c.home == home)] if shared else []
        query = select(NOTICES).join(MATCHES, MATCHES.c.id == NOTICES.c.match).where(NOTICES.c.at <= now, *here)
        return [_notice(row) for row in await self._rows(query.order_by(NOTICES.c.at, NOTICES.c.id).limit(most))]

    async def put_off(self, notice: NoticeRow, at: int | None) -> None:
        """Look at something later, or not any more."""
        values = {"at": at} if at is not None or notice.kind == INVITED else {"at": None, "state": READ}
        statement = update(NOTICES).where(_same(notice)).values(values)
        await self._writer.do(lambda connection: connection.execute(statement))

    async def tell(self, notice: NoticeRow, now: int) -> int:
        """Note that a person is told of something, and what is to be sent where; return how much that is."""

        def job(connection: Connection) -> int:
            told = update(NOTICES).where(_same(notice)).values(at=None, told=now)
            if not connection.execute(told).rowcount:
                return 0
            rows = [
                {
                    "id": secrets.token_urlsafe(16),
                    "person": notice.person,
                    "match": notice.match,
                    "seat": notice.seat,
                    "ordinal": 0,
                    "since": notice.since,
                    "stage": 1,
                    "channel": channel,
                    "target": target,
                    "tries": 0,
                    "at": now,
                    "state": "due",
                    "made": now,
                    "notice": notice.id,
                }
                for channel, target in ways_to(connection, notice.person)
            ]
            if rows:
                connection.execute(insert(DELIVERIES), rows)
            return len(rows)

        return await self._writer.do(job)

    async def told_of(self, person: str, *kinds: str) -> list[NoticeRow]:
        """Return what a person was told and has not looked at, the latest first."""
        mine = and_(NOTICES.c.person == person, NOTICES.c.kind.in_(kinds), NOTICES.c.state == OPEN)
        query = select(NOTICES).where(mine, NOTICES.c.told.is_not(None)).order_by(NOTICES.c.told.desc(), NOTICES.c.id)
        return [_notice(row) for row in await self._rows(query)]

    async def read(self, match: str, person: str, *kinds: str) -> bool:
        """Note that a person looks at what they would be told, or were; return whether anything of it waited."""
        mine = and_(NOTICES.c.match == match, NOTICES.c.person == person, NOTICES.c.kind.in_(kinds))
        unread = and_(mine, NOTICES.c.state == OPEN)
        if waited := bool(await self._rows(select(NOTICES.c.id).where(unread))):
            statement = update(NOTICES).where(unread).values(state=READ, at=None)
            await self._writer.do(lambda connection: connection.execute(statement))
        return waited

    async def shuts_out(self, match: str, person: str, by: str) -> bool:
        """Return whether a person has blocked another, or muted them at a table."""
        blocks, mutes = _shut(match, person, by)
        return bool(await self._rows(select(TIES.c.account).where(blocks))) or bool(
            await self._rows(select(MUTES.c.person).where(mutes))
        )

    async def mute(self, match: str, person: str, other: str, *, muted: bool) -> None:
        """Store whether a person wants to hear another at a table."""
        mine = {"match": match, "person": person, "other": other}

        def job(connection: Connection) -> None:
            connection.execute(delete(MUTES).where(*(MUTES.c[name] == value for name, value in mine.items())))
            if muted:
                connection.execute(insert(MUTES).values(mine))

        await self._writer.do(job)

    async def mentions(self, person: str) -> str:
        """Return where a person wants to be told that they are written to: days, all, off.

        Unless they have said so, members are told at slow tables, and guests are not told.
        """
        rows = await self._rows(select(NOTICE_SETTINGS.c.mentions).where(NOTICE_SETTINGS.c.person == person))
        if rows and rows[0].mentions in CHOICES:
            return str(rows[0].mentions)
        return DAYS if await self._rows(select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == person)) else OFF

    async def set_mentions(self, person: str, where: str) -> None:
        """Store where a person wants to be told that they are written to."""

        def job(connection: Connection) -> None:
            kept = upsert(connection, NOTICE_SETTINGS, {"person": person}, {"mentions": where}, at_once=False)
            connection.execute(kept)

        await self._writer.do(job)

    async def inviters(self, person: str) -> str:
        """Return by whom a person wants to be invited: all, friends, off."""
        rows = await self._rows(select(NOTICE_SETTINGS.c.invitations).where(NOTICE_SETTINGS.c.person == person))
        return str(rows[0].invitations) if rows and rows[0].invitations in INVITERS else ALL

    async def set_inviters(self, person: str, who: str) -> None:
        """Store by whom a person wants to be invited."""

        def job(connection: Connection) -> None:
            kept = upsert(connection, NOTICE_SETTINGS, {"person": person}, {"invitations": who}, at_once=False)
            connection.execute(kept)

        await self._writer.do(job)

    async def tidy(self, now: int) -> None:
        """Forget what was told long ago."""
        old = and_(NOTICES.c.at.is_(None), NOTICES.c.since < now - KEPT)
        await self._writer.do(lambda connection: connection.execute(delete(NOTICES).where(old)))


def _may_invite(person: str) -> ColumnElement[bool]:
    """Return the condition that a person wants invitations by whom they are: not blocked, and among those chosen."""

    def has_said(kind: str) -> ColumnElement[bool]:
        return exists().where(TIES.c.account == person, TIES.c.other == NOTICES.c.by, TIES.c.kind == kind)

    def has_chosen(who: str) -> ColumnElement[bool]:
        return exists().where(NOTICE_SETTINGS.c.person == person, NOTICE_SETTINGS.c.invitations == who)

    return and_(~has_said(BLOCKED), ~has_chosen(OFF), or_(~has_chosen(FRIENDS), has_said(FRIEND)))


def _mention(connection: Connection, key: dict[str, str], by: str, seat: int, now: int, delay: int) -> None:
    """Note that someone is written to, unless that waits to be told already, or was told a while ago."""
    which = and_(*(NOTICES.c[name] == value for name, value in key.items()), NOTICES.c.kind == MENTION)
    known = connection.execute(select(NOTICES).where(which)).one_or_none()
    values = {"by": by, "seat": seat, "since": now, "at": now + delay, "state": OPEN}
    if known is None:
        connection.execute(insert(NOTICES).values(id=secrets.token_urlsafe(16), kind=MENTION, **key, **values))
    elif known.at is None and (known.told is None or known.told <= now - QUIET):
        connection.execute(update(NOTICES).where(which).values(told=None, **values))


def tell_taken(connection: Connection, match: str, person: str, by: str, seat: int, now: int) -> None:
    """Note that another person has somebody's seat, which they are told at once."""
    key = {"match": match, "person": person, "kind": TAKEN}
    values = {"by": by, "seat": seat, "since": now, "at": now, "told": None, "state": OPEN}
    connection.execute(upsert(connection, NOTICES, key, values, id=secrets.token_urlsafe(16)))


def _shut(match: str, person: str, by: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Return the conditions of a block, and of a mute."""
    blocks = and_(TIES.c.account == person, TIES.c.other == by, TIES.c.kind == BLOCKED)
    return blocks, and_(MUTES.c.match == match, MUTES.c.person == person, MUTES.c.other == by)


def _is_shut(connection: Connection, match: str, person: str, by: str) -> bool:
    return bool(connection.scalar(select(or_(*(exists().where(one) for one in _shut(match, person, by))))))


def _same(notice: NoticeRow) -> ColumnElement[bool]:
    """Return the condition that something is stored as it was read."""
    fixed = and_(NOTICES.c.id == notice.id, NOTICES.c.since == notice.since, NOTICES.c.state == notice.state)
    return and_(fixed, NOTICES.c.at.is_not_distinct_from(notice.at))


def _notice(row: Any) -> NoticeRow:
    return NoticeRow(**{name: getattr(row, name) for name in NoticeRow.__struct_fields__})
