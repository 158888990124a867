"""What the scripts of balance share: matches that are kept in a file, so that a run can go on, and cells of tables."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any, TypeVar

REFERENCE = Path(__file__).resolve().parent.parent / "docs" / "reference"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
BAR = 40
"""How wide the bar of progress is."""
Z = 1.96
"""Half the width of a 95 % interval, in standard errors."""

Job = TypeVar("Job", bound=tuple[Any, ...])
Match = TypeVar("Match", bound=Sequence[Any])


def parser(page: Path, matches: str) -> argparse.ArgumentParser:
    """Return what every such script can be told on the command line."""
    found = argparse.ArgumentParser()
    found.add_argument("--matches", default=matches, help="one number, or one for each number of seats")
    found.add_argument("--jobs", type=int, default=None, help="number of processes")
    found.add_argument(
        "--keep", type=Path, help="file of matches played: the same command goes on where it was stopped"
    )
    found.add_argument("--write", action="store_true", help=f"put the tables into {page.name}")
    return found


def counts_of(given: str, seats: Sequence[int]) -> dict[int, int]:
    """Return how many matches are played with each number of seats."""
    numbers = [int(part) for part in given.split(",")]
    return dict(zip(seats, numbers * len(seats) if len(numbers) == 1 else numbers, strict=True))


def played(
    jobs: Sequence[Job],
    play: Callable[[Job], Match],
    read: Callable[[Sequence[Any]], Match],
    keep: Path | None,
    processes: int | None,
) -> Mapping[Job, Match]:
    """Return what came of every job: what a file has kept, and the rest played now and kept in it, one by one."""
    kept: dict[Any, Match] = {}
    if keep is not None and keep.is_file():
        for line in keep.read_text(encoding="utf-8").splitlines():
            job, match = json.loads(line)
            kept[tuple(job)] = read(match)
    left = [job for job in jobs if job not in kept]
    with ProcessPoolExecutor(processes) as workers:
        for number, (job, match) in enumerate(zip(left, workers.map(play, left), strict=True), 1):
            kept[job] = match
            if keep is not None:
                with keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([job, match]) + "\n")
            show_progress(number, len(left))
    return {job: kept[job] for job in jobs}


def show_progress(done: int, whole: int) -> None:
    """Show how far a run is: a bar on a terminal, else a line after each hundredth match and the last one."""
    if sys.stderr.isatty():
        filled = BAR * done // whole
        end = "\n" if done == whole else ""
        print(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done} of {whole}", end=end, file=sys.stderr, flush=True)
    elif done % 100 == 0 or done == whole:
        print(f"{done} of {whole}", file=sys.stderr, flush=True)


def share_of(side: object, winners: Sequence[object]) -> float:
    """Return the share of one of two sides in a match, by the sides that won: ½ where both did, or nobody."""
    return float(side in winners) if len(set(winners)) == 1 else 0.5


def wilson(hits: float, tries: float) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share."""
    if not tries:
        return 0.0, 1.0
    found = hits / tries
    middle = (found + Z * Z / (2 * tries)) / (1 + Z * Z / tries)
    half = Z * sqrt(found * (1 - found) / tries + Z * Z / (4 * tries * tries)) / (1 + Z * Z / tries)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(hits: float, tries: float, times: float = 1.0) -> str:
    """Return a share with its interval, or a multiple of it."""
    if not tries:
        return "–"
    low, high = wilson(hits, tries)
    return f"{times * hits / tries:.2f} [{times * low:.2f}, {times * high:.2f}]"


def percent(hits: float, tries: float) -> str:
    """Return a share in percent with its interval."""
    if not tries:
        return "–"
    low, high = wilson(hits, tries)
    return f"{100 * hits / tries:.0f} [{100 * low:.0f}, {100 * high:.0f}]"


def quantiles(values: Sequence[int], parts: Sequence[float] = (0.1, 0.5, 0.9)) -> str:
    """Return the tenth, the half and nine tenths of some numbers."""
    there = sorted(values)
    return " / ".join(str(there[int((len(there) - 1) * part)]) for part in parts)


def row(*cells: object) -> str:
    """Return a row of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"
