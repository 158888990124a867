"""A folder of parts of a fixed number of matches, and at the end a file that says what they are.

    begun.json            while it lasts: what is written; held by the process that writes
    part-00000.npz        or .parquet; comes into being by a rename
    dataset.json          or as the class names it; last of all: what the parts are

A process that is killed at any moment leaves a folder with which the same command goes on.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from math import ceil
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Final

import numpy as np
import polars as pl

from shapan.lab.errors import LabError
from shapan.lab.files import put, put_json, read_json, read_known, sweep
from shapan.lab.folder_lock import FolderLock
from shapan.lab.plan import Plan
from shapan.lab.workers import Task, local

BEGUN: Final = "begun.json"
MATCHES: Final = 25
"""Matches of a part: fixed, so that the parts do not depend on the number of processes."""


class Parts(FolderLock):
    """The folder, open for writing: made if it is not there, refused if it holds something else."""

    name: ClassVar[str] = ""
    """The file that says what the parts are."""
    what: ClassVar[str] = ""
    """What the folder holds, as complaints call it."""
    counted: ClassVar[str] = ""
    """What the rows are."""

    def __init__(self, path: Path, plan: Plan, kind: str, asked: dict[str, Any]) -> None:
        super().__init__(path)
        self.plan = plan
        self.kind = kind
        self.asked = asked
        """What is written, with its `schema`; a folder of anything else is refused."""
        self.rows: dict[int, int] = {}
        """The number of rows of each part that is there."""
        self.whole: dict[str, Any] | None = None
        """What the folder says of itself, once it is finished."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        sweep(self.path)
        self._close()

    # Opening

    def _open(self) -> None:
        if self._finished():
            return
        begun = self.path / BEGUN
        self._hold(begun, self.asked)
        self._compare(read_json(begun, f"what an {self.work} has begun"))
        sweep(self.path)
        for part in range(ceil(self.plan.matches / MATCHES)):
            count = _height(self.file(part))
            if count is not None:
                self.rows[part] = count

    def _finished(self) -> bool:
        if not (self.path / self.name).exists():
            return False
        said = read_known(self.path / self.name, f"a {self.what}", f"there is no {self.what}", self.asked["schema"])
        self._compare(said)
        for part in said["parts"]:
            if not (self.path / part["file"]).exists():
                raise LabError(f"{self.path / part['file']} is missing; name a new folder")
        self.whole = said
        self.rows = {part: row[self.counted] for part, row in enumerate(said["parts"])}
        (self.path / BEGUN).unlink(missing_ok=True)  # stopped between the last two steps
        return True

    def _compare(self, found: dict[str, Any]) -> None:
        for name, value in self.asked.items():
            if found.get(name) != value:
                raise LabError(
                    f"{self.path} holds another {self.what}: its {name} is not what is asked for; name a new folder"
                )

    # Writing

    def missing(self) -> list[tuple[int, int]]:
        """Return the matches of the parts that are not there, as (first, count)."""
        firsts = range(0, self.plan.matches, MATCHES)
        return [
            (first, min(MATCHES, self.plan.matches - first))
            for part, first in enumerate(firsts)
            if part not in self.rows
        ]

    def fill(self, task: Task[tuple[int, bytes]], jobs: int, progress: Callable[[int], None]) -> None:
        """Let a task make the parts that are missing, each as its number of rows and its bytes, and keep them.

        `progress` is told how many matches there are, at first and after each part.
        """
        ranges = self.missing()
        there = self.plan.matches - sum(count for _, count in ranges)
        progress(there)
        if not ranges:
            return
        with local(task, self.plan, min(jobs, len(ranges)) if jobs else 0) as workers:
            while ranges or workers.busy:
                while ranges and workers.busy < workers.ahead:
                    workers.start(*ranges.pop(0))
                for done in workers.finished():
                    self.add(done.first, *done.value)
                    there += done.count
                    progress(there)

    def add(self, first: int, count: int, packed: bytes) -> None:
        """Keep a part: the rows of the matches from `first` on, `count` of them."""
        part = first // MATCHES
        put(self.file(part), packed)
        self.rows[part] = count

    def finish(self, **more: Any) -> None:
        """Write down what the parts are."""
        parts = [{"file": self.file(part).name, self.counted: self.rows[part]} for part in sorted(self.rows)]
        put_json(self.path / self.name, {**self.asked, **more, self.counted: sum(self.rows.values()), "parts": parts})
        (self.path / BEGUN).unlink()

    def file(self, part: int) -> Path:
        """Return the file of a part."""
        return self.path / f"part-{part:05d}.{self.kind}"


def _height(path: Path) -> int | None:
    """Return the number of rows of a part, or None if it is not there or damaged."""
    try:
        if path.suffix == ".npz":
            with np.load(path) as packed:
                return len(packed["match"])
        return int(pl.scan_parquet(path).select(pl.len()).collect().item())
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, pl.exceptions.PolarsError):
        return None
