"""Thinking on a Ray cluster, as long as there is one: what cannot be thought there is thought on this machine.

The cluster costs a match nothing: while it is joined, is full, has other rules, is silent or has died, the answer is
`Away`, and this machine thinks. It is tried again with growing pauses.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple, TypeVar

from shapan.bots.processes import process
from shapan.engine.game import Game
from shapan.installing import installing_extra
from shapan.server.match.cluster_driver import THINK, Lost, Message, Order, Reply, Slots, Stop, drive, line_of
from shapan.server.store.fault import Fault

T = TypeVar("T")
LOG = logging.getLogger("shapan.server")
_MISSES: Final = 3
"""Thoughts in a row that did not come back in time, after which the cluster is given up."""
_LOOK: Final = 0.25
"""Seconds between two looks whether somebody still waits for a thought."""


class Patience(NamedTuple):
    """How long a cluster is waited for, in seconds."""

    grace: float = 5.0
    """That a thought may take beyond its own time before it is cancelled: for the way there and back."""
    joining: float = 120.0
    """That it may take to join the cluster."""
    silence: float = 30.0
    """Without a word from the cluster after which it is given up; it reports every five."""
    pause: float = 5.0
    """Until a cluster that was lost is tried again; the pause doubles."""
    longest_pause: float = 300.0


PATIENCE = Patience()


class Away(Exception):
    """The cluster does not think this thought: it is for this machine."""


def cluster_of(address: str) -> Cluster | None:
    """Return the cluster at an address, which is not joined yet, None without one. Raises Fault."""
    if not address:
        return None
    host, colon, port = address.rpartition(":")
    there = bool(colon and host) and port.isascii() and port.isdigit() and 0 < int(port) < 2**16
    if (not there or "/" in address) and address != "auto":
        raise Fault(f"--ray must be HOST:PORT or auto, not {address!r}")
    if find_spec("ray") is None:
        raise Fault(f"--ray needs Ray, which is not installed: {installing_extra('cluster')}")
    return Cluster(address)


class Cluster:
    """A Ray cluster that thinks, for any thread. It is joined, lost and joined again beside all else."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.patience = PATIENCE
        self.slots = 0
        """How many thoughts can be thought there at a time; none while it is away."""
        self.trouble = "is not joined yet"
        """Why nothing is thought there; empty while the cluster is there."""
        self._numbers = count()
        self._lock = threading.Lock()
        self._open: dict[int, Future[Any]] = {}
        self._pipe: Connection | None = None
        self._driver: BaseProcess | None = None
        self._ending = threading.Lock()  # a lock of its own: a pipe that is full may hold the other one
        self._missed = 0
        self._refusals: set[str] = set()
        self._closed = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="cluster", daemon=True)

    @property
    def status(self) -> str:
        """One line for whoever runs the server."""
        where = f"the Ray cluster at {self.address}"
        return f"{where} {self.trouble}" if self.trouble else f"{where} is there; thoughts at a time: {self.slots}"

    def start(self) -> None:
        """Begin to join the cluster."""
        self._keeper.start()

    def close(self) -> None:
        """Leave the cluster for good; what is thought there is given up."""
        self._closed.set()
        self._end_driver()
        if self._keeper.is_alive():
            self._keeper.join()

    def run(
        self, game: Game[Any], seconds: float, gone: Callable[[], bool] | None, work: Callable[..., T], *args: Any
    ) -> T:
        """Return what a function of a module gives on a node, for a game with the rules of this server.

        `seconds` is what it takes at most, `gone` says whether nobody waits for it any more. Raises Away, or
        TimeoutError once it is gone.
        """
        number, thought = self._begin(game, work, args)
        until = time.monotonic() + seconds
        while not wait([thought], _LOOK).done:
            if gone is not None and gone():
                self._stop(number, late=time.monotonic() > until)
                raise TimeoutError
            if time.monotonic() > until + self.patience.grace:
                self._stop(number, late=True)
                raise Away
        reply: Reply = thought.result()
        if not reply.done:
            self._note_refusal(str(reply.result))
            raise Away
        result: T = reply.result
        return result

    def _begin(self, game: Game[Any], work: Callable[..., T], args: tuple[Any, ...]) -> tuple[int, Future[Reply]]:
        thought: Future[Reply] = Future()
        with self._lock:
            if self._pipe is None or len(self._open) >= self.slots:
                raise Away
            number = next(self._numbers)
            try:
                self._pipe.send(Order(number, game.name, game.rules_version, work, args))
            except OSError:
                raise Away from None
            self._open[number] = thought
        return number, thought

    def _stop(self, number: int, *, late: bool) -> None:
        """Have a thought cancelled, which has its slot until it has ended. A cluster often late is given up."""
        with self._lock:
            if number in self._open and self._pipe is not None:
                with suppress(OSError):
                    self._pipe.send(Stop(number))
            self._missed += late
            silent = self._missed >= _MISSES
        if silent:
            self._end_driver()

    def _note_refusal(self, reason: str) -> None:
        if reason and reason not in self._refusals:
            self._refusals.add(reason)
            LOG.warning("the Ray cluster at %s did not think for this server, which does it: %s", self.address, reason)

    # Beside all else

    def _keep(self) -> None:
        """Join the cluster again and again, with pauses that grow until it was there."""
        pause = self.patience.pause
        while not self._closed.is_set():
            reason, was_there = self._join()
            if self._closed.is_set():
                break
            if was_there or not self.trouble.startswith("is away"):  # told once, not at each try
                LOG.warning("the Ray cluster at %s is away: %s; bots think on this machine", self.address, reason)
            self.trouble = f"is away: {reason}"
            pause = self.patience.pause if was_there else pause
            self._closed.wait(pause)
            pause = min(2 * pause, self.patience.longest_pause)

    def _start(self) -> tuple[BaseProcess, Connection]:
        return process(drive, self.address)

    def _join(self) -> tuple[str, bool]:
        """Join the cluster and stay until it is lost; return why it was, and whether it was there."""
        try:
            driver, pipe = self._start()
        except OSError as error:
            return line_of(error), False
        with self._ending:
            self._driver = driver
        if self._closed.is_set():  # closed meanwhile: who closed it saw no driver
            self._end_driver()
        try:
            return self._listen(pipe)
        finally:
            self._end_driver()
            with self._lock:
                self.slots, self._pipe, self._missed = 0, None, 0
                lost, self._open = self._open, {}
                pipe.close()
            for number, thought in lost.items():
                thought.set_result(Reply(number, False, ""))
            driver.join()
            with self._ending:
                self._driver = None
            driver.close()

    def _listen(self, pipe: Connection) -> tuple[str, bool]:
        was_there, heard = False, time.monotonic()
        while True:
            try:
                while not pipe.poll(_LOOK):
                    if time.monotonic() - heard > (self.patience.silence if was_there else self.patience.joining):
                        return "it is silent", was_there
                message: Message = pipe.recv()
            except Exception:  # noqa: BLE001 - whatever comes there, or nothing: this machine goes on
                return "it does not answer", was_there
            heard = time.monotonic()
            match message:
                case Lost(reason):
                    return reason, was_there
                case Slots(number, ready):
                    self._note_slots(pipe, number, ready)
                    was_there = True
                case Reply(number):
                    with self._lock:
                        if message.done or message.result:  # one that was cancelled says neither
                            self._missed = 0
                        thought = self._open.pop(number, None)
                    if thought is not None:
                        thought.set_result(message)

    def _note_slots(self, pipe: Connection, number: int, ready: int) -> None:
        with self._lock:
            self._pipe, self.slots = pipe, ready
        before = self.trouble
        missing = "" if number else f"has no node with the resource {THINK!r}"
        self.trouble = missing or ("" if ready else "begins")
        if missing and missing != before:
            LOG.warning("%s; bots think on this machine", self.status)
        elif before and ready:
            LOG.warning("%s", self.status)

    def _end_driver(self) -> None:
        with self._ending:
            if self._driver is not None:
                self._driver.kill()
