"""Libraries made of translated games: compiled in seconds, kept in a folder named by their text, called by ctypes.

Without a compiler, or for a game that cannot be translated as a whole, there is none, and plain Python plays.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from array import array
from collections.abc import Iterator, Sequence
from ctypes import CDLL, addressof, c_char, c_char_p, c_int64, c_void_p, cast
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import iter_unpack
from tempfile import TemporaryDirectory
from typing import Any, Final

from shapan.build import BUILDS
from shapan.engine.actions import DONE
from shapan.engine.game import Game
from shapan.engine.prompt import Prompt
from shapan.engine.state import State
from shapan.native.answers import Playout
from shapan.native.game import Translation, headers, translate
from shapan.native.layout import Readers, Writers
from shapan.native.staging import Layout
from shapan.native.types import LeavesSubset
from shapan.native.unit import Unit

COMPILER: Final = "CXX"
"""The variable that names the C++ compiler; g++ without it."""
FOLDER: Final = "SHAPAN_NATIVE"
"""The variable that names the folder where libraries are kept."""
FLAGS: Final = ("-std=c++17", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-fwrapv", "-ffp-contract=off", "-w")
"""`-O1` plays as fast as `-O2` and builds in less time; fractions are rounded after each step, as in Python."""
FINISHED: Final = 1
_START_ROOM: Final = 1 << 12
"""How much longer the last state of a match may be than the first."""
_ANSWERS: Final = 1 << 11
"""Room for so many answers a match."""


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


def compiled(text: str, name: str, build: bool = True) -> Path | None:
    """Return the library of a text in C++, compiled unless it is there or not to be built; None where there is none."""
    parts = headers()
    digest = sha256("\0".join([text, *parts.values(), *FLAGS]).encode()).hexdigest()
    place = folder() / f"{digest[:16]}-{sysconfig.get_platform()}" / f"{name}.so"
    if place.is_file():
        return place
    program = compiler()
    if program is None or not build:
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


Answer = tuple[Prompt[Any], int, int]
"""What was answered where there was a choice: the question, the seat and the code."""


@dataclass(slots=True)
class Played:
    """What has come of some matches, by match: None for one that Python has to play."""

    playouts: list[Playout | None]
    states: list[State | None]
    """Their last states, if they were wanted."""
    answers: list[list[Answer]] = field(default_factory=list)
    """What was answered, if it was wanted: first codes alone."""
    picks: list[list[Answer]] = field(default_factory=list)
    """The further codes of answers made of several picks, likewise."""
    whole: list[list[tuple[int, ...]]] = field(default_factory=list)
    """All codes of each answer, likewise."""


@dataclass(slots=True)
class Job:
    """Matches to be played from one beginning; each with its key, its answers drawn from that key as well."""

    start: State
    keys: Sequence[bytes]
    answer_keys: Sequence[bytes] | None = None
    """Keys of 16 bytes: what the answers of each match are drawn from, as from `Stream(key)`."""
    players: Sequence[Sequence[tuple[int, int]]] | None = None
    """Of each match by seat: of so many answers (the second) so many (the first) are left to chance.

    All of them with `RANDOM`, none with `GREEDY`.
    """
    states: bool = False
    answers: bool = False


RANDOM: Final = (0, 0)
GREEDY: Final = (0, 1)


class Library:
    """A game whose rules run in C++."""

    def __init__(self, unit: Unit, file: Path) -> None:
        self.unit = unit
        self.file = file
        self._play = CDLL(str(file)).shapan_play
        self._play.restype = c_int64
        self._play.argtypes = [c_void_p]
        self._writers = Writers(unit.fields)
        self._reader = Readers(unit.fields).of(unit.state)
        self._prompts = [prompt for prompt, _ in unit.questions.values()]

    @property
    def rates(self) -> bool:
        """Whether players may go by the game's ratings."""
        return self.unit.rating is not None

    def play(self, job: Job) -> Played:
        """Play the matches of a job."""
        start, count, seats = job.start, len(job.keys), job.start.seats
        begin = array("q", self._writers.numbers(start, self.unit.state))
        sizes, rows = array("q", map(len, job.keys)), array("q", bytes(8 * count * (3 + 2 * seats)))
        room = (len(begin) + _START_ROOM) * count if job.states else 0
        log_room = (_START_ROOM + 3 * _ANSWERS * count) if job.answers else 0
        kept, log = bytearray(8 * room), bytearray(8 * log_room)
        lengths, log_lengths = array("q", bytes(8 * count)), array("q", bytes(8 * count))
        keys, answer_keys = b"".join(job.keys), b"".join(job.answer_keys or ())
        players = array("q", [number for match in job.players or () for player in match for number in player])
        with_answers, with_players = job.answer_keys is not None, job.players is not None
        order = array("q", [
            count, address(begin), address_of(keys), address(sizes), address_of(answer_keys) if with_answers else 0,
            address(players) if with_players else 0, address(rows), address_of(kept) if job.states else 0, room,
            address(lengths), address_of(log) if job.answers else 0, log_room, address(log_lengths),
        ])  # fmt: skip
        if start.chance.scripts or self._play(address(order)) != FINISHED:
            return Played([None] * count, [None] * count)
        found = Played(_read(rows, seats), [None] * count)
        if job.states:
            found.states = [self._reader(iter(part), start) for part in _parts(kept, lengths)]
        if job.answers:
            for part in _parts(log, log_lengths):
                self._read_answers(part, found)
        return found

    def _read_answers(self, part: list[int], found: Played) -> None:
        prompts, rows = self._prompts, list(zip(part[::3], part[1::3], part[2::3], strict=True))
        found.answers.append([(prompts[question], seat, code) for question, seat, code in rows if question >= 0])
        found.picks.append([(prompts[-1 - question], seat, code) for question, seat, code in rows if question < 0])
        whole: list[tuple[int, ...]] = []
        for question, _, code in rows:
            if question < 0:
                whole[-1] += (code,)
            else:
                whole.append(() if code == DONE and prompts[question].many else (code,))
        found.whole.append(whole)


def _parts(numbers: bytearray, lengths: array[int]) -> Iterator[list[int]]:
    """Yield the parts of a row of numbers that lie one after another."""
    at, row = 0, memoryview(numbers).cast("q")
    for length in lengths:
        yield row[at : at + length].tolist()
        at += length


def address_of(text: bytes | bytearray) -> int:
    """Return where some bytes lie, as long as they are kept."""
    if isinstance(text, bytes):
        return cast(c_char_p(text), c_void_p).value or 0
    return addressof(c_char.from_buffer(text)) if text else 0


def address(numbers: array[int] | array[float]) -> int:
    """Return where some numbers lie, as long as they are kept."""
    return numbers.buffer_info()[0]


def _read(rows: array[int], seats: int) -> list[Playout | None]:
    """Return how each match ended; None for one that was left."""
    return [
        Playout(row[1], row[2], row[3 : 3 + seats], row[3 + seats :]) if row[0] == FINISHED else None
        for row in iter_unpack(f"{3 + 2 * seats}q", rows)
    ]


@cache
def library_of(game: Game[Any], build: bool = True) -> Library | None:
    """Return the library of a game, with its ratings if they can be translated; None where plain Python has to play.

    It is built unless it is there, or taken only where it is there.
    """
    if not build and not any(folder().glob(f"*/{game.name}.so")):
        return None
    for ratings in (True, False):
        made = _translated(game, ratings)
        if made is not None and made.unit.is_whole:
            file = compiled(made.text, game.name, build)
            return None if file is None else Library(made.unit, file)
    return None


@cache
def _translated(game: Game[Any], ratings: bool) -> Translation | None:
    try:
        return translate(game, ratings)
    except LeavesSubset:
        return None


@dataclass(slots=True)
class Staged:
    """A library whose matches are answered from outside, with how states go there."""

    library: CDLL
    unit: Unit

    def numbers(self, state: State) -> list[int]:
        """Return the numbers of a state."""
        return Writers(self.unit.fields).numbers(state, self.unit.state)


def staged(game: Game[Any], layout: Layout) -> Staged | None:
    """Return a library whose matches are answered from outside; None where plain Python has to play."""
    try:
        made = translate(game, layout=layout)
    except LeavesSubset:
        return None
    file = compiled(made.text, f"{game.name}_{layout.seats}") if made.unit.is_whole else None
    return None if file is None else Staged(CDLL(str(file)), made.unit)


def why_plain(game: Game[Any], ratings: bool = False) -> list[str]:
    """Return each line of a game's rules, with its `ratings` if wanted, that cannot be translated.

    Such a line is `file:line: (number) reason`.
    """
    try:
        return translate(game, ratings).left
    except LeavesSubset as error:
        return [f"{game.name}: {error}"]
