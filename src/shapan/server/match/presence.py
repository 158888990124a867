"""Presence: who has a stream of a match open, since when others have none, and who looks in without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from math import inf
from typing import Final

AWAY: Final = 3.0
"""Seconds without a stream after which a person counts as away; the end of a lost one is noticed within six."""
LONG_AWAY: Final = 120.0
"""Seconds after which the owner of the table may give the seat to a bot."""
LOOKING: Final = 30.0
"""Seconds for which who was shown a frame or the recording, or whose stream has ended, still counts as looking on."""


class Presence:
    """Open streams by session; strangers without a session are counted one by one."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._begun = now()
        self._open: Counter[str] = Counter()
        self._gone: dict[str, float] = {}
        self._strangers = 0
        self._seen = -inf
        self._looks: dict[str | None, float] = {}
        """When a session was shown the table last, if not by a stream that is open; all strangers are one here."""

    def enter(self, session: str | None) -> None:
        """Take note of a stream that has opened."""
        if session is None:
            self._strangers += 1
        else:
            self._open[session] += 1
            self._gone.pop(session, None)

    def leave(self, session: str | None) -> None:
        """Take note of a stream that has ended; who opens one again and again looks on all the same."""
        self.look(session)
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

    def has_stream(self, session: str) -> bool:
        """Return whether a person has a stream open."""
        return session in self._open

    def gone_for(self, session: str) -> float:
        """Return for how many seconds a person has had no stream."""
        return 0.0 if session in self._open else self._now() - self._gone.get(session, self._begun)

    @property
    def quiet_since(self) -> float | None:
        """Since when nobody is here at all, None as long as somebody is: by a stream, or by a look a while ago."""
        if self._open or self._strangers:
            return None
        since = max(self._begun, self._seen + LOOKING)
        return since if since <= self._now() else None

    def note(self) -> None:
        """Take note that somebody is here, whoever it is."""
        self._seen = self._now()

    def has_gone(self, session: str) -> bool:
        """Tell whether a person is not here any more: no stream for a while, nor has he asked for the table."""
        since = self._now() - LOOKING
        return self.gone_for(session) > AWAY and self._looks.get(session, since) <= since

    def look(self, session: str | None) -> None:
        """Take note of who is shown the table once, or has no stream any more: he may ask again and again."""
        now = self._seen = self._now()
        self._looks = {other: at for other, at in self._looks.items() if now - at < LOOKING}
        self._looks[session] = now

    def is_watching(self, session: str) -> bool:
        """Return whether someone has a stream open, or was shown the table a moment ago."""
        return session in self._open or self._looks.get(session, -inf) > self._now() - LOOKING

    def watchers(self, seated: Collection[str | None]) -> int:
        """Return the number of spectators: streams' sessions that hold no seat."""
        return self._strangers + sum(session not in seated for session in self._open)

    def looked(self, seated: Collection[str | None]) -> bool:
        """Tell whether somebody who holds no seat was shown the table a moment ago."""
        since = self._now() - LOOKING
        return any(at > since and (session is None or session not in seated) for session, at in self._looks.items())
