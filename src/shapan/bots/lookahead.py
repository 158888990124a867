"""Looking ahead: the best-rated options in the same worlds, each played on to the horizon of the game and judged.

A tree is no help where luck weighs more than any single answer: it tries an option as often as the ratings praise it.
Here all options meet the same cards and dice, so that what is left of the difference is their own; the better half goes
on to more worlds until two have been compared (sequential halving), and who is surely no better is dropped at once, so
that little time is lost on what is clear or all one. The option rated best stays in to the end, and what leads it by
less than chance does not take its place. Where time is short only as many options are looked at as can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from time import perf_counter
from typing import Any, Final

from mypy_extensions import mypyc_attr

from shapan.bots.personality import lean, personality_of
from shapan.bots.rating_policy import first_above_stop, is_unordered
from shapan.bots.search import SearchTable, Style
from shapan.bots.thinking import Budget, Thinker, Thinking, Thought
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game
from shapan.engine.judgement import Judgement
from shapan.engine.prompt import Prompt
from shapan.engine.sampler import Cut, Sampler


@mypyc_attr(allow_interpreted_subclasses=True)
class LookTable(SearchTable):
    """The table of one look: the seat gives the answer that is tried, and from then on all play as they are rated."""

    __slots__ = ("deadline", "is_late")

    def __init__(
        self, game: Game[Any], seats: int, seat: int, style: Style, rng: Stream, judgement: Judgement | None = None
    ) -> None:
        super().__init__(game, seats, seat, style, rng, judgement)
        self.deadline = 0.0
        """When, by `perf_counter`, a look is broken off and forgotten; 0 for never."""
        self.is_late = False

    def begun(self) -> None:
        super().begun()
        self.rolling, self.on = True, False

    def _one(self, prompt: Prompt[Any], seat: int, arg: int) -> int:
        if self.forced and seat == self.seat:
            code, self.forced = self.forced[0], []
            return code
        return super()._one(prompt, seat, arg)

    def _choose(self, prompt: Prompt[Any], seat: int, arg: int, options: Sequence[int], picked: Sequence[int]) -> int:
        if self.deadline and perf_counter() > self.deadline:
            self.is_late = True
            raise Cut
        return super()._choose(prompt, seat, arg, options, picked)

    def _picks(self, prompt: Prompt[Any], seat: int, arg: int) -> list[int]:
        if self.forced and seat == self.seat and self.forced[-1] == DONE:
            picked, self.forced = self.forced[:-1], []
            return picked
        return super()._picks(prompt, seat, arg)


@mypyc_attr(allow_interpreted_subclasses=True)
class Looks:
    """Looks at answers of the seat that is asked: each is played on in the same world, as all are rated, and judged."""

    def look(self, seed: bytes, answers: Sequence[Sequence[int]], deadline: float = 0.0) -> list[list[float]]:
        """Return for each answer (a code, or picks that go on unless they end with `DONE`) the worth to every seat.

        The world, its dice and what is drawn among answers that are rated alike follow from the seed. An empty list
        where the looks were not done before the deadline, a time by `perf_counter`; 0 for none.
        """
        raise NotImplementedError


class PlainLooks(Looks):
    """Looks in plain Python, the reference."""

    def __init__(self, sampler: Sampler[Any], style: Style, judgement: Judgement | None = None) -> None:
        self.sampler = sampler
        self.table = LookTable(sampler.game, sampler.seats, sampler.seat, style, Stream(b""), judgement)

    def look(self, seed: bytes, answers: Sequence[Sequence[int]], deadline: float = 0.0) -> list[list[float]]:
        table, key, found = self.table, answer_key(seed), []
        for answer in answers:
            table.forced, table.deadline, table.is_late, table.rng = list(answer), deadline, False, Stream(key)
            self.sampler.play(seed, table)
            if table.is_late:
                return []
            found.append(table.worth())
        return found


def answer_key(seed: bytes) -> bytes:
    """Return the key of the stream that answers are drawn from which are rated alike, in the world of a seed."""
    return derive(seed, "answers")


WAYS: Final[list[Callable[[Sampler[Any], Style], Looks | None]]] = []
"""Faster ways to look than plain Python, such as rules in C++; each gives None where it cannot."""


def looks_of(sampler: Sampler[Any], style: Style, judgement: Judgement | None = None) -> Looks:
    """Return the first of the faster ways that can look for the seat that is asked, or plain Python.

    The faster ways judge as the game does: by another judgement plain Python looks.
    """
    for way in WAYS if judgement is None else ():
        looks = way(sampler, style)
        if looks is not None:
            return looks
    return PlainLooks(sampler, style, judgement)


class _Tally:
    """What was found of one option: what was in each world for the seat, and in all together for every seat."""

    __slots__ = ("code", "totals", "worths")

    def __init__(self, code: int, seats: int) -> None:
        self.code = code
        self.worths: list[float] = []
        self.totals = [0.0] * seats

    def add(self, worth: Sequence[float], seat: int) -> None:
        """Count a look."""
        self.worths.append(worth[seat])
        for place, share in enumerate(worth):
            self.totals[place] += share

    def thought(self) -> Thought:
        """Return what was found."""
        count = len(self.worths)
        return Thought(self.code, count, self.mean(), [total / count for total in self.totals] if count else [])

    def mean(self) -> float:
        """Return its worth to the seat, 0 where it was not looked at."""
        return sum(self.worths) / len(self.worths) if self.worths else 0.0

    def beats(self, other: _Tally, sure: float, few: int) -> bool:
        """Tell whether it is no worse than another by so many standard errors of the difference in the same worlds.

        Of fewer than `few` worlds nothing can be told.
        """
        if len(self.worths) < few:
            return False
        apart = [one - two for one, two in zip(self.worths, other.worths, strict=True)]
        mean = sum(apart) / len(apart)
        spread = sum((one - mean) ** 2 for one in apart) / max(1, len(apart) - 1)
        return mean >= sure * sqrt(spread / len(apart))


@mypyc_attr(allow_interpreted_subclasses=True)
class Lookahead(Thinker):
    """The looks for one answer of one seat."""

    def __init__(self, sampler: Sampler[Any], rng: Stream, style: Style, judgement: Judgement | None = None) -> None:
        super().__init__(sampler, rng)
        self.style = style
        self.looks = looks_of(sampler, style, judgement)
        self._totals = [0.0] * sampler.seats
        self.cost = 0.0
        """How many seconds the first look took, by which it is known how many options there is time for."""

    def run(self, budget: Budget, picked: Sequence[int] = ()) -> Thinking:
        """Compare the options (the next picks after `picked`) and return what was found of them, best first.

        A look that is not done in time is forgotten, but for the very first one. An option may stay without one: then
        the one rated best is taken.
        """
        style, begun = self.style, perf_counter()
        found = [_Tally(code, self.sampler.seats) for code in self._rated(picked)]
        alive, favourite = found, found[0]
        if budget.seconds:
            alive = alive[: self._affordable(favourite, picked, budget.seconds)]
        stages = max(1, (len(alive) - 1).bit_length())
        for stage in range(stages):
            left, late = max(1, budget.passes // stages), budget.seconds * (stage + 1) / stages
            while len(alive) > 1 and left > 0:
                if budget.seconds and perf_counter() - begun > late:
                    break
                if not self._look(alive, picked, begun + budget.seconds if budget.seconds else 0.0):
                    break
                left -= len(alive)
                if len(alive[0].worths) % style.batch == 0:
                    leader = max(alive, key=_Tally.mean)
                    alive = [one for one in alive if one is leader or not leader.beats(one, style.sure, style.few)]
            half = sorted(alive, key=_Tally.mean, reverse=True)[: (len(alive) + 1) // 2]
            alive = [one for one in alive if one is favourite or one in half]
        best = max(alive, key=_Tally.mean)
        if favourite in alive and not best.beats(favourite, style.likely, style.few):
            best = favourite
        found.sort(key=lambda one: (one is not best, one not in alive, -one.mean()))
        thoughts = [one.thought() for one in found]
        return Thinking(thoughts, self.passes, [total / self.passes for total in self._totals], favourite.code)

    def worths(self, worlds: int) -> dict[int, float]:
        """Return what the options are worth to the seat in so many worlds, the one rated best first; for studies."""
        found = [_Tally(code, self.sampler.seats) for code in self._rated(())]
        for _ in range(worlds):
            self._look(found, ())
        return {one.code: one.mean() for one in found}

    def _rated(self, picked: Sequence[int]) -> list[int]:
        """Return the options that are looked at, first what ratings alone would take; to stop is always among them."""
        sampler, view = self.sampler, self.sampler.view()
        options = sampler.legal(picked)
        rate = sampler.game.rate
        ratings = [rate(view, sampler.prompt, sampler.seat, sampler.arg, code, picked) for code in options]
        ratings = lean(personality_of(sampler.game, self.style.personality), sampler.prompt, options, ratings)
        rank = dict(zip(options, ratings, strict=True))
        best = sorted(options, key=lambda code: -rank[code])
        if is_unordered(sampler.prompt):
            first = first_above_stop(options, ratings)
            best.remove(first)
            best.insert(0, first)
        return [code for place, code in enumerate(best) if place < self.style.wide or code == DONE]

    def _affordable(self, favourite: _Tally, picked: Sequence[int], seconds: float) -> int:
        """Return how many options can be compared in so many seconds; 1 if there is no time for two.

        The first look of an answer, at the option rated best, shows what a look costs.
        """
        if not self.cost:
            begun = perf_counter()
            (worth,) = self.looks.look(self.seed(), [[*picked, favourite.code]])
            for place, share in enumerate(worth):
                self._totals[place] += share
            self.cost = max(perf_counter() - begun, 1e-6)
            seconds -= self.cost
        return max(1, int(seconds / (self.style.few * self.cost)))

    def _look(self, tallies: Sequence[_Tally], picked: Sequence[int], deadline: float = 0.0) -> bool:
        """Look at several options in one world, and tell whether that was done in time."""
        worths = self.looks.look(self.seed(), [[*picked, tally.code] for tally in tallies], deadline)
        if not worths:
            self.passes -= 1
            return False
        for tally, worth in zip(tallies, worths, strict=True):
            tally.add(worth, self.sampler.seat)
            for place, share in enumerate(worth):
                self._totals[place] += share / len(tallies)
        return True
