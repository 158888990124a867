"""Odds: how likely a person who plays alone is to win, chosen by him and measured beforehand.

Dice, cards and rules are the same whatever he chooses. What changes is how many answers of the bots are left to
chance, and for seats of one side it may be more than for those of another; more still for those beside whom the person
stands openly, for then nothing is given away by it. The figures stand in `handicap.toml` of a game's
package, made by `bench/handicap.py`. All bots of such a match have one name, and answer at once: nobody sees a level by
anything but how it is played.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from shapan.bots.bot import DecisionPoint, GreedyBot
from shapan.bots.levels import Percent
from shapan.engine.game import Game
from shapan.engine.text import package_of
from shapan.engine.trouble import FileError, toml_of

FILE: Final = "handicap.toml"
ODDS: Final = "odds:"
"""Before the chance in percent that the person is to have: the name of the bots of such a match."""
PERSON: Final = 0
"""The seat of who plays alone."""
CHANCES: Final = (65, 50)
"""What may be chosen, in percent, beside bots as strong as they are."""


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often the person has won, in percent, with its 95 % interval; `side` is empty in games without sides."""

    side: str
    won: float
    low: float
    high: float
    matches: int


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person wins at a table of so many seats."""

    seats: int
    chance: Percent
    """What was aimed at; 0: bots as strong as they are."""
    careless: dict[str, Percent]
    """By side the percentage of its answers that a bot leaves to chance; in games without sides by the empty word."""
    shares: list[Share]
    """How often the person won, a side each."""
    beside: dict[str, Percent] = {}
    """The same as `careless`, for bots of a side on which the person stands and all know it."""

    def level(self, side: str, open_side: str) -> int:
        """Return how many of a bot's answers are left to chance, by its side and the one the person openly is on."""
        beside = self.beside.get(side) if side and side == open_side else None
        return self.careless.get(side, 0) if beside is None else beside


class Handicap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that was measured of a game."""

    odds: list[Measured]

    def of(self, seats: int, chance: int) -> Measured | None:
        """Return what was measured for a number of seats and a chance, None if nothing was."""
        return next((row for row in self.odds if row.seats == seats and row.chance == chance), None)


@cache
def _odds(package: str) -> Handicap | None:
    data = toml_of(package, FILE)
    try:
        return None if data is None else msgspec.convert(data, Handicap)
    except msgspec.ValidationError as error:
        raise FileError(f"{files(package) / FILE}: {error}") from None


def handicap_of(game: Game[Any]) -> Handicap | None:
    """Return what was measured of a game, None if nothing was."""
    return _odds(package_of(game))


class HandicapBot(GreedyBot):
    """Greedy, but some of its answers are left to chance: so many as the side needs on which its seat knows to be."""

    def __init__(self, name: str, chance: int, row: Measured | None = None) -> None:
        self.name, self._chance, self._row = name, chance, row

    def choose(self, decision: DecisionPoint) -> int:
        game, view, row = decision.game, decision.view, self._row or self._measured(decision)
        level = 0 if row is None else row.level(game.side(view, decision.seat), game.open_side(view, PERSON))
        # A draw in any case: how many there are must not tell the level either.
        by_chance = decision.rng.number(100) < level
        return decision.rng.choice(decision.mistakes()) if by_chance else super().choose(decision)

    def _measured(self, decision: DecisionPoint) -> Measured | None:
        odds = handicap_of(decision.game)
        return None if odds is None else odds.of(int(decision.view.seats), self._chance)
