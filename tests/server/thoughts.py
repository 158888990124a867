"""Thoughts that end badly, for the processes that think them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from shapan.server.match.thinking import think


def killed_once(mark: Path, body: bytes, seat: int, name: str) -> list[int]:
    """The first thought ends with its process, which leaves its id; the next is thought to its end."""
    if not mark.exists():
        write(mark)
        os.kill(os.getpid(), signal.SIGKILL)
    return think(body, seat, name)


def stubborn(mark: Path) -> None:
    """A thought that says that it has begun, never ends, and takes no hint to stop."""
    while True:
        try:
            write(mark)
            while True:
                time.sleep(1)
        except KeyboardInterrupt:
            pass


def patient(begun: Path, wanted: Path) -> int:
    """A thought that waits for a file, and tells in which process it was thought."""
    write(begun)
    while not wanted.exists():
        time.sleep(0.01)
    return os.getpid()


def write(mark: Path) -> None:
    """Leave the id of the process, all of it at once."""
    part = mark.with_suffix(".part")
    part.write_text(str(os.getpid()))
    part.replace(mark)
