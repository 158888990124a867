"""What stops a command of the lab, a full disk or Ctrl+C: one line, nothing half-written, and it can go on."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from lab.conftest import HEARING, Runs, hashes, limit, parts
from shapan.lab.plan import Plan
from shapan.lab.report import charts
from shapan.lab.rows import write
from shapan.lab.workers import Processes

LAB = [sys.executable, "-m", "shapan", "lab"]
PIG = Plan("pig", 2, [["greedy", "random"]], {"target": 12}, "s", 60)
TESTS = {
    "ladder": ["ladder", "leduc", "--bots", "greedy,random", "--seed", "k"],
    "balance": ["balance", "leduc", "--margin", "0.1", "--seed", "k"],
}


@pytest.mark.parametrize(("command", "inside"), [("ladder", "out"), ("balance", "out/set1")])
def test_a_full_disk_under_a_ladder_or_a_balance_test(command: str, inside: str, tmp_path: Path) -> None:
    words = [*LAB, *TESTS[command], "--matches", "400", "--jobs", "1", "--out"]
    out = tmp_path / "out"
    done = subprocess.run([*words, out], capture_output=True, text=True, preexec_fn=limit, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"shapan: {tmp_path / inside}: File too large; what is finished is kept\n"
    assert list((tmp_path / inside / "parts").iterdir())
    assert not list(out.rglob(".*"))
    for place in (out, tmp_path / "whole"):
        subprocess.run([*words, place], capture_output=True, check=True)
    assert hashes(out) == hashes(tmp_path / "whole")


def test_a_full_disk_under_a_page_or_a_match(make: Runs, tmp_path: Path) -> None:
    place, file = make(PIG), tmp_path / "new.json"
    for words, full in ((["report", str(place)], place), (["match", str(place), "3", "--out", str(file)], file)):
        done = subprocess.run([*LAB, *words], capture_output=True, text=True, preexec_fn=small, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"shapan: {full}")
        assert done.stderr.endswith(": File too large\n")
        assert done.stderr.count("\n") == 1
    assert not list(tmp_path.rglob(".*"))
    assert not list(tmp_path.glob("new*"))


def small() -> None:
    """As if the disk had room for 500 bytes."""
    limit(500)


def test_a_folder_is_no_file_for_a_match(shapan: Shapan, make: Runs, tmp_path: Path) -> None:
    place = make(PIG)
    (tmp_path / "taken").mkdir()
    done = shapan("lab", "match", place, 3, "--out", tmp_path / "taken")
    assert (done.code, done.err) == (2, f"shapan: {tmp_path / 'taken'}: Is a directory\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "taken"]


@pytest.mark.parametrize("command", list(TESTS))
def test_an_interrupt_of_a_ladder_or_a_balance_test(command: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = [*LAB, *TESTS[command], "--matches", "1000000", "--jobs", "2", "--out", str(out)]
    child = subprocess.Popen(
        words,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **HEARING,
    )
    while not parts(out):
        assert child.poll() is None, child.communicate()
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=600)
    assert child.returncode == 130
    assert said == ("", f"shapan: stopped; what is finished is kept in {out}, and the same command goes on\n")
    assert list(out.rglob("parts/[0-9]*"))
    assert not list(out.rglob(".*"))


def test_an_interrupt_leaves_nothing_of_the_workers_that_would_end_beside_the_interpreter() -> None:
    threads, children = set(threading.enumerate()), set(multiprocessing.active_children())
    with pytest.raises(KeyboardInterrupt), Processes(write, PIG, 2) as workers:  # noqa: PT012
        for first in range(3):
            workers.start(first, 10_000_000)
        raise KeyboardInterrupt
    assert set(threading.enumerate()) == threads
    assert set(multiprocessing.active_children()) == children


def test_an_interrupt_of_a_page_says_that_there_is_none(
    shapan: Shapan, make: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(spec: object) -> bytes:
        raise KeyboardInterrupt

    place = make(PIG)
    monkeypatch.setattr(charts, "png", drawn)
    done = shapan("lab", "report", place, "--language", "en")
    assert (done.code, done.out) == (130, "")
    assert done.err == "shapan: stopped; the page is not written, and the same command begins it again\n"
    assert not (place / "report.html").exists()
