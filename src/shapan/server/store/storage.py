"""Storage: what is kept of matches, seats and guests. The log of records is the truth.

All writes go through one writer, reads have connections of their own.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AsyncExitStack
from copy import copy
from typing import Any

import msgspec
from sqlalchemy import and_, event, func, insert, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import ConnectionPoolEntry

from shapan.server.store import fair, plans, snapshots
from shapan.server.store.account import AccountStore
from shapan.server.store.address import AddressStore
from shapan.server.store.append import Append
from shapan.server.store.backend import READERS, Backend
from shapan.server.store.clubs import ClubStore
from shapan.server.store.damage import checked, decoded, is_time, readable, remove
from shapan.server.store.fault import Conflict
from shapan.server.store.home import HomeStore
from shapan.server.store.memo import MemoStore
from shapan.server.store.moderation import ModerationStore
from shapan.server.store.notice import NoticeStore
from shapan.server.store.people import PeopleStore, now, seat_row, seat_rows
from shapan.server.store.quota import QuotaStore
from shapan.server.store.rating import RatingStore, begins_rated
from shapan.server.store.reserves import ReserveStore, formers_of, reserves_of
from shapan.server.store.row import SEATING, FairRound, MatchRow, SeatRow, Snapshot, Stored
from shapan.server.store.schema import ACCOUNTS, CHANGES, MATCHES, NOTES, ORDERS, RECORDS, SEALED, SEATS, SESSIONS
from shapan.server.store.ties import TieStore
from shapan.server.store.tournaments import TournamentStore
from shapan.server.store.turn import TurnStore
from shapan.server.store.windows import WindowStore, order_of, sealed_of
from shapan.server.store.writer import AtHome, Writer

FRIENDS = "friends"
"""The circle of a table that the friends of its owner find."""
GUIDE = "@guide"
"""Stands among a match's options in the store; no option of a game is called so."""


def _quieten(logger: logging.Logger) -> None:
    """Let a logger say no more than statements, and those only where a logger above it is asked for as much.

    What people say must not stand in a log: neither errors nor the driver show parameters, nor what was read.
    """
    above = [logging.getLogger(), *([logger.parent] if logger.parent else [])]
    logger.setLevel(max(logging.INFO, min(one.getEffectiveLevel() for one in above)))


class Store(PeopleStore):
    """The database of one server."""

    def __init__(self, backend: Backend) -> None:
        for name in ("aiosqlite", "sqlalchemy.engine.Engine"):
            _quieten(logging.getLogger(name))
        self.backend = backend
        self._write = backend.writing()
        self._read = backend.reading()
        self._thread = Writer(self._write)
        super().__init__(self._read, self._thread)
        self.windows = WindowStore(self.writer)
        self.plans = plans.PlanStore(self.writer)
        self.fair = fair.FairStore(self.writer)
        self.turns = TurnStore(self._read, self.writer)
        self.reserves = ReserveStore(self._read, self.writer)
        self.homes = HomeStore(self._read, self._thread)
        self.quotas = QuotaStore(self._thread)
        self.accounts = AccountStore(self._read, self._thread)
        self.addresses = AddressStore(self._read, self._thread)
        self.ties = TieStore(self._read, self._thread)
        self.clubs = ClubStore(self._read, self._thread)
        self.tournaments = TournamentStore(self._read, self._thread)
        self.ratings = RatingStore(self._read, self._thread)
        self.moderation = ModerationStore(self._read, self._thread)
        self.memos = MemoStore(self._read, self._thread)
        self.notices = NoticeStore(self._read, self._thread)
        self.home: int | None = None
        """The process that is to write by this store; None: whichever this is."""

    async def start(self) -> None:
        """Start the writer and open all connections, so that later no file handle is wanted for one."""
        self._thread.start()
        await self.writer.do(lambda _: None)
        async with AsyncExitStack() as stack:
            for _ in range(READERS):
                connection = await stack.enter_async_context(self._read.connect())
                await connection.execute(select(MATCHES.c.id).limit(1))

    async def stop(self) -> None:
        """Write what is queued and close all connections; who still reads closes his own when he has read."""
        event.listen(self._read.sync_engine, "checkin", _close)
        await self._thread.stop()
        self._write.dispose()
        await self._read.dispose()

    def reading(self) -> AsyncConnection:
        """Return a connection to read with, to be entered."""
        return self._read.connect()

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Have it told when the session has ended by which is written."""
        self._thread.lost = tell

    def at_home(self, home: int) -> Store:
        """Return this store for a match that a process plays: when that is another one, nothing more is written."""
        store = copy(self)
        store.home = home
        store.writer = AtHome(self._thread, home)
        store.windows = WindowStore(store.writer)
        store.plans = plans.PlanStore(store.writer)
        store.fair = fair.FairStore(store.writer)
        store.turns = TurnStore(self._read, store.writer)
        store.reserves = ReserveStore(self._read, store.writer)
        return store

    # Matches

    async def add_match(
        self,
        match: MatchRow,
        seats: Sequence[SeatRow],
        after: MatchRow | None = None,
        rounds: Sequence[FairRound] = (),
    ) -> None:
        """Store a new match with its seats; with `after`, as its rematch. Raises Conflict if that has one."""
        row = match_values(match, now(), now())

        def job(connection: Connection) -> None:
            if after is not None:
                done = connection.execute(
                    update(MATCHES)
                    .where(MATCHES.c.id == after.id, MATCHES.c.rematch.is_(None))
                    .values(rematch=match.id, rematch_by=after.rematch_by)
                )
                if not done.rowcount:
                    raise Conflict("there is a rematch")
            connection.execute(insert(MATCHES).values(row))
            rows = [{"match": match.id, **msgspec.structs.asdict(seat)} for seat in seats]
            connection.execute(insert(SEATS), rows)
            fair.add_rounds(connection, match.id, rounds)

        await self.writer.do(job)

    async def stored(self, match: str) -> Stored | None:
        """Return everything stored of a match, or None. Raises DamagedRow if it cannot do without a row.

        What it can do without is left out: sealed answers, orders, plans, notes, a snapshot that cannot be read.
        """
        async with self._read.connect() as connection:
            row = (await connection.execute(select(MATCHES).where(MATCHES.c.id == match))).one_or_none()
            if row is None:
                return None
            records = await connection.execute(
                select(RECORDS.c.body, RECORDS.c.decision, RECORDS.c.made)
                .where(RECORDS.c.match == match)
                .order_by(RECORDS.c.number)
            )
            log = records.all()
            changes = await connection.execute(select(CHANGES.c.name, CHANGES.c.made).where(CHANGES.c.match == match))
            notes = select(NOTES.c.number, NOTES.c.body).where(NOTES.c.match == match).order_by(NOTES.c.number)
            begun, seats = _match_row(row), await seat_rows(connection, match)
            made = row.made if is_time(row.made) else 0
            return Stored(
                begun,
                seats,
                # A body that is no text is no record either: the match stands before it.
                [(body if isinstance(body, str) else "", _word(decision)) for body, decision, _ in log],
                await snapshots.find(connection, match),
                _times(made, [at for _, _, at in log]),
                {row.name: row.made for row in changes if isinstance(row.name, str) and is_time(row.made)},
                made,
                list(readable(await connection.execute(select(SEALED).where(SEALED.c.match == match)), sealed_of)),
                list(readable(await connection.execute(select(ORDERS).where(ORDERS.c.match == match)), order_of)),
                await fair.rounds_of(connection, match) if begun.fair else [],
                [
                    (number, body if isinstance(body, str) else "")
                    for number, body in await connection.execute(notes)
                    if isinstance(number, int)
                ],
                await plans.plans_of(connection, match),
                await reserves_of(connection, match),
                await formers_of(connection, match),
            )

    async def match(self, match: str) -> MatchRow | None:
        """Return what a match was begun with and its rematch, or None. Raises DamagedRow."""
        async with self._read.connect() as connection:
            row = (await connection.execute(select(MATCHES).where(MATCHES.c.id == match))).one_or_none()
            return None if row is None else _match_row(row)

    async def paced(self, slow_from: int) -> list[str]:
        """Return the matches under way whose decisions have a clock, and those that may begin with nobody here."""
        async with self._read.connect() as connection:
            begun = and_(or_(MATCHES.c.pace > 0, MATCHES.c.bank > 0), MATCHES.c.status == "on")
            slow = and_(MATCHES.c.pace >= slow_from, MATCHES.c.status == SEATING)
            return list(await connection.scalars(select(MATCHES.c.id).where(or_(begun, slow))))

    async def touched(self, since: int) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Return the matches that were touched since: row and seats. Those that are damaged are passed over."""
        async with self._read.connect() as connection:
            found = (await connection.execute(select(MATCHES).where(MATCHES.c.touched >= since))).all()
            seats: dict[str, list[Any]] = {row.id: [] for row in found}
            query = select(SEATS).where(SEATS.c.match.in_(seats)).order_by(SEATS.c.seat)
            for seat in await connection.execute(query) if found else ():
                seats[seat.match].append(seat)
            return list(readable(found, lambda row: (_match_row(row), [seat_row(seat) for seat in seats[row.id]])))

    async def listed(
        self, since: int, most: int, friends: Collection[str] = (), hidden: Collection[str] = (), circle: str = ""
    ) -> list[tuple[MatchRow, list[SeatRow], str]]:
        """Return the listed matches that are not over and were touched since: row, seats, the owner's name.

        Besides those for everyone there are those of `friends` for their friends, and none of who is `hidden`; with
        the `circle` of a club those of the club alone.
        Those whose rows are damaged are passed over.
        """
        found_by = (
            MATCHES.c.circle == circle
            if circle
            else or_(MATCHES.c.listed, and_(MATCHES.c.circle == FRIENDS, MATCHES.c.owner.in_(friends)))
        )
        async with self._read.connect() as connection:
            rows = await connection.execute(
                select(MATCHES, func.coalesce(ACCOUNTS.c.name, SESSIONS.c.name).label("owner_name"))
                .join(SESSIONS, SESSIONS.c.hash == MATCHES.c.owner, isouter=True)
                .join(ACCOUNTS, ACCOUNTS.c.id == MATCHES.c.owner, isouter=True)
                .where(found_by, MATCHES.c.owner.not_in(hidden))
                .where(MATCHES.c.status != "over", MATCHES.c.touched >= since)
                .order_by(MATCHES.c.made.desc(), MATCHES.c.id)
                .limit(most)
            )
            found = rows.all()
            seats: dict[str, list[Any]] = {row.id: [] for row in found}
            for seat in await connection.execute(select(SEATS).where(SEATS.c.match.in_(seats)).order_by(SEATS.c.seat)):
                seats[seat.match].append(seat)

            def read(row: Any) -> tuple[MatchRow, list[SeatRow], str]:
                return _match_row(row), [seat_row(seat) for seat in seats[row.id]], _word(row.owner_name) or ""

            return list(readable(found, read))

    async def head(self, match: str) -> int:
        """Return the number of records of a match."""
        async with self._read.connect() as connection:
            number = await connection.scalar(select(func.count()).select_from(RECORDS).where(RECORDS.c.match == match))
            return number or 0

    async def matches_of(self, session: str, most: int = 24) -> list[str]:
        """Return the ids of the matches that a guest opened or sits in, the latest first."""
        mine = select(SEATS.c.match).where(SEATS.c.session == session)
        async with self._read.connect() as connection:
            rows = await connection.scalars(
                select(MATCHES.c.id)
                .where(or_(MATCHES.c.owner == session, MATCHES.c.id.in_(mine)))
                .order_by(MATCHES.c.touched.desc(), MATCHES.c.id)
                .limit(most)
            )
            return [name for name in rows if isinstance(name, str)]

    async def unfinished_of(self, session: str, most: int) -> list[str]:
        """Return the ids of the matches that a guest sits in and that are not over, the latest touched first."""
        mine = select(SEATS.c.match).where(SEATS.c.session == session)
        async with self._read.connect() as connection:
            rows = await connection.scalars(
                select(MATCHES.c.id)
                .where(MATCHES.c.id.in_(mine), MATCHES.c.status != "over")
                .order_by(MATCHES.c.touched.desc(), MATCHES.c.id)
                .limit(most)
            )
            return [name for name in rows if isinstance(name, str)]

    async def remove(self, match: str) -> None:
        """Remove all that is stored of a match."""
        await self.writer.do(remove(match))

    async def append(self, match: str, number: int, body: bytes, decision: str | None) -> None:
        """Store a record as number `number` of a match. Raises Conflict if the number or the decision is taken."""
        await self.writer.do(Append(match, number, body.decode(), decision, now()))

    async def set_status(
        self, match: str, status: str, winners: Sequence[int] | None = None, *, voided: bool = False
    ) -> None:
        """Note that a match is over, and which seats won it (none of one that was `voided`), or frozen."""
        won = None if winners is None else msgspec.json.encode(winners).decode()

        def job(connection: Connection) -> None:
            connection.execute(
                update(MATCHES).where(MATCHES.c.id == match).values(status=status, winners=won, voided=voided)
            )

        await self.writer.do(job)

    async def begin(
        self, match: str, rules_version: int, kept: Snapshot, key: bytes = b"", bound: tuple[int, str] | None = None
    ) -> None:
        """Note that a match begins, under which rules, and when: its clock stands in the snapshot.

        At a fair table with the `key` that its people have made, in a round that is `bound` only now or was before.
        """

        def job(connection: Connection) -> None:
            if bound is not None:
                fair.bind(connection, match, *bound, bound=now())
            values: dict[str, Any] = {"status": "on", "rules_version": rules_version, "touched": now()}
            values |= {"key": key} if key else {}
            fair.forget_sessions(connection, match)
            begins_rated(connection, match)
            connection.execute(update(MATCHES).where(MATCHES.c.id == match).values(values))
            connection.execute(snapshots.keep(connection, match, kept))

        await self.writer.do(job)

    async def keep_snapshot(self, match: str, kept: Snapshot) -> None:
        """Keep a snapshot of a match, in place of an earlier one."""

        def job(connection: Connection) -> None:
            connection.execute(snapshots.keep(connection, match, kept))

        await self.writer.do(job)


def match_values(match: MatchRow, made: int, touched: int) -> dict[str, Any]:
    """Return the row of a match: beside the options stands that it is the guided one."""
    rest = {name: value for name, value in msgspec.structs.asdict(match).items() if name != "guide"}
    options = msgspec.json.encode({**match.options, **({GUIDE: True} if match.guide else {})}).decode()
    return {**rest, "options": options, "made": made, "touched": touched, "opened": time.time_ns()}


def _match_row(row: Any) -> MatchRow:
    """Return a match as it is stored. Raises DamagedRow."""
    fields = {name: getattr(row, name) for name in MatchRow.__struct_fields__ if name != "guide"}
    options = decoded("matches", "options", fields["options"], dict[str, Any])
    guide = options.pop(GUIDE, False)
    return checked("matches", MatchRow, {**fields, "options": options, "guide": guide})


def _word(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _times(made: int, times: Sequence[Any]) -> list[int]:
    """Return when records were stored; one that does not say so was stored with the one before."""
    found = []
    for at in times:
        made = at if is_time(at) else made
        found.append(made)
    return found


def _close(_: Any, record: ConnectionPoolEntry) -> None:
    """Close a connection that comes back to a pool which nobody uses any more."""
    record.invalidate()
