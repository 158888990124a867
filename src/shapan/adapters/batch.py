"""Many matches at once, for learning: an array of rows, an array of masks, one action a match and step.

    from shapan.adapters.batch import Batch
    batch = Batch("leduc", matches=64, seed=1)
    while True:
        actions = choose(batch.rows, batch.masks)  # of each match one number
        ends = batch.step(actions)  # matches that have ended, with their rewards; new ones have begun

The rules run in C++ where the game is translated and there is a compiler, else in plain Python; rows, masks and seats
are the same. Only who has a choice is asked, as in `pettingzoo_env.env(game, skip_forced=True)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ctypes import CDLL, c_char_p, c_int64, c_void_p
from typing import Any, Final, NamedTuple

from shapan.adapters.extra import need

need("numpy", "pettingzoo")

import numpy as np
from numpy.typing import NDArray

from shapan.adapters.play import IllegalAction, LeanPlay
from shapan.adapters.setting import Setting
from shapan.engine.chance import derive, key_of
from shapan.engine.game import Game
from shapan.native.library import staged
from shapan.native.staging import Layout

_KNOWN: Final = 10_000
"""So many outcomes are remembered with their rewards."""
Actions = Sequence[int] | NDArray[np.int64]


class End(NamedTuple):
    """A match that has ended: its place in the batch and the reward of each seat."""

    match: int
    rewards: list[float]


class Batch:
    """So many matches of a game side by side; where one ends, the next begins in its place.

    `rows` (matches x width, 0..1), `masks` (matches x actions, 1 for each that may be taken) and `seats` (who is asked)
    are the same arrays throughout: a step writes over them. Each match has a key of its own, made from the seed. One
    thread may use a batch.
    """

    def __init__(
        self,
        game: str | Game[Any],
        seats: int | None = None,
        matches: int = 64,
        seed: int | str | bytes = 1,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.setting = Setting(game, seats, options)
        width, actions = self.setting.observation.width, len(self.setting.index)
        self.rows: NDArray[np.float32] = np.zeros((matches, width), np.float32)
        self.masks: NDArray[np.int8] = np.zeros((matches, actions), np.int8)
        self.seats: NDArray[np.int64] = np.zeros(matches, np.int64)
        self._key, self._begun = key_of(seed), [0] * matches
        self._stages: _InCpp | _InPython = _InCpp.of(self) or _InPython(self)
        for match in range(matches):
            self._begin(match)

    @property
    def in_cpp(self) -> bool:
        """Whether the rules run in C++."""
        return isinstance(self._stages, _InCpp)

    def step(self, actions: Actions) -> list[End]:
        """Take an action in each match; return those that have ended. Raises IllegalAction, and nothing has changed."""
        self._stages.step(np.ascontiguousarray(actions, np.int64))
        ends = []
        for match in np.flatnonzero(self.seats < 0).tolist():
            ends.append(End(match, self._stages.rewards(match)))
            self._begin(match)
        return ends

    def _begin(self, match: int) -> None:
        """Begin the next match of a place, and go on to the next if nobody has a choice in all of it."""
        while True:
            self._begun[match] += 1
            self._stages.begin(match, derive(self._key, "batch", match, self._begun[match]))
            if self.seats[match] >= 0:
                return


class _InPython:
    """Matches played by the adapters' own lean play."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._plays: list[LeanPlay | None] = [None] * len(batch.seats)

    def begin(self, match: int, key: bytes) -> None:
        """Begin a match with a key, and show its first question."""
        self._plays[match] = play = LeanPlay(self._batch.setting, key, self._plays[match])
        play.skip_forced()
        self._show(match, play)

    def _show(self, match: int, play: LeanPlay) -> None:
        batch = self._batch
        batch.seats[match] = seat = -1 if play.over else play.waiting[0]
        if seat >= 0:
            batch.rows[match] = play.observe(seat)
            batch.masks[match] = play.mask(seat)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Take an action in each match. Raises IllegalAction, and nothing has changed."""
        batch = self._batch
        for match, play in enumerate(self._plays):
            assert play is not None
            action, seat = int(actions[match]), int(batch.seats[match])
            if action not in play.offered(seat):
                raise play.refused(seat, action)
        for match, play in enumerate(self._plays):
            assert play is not None
            play.act(int(batch.seats[match]), int(actions[match]))
            play.skip_forced()
            self._show(match, play)

    def rewards(self, match: int) -> list[float]:
        """Return the reward of each seat of a match that has ended."""
        play = self._plays[match]
        assert play is not None
        return play.rewards()


class _InCpp:
    """Matches played by a library. One that it has to leave is an error: the caller cannot go on with it elsewhere."""

    def __init__(self, batch: Batch, library: CDLL, start: Any, begin: NDArray[np.int64]) -> None:
        self._batch, self._start = batch, start
        self._results = np.zeros(len(batch.seats), np.int64)
        self._library = library
        make = library.shapan_stages
        make.restype, make.argtypes = c_void_p, [c_int64, *[c_void_p] * 5]
        self._end = library.shapan_end
        self._end.argtypes = [c_void_p]
        self._begin, self._step, self._ended = library.shapan_begin, library.shapan_step, library.shapan_outcome
        self._begin.restype, self._begin.argtypes = None, [c_void_p, c_int64, c_char_p, c_int64]
        self._step.restype, self._step.argtypes = c_int64, [c_void_p, c_void_p]
        self._ended.restype, self._ended.argtypes = None, [c_void_p, c_int64, c_void_p]
        arrays = (begin, batch.rows, batch.masks, batch.seats, self._results)
        self._all = make(len(batch.seats), *(array.ctypes.data for array in arrays))
        self._row = np.zeros(2 + 2 * batch.setting.seats, np.int64)
        self._rewards: dict[bytes, list[float]] = {}
        """By outcome: of most games there are few."""
        if not self._all:
            raise MemoryError("no room for the stacks of so many matches")

    @classmethod
    def of(cls, batch: Batch) -> _InCpp | None:
        """Return a batch in C++; None where the game cannot be translated or there is no compiler."""
        setting = batch.setting
        observation, index = setting.observation, setting.index
        if not observation.is_derived or type(setting.game).outcome is not Game.outcome:
            return None
        layout = Layout(setting.game, setting.seats, index.codes, observation.prompts, *observation.places)
        found = staged(setting.game, layout)
        if found is None:
            return None
        start = setting.game.start(setting.options, setting.seats, b"")
        return cls(batch, found.library, start, np.array(found.numbers(start), np.int64))

    def begin(self, match: int, key: bytes) -> None:
        """Begin a match with a key, and play to its first question."""
        self._begin(self._all, match, key, len(key))
        self._check(match)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Take an action in each match. Raises IllegalAction, and nothing has changed."""
        refused = self._step(self._all, actions.ctypes.data)
        if refused >= 0:
            raise self._refused(refused, int(actions[refused]))
        for match in np.flatnonzero(self._results > 1).tolist():
            self._check(match)

    def _refused(self, match: int, action: int) -> Exception:
        names = self._batch.setting.index.names
        known = 0 <= action < len(names)
        name = f"{action} ({names[action]})" if known else f"{action}, which is not 0..{len(names) - 1},"
        return IllegalAction(f"match {match}: seat {self._batch.seats[match]} may not take action {name} now", "")

    def _check(self, match: int) -> None:
        if self._results[match] > 1:
            raise RuntimeError(f"match {match} cannot be played in C++: fault {self._results[match]}")

    def rewards(self, match: int) -> list[float]:
        """Return the reward of each seat of a match that has ended."""
        self._ended(self._all, match, self._row.ctypes.data)
        key = self._row.tobytes()
        known = self._rewards.get(key)
        if known is None:
            setting, (result, scores, *rest) = self._batch.setting, self._row.tolist()
            state, seats = self._start.copy(), setting.seats
            state.result, state.ranks, state.scores = result, rest[:seats], rest[seats : seats + scores]
            outcome = setting.game.outcome(state)
            assert outcome is not None
            known = setting.rewards(outcome)
            if len(self._rewards) < _KNOWN:
                self._rewards[key] = known
        return known[:]

    def __del__(self) -> None:
        if getattr(self, "_all", None):
            self._end(self._all)
