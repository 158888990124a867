"""How much is kept for a guest: the tables he has opened, and what lies on them."""

from __future__ import annotations

import time

from sqlalchemy import func, select

from shapan.server.store.row import SEATING
from shapan.server.store.schema import CHAT, MATCHES, MEMOS, RECORDED_PARTS, RECORDS, REVIEW_POINTS, SNAPSHOTS
from shapan.server.store.storage import Store

_BODIES = (
    (RECORDS.c.match, RECORDS.c.body),
    (SNAPSHOTS.c.match, SNAPSHOTS.c.body),
    (RECORDED_PARTS.c.match, RECORDED_PARTS.c.body),
    (REVIEW_POINTS.c.match, REVIEW_POINTS.c.body),
    (CHAT.c.match, CHAT.c.text),
    (MEMOS.c.match, MEMOS.c.text),
)


async def kept_of(store: Store, owner: str, within: int) -> tuple[int, int]:
    """Return how many tables of a guest are under way or wait for people, and the bytes of all he has opened.

    A table at which nothing was done within so many seconds does not count.
    """
    since = int(time.time()) - within
    his = select(MATCHES.c.id).where(MATCHES.c.owner == owner)
    under_way = select(func.count()).where(
        MATCHES.c.owner == owner, MATCHES.c.status.in_(("on", SEATING)), MATCHES.c.touched >= since
    )
    async with store.reading() as connection:
        tables = await connection.scalar(under_way) or 0
        size = 0
        for match, body in _BODIES:
            size += await connection.scalar(select(func.sum(func.length(body))).where(match.in_(his))) or 0
    return tables, size
