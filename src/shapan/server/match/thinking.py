"""Where bots and advisers think: in processes of their own, so that no thought holds up a table.

Where there is a cluster, they think on its machines as far as it has room, and on this one otherwise. What goes there
is the match as a snapshot has it; who thinks gets its seat's view and sampled worlds of it, as everywhere.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, Literal, TypeVar

import msgspec

from shapan import bots
from shapan.bots.advice import Advice, Care, advise
from shapan.bots.processes import Pool, cores, pool
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler
from shapan.native.looks import use
from shapan.server.match.cluster import Away, Cluster

T = TypeVar("T")
Measure = Literal["chance", "score"]
"""What an answer is worth is told as the chance to win, or as the expected score."""

PATIENCE = 60.0
"""Seconds after which a thought that waits, or thinks, is given up."""
LEAST = 0.05
"""Seconds that must be left for a bot to begin to think."""


def usual_size() -> int:
    """Return how many processes think beside each other, if nobody says otherwise."""
    return max(1, cores() // 2)


class Thinkers:
    """Processes that think; they start with the first thought that no cluster has room for."""

    def __init__(
        self,
        size: int | None = None,
        nice: int = 0,
        patience: float | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        self._size = size or usual_size()
        self._nice = nice
        self._patience = patience
        self._cluster = cluster
        self._lock = threading.Lock()
        self._pool: Pool | None = None
        self._closed = False

    def answer(
        self,
        name: str,
        match: Match[Any],
        seat: int,
        ends: float | None = None,
        gone: Callable[[], bool] | None = None,
    ) -> list[int]:
        """Return the answer of a bot that thinks, with `ends` no longer than until then, by `time.monotonic`.

        `gone` says whether nobody waits for it any more. Raises TimeoutError, also where the time has run out before it
        could begin, or BrokenProcessPool if processes are killed.
        """
        body = packed(match)
        if self._cluster is not None:
            seconds = None if ends is None else max(0.0, ends - time.monotonic())
            most = self._most if seconds is None else seconds
            with suppress(Away):
                return self._cluster.run(match.game, most, gone, think_for, body, seat, name, seconds)
        return self._run_here(think, body, seat, name, ends)

    def run(self, work: Callable[..., T], *args: object, game: Game[Any] | None = None) -> T:
        """Return what a function of a module gives there, for a game, without one on this machine.

        Raises what it raises, TimeoutError, or BrokenProcessPool.
        """
        if self._cluster is not None and game is not None:
            with suppress(Away):
                return self._cluster.run(game, self._most, None, work, *args)
        return self._run_here(work, *args)

    @property
    def _most(self) -> float:
        """Seconds after which a thought is given up."""
        return PATIENCE if self._patience is None else self._patience

    def _run_here(self, work: Callable[..., T], *args: object) -> T:
        for again in (True, False):
            processes, thought = self._begin(work, *args)
            try:
                return self._result(processes, thought)
            except (BrokenProcessPool, CancelledError) as error:  # killed, or given up with another's thought
                self._forget(processes)
                if not again:
                    raise BrokenProcessPool("processes that think were ended twice") from error
        raise AssertionError

    def _result(self, processes: Pool, thought: Future[T]) -> T:
        try:
            return thought.result(self._most)
        except TimeoutError:
            if not thought.cancel():  # it goes on, and others would wait behind it for good
                self._forget(processes)
            raise

    def close(self) -> None:
        """Stop all thinking for good: what is under way or comes later raises BrokenProcessPool."""
        with self._lock:
            self._closed = True
            processes, self._pool = self._pool, None
        if processes is not None:
            processes.end()

    def _begin(self, work: Callable[..., T], *args: object) -> tuple[Pool, Future[T]]:
        with self._lock:  # meanwhile nobody else may give the processes up
            if self._closed:
                raise BrokenProcessPool("all thinking was stopped")
            for again in (True, False):
                processes = self._pool = self._pool or pool(self._size, __name__, self._nice)
                try:
                    return processes, processes.submit(work, *args)
                except BrokenProcessPool:  # killed when they had nothing to do
                    self._pool = None
                    processes.end()
                    if not again:
                        raise
        raise AssertionError

    def _forget(self, processes: Pool) -> None:
        with self._lock:
            if self._pool is processes:
                self._pool = None
        processes.end()


def packed(match: Match[Any]) -> bytes:
    """Return a match as it stands, without its log, as it is sent to who thinks."""
    return msgspec.msgpack.encode({**match.save(), "log": []})


def _unpacked(body: bytes) -> Match[Any]:
    """In a worker: return a match as it was saved; who thinks on it may look ahead in C++."""
    use()
    data = msgspec.msgpack.decode(body)
    return Match.load(find(data["game"]), data)


def think(body: bytes, seat: int, name: str, ends: float | None = None) -> list[int]:
    """In a worker: return a bot's answer in a match as it was saved. Raises TimeoutError if no time is left.

    `ends` is read off a clock that all processes of a machine share.
    """
    match, bot = _unpacked(body), bots.find(name)
    if ends is not None:
        left = ends - time.monotonic()
        if left < LEAST:
            raise TimeoutError
        bot = bot.within(left)
    return bots.answer(bot, match, seat)


def think_for(body: bytes, seat: int, name: str, seconds: float | None) -> list[int]:
    """On another machine, whose clock is its own: return a bot's answer, found within so many seconds."""
    return think(body, seat, name, None if seconds is None else time.monotonic() + seconds)


def look_ahead(body: bytes, seat: int, seed: str, care: Care) -> Advice:
    """In a worker: return what the answers of a seat are worth in a match as it was saved."""
    return advise(Sampler(_unpacked(body), seat), seed, care)
