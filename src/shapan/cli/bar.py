"""The progress bar of long commands: how many are done, how fast, how long still.

Where standard error is no terminal, a line every quarter of a minute says it: to whom looks into a log.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from shapan.cli.screen import errors


class Rate(ProgressColumn):
    """How many are done in a second."""

    def render(self, task: Task) -> Text:
        """Return the rate, once it is known."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} a second" if speed >= 10 else f"{speed:.2g} a second")


EVERY = 15.0
"""Seconds from one line to the next, where there is no terminal."""


def lines(label: str, total: int) -> Callable[[int], None]:
    """Return what is told how many are done, and says so now and then."""
    last = monotonic()

    def done(number: int) -> None:
        nonlocal last
        if monotonic() - last >= EVERY:
            last = monotonic()
            print(f"shapan: {label}: {number:,} of {total:,}", file=sys.stderr, flush=True)

    return done


@contextmanager
def bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar; hands out the function that is told how many are done. What it is told first came from before."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    console = errors()
    if not console.is_terminal:
        yield lines(label, total)
        return
    with Progress(*columns, console=console, transient=True, speed_estimate_period=60) as progress:
        task = progress.add_task(label, total=total, start=False)
        begun = False

        def done(number: int) -> None:
            nonlocal begun
            if begun:
                progress.update(task, completed=number)
            else:
                progress.reset(task, completed=number)
                begun = True

        yield done
