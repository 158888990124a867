"""The folder of a data set: parts of a fixed number of matches, and at the end what they are.

    begun.json            while it lasts: what is written; held by the process that writes
    part-00000.parquet    .. or .npz; comes into being by a rename
    dataset.json          last of all: what the parts are

A process that is killed at any moment leaves a folder with which the same export goes on.
"""

from __future__ import annotations

import zipfile
from math import ceil
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import numpy as np
import polars as pl

from shapan.cli.lab.dataset import MATCHES, SCHEMA, setting_of
from shapan.lab.fault import Fault
from shapan.lab.files import put, put_json, read_json, read_known, sweep
from shapan.lab.held import Held
from shapan.lab.plan import Plan

NAME: Final = "dataset.json"
BEGUN: Final = "begun.json"
_WHAT: Final = "a data set"


class DataFolder(Held):
    """The folder of a data set, open for writing: made if it is not there, refused if it holds something else."""

    work = "export"

    def __init__(self, path: Path, plan: Plan, kind: str) -> None:
        super().__init__(path)
        self.plan = plan
        self.kind = kind
        self.asked = {"schema": SCHEMA, "format": kind, "plan": plan.write()}
        self.rows: dict[int, int] = {}
        """The number of decisions of each part that is there."""
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
        self._compare(read_json(begun, "what an export has begun"))
        sweep(self.path)
        for part in range(ceil(self.plan.matches / MATCHES)):
            count = _height(self._file(part))
            if count is not None:
                self.rows[part] = count

    def _finished(self) -> bool:
        if not (self.path / NAME).exists():
            return False
        said = read_known(self.path / NAME, _WHAT, "there is no data set", SCHEMA)
        self._compare(said)
        for part in said["parts"]:
            if not (self.path / part["file"]).exists():
                raise Fault(f"{self.path / part['file']} is missing; name a new folder")
        self.whole = said
        self.rows = {part: row["decisions"] for part, row in enumerate(said["parts"])}
        (self.path / BEGUN).unlink(missing_ok=True)  # stopped between the last two steps
        return True

    def _compare(self, found: dict[str, Any]) -> None:
        for name, value in self.asked.items():
            if found.get(name) != value:
                raise Fault(
                    f"{self.path} holds another data set: its {name} is not what is asked for; name a new folder"
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

    def add(self, first: int, count: int, packed: bytes) -> None:
        """Keep a part: the decisions of the matches from `first` on, `count` of them."""
        part = first // MATCHES
        put(self._file(part), packed)
        self.rows[part] = count

    def finish(self) -> None:
        """Write down what the parts are."""
        setting = setting_of(self.plan)
        said = {
            "schema": SCHEMA,
            "format": self.kind,
            "environment": setting.id,
            "plan": self.asked["plan"],
            "decisions": sum(self.rows.values()),
            "parts": [{"file": self._file(part).name, "decisions": self.rows[part]} for part in sorted(self.rows)],
            "observation": setting.observation.names(),
            "actions": setting.index.names,
        }
        put_json(self.path / NAME, said)
        (self.path / BEGUN).unlink()

    def _file(self, part: int) -> Path:
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
