"""Who plays: this process, or a pool of processes. What is played depends on the number of a match alone.

A worker gets a range of matches and returns what it made of them. It never writes a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

from shapan.bots.processes import cores, pool
from shapan.lab.errors import LabError
from shapan.lab.files import undisturbed
from shapan.lab.plan import Plan

R = TypeVar("R")
Task = Callable[[Plan, int, int], R]
"""task(plan, first, count): a function at the top of a module, so that workers find it by name."""

_SHARE: Final = 20
"""A range is to take a twentieth of the time since the start, within the bounds below."""
_MIN_SECONDS: Final = 0.3
_MAX_SECONDS: Final = 20.0


@dataclass(slots=True)
class Done(Generic[R]):
    """What a worker made of a range, and how long it took."""

    first: int
    count: int
    value: R
    seconds: float


def timed(task: Task[R], plan: Plan, first: int, count: int) -> Done[R]:
    """Carry a task out."""
    started = perf_counter()
    value = task(plan, first, count)
    return Done(first, count, value, perf_counter() - started)


class Workers(AbstractContextManager["Workers[R]"], Generic[R]):
    """Workers for one task: this class plays in this process. Use it as a context: leaving it stops them."""

    jobs = 1

    def __init__(self, task: Task[R], plan: Plan) -> None:
        self.task = task
        self.plan = plan
        self.started = perf_counter()
        self.waiting: list[tuple[int, int]] = []

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop at once."""

    @property
    def busy(self) -> int:
        """How many ranges are under way."""
        return len(self.waiting)

    @property
    def ahead(self) -> int:
        """How many ranges should be under way, so that no worker waits."""
        return 1

    def start(self, first: int, count: int) -> None:
        """Hand a range out."""
        self.waiting.append((first, count))

    def finished(self) -> list[Done[R]]:
        """Wait for at least one range."""
        return [timed(self.task, self.plan, *self.waiting.pop(0))]


class Crew(Workers[R]):
    """Workers beside this process: more ranges are handed out than there are workers, so that none of them waits."""

    def __init__(self, task: Task[R], plan: Plan) -> None:
        super().__init__(task, plan)
        self.running: list[Any] = []

    def __enter__(self) -> Self:
        return self

    @property
    def busy(self) -> int:
        return len(self.running)

    @property
    def ahead(self) -> int:
        return self.jobs + 1 + self.jobs // 4


class Processes(Crew[R]):
    """A pool of processes on this machine. They end when their parent does, however it ends."""

    def __init__(self, task: Task[R], plan: Plan, jobs: int) -> None:
        super().__init__(task, plan)
        self.jobs = jobs
        self.pool = pool(jobs, task.__module__)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with undisturbed():
            if error is None and not self.running:
                self.pool.shutdown()
            else:
                self.pool.end()

    def start(self, first: int, count: int) -> None:
        with _broken():
            self.running.append(self.pool.submit(timed, self.task, self.plan, first, count))

    def finished(self) -> list[Done[R]]:
        done: set[Future[Done[R]]]
        done, left = wait(self.running, return_when=FIRST_COMPLETED)
        self.running = list(left)
        with _broken():
            return [future.result() for future in done]


@contextmanager
def _broken() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:
        raise LabError(
            "a worker process was ended from outside, perhaps for want of memory; try fewer --jobs"
        ) from None


def local(task: Task[R], plan: Plan, jobs: int) -> Workers[R]:
    """Return workers on this machine: so many processes, none but this one for 1, one on each core for 0."""
    jobs = min(jobs or cores(), plan.matches)
    return Workers(task, plan) if jobs == 1 else Processes(task, plan, jobs)


class Pace:
    """How many matches a range should have: few at first, more the longer it takes, few again towards the end."""

    def __init__(self) -> None:
        self.started = perf_counter()
        self.matches = 0
        self.seconds = 0.0

    def note(self, done: Done[Any]) -> None:
        """Learn from a range."""
        self.matches += done.count
        self.seconds += done.seconds

    def size(self, left: int, ahead: int) -> int:
        """Return the size of the next range, of `left` matches that are not handed out yet."""
        if not self.matches:
            return 1
        wanted = min(max((perf_counter() - self.started) / _SHARE, _MIN_SECONDS), _MAX_SECONDS)
        fits = wanted * self.matches / max(self.seconds, 1e-6)
        return max(1, min(int(fits), left // (2 * ahead)))


def spread(workers: Workers[R], ranges: list[tuple[int, int]], pace: Pace, take: Callable[[Done[R]], None]) -> None:
    """Let workers play ranges of matches (first, count), cut to fit, and hand over what they make as it comes."""
    unplayed = list(reversed(ranges))
    left = sum(count for _, count in unplayed)
    while unplayed or workers.busy:
        while unplayed and workers.busy < workers.ahead:
            first, count = unplayed.pop()
            size = min(count, pace.size(left, workers.ahead))
            workers.start(first, size)
            left -= size
            if size < count:
                unplayed.append((first + size, count - size))
        for done in workers.finished():
            pace.note(done)
            take(done)
