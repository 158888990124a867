"""Looking ahead in C++: answers tried in sampled worlds, with the same worth as `shapan.bots.lookahead.PlainLooks`.

A world is dealt in Python, as rules deal it; what was answered before the open question, the answer that is tried and
all that follows up to the horizon of the game run in C++. Where that cannot be, plain Python looks.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from ctypes import CDLL, c_int64, c_void_p
from functools import cache
from time import perf_counter
from typing import Any, Final

from shapan.bots.lookahead import WAYS, Looks, PlainLooks, answer_key
from shapan.bots.search import Style, shares
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.sampler import Sampler, match_of
from shapan.engine.segment import NO_CHOICE, Mark, world_keys
from shapan.engine.state import State
from shapan.native.game import translate
from shapan.native.layout import Writers
from shapan.native.library import FINISHED, address, address_of, compiled, folder
from shapan.native.types import LeavesSubset
from shapan.native.unit import Unit

CUT: Final = 9
"""How a look ends that has come to the horizon; `FINISHED` where the match was over before."""
_RESULT: Final = 2
"""How many numbers stand before what a look has found: how it ended, and the game's result."""


class LookLibrary:
    """A game whose answers can be tried in C++."""

    def __init__(self, game: Game[Any], unit: Unit, call: Callable[[int], int]) -> None:
        self.game, self.call = game, call
        self._write, self._kind = Writers(unit.fields).numbers, unit.state

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


@cache
def look_library(game: Game[Any], build: bool = True) -> LookLibrary | None:
    """Return what tries a game's answers in C++; None where plain Python has to.

    It is built unless it is there, or taken only where it is there.
    """
    name = f"{game.name}_looks"
    if not game.judgement.weights or (not build and not any(folder().glob(f"*/{name}.so"))):
        return None
    try:
        made = translate(game, ratings=True, looks=True)
    except LeavesSubset:
        return None
    file = compiled(made.text, name, build) if made.unit.is_whole else None
    if file is None:
        return None
    call = CDLL(str(file)).shapan_look
    call.restype, call.argtypes = c_int64, [c_void_p]
    return LookLibrary(game, made.unit, call)


def native_looks(sampler: Sampler[Any], style: Style, build: bool = False) -> Looks | None:
    """Return looks in C++ for the seat that is asked; None where plain Python has to look."""
    library = look_library(sampler.game, build) if style.rated and style.rounds else None
    return None if library is None or not can_look(match_of(sampler)) else NativeLooks(library, sampler, style)


def use() -> None:
    """Let bots of this process look ahead in C++ in games whose library is there."""
    if native_looks not in WAYS:
        WAYS.append(native_looks)
