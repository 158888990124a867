"""Random matches: in C++ where the game is translated, in plain Python where it is not; the same either way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from shapan.engine.chance import key_of
from shapan.engine.game import Game
from shapan.engine.registry import find
from shapan.native.answers import Playout, play_plain
from shapan.native.library import library_of

AT_ONCE: Final = 4096
"""How many matches are played in one call."""


def playouts(
    game: str | Game[Any], seats: int, seeds: Iterable[int | str | bytes], options: Mapping[str, Any] | None = None
) -> Iterator[Playout]:
    """Yield how a match of each seed ends in which every legal answer is as likely as another.

    What falls and what is answered follows from the seed alone. Raises LookupError for a game that is not there,
    OptionError and PositionError as `Game.start`.
    """
    found = find(game) if isinstance(game, str) else game
    start = found.start(options or {}, seats, b"")
    library = library_of(found)
    keys = map(key_of, seeds)
    while some := list(islice(keys, AT_ONCE)):
        if library is None:
            yield from (played for played, _ in play_plain(found, start, some))
            continue
        for key, played in zip(some, library.play(start, some).playouts, strict=True):
            yield next(play_plain(found, start, [key]))[0] if played is None else played
