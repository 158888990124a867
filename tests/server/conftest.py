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
from shapan.server.steady import Steady


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
        countdown=0.0,
        tick=0,
        hosts=("testserver.local",),
        snapshot_every=7,
        reviews=False,
        limits=None,
    )


class Time(Steady):
    """A clock that a test sets: the time that passes, and by how much the machine's clock is ahead of it."""

    def __init__(self) -> None:
        self.seconds = 1_700_000_000.0
        self.ahead = 0.0
        super().__init__(lambda: self.seconds + self.ahead, lambda: self.seconds, most_gap=float("inf"))


@pytest.fixture
def time(settings: Settings) -> Time:
    """The server's clock, standing still; name it before `place`."""
    time = settings.now = Time()
    return time


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all clocks be slow ones, which run though nobody is at the table."""
    monkeypatch.setattr("shapan.server.match.table.SLOW", 0)


@contextmanager
def running(settings: Settings) -> Iterator[Place]:
    with TestClient(create_app(settings), base_url="http://testserver.local") as client:
        yield Place(client)


@pytest.fixture
def place(settings: Settings) -> Iterator[Place]:
    with running(settings) as place:
        yield place
