"""Looking ahead in C++: answers tried in sampled worlds, with the same worth as `shapan.bots.lookahead.PlainLooks`.

A world is dealt in Python, as rules deal it; what was answered before the open question, the answer that is tried and
all that follows up to the horizon of the game run in C++. Where that cannot be, plain Python looks.
"""

from __future__ import annotations

import os
import pickle
import sys
import sysconfig
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import CDLL, c_int64, c_void_p
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from subprocess import DEVNULL, Popen, TimeoutExpired
from tempfile import NamedTemporaryFile
from time import perf_counter
from typing import Any, Final

from shapan import BUILD
from shapan.bots.lookahead import WAYS, Looks, PlainLooks, answer_key
from shapan.bots.search import Style, shares
from shapan.build import PLAIN
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.registry import UnknownGame, find, games
from shapan.engine.sampler import Sampler, match_of
from shapan.engine.segment import NO_CHOICE, Mark, world_keys
from shapan.engine.state import State
from shapan.native.game import translate
from shapan.native.layout import Writers
from shapan.native.library import FINISHED, FLAGS, address, address_of, compiled, compiler, folder
from shapan.native.types import LeavesSubset, Type
from shapan.native.unit import Unit

CUT: Final = 9
"""How a look ends that has come to the horizon; `FINISHED` where the match was over before."""
READ: Final = (".py", ".h", ".toml", ".csv", ".tsv", ".json")
"""Files that games, and what translates them, are read from."""
PATIENCE: Final = 2.0
"""Seconds in which a process that builds may end by itself."""
_RESULT: Final = 2
"""How many numbers stand before what a look has found: how it ended, and the game's result."""


@dataclass(slots=True, frozen=True)
class Made:
    """What was made of a game: the library, and how its states are written as numbers."""

    file: Path
    state: Type
    fields: dict[type, dict[str, Type]]
    """Of each record in a state the types of its fields."""


class LookLibrary:
    """A game whose answers can be tried in C++."""

    def __init__(self, game: Game[Any], made: Made) -> None:
        self.game = game
        self.call = CDLL(str(made.file)).shapan_look
        self.call.restype, self.call.argtypes = c_int64, [c_void_p]
        self._write, self._kind = Writers(made.fields.__getitem__).numbers, made.state

    def numbers(self, state: State) -> array[int]:
        """Return the numbers of a state."""
        return array("q", self._write(state, self._kind))


class NativeLooks(Looks):
    """Looks in C++ at answers to one open question; those that C++ cannot play on are left to plain Python."""

    def __init__(self, library: LookLibrary, sampler: Sampler[Any], style: Style) -> None:
        self._library, self._sampler, self._style = library, sampler, style
        match = match_of(sampler)
        segment = match.segments[-1]
        self._match = match
        self._snapshot = library.numbers(segment.snapshot)
        self._answered = array("q", [number for entry in segment.entries for number in _told(entry.value)])
        self.by_python = 0
        """How many looks were left to plain Python."""
        self._plain: PlainLooks | None = None

    def look(self, seed: bytes, answers: Sequence[Sequence[int]], deadline: float = 0.0) -> list[list[float]]:
        if deadline and perf_counter() > deadline:
            return []
        game, seats = self._library.game, self._sampler.seats
        width = _RESULT + seats * max(2, len(game.judgement.features))
        dealt, key = self._dealt(seed), answer_key(seed)
        tried = array("q", [number for answer in answers for number in (len(answer), *answer)])
        rows = array("d", bytes(8 * width * len(answers)))
        answered = address(self._answered)
        order = array("q", [
            address(self._snapshot), address(dealt), answered, answered + 8 * len(self._answered), address(tried),
            len(answers), self._sampler.seat, self._style.rounds, address_of(key), width, address(rows),
        ])  # fmt: skip
        ended = self._library.call(address(order)) == FINISHED
        found = []
        for place, answer in enumerate(answers):
            row = rows[place * width : (place + 1) * width].tolist() if ended else [0.0]
            found.append(self._worth(row) or self._by_python(seed, answer))
        return found

    def _dealt(self, seed: bytes) -> array[int]:
        """Return the numbers of a world at the open question."""
        state = self._match.live.copy()
        Mark(self._sampler.seat, *world_keys(seed)).deal(state, self._library.game.resample)
        return self._library.numbers(state)

    def _worth(self, row: list[float]) -> list[float]:
        """Return what a look has found for each seat, nothing where C++ could not play on."""
        game, seats, found = self._library.game, self._sampler.seats, row[_RESULT:]
        if row[0] == CUT:
            size = len(game.judgement.features)
            each = [found[seat * size : (seat + 1) * size] for seat in range(seats)]
            return game.judgement.chances(each, game.independent_payoffs)
        if row[0] != FINISHED:
            return []
        last = self._match.live.copy()
        last.result, last.ranks, last.scores = int(row[1]), _whole(found[:seats]), _whole(found[seats : 2 * seats])
        outcome = game.outcome(last)
        return [] if outcome is None else shares(game, outcome)

    def _by_python(self, seed: bytes, answer: Sequence[int]) -> list[float]:
        if self._plain is None:
            self._plain = PlainLooks(self._sampler, self._style)
        self.by_python += 1
        (worth,) = self._plain.look(seed, [answer])
        return worth


def _whole(numbers: Iterable[float]) -> list[int]:
    return [int(number) for number in numbers]


def _told(value: Any) -> Iterator[int]:
    """Yield the numbers of what was answered: a code, picks behind their number, rows of those likewise."""
    if isinstance(value, int):
        yield value
        return
    yield len(value)
    for one in value:
        yield from _told(one)


def can_look(match: Match[Any]) -> bool:
    """Tell whether C++ can play a match on: nobody has left, the clock gave no answer, nothing says what falls."""
    segment, pending = match.segments[-1], match.pending
    by = {one for entry in segment.entries for one in entry.by.values()} | set(pending.by.values() if pending else ())
    chance = segment.snapshot.chance
    return not (
        match.left or match.leaving or match.open_chance or segment.mark or chance.scripts or by.intersection(NO_CHOICE)
    )


_LOADED: Final[dict[str, LookLibrary]] = {}
"""By game."""


def look_library(game: Game[Any]) -> LookLibrary | None:
    """Return what tries a game's answers in C++, None where it has not been built."""
    known = _LOADED.get(game.name)
    if known is None and (made := _kept(_place(game))) is not None:
        known = _LOADED[game.name] = LookLibrary(game, made)
    return known


def _kept(place: Path) -> Made | None:
    """Return what a file says was made; None without the file or its library, or where nothing can be made."""
    text = place.read_bytes() if place.is_file() else b""
    made: Made | None = pickle.loads(text) if text else None  # noqa: S301 - as own as the library
    return made if made is not None and made.file.is_file() else None


def is_as_installed(game: Game[Any]) -> bool:
    """Tell whether a game is the one of its name, and no variant with tables of its own."""
    try:
        return find(game.name) is game
    except UnknownGame:
        return False


def can_build(game: Game[Any]) -> bool:
    """Tell whether it is yet to be seen if what tries a game's answers can be built."""
    return (
        is_as_installed(game)
        and bool(type(game).horizon and game.judgement.weights and compiler())
        and not _is_settled(_place(game))
    )


def _is_settled(place: Path) -> bool:
    """Tell whether a library is there, or it is known that none can be."""
    return place.is_file() and (not place.read_bytes() or _kept(place) is not None)


@contextmanager
def building(wanted: bool = True) -> Iterator[None]:
    """Build what is not there yet for the games that are, in a process beside this one, which lets all others go first.

    It is a process of plain Python, as compiled functions have no text. It ends with the context.
    """
    if not wanted or not any(map(can_build, games().values())):
        yield
        return
    own = {**os.environ, PLAIN: "1"}
    command = [sys.executable, "-m", "shapan.native"]
    with Popen(command, env=own, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL) as builder:  # noqa: S603 - this program
        try:
            yield
        finally:
            builder.terminate()
            with suppress(TimeoutExpired):
                builder.wait(PATIENCE)
            builder.kill()


def build_looks(game: Game[Any]) -> bool:
    """Build what tries a game's answers in C++, unless it is there; tell whether it is there now.

    Not there: the game has no judgement or no ratings that can be translated, or there is no compiler.
    """
    place = _place(game)
    if not is_as_installed(game):
        return False
    if _is_settled(place):
        return _kept(place) is not None
    if not (game.judgement.weights and compiler() and BUILD.startswith("plain")):
        return False
    try:
        text = translate(game, ratings=True, looks=True)
    except LeavesSubset:
        text = None
    made = None
    if text is not None and text.unit.is_whole:
        file = compiled(text.text, f"{game.name}_looks")
        if file is None:  # such as on a full disk: another time it may be made
            return False
        made = Made(file, text.unit.state, _records(text.unit))
    place.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=place.parent, delete=False) as new:
        new.write(pickle.dumps(made) if made else b"")
    Path(new.name).replace(place)  # at once: another process may be about to load it
    return made is not None


def _records(unit: Unit) -> dict[type, dict[str, Type]]:
    """Return the fields of all records that a state holds."""
    found: dict[type, dict[str, Type]] = {}
    left = [unit.state]
    while left:
        kind = left.pop()
        left += kind.inner
        if kind.cls is not None and kind.cls not in found:
            found[kind.cls] = unit.fields(kind.cls)
            left += found[kind.cls].values()
    return found


def _place(game: Game[Any]) -> Path:
    """Return the file that says what was made of a game of these sources; an empty one says that nothing can be."""
    module = sys.modules[type(game).__module__]
    digest = _digest(module.__package__ or module.__name__)
    return folder() / f"{game.name}-{digest[:16]}-{sys.implementation.cache_tag}-{sysconfig.get_platform()}.looks"


@cache
def _digest(package: str) -> str:
    """Return a hash of all that is read when a game of a package is translated, and of what a library is made with."""
    total = sha256(repr(FLAGS).encode())
    for name in ("shapan.engine", "shapan.bots", "shapan.native", package):
        root = Path(str(files(name)))
        for path in sorted(path for path in root.rglob("*") if path.suffix in READ):
            total.update(path.relative_to(root).as_posix().encode() + b"\0" + sha256(path.read_bytes()).digest())
    return total.hexdigest()


def native_looks(sampler: Sampler[Any], style: Style) -> Looks | None:
    """Return looks in C++ for the seat that is asked; None where plain Python has to look."""
    fits = style.rated and style.rounds and not style.personality and is_as_installed(sampler.game)
    library = look_library(sampler.game) if fits else None
    return None if library is None or not can_look(match_of(sampler)) else NativeLooks(library, sampler, style)


def use() -> None:
    """Let bots of this process look ahead in C++ in games whose library is there."""
    if native_looks not in WAYS:
        WAYS.append(native_looks)
