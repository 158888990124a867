"""A result folder: the plan, the parts that are finished, and at the end both tables whole.

    plan.json                      what is played; written first, never changed, locked while a run works here
    parts/000000120-000000179/     the rows of these matches, all tables; comes into being by a rename
    matches.parquet, seats.parquet, answers.parquet   the result: the same bytes whoever played it, in whatever parts

A process that is killed at any moment leaves a folder with which the same plan goes on.
"""

from __future__ import annotations

import io
import json
import re
import shutil
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import polars as pl

from shapan.lab.errors import LabError
from shapan.lab.files import beside, put, read_json, read_known, sweep, undisturbed
from shapan.lab.folder_lock import FolderLock
from shapan.lab.plan import Plan, digest_of
from shapan.lab.rows import COUNT, FLAG, REAL, SCHEMA, SMALL, WHOLE, WORD, Columns, Rows, Shape

TYPES: Final[dict[str, Any]] = {
    COUNT: pl.UInt32,
    SMALL: pl.UInt8,
    WORD: pl.String,
    FLAG: pl.Boolean,
    REAL: pl.Float64,
    WHOLE: pl.Int64,
}
TABLES: Final = ("matches", "seats", "answers")
TABLES_OF: Final = {1: TABLES[:2], SCHEMA: TABLES}
"""By schema that can still be read, the tables that its folders have."""
GROUP: Final = 65_536
"""Rows of a group in a Parquet file: fixed, so that the bytes do not depend on the parts."""
_PLAN: Final = "the plan of a lab run"
_PART: Final = re.compile(r"\d+-\d+")
MARK: Final = "shapan"
"""The key in a Parquet file's metadata under which schema, plan and number of matches stand."""


def mark(path: Path) -> dict[str, Any]:
    """Return what a Parquet file says of itself. Raises Fault for a file that is none of ours."""
    try:
        said = json.loads(pl.read_parquet_metadata(path)[MARK])
    except (OSError, KeyError, ValueError, pl.exceptions.PolarsError):
        raise LabError(f"{path}: no Parquet file of a lab run") from None
    if not isinstance(said, dict) or said.get("schema") not in TABLES_OF:
        there = said.get("schema") if isinstance(said, dict) else None
        known = " and ".join(map(str, TABLES_OF))
        raise LabError(f"{path}: its rows are of schema {there}; this Shapan reads schemas {known}")
    return said


class Folder(FolderLock):
    """The folder of a plan, open for writing: made if it is not there, refused if it holds another plan."""

    def __init__(self, path: Path, plan: Plan) -> None:
        super().__init__(path)
        self.plan = plan
        self.written = {"schema": SCHEMA, **plan.write()}
        self.digest = digest_of(self.written)
        self.shape = Shape(plan)
        self.parts = path / "parts"
        self._good: set[str] = set()
        """Parts that were looked into: nobody else writes here."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with undisturbed(), suppress(OSError):  # an interrupt may come twice, the second time where the first is heard
            sweep(self.path, self.parts)
            self.parts.rmdir()  # only where nothing is left in it
        self._close()

    # Opening

    def _open(self) -> None:
        place = self.path / "plan.json"
        self._hold(place, self.written)
        self._compare(place)
        self.parts.mkdir(exist_ok=True)
        sweep(self.path, self.parts)

    def _compare(self, place: Path) -> None:
        found = read_json(place, _PLAN)
        for name in {**self.written, **found}:
            if found.get(name) != self.written.get(name):
                there, here = (json.dumps(data.get(name), ensure_ascii=False) for data in (found, self.written))
                raise LabError(
                    f"{self.path} holds another plan: {name} is {there} there, {here} here; name a new folder"
                )

    # What is there

    def ranges(self) -> list[tuple[int, int]]:
        """Return the finished parts as (first, count), rising. A part that cannot be read is removed."""
        if (whole := self.whole()) is not None:
            return [(0, whole)]
        found: list[tuple[int, int]] = []
        for part in self._parts():
            first, last = (int(word) for word in part.name.split("-"))
            count = last - first + 1
            if (found and first < sum(found[-1])) or not self._check(part, count):
                shutil.rmtree(part)
            else:
                found.append((first, count))
        return found

    def _parts(self) -> list[Path]:
        return sorted(part for part in self.parts.iterdir() if _PART.fullmatch(part.name))

    def _check(self, part: Path, count: int) -> bool:
        """Read a part once; return whether it is whole and of this plan."""
        if part.name in self._good:
            return True
        try:
            for table, height in zip(TABLES, (count, count * self.plan.seats, None), strict=True):
                path = part / f"{table}.parquet"
                if mark(path)["plan"] != self.digest or _height(path) != (_height(path) if height is None else height):
                    return False
        except (LabError, OSError, pl.exceptions.PolarsError):
            return False
        self._good.add(part.name)
        return True

    def whole(self) -> int | None:
        """Return the number of matches in the tables, or None if they are not put together yet."""
        paths = [self.path / f"{table}.parquet" for table in TABLES]
        if self._parts() or not all(path.exists() for path in paths):
            return None
        marks = [mark(path) for path in paths]
        if any(said["plan"] != self.digest for said in marks):
            raise LabError(f"{self.path}: its tables are not of the plan beside them")
        return int(marks[0]["matches"])

    def missing(self, upto: int) -> list[tuple[int, int]]:
        """Return what is still to be played of the matches before `upto`, as (first, count)."""
        gaps, at = [], 0
        for first, count in [*self.ranges(), (upto, 0)]:
            if at < min(first, upto):
                gaps.append((at, min(first, upto) - at))
            at = max(at, first + count)
        return gaps

    def scan(self, table: str, upto: int) -> pl.LazyFrame:
        """Return the rows of the first matches, in order. None of them may be missing."""
        sources = [self.path] if self.whole() is not None else self._parts()
        files = [source / f"{table}.parquet" for source in sources]
        return pl.scan_parquet(files).filter(pl.col("match") < upto)

    # Writing

    def add(self, rows: Rows) -> None:
        """Keep the rows of a range: written aside, then renamed."""
        name = f"{rows.first:09d}-{rows.first + rows.count - 1:09d}"
        aside = self.parts / f".{name}"
        try:
            aside.mkdir()
            for table, types in self.shape.tables.items():
                put(aside / f"{table}.parquet", self._packed(getattr(rows, table), types))
            aside.rename(self.parts / name)
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise

    def _packed(self, columns: Columns, types: dict[str, str]) -> bytes:
        frame = pl.DataFrame(columns, {name: TYPES[kind] for name, kind in types.items()})
        packed = io.BytesIO()
        frame.write_parquet(packed, metadata={MARK: json.dumps({"schema": SCHEMA, "plan": self.digest})})
        return packed.getvalue()

    def put_together(self, matches: int, csv: bool = False) -> None:
        """Make the tables of the parts, and on request the same as CSV."""
        if self.whole() is None:
            said = {"schema": SCHEMA, "plan": self.digest, "matches": matches}
            for table in TABLES:
                frame = self.scan(table, matches)
                with beside(self.path / f"{table}.parquet") as aside:
                    frame.sink_parquet(aside, row_group_size=GROUP, metadata={MARK: json.dumps(said)})
            gone = self.path / ".parts"
            self.parts.rename(gone)  # from here on the tables count
            shutil.rmtree(gone)
            self.parts.mkdir()
        for table in TABLES if csv else ():
            with beside(self.path / f"{table}.csv") as aside:
                self.scan(table, matches).sink_csv(aside)

    def keep(self, name: str, rows: list[dict[str, Any]]) -> None:
        """Write a small table beside the others: as JSON, CSV and Parquet."""
        frame = pl.DataFrame(rows)
        packed, text = io.BytesIO(), json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
        frame.write_parquet(packed, metadata={MARK: json.dumps({"schema": SCHEMA, "plan": self.digest})})
        for kind, data in (
            ("json", text.encode()),
            ("csv", frame.write_csv().encode()),
            ("parquet", packed.getvalue()),
        ):
            put(self.path / f"{name}.{kind}", data)


def _height(path: Path) -> int:
    return int(pl.scan_parquet(path).select(pl.len()).collect().item())


def read_plan(path: Path) -> dict[str, Any]:
    """Return the written plan of a folder. Raises Fault where there is none, or one of another schema."""
    return read_known(path / "plan.json", _PLAN, "there is no lab run", *TABLES_OF)
