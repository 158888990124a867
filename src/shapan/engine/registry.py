"""The registry: built-in games are found by scanning `shapan.games`, foreign ones by the entry points `shapan.games`.

A game's package exposes its definition as `GAME`; one without it is not finished, and not listed. No list of games
stands anywhere. A package that cannot be loaded is set aside with what is wrong with it, and all others go on.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from shapan.engine.game import Game
from shapan.engine.trouble import folder_of, trouble_of

_GAMES: dict[str, Game[Any]] = {}
_EXTRA: dict[str, Game[Any]] = {}
_BROKEN: dict[str, str] = {}


class UnknownGame(LookupError):
    """No game of that name; the message names those that there are."""

    @property
    def public(self) -> str:
        """What anybody may read of it: no paths of files."""
        return str(self)


class BrokenGame(UnknownGame):
    """A game that is there and cannot be loaded; the message says what is wrong, and where."""

    def __init__(self, name: str, says: str) -> None:
        super().__init__(f"the game {name!r} cannot be loaded: {says}")
        self._name = name

    @property
    def public(self) -> str:
        """What anybody may read of it: no paths of files."""
        return f"the game {self._name!r} cannot be loaded"


def register(game: Game[Any]) -> None:
    """Add a game by hand, for tests and notebooks."""
    _EXTRA[game.name] = game


def games() -> dict[str, Game[Any]]:
    """Return all games by name, sorted."""
    if not _GAMES:
        _GAMES.update(_scan())  # at once: another thread must not find half of them
    return dict(sorted({**_GAMES, **_EXTRA}.items()))


def broken() -> dict[str, str]:
    """Return what is wrong with the games that are set aside, by name."""
    games()
    return dict(sorted(_BROKEN.items()))


def set_aside(name: str, says: str) -> None:
    """Take a game that turned out to be broken off the list."""
    games()
    _GAMES.pop(name, None)
    _EXTRA.pop(name, None)
    _BROKEN[name] = says


def _scan() -> dict[str, Game[Any]]:
    found: dict[str, Game[Any]] = {}
    package = import_module("shapan.games")
    for item in pkgutil.iter_modules(package.__path__):
        if item.ispkg:
            path = f"{package.__name__}.{item.name}"
            _add(found, item.name, path, path, partial(_game_in, path))
    for entry in entry_points(group="shapan.games"):
        name, module = str(getattr(entry, "name", "?")), str(getattr(entry, "value", "?")).partition(":")[0]
        _add(found, name, module, module.partition(".")[0], entry.load)
    return found


def _game_in(path: str) -> Any:
    return getattr(import_module(path), "GAME", None)


def _add(found: dict[str, Game[Any]], name: str, module: str, package: str, load: Callable[[], Any]) -> None:
    """Load one game; one that fails, or that is none, or has the name of another, is set aside."""
    try:
        game = load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's code may fail in any way
        _BROKEN[name] = trouble_of(error, folder_of(package))
        return
    if game is None:
        return
    if not isinstance(game, Game):
        _BROKEN[name] = f"{module}: {type(game).__name__} is no Game"
    elif game.name in found:
        _BROKEN[name if name not in found else module] = f"{module}: two games are named {game.name}"
    else:
        found[game.name] = game


def _built_in(name: str) -> Game[Any] | None:
    """Return the built-in game of a name, if its package is named so too."""
    package = import_module("shapan.games")
    path = f"{package.__name__}.{name}"
    if path not in sys.modules and name not in (item.name for item in pkgutil.iter_modules(package.__path__)):
        return None
    try:
        game: Any = getattr(import_module(path), "GAME", None)
    except (Exception, SystemExit) as error:
        raise BrokenGame(name, trouble_of(error, folder_of(path))) from error
    return game if isinstance(game, Game) and game.name == name else None


def find(name: str) -> Game[Any]:
    """Return a game by its name (`-` may stand for `_`). Raises UnknownGame, or BrokenGame for one set aside.

    Of the built-in games no other one is loaded for it: a process that plays one game starts twice as soon.
    """
    plain = name.replace("-", "_")
    alone = None if _GAMES else _built_in(plain)
    if alone is not None and alone.name not in _EXTRA:
        return alone
    known = games()
    game = known.get(name) or known.get(plain)
    if game is None:
        for one in (name, plain):
            if one in _BROKEN:
                raise BrokenGame(one, _BROKEN[one])
        raise UnknownGame(f"there is no game {name!r}; known: {', '.join(known)}")
    return game
