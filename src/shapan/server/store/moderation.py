"""Moderation in the store: reports with what was said, sanctions with their end, and all that moderators did."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

import msgspec
from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import Connection

from shapan.server.store.base import BaseStore
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.schema import ACCOUNTS, AUDIT, REPORTS, SANCTIONS

MUTE: Final = "mute"
SUSPEND: Final = "suspend"
KEPT: Final = 365 * 24 * 3600
"""Seconds for which what is closed or over is kept."""
_MOST: Final = 200


class Line(msgspec.Struct):
    """Something that was said, with whose it was."""

    number: int
    name: str
    text: str
    session: str = ""
    phrase: str = ""


class Report(msgspec.Struct):
    """A report of a person, or of a message of theirs."""

    id: str
    place: str
    session: str
    """Who reports."""
    about: str
    name: str
    """What the person was called at the table."""
    message: int | None
    text: str
    chat: list[Line]
    made: int
    closed: int | None = None


class Sanction(msgspec.Struct):
    """What was laid upon a person."""

    id: str
    about: str
    name: str
    kind: str
    reason: str
    made: int
    until: int

    @property
    def ends(self) -> str:
        """The day on which it ends, in the time of Greenwich."""
        return time.strftime("%Y-%m-%d", time.gmtime(self.until))


class Act(msgspec.Struct):
    """Something that a moderator did."""

    account: str
    about: str
    name: str
    what: str
    text: str
    made: int


class ModerationStore(BaseStore):
    """Reports, sanctions and the audit."""

    async def keep_report(self, report: Report) -> None:
        """Store a report."""
        row = {**msgspec.structs.asdict(report), "chat": msgspec.json.encode(report.chat).decode()}
        await self._writer.do(lambda connection: connection.execute(insert(REPORTS).values(row)))

    async def open_reports(self, without: str = "") -> tuple[list[Report], int]:
        """Return reports that wait for a moderator, none about a person, and how many more wait behind them.

        The oldest first, but of each who reports one before the next: who sends many hides nobody else's.
        """
        waits = and_(REPORTS.c.closed.is_(None), REPORTS.c.about != without)
        turn = func.row_number().over(partition_by=REPORTS.c.session, order_by=(REPORTS.c.made, REPORTS.c.id))
        query = select(REPORTS).where(waits).order_by(turn, REPORTS.c.made, REPORTS.c.id).limit(_MOST)
        count = (await self._rows(select(func.count()).select_from(REPORTS).where(waits)))[0][0]
        rows = await self._rows(query)
        return [_report(row) for row in rows], max(0, count - len(rows))

    async def report(self, key: str) -> Report | None:
        """Return a report."""
        rows = await self._rows(select(REPORTS).where(REPORTS.c.id == key))
        return _report(rows[0]) if rows else None

    async def sanctions_of(self, about: str, *, over: bool = False) -> list[Sanction]:
        """Return what is laid upon a person now, with `over` also what was before; the latest first."""
        which = SANCTIONS.c.about == about
        if not over:
            which = and_(which, SANCTIONS.c.until > now())
        rows = await self._rows(select(SANCTIONS).where(which).order_by(SANCTIONS.c.made.desc(), SANCTIONS.c.id))
        return [Sanction(*row) for row in rows]

    async def sanctions(self) -> list[Sanction]:
        """Return all that is laid upon people now, the latest first."""
        query = select(SANCTIONS).where(SANCTIONS.c.until > now()).order_by(SANCTIONS.c.made.desc(), SANCTIONS.c.id)
        return [Sanction(*row) for row in await self._rows(query.limit(_MOST))]

    async def acts(self) -> list[tuple[Act, str]]:
        """Return what moderators did, the latest first, with their names of today."""
        columns = [AUDIT.c[name] for name in Act.__struct_fields__]
        query = select(*columns, ACCOUNTS.c.name.label("by")).join(ACCOUNTS, ACCOUNTS.c.id == AUDIT.c.account)
        rows = await self._rows(query.order_by(AUDIT.c.made.desc(), AUDIT.c.id).limit(_MOST))
        return [(Act(*row[:-1]), row.by) for row in rows]

    async def act(self, by: str, report: Report, kind: str, until: int, reason: str) -> None:
        """Close a report, and mute or suspend its person if so decided. Raises Conflict if it was closed."""

        def job(connection: Connection) -> None:
            still = and_(REPORTS.c.id == report.id, REPORTS.c.closed.is_(None))
            at = now()  # one moment: by it is known which report a sanction followed
            if not connection.execute(update(REPORTS).where(still).values(closed=at)).rowcount:
                raise Conflict("the report is closed")
            if kind in (MUTE, SUSPEND):
                row = Sanction(secrets.token_urlsafe(12), report.about, report.name, kind, reason, at, until)
                connection.execute(insert(SANCTIONS).values(msgspec.structs.asdict(row)))
            _note(connection, Act(by, report.about, report.name, kind, reason, at))

        await self._writer.do(job)

    async def lift(self, by: str, key: str) -> None:
        """End a sanction now; written down.

        Raises Conflict if it is over, and for whose it is or who made the report that it followed.
        """

        def job(connection: Connection) -> None:
            row = connection.execute(
                select(SANCTIONS).where(SANCTIONS.c.id == key, SANCTIONS.c.until > now())
            ).one_or_none()
            if row is None:
                raise Conflict("it is over")
            followed = and_(REPORTS.c.about == row.about, REPORTS.c.closed == row.made, REPORTS.c.session == by)
            if by == row.about or connection.scalar(select(REPORTS.c.id).where(followed).limit(1)) is not None:
                raise Conflict("it is theirs")
            connection.execute(update(SANCTIONS).where(SANCTIONS.c.id == key).values(until=now()))
            _note(connection, Act(by, row.about, row.name, "lift", row.reason, now()))

        await self._writer.do(job)

    async def tidy(self) -> None:
        """Forget what was closed or over long ago."""

        def job(connection: Connection) -> None:
            old = now() - KEPT
            connection.execute(delete(REPORTS).where(REPORTS.c.closed < old))
            connection.execute(delete(SANCTIONS).where(SANCTIONS.c.until < old))
            connection.execute(delete(AUDIT).where(AUDIT.c.made < old))

        await self._writer.do(job)


def _note(connection: Connection, act: Act) -> None:
    row = {"id": secrets.token_urlsafe(12), **msgspec.structs.asdict(act)}
    connection.execute(insert(AUDIT).values(row))


def _report(row: Any) -> Report:
    fields = {name: getattr(row, name) for name in Report.__struct_fields__}
    return Report(**{**fields, "chat": msgspec.json.decode(row.chat, type=list[Line])})


def forget_reports(connection: Connection, person: str, pseudonym: str, blank: str) -> None:
    """Remove what a person reported and what was reported of them; in other reports what they said is blanked."""
    own = or_(REPORTS.c.session == person, REPORTS.c.about == person)
    connection.execute(delete(REPORTS).where(own))
    connection.execute(delete(SANCTIONS).where(SANCTIONS.c.about == person))
    connection.execute(update(AUDIT).where(AUDIT.c.about == person).values(name=pseudonym, text=blank))
    for row in connection.execute(select(REPORTS.c.id, REPORTS.c.chat).where(REPORTS.c.chat.contains(person))).all():
        lines = msgspec.json.decode(row.chat, type=list[Line])
        kept = [Line(line.number, pseudonym, blank) if line.session == person else line for line in lines]
        body = msgspec.json.encode(kept).decode()
        connection.execute(update(REPORTS).where(REPORTS.c.id == row.id).values(chat=body))
