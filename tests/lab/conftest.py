"""Runs made in-process, and the hash of what they leave."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from shapan.lab.folder import Folder
from shapan.lab.plan import Plan
from shapan.lab.run import run
from shapan.lab.workers import local

Runs = Callable[..., Path]


def nothing(number: int) -> None:
    """Show no progress."""


@pytest.fixture
def make(tmp_path: Path) -> Runs:
    """Play a plan into a folder."""

    def call(plan: Plan, name: str = "out", jobs: int = 1, csv: bool = False) -> Path:
        with Folder(tmp_path / name, plan) as folder:
            run(folder, lambda task, planned: local(task, planned, jobs), nothing, csv)
        return tmp_path / name

    return call


def hashes(folder: Path) -> dict[str, str]:
    """The hash of each file below a folder."""
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def limit(most: int = 5_200) -> None:
    """A limit on the size of files stands for the disk: writing fails in the middle of a file.

    The usual one is enough for a part of some twenty matches of Leduc. A busy machine may make smaller parts; then the
    tables of all are too large. What Python compiles would be cut off as well, and stay so for whoever loads it next.
    """
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


HEARING: Final[dict[str, Any]] = {"preexec_fn": partial(signal.signal, signal.SIGINT, signal.SIG_DFL)}
"""For a child process that is to hear Ctrl+C also where the tests themselves run in the background and do not."""


def killed(words: list[str], out: Path, kills: int, rng: random.Random) -> int:
    """Start a run so often, each time killing it when some more results lie in its folder; return how many it struck.

    The number of results is one of 0 to 3: at 0 the run is killed when it has begun to write its folder.
    """
    struck = 0
    for more in [rng.randrange(4) for _ in range(kills)]:
        there = parts(out)
        child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        while child.poll() is None and (not out.exists() or parts(out) < there + more):
            time.sleep(0.005)
        child.kill()
        _, said = child.communicate()
        struck += child.returncode == -signal.SIGKILL
        assert b"Traceback" not in said
    return struck


def parts(out: Path) -> int:
    """How many results lie in the folder of a run, or of several, while they come and go: so no glob looks there."""
    found = 0
    for place, names, _ in os.walk(out):
        if Path(place).name == "parts":
            found += sum(name[0].isdigit() for name in names)
            names.clear()
    return found
