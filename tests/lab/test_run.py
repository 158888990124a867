"""Runs: the same bytes whoever plays, whatever was killed; folders that say what they are."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from lab.conftest import HEARING, Runs, hashes, killed, limit, nothing
from shapan.lab import results
from shapan.lab.errors import LabError
from shapan.lab.folder import TABLES, Folder, mark
from shapan.lab.plan import Plan
from shapan.lab.rows import SCHEMA, write
from shapan.lab.run import run
from shapan.lab.workers import local

PIG = Plan("pig", 3, [["greedy", "random", "greedy"]], {"target": 30}, "x", 60)
COMMAND = [sys.executable, "-m", "shapan", "lab", "run", "leduc", "--bots", "greedy,random", "--seed", "k"]


def test_files_are_the_same_for_any_number_of_workers(make: Runs) -> None:
    found = [hashes(make(PIG, f"jobs{jobs}", jobs, csv=True)) for jobs in (1, 2, 8)]
    tables = [f"{table}.{kind}" for table in TABLES for kind in ("csv", "parquet")]
    assert list(found[0]) == sorted([*tables, "plan.json"])
    assert found[0] == found[1] == found[2]


def test_parts_of_any_size_make_the_same_files(make: Runs, tmp_path: Path) -> None:
    whole = hashes(make(PIG))
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / ".plan.json").write_text("{")  # a run that was killed while it wrote the plan
    with Folder(tmp_path / "parts", PIG) as folder:
        for first, count in ((17, 23), (0, 5), (40, 20), (5, 12)):
            assert folder.missing(60) != []
            folder.add(write(PIG, first, count))
        assert folder.missing(60) == []
        folder.put_together(60)
    assert hashes(tmp_path / "parts") == whole


def test_tables_hold_what_was_played(make: Runs) -> None:
    found = results.load(make(PIG))
    matches, seats = found.matches.collect(), found.seats.collect()
    assert matches["match"].to_list() == list(range(60))
    assert seats.select("match", "seat").rows() == [(match, seat) for match in range(60) for seat in range(3)]
    assert seats["bot"].to_list() == ["greedy", "random", "greedy"] * 60
    assert seats.group_by("match").agg(pl.col("won").sum())["won"].to_list() == [1] * 60
    assert set(matches["options"]) == {'{"target":30}'}
    assert found.choices() == ["done", "roll", "hold"]
    told = results.summary(found)
    assert told["matches"] == sum(told["wins_by_seat"]) == 60
    assert told["wins_by_bot"]["greedy"]["played"] == 120
    again = make(PIG)  # a finished run stays as it is
    assert hashes(again) == hashes(found_folder := again)
    assert not (found_folder / "parts").exists()


def test_a_part_that_was_damaged_is_played_again(make: Runs, tmp_path: Path) -> None:
    whole = hashes(make(PIG))
    with Folder(tmp_path / "hurt", PIG) as folder:
        for first in range(0, 60, 20):
            folder.add(write(PIG, first, 20))
    hurt = tmp_path / "hurt" / "parts" / "000000020-000000039" / "seats.parquet"
    hurt.write_bytes(hurt.read_bytes()[:-100])
    (tmp_path / "hurt" / "parts" / ".000000060-000000070").mkdir()
    with Folder(tmp_path / "hurt", PIG) as folder:
        assert folder.missing(60) == [(20, 20)]
        run(folder, lambda task, plan: local(task, plan, 1), nothing)
    assert hashes(tmp_path / "hurt") == whole


@pytest.mark.parametrize(
    ("kills", "matches"), [(2, 1_500), pytest.param(20, 60_000, marks=pytest.mark.long)], ids=["2", "20"]
)
def test_a_run_that_is_killed_goes_on(kills: int, matches: int, tmp_path: Path) -> None:
    """Two kills find parts that are written in their place and counted unread; twenty are for rarer moments."""
    words = [*COMMAND, "--matches", str(matches), "--jobs", "2", "--out"]
    assert killed([*words, str(tmp_path / "killed")], tmp_path / "killed", kills, random.Random(7)) > 0
    for name in ("killed", "whole"):
        done = subprocess.run([*words, str(tmp_path / name)], capture_output=True, text=True, check=True)
        assert f"{matches} matches of leduc" in done.stdout
    assert hashes(tmp_path / "killed") == hashes(tmp_path / "whole")


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    words = [*COMMAND, "--matches", "10000000", "--jobs", "2", "--out", str(tmp_path / "out")]
    child = subprocess.Popen(words, stderr=subprocess.PIPE, start_new_session=True, **HEARING)
    wait_for_parts(tmp_path / "out")
    assert len(members(child.pid)) >= 3
    child.kill()
    child.communicate()
    for _ in range(6_000):
        if not members(child.pid):
            return
        time.sleep(0.05)
    raise AssertionError(members(child.pid))


def members(group: int) -> list[int]:
    """The processes of a session that have not ended."""
    return list(family(group))


def family(group: int) -> dict[int, int]:
    """The processes of a session that have not ended, and the parent of each: that of a worker is the fork server."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[3]) == group and words[0] not in "ZX":
            found[int(stat.parent.name)] = int(words[1])
    return found


def wait_for_parts(out: Path) -> None:
    for _ in range(6_000):
        if list(out.glob("parts/[0-9]*")):
            return
        time.sleep(0.05)
    raise AssertionError("nothing was played")


def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    words = [*COMMAND, "--matches", "10000000", "--jobs", "2", "--out", str(tmp_path / "out")]
    child = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True, **HEARING)
    wait_for_parts(tmp_path / "out")
    for member in members(child.pid):  # as a terminal does
        subprocess.run(["kill", "-INT", str(member)], check=False)
    said = child.communicate(timeout=600)[1]
    assert child.returncode == 130
    assert said == f"shapan: stopped; what is finished is kept in {tmp_path / 'out'}, and the same command goes on\n"
    assert all(not path.name.startswith(".") for path in (tmp_path / "out" / "parts").iterdir())


def test_a_second_interrupt_leaves_nothing_behind_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, removed = signal.getsignal(signal.SIGINT), []
    real = shutil.rmtree

    def remove(path: Path, **how: Any) -> None:
        os.kill(os.getpid(), signal.SIGINT)  # while the first one is dealt with
        removed.append(path)
        real(path, **how)

    with pytest.raises(KeyboardInterrupt), Folder(tmp_path / "out", PIG) as folder:  # noqa: PT012
        folder.add(write(PIG, 0, 5))
        for name in (".000000005-000000009", ".000000010-000000019"):
            (folder.parts / name).mkdir()
        monkeypatch.setattr(shutil, "rmtree", remove)
        raise KeyboardInterrupt
    assert len(removed) == 2
    assert [path.name for path in (tmp_path / "out" / "parts").iterdir()] == ["000000000-000000004"]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_strange_file_among_the_parts_is_left_alone(make: Runs, tmp_path: Path) -> None:
    whole = hashes(make(PIG))
    with Folder(tmp_path / "strange", PIG) as folder:
        (folder.parts / "notes.txt").write_text("mine")
        folder.add(write(PIG, 0, 30))
        assert folder.missing(60) == [(30, 30)]
        run(folder, lambda task, plan: local(task, plan, 1), nothing)
        assert folder.whole() == 60
    assert hashes(tmp_path / "strange") == whole


def test_a_full_disk_is_said_in_one_line(tmp_path: Path) -> None:
    words = [*COMMAND, "--matches", "400", "--jobs", "1", "--out", str(tmp_path / "out")]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=limit, check=False)
    assert done.returncode == 2, done
    assert done.stderr == f"shapan: {tmp_path / 'out'}: File too large; what is finished is kept\n"
    parts = list((tmp_path / "out" / "parts").iterdir())
    assert parts
    assert all(len(list(part.iterdir())) == len(TABLES) and not part.name.startswith(".") for part in parts)
    again = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "400 matches" in again.stdout


def test_a_disk_that_is_full_at_the_end_leaves_no_half_table(tmp_path: Path) -> None:
    plan = Plan("leduc", 2, [["greedy", "random"]], {}, "k", 400)
    with Folder(tmp_path / "out", plan) as folder:
        for first in range(0, 400, 50):
            folder.add(write(plan, first, 50))
    room = max(file.stat().st_size for file in (tmp_path / "out").rglob("*.parquet"))
    words = [*COMMAND, "--matches", "400", "--jobs", "1", "--out", str(tmp_path / "out")]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=partial(limit, room), check=False)
    assert done.returncode == 2, done
    assert done.stderr == f"shapan: {tmp_path / 'out'}: File too large; what is finished is kept\n"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["parts", "plan.json"]
    assert len(list((tmp_path / "out" / "parts").iterdir())) == 8
    again = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "400 matches" in again.stdout
    assert not (tmp_path / "out" / "parts").exists()


def test_a_worker_that_is_killed_ends_the_run_in_one_line(tmp_path: Path) -> None:
    words = [*COMMAND, "--matches", "10000000", "--jobs", "2", "--out", str(tmp_path / "out")]
    child = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True, **HEARING)
    wait_for_parts(tmp_path / "out")
    os.kill(next(pid for pid, parent in family(child.pid).items() if parent != child.pid != pid), signal.SIGKILL)
    said = child.communicate(timeout=600)[1]
    assert child.returncode == 2
    assert said == "shapan: a worker process was ended from outside, perhaps for want of memory; try fewer --jobs\n"


def test_a_folder_of_something_else_is_refused(make: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = make(PIG)
    other = Plan("pig", 3, PIG.lineups, {"target": 30}, "y", 60)
    with pytest.raises(LabError, match='holds another plan: seed is "x" there, "y" here'), Folder(place, other):
        pass
    more = Plan("pig", 3, PIG.lineups, {"target": 30}, "x", 61)
    with pytest.raises(LabError, match="matches is 60 there, 61 here"), Folder(place, more):
        pass
    monkeypatch.setattr(type(PIG.definition()), "rules_version", 7)
    with pytest.raises(LabError, match="rules_version is 1 there, 7 here"), Folder(place, PIG):
        pass
    monkeypatch.undo()
    with Folder(place, PIG), pytest.raises(LabError, match="another run is at work there"), Folder(place, PIG):
        pass
    strange = tmp_path / "strange"
    strange.mkdir()
    (strange / "letter.txt").write_text("dear")
    with pytest.raises(LabError, match="something else already"), Folder(strange, PIG):
        pass
    (strange / "plan.json").write_text("[]")
    with pytest.raises(LabError, match="not the plan of a lab run"), Folder(strange, PIG):
        pass


def changed(place: Path, **fields: Any) -> None:
    written = json.loads((place / "plan.json").read_text())
    (place / "plan.json").write_text(json.dumps({**written, **fields}))


def test_results_that_do_not_fit_together_are_refused(make: Runs, tmp_path: Path) -> None:
    with pytest.raises(LabError, match="there is no lab run"):
        results.load(tmp_path)
    place = make(PIG)
    assert mark(place / "seats.parquet")["matches"] == 60
    other = make(Plan("pig", 3, PIG.lineups, {"target": 30}, "y", 60), "other")
    kept = (place / "seats.parquet").read_bytes()
    (place / "seats.parquet").write_bytes((other / "seats.parquet").read_bytes())
    with pytest.raises(LabError, match="is not of the plan beside it"):
        results.load(place)
    (place / "seats.parquet").write_bytes(kept[:-50])
    with pytest.raises(LabError, match="no Parquet file of a lab run"):
        results.load(place)
    (place / "seats.parquet").unlink()
    with pytest.raises(LabError, match="this run is not finished"):
        results.load(place)
    changed(place, schema=SCHEMA + 1)
    with pytest.raises(LabError, match=f"run of schema {SCHEMA + 1}; this Shapan reads schema 1 and {SCHEMA}"):
        results.load(place)
    pl.DataFrame({"match": [1]}).write_parquet(other / "seats.parquet", metadata={"shapan": '{"schema": 99}'})
    with pytest.raises(LabError, match="its rows are of schema 99; this Shapan reads schemas 1 and 2"):
        results.load(other)
