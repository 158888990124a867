"""Tally: what this process counts while it serves, as plain numbers that a look from another thread may read."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Final, TypeVar

T = TypeVar("T")
SHORT: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Bounds of times in seconds."""
_SIZES: Final = (1, 2, 5, 10, 20, 50, 100, 200)


class Spread:
    """How many values there were up to each of some bounds, and their sum."""

    def __init__(self, bounds: tuple[float, ...] = SHORT) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._lock = threading.Lock()
        self.sum = 0.0

    def note(self, value: float) -> None:
        """Count a value."""
        with self._lock:
            self._counts[bisect_left(self._bounds, value)] += 1
            self.sum += value

    def rows(self) -> list[tuple[str, int]]:
        """Return the number of values up to each bound; the last bound has no end."""
        with self._lock:
            return list(zip([*(f"{bound:g}" for bound in self._bounds), "+Inf"], accumulate(self._counts), strict=True))


class Tally:
    """The counts of a process, since it began."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        """Requests answered, by method, template of the address, and status."""
        self.answered: dict[str, Spread] = {}
        """Seconds to an answer, by template of the address."""
        self.appends = 0
        """Records stored."""
        self.unstored = 0
        """Writes that were not confirmed."""
        self.batches = Spread(_SIZES)
        """Writes in a transaction."""
        self.commits = Spread()
        """Seconds of a transaction."""
        self.dropped = 0
        """Frames not sent because their viewer was too slow; a later one held all they had."""
        self.thoughts: dict[str, Spread] = {}
        """Seconds in which a bot found an answer, by the kind of work."""
        self.claims = 0
        """Matches that this process has begun to play, among several processes."""
        self.sent_on = 0
        """Requests sent on to the process that plays the match."""
        self.sessions_lost = 0
        """Sessions by which was written that the database has ended."""
        self.ahead = 0.0
        """Seconds that the clock of this machine is ahead of the database's, among several processes."""
        self.late = Spread()
        """Seconds by which a clock that ran out was seen too late."""
        self.notices: Counter[tuple[str, str]] = Counter()
        """Notices by channel and what became of them: sent, again (to be tried again), failed."""
        self.lag = Spread()
        """Seconds by which the loop was late for an alarm."""

    def request(self, method: str, template: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self.requests[method, template, status] += 1
        self.answered.setdefault(template, Spread()).note(seconds)

    @contextmanager
    def batch(self, writes: int, appends: int) -> Iterator[None]:
        """Count a transaction and its time."""
        begun = time.perf_counter()
        yield
        self.commits.note(time.perf_counter() - begun)
        self.batches.note(writes)
        self.appends += appends

    def thought(self, kind: str, work: Callable[[], T]) -> T:
        """Do some work, and count how long it takes."""
        begun = time.perf_counter()
        try:
            return work()
        finally:
            self.thoughts.setdefault(kind, Spread()).note(time.perf_counter() - begun)


TALLY: Final = Tally()
