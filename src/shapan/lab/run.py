"""A run: the missing matches of a plan are played and kept, whoever plays them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from polars.exceptions import PolarsError

from shapan import bots
from shapan.engine import registry
from shapan.lab.errors import LabError, MatchError
from shapan.lab.folder import Folder
from shapan.lab.in_cpp import ready
from shapan.lab.plan import Plan
from shapan.lab.rows import Rows, write
from shapan.lab.workers import Pace, Task, Workers, spread

Engine = Callable[[Task[Any], Plan], Workers[Any]]
"""engine(task, plan) -> the workers that carry it out."""


def fill(folder: Folder, workers: Workers[Rows], upto: int, progress: Callable[[int], None]) -> None:
    """Play what is missing of the matches before `upto`, and keep each part as it is finished.

    `progress` is told how many of them there are, at first and after each part.
    """
    gaps = folder.missing(upto)
    there = upto - sum(count for _, count in gaps)
    progress(there)

    def take(done: Any) -> None:
        nonlocal there
        folder.add(done.value)
        there += done.count
        progress(there)

    spread(workers, gaps, Pace(), take)


def run(folder: Folder, engine: Engine, progress: Callable[[int], None], csv: bool = False) -> None:
    """Play a plan to its end and put its tables together. Raises Fault; what is finished by then is kept."""
    plan = folder.plan
    with faults(folder.path):
        if folder.missing(plan.matches):
            ready(plan)  # built, if at all, before several processes ask for it
            with engine(write, plan) as workers:
                fill(folder, workers, plan.matches, progress)
        folder.put_together(plan.matches, csv)


@contextmanager
def faults(place: Path) -> Iterator[None]:
    """Turn what is in the way of a run into one line: a full disk, a name that a worker does not know."""
    try:
        yield
    except MatchError as error:
        raise LabError(
            f"{error}; what is finished is kept in {place}: once this is fixed the same command continues, "
            "and in another folder it starts over"
        ) from error
    except (registry.UnknownGame, bots.UnknownBot) as error:
        raise LabError(f"a worker says: {error}; it knows installed games and bots only") from None
    except OSError as error:
        raise LabError(f"{place}: {error.strerror or error}; what is finished is kept") from None
    except PolarsError as error:
        system = re.search(r"\(os error (\d+)\)", str(error))
        says = os.strerror(int(system[1])) if system else str(error).splitlines()[0]
        raise LabError(f"{place}: {says}; what is finished is kept") from None
