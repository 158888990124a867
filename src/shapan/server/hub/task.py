"""Tasks of matches that have something to be done beside the requests: their bots answer, their windows close."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any


async def wait_until_due(bell: asyncio.Event, left: float | None) -> bool:
    """Wait until something is due after some seconds, or never, or until a bell rings; return False if it is due now.

    After a wait it may be due at another time.
    """
    if left is not None and left <= 0:
        return False
    with suppress(TimeoutError):
        async with asyncio.timeout(left):
            await bell.wait()
    return True


class Tasks:
    """One task a match, at most."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start(self, match: str, work: Coroutine[Any, Any, None]) -> None:
        """Do this for a match from now on, and nothing else."""
        self.stop(match)
        self._tasks[match] = asyncio.create_task(work, name=f"{self._name} of {match}")

    def stop(self, match: str) -> None:
        """Do nothing more for a match."""
        task = self._tasks.pop(match, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def close(self) -> None:
        """Stop all tasks."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
