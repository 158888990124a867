"""Clubs in the store: members who joined by a link, and find the tables that are open to the club alone."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from hmac import compare_digest
from typing import Any, Final

import msgspec
from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.engine import Connection

from shapan.server.store.base import BaseStore
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.schema import ACCOUNTS, CLUB_MEMBERS, CLUBS
from shapan.server.store.tournaments import end_tournaments, leave_tournaments

PREFIX: Final = "club-"
"""Begins the circle of a table that is open to a club."""
MAX_CLUBS: Final = 30
"""Clubs of one member."""
MAX_OWNED: Final = 5
MAX_MEMBERS: Final = 500
_SECRET: Final = 16


class Club(msgspec.Struct):
    """A club, as its members know it."""

    id: str
    name: str
    owner: str
    secret: bytes
    members: int = 0

    @property
    def circle(self) -> str:
        """What stands at tables that are open to it."""
        return f"{PREFIX}{self.id}"

    @property
    def token(self) -> str:
        """What its link ends with."""
        digest = blake2b(f"club {self.id}".encode(), key=self.secret, digest_size=16).hexdigest()
        return f"{self.id}.{digest}"


class ClubStore(BaseStore):
    """Clubs and their members."""

    async def of(self, account: str) -> list[Club]:
        """Return the clubs of a member, by name."""
        mine = select(CLUB_MEMBERS.c.club).where(CLUB_MEMBERS.c.account == account)
        rows = await self._rows(_clubs().where(CLUBS.c.id.in_(mine)).order_by(CLUBS.c.name, CLUBS.c.id))
        return [_club(row) for row in rows]

    async def club(self, key: str, account: str) -> Club | None:
        """Return a club to one of its members; to everyone else there is none."""
        mine = select(CLUB_MEMBERS.c.club).where(CLUB_MEMBERS.c.account == account, CLUB_MEMBERS.c.club == key)
        rows = await self._rows(_clubs().where(CLUBS.c.id.in_(mine)))
        return _club(rows[0]) if rows else None

    async def invited(self, token: str) -> Club | None:
        """Return the club that a link leads to."""
        rows = await self._rows(_clubs().where(CLUBS.c.id == token.partition(".")[0]))
        club = _club(rows[0]) if rows else None
        return club if club is not None and compare_digest(club.token.encode(), token.encode()) else None

    async def members(self, key: str) -> list[tuple[str, str]]:
        """Return id and name of the members of a club, by name."""
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).join(CLUB_MEMBERS, CLUB_MEMBERS.c.account == ACCOUNTS.c.id)
        rows = await self._rows(query.where(CLUB_MEMBERS.c.club == key).order_by(ACCOUNTS.c.folded))
        return [(row.id, row.name) for row in rows]

    async def make(self, name: str, owner: str) -> str:
        """Found a club; return its id. Raises Conflict if its owner has as many as one may."""
        key = secrets.token_urlsafe(12)

        def job(connection: Connection) -> None:
            owned = select(func.count()).where(CLUBS.c.owner == owner)
            if (connection.scalar(owned) or 0) >= MAX_OWNED:
                raise Conflict("too many clubs")
            row = {"id": key, "name": name, "owner": owner, "secret": secrets.token_bytes(_SECRET), "made": now()}
            connection.execute(insert(CLUBS).values(row))
            _join(connection, key, owner)

        await self._writer.do(job)
        return key

    async def join(self, key: str, account: str) -> None:
        """Make a member one of a club. Raises Conflict if the club or the member has no room."""

        def job(connection: Connection) -> None:
            there = and_(CLUB_MEMBERS.c.club == key, CLUB_MEMBERS.c.account == account)
            if connection.scalar(select(func.count()).where(there)):
                return
            if (connection.scalar(select(func.count()).where(CLUB_MEMBERS.c.club == key)) or 0) >= MAX_MEMBERS:
                raise Conflict("the club is full")
            _join(connection, key, account)

        await self._writer.do(job)

    async def leave(self, key: str, account: str) -> None:
        """Let a member go; the owner is followed by who has been there longest, and the last one ends the club."""
        await self._writer.do(lambda connection: _leave(connection, key, account))

    async def hand_over(self, key: str, account: str) -> None:
        """Make another member the owner."""

        def job(connection: Connection) -> None:
            there = and_(CLUB_MEMBERS.c.club == key, CLUB_MEMBERS.c.account == account)
            if connection.scalar(select(func.count()).where(there)):
                connection.execute(update(CLUBS).where(CLUBS.c.id == key).values(owner=account))

        await self._writer.do(job)

    async def renew(self, key: str) -> None:
        """Make a new link in place of the one before."""
        statement = update(CLUBS).where(CLUBS.c.id == key).values(secret=secrets.token_bytes(_SECRET))
        await self._writer.do(lambda connection: connection.execute(statement))

    async def end(self, key: str) -> None:
        """End a club."""
        await self._writer.do(lambda connection: _end(connection, key))


def _clubs() -> Any:
    count = select(func.count()).where(CLUB_MEMBERS.c.club == CLUBS.c.id).scalar_subquery()
    return select(CLUBS.c.id, CLUBS.c.name, CLUBS.c.owner, CLUBS.c.secret, count.label("members"))


def _club(row: Any) -> Club:
    return Club(row.id, row.name, row.owner, bytes(row.secret), row.members)


def _join(connection: Connection, key: str, account: str) -> None:
    mine = select(func.count()).where(CLUB_MEMBERS.c.account == account)
    if (connection.scalar(mine) or 0) >= MAX_CLUBS:
        raise Conflict("too many clubs")
    connection.execute(insert(CLUB_MEMBERS).values(club=key, account=account, made=now()))


def _leave(connection: Connection, key: str, account: str) -> None:
    mine = and_(CLUB_MEMBERS.c.club == key, CLUB_MEMBERS.c.account == account)
    connection.execute(delete(CLUB_MEMBERS).where(mine))
    leave_tournaments(connection, key, account)
    others = select(CLUB_MEMBERS.c.account).where(CLUB_MEMBERS.c.club == key)
    following = connection.scalar(others.order_by(CLUB_MEMBERS.c.made, CLUB_MEMBERS.c.account).limit(1))
    if following is None:
        _end(connection, key)
    else:
        owned = and_(CLUBS.c.id == key, CLUBS.c.owner == account)
        connection.execute(update(CLUBS).where(owned).values(owner=following))


def _end(connection: Connection, key: str) -> None:
    end_tournaments(connection, key)
    connection.execute(delete(CLUB_MEMBERS).where(CLUB_MEMBERS.c.club == key))
    connection.execute(delete(CLUBS).where(CLUBS.c.id == key))


def clubs_told(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Return what a member is told of their clubs: name, since when, and whether it is theirs."""
    query = select(CLUBS.c.name, CLUBS.c.owner, CLUB_MEMBERS.c.made).join(CLUBS, CLUBS.c.id == CLUB_MEMBERS.c.club)
    rows = connection.execute(query.where(CLUB_MEMBERS.c.account == account).order_by(CLUBS.c.name)).all()
    return [{"name": row.name, "since": row.made, "own": row.owner == account} for row in rows]


def forget_clubs(connection: Connection, account: str) -> None:
    """Take a member out of all clubs."""
    mine = select(CLUB_MEMBERS.c.club).where(CLUB_MEMBERS.c.account == account)
    for key in connection.scalars(mine).all():
        _leave(connection, key, account)
