"""How long each of our bots takes for an answer: `python bench/decisions.py [--write]`, by wall clock, one at a time.

Greedy bots play matches of every game; at decisions drawn from them, where there is a choice, each bot is asked what it
would answer. With `--write` the table goes into docs/reference/performance.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any

from page import put

from shapan import BUILD, bots
from shapan.bots import Bot
from shapan.bots.registry import PROPOSED
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.registry import games

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "performance.md"
BEGIN, END = "<!-- decisions: written by bench/decisions.py --write -->", "<!-- end of the decisions -->"
SEATS = (2, 4)
ONE_IN = 6
"""Of so many decisions with a choice one is asked about, so that early and late ones are met."""


def moments(game: Game[Any], seats: int, seed: str) -> Iterator[tuple[Match[Any], int]]:
    """Yield matches of greedy bots at decisions drawn from them, with the seat that is asked; without end."""
    rng, number = Stream(f"decisions {seed}"), 0
    while True:
        number += 1
        match = Match(game, seats, {}, seed=f"{seed} {number}", hashes=False)
        while not match.over:
            seat = match.waiting[0]
            decision = match.decisions[seat]
            if decision.prompt.only_answer(match.live, seat, decision.arg) is None and not rng.number(ONE_IN):
                yield match, seat
            match.answer(seat, bots.answer(PROPOSED, match, seat), by="bot")


def times(bot: Bot, game: Game[Any], seats: int, count: int) -> list[float]:
    """Return the seconds of so many answers, the quickest first."""
    found: list[float] = []
    for match, seat in moments(game, seats, "1"):
        begun = perf_counter()
        bots.answer(bot, match, seat)
        found.append(perf_counter() - begun)
        if len(found) == count:
            break
    return sorted(found)


def quantile(values: list[float], share: float) -> float:
    """Return the least value that so large a share does not exceed."""
    return values[max(0, ceil(share * len(values)) - 1)]


def shown(seconds: float) -> str:
    """Return a time in seconds, milliseconds or microseconds."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1000 * seconds:.3g} ms" if seconds >= 0.001 else f"{1_000_000 * seconds:.3g} µs"


def busy_seconds() -> float | None:
    """Return for how long all cores together have been busy, where the system tells it."""
    try:
        words = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    except OSError:
        return None
    return (sum(words) - words[3] - words[4]) / os.sysconf("SC_CLK_TCK")


def table(asked: int, thinkers: int) -> str:
    """Measure everything, and return the table with its heading."""
    rows: list[str] = []
    busy, started = busy_seconds(), perf_counter()
    for game in games().values():
        for seats in (number for number in SEATS if game.min_seats <= number <= game.max_seats):
            cells = []
            for name in bots.ranks():
                bot = bots.find(name)
                found = times(bot, game, seats, thinkers if bot.thinks else asked)
                cells.append(", ".join(shown(quantile(found, share)) for share in (0.5, 0.95, 1.0)))
            rows.append(f"| {game.name}, {seats} | {' | '.join(cells)} |")
            print(rows[-1], file=sys.stderr)
    load = ""
    if busy is not None:
        cores = ((busy_seconds() or busy) - busy) / (perf_counter() - started)
        load = f", {cores:.1f} of {os.cpu_count()} cores busy meanwhile in all"
    return "\n".join(
        [
            f"Wall clock, {BUILD}, Python {platform.python_version()}, {platform.machine()}{load}; level proposed at",
            f"the table: `{PROPOSED.name}`. Median, 95th percentile and longest of {asked} answers; of {thinkers},",
            "where a bot thinks.",
            "",
            f"| game, seats | {' | '.join(f'`{name}`' for name in bots.ranks())} |",
            "| --- |" + " --- |" * len(bots.ranks()),
            *rows,
        ]
    )


def main() -> None:
    """Measure, print the table, and put it into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--asked", type=int, default=400, help="answers of a bot that does not think")
    parser.add_argument("--thinkers", type=int, default=40, help="answers of a bot that thinks")
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.name}")
    given = parser.parse_args()
    text = table(given.asked, given.thinkers)
    print(text)
    if given.write:
        put(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    main()
