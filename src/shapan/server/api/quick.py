"""Quick play: what the card of a game in the lobby proposes, and the match that it opens with one click."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from shapan.bots import parted, ranks
from shapan.bots.handicap import CHANCES, ODDS, handicap_of
from shapan.engine.game import Game
from shapan.engine.length import Measured, measured
from shapan.engine.text import package_of
from shapan.server.api.opening import NewMatch, NewSeat, Unfit, usual_seats

BEGINNER: Final = "beginner"
"""The strength for players who are new: the weakest bot, in games with sides the measured level that loses most."""
WEAK: Final = "novice"
"""The bot for beginners. In games with sides a table of its kind would be weak on the person's side too."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a card sets: how many bots of which strength (0: as many as is usual), and whether the match is short."""

    bots: int = 0
    strength: str = BEGINNER
    short: bool = False


def short_match(game: Game[Any]) -> Measured | None:
    """Return the short match that a game offers, None without one."""
    known = measured(package_of(game))
    return known.short if known is not None else None


def bot_counts(game: Game[Any]) -> range:
    """Return how many bots one person can play against."""
    return range(max(1, game.min_seats - 1), game.max_seats)


def strengths(names: Sequence[str]) -> list[str]:
    """Return the strengths that a card offers, from weak to strong: for beginners, and the bots above them."""
    ranked = [name for name in ranks() if name in names]
    return [BEGINNER, *ranked[ranked.index(WEAK) + 1 if WEAK in ranked else 0 :]]


def usual_setup(game: Game[Any]) -> Setup:
    """Return what a card proposes before its game was played."""
    return Setup(usual_seats(game) - 1)


def setup_of(game: Game[Any], bots: Sequence[str], options: Mapping[str, Any], names: Sequence[str]) -> Setup | None:
    """Return the setup that a match of one person against bots was opened with, None where no card can say it."""
    bots = [parted(bot)[0] for bot in bots]
    short = short_match(game)
    is_short = short is not None and options == short.options and len(bots) + 1 == short.seats
    if len(set(bots)) != 1 or len(bots) not in bot_counts(game) or (options and not is_short):
        return None
    strength = BEGINNER if bots[0] == _beginner(game, len(bots) + 1) else bots[0]
    setup = Setup(len(bots), strength, is_short)
    if is_short:  # the number of bots that counts for other matches is not known from it
        setup = replace(setup, bots=usual_seats(game) - 1)
    return setup if strength in strengths(names) else None


def quick_match(game: Game[Any], setup: Setup, name: str | None) -> NewMatch:
    """Return the match of a setup. Raises Unfit."""
    short = short_match(game) if setup.short else None
    if setup.short and short is None:
        raise Unfit("short", "this game offers no short match")
    seats = short.seats if short else setup.bots + 1 if setup.bots else usual_seats(game)
    options = dict(short.options) if short else {}
    bot = _beginner(game, seats) if setup.strength == BEGINNER else setup.strength
    if bot.startswith(ODDS):
        others = [NewSeat("bot") for _ in range(seats - 1)]
        return NewMatch(game.name, [NewSeat("me"), *others], options, id=name, odds=CHANCES[0])
    return NewMatch(game.name, [NewSeat("me"), *(NewSeat("bot", bot=bot) for _ in range(seats - 1))], options, id=name)


def _beginner(game: Game[Any], seats: int) -> str:
    """Return the bot for beginners at a table of so many seats."""
    odds = handicap_of(game)
    row = None if odds is None else odds.of(seats, CHANCES[0])
    return f"{ODDS}{CHANCES[0]}" if row is not None and len(row.shares) > 1 else WEAK
