"""Measure how often a person alone wins, and find the levels of bots that give him a chance; into `handicap.toml`.

uv run python bench/handicap.py battlestar planet_masters --write    # about half an hour on one core

The person's seat is the first one and is played by `greedy`; of the other seats' answers some are left to chance, with
sides in secret only those of the side that is stronger, and all of them beside a person who openly stands on it. How
many is found by trying some and reading between them: so many that the side which misses the chance most misses it by
as little as can be. The figures that are kept are of other matches than those.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

from balance import wilson

from shapan.bots import find, policy
from shapan.bots.bot import Bot
from shapan.bots.handicap import CHANCES, FILE, PERSON, HandicapBot, Measured, Share, handicap_of
from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game
from shapan.engine.registry import find as game_called
from shapan.engine.table import PolicyTable

GAMES = Path(__file__).resolve().parent.parent / "src" / "shapan" / "games"
NEAR = 4.0
"""So far from its chance a level may be."""
ALL = 100
STEPS = (0, 10, 20, 35, 50, 65, 80, 100)
"""Percentages of answers left to chance that are tried."""
SIDES = {"battlestar": ("human", "cylon")}
"""Of games with sides: both of them, last the one that wins more often and whose bots may be weaker.

Careless bots on the other side were of no use: they let each side's person miss the chance by more.
"""

Result = tuple[bool, str]
"""Whether the person won, and on which side he was at the end."""


def play(name: str, row: Measured, label: bytes, number: int) -> Result:
    """Play one match with the levels of a row."""
    game, seats = game_called(name), row.seats
    state = game.start({}, seats, derive(b"odds", label, seats, number))
    bots: dict[int, Bot] = dict.fromkeys(range(seats), HandicapBot("odds", 0, row))
    bots[PERSON] = find("greedy")
    game.play_out(state, PolicyTable(state, policy(game, bots, Stream(derive(b"bots", label, seats, number)))))
    outcome = game.outcome(state)
    assert outcome is not None
    return PERSON in outcome.winners, game.side(game.view(state, PERSON), PERSON)


class Tables:
    """Matches of one game, in several processes."""

    def __init__(self, game: Game[Any], workers: ProcessPoolExecutor) -> None:
        self.game, self._workers = game, workers
        self.sides = SIDES.get(game.name, ("",))
        """The sides a person can be on; one without a name in games without sides."""

    def row(self, seats: int, chance: int, percent: int, beside: int = ALL) -> Measured:
        """Return the levels of a table, without shares: `beside` is that of bots beside an unmasked person."""
        *others, weaker = self.sides
        careless = dict.fromkeys(others, 0) | {weaker: percent}
        return Measured(seats, chance, careless, [], {weaker: beside} if others and percent else {})

    def results(self, row: Measured, label: bytes, matches: int) -> list[Result]:
        """Play many matches."""
        return list(self._workers.map(partial(play, self.game.name, row, label), range(matches), chunksize=5))

    def shares(self, row: Measured, label: bytes, matches: int) -> list[Share]:
        """Return how often the person wins on each side."""
        found = self.results(row, label, matches)
        return [share_of(found, side) for side in self.sides]


def share_of(found: Sequence[Result], side: str) -> Share:
    """Return how often the person won on a side, with its 95 % Wilson interval."""
    won = [won for won, on in found if on == side]
    low, high = (round(100 * end, 1) for end in wilson(sum(won), len(won)))
    return Share(side, round(100 * sum(won) / max(1, len(won)), 1), low, high, len(won))


Point = tuple[int, tuple[float, ...]]
"""How many answers are left to chance, and how often a person on each side wins then."""


def monotone(values: Sequence[float]) -> list[float]:
    """Return values that never fall: neighbours in the wrong order are chance, and share their mean."""
    pooled: list[list[float]] = []
    for value in values:
        pooled.append([value])
        while len(pooled) > 1 and mean(pooled[-2]) > mean(pooled[-1]):
            last = pooled.pop()
            pooled[-1] = pooled[-1] + last
    return [mean(group) for group in pooled for _ in group]


def curve(tables: Tables, seats: int, tries: int) -> list[Point]:
    """Return how often a person on each side wins by how many answers are left to chance.

    Who is opposed by careless bots wins more often with more of them, who has them for friends less often.
    """
    found = [tables.shares(tables.row(seats, 0, percent), b"search", tries) for percent in STEPS]
    columns = []
    for place, side in enumerate(tables.sides):
        won = [shares[place].won for shares in found]
        friend = len(tables.sides) > 1 and side == tables.sides[-1]
        columns.append(monotone(won[::-1])[::-1] if friend else monotone(won))
    return list(zip(STEPS, zip(*columns, strict=True), strict=True))


def between(points: Sequence[Point]) -> list[Point]:
    """Return a point for each percentage, read between those that were tried."""
    read = []
    for (low, before), (high, after) in pairwise(points):
        for percent in range(low, high):
            part = (percent - low) / (high - low)
            read.append((percent, tuple(one + part * (two - one) for one, two in zip(before, after, strict=True))))
    return [*read, points[-1]]


def level_for(points: Sequence[Point], chance: int) -> int:
    """Return how many answers are to be left to chance so that no side misses its chance by more than it must.

    Levels whose larger miss cannot be told from the smallest are told apart by the mean.
    """
    missed = [(percent, [abs(won - chance) for won in shares]) for percent, shares in between(points)]
    least = min(max(misses) for _, misses in missed)
    fair = [(mean(misses), percent) for percent, misses in missed if max(misses) <= least + NEAR]
    return min(fair)[1]


def beside_for(tables: Tables, points: Sequence[Point], row: Measured, tries: int) -> int:
    """Return how many answers are left to chance beside an unmasked person, so that he wins no less than his chance."""
    percent = sum(row.careless.values())
    least = dict(between(points))[percent][-1]
    if len(tables.sides) == 1 or least >= row.chance:
        return ALL
    same = tables.shares(tables.row(row.seats, row.chance, percent, percent), b"search", tries)[-1].won
    part = (same - row.chance) / (same - least) if same > row.chance else 0.0
    return round(percent + part * (ALL - percent))


def measured(tables: Tables, row: Measured, matches: int) -> Measured:
    """Measure levels: by matches other than those they were found by."""
    kept = Measured(row.seats, row.chance, row.careless, tables.shares(row, b"kept", matches), row.beside)
    print(tables.game.name, kept, file=sys.stderr, flush=True)
    return kept


def all_of(tables: Tables, seats_wanted: Sequence[int], tries: int, matches: int) -> list[Measured]:
    """Find and measure the levels for some numbers of seats and each chance."""
    rows = []
    for seats in seats_wanted:
        points = curve(tables, seats, tries)
        print(seats, points, file=sys.stderr, flush=True)
        rows.append(measured(tables, tables.row(seats, 0, 0), matches))
        for chance in CHANCES:
            row = tables.row(seats, chance, level_for(points, chance))
            beside = beside_for(tables, points, row, tries)
            rows.append(measured(tables, tables.row(seats, chance, sum(row.careless.values()), beside), matches))
    return rows


def mended(tables: Tables, rows: Sequence[Measured], matches: int) -> list[Measured]:
    """Measure those again that miss their chance, with levels moved by what the others of their table say.

    Not in games with sides: there a level that misses the chance of a side may be the best there is.
    """
    made = []
    for row in rows:
        aim = row.shares[0]
        if len(tables.sides) == 1 and row.chance and abs(aim.won - row.chance) > NEAR:
            known = [(sum(one.careless.values()), one.shares[0].won) for one in rows if one.seats == row.seats]
            (low, before), (high, after) = min(known), max(known)
            slope = max(0.2, (after - before) / max(1, high - low))
            percent = round(sum(row.careless.values()) + (row.chance - aim.won) / slope)
            made.append(measured(tables, tables.row(row.seats, row.chance, min(ALL, max(0, percent))), matches))
        else:
            made.append(row)
    return made


def written(rows: Sequence[Measured], command: str) -> str:
    """Return the data file."""
    lines = [
        "# How often a person alone wins, by what he has chosen: measured, not computed.",
        f"# Made by: {command}",
        "# How many matches were played stands in each row; what missed its chance was measured once more with --mend.",
        "# `greedy` sat in the person's seat; docs/how-to/offer-fair-odds.md tells more.",
    ]
    for row in rows:
        lines += ["", "[[odds]]", f"seats = {row.seats}", f"chance = {row.chance}"]
        for name, levels in (("careless", row.careless), ("beside", row.beside)):
            if levels:
                words = ", ".join(f'"{side}" = {level}' for side, level in levels.items())
                lines.append(f"{name} = {{ {words} }}")
        lines.append("shares = [")
        for one in row.shares:
            words = f'side = "{one.side}", won = {one.won}, low = {one.low}, high = {one.high}'
            lines.append(f"    {{ {words}, matches = {one.matches} }},")
        lines.append("]")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+")
    parser.add_argument("--matches", type=int, default=500, help="that are kept, for each number of seats and chance")
    parser.add_argument("--tries", type=int, default=150, help="for each percentage that is tried")
    parser.add_argument("--seats", type=int, nargs="*", help="only these; the rows of others stay as they are")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--mend", action="store_true", help="measure only again what misses its chance in the file")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {FILE} of the games")
    arguments = parser.parse_args()
    for name in arguments.games:
        game = game_called(name)
        odds = handicap_of(game)
        with ProcessPoolExecutor(arguments.jobs) as workers:
            tables = Tables(game, workers)
            if arguments.mend and odds is not None:
                rows = mended(tables, odds.odds, arguments.matches)
            else:
                wanted = arguments.seats or range(game.min_seats, game.max_seats + 1)
                rows = all_of(tables, wanted, arguments.tries, arguments.matches)
                rows += [row for row in (odds.odds if odds else []) if row.seats not in wanted]
                rows.sort(key=lambda row: row.seats)
        command = f"uv run python bench/handicap.py {name} --write"
        text = written(rows, command)
        print(text)
        if arguments.write:
            (GAMES / name / FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
