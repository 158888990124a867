"""What a finished run says: numbers only, no words. Sentences, figures and tables are made of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from shapan.lab.report.statistics import chance_of_share, clear, wilson
from shapan.lab.results import Results
from shapan.lab.sequential import mean_of
from shapan.lab.shares import SEAT, counted

QUANTILES: Final = ("least", "lower", "median", "mean", "upper", "most")


@dataclass(slots=True)
class Rate:
    """How often a word of a topic wins, against the fair share."""

    topic: str
    word: str
    matches: int
    share: float
    low: float
    high: float
    fair: float
    chance: float
    clear: bool = False
    counts: bool = True
    """Whether it may stand out: a seat does not where the bots differ from seat to seat."""


@dataclass(slots=True)
class Length:
    """How many rounds or decisions matches took."""

    unit: str
    quantiles: dict[str, float]
    counts: list[tuple[int, int]]
    """Number of rounds or decisions, and how many matches took so many."""


@dataclass(slots=True)
class Kind:
    """How often a kind of decision is taken in a match."""

    kind: str
    mean: float
    share: float


@dataclass(slots=True)
class Ending:
    """How often matches end with a result; empty where the rules came to no end."""

    result: str
    matches: int
    share: float
    low: float
    high: float


@dataclass(slots=True)
class Extreme:
    """A match worth watching."""

    why: str
    match: int
    rounds: int
    decisions: int
    winners: list[int]


def mixed(plan: dict[str, Any]) -> bool:
    """Tell whether the bots differ from seat to seat, always in the same way."""
    lineups = plan["lineups"]
    return len(lineups) == 1 and len(set(lineups[0])) > 1


def rates(results: Results) -> list[Rate]:
    """Return the rates of seats, bots and the game's groupings, with what is clear among them."""
    number, found = int(results.plan["seats"]), []
    fair = 1 / number
    if number < 2:
        return []
    for topic in [SEAT, "bot", *results.groups()]:
        counts = topic != SEAT or not mixed(results.plan)
        table = counted(results.seats, topic, number)
        for word, values in table.items():
            matches, share = sum(values.values()), mean_of(values)
            low, high = wilson(share * matches, matches)
            chance = chance_of_share(share * matches, matches, fair)
            found.append(Rate(topic, word, matches, share, low, high, fair, chance, counts=counts))
    counting = [rate for rate in found if rate.counts]
    for rate, is_clear in zip(counting, clear([rate.chance for rate in counting]), strict=True):
        rate.clear = is_clear
    return found


def lengths(results: Results) -> list[Length]:
    """Return how long matches took, in rounds where the game counts them, and in decisions."""
    found = []
    for unit in ("rounds", "decisions"):
        column = results.matches.select(pl.col(unit).cast(pl.Int64)).collect()[unit]
        least, lower, median, upper, most = (_quantile(column, share) for share in (0.0, 0.05, 0.5, 0.95, 1.0))
        mean = _number(column.mean())
        quantiles = dict(zip(QUANTILES, (least, lower, median, mean, upper, most), strict=True))
        counts = column.value_counts().sort(unit).rows()
        if most:
            found.append(Length(unit, quantiles, [(int(value), int(times)) for value, times in counts]))
    return found


def _quantile(column: pl.Series, share: float) -> float:
    return _number(column.quantile(share, "equiprobable" if share != 0.5 else "midpoint"))


def _number(value: Any) -> float:
    return 0.0 if value is None else float(value)


def kinds(results: Results) -> list[Kind]:
    """Return how often each kind of decision is taken, the most frequent first."""
    names = [name for name in results.matches.collect_schema() if name.startswith("decisions.")]
    row = results.matches.select(*(pl.col(name).mean() for name in names), pl.col("decisions").mean()).collect()
    means = row.row(0, named=True)
    total = means["decisions"] or 1.0
    found = [Kind(name.removeprefix("decisions."), means[name], means[name] / total) for name in names]
    return sorted((kind for kind in found if kind.mean), key=lambda kind: -kind.mean)


def endings(results: Results) -> list[Ending]:
    """Return how matches ended, the most frequent first."""
    counted_results = results.matches.group_by("result").len().collect().rows()
    found = []
    for result, times in sorted(counted_results, key=lambda row: (-row[1], row[0] or "")):
        low, high = wilson(times, results.count)
        found.append(Ending(result or "", times, times / results.count, low, high))
    return found


def extremes(results: Results, standing: Sequence[Rate]) -> list[Extreme]:
    """Return the shortest, longest and closest match, and that with the least expected winner."""
    number = int(results.plan["seats"])
    seats = results.seats.collect()
    winners = seats.filter("won").group_by("match").agg(pl.col("seat").sort().alias("winners"))
    matches = results.matches.select("match", "rounds", "decisions", "capped").collect()
    matches = matches.join(winners, on="match", how="left").sort("match")
    ended = matches.filter(~pl.col("capped"))
    ended = ended if ended.height else matches
    picks: list[tuple[str, int]] = []
    if ended.height:
        picks.append(("shortest", ended.sort("rounds", "decisions", "match")["match"][0]))
        last = matches.sort("rounds", "decisions", "match", descending=[True, True, False])
        picks.append(("longest", last["match"][0]))
    one = seats.join(ended.select("match"), on="match").filter(pl.col("won").sum().over("match") == 1)
    if number > 1 and one.height:
        lead = _leads(results, one)
        if lead is not None:
            picks.append(("closest", lead.sort(pl.col("lead").abs(), "match")["match"][0]))
        expected = _expected(one, standing, number)
        if lead is not None:
            expected = expected.join(lead, on="match")
        order = ["expected", "lead", "match"] if lead is not None else ["expected", "match"]
        if expected["expected"].n_unique() > 1 or lead is not None:
            picks.append(("upset", expected.sort(order)["match"][0]))
    rows = {row["match"]: row for row in matches.iter_rows(named=True)}
    return [
        Extreme(why, match, rows[match]["rounds"], rows[match]["decisions"], list(rows[match]["winners"] or []))
        for why, match in picks
    ]


def _leads(results: Results, seats: pl.DataFrame) -> pl.DataFrame | None:
    """Return for each match by how much the winner is ahead of the best other: in points, else in its figures."""
    if seats["score"].null_count() < seats.height:
        value = pl.col("score").cast(pl.Float64)
    elif names := [name for name in (f"measure.{name}" for name in results.measures()) if _varies(seats[name])]:
        value = pl.mean_horizontal(*((pl.col(name) - pl.col(name).mean()) / pl.col(name).std() for name in names))
    else:
        return None
    valued = seats.select("match", "won", value.alias("value"))
    best = valued.group_by("match", "won").agg(pl.col("value").max())
    won, lost = (best.filter(pl.col("won") == flag) for flag in (True, False))
    lead = (pl.col("value") - pl.col("value_right")).round(6).alias("lead")
    return won.join(lost, on="match").select("match", lead)


def _varies(column: pl.Series) -> bool:
    return bool(_number(column.std()))


def _expected(seats: pl.DataFrame, standing: Sequence[Rate], number: int) -> pl.DataFrame:
    """Return for each match how far its winner's bot, seat and groups were expected to win, as a product of ratios."""
    winners = seats.filter("won")
    value = pl.lit(1.0)
    for topic in dict.fromkeys(rate.topic for rate in standing):
        known = {rate.word: max(rate.share, 0.001) * number for rate in standing if rate.topic == topic}
        column = topic if topic in {SEAT, "bot"} else f"group.{topic}"
        value *= pl.col(column).cast(pl.String).replace_strict(known, default=1.0, return_dtype=pl.Float64)
    return winners.select("match", value.round(6).alias("expected"))
