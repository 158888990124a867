"""Runs made in-process, and the hash of what they leave."""

from __future__ import annotations

import random
import resource
import signal
import subprocess
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


def limit(most: int = 9_000) -> None:
    """A limit on the size of files stands for the disk: writing fails in the middle of a file."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


HEARING: Final[dict[str, Any]] = {"preexec_fn": partial(signal.signal, signal.SIGINT, signal.SIG_DFL)}
"""For a child process that is to hear Ctrl+C also where the tests themselves run in the background and do not."""


def killed(words: list[str], kills: int, rng: random.Random) -> int:
    """Start a run so often, each time killing it soon; return how many were still at work then."""
    struck = 0
    for _ in range(kills):
        child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        try:
            child.wait(timeout=0.4 + rng.random())
        except subprocess.TimeoutExpired:
            child.kill()
            struck += 1
        _, said = child.communicate()
        assert b"Traceback" not in said or child.returncode < 0
    return struck
