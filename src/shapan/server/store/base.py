"""What the stores of one kind of thing share: they read by connections of their own, and change by the one writer."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncEngine

from shapan.server.store.writer import Writer


class BaseStore:
    """The store of one kind of thing."""

    def __init__(self, read: AsyncEngine, writer: Writer) -> None:
        self._read = read
        self._writer = writer

    async def _rows(self, query: Select[Any]) -> list[Any]:
        """Return all rows that a query finds."""
        async with self._read.connect() as connection:
            return list((await connection.execute(query)).all())
