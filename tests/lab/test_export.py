"""Data sets for learning: every row is what the environment shows, and the rows lead to the match that was played."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from lab.conftest import HEARING, Runs, hashes, limit
from shapan.adapters.play import Play
from shapan.adapters.setting import Setting
from shapan.cli.lab import dataset
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.lab.plan import Plan
from shapan.lab.results import load

PLANS = [
    Plan("pig", 2, [["greedy", "random"]], {"target": 30}, "e", 4),
    Plan("leduc", 2, [["random", "greedy"], ["greedy", "random"]], {}, "e", 12),
    Plan("planet_masters", 3, [["random", "greedy", "random"]], {"max_rounds": 5, "vote_mode": "simultaneous"}, "e", 3),
    Plan("planet_masters", 2, [["greedy", "greedy"]], {}, "e", 2),
]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.game}-{plan.seats}")
def test_whoever_takes_the_rows_as_actions_meets_the_same_observations(plan: Plan) -> None:
    setting, rows = Setting(find(plan.game), plan.seats, plan.options), dataset.decisions(plan, 0, plan.matches)
    assert set(rows.match) == set(range(plan.matches))
    for number in range(plan.matches):
        match = Match(setting.game, plan.seats, plan.options, plan.key(number), hashes=False)
        play = Play(setting, match=match)
        for place in [place for place, of in enumerate(rows.match) if of == number]:
            while True:  # what has one possible answer is no row
                forced = [seat for seat in play.waiting if len(play.offered(seat)) == 1]
                if not forced:
                    break
                play.act(forced[0], next(iter(play.offered(forced[0]))))
            seat, action = rows.seat[place], rows.action[place]
            assert rows.bot[place] == plan.lineup(number)[seat]
            assert rows.kind[place] == match.decisions[seat].prompt.key
            assert rows.mask[place][action]
            assert (rows.mask[place] == play.mask(seat)).all()
            if len(play.waiting) == 1:  # where several are asked at once, who has answered already shows
                assert (rows.observation[place] == play.observe(seat)).all()
            play.act(seat, action)
        while not play.over:
            seat = play.waiting[0]
            (only,) = play.offered(seat)
            play.act(seat, only)
        mine = [place for place, of in enumerate(rows.match) if of == number]
        for seat in {rows.seat[place] for place in mine}:
            places = [place for place in mine if rows.seat[place] == seat]
            assert [rows.last[place] for place in places] == [False] * (len(places) - 1) + [True]
            assert sum(rows.reward[place] for place in places) == play.rewards()[seat]
            assert {rows.outcome[place] for place in places} == {play.rewards()[seat]}
        assert [rows.step[place] for place in mine] == list(range(len(mine)))


def test_files_are_the_same_for_any_number_of_processes(shapan: Shapan, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        line = ["lab", "export", "leduc", "--matches", "60", "--bots", "greedy,random", "--jobs", jobs]
        done = shapan(*line, "--out", str(tmp_path / jobs))
        assert done.code == 0, done.err
    assert list(hashes(tmp_path / "1")) == ["dataset.json", *(f"part-0000{part}.parquet" for part in range(3))]
    assert hashes(tmp_path / "1") == hashes(tmp_path / "2")


LINE = ["lab", "export", "leduc", "--matches", "1800", "--bots", "greedy,random", "--jobs", "2", "--out"]


def stopped(out: Path, by: signal.Signals) -> tuple[int, str]:
    """Begin an export and stop it once a few parts are there; return its exit code and what it said."""
    child = subprocess.Popen(
        [sys.executable, "-m", "shapan", *LINE, str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        **HEARING,
    )
    while len(list(out.glob("part-*"))) < 3:
        assert child.poll() is None, child.communicate()
        time.sleep(0.01)
    child.send_signal(by)
    said = child.communicate(timeout=60)[1]
    return child.returncode, said


def test_an_export_that_is_killed_or_interrupted_goes_on(shapan: Shapan, tmp_path: Path) -> None:
    out = tmp_path / "stopped"
    assert stopped(out, signal.SIGKILL)[0] == -signal.SIGKILL
    assert not (out / "dataset.json").exists()
    first = min(out.glob("part-*"))  # parts come as they are finished, not in order
    first.write_bytes(first.read_bytes()[:-9])  # as a machine without power may leave it
    (out / ".part-00071.parquet").write_text("begun")
    for path in sorted(out.glob("part-*"))[2:]:
        path.unlink()
    code, said = stopped(out, signal.SIGINT)
    assert code == 130
    assert said == f"shapan: stopped; what is finished is kept in {out}, and the same command goes on\n"
    assert not list(out.glob(".*"))
    for words, what in ((["--format", "npz"], "format"), (["--seed", "2"], "plan")):
        other = shapan(*LINE, str(out), *words)
        assert other.code == 2
        assert f"{out} holds another data set: its {what} is not what is asked for; name a new folder" in other.err
        assert other.err.count("\n") == 1
    done, whole = (shapan(*LINE, str(place)) for place in (out, tmp_path / "whole"))
    assert (done.code, done.err) == (whole.code, whole.err) == (0, "")
    assert hashes(out) == hashes(tmp_path / "whole")
    again = shapan(*LINE, str(out))  # all is there
    assert (again.code, again.out) == (0, done.out)
    first.unlink()
    assert shapan(*LINE, str(out)).err == f"shapan: {first} is missing; name a new folder\n"


@pytest.mark.parametrize("kind", ["parquet", "npz"])
def test_parts_that_are_there_are_counted_and_not_played_again(
    shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    line = ["lab", "export", "pig", "--matches", "60", "--format", kind, "--jobs", "1", "--out", str(tmp_path / "d")]
    whole = shapan(*line).out
    before = hashes(tmp_path / "d")
    plan = json.loads((tmp_path / "d" / "dataset.json").read_text())
    (tmp_path / "d" / "dataset.json").unlink()
    begun = {name: plan[name] for name in ("schema", "format", "plan")}
    (tmp_path / "d" / "begun.json").write_text(json.dumps(begun))
    (tmp_path / "d" / f"part-00001.{kind}").write_bytes(b"half")
    played = []
    real = getattr(dataset, kind)

    def play(plan: Plan, first: int, count: int) -> tuple[int, bytes]:
        played.append(first)
        return real(plan, first, count)

    monkeypatch.setattr(dataset, kind, play)
    assert shapan(*line).out == whole
    assert played == [25]
    assert hashes(tmp_path / "d") == before


def test_a_full_disk_is_said_in_one_line_and_the_export_goes_on(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "shapan", "lab", "export", "planet_masters", "--matches", "25", "--jobs", "1"]
    words += ["--out", str(tmp_path / "out")]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=partial(limit, 9_000), check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"shapan: {tmp_path / 'out'}: File too large; what is finished is kept\n"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["begun.json"]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0


def test_a_folder_is_written_down_as_it_was_played(shapan: Shapan, make: Runs, tmp_path: Path) -> None:
    place = make(PLANS[0])
    for kind in dataset_formats():
        done = shapan("lab", "export", str(place), "--format", kind, "--jobs", "1", "--out", str(tmp_path / kind))
        assert done.code == 0, done.err
    said = json.loads((tmp_path / "parquet" / "dataset.json").read_text())
    frame = pl.read_parquet(tmp_path / "parquet" / "part-00000.parquet")
    assert said["schema"] == dataset.SCHEMA
    assert said["decisions"] == frame.height == sum(part["decisions"] for part in said["parts"])
    assert frame.schema["observation"] == pl.Array(pl.Float32, len(said["observation"]))
    assert frame.schema["mask"] == pl.Array(pl.Boolean, len(said["actions"]))
    kept = {(row["match"], row["seat"]): row["return"] for row in load(place).seats.collect().iter_rows(named=True)}
    for match, seat, outcome in frame.select("match", "seat", "return").unique().iter_rows():
        assert outcome == kept[match, seat]
    decided = load(place).matches.collect()["decisions"].sum()
    assert frame.height == decided
    packed = np.load(tmp_path / "npz" / "part-00000.npz")
    assert set(packed) == set(frame.columns)
    for name in frame.columns:
        assert (packed[name] == frame[name].to_numpy()).all(), name


def dataset_formats() -> tuple[str, ...]:
    from shapan.cli.lab.export import FORMATS

    return FORMATS


def test_what_cannot_be_exported_is_said_in_one_line(shapan: Shapan, make: Runs, tmp_path: Path) -> None:
    place, out = make(PLANS[0]), tmp_path / "new"
    (tmp_path / "empty").mkdir()
    full = str(tmp_path)
    for line, says in (
        (["pog"], "did you mean pig?"),
        (["pig", "--format", "csv"], "--format: 'csv' is not one of parquet, npz"),
        (["pig", "--matches", "0"], "--matches: 0 is not 1 or more"),
        ([str(place), "--matches", "5"], "--matches: 5 is not 1..4"),
        ([str(place), "--bots", "greedy"], "--bots is for a game"),
        ([str(tmp_path / "empty")], "there is no lab run"),
        (["pig", "--out", full], "there is something else already; name a new folder"),
    ):
        done = shapan("lab", "export", *line, *([] if "--out" in line else ["--out", str(out)]))
        assert done.code == 2, line
        assert says in done.err, (line, done.err)
        assert done.err.count("\n") == 1
        assert not out.exists()
    written = json.loads((place / "plan.json").read_text())
    (place / "plan.json").write_text(json.dumps({**written, "schema": 5}))
    assert (
        "the plan of a lab run of schema 5; this Shapan reads schema 1 and 2"
        in shapan("lab", "export", str(place), "--out", str(out)).err
    )
