"""A match of a finished run once more, stepped, so that every answer can be kept and watched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from shapan.engine.match import Match
from shapan.engine.registry import UnknownGame, find
from shapan.lab.errors import LabError
from shapan.lab.folder import read_plan
from shapan.lab.plan import Plan
from shapan.lab.playout import replay
from shapan.lab.results import Results


def plan_of(place: Path) -> Plan:
    """Return the plan of a folder, with its variant. Raises Fault if it is of other rules or of an unknown game."""
    written = read_plan(place)
    try:
        plan = Plan(
            written["game"], written["seats"], written["lineups"], written["options"], written["seed"],
            written["matches"], written["until"], written["variant"], written["tables"],
            written.get("judgements", {}), written.get("per_deal", 1),
        )  # fmt: skip
        version = find(plan.game).rules_version
    except UnknownGame as error:
        raise LabError(f"{place}: {error}") from None
    except (KeyError, TypeError):
        raise LabError(f"{place / 'plan.json'}: damaged: not the plan of a lab run") from None
    if version != written.get("rules_version"):
        said = written.get("rules_version")
        raise LabError(f"{place}: played by version {said} of the rules of {plan.game}; here is version {version}")
    return plan


def rerun(plan: Plan, results: Results, number: int) -> Match[Any]:
    """Play a match again and hold it against its rows. Raises Fault if it came out differently, or cannot be kept."""
    if plan.tables:
        raise LabError(
            f"the variant {plan.variant!r} changes data of {plan.game} that the table in the browser cannot know"
        )
    match = replay(plan, number)
    outcome = match.outcome
    ranks = None if outcome is None else list(outcome.ranks)
    rows = results.seats.filter(pl.col("match") == number).select("rank", "decisions").collect()
    kept = None if rows["rank"].null_count() else rows["rank"].to_list()
    result = results.matches.filter(pl.col("match") == number).select("result", "rounds").collect().row(0)
    now = (None if outcome is None else outcome.result, plan.definition().rounds(match.live))
    if (ranks, now) != (kept, result):
        why = (
            "its bots stop by the clock" if any(bot.thinks for bot in plan.bots().values()) else "the bots have changed"
        )
        raise LabError(f"match {number} came out differently this time: {why}")
    return match
