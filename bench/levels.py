"""Find how many mistakes the weaker bots make in a game, so that each level is felt; into `levels.toml`.

uv run python bench/levels.py battlefield starcraft --write    # ten minutes to an hour on one core each

A level wins one match in five against the one above it, which is 240 points of Elo, or as many as --won says where
that leaves the weakest level nothing but mistakes: of some percentages the one that comes nearest is kept, and measured
in other matches than those it was found by. Half of the table has the one bot, half the other.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from balance import share_of, wilson

from shapan.bots.levels import FILE, Level, levels_of
from shapan.engine.registry import find
from shapan.lab.plan import Plan
from shapan.lab.playout import play

GAMES: Final = Path(__file__).resolve().parent.parent / "src" / "shapan" / "games"
LEVELS: Final = ("cadet", "recruit", "novice")
"""From strong to weak; above them stands `greedy`."""
STEPS: Final = (5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100)
"""Percentages that are tried."""
BATCH: Final = 10


def careless(percent: int) -> str:
    """Return the bot that makes so many mistakes."""
    return f"careless:{percent}" if percent else "greedy"


def wins(game: str, seats: int, bots: tuple[str, str], seed: str, batch: int) -> list[float]:
    """Return the share of the first of two bots in some matches: 1 if it won, ½ if both did or nobody."""
    row = [bots[seat % 2] for seat in range(seats)]
    swapped = [bots[1 - seat % 2] for seat in range(seats)]
    plan = Plan(game, seats, [row, swapped], {}, f"{seed} {batch}", BATCH)
    found = []
    for played in play(plan, 0, BATCH):
        winners = played.outcome.winners if played.outcome else []
        found.append(share_of(bots[0], [played.lineup[seat] for seat in winners]))
    return found


class Tables:
    """Matches of one game, in several processes."""

    def __init__(self, game: str, seats: int, workers: ProcessPoolExecutor) -> None:
        self.game, self.seats, self._workers = game, seats, workers

    def won(self, percent: int, above: int, seed: str, matches: int) -> tuple[float, int]:
        """Return how often a bot with so many mistakes wins against one with fewer, and of how many matches."""
        play_batch = partial(wins, self.game, self.seats, (careless(percent), careless(above)), seed)
        found = [share for batch in self._workers.map(play_batch, range(-(-matches // BATCH))) for share in batch]
        return sum(found) / len(found), len(found)


def level(tables: Tables, bot: str, above: tuple[str, int], won: float, tries: int, matches: int) -> Level:
    """Find a level that wins so much against another, and measure it: the first step that wins less ends the search."""
    name, mistakes = above
    tried: list[tuple[float, int]] = []
    for percent in (step for step in STEPS if step > mistakes):
        share, _ = tables.won(percent, mistakes, "search", tries)
        print(tables.game, bot, percent, round(share, 3), file=sys.stderr, flush=True)
        tried.append((abs(share - won), percent))
        if share < won:
            break
    percent = min(tried)[1]
    share, count = tables.won(percent, mistakes, "kept", matches)
    low, high = (round(100 * end, 1) for end in wilson(share * count, count))
    return Level(bot, percent, name, tables.seats, round(100 * share, 1), low, high, count)


def written(rows: Sequence[Level], command: str) -> str:
    """Return the data file."""
    lines = [
        "# How many percent of its answers a level leaves to mistakes, and how often it then wins against the level",
        "# above, half of the seats each. Made by:",
        f"# {command}",
    ]
    for row in rows:
        lines += ["", "[[levels]]"]
        for field, value in msgspec.structs.asdict(row).items():
            lines.append(f"{field} = {msgspec.json.encode(value).decode()}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seats", type=int, default=2, help="at the tables; an even number")
    parser.add_argument("--won", type=int, default=20, help="percent that a level is to win against the one above")
    parser.add_argument("--matches", type=int, default=200, help="that are kept, for each level")
    parser.add_argument("--tries", type=int, default=80, help="for each percentage that is tried")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {FILE} of the games")
    arguments = parser.parse_args()
    for name in arguments.games:
        rows, above = list[Level](), ("greedy", 0)
        with ProcessPoolExecutor(arguments.jobs) as workers:
            tables = Tables(name, arguments.seats, workers)
            for bot in LEVELS:
                rows.append(level(tables, bot, above, arguments.won / 100, arguments.tries, arguments.matches))
                above = bot, rows[-1].mistakes
        asked = f"--won {arguments.won} " if arguments.won != parser.get_default("won") else ""
        asked += f"--tries {arguments.tries} --matches {arguments.matches}"
        text = written(rows, f"uv run python bench/levels.py {name} {asked} --write")
        print(text)
        print(f"before: {levels_of(find(name))}", file=sys.stderr)
        if arguments.write:
            (GAMES / name / FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
