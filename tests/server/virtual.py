"""Rooms on a loop whose time is made up: it stands still while something is done and jumps where nothing is.

Work in threads is done at once and ends after as long as it is said to cost; nothing is stored.
"""

from __future__ import annotations

import asyncio
import gc
import selectors
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from math import inf
from types import SimpleNamespace
from typing import Any, TypeVar

from shapan.engine.match import FRIENDLY, Match
from shapan.server.api.stream import Line
from shapan.server.hub.bot import Bots
from shapan.server.hub.window_keeper import WindowKeeper
from shapan.server.match.room import Room
from shapan.server.monotonic import Steady
from shapan.server.settings import Settings
from shapan.server.store.row import MatchRow, Sealed, SeatRow

T = TypeVar("T")
BEGUN = 1_700_000_000.0
LONG = 1e6
"""Seconds after which what a test waits for will not come."""


class Jump(selectors.DefaultSelector):
    """Waits for nothing: the time that would be waited has passed."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found:
            assert timeout is not None and self.now < LONG, "nothing will ever happen"
            self.now += max(0.0, timeout)
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose seconds cost no time."""

    def __init__(self) -> None:
        self._jump = Jump()
        super().__init__(self._jump)

    def time(self) -> float:
        return self._jump.now


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on a virtual loop, in a thread of its own."""

    failed: list[object] = []

    def whole() -> T:
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.get_loop().set_exception_handler(lambda _, said: failed.append(said))
            try:
                return runner.run(coroutine)
            except AssertionError as error:  # what fails in a task is heard of only when that is given back
                gc.collect()
                raise AssertionError(f"{error}: {failed}") from error

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(whole).result()


class Costly(Executor):
    """Does work at once; what came of it is there after `cost` seconds, asked for when it has been done."""

    def __init__(self, cost: Callable[[], float]) -> None:
        self._cost = cost

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        result = work(*args, **kwargs)
        asyncio.get_running_loop().call_later(self._cost(), done.set_result, result)
        return done


class NoStore:
    """Takes what is to be stored, and keeps the answers that are sealed."""

    def __init__(self) -> None:
        self.windows = self
        self._sealed: dict[int, Sealed] = {}

    async def append(self, *_: Any) -> None:
        """Keep nothing."""

    async def change_seat(self, *_: Any, **__: Any) -> None:
        """Keep nothing."""

    async def keep_note(self, *_: Any) -> None:
        """Keep nothing."""

    async def append_all(self, *_: Any) -> None:
        self._sealed.clear()

    async def seal(self, match: str, seat: int, kept: Sealed | None, name: str) -> list[Sealed]:
        self._sealed.pop(seat, None)
        if kept is not None:
            self._sealed[seat] = kept
        return list(self._sealed.values())


class Source:
    """Bots that answer, after some seconds, what a test says of the bot's name, its match and its seat."""

    def __init__(
        self,
        answer: Callable[[str, Match[Any], int], list[int]],
        cost: Callable[[str, Match[Any], int], float],
    ) -> None:
        self._answer, self._cost = answer, cost
        self.last = 0.0

    def names(self) -> list[str]:
        return ["greedy"]

    def answer(self, name: str, match: Match[Any], seat: int, ends: float, gone: Any) -> list[int]:
        self.last = self._cost(name, match, seat)
        return self._answer(name, match, seat)

    def close(self) -> None:
        """Nothing is kept."""


def bots_of(source: Source, settings: Settings) -> Bots:
    """Return who looks after the bots of some rooms, all work done at its cost."""
    bots = Bots(SimpleNamespace(closing=True), source, settings)  # type: ignore[arg-type]
    for turns in (bots._quick, bots._thoughts):
        turns._threads.shutdown()
        turns._threads = Costly(lambda: source.last)
    bots._gauge = lambda: 0.0  # threads take no virtual time
    bots.schedule._now = asyncio.get_running_loop().time
    return bots


def room_of(match: Match[Any], seats: Sequence[SeatRow], name: str = "table", owner: str = "ling") -> Room:
    """Return a room round a match, by the clock of the loop."""
    loop = asyncio.get_running_loop()
    row = MatchRow(name, match.game.name, match.game.rules_version, match.seats, {}, FRIENDLY, b"", owner)
    steady = Steady(lambda: BEGUN + loop.time(), loop.time, inf)
    room = Room(row, list(seats), match, NoStore(), steady)  # type: ignore[arg-type]
    room.window.note()
    return room


def keeper() -> WindowKeeper:
    """Return who closes the windows of some rooms."""
    return WindowKeeper(SimpleNamespace(closing=True))  # type: ignore[arg-type]


class Watcher(Line):
    """A line that notes when it was sent something."""

    def __init__(self, room: Room, session: str | None) -> None:
        super().__init__(room, session, None)
        self.times: list[float] = []
        self.sent = asyncio.Event()
        self.first()
        self.join()

    def push(self, only: str | None = None) -> None:
        super().push(only)
        while self.take() is not None:
            self.times.append(round(asyncio.get_running_loop().time(), 6))
            self.sent.set()
