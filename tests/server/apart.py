"""Coroutines of tests and commands that run some, on a loop of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from shapan.cli import run as command

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a thread: the browser tests of the same process leave a loop running in theirs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()  # noqa: TID251


def run_command(words: list[str]) -> int:
    """Run a command of `shapan` that has a loop of its own, for the same reason in a thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(command, words).result()
