"""Memos in the store: what the person of a seat writes for themselves during a match.

They belong to seat and person: who sits down in another's seat finds none, and of several people at one screen each
has one.
"""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import ColumnElement, and_, delete, insert, select, update
from sqlalchemy.engine import Connection

from shapan.server.store.base import BaseStore
from shapan.server.store.fault import Conflict
from shapan.server.store.schema import MEMOS


class Memo(msgspec.Struct):
    """What somebody has written, and how often it was changed: 0 for nothing yet."""

    text: str = ""
    version: int = 0


class MemoStore(BaseStore):
    """The memos of all matches."""

    async def of(self, match: str, seat: int, person: str) -> Memo:
        """Return the memo of a seat's person; an empty one where there is none, or none that can be read."""
        rows = await self._rows(select(MEMOS.c.text, MEMOS.c.version).where(_which(match, seat, person)))
        text, version = rows[0] if rows else ("", 0)
        return Memo(text, version) if isinstance(text, str) and isinstance(version, int) else Memo()

    async def keep(self, match: str, seat: int, person: str, text: str, version: int) -> Memo:
        """Store a memo that was written upon a version, and return it. Raises Conflict if another has come since.

        The same text again is stored already.
        """

        def job(connection: Connection) -> Memo:
            which = _which(match, seat, person)
            row = connection.execute(select(MEMOS.c.text, MEMOS.c.version).where(which)).one_or_none()
            there = Memo() if row is None else Memo(row.text, row.version)
            if there.text == text:
                return there
            if there.version != version:
                raise Conflict("the memo was changed elsewhere")
            made = {"text": text, "version": version + 1, "at": int(time.time())}
            if row is None:
                connection.execute(insert(MEMOS).values(match=match, seat=seat, person=person, **made))
            else:
                connection.execute(update(MEMOS).where(which).values(**made))
            return Memo(text, version + 1)

        return await self._writer.do(job)


def move_memo(connection: Connection, match: str, seat: int, old: str, new: str) -> None:
    """Let a memo go with its person, who has a seat by another log-in now: they have proved that they are the same."""
    if connection.execute(select(MEMOS.c.version).where(_which(match, seat, old))).one_or_none() is not None:
        connection.execute(delete(MEMOS).where(_which(match, seat, new)))
        connection.execute(update(MEMOS).where(_which(match, seat, old)).values(person=new))


def _which(match: str, seat: int, person: str) -> ColumnElement[bool]:
    return and_(MEMOS.c.match == match, MEMOS.c.seat == seat, MEMOS.c.person == person)
