"""Which matches are played: every number of seats, every option value at least once, random mixtures after that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shapan.engine.chance import Stream
from shapan.engine.game import Game, PositionError
from shapan.engine.options import Option, OptionError

FEW = 12
"""An option of at most so many integers is tried with each of them, a wider one with its ends and some between."""


@dataclass(slots=True)
class Setting:
    """Number of seats and the options that differ from their defaults."""

    seats: int
    options: dict[str, Any]


def values_of(option: Option, rng: Stream) -> list[Any]:
    """Return values of an option to try: all named ones, all or some of a range, lists that hold each word once."""
    values: list[Any] = [option.default, *option.values]
    if option.least is not None:
        most = option.most if option.most is not None else option.least + 100
        if most - option.least < FEW:
            values += range(option.least, most + 1)
        else:
            between = [option.least + 1 + rng.number(most - option.least - 1) for _ in range(3)]
            values += [option.least, most, *between]
    if option.length and option.list_of:
        words = list(option.list_of)
        rng.shuffle(words)
        for start in range(0, len(words), option.length):
            row = words[start : start + option.length]
            values.append(row + [rng.choice(words) for _ in range(option.length - len(row))])
    unique: list[Any] = []
    for value in values:
        if value not in unique and (not option.refused or value == option.default):
            unique.append(value)
    return unique


def fits(game: Game[Any], setting: Setting) -> bool:
    """Tell whether a game takes these options together."""
    try:
        game.resolve(setting.options, setting.seats)
    except (OptionError, PositionError):
        return False
    return True


def settings(game: Game[Any], rng: Stream) -> Iterator[Setting]:
    """Yield settings without end: first all seats, then each option value (as `forced` counts), then mixtures."""
    yield from forced(game, rng)
    sizes = list(range(game.min_seats, game.max_seats + 1))
    while True:
        mixed = Setting(rng.choice(sizes), {})
        for option in game.options:
            if rng.number(2):
                mixed.options[option.name] = rng.choice(values_of(option, rng))
        yield mixed if fits(game, mixed) else Setting(mixed.seats, {})


def forced(game: Game[Any], rng: Stream) -> list[Setting]:
    """Return the settings that must be played: every number of seats, every value of every option alone.

    What only names a default plays as the bare numbers of seats do, and is left out.
    """
    sizes = list(range(game.min_seats, game.max_seats + 1))
    rows = [Setting(seats, {}) for seats in sizes]
    for option in game.options:
        for value in values_of(option, rng):
            start = rng.number(len(sizes))
            tries = [Setting(seats, {option.name: value}) for seats in sizes[start:] + sizes[:start]]
            rows += [setting for setting in tries if fits(game, setting)][:1]
    return [setting for setting in rows if not setting.options or not is_default(game, setting)]


def is_default(game: Game[Any], setting: Setting) -> bool:
    """Tell whether a game takes these options for those that it has when none is named."""
    seats = setting.seats
    return bool(game.resolve(setting.options, seats) == game.resolve({}, seats))
