"""The schedule by which bots answer: when depends on what everybody at the tables sees, and on nothing hidden.

A bot has a slot from the moment at which it is asked. Its answer is given when the slot ends: no earlier, though it was
found at once, and no later, though it was not found. See docs/design/bots.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from statistics import median
from typing import Final

MAX_STRETCH: Final = 16
"""How many times as long slots become at most."""
AT_ONCE: Final = 16
"""Questions to bots that are open at a time, from which on slots become longer: for twice as many twice as long."""
GAUGE_EVERY: Final = 10.0
"""Seconds between two looks at how fast the machine is."""
USUAL: Final = 0.02
"""Seconds that the work of `gauge` may take before slots become longer: a usual machine needs a quarter."""
WINDOW_SHARE: Final = 1 / 3
"""A reaction window's slot as a share of the usual one: there are many of them, and most are passed."""
THINKING_SHARE: Final = 0.7
"""The part of a slot in which a bot thinks; the rest is for the way there and back, and for its last look ahead."""


class Schedule:
    """The lengths of slots, in seconds, the same for all tables of a server.

    They become longer by two causes that no hand has a part in: how many bots are asked at the time, which all see at
    their tables, and how fast the machine is when no bot has anything to do. An answer that is late makes none longer:
    it is late by what the bot holds. `now` gives seconds.
    """

    def __init__(self, quick: float, thinking: float, now: Callable[[], float]) -> None:
        self._quick = quick
        self._thinking = thinking
        self._now = now
        self._stretch = 1
        """How many times as long slots are for the sake of the machine."""
        self._open: list[float] = []
        """When the quick slots end that are open, the next one first."""
        self.asked = 0
        """How many questions there have been."""

    @property
    def waits(self) -> bool:
        """Whether there is a schedule; without one bots answer as soon as they can."""
        return self._quick > 0

    @property
    def thinking(self) -> float:
        """For how many seconds a bot thinks."""
        return self._thinking * THINKING_SHARE

    @property
    def rests(self) -> bool:
        """Whether no bot is asked for a quick answer."""
        self._forget()
        return not self._open

    def ask(self, questions: Sequence[tuple[bool, bool]]) -> list[float]:
        """Return how long the slots of questions are that are put together: each says if it is thought over, if it
        is a reaction.
        """
        self.asked += len(questions)
        if not self.waits:
            return [0.0] * len(questions)
        self._forget()
        stretch = self._stretch
        while stretch < MAX_STRETCH and len(self._open) + len(questions) > AT_ONCE * stretch:
            stretch *= 2
        lengths = []
        for thinks, reaction in questions:
            quick = self._quick * (WINDOW_SHARE if reaction else 1.0) * stretch
            heappush(self._open, self._now() + quick)
            lengths.append(max(quick, self._thinking) if thinks else quick)
        return lengths

    def length(self, *, reaction: bool) -> float:
        """Return how long the slot of a quick answer is now, which a person has planned: no bot is asked."""
        return self._quick * (WINDOW_SHARE if reaction else 1.0) * self._stretch if self.waits else 0.0

    def gauged(self, seconds: float) -> None:
        """Take note of how long the work of `gauge` takes on a machine at rest; down it goes by halves."""
        least, self._stretch = self._stretch // 2, 1
        while self._stretch < MAX_STRETCH and (self._stretch < least or seconds > USUAL * self._stretch):
            self._stretch *= 2

    def _forget(self) -> None:
        now = self._now()
        while self._open and self._open[0] <= now:
            heappop(self._open)


def gauge() -> float:
    """Return how long some work takes that is always the same: the median of three tries, in seconds."""

    def once() -> float:
        begun = time.perf_counter()
        sum(number * number % 7 for number in range(40_000))
        return time.perf_counter() - begun

    return median(once() for _ in range(3))
