"""Ladders: balanced seats, early ends that do not depend on who plays, and what is written."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from math import comb, factorial
from pathlib import Path

import polars as pl
import pytest

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from lab.conftest import hashes, killed, nothing
from shapan.lab.errors import LabError
from shapan.lab.folder import Folder
from shapan.lab.ladder import Ladder, climb, lineups, looks
from shapan.lab.plan import Plan
from shapan.lab.workers import local


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (3, 2), (4, 3), (2, 3), (2, 6), (3, 5), (6, 6), (5, 4)])
def test_every_bot_takes_every_seat_equally_often_beside_every_other(bots: int, seats: int) -> None:
    names = [f"bot{number}" for number in range(bots)]
    found = lineups(names, seats)
    assert len(found) == len({tuple(lineup) for lineup in found})
    if bots >= seats:
        assert len(found) == comb(bots, seats) * factorial(seats)
        assert all(len(set(lineup)) == seats for lineup in found)
    else:
        assert all(max(counts) - min(counts) <= 1 for counts in (Counter(lineup).values() for lineup in found))
        assert all(set(lineup) == set(names) for lineup in found)
    for seat in range(seats):
        assert len(set(Counter(lineup[seat] for lineup in found).values())) == 1
    pairs = Counter((a, b) for lineup in found for a, b in pairwise(lineup) if a != b)
    assert len(set(pairs.values())) == 1
    assert len(pairs) == bots * (bots - 1)


def test_too_many_orders_are_refused_before_they_are_written_down() -> None:
    with pytest.raises(LabError, match="12 bots can sit at 6 seats in 665,280 orders, more than 5,000"):
        lineups([str(number) for number in range(12)], 6)


def test_looks_are_whole_rounds() -> None:
    assert looks(1_000, 6, early=False) == [1_000]
    found = looks(6_000, 60, early=True)
    assert found[0] == 240
    assert found[-1] == 6_000
    assert all(at % 60 == 0 for at in found)
    assert found == sorted(set(found))
    assert looks(60, 60, early=True) == [60]


def ladder(place: Path, plan: Plan, jobs: int = 1) -> Ladder:
    with Folder(place, plan) as folder:
        found = climb(folder, lambda task, planned: local(task, planned, jobs), nothing)
        folder.keep("ladder", [rung.write() for rung in found.rungs])
    return found


def test_an_early_end_is_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    orders = lineups(["greedy", "random"], 2)
    plan = Plan("leduc", 2, orders, {}, "s", 4_000, until=45)
    found = ladder(tmp_path / "one", plan)
    assert 200 < found.matches < 4_000
    assert found.width <= 45
    assert {rung.bot: rung.strength.points for rung in found.rungs}["random"] == 0
    assert ladder(tmp_path / "two", plan, 2).matches == found.matches
    assert hashes(tmp_path / "one") == hashes(tmp_path / "two")
    assert pl.read_parquet(tmp_path / "one" / "matches.parquet").height == found.matches
    before = hashes(tmp_path / "one")
    ladder(tmp_path / "one", plan)  # all is there
    assert hashes(tmp_path / "one") == before


@pytest.mark.parametrize(
    ("kills", "matches"), [(2, 800), pytest.param(8, 6_000, marks=pytest.mark.long)], ids=["2", "8"]
)
def test_a_ladder_that_is_killed_goes_on_to_the_same_rungs(kills: int, matches: int, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "shapan", "lab", "ladder", "leduc", "--bots", "greedy,random"]
    words += ["--matches", str(matches), "--until", "5", "--jobs", "2", "--out"]
    assert killed([*words, str(tmp_path / "killed")], tmp_path / "killed", kills, random.Random(11)) > 0
    for name in ("killed", "whole"):
        subprocess.run([*words, str(tmp_path / name)], capture_output=True, check=True)
    assert hashes(tmp_path / "killed") == hashes(tmp_path / "whole")


def test_ladders_of_more_seats_know_who_is_better(tmp_path: Path) -> None:
    found = ladder(tmp_path / "out", Plan("pig", 3, lineups(["greedy", "random"], 3), {"target": 30}, "s", 120))
    assert [rung.bot for rung in found.rungs] == ["greedy", "random"]
    assert found.rungs[0].strength.low > 100
    assert sum(rung.seats for rung in found.rungs) == 360
    assert sum(rung.wins for rung in found.rungs) == 120


def test_the_command_prints_a_table_and_json_and_writes_files(shapan: Shapan, tmp_path: Path) -> None:
    words = (
        "lab",
        "ladder",
        "leduc",
        "--bots",
        "greedy,random",
        "--matches",
        101,
        "--jobs",
        1,
        "--out",
        tmp_path / "out",
    )
    told = shapan(*words)
    assert (told.code, told.err) == (0, "")
    for part in ("102 matches of leduc: 2 seats in 2 orders", "Elo", "95% from", "greedy", "random"):
        assert part in told.out
    written = json.loads(shapan(*words, "--json").out)
    assert written["matches"] == 102
    kept = json.loads((tmp_path / "out" / "ladder.json").read_text())
    assert written["ladder"] == kept == pl.read_parquet(tmp_path / "out" / "ladder.parquet").to_dicts()
    assert pl.read_csv(tmp_path / "out" / "ladder.csv").to_dicts() == kept
