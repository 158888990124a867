"""Files of the lab: at every moment the old one or the new one, whole. What is begun has a dot before its name."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from shapan.lab.errors import LabError


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Let a file be written beside its place, and rename it when it is on the disk."""
    begun = path.with_name(f".{path.name}")
    try:
        yield begun
        with begun.open("rb+") as file:
            os.fsync(file.fileno())
        begun.replace(path)
    except BaseException as error:
        begun.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(
                path
            )  # a full disk names no file, and the one beside is not the one that was asked for
        raise


def put(path: Path, data: bytes) -> None:
    """Write a file whole."""
    with beside(path) as begun:
        begun.write_bytes(data)


def put_json(path: Path, data: Any) -> None:
    """Write a file of JSON that people can read."""
    put(path, (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode())


def read_json(path: Path, what: str) -> dict[str, Any]:
    """Return what a file of JSON says. Raises Fault if it does not hold what it should, OSError if it is not there."""
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        written = None
    if not isinstance(written, dict):
        raise LabError(f"{path}: not {what}")
    return written


def read_known(path: Path, what: str, none: str, *schemas: int) -> dict[str, Any]:
    """Return what a file of JSON of one of some schemas says. Raises Fault if it is of another, or if there is none."""
    try:
        written = read_json(path, what)
    except OSError:
        raise LabError(f"{path.parent}: {none}") from None
    if written.get("schema") not in schemas:
        known = " and ".join(map(str, schemas))
        raise LabError(f"{path}: {what} of schema {written.get('schema')}; this Shapan reads schema {known}")
    return written


def sweep(*places: Path) -> None:
    """Remove what was begun in some folders and not finished, interrupts or not: a second one comes too late."""
    with undisturbed():
        for rest in [path for place in places for path in place.glob(".*")]:
            shutil.rmtree(rest) if rest.is_dir() else rest.unlink()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Leave interrupts unheard for a moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def lock(file: IO[bytes], place: Path, what: str = "run") -> None:
    """Hold a folder until a file in it is closed or the process ends. Raises Fault if another process holds it."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - on Windows two runs in one folder are not kept apart
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise LabError(f"{place}: another {what} is at work there") from None
