"""Levels: how many answers of a careless bot are mistakes, by game: measured, so that each level is felt.

As many mistakes cost a bot two hundred points of Elo in one game and nine hundred in another. The figures are in
`levels.toml` of a game's package, made by `bench/levels.py`; a game without that file has those of the bots themselves.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec

from shapan.engine.game import Game
from shapan.engine.text import package_of
from shapan.engine.trouble import FileError, toml_of

FILE: Final = "levels.toml"
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many percent of a bot's answers are mistakes, and what it then won against the level above, in percent."""

    bot: str
    mistakes: Percent
    above: str
    """The bot of the level above."""
    seats: int
    """At the tables where it was measured."""
    won: float
    low: float
    """Between this and `high` it wins, at 95 %."""
    high: float
    matches: int


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All levels that were measured of a game, from strong to weak."""

    levels: list[Level]


@cache
def read_levels(package: str) -> list[Level]:
    """Return the levels in the file of a package, from strong to weak; none without a file. Raises FileError."""
    data = toml_of(package, FILE)
    try:
        return [] if data is None else msgspec.convert(data, Levels).levels
    except msgspec.ValidationError as error:
        raise FileError(f"{files(package) / FILE}: {error}") from None


def levels_of(game: Game[Any]) -> list[Level]:
    """Return the levels that were measured of a game, from strong to weak; none if nothing was. Raises FileError."""
    return read_levels(package_of(game))
