"""Shares of wins: the winners of a match divide one point, and a match that nobody won gives every seat the same.

So the shares of a match add up to 1, and with the same bot everywhere the fair share of a seat is one through the
number of seats. A word that several seats have, such as a race, gets the mean of their shares.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import polars as pl

SEAT: Final = "seat"
"""The topic of the seats; the others are the game's groupings, such as `race`, and `bot`."""

Table = dict[str, Counter[float]]
"""For each word of a topic how often it had which share."""


def column_of(topic: str) -> str:
    """Return the column of a topic in the table of seats."""
    return topic if topic in {SEAT, "bot"} or "." in topic else f"group.{topic}"


def shares(seats: pl.LazyFrame, topic: str, number: int) -> pl.LazyFrame:
    """Return `match`, `word` and `share` of each word in each match, where not all seats have that word."""
    winners = pl.col("won").sum().over("match")
    share = pl.when(winners == 0).then(1 / number).otherwise(pl.col("won") / winners)
    word = pl.col(column_of(topic)).cast(pl.String).alias("word")
    return (
        seats.select("match", word, share.alias("share"))
        .filter(pl.col("word").is_not_null())
        .group_by("match", "word")
        .agg(pl.col("share").mean(), pl.len().alias("held"))
        .filter(pl.col("held") < number)
        .select("match", "word", "share")
    )


def counted(seats: pl.LazyFrame, topic: str, number: int) -> Table:
    """Return how often each word of a topic had which share."""
    return _table(shares(seats, topic, number))


def differences(one: pl.LazyFrame, other: pl.LazyFrame, topic: str, number: int) -> Table:
    """Return how often the share of a word in one run was by how much above that in another, in matches of one number.

    A difference -1..1 stands as (difference + 1) / 2, so that "none" is 1/2.
    """
    both = shares(one, topic, number).join(shares(other, topic, number), on=["match", "word"], suffix=".other")
    lead = ((pl.col("share") - pl.col("share.other") + 1) / 2).alias("share")
    return _table(both.select("match", "word", lead))


def _table(rows: pl.LazyFrame) -> Table:
    found: Table = {}
    rounded = rows.select("word", pl.col("share").round(9))
    for word, share, times in rounded.group_by("word", "share").len().sort("word", "share").collect().iter_rows():
        found.setdefault(word, Counter())[share] = times
    return found
