"""How long to think on an answer, what was found, and how an answer of several picks is thought out pick by pick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Final

from mypy_extensions import mypyc_attr

from shapan.engine.chance import Stream
from shapan.engine.mixture import draw_mixed
from shapan.engine.sampler import Sampler

_LEAST: Final = 0.01
"""Seconds that every pick has."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think on an answer: passes for each pick, and seconds for all (0: no bound).

    With passes alone a reply is reproducible from its seed.
    """

    passes: int = 400
    seconds: float = 0.0


@dataclass(slots=True)
class Thought:
    """What was found of one option: how often it was tried, and its worth to the seat, 0 (lost) to 1 (won)."""

    code: int
    visits: int
    worth: float
    each: list[float] = field(default_factory=list)
    """Its worth to every seat, of a look ahead."""


@dataclass(slots=True)
class Thinking:
    """What was found: the options, best first, and the mean worth of the passes for every seat."""

    thoughts: list[Thought] = field(default_factory=list)
    passes: int = 0
    worth: list[float] = field(default_factory=list)
    favourite: int = -1
    """The option that the game rates best, of a look ahead."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinker:
    """The thinking on one answer of one seat; subclasses say how."""

    def __init__(self, sampler: Sampler[Any], rng: Stream) -> None:
        self.sampler, self.rng = sampler, rng
        self.passes = 0
        """Worlds looked at so far, each by a seed of its own."""
        self.kept: list[Thinking] | None = None
        """For studies: a list that is to hold what was found at each pick."""

    def run(self, budget: Budget, picked: Sequence[int] = ()) -> Thinking:
        """Think and return what was found of the options (of the next picks after `picked`)."""
        raise NotImplementedError

    def answer(self, budget: Budget) -> list[int]:
        """Return the whole answer."""
        sampler = self.sampler
        many, ends = sampler.prompt.many, perf_counter() + budget.seconds
        view = sampler.view() if sampler.prompt.secret else None

        def choose(options: Sequence[int], picked: Sequence[int]) -> int:
            if len(options) == 1:
                return options[0]
            if view is not None:
                game, prompt, seat, arg = sampler.game, sampler.prompt, sampler.seat, sampler.arg
                mixed = draw_mixed(game, view, prompt, seat, arg, options, picked, self.rng)
                if mixed is not None:
                    return mixed
            seconds = budget.seconds
            if many and seconds:  # each pick has half of the time that is left
                seconds = max((ends - perf_counter()) / 2, _LEAST)
            found = self.run(replace(budget, seconds=seconds), picked)
            if self.kept is not None:
                self.kept.append(found)
            return self.decided(found.thoughts)

        return sampler.answer(choose)

    def decided(self, thoughts: Sequence[Thought]) -> int:
        """Return the option that is taken after all."""
        return thoughts[0].code

    def seed(self) -> bytes:
        """Return the seed of one more world."""
        self.passes += 1
        return b"%d%d" % (self.passes, self.rng.number(1 << 24))
