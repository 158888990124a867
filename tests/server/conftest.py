"""A server on a fresh data folder, and people who talk to it over HTTP as browsers do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from litestar.testing import TestClient

from server.bells import ringing
from server.people import Place
from shapan.server.app import create_app
from shapan.server.settings import Settings


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dice of all matches fall the same in each run."""
    monkeypatch.setattr("shapan.server.hub.hub.new_key", lambda: b"the same each run")


@pytest.fixture
def bells() -> Iterator[None]:
    """List the games of bells."""
    with ringing():
        yield


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        data=tmp_path / "data",
        bot_delay=0.0,
        tick=0,
        hosts=("testserver.local",),
        snapshot_every=7,
        reviews=False,
        limits=None,
    )


class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.seconds = 1_700_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time(settings: Settings) -> Time:
    """The server's clock, standing still; name it before `place`."""
    settings.now = Time()
    return settings.now


@contextmanager
def running(settings: Settings) -> Iterator[Place]:
    with TestClient(create_app(settings), base_url="http://testserver.local") as client:
        yield Place(client)


@pytest.fixture
def place(settings: Settings) -> Iterator[Place]:
    with running(settings) as place:
        yield place
