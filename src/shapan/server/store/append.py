"""Appending to the log: a job of its own, as many of them are one statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from shapan.server.store.fault import Conflict
from shapan.server.store.schema import MATCHES, RECORDS

# Built once: to put a statement together takes longer than to run it.
APPEND = insert(RECORDS)
TOUCH = update(MATCHES).where(MATCHES.c.id == bindparam("match"))
_KEY = (RECORDS.c.match, RECORDS.c.number, RECORDS.c.decision)
_APPEND_FREE = {
    dialect.name: make(RECORDS).on_conflict_do_nothing().returning(*_KEY)
    for dialect, make in ((sqlite.dialect, sqlite.insert), (postgresql.dialect, postgresql.insert))
}


@dataclass(frozen=True, slots=True)
class Append:
    """A record that is to be the next of its match."""

    match: str
    number: int
    body: str
    decision: str | None
    made: int

    def __call__(self, connection: Connection) -> None:
        """Store it alone. Raises IntegrityError if its number or its decision is taken."""
        connection.execute(APPEND, self.row())
        connection.execute(TOUCH, {"match": self.match, "touched": self.made})

    def row(self) -> dict[str, Any]:
        """Return it as a row."""
        return {
            "match": self.match,
            "number": self.number,
            "body": self.body,
            "decision": self.decision,
            "made": self.made,
        }


def append_all(connection: Connection, jobs: Sequence[Append]) -> list[Conflict | None]:
    """Store records by one statement; return for each whether its number or its decision was taken.

    Raises IntegrityError for one of a match that is not there, and then nothing is stored.
    """
    stored = {
        tuple(row) for row in connection.execute(_APPEND_FREE[connection.dialect.name], [job.row() for job in jobs])
    }
    results: list[Conflict | None] = []
    touched: dict[str, int] = {}
    for job in jobs:
        key = (job.match, job.number, job.decision)
        if key in stored:
            stored.remove(key)  # a repeat within the batch is a conflict
            touched[job.match] = job.made
            results.append(None)
        else:
            results.append(Conflict("the number or the decision is taken"))
    if touched:
        latest = max(touched.values())
        connection.execute(update(MATCHES).where(MATCHES.c.id.in_(touched)).values(touched=latest))
    return results
