"""What all servers of the tests have in common, made once: to make an application takes longer than most tests."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final

import pytest
from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.events import SimpleEventEmitter
from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy.engine import Engine
from sqlalchemy.util import LRUCache

from shapan.server.pages.static import static_route
from shapan.server.store import postgres, sqlite

ONLY_PIG: Final = """
from shapan.engine import registry
from shapan.games.pig import GAME
registry._GAMES[GAME.name] = GAME
"""
"""Begins a program that serves pig and no other game: to load those takes a third of its start."""
_OWN: ContextVar[_Own] = ContextVar("own")
"""What is the own of the server that answers."""
_STATEMENTS: Final = LRUCache[Any, Any](5_000)
"""The statements of all databases, compiled."""


class _Own:
    """What one server has for itself: its dependencies, and its middleware around what all have in common."""

    def __init__(self, dependencies: dict[str, Provide], middleware: list[Callable[[ASGIApp], ASGIApp]]) -> None:
        self._dependencies = dependencies
        self._middleware = middleware
        self._around: dict[tuple[int, int], ASGIApp] = {}

    def give(self, name: str, **rest: Any) -> Any:
        """Return a dependency."""
        return self._dependencies[name].dependency(**rest)

    def around(self, number: int, app: ASGIApp) -> ASGIApp:
        """Return a middleware of its own around an application."""
        key = (number, id(app))
        if key not in self._around:
            self._around[key] = self._middleware[number](app)
        return self._around[key]


def _given(name: str, provide: Provide) -> Provide:
    """Return what gives a dependency of the server that answers; what has nothing of a server is given as it is."""
    if not getattr(provide.dependency, "__closure__", None):
        return provide

    @wraps(provide.dependency)
    def give(**rest: Any) -> Any:
        return _OWN.get().give(name, **rest)

    return Provide(give, sync_to_thread=False)


def _around(number: int) -> Callable[[ASGIApp], ASGIApp]:
    def middleware(app: ASGIApp) -> ASGIApp:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            await _OWN.get().around(number, app)(scope, receive, send)

        return answer

    return middleware


class _Common:
    """Applications of the same routes: the first is made by Litestar, and all are copies of that."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], tuple[Litestar, Any]] = {}

    def application(self, **given: Any) -> Litestar:
        """Return an application as `Litestar` does."""
        handlers, cookie = given["route_handlers"], repr(given["openapi_config"].components)
        key = (*map(id, handlers), *given["dependencies"], len(given["middleware"]), cookie)
        if key not in self._made:
            common = {
                **given,
                "dependencies": {name: _given(name, provide) for name, provide in given["dependencies"].items()},
                "middleware": [_around(number) for number in range(len(given["middleware"]))],
                "lifespan": [],
            }
            self._made[key] = Litestar(**common), handlers  # which must live, as they are known by their identities
        return self._copy(self._made[key][0], given)

    @staticmethod
    def _copy(common: Litestar, given: dict[str, Any]) -> Litestar:
        app = copy(common)
        own = _Own(given["dependencies"], given["middleware"])

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            _OWN.set(own)
            await common.asgi_handler(scope, receive, send)

        app.asgi_handler = answer
        app.asgi_router = copy(common.asgi_router)
        app.asgi_router.app = app
        app.event_emitter = SimpleEventEmitter([])
        app.state = State()
        app._lifespan_managers = list(given["lifespan"])
        return app


@cache
def _equal(kind: Any) -> type:
    """Return a kind of dialect of which all are equal: by it the statements are found that are compiled for them."""
    equal = {"__eq__": lambda one, two: type(one) is type(two), "__hash__": lambda one: hash(type(one))}
    return type(kind.__name__, (kind,), {**equal, "supports_statement_cache": kind.supports_statement_cache})


def _compiling_once(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return what makes engines that compile no statement that another one has compiled."""

    @wraps(make)
    def made(*given: Any, **rest: Any) -> Any:
        engine = make(*given, **rest)
        inner: Engine = getattr(engine, "sync_engine", engine)
        dialect: Any = inner.dialect
        kind: Any = type(dialect)
        dialect.__class__ = _equal(kind)
        inner._compiled_cache = _STATEMENTS
        return engine

    return made


COMMON: Final = _Common()
_FILES: Final = cache(static_route)


@contextmanager
def quick_start(new_database: Path) -> Iterator[None]:
    """Let applications start sooner: routes are made, statements compiled, and static files packed once.

    Where there is no database they are given a copy of a new one.
    """
    migrate = sqlite.migrate

    def given(path: Path) -> str | None:
        if path.exists():
            return migrate(path)
        shutil.copy(new_database, path)
        path.chmod(0o600)
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shapan.server.app.Litestar", COMMON.application)
        patch.setattr("shapan.server.app.static_route", _FILES)
        patch.setattr(sqlite, "migrate", given)
        for backend in (sqlite, postgres):
            for name in ("create_engine", "create_async_engine"):
                patch.setattr(backend, name, _compiling_once(getattr(backend, name)))
        yield
