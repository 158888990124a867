"""Bots that think: the search with a budget of passes, and the bot that searches or looks ahead, as games want it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from shapan.bots.bot import Bot
from shapan.bots.lookahead import Lookahead
from shapan.bots.search import SearchTable, Style, style_for
from shapan.bots.thinking import Budget, Thinker, Thinking, Thought
from shapan.bots.tree import Node
from shapan.engine.chance import Stream
from shapan.engine.judgement import Judgement
from shapan.engine.sampler import Sampler


class Search(Thinker):
    """The search for one answer of one seat; goes on where it was when it is run again."""

    def __init__(
        self,
        sampler: Sampler[Any],
        rng: Stream,
        style: Style | None = None,
        judgement: Judgement | None = None,
    ) -> None:
        super().__init__(sampler, rng)
        style = style or style_for(sampler.game, judgement)
        self.table = SearchTable(sampler.game, sampler.seats, sampler.seat, style, rng, judgement)
        self._totals = [0.0] * sampler.seats

    def run(self, budget: Budget, picked: Sequence[int] = ()) -> Thinking:
        """Pass through the tree and return what was found of the options (of the next picks after `picked`)."""
        table, seat = self.table, self.sampler.seat
        begun, root = perf_counter(), Node(seat)
        for number in range(budget.passes):
            if budget.seconds and number and perf_counter() - begun > budget.seconds:
                break
            table.forced = list(picked)
            self.sampler.play(self.seed(), table)
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
        return Thinking(thoughts, self.passes, [total / self.passes for total in self._totals])

    def decided(self, thoughts: Sequence[Thought]) -> int:
        """Return the option tried most often; of what stays secret at first, an option as often as it was tried."""
        if not self.sampler.prompt.secret:
            return thoughts[0].code
        ticket = self.rng.number(sum(thought.visits for thought in thoughts))
        for thought in thoughts:
            ticket -= thought.visits
            if ticket < 0:
                break
        return thought.code


class SearchBot(Bot):
    """Thinks ahead with a budget, in the way that fits the game, or in one that differs from it, for studies."""

    thinks = True

    def __init__(
        self,
        name: str,
        budget: Budget,
        style: Style | None = None,
        changes: Mapping[str, Any] | None = None,
        judgement: Judgement | None = None,
    ) -> None:
        self.name, self.budget, self.style, self.changes = name, budget, style, dict(changes or {})
        self.judgement = judgement
        """What judges in place of the game, for studies."""

    def thinker(self, sampler: Sampler[Any], rng: Stream) -> Thinker:
        """Return what thinks for the seat that is asked."""
        judgement = self.judgement
        style = replace(self.style or style_for(sampler.game, judgement), **self.changes)
        if style.rounds:
            return Lookahead(sampler, rng, style, judgement)
        return Search(sampler, rng, style, judgement)

    def reply(self, sampler: Sampler[Any], rng: Stream) -> list[int]:
        return self.thinker(sampler, rng).answer(self.budget)

    def within(self, seconds: float) -> Bot:
        most = min(seconds, self.budget.seconds or seconds)
        return SearchBot(self.name, replace(self.budget, seconds=most), self.style, self.changes, self.judgement)

    def judging(self, name: str, judgement: Judgement) -> SearchBot:
        """Return this bot under another name, with another judgement than the game's."""
        return SearchBot(name, self.budget, self.style, self.changes, judgement)
