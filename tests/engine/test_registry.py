from __future__ import annotations

import threading
from importlib import import_module
from types import ModuleType

import pytest

from shapan.engine import registry


def test_a_thread_that_asks_while_games_are_found_gets_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    known = set(registry.games())
    monkeypatch.setattr(registry, "_GAMES", {})
    half, go_on = threading.Event(), threading.Event()
    slow: list[threading.Thread] = []

    def load(name: str) -> ModuleType:
        if threading.current_thread() in slow and name == "shapan.games.pig":
            half.set()
            go_on.wait(10)
        return import_module(name)

    monkeypatch.setattr(registry, "import_module", load)
    slow.append(threading.Thread(target=registry.games))
    slow[0].start()
    try:
        assert half.wait(10)
        assert set(registry.games()) == known
    finally:
        go_on.set()
        slow[0].join()
    assert set(registry.games()) == known


def test_two_games_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Twin:
        game = registry.find("pig")

        def load(self) -> object:
            return self.game

    monkeypatch.setattr(registry, "_GAMES", {})
    monkeypatch.setattr(registry, "entry_points", lambda group: [Twin()])
    with pytest.raises(ValueError, match="two games are named pig"):
        registry.games()
    assert not registry._GAMES
