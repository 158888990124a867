"""The writer: one thread through which all writes go, many of them in one transaction.

A job is a plain function of a connection. The whole batch is one errand of the thread: to go there and back for each
statement took longer than the statements.

A job is durable when `do` returns. A job that fails (a number that is taken) fails alone; a batch that cannot be
committed fails as a whole; a writer that dies fails everything that waits for it, so that no request hangs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

LOG = logging.getLogger("shapan.server")
T = TypeVar("T")
Job = Callable[[Connection], T]
_Waiting = tuple[Job[Any], "asyncio.Future[Any]"]


class StoreError(Exception):
    """A write that was not confirmed: it may have happened or not; a repeat with the same id is safe."""


class Conflict(Exception):
    """A write that cannot be: the number, the id or the seat is taken."""


class Writer:
    """Runs jobs in batches on the writing engine."""

    def __init__(self, engine: Engine, limit: float = 10.0, most: int = 200) -> None:
        self._engine = engine
        self._limit = limit
        self._most = most
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._batch: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "shapan-writer")

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
        self._thread.shutdown(wait=False)

    async def do(self, job: Job[T]) -> T:
        """Run a job and return its result once it is durable. Raises Conflict or StoreError."""
        task = self._task
        if task is None or task.done():
            raise StoreError("the writer does not run")
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        future.add_done_callback(_forget)  # whoever waits may have gone
        self._queue.put_nowait((job, future))
        done, _ = await asyncio.wait([future], timeout=self._limit)
        if not done:
            raise StoreError(f"not stored within {self._limit:g} s")
        return cast(T, future.result())

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
        jobs = [job for job, _ in self._batch]
        try:
            results = await asyncio.get_running_loop().run_in_executor(self._thread, self._write, jobs)
        except DBAPIError as error:  # a full disk, say: the batch is lost, the writer goes on
            LOG.error("a batch of %d writes failed: %s", len(jobs), error.orig)  # noqa: TRY400 - says it all
            _fail(self._batch, StoreError(str(error.orig)))
            return
        except Exception as error:  # the same for what nobody thought of
            LOG.exception("a batch of %d writes failed", len(jobs))
            _fail(self._batch, StoreError(str(error)))
            return
        for (_, future), result in zip(self._batch, results, strict=True):
            if future.done():
                continue
            if isinstance(result, Conflict):
                future.set_exception(result)
            else:
                future.set_result(result)

    def _write(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        """Run jobs in one transaction and return their results; a Conflict is the result of a job that cannot be."""
        if len(jobs) == 1:  # as a rule it is one: the transaction is its own safe point
            try:
                with self._engine.begin() as connection:
                    return [jobs[0](connection)]
            except (IntegrityError, Conflict) as error:
                return [Conflict(str(error))]
        results: list[Any] = []
        with self._engine.begin() as connection:
            for job in jobs:
                try:
                    with connection.begin_nested():
                        results.append(job(connection))
                except (IntegrityError, Conflict) as error:
                    results.append(Conflict(str(error)))
        return results


def _fail(batch: list[_Waiting], error: StoreError) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)


def _forget(future: asyncio.Future[Any]) -> None:
    if not future.cancelled():
        future.exception()
