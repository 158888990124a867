"""People in the store: who sits at the tables, by which secrets they take a seat, guests' names, notes of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, case, delete, exists, func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shapan.server.store import plans
from shapan.server.store.backend import upsert
from shapan.server.store.damage import checked
from shapan.server.store.fault import Conflict
from shapan.server.store.memo import move_memo
from shapan.server.store.row import Former, MatchRow, SeatRow
from shapan.server.store.schema import CHANGES, CHAT, FORMER_PLAYERS, MATCHES, NOTES, SEATS, SESSIONS
from shapan.server.store.writer import AtHome, Writer

_MAX_NOTES = 200
"""How many of the latest notes of a table are stored."""


def hash_of(token: str) -> str:
    """Return the hash under which a secret is kept."""
    return sha256(token.encode()).hexdigest()


def now() -> int:
    """Return the machine's time in whole seconds: it only stamps what is stored."""
    return int(time.time())


class PeopleStore:
    """What is kept of people, read by connections of their own and changed by the one writer."""

    def __init__(self, read: AsyncEngine, writer: Writer) -> None:
        self._read = read
        self.writer: Writer | AtHome = writer

    async def seats(self, match: str) -> list[SeatRow]:
        """Return the seats of a match."""
        async with self._read.connect() as connection:
            return await seat_rows(connection, match)

    async def seat_of_token(self, token: str) -> tuple[str, int] | None:
        """Return match and seat that an invitation is for."""
        async with self._read.connect() as connection:
            row = (
                await connection.execute(
                    select(SEATS.c.match, SEATS.c.seat).where(SEATS.c.token_hash == hash_of(token))
                )
            ).one_or_none()
            return None if row is None else (row[0], row[1])

    async def seat_of_back(self, token: str) -> tuple[str, int] | None:
        """Return match and seat that a link gives back to its person."""
        async with self._read.connect() as connection:
            found = await connection.execute(select(SEATS.c.match, SEATS.c.seat).where(SEATS.c.back == hash_of(token)))
            row = found.one_or_none()
            return None if row is None else (row[0], row[1])

    async def take_seat(
        self,
        match: str,
        seat: int,
        session: str,
        name_among: Callable[[list[SeatRow]], str],
        secret: bytes,
        *,
        muted: bool = False,
    ) -> None:
        """Give an open seat to a guest, with a name that suits the others, muted if he was before.

        Raises Conflict if somebody has the seat, if he has another one there, or if the links of the table, made from
        its `secret`, have been renewed meanwhile.
        """
        others = SEATS.alias()

        def job(connection: Connection) -> None:
            rows = [seat_row(row) for row in connection.execute(_seats_of(match))]
            name, came = name_among(rows), max(row.sat for row in rows) + 1
            done = connection.execute(
                update(SEATS)
                .where(
                    SEATS.c.match == match,
                    SEATS.c.seat == seat,
                    SEATS.c.kind == "open",
                    SEATS.c.session.is_(None),
                    ~exists().where(others.c.match == match, others.c.session == session),
                    exists().where(MATCHES.c.id == match, MATCHES.c.secret == secret),
                )
                .values(session=session, name=name, kind="player", sat=came, muted=muted)
            )
            if not done.rowcount:
                raise Conflict("the seat is taken")
            _touch(connection, match)

        await self.writer.do(job)

    async def change_seat(
        self,
        match: str,
        old: SeatRow,
        new: SeatRow,
        name: str | None,
        owner: str | None = None,
        note: tuple[int, str] | None = None,
        *,
        same_person: bool = False,
        former: Former | None = None,
    ) -> None:
        """Store who holds a seat now, as change `name`, and what is told of it; and who was its `former` person.

        With `owner`, also whose the table is from now on. What only the person of a seat may know goes to another
        session where it is the `same_person` by another log-in, and nowhere else.
        Raises Conflict if the seat is not as it was.
        """

        def job(connection: Connection) -> None:
            put_seat(connection, match, old, new)
            if same_person and old.session is not None and new.session not in (None, old.session):
                move_memo(connection, match, old.seat, old.session, new.session)
                move_mentions(connection, CHAT.c.match == match, old.session, new.session)
            if former is not None:
                put_former(connection, match, former, now())
            if name is not None:
                connection.execute(insert(CHANGES).values(match=match, name=name, made=now()))
            if new.session is None or new.kind == "left":
                plans.forget(connection, match, new.seat)
            if note is not None:
                put_note(connection, match, note)
            if owner is not None:
                connection.execute(update(MATCHES).where(MATCHES.c.id == match).values(owner=owner))

        await self.writer.do(job)

    async def arrange(
        self,
        row: MatchRow,
        old: list[SeatRow],
        new: list[SeatRow],
        notes: list[tuple[int, str]],
        moved: Mapping[int, int],
        name: str,
    ) -> None:
        """Store how a waiting table is to be, and all that is told of its people, as change `name`.

        What was said goes with the seats that have `moved`.

        Raises Conflict if it is not as it was.
        """

        def job(connection: Connection) -> None:
            if [seat_row(seat) for seat in connection.execute(_seats_of(row.id))] != old:
                raise Conflict("a seat has changed hands")
            done = connection.execute(
                update(MATCHES)
                .where(MATCHES.c.id == row.id, MATCHES.c.status == row.status)
                .values(
                    seats=row.seats,
                    pace=row.pace,
                    bank=row.bank,
                    increment=row.increment,
                    listed=row.listed,
                    chat=row.chat,
                    hints=row.hints,
                    reserves=row.reserves,
                    secret=row.secret,
                    touched=now(),
                )
            )
            if not done.rowcount:
                raise Conflict("the match has begun")
            connection.execute(delete(SEATS).where(SEATS.c.match == row.id))
            connection.execute(insert(SEATS), [{"match": row.id, **msgspec.structs.asdict(seat)} for seat in new])
            if moved:
                seat = case(moved, value=CHAT.c.seat, else_=CHAT.c.seat)
                connection.execute(update(CHAT).where(CHAT.c.match == row.id).values(seat=seat))
            connection.execute(delete(NOTES).where(NOTES.c.match == row.id))
            for note in notes:
                put_note(connection, row.id, note)
            connection.execute(insert(CHANGES).values(match=row.id, name=name, made=now()))

        await self.writer.do(job)

    async def keep_note(self, match: str, note: tuple[int, str]) -> None:
        """Store what is told of the people at a table: its number and its body."""
        await self.writer.do(lambda connection: put_note(connection, match, note))

    async def session_name(self, session: str) -> str | None:
        """Return the name of a guest, None if there is no such session."""
        async with self._read.connect() as connection:
            row = (await connection.execute(select(SESSIONS.c.name).where(SESSIONS.c.hash == session))).one_or_none()
            return None if row is None else row.name if isinstance(row.name, str) else ""

    async def keep_session(self, session: str, name: str) -> None:
        """Store a guest, or his new name."""

        def job(connection: Connection) -> None:
            kept = upsert(connection, SESSIONS, {"hash": session}, {"name": name}, made=now())
            connection.execute(kept)

        await self.writer.do(job)


def _touch(connection: Connection, match: str) -> None:
    """Note that something has happened at a table."""
    connection.execute(update(MATCHES).where(MATCHES.c.id == match).values(touched=now()))


def put_seat(connection: Connection, match: str, old: SeatRow, new: SeatRow) -> None:
    """Store who holds a seat now. Raises Conflict if it is not as it was."""
    done = connection.execute(
        update(SEATS)
        .where(
            SEATS.c.match == match,
            SEATS.c.seat == old.seat,
            SEATS.c.kind == old.kind,
            SEATS.c.bot == old.bot,
            SEATS.c.session.is_(None) if old.session is None else SEATS.c.session == old.session,
        )
        .values(
            kind=new.kind,
            bot=new.bot,
            name=new.name,
            session=new.session,
            token_hash=new.token_hash,
            ready=new.ready,
            back=new.back,
            sat=new.sat,
            muted=new.muted,
            night=new.night,
            holiday=new.holiday,
            offered=new.offered,
        )
    )
    if not done.rowcount:
        raise Conflict("the seat has changed hands")
    _touch(connection, match)


def put_former(connection: Connection, match: str, former: Former, at: int) -> int:
    """Store who had a seat until a time; return under which number, behind all that are stored."""
    numbers = connection.scalars(select(FORMER_PLAYERS.c.number).where(FORMER_PLAYERS.c.match == match))
    number = max((number for number in numbers if isinstance(number, int)), default=0) + 1
    row = {**msgspec.structs.asdict(former), "match": match, "number": number, "made": at}
    connection.execute(insert(FORMER_PLAYERS).values(row))
    return number


def put_note(connection: Connection, match: str, note: tuple[int, str]) -> None:
    """Store what is told of the people at a table; the oldest notes go."""
    number, body = note
    connection.execute(insert(NOTES).values(match=match, number=number, body=body))
    connection.execute(delete(NOTES).where(NOTES.c.match == match, NOTES.c.number <= number - _MAX_NOTES))


def move_mentions(connection: Connection, which: ColumnElement[bool], old: str, new: str) -> None:
    """Let messages that are written to someone go with their seats to the session that has these from now on."""
    refers = CHAT.c.refs.contains(f'"{old}"', autoescape=True)
    connection.execute(update(CHAT).where(which, refers).values(refs=func.replace(CHAT.c.refs, old, new)))


async def seat_rows(connection: AsyncConnection, match: str) -> list[SeatRow]:
    """Return the seats of a match. Raises DamagedRow."""
    rows = await connection.execute(_seats_of(match))
    return [seat_row(row) for row in rows]


def _seats_of(match: str) -> Select[Any]:
    return select(SEATS).where(SEATS.c.match == match).order_by(SEATS.c.seat)


def seat_row(row: Any) -> SeatRow:
    """Return a seat as it is stored. Raises DamagedRow."""
    return checked("seats", SeatRow, {name: getattr(row, name) for name in SeatRow.__struct_fields__})
