"""Bots: given what its seat may know, the question and its options, return one option.

A bot gets a view, never a state. Its own chance is keyed by match, seat and decision, so that a restart or an undo
gives the same reply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt
from shapan.engine.table import Policy


class UnknownBot(LookupError):
    """No bot of that name; the message names those that there are."""


class Bot:
    """A bot. `choose` returns one of the options; for answers of several picks it is called pick by pick."""

    name = ""
    thinks = False
    """It plans ahead in worlds of the engine's sampler: ask it by `answer` on a stepped match, not by a policy."""

    def choose(
        self,
        game: Game[Any],
        view: Any,
        prompt: Prompt[Any],
        seat: int,
        arg: int,
        options: Sequence[int],
        picked: Sequence[int],
        rng: Stream,
    ) -> int:
        """Return one of the options, `DONE` among them where the answer may stop."""
        raise NotImplementedError


class RandomBot(Bot):
    """Every option is equally likely."""

    name = "random"

    def choose(
        self,
        game: Game[Any],
        view: Any,
        prompt: Prompt[Any],
        seat: int,
        arg: int,
        options: Sequence[int],
        picked: Sequence[int],
        rng: Stream,
    ) -> int:
        return rng.choice(options)


class GreedyBot(Bot):
    """The option that the game rates best, ties drawn.

    In an answer of picks without order each option that is rated above `DONE` is taken, in the order offered.
    """

    name = "greedy"

    def choose(
        self,
        game: Game[Any],
        view: Any,
        prompt: Prompt[Any],
        seat: int,
        arg: int,
        options: Sequence[int],
        picked: Sequence[int],
        rng: Stream,
    ) -> int:
        ratings = [game.rate(view, prompt, seat, arg, code, picked) for code in options]
        if prompt.many and not prompt.ordered:
            least = ratings[options.index(DONE)] if DONE in options else max(ratings)
            for code, rating in zip(options, ratings, strict=True):
                if code != DONE and (rating > least or (DONE not in options and rating == least)):
                    return code
            return DONE
        best = max(ratings)
        return rng.choice([code for code, rating in zip(options, ratings, strict=True) if rating == best])


_BOTS: dict[str, Bot] = {bot.name: bot for bot in (GreedyBot(), RandomBot())}


def register(bot: Bot) -> None:
    """Add a bot by hand, for tests and notebooks. Packages name theirs in the entry points `shapan.bots`."""
    _BOTS[bot.name] = bot


@cache
def _scan() -> None:
    for entry in entry_points(group="shapan.bots"):
        register(entry.load()())


def names() -> list[str]:
    """Return the names of all bots, our own first, strongest first."""
    _scan()
    return list(_BOTS)


def find(name: str) -> Bot:
    """Return a bot by its name. Raises UnknownBot."""
    _scan()
    bot = _BOTS.get(name)
    if bot is None:
        raise UnknownBot(f"there is no bot {name!r}; known: {', '.join(_BOTS)}")
    return bot


def answer(bot: Bot, match: Match[Any], seat: int) -> list[int]:
    """Return a bot's whole answer to the open decision of its seat, from the seat's view."""
    decision = match.decisions[seat]
    rng = Stream(derive(match.key, "bot", seat, decision.ordinal))
    view = match.view(seat)
    picked: list[int] = []
    while options := match.legal(seat, picked):
        code = bot.choose(match.game, view, decision.prompt, seat, decision.arg, options, picked, rng)
        if not decision.prompt.many:
            return [code]
        if code == DONE:
            break
        picked.append(code)
    return picked


def policy(game: Game[Any], bots: Mapping[int, Bot], rng: Stream) -> Policy[Any]:
    """Return a policy for `PolicyTable` that lets a bot of each seat decide from that seat's view."""
    choosers: dict[int, Callable[..., int]] = {seat: bot.choose for seat, bot in bots.items()}
    sees = {seat: not isinstance(bot, RandomBot) for seat, bot in bots.items()}
    if all(type(bot) is RandomBot for bot in bots.values()):
        return lambda state, prompt, seat, arg, options, picked: rng.choice(options)

    def decide(
        state: Any,
        prompt: Prompt[Any],
        seat: int,
        arg: int,
        options: Sequence[int],
        picked: Sequence[int],
    ) -> int:
        view = game.view(state, seat) if sees[seat] else None
        return choosers[seat](game, view, prompt, seat, arg, options, picked, rng)

    return decide
