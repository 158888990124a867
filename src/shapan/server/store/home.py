"""Homes: which process plays which match, where several write to one database. See docs/design/homes.md.

A process is the session by which it writes: that session holds the lock of its row in `processes` as long as it lives,
and all that the process writes goes through it. So a lock that is free says that nothing more can come from there.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import and_, case, delete, false, func, literal, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from shapan import __version__
from shapan.server.store.schema import MATCHES, PROCESSES
from shapan.server.store.writer import HOME, Writer

LOCKS: Final = 8643
"""The first number of the advisory locks of processes; the second is the id."""
BEAT: Final = 2.0
"""Seconds between two signs of life of the session."""
LIMITS: Final = (
    "-c idle_session_timeout=15s -c tcp_keepalives_idle=5 -c tcp_user_timeout=10000"
    " -c client_connection_check_interval=100"
)
"""By which PostgreSQL ends the session of a process that hangs, or is cut off."""
NEVER: Final = 253_402_300_799
"""When a clock is due that stands still until somebody comes."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played."""

    game: str
    rules_version: int
    home: int | None
    """The process, None for none."""
    name: str
    """By which name requests are sent there."""
    alive: bool


def register(connection: Any, name: str) -> int:
    """Enter a new session among the processes, by the driver's connection, and return its id."""
    with connection.cursor() as cursor:
        row = None
        while row is None:  # a backup that was restored may have brought rows of the next numbers
            cursor.execute(
                "INSERT INTO processes (name, version, rules, began) VALUES (%s, %s, '{}', %s)"
                " ON CONFLICT DO NOTHING RETURNING id",
                (name, __version__, int(time.time())),
            )
            row = cursor.fetchone()
        number = int(row[0])
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", (LOCKS, number))
    connection.commit()  # only now others see it, and its lock is held
    return number


def _is_free(process: Any) -> Any:
    """Return whether nobody holds the lock of a process: it has ended."""
    return func.pg_try_advisory_xact_lock_shared(LOCKS, process)


def _timed(known: Mapping[str, int]) -> tuple[Any, ...]:
    """Return what is true of matches with a clock that are under way by rules that are known, by game."""
    table = MATCHES.c
    rules = (and_(table.game == game, table.rules_version <= version) for game, version in known.items())
    return or_(table.pace > 0, table.bank > 0), table.status != "over", or_(false(), *rules)


class HomeStore:
    """The homes of all matches."""

    def __init__(self, read: AsyncEngine, writer: Writer) -> None:
        self._read = read
        self._writer = writer

    async def find(self, match: str) -> Place | None:
        """Return where a match is played, None if there is no such match."""
        table = MATCHES.c
        free = case((table.home.is_(None), literal(value=True)), else_=_is_free(table.home))
        query = (
            select(table.game, table.rules_version, table.home, PROCESSES.c.name, free.label("free"))
            .join(PROCESSES, PROCESSES.c.id == table.home, isouter=True)
            .where(table.id == match)
        )
        async with self._read.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Place(row.game, row.rules_version, row.home, row.name or "", not row.free)

    async def claim(self, match: str, seen: int | None) -> int | None:
        """Make this process the home of a match whose home was `seen`; return its id, None if that has changed."""

        def job(connection: Connection) -> int | None:
            home: int = connection.info[HOME]
            done = connection.execute(
                update(MATCHES)
                .where(MATCHES.c.id == match, MATCHES.c.home.is_not_distinct_from(seen))
                .values(home=home, due=None)
            )
            return home if done.rowcount else None

        return await self._writer.do(job)

    async def give_up(self, match: str, home: int | None, due: int) -> None:
        """Let a match be at home nowhere, if it is at `home` (None: here); its clock is to be looked at when `due`."""

        def job(connection: Connection) -> None:
            mine = (MATCHES.c.id == match, MATCHES.c.home == (connection.info[HOME] if home is None else home))
            connection.execute(update(MATCHES).where(*mine).values(home=None, due=due))

        await self._writer.do(job)

    async def end(self) -> None:
        """Strike this process off the list, which is at home of nothing any more."""

        def job(connection: Connection) -> None:
            home = connection.info[HOME]
            connection.execute(update(MATCHES).where(MATCHES.c.home == home).values(home=None))
            connection.execute(delete(PROCESSES).where(PROCESSES.c.id == home))

        await self._writer.do(job)

    async def beat(self) -> tuple[int, float]:
        """Give the session's sign of life; return which process it is, and by how many seconds its clock is ahead.

        The database's clock is what it is measured by. Raises StoreError if the session is lost.
        """

        def job(connection: Connection) -> tuple[int, float]:
            before = time.time()
            there = float(connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one())
            return connection.info[HOME], (before + time.time()) / 2 - there

        return await self._writer.do(job)

    async def tell_rules(self, rules: Mapping[str, int]) -> None:
        """Let others know the versions of the rules that this process knows, by game."""
        told = msgspec.json.encode(rules).decode()

        def job(connection: Connection) -> None:
            mine = PROCESSES.c.id == connection.info[HOME]
            connection.execute(update(PROCESSES).where(mine).values(rules=told))

        await self._writer.do(job)

    async def due(self, now: int, known: Mapping[str, int], most: int) -> list[str]:
        """Return matches of `known` rules that nobody plays and whose clock is to be looked at, or was never."""
        table = MATCHES.c
        timed = (table.home.is_(None), *_timed(known))
        query = select(table.id).where(*timed, func.coalesce(table.due, 0) <= now).limit(most)
        async with self._read.connect() as connection:
            return list(await connection.scalars(query))

    async def left(self, known: Mapping[str, int], most: int) -> tuple[list[str], list[int]]:
        """Return matches of `known` rules with a clock that processes have left by dying, and who has left none."""
        async with self._read.connect() as connection:
            dead = list(await connection.scalars(select(PROCESSES.c.id).where(_is_free(PROCESSES.c.id))))
            if not dead:
                return [], []
            table = MATCHES.c
            query = select(table.id, table.home).where(table.home.in_(dead), *_timed(known))
            rows = (await connection.execute(query.limit(most))).all()
            holding = {row.home for row in rows}
            return [row.id for row in rows], [process for process in dead if process not in holding]

    async def bury(self, process: int) -> None:
        """Strike a dead process off the list; what it has left is at home nowhere."""

        def job(connection: Connection) -> None:
            connection.execute(update(MATCHES).where(MATCHES.c.home == process).values(home=None))
            connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process))

        await self._writer.do(job)

    async def able(self, game: str, rules_version: int) -> str:
        """Return the name of a process that lives and knows these rules of a game; empty if there is none."""
        async with self._read.connect() as connection:
            query = select(PROCESSES.c.name, PROCESSES.c.rules, _is_free(PROCESSES.c.id).label("free"))
            for row in (await connection.execute(query.order_by(PROCESSES.c.id))).all():
                known: dict[str, int] = msgspec.json.decode(row.rules, type=dict[str, int])
                if not row.free and known.get(game, -1) >= rules_version:
                    return str(row.name)
        return ""
