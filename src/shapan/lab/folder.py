"""A result folder: the plan, the parts that are finished, and at the end both tables whole.

    plan.json                      what is played; written first, never changed, locked while a run works here
    parts/000000120-000000179/     the rows of these matches, both tables; comes into being by a rename
    matches.parquet, seats.parquet the result: the same bytes whoever played it, in whatever parts

A process that is killed at any moment leaves a folder with which the same plan goes on.
"""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

import polars as pl

from shapan.lab.fault import Fault
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
TABLES: Final = ("matches", "seats")
GROUP: Final = 65_536
"""Rows of a group in a Parquet file: fixed, so that the bytes do not depend on the parts."""
MARK: Final = "shapan"
"""The key in a Parquet file's metadata under which schema, plan and number of matches stand."""


def mark(path: Path) -> dict[str, Any]:
    """Return what a Parquet file says of itself. Raises Fault for a file that is none of ours."""
    try:
        said = json.loads(pl.read_parquet_metadata(path)[MARK])
    except (OSError, KeyError, ValueError, pl.exceptions.PolarsError):
        raise Fault(f"{path}: no Parquet file of a lab run") from None
    if not isinstance(said, dict) or said.get("schema") != SCHEMA:
        raise Fault(f"{path}: its rows are of another schema than {SCHEMA}, that of this Shapan")
    return said


class Folder:
    """The folder of a plan, open for writing: made if it is not there, refused if it holds another plan."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.written = {"schema": SCHEMA, **plan.write()}
        self.digest = digest_of(self.written)
        self.shape = Shape(plan)
        self.parts = path / "parts"
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self._open()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(OSError):
            self._sweep()  # an interrupt may come twice, the second time where the first is dealt with
            self.parts.rmdir()  # only where nothing is left in it
        self._close()

    def _close(self) -> None:
        if self._lock is not None:
            self._lock.close()

    # Opening

    def _open(self) -> None:
        place = self.path / "plan.json"
        if not place.exists():
            begun = self.path / ".plan.json"
            if self.path.exists() and (not self.path.is_dir() or set(self.path.iterdir()) - {begun}):
                raise Fault(f"{self.path}: there is something else already; name a new folder")
            self.path.mkdir(parents=True, exist_ok=True)
            text = json.dumps(self.written, ensure_ascii=False, indent=2) + "\n"
            _write(begun, text.encode())
            begun.rename(place)
        self._lock = place.open("rb")
        _lock(self._lock, self.path)
        self._compare(place)
        self.parts.mkdir(exist_ok=True)
        self._sweep()

    def _sweep(self) -> None:
        """Remove what was begun and not finished."""
        for rest in [*self.path.glob(".*"), *self.parts.glob(".*")]:
            shutil.rmtree(rest) if rest.is_dir() else rest.unlink()

    def _compare(self, place: Path) -> None:
        try:
            found = json.loads(place.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise Fault(f"{place}: not the plan of a lab run")
        for name in {**self.written, **found}:
            if found.get(name) != self.written.get(name):
                there, here = (json.dumps(data.get(name), ensure_ascii=False) for data in (found, self.written))
                raise Fault(f"{self.path} holds another plan: {name} is {there} there, {here} here; name a new folder")

    # What is there

    def ranges(self) -> list[tuple[int, int]]:
        """Return the finished parts as (first, count), rising. A part that cannot be read is removed."""
        if (whole := self.whole()) is not None:
            return [(0, whole)]
        found: list[tuple[int, int]] = []
        for part in sorted(self.parts.iterdir()):
            first, last = (int(word) for word in part.name.split("-"))
            count = last - first + 1
            if (found and first < sum(found[-1])) or not self._is_good(part, count):
                shutil.rmtree(part)
            else:
                found.append((first, count))
        return found

    def _is_good(self, part: Path, count: int) -> bool:
        try:
            for table, height in zip(TABLES, (count, count * self.plan.seats), strict=True):
                path = part / f"{table}.parquet"
                if mark(path)["plan"] != self.digest or _height(path) != height:
                    return False
        except (Fault, OSError, pl.exceptions.PolarsError):
            return False
        return True

    def whole(self) -> int | None:
        """Return the number of matches in the tables, or None if they are not put together yet."""
        paths = [self.path / f"{table}.parquet" for table in TABLES]
        if any(self.parts.iterdir()) or not all(path.exists() for path in paths):
            return None
        marks = [mark(path) for path in paths]
        if any(said["plan"] != self.digest for said in marks):
            raise Fault(f"{self.path}: its tables are not of the plan beside them")
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
        sources = [self.path] if self.whole() is not None else sorted(self.parts.iterdir())
        files = [source / f"{table}.parquet" for source in sources]
        return pl.scan_parquet(files).filter(pl.col("match") < upto)

    # Writing

    def add(self, rows: Rows) -> None:
        """Keep the rows of a range: written aside, then renamed."""
        name = f"{rows.first:09d}-{rows.first + rows.count - 1:09d}"
        aside = self.parts / f".{name}"
        try:
            aside.mkdir()
            for table, columns, types in (
                ("matches", rows.matches, self.shape.matches),
                ("seats", rows.seats, self.shape.seats),
            ):
                _write(aside / f"{table}.parquet", self._packed(columns, types))
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
                with self._aside(f"{table}.parquet") as aside:
                    frame.sink_parquet(aside, row_group_size=GROUP, metadata={MARK: json.dumps(said)})
            gone = self.path / ".parts"
            self.parts.rename(gone)  # from here on the tables count
            shutil.rmtree(gone)
            self.parts.mkdir()
        for table in TABLES if csv else ():
            with self._aside(f"{table}.csv") as aside:
                self.scan(table, matches).sink_csv(aside)

    @contextmanager
    def _aside(self, name: str) -> Iterator[Path]:
        """Let a file be written beside its place, and rename it when it is on the disk."""
        aside = self.path / f".{name}"
        try:
            yield aside
            with aside.open("rb+") as file:
                os.fsync(file.fileno())
            aside.rename(self.path / name)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise

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
            with self._aside(f"{name}.{kind}") as aside:
                aside.write_bytes(data)


def _height(path: Path) -> int:
    return int(pl.scan_parquet(path).select(pl.len()).collect().item())


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _lock(file: IO[bytes], path: Path) -> None:
    """Hold the folder until the file is closed or the process ends."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - on Windows two runs in one folder are not kept apart
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Fault(f"{path}: another run is at work there") from None


def read_plan(path: Path) -> dict[str, Any]:
    """Return the written plan of a folder. Raises Fault where there is none, or one of another schema."""
    place = path / "plan.json"
    try:
        written = json.loads(place.read_text(encoding="utf-8"))
    except OSError:
        raise Fault(f"{path}: there is no lab run") from None
    except ValueError:
        raise Fault(f"{place}: not the plan of a lab run") from None
    if not isinstance(written, dict) or written.get("schema") != SCHEMA:
        raise Fault(f"{place}: not a plan of schema {SCHEMA}, that of this Shapan")
    return written
