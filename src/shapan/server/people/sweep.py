"""The sweep: each hour members whose time has come are deleted, and what has run out is forgotten, guests too."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")
_FIRST: Final = 60.0
"""Seconds until the first sweep: at the start a server has other things to do."""
_EVERY: Final = 3600.0


class Sweep:
    """Looks after what is kept of people while a server runs."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._task: asyncio.Task[None] | None = None

    async def run_once(self) -> None:
        """Delete members whose time has come; forget unused guests, and log-ins, tickets, buckets that have run out."""
        for account in await self._store.accounts.leaving():
            await self._store.accounts.forget(account)
        done = await asyncio.gather(
            self._store.accounts.tidy(),
            self._store.moderation.tidy(),
            self._store.quotas.tidy(now() * 1000),
            return_exceptions=True,
        )
        for error in done:
            if error is not None:
                raise error

    def start(self) -> None:
        """Sweep in a minute, and each hour."""
        self._task = asyncio.create_task(self._run(), name="sweep")

    async def close(self) -> None:
        """Sweep no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        await asyncio.sleep(_FIRST)
        while True:
            try:
                await self.run_once()
            except (SQLAlchemyError, OSError, StoreError, Conflict) as error:
                LOG.warning("people could not be swept: %s", type(error).__name__)
            await asyncio.sleep(_EVERY)
