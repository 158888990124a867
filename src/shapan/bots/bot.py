"""Bots: given what its seat may know, the question and its options, return one option.

A bot gets a view, never a state. Its own chance is keyed by match, seat and decision, so that a restart or an undo
gives the same reply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shapan.bots.levels import levels_of
from shapan.bots.personality import lean, personality_of
from shapan.bots.rating_policy import draw_best
from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.mixture import draw_mixed
from shapan.engine.prompt import Prompt
from shapan.engine.sampler import Sampler
from shapan.engine.table import Policy


@dataclass(slots=True)
class DecisionPoint:
    """What a bot is asked: the question, what its seat may know, and the options; pick by pick in a row of picks."""

    game: Game[Any]
    view: Any
    prompt: Prompt[Any]
    seat: int
    arg: int
    options: Sequence[int]
    """What may be answered, never none; `DONE` is among them where the answer may stop."""
    picked: Sequence[int]
    """The picks made before."""
    rng: Stream
    """The bot's own chance, keyed by match, seat and decision."""

    def rate(self, code: int) -> float:
        """Return the game's rating of one option."""
        return self.game.rate(self.view, self.prompt, self.seat, self.arg, code, self.picked)

    def mistakes(self) -> Sequence[int]:
        """Return the options that may be taken by mistake."""
        return self.game.mistakes(self.view, self.prompt, self.seat, self.options)

    def mixed(self) -> int | None:
        """Return an option drawn as often as the game wants it answered; None where it wants the best rated."""
        return draw_mixed(self.game, self.view, self.prompt, self.seat, self.arg, self.options, self.picked, self.rng)


class Bot:
    """A bot. One that judges from its view alone writes `choose`; one that plans ahead writes `reply`.

    At the server's tables nobody waits for an answer longer than the table's schedule says: a bot that needs more than
    a few hundredths of a second for one says `thinks`, and one that can do with less time says so by `within`.
    """

    name = ""
    thinks = False
    """It plans ahead in worlds of the engine's sampler: ask it by `answer` on a stepped match, not by a policy."""

    def choose(self, decision: DecisionPoint) -> int:
        """Return one of the options."""
        raise NotImplementedError

    def reply(self, sampler: Sampler[Any], rng: Stream) -> list[int]:
        """Return the whole answer of the seat that is asked: its code, or its picks."""
        prompt, view = sampler.prompt, sampler.view()
        return sampler.answer(
            lambda options, picked: self.choose(
                DecisionPoint(sampler.game, view, prompt, sampler.seat, sampler.arg, options, picked, rng)
            )
        )

    def within(self, seconds: float) -> Bot:
        """Return this bot with so many seconds for an answer at most; one without a bound of its own stays as it is."""
        return self


class RandomBot(Bot):
    """Every option is equally likely."""

    name = "random"

    def choose(self, decision: DecisionPoint) -> int:
        return decision.rng.choice(decision.options)

    def reply(self, sampler: Sampler[Any], rng: Stream) -> list[int]:
        return sampler.answer(lambda options, picked: rng.choice(options))  # it looks at nothing: no view is made


class GreedyBot(Bot):
    """The option that the game rates best, ties drawn; where the game mixes its answers, one drawn as often as it says.

    In an answer of picks without order each option that is rated above `DONE` is taken, in the order offered.
    """

    name = "greedy"
    personality = ""
    """Which answers it likes more than they are rated (`shapan.bots.personality`)."""

    def as_a(self, name: str, personality: str) -> GreedyBot:
        """Return this bot by another name, with a personality."""
        made = GreedyBot()
        made.name, made.personality = name, personality
        return made

    def choose(self, decision: DecisionPoint) -> int:
        options = decision.options
        mixed = decision.mixed()
        if mixed is not None:
            return mixed
        ratings = [decision.rate(code) for code in options]
        if self.personality:
            ratings = lean(personality_of(decision.game, self.personality), decision.prompt, options, ratings)
        return draw_best(decision.prompt, options, ratings, decision.rng)


class CarelessBot(GreedyBot):
    """The option that the game rates best, but some answers are drawn from its `mistakes`.

    How many is what was measured of the game for a bot of this name (`levels.toml`), else `by_chance` in `of`.
    """

    def __init__(self, name: str, by_chance: int, of: int = 4) -> None:
        self.name, self._share, self._level = name, (by_chance, of), name

    def as_a(self, name: str, personality: str) -> GreedyBot:
        made = CarelessBot(self._level, *self._share)
        made.name, made.personality = name, personality
        return made

    def share(self, game: Game[Any]) -> tuple[int, int]:
        """Return how many answers are mistakes, and of how many."""
        measured = next((level.mistakes for level in levels_of(game) if level.bot == self._level), None)
        return self._share if measured is None else (measured, 100)

    def choose(self, decision: DecisionPoint) -> int:
        by_chance, of = self.share(decision.game)
        if decision.rng.number(of) < by_chance:
            return decision.rng.choice(decision.mistakes())
        return super().choose(decision)


def answer(bot: Bot, match: Match[Any], seat: int, rng: Stream | None = None) -> list[int]:
    """Return a bot's whole answer to the open decision of its seat, from what the seat may know."""
    sampler = Sampler(match, seat)
    return bot.reply(sampler, rng or Stream(derive(match.key, "bot", seat, sampler.ordinal)))


def policy(game: Game[Any], bots: Mapping[int, Bot], rng: Stream) -> Policy[Any]:
    """Return a policy for `PolicyTable` that lets a bot of each seat decide from that seat's view."""
    choosers: dict[int, Callable[[DecisionPoint], int]] = {seat: bot.choose for seat, bot in bots.items()}
    sees = {seat: not isinstance(bot, RandomBot) for seat, bot in bots.items()}
    if all(type(bot) is RandomBot for bot in bots.values()):
        return lambda state, prompt, seat, arg, options, picked: rng.choice(options)

    last: list[Any] = [None, None]
    """Row of picks and view of the last decision. Between the picks of one answer nothing changes, and it is one answer
    only if it is one row: a later one may have the same picks where nobody was asked for the first of them."""

    def decide(
        state: Any,
        prompt: Prompt[Any],
        seat: int,
        arg: int,
        options: Sequence[int],
        picked: Sequence[int],
    ) -> int:
        if not sees[seat]:
            return choosers[seat](DecisionPoint(game, None, prompt, seat, arg, options, picked, rng))
        if not picked or picked is not last[0]:
            last[:] = [picked, game.view(state, seat)]
        return choosers[seat](DecisionPoint(game, last[1], prompt, seat, arg, options, picked, rng))

    return decide
