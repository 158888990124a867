"""Quotas of guests that several processes share: what each has left, by the count of all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
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

    async def take(self, wanted: Mapping[str, Rate], now: int) -> float:
        """Take one from each of some buckets, at a time in milliseconds; return 0.

        Where one of them has none, take nothing and return the seconds after which it has. Raises StoreError.
        """

        def job(connection: Connection) -> float:
            make: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[connection.dialect.name]
            left: dict[str, tuple[float, int]] = {}
            wait = 0.0
            for name, rate in sorted(wanted.items()):  # in one order, or two processes may wait for each other
                new = make(BUCKETS).values(name=name, tokens=float(rate.burst), at=now)
                connection.execute(new.on_conflict_do_nothing())
                row = connection.execute(select(BUCKETS).where(BUCKETS.c.name == name).with_for_update()).one()
                filled = row.tokens + max(0, now - row.at) / 1000 * rate.a_second
                left[name] = min(float(rate.burst), filled), max(row.at, now)
                wait = max(wait, (1 - left[name][0]) / rate.a_second)
            for name, (tokens, at) in left.items() if wait <= 0 else ():
                kept = {"tokens": tokens - 1, "at": at}
                connection.execute(update(BUCKETS).where(BUCKETS.c.name == name).values(kept))
            return max(0.0, wait)

        return await self._writer.do(job)

    async def tidy(self, now: int) -> None:
        """Forget buckets that are full again."""
        await self._writer.do(lambda connection: connection.execute(delete(BUCKETS).where(BUCKETS.c.at < now - _KEPT)))
