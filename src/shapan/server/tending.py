"""A task for each match that has something to be done beside the requests: its bots answer, its windows close."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tending:
    """One task a match, at most."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def tend(self, match: str, work: Coroutine[Any, Any, None]) -> None:
        """Do this for a match from now on, and nothing else."""
        self.forget(match)
        self._tasks[match] = asyncio.create_task(work, name=f"{type(self).__name__} of {match}")

    def forget(self, match: str) -> None:
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
