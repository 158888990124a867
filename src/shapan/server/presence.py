"""Presence: who has a stream of a match open, and since when others have none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Final

AWAY: Final = 10.0
"""Seconds without a stream after which a person counts as away."""
LONG_AWAY: Final = 120.0
"""Seconds after which the owner of the table may give the seat to a bot."""


class Presence:
    """Open streams by session; strangers without a session are counted one by one."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._begun = now()
        self._open: Counter[str] = Counter()
        self._gone: dict[str, float] = {}
        self._strangers = 0

    def enter(self, session: str | None) -> None:
        """Take note of a stream that has opened."""
        if session is None:
            self._strangers += 1
        else:
            self._open[session] += 1
            self._gone.pop(session, None)

    def leave(self, session: str | None) -> None:
        """Take note of a stream that has ended."""
        if session is None:
            self._strangers -= 1
            return
        self._open[session] -= 1
        if self._open[session] <= 0:
            del self._open[session]
            self._gone[session] = self._now()

    def greet(self, session: str) -> None:
        """Count a person as here from now on, until he has had the time to open a stream."""
        if session not in self._open:
            self._gone[session] = self._now()

    def gone_for(self, session: str) -> float:
        """Return for how many seconds a person has had no stream."""
        return 0.0 if session in self._open else self._now() - self._gone.get(session, self._begun)

    def watchers(self, seated: Collection[str | None]) -> int:
        """Return the number of spectators: streams' sessions that hold no seat."""
        return self._strangers + sum(session not in seated for session in self._open)
