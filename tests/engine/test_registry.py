from __future__ import annotations

import subprocess
import sys
import threading
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from shapan import bots
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

    known = registry.games()
    monkeypatch.setattr(registry, "_GAMES", {})
    monkeypatch.setattr(registry, "_BROKEN", {})
    monkeypatch.setattr(registry, "entry_points", lambda group: [Twin()])
    assert registry.games() == known
    assert registry.broken() == {"?": "?: two games are named pig"}


def test_all_games_and_bots_of_this_program_can_be_loaded() -> None:
    assert registry.broken() == bots.broken() == {}


def test_a_game_that_does_not_load_is_set_aside_and_named_and_all_others_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    known = registry.games()
    wrong = tmp_path / "game.py"
    wrong.write_text("x = (\n\ny = 1 +\n", "utf-8")

    def load(name: str) -> ModuleType:
        if name == "shapan.games.pig":
            compile(wrong.read_text("utf-8"), str(wrong), "exec")
        if name == "shapan.games.leduc":
            sys.exit("no")
        return import_module(name)

    monkeypatch.setattr(registry, "import_module", load)
    monkeypatch.setattr(registry, "_BROKEN", {})
    for whole in (False, True):
        monkeypatch.setattr(registry, "_GAMES", {})
        if whole:
            assert set(registry.games()) == set(known) - {"pig", "leduc"}
            assert registry.broken()["leduc"] == "SystemExit: no"
            assert registry.broken()["pig"].startswith(f"{wrong}, line ")
        assert registry.find("planet-masters") is known["planet_masters"]
        says = f"the game 'pig' cannot be loaded: {wrong}, line [0-9]: SyntaxError"
        with pytest.raises(registry.BrokenGame, match=says):
            registry.find("pig")


def test_what_is_no_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("odd", "json:dumps", "shapan.games")
    gone = EntryPoint("gone", "nowhere.at_all:GAME", "shapan.games")
    monkeypatch.setattr(registry, "_GAMES", {})
    monkeypatch.setattr(registry, "_BROKEN", {})
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry, gone])
    assert registry.broken() == {
        "gone": "ModuleNotFoundError: No module named 'nowhere'",
        "odd": "json: function is no Game",
    }


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
