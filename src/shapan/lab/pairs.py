"""Pairs of matches of two bots: the same deal with the seats exchanged, so that luck and seats favour neither."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import polars as pl

from shapan.lab.plan import Plan

COLUMNS = "match", "seat", "bot", "won", "return"
"""What is read of the table of seats."""


def pairs_of(plan: Plan, one: str, other: str, pairs: int) -> Plan:
    """Return a plan of so many pairs of two bots, who have half of the seats each, in turns any half."""
    lineups = []
    for half in combinations(range(plan.seats), plan.seats // 2):
        if plan.seats % 2 == 0 and 0 not in half:
            continue  # it is the other half of one that comes
        lineups.append([one if seat in half else other for seat in range(plan.seats)])
        lineups.append([other if seat in half else one for seat in range(plan.seats)])
    return replace(plan, lineups=lineups, matches=2 * pairs, per_deal=2)


def values_of(seats: pl.DataFrame, one: str, number: int, independent: bool) -> Counter[float]:
    """Return how often a pair was worth how much to a bot, 0..1: 1/2 where both had as much of it.

    The seats of a match share one victory, or (`independent`) have each a return of their own, -1 to 1.
    """
    winners = pl.col("won").sum().over("match")
    if independent:
        worth, most = (pl.col("return").fill_null(0.0) + 1) / 2, number
    else:
        worth, most = pl.when(winners == 0).then(1 / number).otherwise(pl.col("won") / winners), 2
    side = pl.when(pl.col("bot") == one).then(1.0).otherwise(-1.0)
    leads = (
        seats.with_columns((worth * side).alias("lead"))
        .group_by((pl.col("match") // 2).alias("pair"))
        .agg(pl.col("lead").sort_by("match", "seat").sum())
    )
    value = (0.5 + pl.col("lead") / (2 * most)).round(9).clip(0.0, 1.0).alias("value")
    rows = leads.select(value).group_by("value").len().sort("value").iter_rows()
    return Counter({float(share): times for share, times in rows})
