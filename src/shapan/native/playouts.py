"""Matches that bots play by themselves: in C++ where the game is translated, else in plain Python, alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from shapan.engine.chance import key_of
from shapan.engine.game import Game
from shapan.engine.registry import find
from shapan.native.answers import Playout, play_plain
from shapan.native.library import GREEDY, Job, library_of

AT_ONCE: Final = 4096
"""How many matches are played in one call."""


def playouts(
    game: str | Game[Any],
    seats: int,
    seeds: Iterable[int | str | bytes],
    options: Mapping[str, Any] | None = None,
    bot: str = "random",
) -> Iterator[Playout]:
    """Yield how a match of each seed ends: every legal answer is as likely as another, or all go by ratings (`greedy`).

    What falls and what is answered follows from the seed alone. Raises LookupError for a game or bot that is not there,
    OptionError and PositionError as `Game.start`.
    """
    if bot not in ("random", "greedy"):
        raise LookupError(f"there is no bot {bot!r} here: random or greedy")
    found = find(game) if isinstance(game, str) else game
    start = found.start(options or {}, seats, b"")
    library = library_of(found)
    if library is not None and bot == "greedy" and not library.rates:
        library = None
    keys = map(key_of, seeds)
    while some := list(islice(keys, AT_ONCE)):
        if library is None:
            yield from (played for played, _ in play_plain(found, start, some, bot))
            continue
        players = [[GREEDY] * seats] * len(some) if bot == "greedy" else None
        for key, played in zip(some, library.play(Job(start, some, players=players)).playouts, strict=True):
            yield next(play_plain(found, start, [key], bot))[0] if played is None else played
