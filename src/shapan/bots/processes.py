"""Processes that work for another one: they leave the keyboard to it and end when it does, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.process import BaseProcess


def pool(size: int, module: str, nice: int = 0) -> ProcessPoolExecutor:
    """Return a pool of so many processes, which start when they are needed, with a module loaded already.

    The nicer they are, the more they let others go first.
    """
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    context.set_forkserver_preload([module])
    return ProcessPoolExecutor(size, context, initializer=_begin, initargs=(nice,))


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin(nice: int) -> None:
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    _follow_the_parent()


def _follow_the_parent() -> None:
    """In a worker: an interrupt at the keyboard is for the parent, and with the parent the worker ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
