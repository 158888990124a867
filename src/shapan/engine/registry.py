"""The registry: built-in games are found by scanning `shapan.games`, foreign ones by the entry points `shapan.games`.

A game's package exposes its definition as `GAME`. No list of games stands anywhere.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from shapan.engine.game import Game

_GAMES: dict[str, Game[Any]] = {}
_EXTRA: dict[str, Game[Any]] = {}


class UnknownGame(LookupError):
    """No game of that name; the message names those that there are."""


def register(game: Game[Any]) -> None:
    """Add a game by hand, for tests and notebooks."""
    _EXTRA[game.name] = game


def games() -> dict[str, Game[Any]]:
    """Return all games by name, sorted."""
    if not _GAMES:
        package = import_module("shapan.games")
        for item in pkgutil.iter_modules(package.__path__):
            if item.ispkg:
                _add(import_module(f"shapan.games.{item.name}").GAME)
        for entry in entry_points(group="shapan.games"):
            _add(entry.load())
    return dict(sorted({**_GAMES, **_EXTRA}.items()))


def _add(game: Game[Any]) -> None:
    if game.name in _GAMES:
        raise ValueError(f"two games are named {game.name}")
    _GAMES[game.name] = game


def find(name: str) -> Game[Any]:
    """Return a game by its name (`-` may stand for `_`). Raises UnknownGame."""
    known = games()
    game = known.get(name) or known.get(name.replace("-", "_"))
    if game is None:
        raise UnknownGame(f"there is no game {name!r}; known: {', '.join(known)}")
    return game
