"""A ladder: a round robin of bots, with every seat taken equally often, and their strengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from math import ceil, comb, factorial, prod
from typing import Any, Final

import polars as pl

from shapan.lab.errors import LabError
from shapan.lab.folder import Folder
from shapan.lab.rows import write
from shapan.lab.run import Engine, faults, fill
from shapan.lab.strength import Ranking, Strength, fit

ANCHOR: Final = "random"
"""The bot with 0 points, where it plays."""
_FIRST: Final = 200
_GROWTH: Final = 1.5
"""A ladder that may stop early looks at its intervals after so many matches, then after half as many more each time."""
MAX_LINEUPS: Final = 5_000


def lineups(bots: Sequence[str], seats: int) -> list[list[str]]:
    """Return every order in which bots can sit: each bot at most once, or where they are too few, as evenly as can be.

    Raises Fault if there are too many.
    """
    each, more = divmod(seats, len(bots))
    sizes = [factorial(each)] * (len(bots) - more) + [factorial(each + 1)] * more
    number = comb(len(bots), more) * factorial(seats) // prod(sizes)
    if number > MAX_LINEUPS:
        raise LabError(f"{len(bots)} bots can sit at {seats} seats in {number:,} orders, more than {MAX_LINEUPS:,}")
    found: list[list[str]] = []
    for extra in combinations(range(len(bots)), more):
        left = [each + (bot in extra) for bot in range(len(bots))]
        found += [[bots[bot] for bot in order] for order in _orders(left, seats)]
    return found


def _orders(left: list[int], seats: int) -> Iterator[list[int]]:
    if not seats:
        yield []
        return
    for bot, number in enumerate(left):
        if number:
            left[bot] -= 1
            for order in _orders(left, seats - 1):
                yield [bot, *order]
            left[bot] += 1


@dataclass(slots=True)
class Rung:
    """A bot of a ladder, with how often it sat at a table: in one match perhaps at several seats."""

    bot: str
    strength: Strength
    seats: int
    wins: int
    mean_return: float

    def write(self) -> dict[str, Any]:
        """Return the rung as plain data, with Elo points of one decimal."""
        strength = self.strength
        return {
            "bot": self.bot,
            "elo": round(strength.points, 1),
            "low": round(strength.low, 1),
            "high": round(strength.high, 1),
            "seats": self.seats,
            "wins": self.wins,
            "win_rate": round(self.wins / self.seats, 4),
            "mean_return": round(self.mean_return, 4),
        }


@dataclass(slots=True)
class Ladder:
    """The bots, strongest first, and how many matches they played."""

    matches: int
    rungs: list[Rung]

    @property
    def width(self) -> float:
        """The width of the widest interval; the anchor has none."""
        return max(rung.strength.width for rung in self.rungs)


def climb(folder: Folder, engine: Engine, progress: Callable[[int], None], csv: bool = False) -> Ladder:
    """Play a plan of line-ups, to its end or until its intervals are narrow enough, and return the ladder.

    When to look is fixed beforehand, so the result does not depend on who plays.
    """
    plan = folder.plan
    with faults(folder.path):
        whole = folder.whole()
        if whole is None:
            with engine(write, plan) as workers:
                for upto in looks(plan.matches, len(plan.lineups), bool(plan.until)):
                    fill(folder, workers, upto, progress)
                    whole = upto
                    if plan.until and rank(folder.scan("seats", upto), upto).width <= plan.until:
                        break
            assert whole is not None
        folder.put_together(whole, csv)
        progress(whole)
        return rank(folder.scan("seats", whole), whole)


def looks(matches: int, orders: int, early: bool) -> list[int]:
    """Return after how many matches to look: whole rounds of all orders, at last all matches."""
    found = []
    at = float(_FIRST)
    while early and (size := orders * ceil(at / orders)) < matches:
        found.append(size)
        at = max(at, size) * _GROWTH
    return [*found, matches]


def rank(seats: pl.LazyFrame, matches: int) -> Ladder:
    """Return the ladder of the first matches of a table of seats."""
    played = seats.filter(pl.col("match") < matches, pl.col("rank").is_not_null())
    sums = played.group_by("bot").agg(pl.len(), pl.col("won").sum(), pl.col("return").mean()).sort("bot").collect()
    bots = sums["bot"].to_list()
    if not bots:
        raise LabError("no match came to an end: there is nothing to rank")
    rankings = (
        played.sort("match", "rank", "bot")
        .group_by("match", maintain_order=True)
        .agg("bot", "rank")
        .select("bot", "rank")
    )
    numbers = {bot: number for number, bot in enumerate(bots)}
    counts: Counter[Ranking] = Counter()
    for names, ranks, times in rankings.group_by("bot", "rank").len().sort("bot", "rank").collect().iter_rows():
        rows = zip(ranks, names, strict=True)
        ranking = tuple(tuple(numbers[bot] for _, bot in group) for _, group in groupby(rows, lambda row: row[0]))
        counts[ranking] += times
    strengths = fit(counts, len(bots), numbers.get(ANCHOR))
    rungs = [Rung(bot, strengths[numbers[bot]], number, wins, mean) for bot, number, wins, mean in sums.iter_rows()]
    return Ladder(matches, sorted(rungs, key=lambda rung: (-rung.strength.points, rung.bot)))
