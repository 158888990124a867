"""Advice: for whole answers to an open question, how likely they win, from what the seat that is asked may know.

A search finds the answers worth looking at, in games with a horizon a look ahead as bots have it; then each of the
best, and one that is asked about, is looked at again in the same worlds, so that the figures can be compared. What
differs by less than chance may make of them is called even.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any, Final

from shapan.bots.lookahead import Lookahead
from shapan.bots.rating_policy import draw_best
from shapan.bots.search import SearchTable, style_for
from shapan.bots.thinking import Budget
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.prompt import Prompt
from shapan.engine.sampler import Sampler

CHANCE: Final = "chance"
"""The figures are chances to win."""
SCORE: Final = "score"
"""The figures are shares of the greatest score, a half being nothing won and nothing lost."""
LEAST: Final = 8
"""An answer that was looked at less often has no figure."""
COMPARED: Final = 2
"""So many answers are compared, however short the time is."""
SURE: Final = 2.0
"""By how many standard errors of the difference, in the same worlds, an answer must lead another."""
SHARE: Final = 0.6
"""Of the time: what is taken to find the answers that are worth looking at again."""
NOTHING: Final = 0.005
"""A smaller difference means nothing to anybody, however sure it is."""


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully to look: passes of a search, answers looked at again, how often each, seconds at most (0: any)."""

    passes: int = 500
    best: int = 4
    again: int = 120
    seconds: float = 0.0


@dataclass(slots=True)
class Rated:
    """A whole answer: its codes, how often it was looked at, and what was in it for every seat on average."""

    codes: list[int]
    looks: int
    worth: list[float]
    even: bool = False
    """Of an answer that was looked at again: that the best does not lead it by more than chance makes of it."""
    margin: float = 0.0
    """Of an answer that was looked at again: by how much its figure for the seat may be off."""


@dataclass(slots=True)
class Advice:
    """The answers with figures, best first: those looked at again stand before the others."""

    answers: list[Rated]
    looks: int
    asked_about: Rated | None = None


def measure(game: Game[Any]) -> str:
    """Return what the figures of a game mean: chances to win, or scores where it is played for scores."""
    return SCORE if game.max_score else CHANCE


class AdviceTable(SearchTable):
    """The table of one look: it takes down the answer of the seat to the open question, or gives one that is wanted."""

    __slots__ = ("row", "wanted")

    def begun(self) -> None:
        super().begun()
        self.row: tuple[int, ...] | None = None

    def look(self, sampler: Sampler[Any], seed: str, wanted: Sequence[int] | None = None) -> tuple[int, ...]:
        """Pass through a world, with an answer that is wanted if there is one; return the answer that was given."""
        self.wanted = wanted
        sampler.play(seed, self)
        assert self.row is not None
        return self.row

    def _one(self, prompt: Prompt[Any], seat: int, arg: int) -> int:
        if self.row is not None or seat != self.seat:
            return super()._one(prompt, seat, arg)
        code = super()._one(prompt, seat, arg) if self.wanted is None else self.wanted[0]
        self.row = (code,)
        return code

    def _picks(self, prompt: Prompt[Any], seat: int, arg: int) -> list[int]:
        if self.row is not None or seat != self.seat:
            return super()._picks(prompt, seat, arg)
        picked = super()._picks(prompt, seat, arg) if self.wanted is None else list(self.wanted)
        self.row = tuple(picked)
        return picked


class _Tally:
    """What was found of one answer."""

    __slots__ = ("again", "even", "looks", "own", "totals")

    def __init__(self, seats: int) -> None:
        self.looks = 0
        self.again = self.even = False
        self.own: list[float] = []
        """Of looks in the same worlds as others: what was in each for the seat that is asked."""
        self.totals = [0.0] * seats

    def add(self, worth: Sequence[float]) -> None:
        """Count a look."""
        self.looks += 1
        for seat, share in enumerate(worth):
            self.totals[seat] += share

    def count(self, looks: int, means: Sequence[float]) -> None:
        """Count looks whose mean is known."""
        self.looks += looks
        for seat, share in enumerate(means):
            self.totals[seat] += share * looks

    def leads(self, other: _Tally) -> bool:
        """Return whether it is surely better than another that was looked at in the same worlds.

        Two more worlds are counted, one all for it and one all against it: a few that agree prove nothing.
        """
        apart = [one - two for one, two in zip(self.own, other.own, strict=True)]
        mean, error = _estimate([*apart, 1.0, -1.0])
        return mean >= NOTHING and mean >= SURE * error

    def rated(self, codes: tuple[int, ...]) -> Rated:
        """Return the answer with its figures, which floating-point sums may not push out of 0 to 1."""
        worth = [min(1.0, max(0.0, total / self.looks)) for total in self.totals]
        return Rated(list(codes), self.looks, worth, self.even, self._margin())

    def _margin(self) -> float:
        """Return by how much the figure may be off, again as if there were a win and a loss more."""
        return SURE * _estimate([*self.own, 0.0, 1.0])[1] if self.again else 0.0


def _estimate(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values, and its standard error."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(spread / len(values))


class _Adviser:
    """Who finds answers that are worth looking at, and looks at them."""

    def __init__(self, sampler: Sampler[Any], seed: str) -> None:
        self.sampler, self.seed = sampler, seed
        self.found: dict[tuple[int, ...], _Tally] = {}
        self.looks = 0

    def tally(self, row: tuple[int, ...]) -> _Tally:
        """Return what was found of an answer so far."""
        return self.found.setdefault(row, _Tally(self.sampler.seats))

    def candidates(self, care: Care) -> list[tuple[int, ...]]:
        """Return answers that are worth looking at again, best first, in 0.6 of the time."""
        raise NotImplementedError

    def look(self, number: int, rows: Sequence[tuple[int, ...]]) -> list[list[float]]:
        """Return what is in a further world for every seat after each of some answers."""
        raise NotImplementedError


class _Searcher(_Adviser):
    """Who walks the tree of a search."""

    def __init__(self, sampler: Sampler[Any], seed: str) -> None:
        super().__init__(sampler, seed)
        style, rng = style_for(sampler.game), Stream(f"advice {seed}")
        self.table = AdviceTable(sampler.game, sampler.seats, sampler.seat, style, rng)

    def candidates(self, care: Care) -> list[tuple[int, ...]]:
        begun, seat = perf_counter(), self.sampler.seat
        for number in range(care.passes):
            if number and care.seconds and perf_counter() - begun > care.seconds * SHARE:
                break
            row = self.table.look(self.sampler, f"{self.seed} search {number}")
            self.tally(row).add(self.table.credit())
            self.looks += 1
        found = self.found
        return sorted(found, key=lambda row: (-found[row].looks, -found[row].totals[seat] / found[row].looks, row))

    def look(self, number: int, rows: Sequence[tuple[int, ...]]) -> list[list[float]]:
        worths = []
        for row in rows:
            self.table.look(self.sampler, f"{self.seed} again {number}", row)
            worths.append(self.table.credit())
        return worths


class _LooksAhead(_Adviser):
    """Who looks ahead, as bots do in a game with a horizon."""

    def __init__(self, sampler: Sampler[Any], seed: str) -> None:
        super().__init__(sampler, seed)
        self.ahead = Lookahead(sampler, Stream(f"advice {seed}"), style_for(sampler.game))

    def candidates(self, care: Care) -> list[tuple[int, ...]]:
        """Return whole answers: each first pick that was looked at, and what ratings pick after it.

        No more than there is time to look at again often enough.
        """
        thinking = self.ahead.run(Budget(care.passes, care.seconds * SHARE))
        self.looks = sum(thought.visits for thought in thinking.thoughts)
        rows: list[tuple[int, ...]] = []
        view = self.sampler.view()
        for thought in thinking.thoughts:
            row = tuple(self._whole(view, thought.code))
            if row not in rows and (thought.visits or len(rows) < COMPARED):
                rows.append(row)
                self.tally(row).count(thought.visits, thought.each)
        if not care.seconds:
            return rows
        return rows[: max(COMPARED, int((1.0 - SHARE) * care.seconds / (LEAST * self.ahead.cost)))]

    def _whole(self, view: Any, first: int) -> list[int]:
        """Return an answer that begins with a code, as ratings go on with it."""
        sampler = self.sampler
        rate, draws = sampler.game.rate, Stream(f"advice {self.seed}")

        def choose(options: Sequence[int], picked: Sequence[int]) -> int:
            if not picked:
                return first
            ratings = [rate(view, sampler.prompt, sampler.seat, sampler.arg, code, picked) for code in options]
            return draw_best(sampler.prompt, options, ratings, draws)

        return sampler.answer(choose)

    def look(self, number: int, rows: Sequence[tuple[int, ...]]) -> list[list[float]]:
        ends = [DONE] if self.sampler.prompt.many else []
        return self.ahead.looks.look(f"{self.seed} again {number}".encode(), [[*row, *ends] for row in rows])


def advise(sampler: Sampler[Any], seed: str, care: Care, about: Sequence[int] | None = None) -> Advice:
    """Return the best answers for the seat of a sampler, and what an answer is worth that is asked about."""
    begun, seats, seat = perf_counter(), sampler.seats, sampler.seat
    adviser = (_LooksAhead if style_for(sampler.game).rounds else _Searcher)(sampler, seed)
    chosen = adviser.candidates(care)[: care.best]
    found, looks = adviser.found, adviser.looks
    asked = None if about is None else tuple(about)
    if asked is not None and asked not in chosen:
        chosen.append(asked)
    if len(chosen) > 1 or asked is not None or not looks:
        # In the same worlds for all, and apart from the looks before, which have favourites.
        fresh, again = {row: _Tally(seats) for row in chosen}, perf_counter()
        for number in range(care.again):
            now = perf_counter()
            if number and care.seconds and now - begun + (now - again) / number > care.seconds:
                break  # one more world would end too late
            for tally, worth in zip(fresh.values(), adviser.look(number, chosen), strict=True):
                tally.add(worth)
                tally.own.append(worth[seat])
                looks += 1
        found.update(fresh)
        best = max(fresh.values(), key=lambda tally: tally.totals[seat])
        for tally in fresh.values():
            tally.again = True
            tally.even = tally is not best and not best.leads(tally)
    rated = [(row, tally) for row, tally in found.items() if tally.again or tally.looks >= LEAST or len(found) == 1]
    rated.sort(key=lambda one: (not one[1].again, -one[1].totals[seat] / one[1].looks, one[0]))
    answers = [tally.rated(row) for row, tally in rated]
    return Advice(answers, looks, None if asked is None else found[asked].rated(asked))
