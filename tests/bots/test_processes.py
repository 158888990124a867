"""Processes that work for another one: nothing is left of a pool that was ended, and none ever hears Ctrl+C."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from shapan.bots.processes import later, pool

SCRIPT = """
import os, signal, sys

if __name__ != "__main__":  # where the fork server loads it beforehand, and in the worker before it ignores anything
    os.kill(os.getpid(), signal.SIGINT)

def work():
    os.kill(os.getpid(), signal.SIGINT)
    return "done"

if __name__ == "__main__":
    from shapan.bots.processes import pool

    workers = pool(1, "script")
    print(workers.submit(work).result())
    workers.end()
"""
LISTENING = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)


def test_an_interrupt_finds_no_process_that_would_answer_it_with_a_trace_back(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False, preexec_fn=LISTENING
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_nothing_is_left_of_a_pool_that_was_ended_at_its_work() -> None:
    threads, children = set(threading.enumerate()), set(multiprocessing.active_children())
    workers = pool(2, "time")
    workers.submit(time.sleep, 0).result()
    thoughts = [workers.submit(time.sleep, 3600) for _ in range(5)]
    workers.end()
    assert set(threading.enumerate()) == threads
    assert set(multiprocessing.active_children()) == children
    assert all(thought.done() for thought in thoughts)
    workers.end()  # a second time, nothing is there


def test_two_who_end_a_pool_at_once_close_its_pipes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed twice, a descriptor may belong to another file by then."""
    workers, closed, both = pool(1, "time"), list[int](), threading.Barrier(2)
    workers.submit(time.sleep, 0).result()
    queue = workers._result_queue
    close = queue.close

    def slowly() -> None:
        closed.append(1)
        time.sleep(0.2)
        close()

    def end() -> None:
        both.wait()
        workers.end()

    monkeypatch.setattr(queue, "close", slowly)
    threads = [threading.Thread(target=end) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert closed == [1]


def test_an_ended_pool_takes_no_work() -> None:
    workers = pool(1, "time")
    workers.end()
    with pytest.raises(RuntimeError):
        workers.submit(time.sleep, 0)


def test_a_pool_that_never_worked_is_ended_too() -> None:
    pool(2, "time").end()


def test_an_interrupt_comes_later_and_is_not_lost() -> None:
    steps = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored, in the background
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012
            with later():
                signal.raise_signal(signal.SIGINT)
                steps.append("within")
            steps.append("after")
    finally:
        signal.signal(signal.SIGINT, before)
    assert steps == ["within"]


def test_in_another_thread_nothing_of_the_main_thread_is_changed() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def see() -> None:
        with later():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=see)
    thread.start()
    thread.join()
    assert seen == [before]
