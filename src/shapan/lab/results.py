"""Results of a finished run, loaded from its folder as checked Polars tables, and the first sums over them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from shapan.lab.errors import LabError
from shapan.lab.folder import TABLES_OF, mark, read_plan
from shapan.lab.plan import digest_of


@dataclass(slots=True)
class Results:
    """A finished run: its plan as JSON, and its tables, not read yet. `docs/reference/lab-results.md` has the columns.

    `matches` has a row a match, `seats` one a seat of a match, `answers` one for each kind of answer of a seat; all are
    in the order of `match` (and `seat`). A folder of schema 1 has no `answers`: None.
    """

    plan: dict[str, Any]
    count: int
    matches: pl.LazyFrame
    seats: pl.LazyFrame
    answers: pl.LazyFrame | None = None

    def groups(self) -> list[str]:
        """Return the names of the game's groupings, such as `race`."""
        return self._names("group.")

    def measures(self) -> list[str]:
        """Return the names of the figures that the game takes of a seat at the end."""
        return self._names("measure.")

    def choices(self) -> list[str]:
        """Return the names under which choices are counted."""
        return self._names("chose.")

    def _names(self, prefix: str) -> list[str]:
        return [name.removeprefix(prefix) for name in self.seats.collect_schema() if name.startswith(prefix)]


def load(path: Path) -> Results:
    """Return the results of a folder. Raises Fault if there are none, or they are not of the plan beside them."""
    plan = read_plan(path)
    paths = [path / f"{table}.parquet" for table in TABLES_OF[plan["schema"]]]
    if not all(file.exists() for file in paths):
        raise LabError(f"{path}: this run is not finished; the command that began it goes on")
    digest = digest_of(plan)
    counts = set()
    for file in paths:
        said = mark(file)
        if said["plan"] != digest:
            raise LabError(f"{file} is not of the plan beside it")
        counts.add(int(said["matches"]))
    matches, seats, *more = (pl.scan_parquet(file) for file in paths)
    count = counts.pop()
    heights = [int(frame.select(pl.len()).collect().item()) for frame in (matches, seats)]
    if counts or heights != [count, count * plan["seats"]]:
        raise LabError(f"{path}: its tables have {heights[0]} and {heights[1]} rows, not those of {count} matches")
    return Results(plan, count, matches, seats, *more)


def summary(results: Results) -> dict[str, Any]:
    """Return what `shapan simulate` says of matches, from the tables."""
    whole = results.matches.select(
        pl.col("decisions").sum(),
        pl.col("capped").sum(),
        pl.col("rounds").median().alias("median"),
        pl.col("rounds").quantile(0.95, "equiprobable").alias("p95"),
    )
    sums = whole.collect().row(0, named=True)
    by_seat = _wins(results.seats, "seat")
    groups = {"bot": "bot", **{name: f"group.{name}" for name in results.groups()}}
    return {
        **{name: results.plan[name] for name in ("game", "variant", "seats", "lineups", "options", "seed")},
        "matches": results.count,
        "decisions": sums["decisions"],
        "rounds": {"median": sums["median"], "p95": sums["p95"]},
        "wins_by_seat": [row["wins"] for row in by_seat.values()],
        **{f"wins_by_{name}": _wins(results.seats, column) for name, column in groups.items()},
        "capped": sums["capped"],
    }


def ends_of(results: Results) -> dict[str, int]:
    """Return how many matches ended with each result; "" without one."""
    counted = results.matches.group_by("result").len().collect()
    return {word or "": number for word, number in counted.iter_rows()}


def _wins(seats: pl.LazyFrame, column: str) -> dict[Any, dict[str, int]]:
    counted = seats.group_by(column).agg(pl.col("won").sum(), pl.len()).sort(column).collect()
    return {word: {"wins": wins, "played": played} for word, wins, played in counted.iter_rows()}
