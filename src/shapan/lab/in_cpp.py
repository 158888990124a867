"""Matches of a plan played in C++, where the game is translated: the very matches that plain Python plays.

Taken are bots that go by ratings or by chance alone. A match that C++ leaves, and whatever cannot be translated, plain
Python plays; nobody has to ask for either.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from shapan import BUILD
from shapan.bots import Bot
from shapan.bots.bot import CarelessBot, GreedyBot, RandomBot
from shapan.engine import registry
from shapan.engine.chance import derive
from shapan.engine.game import Game
from shapan.engine.state import State
from shapan.lab.plan import Plan, plain
from shapan.native.library import GREEDY, RANDOM, Answer, Job, Library, library_of
from shapan.native.looks import build_looks

BUILD_FROM: Final = 2_000
"""A library that is not there is built for so many matches: it takes some seconds."""
AT_ONCE: Final = 64
"""How many matches are played in one call."""

Ended = tuple[State, list[Answer], list[Answer], list[tuple[int, ...]]]
"""A last state, what was answered to each decision, the further picks, and the answers whole."""


def player(bot: Bot, game: Game[Any]) -> tuple[int, int] | None:
    """Return a bot of a game as C++ has it, None for one that it has not, such as one with a personality."""
    if isinstance(bot, GreedyBot) and bot.personality:
        return None
    if type(bot) is RandomBot:
        return RANDOM
    if type(bot) is GreedyBot:
        return GREEDY
    return bot.share(game) if type(bot) is CarelessBot else None


class Quick:
    """Plays matches of a plan in C++."""

    def __init__(self, plan: Plan, library: Library, players: dict[str, tuple[int, int]]) -> None:
        self._plan, self._library, self._players = plan, library, players
        self._start = plan.definition().start(plan.options, plan.seats, b"")

    def play(self, numbers: Sequence[int]) -> list[Ended | None]:
        """Return how matches ended, by number; None for one that Python has to play."""
        keys = [self._plan.key(number) for number in numbers]
        found = self._library.play(
            Job(
                self._start,
                keys,
                [derive(key, "bots") for key in keys],
                [[self._players[name] for name in self._plan.lineup(number)] for number in numbers],
                states=True,
                answers=True,
            )
        )
        return [
            None
            if ended is None or state is None
            else (state, found.answers[place], found.picks[place], found.whole[place])
            for place, (ended, state) in enumerate(zip(found.playouts, found.states, strict=True))
        ]


def ready(plan: Plan) -> None:
    """Build what a plan is played with in C++, if it is worth it: whole matches, or what bots look ahead with."""
    quick(plan)
    if any(bot.thinks for bot in plan.bots().values()):
        build_looks(plan.definition())


def quick(plan: Plan) -> Quick | None:
    """Return who plays a plan in C++; None where plain Python plays."""
    game = plan.definition()
    players = {name: player(bot, game) for name, bot in plan.bots().items()}
    taken = {name: one for name, one in players.items() if one is not None}
    if BUILD != "plain Python" or len(taken) < len(players):
        return None
    library = _library(plan.game, plan.variant, plain(plan.tables), plan.matches >= BUILD_FROM)
    if library is None or (not library.rates and any(one != RANDOM for one in taken.values())):
        return None
    return Quick(plan, library, taken)


def rules_run_in(plan: Plan) -> str:
    """Return what the rules of a plan run in: C++, or the build of this program."""
    return BUILD if quick(plan) is None else "C++"


@cache
def _library(name: str, variant: str, tables: str, build: bool) -> Library | None:
    game: Game[Any] = registry.find(name)
    return library_of(game.varied(variant, json.loads(tables)) if variant else game, build)
