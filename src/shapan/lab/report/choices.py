"""Which choices go with winning. Seats are compared within their match only, and bots with themselves.

So neither long matches, in which everybody chooses more, nor strong bots look like good choices. What is left is still
correlation: the leader may choose something because he leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import polars as pl

from shapan.lab.answers import read_name
from shapan.lab.report.statistics import NORMAL, chance_of, clear
from shapan.lab.results import Results

LEAST: Final = 20
"""A comparison needs so many matches."""
MOST_ANSWERS: Final = 60
"""So many of the most frequent whole answers are compared."""
FIRST, FAMILY, ANSWER = "first", "family", "answer"


@dataclass(slots=True)
class Effect:
    """How a choice goes with winning.

    A first choice: `value` is a difference of win shares (0.05 is five points). A family: `value` is by which part
    winners chose it more often (0.2 is 20 %), `winners` and `others` how often in a match, the others as if they were
    the winners' bots. A whole answer: the same, `word` is its name, `kind` its question.
    """

    what: str
    kind: str
    word: str
    matches: int
    value: float
    low: float
    high: float
    chance: float
    winners: float = 0.0
    others: float = 0.0
    clear: bool = False


def effects(results: Results) -> list[Effect]:
    """Return all choices that can be compared, with what is clear among them; the greatest evidence first."""
    number = int(results.plan["seats"])
    names = list(results.seats.collect_schema())
    firsts = [name for name in names if name.startswith("first.")]
    families = [name for name in names if name.startswith("chose.")]
    if number < 2:
        return []
    seats = results.seats.select("match", "seat", "bot", "won", *firsts, *families).collect()
    answers = _answers(results, names)
    for number_of, (kind, answer) in enumerate(answers):
        seats = _with_answer(results, seats, kind, answer, f"answer.{number_of}")
    winners = pl.col("won").sum().over("match")
    share = pl.when(winners == 0).then(1 / number).otherwise(pl.col("won") / winners)
    seats = seats.with_columns(share.alias("share"))
    seats = seats.with_columns((pl.col("share") - pl.col("share").mean().over("bot")).alias("beyond"))
    found = [effect for name in firsts for effect in _firsts(seats, name)]
    for name in families:
        family, _, word = name.removeprefix("chose.").partition(".")
        found += _often(seats, name, FAMILY, family, word)
    for number_of, (kind, answer) in enumerate(answers):
        found += _often(seats, f"answer.{number_of}", ANSWER, kind, answer)
    for effect, is_clear in zip(found, clear([effect.chance for effect in found]), strict=True):
        effect.clear = is_clear
    return sorted(found, key=_order)


def _order(effect: Effect) -> tuple[float, bool, str, str]:
    """Sort by evidence, to six digits: the last ones depend on the order in which Polars adds up."""
    return float(f"{effect.chance:.6g}"), effect.value < 0, effect.kind, effect.word


def _firsts(seats: pl.DataFrame, name: str) -> list[Effect]:
    asked = seats.filter(pl.col(name).is_not_null()).select("match", "beyond", pl.col(name).alias("word"))
    if asked["word"].n_unique() < 2:
        return []
    by_word = asked.group_by("match", "word").agg(pl.col("beyond").sum().alias("sum"), pl.len().alias("count"))
    whole = pl.col("sum").sum().over("match"), pl.col("count").sum().over("match")
    by_word = by_word.with_columns((whole[0] - pl.col("sum")).alias("rest"), (whole[1] - pl.col("count")).alias("left"))
    both = by_word.filter(pl.col("left") > 0)
    lead = pl.col("sum") / pl.col("count") - pl.col("rest") / pl.col("left")
    rows = both.group_by("word").agg(lead.mean().alias("mean"), lead.std().alias("spread"), pl.len().alias("count"))
    found = []
    for word, mean, spread, count in rows.sort("word").iter_rows():
        if count >= LEAST and spread:
            error = spread / sqrt(count)
            low, high = mean - NORMAL * error, mean + NORMAL * error
            kind = name.removeprefix("first.")
            found.append(Effect(FIRST, kind, word, count, mean, low, high, chance_of(mean / error)))
    return found


def _answers(results: Results, columns: Sequence[str]) -> list[tuple[str, str]]:
    """Return question and name of the most frequent whole answers that no column of the seats counts already."""
    if results.answers is None:
        return []
    sums = pl.col("times").sum(), pl.col("match").n_unique().alias("matches")
    often = results.answers.group_by("kind", "answer").agg(*sums).filter(pl.col("matches") >= LEAST)
    rows = often.sort(["times", "kind", "answer"], descending=[True, False, False])
    found = []
    for kind, answer in rows.select("kind", "answer").collect().iter_rows():
        word, fields = read_name(answer)
        if fields and not (len(fields) == 1 and f"chose.{word}.{next(iter(fields.values()))}" in columns):
            found.append((kind, answer))
    return found[:MOST_ANSWERS]


def _with_answer(results: Results, seats: pl.DataFrame, kind: str, answer: str, name: str) -> pl.DataFrame:
    """Return the seats with a column more: how often each gave an answer."""
    assert results.answers is not None
    given = results.answers.filter(pl.col("kind") == kind, pl.col("answer") == answer)
    times = given.select("match", "seat", pl.col("times").alias(name)).collect()
    return seats.join(times, on=["match", "seat"], how="left", maintain_order="left").with_columns(
        pl.col(name).fill_null(0)
    )


def _often(seats: pl.DataFrame, name: str, what: str, kind: str, word: str) -> list[Effect]:
    """Compare how often winners and others of the same match chose something, by a column that counts it."""
    times = pl.col(name).cast(pl.Float64)
    counted = seats.select("match", "won", times.alias("times"), (times - times.mean().over("bot")).alias("beyond"))
    if not counted["times"].sum():
        return []
    by_side = counted.group_by("match", "won").agg(pl.col("beyond").mean(), pl.col("times").mean())
    won, lost = (by_side.filter(pl.col("won") == flag) for flag in (True, False))
    both = won.join(lost, on="match", suffix=".lost")
    lead = pl.col("beyond") - pl.col("beyond.lost")
    row = both.select(lead.mean().alias("mean"), lead.std().alias("spread"), pl.len().alias("count"), "times").select(
        pl.col("mean", "spread", "count").first(), pl.col("times").mean()
    )
    mean, spread, count, winners = row.row(0) if row.height else (None, None, 0, None)
    if count < LEAST or not spread:
        return []
    others = winners - mean  # as often as the others would if their bots had the winners' habits
    if others <= 0 or max(winners, others) * count < LEAST:
        return []
    error = spread / sqrt(count)
    low, value, high = ((mean + step * NORMAL * error) / others for step in (-1, 0, 1))
    return [Effect(what, kind, word, count, value, low, high, chance_of(mean / error), winners, others)]
