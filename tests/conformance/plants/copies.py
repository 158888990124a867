"""Edited copies of a game's package, for plants in the text of rules modules."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from conformance.plants.base import Edit
from shapan.engine.game import Game
from shapan.engine.text import package_of

_COPIES = [0]


def edited(game: Game[Any], folder: Path, edits: Sequence[Edit]) -> tuple[Game[Any], range]:
    """Return a game from a copy of its package with texts replaced, and the lines of the last replacement."""
    package = package_of(game)
    _COPIES[0] += 1
    name = f"planted_{game.name}_{_COPIES[0]}"
    target = folder / name
    shutil.copytree(str(files(package)), target, ignore=shutil.ignore_patterns("__pycache__"))
    lines = range(0)
    for file, old, new in edits:
        path = target / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has {text.count(old)} times {old!r}"
        first = text[: text.index(old)].count("\n") + 1
        lines = range(first, first + new.count("\n") + 1)
        path.write_text(text.replace(old, new), encoding="utf-8")
    for path in target.rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace(package, name), encoding="utf-8")
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    importlib.invalidate_caches()
    module = importlib.import_module(name)
    found: Game[Any] = module.GAME
    return found, lines


def forget(folder: Path) -> None:
    """Take the copies of a folder out of the interpreter again."""
    if str(folder) in sys.path:
        sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.startswith("planted_")]:
        del sys.modules[name]
