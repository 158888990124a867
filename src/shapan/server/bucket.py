"""Token buckets in memory: what is not used up comes back with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from shapan.server.settings import Rate

_MAX_KEPT = 20_000


class Buckets:
    """A bucket of tokens for each name: it fills at a rate, and a request takes one."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> float:
        """Take a token; return 0, or the seconds after which there will be one."""
        now = self._clock()
        tokens, at = self._kept.pop(name, (float(self._rate.burst), now))
        tokens = min(float(self._rate.burst), tokens + (now - at) * self._rate.a_second)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self._rate.a_second
        self._kept[name] = (tokens if wait else tokens - 1, now)
        if len(self._kept) > _MAX_KEPT:
            self._kept.popitem(last=False)
        return wait

    def set(self, name: str, tokens: float) -> None:
        """Say how many tokens there are for a name now."""
        self._kept[name] = (tokens, self._clock())
