"""Libraries made of translated games: compiled in seconds, kept in a folder named by their text, called by ctypes.

Without a compiler, or for a game that cannot be translated as a whole, there is none, and plain Python plays.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from array import array
from collections.abc import Sequence
from ctypes import CDLL, c_char_p, c_int64, c_void_p
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import iter_unpack
from tempfile import TemporaryDirectory
from typing import Any, Final

from shapan.build import BUILDS
from shapan.engine.game import Game
from shapan.engine.state import State
from shapan.native.answers import Playout
from shapan.native.game import headers, translate
from shapan.native.layout import flat, whole
from shapan.native.types import LeavesSubset
from shapan.native.unit import Unit

COMPILER: Final = "CXX"
"""The variable that names the C++ compiler; g++ without it."""
FOLDER: Final = "SHAPAN_NATIVE"
"""The variable that names the folder where libraries are kept."""
FLAGS: Final = ("-std=c++17", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-fwrapv", "-ffp-contract=off", "-w")
"""`-O1` plays as fast as `-O2` and builds in less time; fractions are rounded after each step, as in Python."""
FINISHED: Final = 1
_START_ROOM: Final = 1 << 16


def folder() -> Path:
    """Return where libraries are kept: beside the compiled modules of a checkout, else with the user's caches."""
    named, builds = os.environ.get(FOLDER), os.environ.get(BUILDS)
    if named:
        return Path(named)
    if builds:
        return Path(builds).parent / "native"
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "shapan" / "native"


def compiler() -> str | None:
    """Return the path of the C++ compiler, None where there is none."""
    return shutil.which(os.environ.get(COMPILER) or "g++")


def compiled(text: str, name: str) -> Path | None:
    """Return the library of a text in C++, compiled unless it is there; None where it cannot be."""
    parts = headers()
    digest = sha256("\0".join([text, *parts.values(), *FLAGS]).encode()).hexdigest()
    place = folder() / f"{digest[:16]}-{sysconfig.get_platform()}" / f"{name}.so"
    if place.is_file():
        return place
    program = compiler()
    if program is None:
        return None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=place.parent) as work:
            for file, one in {**parts, f"{name}.cpp": text}.items():
                (Path(work) / file).write_text(one, encoding="utf-8")
            subprocess.run(  # noqa: S603 - the compiler that the user has, with a text that was made here
                [program, *FLAGS, "-o", place.name, f"{name}.cpp"], cwd=work, check=True, capture_output=True
            )
            (Path(work) / place.name).replace(place)  # at once: another process may be about to load it
    except (OSError, subprocess.CalledProcessError):
        return None
    return place


@dataclass(slots=True)
class Played:
    """What has come of some matches: how each ended, None for one that Python has to play, and their last states."""

    playouts: list[Playout | None]
    states: list[State | None]


class Library:
    """A game whose rules run in C++."""

    def __init__(self, unit: Unit, file: Path) -> None:
        self.unit = unit
        self.file = file
        self._play = CDLL(str(file)).shapan_playouts
        self._play.restype = c_int64
        self._play.argtypes = [c_void_p, c_char_p, c_void_p, c_int64, c_void_p, c_void_p, c_int64, c_void_p]

    def play(self, start: State, keys: Sequence[bytes], states: bool = False) -> Played:
        """Play a match from one beginning for each key, every answer as likely; keep their last `states` if wanted."""
        count, seats = len(keys), start.seats
        begin = array("q", flat(start, self.unit.state, self.unit.fields))
        sizes, rows = array("q", map(len, keys)), array("q", bytes(8 * count * (3 + 2 * seats)))
        room = (len(begin) + _START_ROOM) * count if states else 0
        kept, lengths = array("q", bytes(8 * room)), array("q", bytes(8 * count))
        done = self._play(
            _at(begin), b"".join(keys), _at(sizes), count, _at(rows), _at(kept) if states else None, room, _at(lengths)
        )
        if done != FINISHED or start.chance.scripts:
            return Played([None] * count, [None] * count)
        found = Played(_read(rows, seats), [None] * count)
        at = 0
        for place in range(count) if states else ():
            part = kept[at : at + lengths[place]]
            at += lengths[place]
            found.states[place] = whole(iter(part), self.unit.state, self.unit.fields, start)
        return found


def _at(numbers: array[int]) -> int:
    return numbers.buffer_info()[0]


def _read(rows: array[int], seats: int) -> list[Playout | None]:
    """Return how each match ended; None for one that was left."""
    return [
        Playout(row[1], row[2], row[3 : 3 + seats], row[3 + seats :]) if row[0] == FINISHED else None
        for row in iter_unpack(f"{3 + 2 * seats}q", rows)
    ]


@cache
def library_of(game: Game[Any]) -> Library | None:
    """Return the library of a game, built unless it is there; None where plain Python has to play."""
    try:
        made = translate(game)
    except LeavesSubset:
        return None
    file = compiled(made.text, game.name) if made.unit.is_whole else None
    return None if file is None else Library(made.unit, file)


def why_plain(game: Game[Any]) -> list[str]:
    """Return each line of a game's rules that cannot be translated, as `file:line: (number) reason`."""
    try:
        return translate(game).left
    except LeavesSubset as error:
        return [f"{game.name}: {error}"]
