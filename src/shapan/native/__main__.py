"""Builds in C++ what bots look ahead with, by default for all games: `python -m shapan.native [GAME ...]`."""

from __future__ import annotations

import os
import signal
import sys
import threading
from time import sleep

from shapan.engine.registry import find, games
from shapan.native.looks import build_looks, can_build


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Build, let all other processes go first, and end with the one that began it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that the compiler ends too, and leaves nothing behind
    if hasattr(os, "nice"):
        os.nice(19)
        threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    for name in sys.argv[1:] or games():
        game = find(name)
        if can_build(game):
            found = "is built" if build_looks(game) else "stays plain Python"
            sys.stdout.write(f"{name} {found}\n")


if __name__ == "__main__":
    main()
