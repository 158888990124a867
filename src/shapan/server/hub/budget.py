"""The budget of thoughts: how many bots may think for each guest, over all processes that serve him."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from shapan.server.bucket import Buckets
from shapan.server.monotonic import Steady
from shapan.server.settings import Rate
from shapan.server.store.fault import Conflict
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError

_EVERY: Final = 2.0
"""Seconds between two counts of all processes: for so long one may give what another has given already."""
_KIND: Final = "thinking:"


class Budget:
    """So many thoughts for each guest; among several processes what all have given counts."""

    def __init__(self, rate: Rate, now: Steady) -> None:
        self._rate = rate
        self._now = now
        self._buckets = Buckets(rate)
        self._spent: dict[str, int] = {}
        """What was given since the last count; one who got nothing is asked about too."""
        self._task: asyncio.Task[None] | None = None

    def take(self, guest: str) -> bool:
        """Take a thought for a guest; return whether there was one."""
        given = not self._buckets.take(guest)
        if self._task is not None:
            self._spent[guest] = self._spent.get(guest, 0) + given
        return given

    def share(self, store: Store) -> None:
        """Count together with other processes from now on."""
        self._task = asyncio.create_task(self._run(store), name="budget")

    async def close(self) -> None:
        """Count no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def settle(self, store: Store) -> None:
        """Tell the others what was given here, and learn what is left; while that fails, each counts by itself."""
        spent, self._spent = self._spent, {}
        if not spent:
            return
        try:
            named = {_KIND + guest: taken for guest, taken in spent.items()}
            left = await store.quotas.settle(named, self._rate, self._milliseconds())
        except (StoreError, Conflict):
            for guest, taken in spent.items():
                self._spent[guest] = self._spent.get(guest, 0) + taken
            return
        for name, tokens in left.items():
            guest = name.removeprefix(_KIND)
            self._buckets.set(guest, tokens - self._spent.get(guest, 0))

    async def _run(self, store: Store) -> None:
        with suppress(StoreError, Conflict):
            await store.quotas.tidy(self._milliseconds())
        while True:
            await asyncio.sleep(_EVERY)
            await self.settle(store)

    def _milliseconds(self) -> int:
        return int(self._now.wall(self._now()) * 1000)
