"""Reserves in the store: who waits to take over a seat of a match, and who had one before."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shapan.server.store.append import APPEND
from shapan.server.store.damage import LATEST_TIME, DamagedRow, checked, decoded, readable
from shapan.server.store.notice import tell_taken
from shapan.server.store.people import put_former, put_note, put_seat
from shapan.server.store.plans import forget
from shapan.server.store.row import Former, Reserve, SeatRow
from shapan.server.store.schema import (
    CHANGES,
    CHAT,
    DELIVERIES,
    FORMER_PLAYERS,
    MATCHES,
    NOTES,
    NOTICES,
    ORDERS,
    RESERVES,
    SEATS,
    TIES,
)
from shapan.server.store.ties import BLOCKED
from shapan.server.store.writer import AtHome, Writer

Span = tuple[int, int, int]
"""A seat, since when somebody had it, and until when, in seconds."""
_GONE: Final = -2


def gone_seat(number: int) -> int:
    """Return under which seat stands what a former player said: below all seats, by their number."""
    return _GONE - number


class Waiting(msgspec.Struct):
    """A match that somebody is a reserve of, and which seat they are asked to take over until when, if any."""

    match: str
    seat: int | None
    until: int | None


@dataclass(slots=True)
class Takeover:
    """A seat that goes to another person: all that is stored of it at once."""

    old: SeatRow
    new: SeatRow
    name: str
    former: Former
    reserves: list[Reserve]
    """Who still waits."""
    note: tuple[int, str]
    notes: list[tuple[int, str]]
    """Earlier notes, which call the person of then by name from now on."""
    owner: str | None = None
    """Whose the table is from now on, where that changes."""
    record: tuple[int, bytes] | None = None
    """Number and body of the record by which a seat that has left is played on."""


class ReserveStore:
    """The reserves of all matches."""

    def __init__(self, read: AsyncEngine, writer: Writer | AtHome) -> None:
        self._read = read
        self._writer = writer

    async def keep(self, match: str, rows: Sequence[Reserve]) -> None:
        """Store the reserves of a match in place of those before."""
        await self._writer.do(lambda connection: _put(connection, match, rows))

    async def take_over(self, match: str, change: Takeover) -> int:
        """Store that another person has a seat, without what only the one before may know.

        Return the number of the one before. Raises Conflict if the seat is not as it was.
        """

        def job(connection: Connection) -> int:
            at, seat = int(time.time()), change.new.seat
            put_seat(connection, match, change.old, change.new)
            connection.execute(insert(CHANGES).values(match=match, name=change.name, made=at))
            last = put_former(connection, match, change.former, at)
            if change.record is None:  # who has left knows it
                tell_taken(connection, match, change.former.person, change.new.session or "", seat, at)
            forget(connection, match, seat)
            connection.execute(delete(ORDERS).where(ORDERS.c.match == match, ORDERS.c.seat == seat))
            said = update(CHAT).where(CHAT.c.match == match, CHAT.c.seat == seat)
            connection.execute(said.values(seat=gone_seat(last)))
            written = and_(NOTICES.c.match == match, NOTICES.c.by == change.former.person, NOTICES.c.seat == seat)
            told = DELIVERIES.c.notice.in_(select(NOTICES.c.id).where(written))
            connection.execute(update(DELIVERIES).where(told).values(seat=gone_seat(last)))
            connection.execute(update(NOTICES).where(written).values(seat=gone_seat(last)))
            for number, body in change.notes:
                which = and_(NOTES.c.match == match, NOTES.c.number == number)
                connection.execute(update(NOTES).where(which).values(body=body))
            put_note(connection, match, change.note)
            _put(connection, match, change.reserves)
            if change.owner is not None:
                connection.execute(update(MATCHES).where(MATCHES.c.id == match).values(owner=change.owner))
            if change.record is not None:
                number, record = change.record
                row = {"match": match, "number": number, "body": record.decode(), "decision": change.name, "made": at}
                connection.execute(APPEND, [row])
            return last

        return await self._writer.do(job)

    async def due(self, at: int, home: int | None, most: int, *, shared: bool, but: Collection[str] = ()) -> list[str]:
        """Return matches, `but` some, in which a reserve's time is over; of `shared` those at this home or none."""
        here = [or_(MATCHES.c.home.is_(None), MATCHES.c.home == home)] if shared else []
        query = (
            select(RESERVES.c.match)
            .distinct()
            .join(MATCHES, MATCHES.c.id == RESERVES.c.match)
            .where(RESERVES.c.until <= at, MATCHES.c.status != "over", MATCHES.c.id.not_in(but), *here)
            .order_by(RESERVES.c.match)
            .limit(most)
        )
        async with self._read.connect() as connection:
            return [name for name in await connection.scalars(query) if isinstance(name, str)]

    async def open(self, most: int, *, shared: bool) -> list[str]:
        """Return matches under way that have reserves, the latest touched first; of `shared` those at no home."""
        here = [MATCHES.c.home.is_(None)] if shared else []
        reserved = select(RESERVES.c.match)
        query = select(MATCHES.c.id).where(MATCHES.c.id.in_(reserved), MATCHES.c.status != "over", *here)
        async with self._read.connect() as connection:
            names = await connection.scalars(query.order_by(MATCHES.c.touched.desc(), MATCHES.c.id).limit(most))
            return [name for name in names if isinstance(name, str)]

    async def of(self, person: str) -> list[Waiting]:
        """Return the matches under way that somebody is a reserve of, those first in which they are asked."""
        query = (
            select(RESERVES.c.match, RESERVES.c.seat, RESERVES.c.until)
            .join(MATCHES, MATCHES.c.id == RESERVES.c.match)
            .where(RESERVES.c.person == person, MATCHES.c.status != "over")
            .order_by(func.coalesce(RESERVES.c.until, 2**31 - 1), RESERVES.c.made, RESERVES.c.match)
        )
        async with self._read.connect() as connection:
            return [Waiting(*row) for row in await connection.execute(query)]

    async def has_left(self, match: str, person: str) -> bool:
        """Return whether somebody had a seat of a match before, also as the guest they were elsewhere until now."""
        had = and_(FORMER_PLAYERS.c.match == match, FORMER_PLAYERS.c.person == person)
        async with self._read.connect() as connection:
            return await connection.scalar(select(FORMER_PLAYERS.c.match).where(had).limit(1)) is not None

    async def blocks(self, person: str, others: Sequence[str]) -> bool:
        """Return whether somebody has blocked one of some people, or is blocked by one."""
        mine = and_(TIES.c.account == person, TIES.c.other.in_(others))
        theirs = and_(TIES.c.other == person, TIES.c.account.in_(others))
        query = select(TIES.c.account).where(TIES.c.kind == BLOCKED, or_(mine, theirs)).limit(1)
        async with self._read.connect() as connection:
            return await connection.scalar(query) is not None


async def reserves_of(connection: AsyncConnection, match: str) -> list[Reserve]:
    """Return the reserves of a match, in order; those that cannot be read are left out."""
    rows = await connection.execute(select(RESERVES).where(RESERVES.c.match == match).order_by(RESERVES.c.number))
    return list(readable(rows, lambda row: _read("reserves", Reserve, row)))


async def formers_of(connection: AsyncConnection, match: str) -> list[Former]:
    """Return who had a seat of a match before, in order; those that cannot be read are left out."""
    query = select(FORMER_PLAYERS).where(FORMER_PLAYERS.c.match == match).order_by(FORMER_PLAYERS.c.number)
    return list(readable(await connection.execute(query), lambda row: _read("former_players", Former, row)))


def _read(table: str, kind: Any, row: Any) -> Any:
    return checked(table, kind, {name: getattr(row, name) for name in kind.__struct_fields__})


def _put(connection: Connection, match: str, rows: Sequence[Reserve]) -> None:
    connection.execute(delete(RESERVES).where(RESERVES.c.match == match))
    if rows:
        connection.execute(insert(RESERVES), [{"match": match, **msgspec.structs.asdict(row)} for row in rows])


def forget_reserves(connection: Connection, person: str, pseudonym: str, blank: str) -> None:
    """Let somebody be no reserve any more; where they had a seat they are called by a pseudonym, and said nothing."""
    connection.execute(delete(RESERVES).where(RESERVES.c.person == person))
    mine = select(FORMER_PLAYERS).where(FORMER_PLAYERS.c.person == person)
    for row in connection.execute(mine).all():
        _rename_notes(connection, row.match, row.seat, row.name or f"#{row.seat + 1}", pseudonym)
        said = and_(CHAT.c.match == row.match, CHAT.c.seat == gone_seat(row.number))
        connection.execute(
            update(CHAT).where(said).values(name=pseudonym, text=blank, phrase=None, words=None, refs=None)
        )
    connection.execute(update(FORMER_PLAYERS).where(FORMER_PLAYERS.c.person == person).values(name=pseudonym))


def _rename_notes(connection: Connection, match: str, seat: int, called: str, pseudonym: str) -> None:
    """Let notes call who had a seat by a pseudonym."""
    for number, body in connection.execute(select(NOTES.c.number, NOTES.c.body).where(NOTES.c.match == match)).all():
        try:
            note = decoded("notes", "body", body, dict[str, Any])
        except DamagedRow:
            continue
        for of, name in (("seat", "called"), ("by", "by_called")):
            if note.get(of) == seat and note.get(name) == called:
                note[name] = pseudonym
        which = and_(NOTES.c.match == match, NOTES.c.number == number)
        connection.execute(update(NOTES).where(which).values(body=msgspec.json.encode(note).decode()))


def said_before(person: str) -> ColumnElement[bool]:
    """Return the condition that somebody wrote a message at a seat that another has now."""
    mine = and_(FORMER_PLAYERS.c.match == CHAT.c.match, FORMER_PLAYERS.c.person == person)
    return exists().where(mine, CHAT.c.seat == _GONE - FORMER_PLAYERS.c.number)


def spans_of(connection: Connection, person: str, match: str) -> list[Span]:
    """Return which seats of a match somebody has or had: the seat, since when, and until when, in seconds."""
    begun: dict[int, int] = {}
    found = []
    formers = select(FORMER_PLAYERS).where(FORMER_PLAYERS.c.match == match, ~FORMER_PLAYERS.c.moved)
    for row in connection.execute(formers.order_by(FORMER_PLAYERS.c.number)):
        if row.person == person:
            found.append((row.seat, begun.get(row.seat, 0), row.made))
        begun[row.seat] = row.made
    seats = connection.scalars(select(SEATS.c.seat).where(SEATS.c.match == match, SEATS.c.session == person))
    return [*found, *((seat, begun.get(seat, 0), LATEST_TIME) for seat in seats)]


def move_reserves(connection: Connection, guest: str, person: str) -> set[str]:
    """Let a member be reserve where the guest was that they are, and have had the guest's seats; return the matches."""
    there = select(RESERVES.c.match).where(RESERVES.c.person == person)
    connection.execute(delete(RESERVES).where(RESERVES.c.person == guest, RESERVES.c.match.in_(there)))
    moved = set()
    for table in (RESERVES, FORMER_PLAYERS):
        moved |= set(connection.scalars(select(table.c.match).where(table.c.person == guest)))
        connection.execute(update(table).where(table.c.person == guest).values(person=person))
    return moved
