"""Ray: the same files as without it, faults of a match in one line, and clusters that are not there."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from lab.conftest import hashes
from lab.ray_start import BOUND, ENVIRONMENT, PATIENCE
from shapan.installing import installing_extra

ONE = PATIENCE + "from shapan.__main__ import main; main()"
"""The command, played on a cluster of its own."""
SEVERAL = (
    PATIENCE
    + """
import shlex, sys
from shapan.cli import run
from shapan.lab.cluster import _begin

_begin(2, "")
for line in sys.argv[1:]:
    code = run(shlex.split(line))
    assert code == 0, (line, code)
"""
)
"""Several commands, which share a cluster."""
TAKEN = (
    PATIENCE
    + """
for name, port in ports.items():
    with socket.socket() as other:
        try:
            other.bind(("127.0.0.1", port))
        except OSError:
            pass
        else:
            raise SystemExit(f"somebody else can have the port {name}")
    with socket.socket() as helper:
        helper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        helper.bind(("127.0.0.1", port))
        helper.listen()
"""
)
"""Takes the ports as others do, who must not get them, and as Ray's helpers do."""
RUN = "lab run pig --bots greedy,random --option target=30 --matches 40"
LADDER = "lab ladder leduc --bots greedy,random --matches 60"
BALANCE = "lab balance leduc --margin 20 --matches 150 --variant same.toml"


def on_ray(place: Path, script: str, *words: str) -> None:
    """Carry commands out in a process of its own, in a folder. What Ray itself says to stderr is not looked at."""
    command = [sys.executable, "-c", script, *words]
    environment = {**os.environ, **ENVIRONMENT}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=place, env=environment, timeout=BOUND
    )
    assert done.returncode == 0, done.stderr
    assert "shapan:" not in done.stderr


def test_nobody_takes_the_ports_of_helpers_before_they_do(tmp_path: Path) -> None:
    """A port that was free when it was chosen went to the first process that asked for any, and the cluster died."""
    on_ray(tmp_path, TAKEN)


def test_no_folder_is_sent_to_the_machines_of_a_cluster(tmp_path: Path) -> None:
    """Under `uv run`, as scripts/play has it, Ray would send them the folder in which it is called."""
    check = "import shapan.lab.cluster, ray._private.ray_constants as known; assert not known.{0}, known.{0}"
    on_ray(tmp_path, check.format("RAY_ENABLE_UV_RUN_RUNTIME_ENV"))


@pytest.mark.slow
def test_a_cluster_of_our_own_plays_two_sets_of_rules(
    shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "same.toml").write_text('name = "same"\n')
    on_ray(tmp_path, ONE, *f"{BALANCE} --engine ray --jobs 2 --out ray".split())
    monkeypatch.chdir(tmp_path)
    assert shapan(*BALANCE.split(), "--jobs", 1, "--out", "local").code == 0
    assert hashes(tmp_path / "ray") == hashes(tmp_path / "local")


@pytest.mark.slow
def test_a_run_and_a_ladder_make_the_same_files_on_a_cluster(shapan: Shapan, tmp_path: Path) -> None:
    lines = {"run": RUN, "ladder": LADDER}
    on_ray(tmp_path, SEVERAL, *(f"{line} --engine ray --jobs 2 --out ray-{name}" for name, line in lines.items()))
    for name, line in lines.items():
        assert shapan(*line.split(), "--jobs", 1, "--out", tmp_path / name).code == 0
        assert hashes(tmp_path / f"ray-{name}") == hashes(tmp_path / name)


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


def test_a_machine_that_is_too_busy_for_a_cluster_is_named(
    shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def init(**how: Any) -> None:
        raise Exception("The current node timed out during startup. The GCS is overloaded.\nTry.")  # noqa: TRY002

    monkeypatch.setattr("ray.init", init)
    done = shapan("lab", "run", "pig", "--engine", "ray", "--out", tmp_path / "out")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "shapan: Ray on this machine does not start: "
        "The current node timed out during startup. The GCS is overloaded.\n"
    )


def test_ray_that_is_not_installed_is_named(shapan: Shapan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = shapan("lab", "run", "pig", "--engine", "ray")
    assert (done.code, done.err) == (
        2,
        f"shapan: this needs ray, which is not installed: {installing_extra('lab')}\n",
    )
