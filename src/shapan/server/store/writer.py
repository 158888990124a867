"""The writer: one thread through which all writes go, many of them in one transaction.

A job is a plain function of a connection. The thread takes what waits as one batch: to go there and back for each
statement took longer than the statements.

A job is durable when `do` returns. A job that fails (a number that is taken, a word that is too long) fails alone; a
batch that cannot be committed fails as a whole; a writer that dies fails everything that waits for it, so that no
request hangs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar, cast

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from shapan.server.store.append import Append, append_all
from shapan.server.store.fault import OWN, Conflict, cause_of, is_deadlock, is_own
from shapan.server.tally import TALLY

LOG = logging.getLogger("shapan.server")
T = TypeVar("T")
Job = Callable[[Connection], T]
_MAX_TRIES: Final = 3
"""How often a batch is written that is undone each time, as processes waited for one another."""
_KNOWN: Final = (Conflict, DBAPIError, *OWN)
HOME: Final = "home"
"""Under this name a connection tells which process it is, where several write to one database."""


class _Waiting(NamedTuple):
    """A job that waits, and the process that is to do it; None: whichever this is."""

    job: Job[Any]
    home: int | None
    future: asyncio.Future[Any]


class StoreError(Exception):
    """A write that was not confirmed: it may have happened or not; a repeat with the same id is safe."""


class Writer:
    """Runs jobs in batches on the writing engine."""

    def __init__(self, engine: Engine, limit: float = 10.0, most: int = 200) -> None:
        self._engine = engine
        self._limit = limit
        self._most = most
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="shapan-writer", daemon=True)
        self._runs = False
        self._loop: asyncio.AbstractEventLoop
        self.lost: Callable[[], None] = _nothing
        """Called in the loop when the session has ended by which was written, before who waits is told."""

    def start(self) -> None:
        """Start the thread."""
        self._loop = asyncio.get_running_loop()
        self._runs = True
        self._thread.start()

    async def stop(self) -> None:
        """Finish what is queued and end the thread."""
        if self._runs:
            self._runs = False
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join, self._limit)

    async def do(self, job: Job[T], home: int | None = None) -> T:
        """Run a job and return its result once it is durable; with `home` only as that process.

        Raises Conflict or StoreError.
        """
        if not self._runs:
            raise StoreError("the writer does not run")
        future: asyncio.Future[Any] = self._loop.create_future()
        late = StoreError(f"not stored within {self._limit:g} s")
        timer = self._loop.call_later(self._limit, _finish, [future], [late])
        self._queue.put(_Waiting(job, home, future))
        try:
            return cast(T, await future)
        finally:
            timer.cancel()

    def _run(self) -> None:
        """In the thread: take what waits, until None comes."""
        batch: list[_Waiting] = []
        try:
            while (item := self._queue.get()) is not None:
                batch = [item, *self._rest()]
                with TALLY.batch(len(batch), sum(isinstance(one.job, Append) for one in batch)):
                    results = self._results(batch)
                TALLY.unstored += sum(isinstance(result, StoreError) for result in results)
                self._finished(batch, results)
                batch = []
        finally:
            self._runs = False
            batch += self._rest()
            self._finished(batch, [StoreError("the writer has stopped")] * len(batch))

    def _rest(self) -> list[_Waiting]:
        """Return what else waits, as much as a batch may have."""
        rest: list[_Waiting] = []
        with suppress(Empty):
            while len(rest) < self._most - 1:
                item = self._queue.get_nowait()
                if item is None:
                    self._queue.put(None)  # the end comes after this batch
                    break
                rest.append(item)
        return rest

    def _finished(self, batch: list[_Waiting], results: list[Any]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(_finish, [waiting.future for waiting in batch], results)

    def _results(self, batch: Sequence[_Waiting]) -> list[Any]:
        """Return what became of jobs: a result for each, or an error."""
        try:
            return self._write_again(batch)
        except DBAPIError as error:  # a full disk, say: the batch is lost, the writer goes on
            LOG.error("a batch of %d writes failed: %s", len(batch), cause_of(error))  # noqa: TRY400 - says it all
            if error.connection_invalidated:
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self.lost)
            return [StoreError(cause_of(error))] * len(batch)
        except Exception as error:  # the same for what nobody thought of
            LOG.exception("a batch of %d writes failed", len(batch))
            return [StoreError(str(error))] * len(batch)

    def _write_again(self, batch: Sequence[_Waiting]) -> list[Any]:
        for _ in range(_MAX_TRIES - 1):
            try:
                return self._write(batch)
            except DBAPIError as error:
                if not is_deadlock(error):
                    raise
        return self._write(batch)

    def _write(self, batch: Sequence[_Waiting]) -> list[Any]:
        """Run jobs in one transaction and return their results; of a job that cannot be, the error that is its own."""
        if len(batch) == 1:  # as a rule it is one: the transaction is its own safe point
            try:
                with self._engine.begin() as connection:
                    return [_jobs(connection, batch)[0](connection)]
            except _KNOWN as error:
                return [_own(error)]
        results: list[Any] = []
        with self._engine.begin() as connection:
            for appends, some in groupby(_jobs(connection, batch), lambda job: isinstance(job, Append)):
                results += (_appended if appends else _each)(connection, list(some))
        return results


class AtHome:
    """The writer as one process: what it is to write while it is another, later one is refused."""

    def __init__(self, writer: Writer, home: int) -> None:
        self._writer = writer
        self._home = home

    async def do(self, job: Job[T]) -> T:
        """Run a job as `Writer.do` does. Raises Conflict or StoreError."""
        return await self._writer.do(job, self._home)


def _jobs(connection: Connection, batch: Sequence[_Waiting]) -> list[Job[Any]]:
    """Return the jobs of a batch; in place of one that another process was to do, a refusal."""
    home = connection.info.get(HOME)
    return [waiting.job if waiting.home in (None, home) else _refuse for waiting in batch]


def _refuse(_: Connection) -> None:
    raise Conflict("another process may play this match now")


def _nothing() -> None:
    pass


def _appended(connection: Connection, jobs: list[Any]) -> list[Any]:
    """Store records that come one after the other by one statement, or where that cannot be, each by itself."""
    if len(jobs) > 1:
        try:
            with connection.begin_nested():
                return append_all(connection, jobs)
        except _KNOWN as error:
            _own(error)
    return _each(connection, jobs)


def _each(connection: Connection, jobs: Sequence[Job[Any]]) -> list[Any]:
    """Run jobs, each from a safe point of its own, and return their results."""
    results: list[Any] = []
    for job in jobs:
        try:
            with connection.begin_nested():
                results.append(job(connection))
        except _KNOWN as error:
            results.append(_own(error))
    return results


def _own(error: Exception) -> Conflict | StoreError:
    """Return what a job is told that failed by itself. Raises the error again that fails its batch."""
    if isinstance(error, Conflict):
        return error
    if isinstance(error, IntegrityError):
        return Conflict(cause_of(error))
    if is_own(error):
        cause = cause_of(error) if isinstance(error, DBAPIError) else type(error).__name__
        LOG.error("a write failed: %s", cause)
        return StoreError(cause)
    raise error


def _finish(waiting: Sequence[asyncio.Future[Any]], results: Sequence[Any]) -> None:
    """Tell those who still wait what became of their jobs."""
    for future, result in zip(waiting, results, strict=True):
        if future.done():
            continue
        if isinstance(result, (Conflict, StoreError)):
            future.set_exception(result)
        else:
            future.set_result(result)
