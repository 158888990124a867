"""The last tables of a guest: against which bots they played each game most recently, to propose it again."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import select

from shapan.server.store.damage import checked, decoded, readable
from shapan.server.store.schema import MATCHES, SEATS
from shapan.server.store.storage import GUIDE, Store

_LATEST: Final = 40
"""Only so many matches of a guest are looked at."""


class LastTable(msgspec.Struct):
    """A match of one person against bots."""

    game: str
    options: dict[str, Any]
    bots: list[str]


async def last_tables(store: Store, session: str) -> list[LastTable]:
    """Return the latest matches that a guest opened and plays alone against bots, the latest first."""
    own = (
        select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.options, MATCHES.c.opened)
        .where(MATCHES.c.owner == session, MATCHES.c.options.not_like(f'%"{GUIDE}"%'))
        .order_by(MATCHES.c.opened.desc(), MATCHES.c.id)
        .limit(_LATEST)
        .subquery()
    )
    query = (
        select(own, SEATS.c.kind, SEATS.c.bot, SEATS.c.session)
        .join(SEATS, SEATS.c.match == own.c.id)
        .order_by(own.c.opened.desc(), own.c.id, SEATS.c.seat)
    )
    matches: dict[str, list[Any]] = {}
    async with store.reading() as connection:
        for row in await connection.execute(query):
            matches.setdefault(row.id, []).append(row)
    return list(readable((rows for rows in matches.values() if _is_alone(rows, session)), _table))


def _is_alone(rows: list[Any], session: str) -> bool:
    """Return whether a match has one person, its owner, and otherwise bots."""
    people = [row.session for row in rows if row.session is not None or row.kind != "bot"]
    return people == [session]


def _table(rows: list[Any]) -> LastTable:
    options = decoded("matches", "options", rows[0].options, dict[str, Any])
    bots = [row.bot for row in rows if row.session is None]
    return checked("seats", LastTable, {"game": rows[0].game, "options": options, "bots": bots})
