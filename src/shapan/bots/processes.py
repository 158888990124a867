"""Processes that work for another one: they leave the keyboard to it and end when it does, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Pool(ProcessPoolExecutor):
    """A pool that any thread can end at once, and that an interrupt at the keyboard does not find half begun."""

    def __init__(self, size: int, context: BaseContext, nice: int) -> None:
        super().__init__(size, context, initializer=_begin, initargs=(nice,))
        self._closing = threading.Lock()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand work out; a process starts for it if none is free."""
        with later():
            return super().submit(fn, *args, **kwargs)

    def end(self) -> None:
        """End all processes, whatever they are at, and wait until they have gone.

        The wait matters where the interpreter ends next: it writes to the pipe of a pool that is there, and a pool that
        closes it at this moment would make a trace-back of that.
        """
        with self._shutdown_lock:  # otherwise work handed out meanwhile would start a process that nobody terminates
            self._shutdown_thread = True
        for worker in list((self._processes or {}).values()):
            worker.terminate()
        self.shutdown(cancel_futures=True)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work, one thread after another.

        Two at once would close the pipes twice: the second time the descriptors may belong to other files.
        """
        with self._closing:
            super().shutdown(wait, cancel_futures=cancel_futures)


def pool(size: int, module: str, nice: int = 0) -> Pool:
    """Return a pool of so many processes, which start when they are needed, with a module loaded already.

    The nicer they are, the more they let others go first.
    """
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    context.set_forkserver_preload([module])
    return Pool(size, context, nice)


def process(target: Callable[..., None], *args: object) -> tuple[BaseProcess, Connection]:
    """Start a process that is given one end of a pipe, and return it with the other end."""
    context = multiprocessing.get_context("spawn")
    own, other = context.Pipe()
    started = context.Process(target=target, args=(other, *args), daemon=True)
    with later():
        started.start()
    other.close()
    return started, own


@contextmanager
def later() -> Iterator[None]:
    """Let an interrupt at the keyboard come only afterwards, and to nothing that is started meanwhile.

    A process inherits from the thread that starts it that the signal is held back. Otherwise it would answer one with a
    trace-back until it is so far that it can ignore it.
    """
    held: list[int] = []
    before = None
    if threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if before is not None:
            signal.signal(signal.SIGINT, before)
        if held:
            signal.raise_signal(signal.SIGINT)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin(nice: int) -> None:
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    follow_the_parent()


def follow_the_parent() -> None:
    """In a worker: an interrupt at the keyboard is for the parent, and with the parent the worker ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
