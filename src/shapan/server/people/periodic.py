"""Work that is done again and again beside all else, while a server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from shapan.server.store.fault import Conflict
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")


class Periodic:
    """Does some work every so many seconds; a database that fails is told in the log, and the work done next time."""

    def __init__(self, name: str, work: Callable[[], Awaitable[None]], every: float, first: float = 0.0) -> None:
        self._name = name
        self._work = work
        self._every = every
        self._first = first
        """Seconds before the work is done for the first time."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Work from now on."""
        self._task = asyncio.create_task(self._run(), name=self._name)

    async def close(self) -> None:
        """Work no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        await asyncio.sleep(self._first)
        while True:
            try:
                await self._work()
            except (SQLAlchemyError, OSError, StoreError, Conflict) as error:
                LOG.warning("%s: failed this time: %s", self._name, type(error).__name__)
            await asyncio.sleep(self._every)
