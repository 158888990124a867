"""The time by which decisions and windows are counted: it never jumps, whatever becomes of the machine's clock.

What is stored carries the machine's time, which people can read, and which somebody sets, a time server corrects and a
laptop's sleep leaves behind. Deadlines in memory are counted by monotonic time. What is stored is brought to it with
the difference that there was when it was stored.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

MAX_GAP: Final = 10.0
"""Seconds without anybody asking for the time after which the process was asleep: they do not count."""
MAX_STEP: Final = 1.0
"""Seconds that the machine's clock may move against ours between two looks; more is a jump, or a sleep."""
_MAX_AGES: Final = 64


class Steady:
    """Seconds since 1970 as they were at the start, and from then on those that the process was awake.

    Somebody has to ask for it more often than every `max_gap` seconds.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        max_gap: float = MAX_GAP,
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._max_gap = max_gap
        self._lock = Lock()
        self._last = monotonic()
        self._ahead = wall() - self._last
        """What our time is ahead of the monotonic one."""
        self._ages: list[tuple[float, float]] = [(float("-inf"), 0.0)]
        """From when on, and by how much the machine's clock is ahead of ours: one for each jump."""
        self.woke = float("-inf")
        """When the machine's clock has jumped or the process has slept last."""

    def __call__(self) -> float:
        """Return the time."""
        with self._lock:
            tick = self._monotonic()
            if tick - self._last > self._max_gap:
                self._ahead -= tick - self._last
            self._last = tick
            now = tick + self._ahead
            begin, before = self._ages[-1]
            ahead = self._wall() - now
            if abs(ahead - before) > MAX_STEP:
                self.woke = now
                self._ages = [*self._ages[-_MAX_AGES:], (now, ahead)]
            else:
                self._ages[-1] = (begin, ahead)
            return now

    def at(self, stored: float) -> float:
        """Return when something was that carries the machine's time; of two moments the later one, but none to come."""
        latest = self()
        ages = self._ages
        for begin, ahead in reversed(ages):
            if stored - ahead >= begin:
                return min(stored - ahead, latest)
            latest = begin
        return min(stored - ages[0][1], latest)

    def wall(self, moment: float) -> float:
        """Return the machine's time of a moment."""
        ages = self._ages
        return moment + next((ahead for begin, ahead in reversed(ages) if begin <= moment), ages[0][1])
