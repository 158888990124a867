"""Turns: work in threads, so many pieces at a time, shared fairly among those for whom it is done.

Whose work waits gets the next turn in rotation, so that who has twenty tables waits for his own and holds up nobody.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final

from shapan.server.tally import TALLY

MAX_ELSEWHERE: Final = 256
"""Turns on other machines at most; a thread of this one waits for each."""


class Crowded(Exception):
    """So much work of one owner waits already that no more is taken."""


class Turns:
    """So many turns at a time; `most` is how many pieces of work one owner may have waiting. For one loop.

    `elsewhere` says how many more there are now, on other machines.
    """

    def __init__(self, name: str, width: int, most: int, elsewhere: Callable[[], int] = lambda: 0) -> None:
        self._threads: Executor = ThreadPoolExecutor(width + MAX_ELSEWHERE, name)
        self._name = name
        self._width = width
        self._elsewhere = elsewhere
        self._busy = 0
        self._most = most
        self._waiting: dict[str, deque[tuple[asyncio.Future[Any], Callable[[], Any]]]] = {}
        """Work by owner; whose turn comes next stands first."""

    def ask(self, owner: str, work: Callable[[], Any]) -> asyncio.Future[Any]:
        """Return what will come of some work; cancelled before its turn it is not done. Raises Crowded."""
        queue = deque(job for job in self._waiting.get(owner, ()) if not job[0].done())
        if len(queue) >= self._most:
            raise Crowded
        result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        queue.append((result, work))
        self._waiting[owner] = queue
        self._hand_out()
        return result

    @property
    def rests(self) -> bool:
        """Whether nothing is done, and nothing waits for it."""
        return not self._busy and not self._waiting

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a turn."""
        return sum(not result.done() for queue in list(self._waiting.values()) for result, _ in list(queue))

    def close(self) -> None:
        """Give out no more turns."""
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _hand_out(self) -> None:
        while self._waiting and self._busy < self._width + min(self._elsewhere(), MAX_ELSEWHERE):
            owner = next(iter(self._waiting))
            queue = self._waiting.pop(owner)
            result, work = queue.popleft()
            if queue:
                self._waiting[owner] = queue  # behind all others
            if result.done():
                continue
            self._busy += 1  # for as long as the work lasts, whether somebody still waits for it or not
            counted = (TALLY.thought, self._name, work) if owner else (work,)  # not what only measures the machine
            self._threads.submit(*counted).add_done_callback(partial(self._tell, result))

    def _tell(self, result: asyncio.Future[Any], work: Future[Any]) -> None:
        """In the thread of the work: tell the loop that it is done; one that has ended wants to know nothing."""
        with suppress(RuntimeError):
            result.get_loop().call_soon_threadsafe(self._done, work, result)

    def _done(self, work: Future[Any], result: asyncio.Future[Any]) -> None:
        self._busy -= 1
        if not result.done():
            error = None if work.cancelled() else work.exception()
            if work.cancelled():
                result.cancel()
            elif error is not None:
                result.set_exception(error)
            else:
                result.set_result(work.result())
        self._hand_out()
