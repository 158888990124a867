"""Measure `shapan lab run` of Planet Masters: matches and decisions a second in one process, in two and with Ray.

uv run python bench/lab.py --rounds 3 --write    # into docs/reference/lab-results.md

Every figure is of a whole command, start and tables included. The ways take turns, so that what else runs on the
machine meets all of them; the table says how many cores were busy meanwhile, whoever had them.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from platform import machine, python_version
from statistics import median
from time import monotonic

from page import put

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "lab-results.md"
BEGIN, END = "<!-- speed: begin -->", "<!-- speed: end -->"
TICKS = os.sysconf("SC_CLK_TCK")
WAYS: dict[str, list[str]] = {
    "1 process": ["--jobs", "1"],
    "2 processes": ["--jobs", "2"],
    "Ray, 2 workers": ["--engine", "ray", "--jobs", "2"],
}
PLAYED = {("greedy", 2): 6000, ("greedy", 4): 2500, ("random", 2): 6000, ("random", 4): 1500}
"""Matches for each bot and number of seats: some ten seconds in one process."""


@dataclass
class Figure:
    """One command: how long it took, what it played, how many cores of the machine were busy."""

    seconds: float
    matches: int
    decisions: int
    busy: float


def busy_seconds() -> float:
    """Return for how long all cores together have been busy."""
    words = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(words) - words[3] - words[4]) / TICKS


def measured(bot: str, seats: int, way: Sequence[str], matches: int) -> Figure:
    """Run one command in a new folder."""
    place = Path(tempfile.mkdtemp())
    words = [sys.executable, "-m", "shapan", "lab", "run", "planet_masters", "--json", *way]
    words += ["--bots", bot, "--seats", str(seats), "--matches", str(matches), "--out", str(place / "out")]
    try:
        busy, started = busy_seconds(), monotonic()
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        seconds = monotonic() - started
        busy = (busy_seconds() - busy) / seconds
    finally:
        shutil.rmtree(place)
    return Figure(seconds, matches, json.loads(done.stdout)["decisions"], busy)


def table(found: dict[tuple[str, int, str], list[Figure]], rounds: int) -> str:
    """Return the table with its heading."""
    rows = [
        f"Medians of {rounds} rounds [least, most], whole commands; {os.cpu_count()} cores, Python {python_version()},",
        f"{machine()}, plain build, while other work ran on the same machine: *busy* is how many cores were at work in",
        "all. Made by `uv run python bench/lab.py --write`.",
        "",
        "| bot, seats | way | matches | seconds | matches a second | decisions a second | busy |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for (bot, seats, way), figures in found.items():
        speeds = [
            spread([figure.seconds for figure in figures], 1),
            spread([figure.matches / figure.seconds for figure in figures], 0),
            spread([figure.decisions / figure.seconds for figure in figures], 0),
        ]
        busy = f"{median(figure.busy for figure in figures):.1f}"
        rows.append(f"| {bot}, {seats} | {way} | {figures[0].matches:,} | {' | '.join(speeds)} | {busy} |")
    return "\n".join(rows)


def spread(values: list[float], digits: int) -> str:
    """Return the median with least and most."""
    return f"{median(values):,.{digits}f} [{min(values):,.{digits}f}, {max(values):,.{digits}f}]"


def main() -> None:
    """Measure all ways in turns, print the table, and put it into the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.name}")
    arguments = parser.parse_args()
    found: dict[tuple[str, int, str], list[Figure]] = {}
    for turn in range(arguments.rounds):
        for (bot, seats), matches in PLAYED.items():
            for way, words in WAYS.items():
                found.setdefault((bot, seats, way), []).append(measured(bot, seats, words, matches))
                print(f"round {turn + 1}, {bot}, {seats} seats, {way}: done", file=sys.stderr)
    text = table(found, arguments.rounds)
    print(text)
    if arguments.write:
        put(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    main()
