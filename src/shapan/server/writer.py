"""The writer: one task through which all writes go, many of them in one transaction.

A job is durable when `do` returns. A job that fails (a number that is taken) fails alone; a batch that cannot be
committed fails as a whole; a writer that dies fails everything that waits for it, so that no request hangs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

LOG = logging.getLogger("shapan.server")
T = TypeVar("T")
Job = Callable[[AsyncConnection], Awaitable[T]]
_Waiting = tuple[Job[Any], "asyncio.Future[Any]"]


class StoreError(Exception):
    """A write that was not confirmed: it may have happened or not; a repeat with the same id is safe."""


class Conflict(Exception):
    """A write that cannot be: the number, the id or the seat is taken."""


class Writer:
    """Runs jobs in batches on the writing engine."""

    def __init__(self, engine: AsyncEngine, limit: float = 10.0, most: int = 200) -> None:
        self._engine = engine
        self._limit = limit
        self._most = most
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._batch: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run(), name="shapan-writer")

    async def stop(self) -> None:
        """Finish what is queued and end the task."""
        task = self._task
        if task is None:
            return
        while not task.done() and (self._batch or not self._queue.empty()):
            await asyncio.wait([future for _, future in self._batch] or [task], timeout=0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def do(self, job: Job[T]) -> T:
        """Run a job and return its result once it is durable. Raises Conflict or StoreError."""
        task = self._task
        if task is None or task.done():
            raise StoreError("the writer does not run")
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((job, future))
        try:
            return cast(T, await asyncio.wait_for(asyncio.shield(future), self._limit))
        except TimeoutError:
            future.add_done_callback(_forget)
            raise StoreError(f"not stored within {self._limit:g} s") from None

    async def _run(self) -> None:
        try:
            while True:
                self._batch.append(await self._queue.get())
                while len(self._batch) < self._most and not self._queue.empty():
                    self._batch.append(self._queue.get_nowait())
                await self._commit()
                self._batch = []
        finally:
            while not self._queue.empty():
                self._batch.append(self._queue.get_nowait())
            _fail(self._batch, StoreError("the writer has stopped"))
            self._batch = []

    async def _commit(self) -> None:
        results: list[tuple[asyncio.Future[Any], Any]] = []
        try:
            async with self._engine.begin() as connection:
                for job, future in self._batch:
                    try:
                        async with connection.begin_nested():
                            results.append((future, await job(connection)))
                    except (IntegrityError, Conflict) as error:
                        results.append((future, Conflict(str(error))))
        except DBAPIError as error:  # a full disk, say: the batch is lost, the writer goes on
            LOG.error("a batch of %d writes failed: %s", len(self._batch), error.orig)  # noqa: TRY400 - says it all
            _fail(self._batch, StoreError(str(error.orig)))
            return
        except Exception as error:  # the same for what nobody thought of
            LOG.exception("a batch of %d writes failed", len(self._batch))
            _fail(self._batch, StoreError(str(error)))
            return
        for future, result in results:
            if future.done():
                continue
            if isinstance(result, Conflict):
                future.set_exception(result)
            else:
                future.set_result(result)


def _fail(batch: list[_Waiting], error: StoreError) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)


def _forget(future: asyncio.Future[Any]) -> None:
    if not future.cancelled():
        future.exception()
