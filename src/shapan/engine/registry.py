"""The registry: built-in games are found by scanning `shapan.games`, foreign ones by the entry points `shapan.games`.

A game's package exposes its definition as `GAME`; one without it is not finished, and not listed. No list of games
stands anywhere.
"""

from __future__ import annotations

import pkgutil
import sys
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
        _GAMES.update(_scan())  # at once: another thread must not find half of them
    return dict(sorted({**_GAMES, **_EXTRA}.items()))


def _scan() -> dict[str, Game[Any]]:
    found: dict[str, Game[Any]] = {}
    package = import_module("shapan.games")
    built_in = [
        import_module(f"{package.__name__}.{item.name}")
        for item in pkgutil.iter_modules(package.__path__)
        if item.ispkg
    ]
    for game in [
        *(module.GAME for module in built_in if hasattr(module, "GAME")),
        *(entry.load() for entry in entry_points(group="shapan.games")),
    ]:
        if game.name in found:
            raise ValueError(f"two games are named {game.name}")
        found[game.name] = game
    return found


def _built_in(name: str) -> Game[Any] | None:
    """Return the built-in game of a name, if its package is named so too."""
    package = import_module("shapan.games")
    path = f"{package.__name__}.{name}"
    if path not in sys.modules and name not in (item.name for item in pkgutil.iter_modules(package.__path__)):
        return None
    game: Game[Any] | None = getattr(import_module(path), "GAME", None)
    return game if game is not None and game.name == name else None


def find(name: str) -> Game[Any]:
    """Return a game by its name (`-` may stand for `_`). Raises UnknownGame.

    Of the built-in games no other one is loaded for it: a process that plays one game starts twice as soon.
    """
    alone = None if _GAMES else _built_in(name.replace("-", "_"))
    if alone is not None and alone.name not in _EXTRA:
        return alone
    known = games()
    game = known.get(name) or known.get(name.replace("-", "_"))
    if game is None:
        raise UnknownGame(f"there is no game {name!r}; known: {', '.join(known)}")
    return game
