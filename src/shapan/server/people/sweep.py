"""The sweep: each hour members whose time has come are deleted, and what has run out is forgotten, guests too."""

from __future__ import annotations

import asyncio
from typing import Final

from shapan.server.people.periodic import Periodic
from shapan.server.store.people import now
from shapan.server.store.storage import Store

_FIRST: Final = 60.0
"""Seconds until the first sweep: at the start a server has other things to do."""
_EVERY: Final = 3600.0


class Sweep(Periodic):
    """Looks after what is kept of people while a server runs."""

    def __init__(self, store: Store) -> None:
        super().__init__("sweep of people", self.run_once, _EVERY, _FIRST)
        self._store = store

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
