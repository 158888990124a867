"""A word about a long command that gets no further: at which line of a game it is, where a loop may have no end."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

from shapan.engine.game import Game
from shapan.engine.text import package_of
from shapan.engine.trouble import folder_of

SECONDS: Final = 30.0


@contextmanager
def told_of_standstill(
    game: Game[Any], progress: Callable[[int], None], seconds: float = SECONDS
) -> Iterator[Callable[[int], None]]:
    """Hand on what is told of progress; after so many seconds without any, say on standard error where the game is."""
    moved, over = threading.Event(), threading.Event()
    main, folder = threading.get_ident(), folder_of(package_of(game))

    def told(there: int) -> None:
        moved.set()
        progress(there)

    def watch() -> None:
        while not over.is_set():
            if not moved.wait(seconds):
                place = _place(sys._current_frames().get(main), folder)
                print(f"shapan: {game.name}: no further for {seconds:g} s{place}", file=sys.stderr, flush=True)
            elif not over.is_set():
                moved.clear()
                over.wait(0.5)  # progress comes often: it need not wake this thread each time

    watcher = threading.Thread(target=watch, name="standstill", daemon=True)
    watcher.start()
    try:
        yield told
    finally:
        over.set()
        moved.set()
        watcher.join()


def _place(frame: FrameType | None, folder: str) -> str:
    """Return the innermost line of a folder that runs, "" where none does."""
    while frame is not None:
        if Path(frame.f_code.co_filename).is_relative_to(folder):
            return f", at {frame.f_code.co_filename}, line {frame.f_lineno} ({frame.f_code.co_name})"
        frame = frame.f_back
    return ""
