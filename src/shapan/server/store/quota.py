"""Quotas of guests that several processes share: what each has left, by the count of all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import delete, func
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Connection

from shapan.server.settings import Rate
from shapan.server.store.schema import BUCKETS
from shapan.server.store.writer import Writer

_KEPT: Final = 24 * 3600 * 1000
"""Milliseconds for which a bucket is kept that nobody takes from: it is full by then."""


class QuotaStore:
    """The buckets of all guests."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def settle(self, spent: Mapping[str, int], rate: Rate, now: int) -> dict[str, float]:
        """Take from buckets what was spent here, at a time in milliseconds; return what each has left, by all.

        Raises Conflict or StoreError.
        """
        table = BUCKETS.c

        def job(connection: Connection) -> dict[str, float]:
            left = {}
            for name, taken in sorted(spent.items()):  # in one order, or two processes may wait for each other
                new = postgresql.insert(BUCKETS).values(name=name, tokens=float(rate.burst - taken), at=now)
                filled = table.tokens + func.greatest(0, now - table.at) / 1000.0 * rate.a_second
                tokens = func.least(float(rate.burst), filled) - taken
                kept = new.on_conflict_do_update(
                    index_elements=["name"], set_={"tokens": tokens, "at": func.greatest(table.at, now)}
                )
                left[name] = float(connection.execute(kept.returning(table.tokens)).scalar_one())
            return left

        return await self._writer.do(job)

    async def tidy(self, now: int) -> None:
        """Forget buckets that are full again."""
        await self._writer.do(lambda connection: connection.execute(delete(BUCKETS).where(BUCKETS.c.at < now - _KEPT)))
