"""Snapshots: a match as it stood after some records, kept so that not all of them must be played again.

A snapshot is only a short cut: whatever is wrong with one, the log decides.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import Executable, select
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.server.clock import Clock
from shapan.server.schema import SNAPSHOTS

if TYPE_CHECKING:
    from shapan.server.storage import MatchRow

LOG = logging.getLogger("shapan.server")
Log = list[dict[str, Any]]


class Snapshot(NamedTuple):
    """A snapshot as it is stored: after how many records, their digest, and the match without its log."""

    number: int
    digest: str
    body: bytes


def written(match: Match[Any], digest: str, clock: dict[str, Any]) -> Snapshot:
    """Return the snapshot of a match as it stands, with what its clock has saved."""
    data = match.save()
    number = len(data.pop("log"))
    return Snapshot(number, digest, msgspec.json.encode({**data, "clock": clock}))


def read(snapshot: Snapshot, game: Game[Any], row: MatchRow, log: Log) -> tuple[Match[Any], Clock] | None:
    """Return match and clock as a snapshot of a log has them, None if it is damaged or made under other rules."""
    try:
        data = msgspec.json.decode(snapshot.body, type=dict[str, Any])
        if data["rules_version"] != game.rules_version:
            return None
        match = Match.load(game, {**data, "log": log[: snapshot.number]})
        clock = Clock(row.pace, 0.0)
        if row.pace:
            clock.restore(data["clock"])
    except Exception:
        LOG.warning("the snapshot of match %s is not used", row.id, exc_info=True)
        return None
    return match, clock


async def find(connection: AsyncConnection, match: str) -> Snapshot | None:
    """Return the stored snapshot of a match, or None."""
    table = SNAPSHOTS.c
    query = select(table.number, table.digest, table.body).where(table.match == match)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else Snapshot(*row)


def keep(match: str, snapshot: Snapshot) -> Executable:
    """Return the statement that stores the snapshot of a match in place of an earlier one."""
    values = snapshot._asdict()
    statement = upsert(SNAPSHOTS).values(match=match, **values)
    return statement.on_conflict_do_update(index_elements=["match"], set_=values)
