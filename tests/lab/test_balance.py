"""Balance tests: shares, sets of rules, early ends that do not depend on who plays, folders that say what they are."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from lab.conftest import hashes, killed, nothing
from shapan.lab.balance import Setup, Trial, read, weigh
from shapan.lab.errors import LabError
from shapan.lab.plan import Plan
from shapan.lab.shares import counted, differences
from shapan.lab.workers import local


def frame(rows: list[tuple[int, int, str, bool]]) -> pl.LazyFrame:
    return pl.DataFrame(rows, ["match", "seat", "group.race", "won"], orient="row").lazy()


def test_winners_share_one_point_and_nobody_gives_all_the_same() -> None:
    rows = [
        (0, 0, "a", True), (0, 1, "b", False), (0, 2, "b", False),
        (1, 0, "b", True), (1, 1, "b", True), (1, 2, "a", False),
        (2, 0, "a", False), (2, 1, "b", False), (2, 2, "b", False),
        (3, 0, "a", True), (3, 1, "a", False), (3, 2, "a", False),
    ]  # fmt: skip
    third = round(1 / 3, 9)
    assert counted(frame(rows), "seat", 3) == {
        "0": Counter({1.0: 2, 0.5: 1, third: 1}),
        "1": Counter({0.0: 2, 0.5: 1, third: 1}),
        "2": Counter({0.0: 3, third: 1}),
    }
    assert counted(frame(rows), "race", 3) == {  # match 3, all of one race, says nothing
        "a": Counter({1.0: 1, 0.0: 1, third: 1}),
        "b": Counter({0.0: 1, 0.5: 1, third: 1}),
    }
    other = [(match, seat, race, seat == 2) for match, seat, race, _ in rows]
    assert differences(frame(rows), frame(other), "seat", 3)["2"] == Counter({0.0: 3, round(1 / 6, 9): 1})


def trial(most: int = 3000, margin: float = 0.12) -> Trial:
    sets = [
        Setup(f"target={target}", Plan("pig", 2, [["greedy", "greedy"]], {"target": target}, "s", most, 500))
        for target in (10, 25)
    ]
    return Trial(sets, ["seat"], margin, 0.05)


def test_a_planted_bias_is_found_in_tables_and_told_apart_from_a_fair_set() -> None:
    chance = np.random.default_rng(23)
    sets = [Setup(name, Plan("pig", 2, [["greedy"] * 2], {"target": 20 + at}, "s", 9)) for at, name in enumerate("ab")]
    asking = Trial(sets, ["seat"], 0.05, 0.05)
    first = {share: chance.random(9000) < share for share in (0.5, 0.56)}
    for upto in (500, 1000, 2000, 4000, 9000):
        frames = [
            frame([(m, seat, "x", bool(wins[m]) == (seat == 0)) for m in range(upto) for seat in range(2)])
            for wins in first.values()
        ]
        asking.look(frames)
    found = {(asked.kind, asked.set, asked.word): asked.question.verdict for asked in asking.asked}
    assert found == {
        ("share", 0, "0"): "fair", ("share", 0, "1"): "fair", ("share", 1, "0"): "more", ("share", 1, "1"): "less",
        ("difference", 1, "0"): "more", ("difference", 1, "1"): "less",
    }  # fmt: skip
    assert sum(asked.question.risk for asked in asking.asked) == pytest.approx(0.05)


def test_the_answers_do_not_depend_on_who_plays_and_a_finished_test_stays(tmp_path: Path) -> None:
    found = weigh(trial(), tmp_path / "one", lambda task, plan: local(task, plan, 1), nothing)
    assert found.matches < 2000
    verdicts = {(asked.kind, asked.set, asked.word): asked.question.verdict for asked in found.asked}
    assert verdicts[("share", 0, "0")] == "more"  # in so short a game whoever begins is far ahead
    assert verdicts[("share", 0, "1")] == "less"
    assert verdicts[("difference", 1, "0")] == "less"
    weigh(trial(), tmp_path / "two", lambda task, plan: local(task, plan, 2), nothing)
    assert hashes(tmp_path / "one") == hashes(tmp_path / "two")
    before = hashes(tmp_path / "one")
    weigh(trial(), tmp_path / "one", lambda task, plan: pytest.fail("nothing is to be played"), nothing)
    assert hashes(tmp_path / "one") == before
    with pytest.raises(LabError, match="holds another test: its margin is not what is asked for"):
        weigh(trial(margin=0.2), tmp_path / "one", lambda task, plan: local(task, plan, 1), nothing)


def test_where_the_matches_do_not_do_the_question_stays_open(tmp_path: Path) -> None:
    found = weigh(trial(60, 0.01), tmp_path / "x", lambda task, plan: local(task, plan, 1), nothing)
    assert found.matches == 60
    assert "open" in {asked.question.verdict for asked in found.asked}


def test_folders_that_hold_something_else_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(LabError, match="there is no balance test"):
        read(tmp_path / "x")
    (tmp_path / "x" / "balance.json").write_text("{")
    with pytest.raises(LabError, match="not a balance test"):
        read(tmp_path / "x")
    (tmp_path / "x" / "balance.json").write_text('{"schema": 99}')
    with pytest.raises(LabError, match="a balance test of schema 99; this Shapan reads schema 1 and 2"):
        read(tmp_path / "x")
    (tmp_path / "y").mkdir()
    (tmp_path / "y" / "other").write_text("")
    with pytest.raises(LabError, match="there is something else already"):
        weigh(trial(), tmp_path / "y", lambda task, plan: local(task, plan, 1), nothing)
    with pytest.raises(LabError, match="nothing called 'race' to compare; known: seat"):
        weigh(Trial(trial().setups, ["race"], 0.05, 0.05), tmp_path / "z", lambda t, p: local(t, p, 1), nothing)
    assert not (tmp_path / "z").exists()


def test_the_command_plays_every_value_and_says_what_it_found(shapan: Shapan, tmp_path: Path) -> None:
    line = [
        "lab",
        "balance",
        "pig",
        "--option",
        "target=10,25",
        "--margin",
        "12",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "b"),
    ]
    done = shapan(*line)
    assert done.code == 0, done.err
    assert "of each set of rules of at most 20000, stopped early" in done.out
    assert "target=25, against target=10" in done.out
    assert "more than fair" in done.out
    rows = [re.split(r" {2,}", line.strip()) for line in done.out.partition("Side by side")[2].splitlines()]
    beside = {row[0]: row[1:] for row in rows if len(row) == 3}
    assert ["target=10", "target=25"] in rows
    assert float(beside["Decisions a match"][0]) < float(beside["Decisions a match"][1])
    assert [name for name in beside if name.startswith("Wins")] == ["Wins: Seat 1", "Wins: Seat 2"]
    told = json.loads(shapan(*line, "--json").out)
    assert [one["name"] for one in told["sets"]] == ["target=10", "target=25"]
    first = told["questions"][0]
    assert first["verdict"] == "more"
    assert 0.5 < first["low"] < first["value"] < first["high"] < 1
    assert told["matches"] < told["most"]


@pytest.mark.parametrize(
    ("kills", "matches"), [(2, 600), pytest.param(8, 6_000, marks=pytest.mark.long)], ids=["2", "8"]
)
def test_a_test_that_is_killed_goes_on_to_the_same_answers(kills: int, matches: int, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "shapan", "lab", "balance", "leduc", "--margin", "1.5", "--matches", str(matches)]
    words += ["--jobs", "2", "--out"]
    assert killed([*words, str(tmp_path / "killed")], tmp_path / "killed", kills, random.Random(5)) > 0
    (tmp_path / "killed" / ".balance.json").write_text("{")  # killed while it wrote the answers
    for name in ("killed", "whole"):
        done = subprocess.run([*words, str(tmp_path / name)], capture_output=True, text=True, check=True)
        assert f"{matches} matches of leduc" in done.stdout
    assert hashes(tmp_path / "killed") == hashes(tmp_path / "whole")
    assert not list((tmp_path / "killed").rglob(".*"))


def test_a_folder_where_nothing_but_the_beginning_was_written_is_taken(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / ".balance.json").write_text("{")
    assert weigh(trial(60, 0.01), tmp_path / "x", lambda task, plan: local(task, plan, 1), nothing).matches == 60
    assert sorted(path.name for path in (tmp_path / "x").iterdir()) == ["balance.json", "set1", "set2"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["pig", "--margin", "0"], "--margin: 0 is not more than 0 and less than 50"),
        (["pig", "--risk", "50"], "--risk: 50 is not more than 0 and less than 50"),
        (["pig", "--matches", "0"], "--matches: 0 is not 1 or more"),
        (["pig", "--of", ","], "--of needs words"),
        (["pig", "--of", "race"], "there is nothing called 'race' to compare; known: seat"),
        (["pig", "--bot", "greedy,random"], "--bot: one bot plays all seats"),
        (["pig", "--option", "target=10,many"], "--option target: 'many' is not allowed"),
        (["pig", "--option", "target=10,10"], "two sets of rules have the name 'target=10'"),
        (["pig", "--option", "target=" + ",".join(map(str, range(10, 40)))], "30 sets of rules are too many"),
        (["pig", "--variant", "none.toml"], "none.toml"),
        (["pig", "--engine", "rya"], "--engine: 'rya' is not one of local, ray; did you mean ray?"),
        (["pig", "--cluster", "auto"], "--cluster is for --engine ray"),
        (["pog"], "did you mean pig?"),
    ],
)
def test_what_cannot_be_understood_is_said_in_one_line(
    shapan: Shapan, line: list[str], says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    done = shapan("lab", "balance", *line)
    assert done.code == 2
    assert says in done.err
    assert done.err.count("\n") == 1
    assert not list(tmp_path.glob("pig*"))
