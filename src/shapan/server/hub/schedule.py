"""The schedule by which bots answer: when depends on what everybody at the table sees, and on nothing hidden.

A bot has a slot from the moment at which it is asked. Its answer is given when the slot ends: no earlier, though it was
found at once, and no later, though it was not found. See docs/design/bots.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MOST_STRETCH: Final = 16
"""How many times as long slots become at most."""
CALM: Final = 60.0
"""Seconds after which slots that have become longer become shorter again, if all have been in time."""
_AGAIN: Final = 1.0
"""Seconds within which several that are late count once."""
WINDOW_SHARE: Final = 1 / 3
"""A reaction window's slot as a share of the usual one: there are many of them, and most are passed."""
THINKING_SHARE: Final = 0.7
"""The part of a slot in which a bot thinks; the rest is for the way there and back, and for its last look ahead."""


class Schedule:
    """The lengths of slots, in seconds, the same for all tables of a server.

    On a machine that is too busy for a quick answer within its slot all slots become longer, not this one alone.
    `now` gives seconds.
    """

    def __init__(self, quick: float, thinking: float, now: Callable[[], float]) -> None:
        self._quick = quick
        self._thinking = thinking
        self._now = now
        self._stretch = 1
        self._changed = -CALM

    @property
    def waits(self) -> bool:
        """Whether there is a schedule; without one bots answer as soon as they can."""
        return self._quick > 0

    def length(self, *, thinks: bool, reaction: bool) -> float:
        """Return how long the slot of a question is."""
        if not self.waits:
            return 0.0
        self._calm()
        quick = self._quick * (WINDOW_SHARE if reaction else 1.0) * self._stretch
        return max(quick, self._thinking) if thinks else quick

    @property
    def thinking(self) -> float:
        """For how many seconds a bot thinks."""
        return self._thinking * THINKING_SHARE

    def late(self) -> None:
        """Take note of an answer that should have been there at once and was not at the end of its slot."""
        now = self._now()
        if self._stretch < MOST_STRETCH and now - self._changed >= _AGAIN:
            self._stretch *= 2
        self._changed = now

    def _calm(self) -> None:
        now = self._now()
        if self._stretch > 1 and now - self._changed >= CALM:
            self._stretch //= 2
            self._changed = now
