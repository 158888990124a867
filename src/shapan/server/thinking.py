"""Where bots think: in processes of their own, so that no thought holds up a table.

What goes there is the match as a snapshot has it; the bot gets its seat's view and sampled worlds of it, as everywhere.
"""

from __future__ import annotations

import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from shapan import bots
from shapan.bots.processes import cores, pool
from shapan.engine.match import Match
from shapan.engine.registry import find

PATIENCE = 60.0
"""Seconds after which a thought that waits, or thinks, is given up."""


class Thinkers:
    """Processes that think for bots; they start with the first thought."""

    def __init__(self, size: int | None = None) -> None:
        self._size = size or max(1, cores() // 2)
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    def answer(self, name: str, match: Match[Any], seat: int) -> list[int]:
        """Return the answer of a bot that thinks. Raises TimeoutError, or BrokenProcessPool if processes are killed."""
        data = match.save()
        data["log"] = []
        body = msgspec.msgpack.encode(data)
        for again in (True, False):
            processes = self._running()
            try:
                return processes.submit(think, body, seat, name).result(PATIENCE)
            except BrokenProcessPool:
                self._forget(processes)
                if not again:
                    raise
        raise AssertionError

    def close(self) -> None:
        """Stop all thinking."""
        if self._pool is not None:
            self._forget(self._pool)

    def _running(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = pool(self._size, __name__)
            return self._pool

    def _forget(self, processes: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is processes:
                self._pool = None
        workers = list((processes._processes or {}).values())
        processes.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


def think(body: bytes, seat: int, name: str) -> list[int]:
    """In a worker: return a bot's answer in a match as it was saved."""
    data = msgspec.msgpack.decode(body)
    match = Match.load(find(data["game"]), data)
    return bots.answer(bots.find(name), match, seat)
