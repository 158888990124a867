"""A clock beside a match: where nothing is answered for too long, whoever is at it is interrupted and can be named."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SECONDS: Final = 120.0
"""How long a match may stand still, unless another time is said."""
_TICKS: Final = 8
"""So many looks are taken meanwhile: a machine that sleeps in between loses one of them."""


class Stuck(BaseException):
    """Nothing was answered for too long. No `Exception`: whoever catches all of those must not go on."""


@contextmanager
def watched(seconds: float, answers: Callable[[], int]) -> Iterator[None]:
    """Raise Stuck inside where the number of answers stays the same for so many seconds; 0 waits for ever.

    Works in the main thread, on systems with interval timers; elsewhere nothing is watched.
    """
    if not seconds or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    seen, still = answers(), 0

    def look(number: int, frame: FrameType | None) -> None:
        nonlocal seen, still
        now = answers()
        still = still + 1 if now == seen else 0
        seen = now
        if still >= _TICKS:
            raise Stuck

    before = signal.signal(signal.SIGALRM, look)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds / _TICKS, seconds / _TICKS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)
