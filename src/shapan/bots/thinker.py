"""Bots that think: a budget of passes, the search, and what it found for each option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Final

from shapan.bots.bot import Bot
from shapan.bots.search import SearchTable, Style, style_for
from shapan.bots.tree import Node
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.sampler import Sampler

_LEAST: Final = 0.01
"""Seconds that every pick has."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think on an answer: passes through the tree for each pick, and seconds for all (0: no bound).

    With passes alone a reply is reproducible from its seed.
    """

    passes: int = 400
    seconds: float = 0.0


@dataclass(slots=True)
class Thought:
    """What a search found of one option: how often it was tried, and its worth to the seat, 0 (lost) to 1 (won)."""

    code: int
    visits: int
    worth: float


@dataclass(slots=True)
class Thinking:
    """What a search found: the options, best first, and the mean worth of the passes for every seat."""

    thoughts: list[Thought] = field(default_factory=list)
    passes: int = 0
    worth: list[float] = field(default_factory=list)


class Search:
    """The search for one answer of one seat; goes on where it was when it is run again."""

    def __init__(self, sampler: Sampler[Any], rng: Stream, style: Style | None = None) -> None:
        self.sampler, self.rng = sampler, rng
        self.table = SearchTable(sampler.game, sampler.seats, sampler.seat, style or style_for(sampler.game), rng)
        self._passes = 0
        self._totals = [0.0] * sampler.seats

    def run(self, budget: Budget, picked: Sequence[int] = ()) -> Thinking:
        """Pass through the tree and return what was found of the options (of the next picks after `picked`)."""
        table, seat = self.table, self.sampler.seat
        begun, root = perf_counter(), Node(seat)
        for number in range(budget.passes):
            if budget.seconds and number and perf_counter() - begun > budget.seconds:
                break
            table.forced = list(picked)
            self.sampler.play(self._seed(), table)
            for place, worth in enumerate(table.credit()):
                self._totals[place] += worth
            for node, _ in table.path:
                if node.seat == seat:
                    root = node
                    break
        options = self.sampler.legal(picked)
        thoughts = [
            Thought(code, edge.visits, edge.total / edge.visits)
            for code, edge in root.edges.items()
            if edge.visits and code in options
        ]
        thoughts.sort(key=lambda thought: (-thought.visits, -thought.worth, thought.code))
        return Thinking(thoughts, self._passes, [total / self._passes for total in self._totals])

    def answer(self, budget: Budget) -> list[int]:
        """Return the whole answer; of one that stays secret at first, an option as often as it was tried."""
        prompt, picked = self.sampler.prompt, list[int]()
        ends = perf_counter() + budget.seconds
        while options := self.sampler.legal(picked):
            if prompt.many and budget.seconds:  # each pick has half of the time that is left
                budget = replace(budget, seconds=max((ends - perf_counter()) / 2, _LEAST))
            code = options[0] if len(options) == 1 else self._decided(self.run(budget, picked).thoughts)
            if not prompt.many:
                return [code]
            if code == DONE:
                break
            picked.append(code)
        return picked

    def _decided(self, thoughts: Sequence[Thought]) -> int:
        if not self.sampler.prompt.secret:
            return thoughts[0].code
        ticket = self.rng.number(sum(thought.visits for thought in thoughts))
        for thought in thoughts:
            ticket -= thought.visits
            if ticket < 0:
                break
        return thought.code

    def _seed(self) -> bytes:
        self._passes += 1
        return b"%d%d" % (self._passes, self.rng.number(1 << 24))


class SearchBot(Bot):
    """Thinks ahead with a budget, in the way that fits the game."""

    thinks = True

    def __init__(self, name: str, budget: Budget, style: Style | None = None) -> None:
        self.name, self.budget, self.style = name, budget, style

    def reply(self, sampler: Sampler[Any], rng: Stream) -> list[int]:
        return Search(sampler, rng, self.style).answer(self.budget)
