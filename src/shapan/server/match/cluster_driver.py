"""The process that speaks with a Ray cluster, and what it lets the cluster's nodes do.

Ray ends the whole process that has joined a cluster one minute after the cluster's head has died. So the server joins
none: this process does, takes orders through a pipe, and may die at any time.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final, Literal

import msgspec

from shapan import __version__
from shapan.bots.processes import follow_the_parent
from shapan.engine.registry import UnknownGame, find, games

THINK: Final = "think"
"""The resource of Ray that a thought takes one of, so that nothing else runs where bots think."""
BEAT: Final = 5.0
"""Seconds between two reports of how many thoughts the cluster has room for."""
FORCE: Final = 5.0
"""Seconds that a thought has to stop in, before its process is ended: the next one there would begin slowly."""
PATIENCE: Final = 10.0
"""Seconds until a machine that does not answer is given up."""
_RETRIES: Final = 2
"""How often a thought is begun again whose node or process has died."""


class Order(msgspec.Struct, array_like=True):
    """A thought to think: a function of a module and its arguments, for a game with these rules."""

    number: int
    game: str
    rules_version: int
    work: Callable[..., Any]
    arguments: tuple[Any, ...]


class Stop(msgspec.Struct, array_like=True):
    """Nobody needs this thought any more."""

    number: int


class Slots(msgspec.Struct, array_like=True):
    """How many thoughts the cluster has room for at a time, and for how many of them a process is ready."""

    number: int
    ready: int


class Reply(msgspec.Struct, array_like=True):
    """What came of a thought: its result, or one line that says why there is none."""

    number: int
    done: bool
    result: Any


class Lost(msgspec.Struct, array_like=True):
    """The cluster is not there, or not any more: one line that says why."""

    reason: str


Message = Slots | Reply | Lost


def carry_out(order: Order, version: str) -> tuple[Literal[True], Any] | tuple[Literal[False], str]:
    """On a node: return what a thought comes to, or one line that says why it was not thought."""
    here = socket.gethostname()
    try:
        rules = find(order.game).rules_version
    except UnknownGame:
        return False, f"{here} does not have the game {order.game}"
    if (__version__, rules) != (version, order.rules_version):
        return False, (
            f"{here} has Shapan {__version__} with rules {rules} of {order.game}, "
            f"this server {version} with rules {order.rules_version}"
        )
    try:
        return True, order.work(*order.arguments)
    except Exception as error:  # noqa: BLE001 - the server thinks itself then, and meets what there is to meet
        return False, f"{type(error).__name__} on {here}"  # not its text, which may speak of cards


def warm_up() -> None:
    """On a node: load all that thoughts need, so that the first one comes in time."""
    from shapan import bots

    games(), bots.names()


def line_of(error: BaseException) -> str:
    """Return the first line of what an error says."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def drive(pipe: Connection, address: str) -> None:
    """In a process of its own: join a cluster and have thoughts thought there until the pipe or the cluster ends."""
    follow_the_parent()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # Ray writes there of each process that dies
        os.dup2(nowhere, stream)
    for name in ("RAY_USAGE_STATS_ENABLED", "RAY_ENABLE_UV_RUN_RUNTIME_ENV"):
        os.environ.setdefault(name, "0")  # the second: under `uv run`, send this folder to all nodes and install it
    told = threading.Lock()

    def tell(message: Message) -> None:
        with told:
            pipe.send(message)

    try:
        _Driver(address, tell).work(pipe)
    except EOFError:  # the server has ended
        pass
    except Exception as error:  # noqa: BLE001 - Ray raises this and that where a cluster is not there or another one
        tell(Lost(line_of(error)))
    os._exit(0)  # Ray would wait for a cluster that is gone


class _Driver:
    """A cluster that was joined, with the thoughts that are under way there."""

    def __init__(self, address: str, tell: Callable[[Message], None]) -> None:
        if address != "auto":  # Ray itself would try for minutes
            host, _, port = address.rpartition(":")
            socket.create_connection((host, int(port)), PATIENCE).close()
        import ray

        self._ray = ray
        self._tell = tell
        self._open: dict[int, Any] = {}
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        on_node = ray.remote(num_cpus=1, max_retries=_RETRIES, resources={THINK: 1})
        self._thought: Any = on_node(carry_out)
        self._warm_up: Any = on_node(warm_up)

    def work(self, pipe: Connection) -> None:
        """Do what comes through the pipe, until it ends."""
        threading.Thread(target=self._report, daemon=True).start()
        while True:
            match pipe.recv():
                case Order() as order:
                    thought = self._open[order.number] = self._thought.remote(order, __version__)
                    thought.future().add_done_callback(partial(self._finish, order.number))
                case Stop(number):
                    self._cancel(number, force=False)

    def _cancel(self, number: int, *, force: bool) -> None:
        thought = self._open.get(number)
        if thought is not None:
            self._ray.cancel(thought, force=force)
            if not force:
                timer = threading.Timer(FORCE, self._cancel, [number], {"force": True})
                timer.daemon = True
                timer.start()

    def _report(self) -> None:
        """Tell again and again how many thoughts there is room for."""
        number, cold = 0, []
        try:
            while True:
                resources = self._ray.cluster_resources()  # type: ignore[no-untyped-call]
                before, number = number, int(resources.get(THINK, 0))
                cold += [self._warm_up.remote() for _ in range(before, number)]
                if cold:
                    _, cold = self._ray.wait(cold, num_returns=len(cold), timeout=BEAT)
                self._tell(Slots(number, max(0, number - len(cold))))
                if not cold:
                    time.sleep(BEAT)
        except Exception as error:  # noqa: BLE001 - as above
            self._give_up(error)

    def _finish(self, number: int, thought: Future[Any]) -> None:
        """Tell what came of a thought. Where Ray itself has failed and not the thought, the cluster is lost."""
        from ray.exceptions import RayTaskError, TaskCancelledError, WorkerCrashedError

        error = thought.exception()
        self._open.pop(number, None)
        if error is None:
            self._tell(Reply(number, *thought.result()))
        elif isinstance(error, TaskCancelledError):
            self._tell(Reply(number, False, ""))
        elif isinstance(error, (RayTaskError, WorkerCrashedError)):
            cause = getattr(error, "cause", None) or error
            self._tell(Reply(number, False, f"{type(cause).__name__} on a node"))
        else:
            self._give_up(error)

    def _give_up(self, error: BaseException) -> None:
        try:
            self._tell(Lost(line_of(error)))
        finally:
            os._exit(0)
