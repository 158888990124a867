from __future__ import annotations

import subprocess
import sys
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


def test_for_one_game_no_other_is_loaded() -> None:
    program = (
        "import sys; from shapan.engine.registry import find\n"
        "assert find('planet-masters') is find('planet_masters')\n"
        "print(*sorted({name.split('.')[2] for name in sys.modules if name.startswith('shapan.games.')}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["planet_masters"]


def test_a_game_found_alone_is_that_of_the_list_and_one_that_was_added_goes_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed = registry.games()["pig"]
    monkeypatch.setattr(registry, "_GAMES", {})
    assert registry.find("pig") is listed and not registry._GAMES
    added = type(listed)()
    monkeypatch.setattr(registry, "_EXTRA", {"pig": added})
    assert registry.find("pig") is added
    monkeypatch.setattr(registry, "_GAMES", {})
    with pytest.raises(registry.UnknownGame, match="no game 'chess'; known: "):
        registry.find("chess")
