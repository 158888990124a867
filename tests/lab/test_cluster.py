"""Ray: the same files as without it, faults of a match in one line, and clusters that are not there."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from lab.conftest import Runs, hashes
from shapan.lab.plan import Plan


@pytest.mark.slow
def test_a_cluster_of_our_own_makes_the_same_files(make: Runs, tmp_path: Path) -> None:
    plan = Plan("pig", 2, [["greedy", "random"]], {"target": 30}, "1", 40)
    words = [
        "pig",
        "--bots",
        "greedy,random",
        "--option",
        "target=30",
        "--matches",
        "40",
        "--out",
        str(tmp_path / "ray"),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "shapan", "lab", "run", *words, "--engine", "ray", "--jobs", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "40 matches of pig" in done.stdout
    assert hashes(tmp_path / "ray") == hashes(make(plan))


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        ["balance", "leduc", "--margin", "20", "--matches", "300", "--variant", "same.toml"],
        ["ladder", "leduc", "--bots", "greedy,random", "--matches", "200"],
    ],
    ids=["balance, two sets of rules", "ladder"],
)
def test_other_tests_play_there_too(line: list[str], tmp_path: Path) -> None:
    (tmp_path / "same.toml").write_text('name = "same"\n')
    for engine in ("ray", "local"):
        words = [sys.executable, "-m", "shapan", "lab", *line, "--engine", engine, "--jobs", "2", "--out", engine]
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
    assert hashes(tmp_path / "ray") == hashes(tmp_path / "local")


@pytest.mark.parametrize("command", ["balance", "ladder"])
def test_a_cluster_that_is_not_there_is_named_by_all(shapan: Shapan, tmp_path: Path, command: str) -> None:
    done = shapan("lab", command, "pig", "--engine", "ray", "--cluster", "127.0.0.1:1", "--out", tmp_path / "out")
    assert (done.code, done.out) == (2, "")
    assert done.err == "shapan: there is no Ray cluster at 127.0.0.1:1: Connection refused\n"


def test_a_cluster_that_is_not_there_is_named(shapan: Shapan, tmp_path: Path) -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = shapan("lab", "run", "pig", "--engine", "ray", "--cluster", address, "--out", tmp_path / "out")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"shapan: there is no Ray cluster at {address}: Connection refused\n"
    wrong = shapan("lab", "run", "pig", "--engine", "ray", "--cluster", "nowhere", "--out", tmp_path / "out")
    assert wrong.err == "shapan: --cluster: 'nowhere' is not HOST:PORT, ray://HOST:PORT or auto\n"


def test_a_cluster_that_is_not_found_is_named(shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**how: Any) -> None:  # there may be one on this machine
        raise ConnectionError("Could not find any running Ray instance.\nStart one.")

    monkeypatch.setattr("ray.init", init)
    missing = shapan("lab", "run", "pig", "--engine", "ray", "--cluster", "auto", "--out", tmp_path / "out")
    assert missing.code == 2
    assert missing.err == ("shapan: the Ray cluster at auto does not start: Could not find any running Ray instance.\n")


def test_ray_that_is_not_installed_is_named(shapan: Shapan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = shapan("lab", "run", "pig", "--engine", "ray")
    assert (done.code, done.err) == (
        2,
        "shapan: this needs ray, which is not installed: pip install 'shapan[lab]'\n",
    )
