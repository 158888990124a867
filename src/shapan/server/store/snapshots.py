"""The shelf of snapshots in the database: one a match, the latest in place of the one before."""

from __future__ import annotations

from sqlalchemy import Executable, select
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from shapan.server.store.backend import upsert
from shapan.server.store.row import Snapshot
from shapan.server.store.schema import SNAPSHOTS


async def find(connection: AsyncConnection, match: str) -> Snapshot | None:
    """Return the stored snapshot of a match, None without one that can be read."""
    table = SNAPSHOTS.c
    query = select(table.number, table.digest, table.body).where(table.match == match)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None or list(map(type, row)) != [int, str, bytes] else Snapshot(*row)


def keep(connection: Connection, match: str, snapshot: Snapshot) -> Executable:
    """Return the statement that stores the snapshot of a match in place of an earlier one."""
    return upsert(connection, SNAPSHOTS, {"match": match}, snapshot._asdict())
