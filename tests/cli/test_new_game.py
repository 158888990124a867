"""The template stays a game: what is written from it is found, plays, has its texts, and keeps the engine's laws."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.conftest import Shapan, anything
from shapan.cli.new_game import KINDS
from shapan.engine import registry
from shapan.engine.text import LANGUAGES, languages_of, untranslated


@pytest.fixture
def own_modules() -> Iterator[None]:
    """Forget afterwards what was imported from a folder that is about to go."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if "dice_duel" in name:
            del sys.modules[name]


@pytest.mark.usefixtures("own_modules")
def test_a_package_of_its_own(shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    monkeypatch.chdir(tmp_path)
    done = shapan("new-game", "dice-duel")
    assert (done.code, done.err) == (0, "")
    home = tmp_path / "dice_duel"
    project = tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["shapan.games"] == {"dice_duel": "dice_duel:GAME"}
    for path in home.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            for word in ("NAME_TITLE", "CLASSNAME", "GAME_NAME", "PACKAGE", "PREFIX", "DISTRIBUTION"):
                assert word not in text

    monkeypatch.syspath_prepend(str(home / "src"))
    monkeypatch.setattr(registry, "_EXTRA", {})
    registry.register(importlib.import_module("dice_duel").GAME)
    assert sorted(path.name for path in home.rglob("*.toml")) == ["en.toml", "pyproject.toml"]
    for language, end in (
        ("en", "The match is over: Victory"),
        ("zh-Hans", "对局结束：Victory"),
        ("zh-Hant", "對局結束"),
    ):
        played = shapan("play", "dice-duel", "--data", data, "--seed", 1, "--language", language, typed=anything())
        assert played.code == 0
        assert end in played.out
    written = json.loads(shapan("simulate", "dice_duel", "--matches", 20, "--bots", "greedy,random", "--json").out)
    assert written["wins_by_bot"]["greedy"]["wins"] > 10
    assert "DD-3" in shapan("rules", "dice_duel").out
    report = json.loads(shapan("check", "dice_duel", "--matches", 6, "--decisions", 300, "--json").out)
    assert report["passed"], [check for check in report["checks"] if check["failed"]]


@pytest.mark.usefixtures("own_modules")
def test_a_card_game_has_hidden_hands_and_is_small(
    shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = ("--languages", "en,zh-Hans")
    assert shapan("new-game", "card_dice_duel", "--kind", "cards", "--dir", tmp_path, *both).code == 0
    home = tmp_path / "card_dice_duel"
    words = ("NAME_TITLE", "CLASSNAME", "GAME_NAME", "PACKAGE", "PREFIX", "DISTRIBUTION")
    written = [path.read_text(encoding="utf-8") for path in home.rglob("*") if path.is_file()]
    assert not [word for word in words for text in written if word in text]
    assert len((home / "src" / "card_dice_duel" / "game.py").read_text(encoding="utf-8").splitlines()) <= 100
    monkeypatch.syspath_prepend(str(home / "src"))
    monkeypatch.setattr(registry, "_EXTRA", {})
    game = importlib.import_module("card_dice_duel").GAME
    registry.register(game)
    assert untranslated(game) == ""
    report = json.loads(shapan("check", "card_dice_duel", "--matches", 9, "--decisions", 120, "--json").out)
    assert report["passed"], [check for check in report["checks"] if check["failed"]]
    assert [hidden for hidden in report["hidden"] if hidden["item"].startswith("hands.0")]
    tally = json.loads(shapan("simulate", "card_dice_duel", "--matches", 40, "--bots", "greedy,random", "--json").out)
    assert tally["wins_by_bot"]["greedy"]["wins"] > 24
    done = shapan("new-game", "of_stone", "--kind", "card")
    assert (done.code, done.err) == (2, "shapan: --kind: 'card' is not one of dice, cards; did you mean cards?\n")


@pytest.mark.parametrize("kind", KINDS)
def test_its_own_tests_pass(shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    assert shapan("new-game", "dice_duel", "--kind", kind, "--dir", tmp_path).code == 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += ["--deselect", "tests/test_dice_duel.py::test_the_laws_of_the_engine"]
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        command, cwd=tmp_path / "dice_duel", env=surroundings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


@pytest.mark.usefixtures("own_modules")
def test_inside_a_checkout_it_is_found_by_scanning(
    shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "src" / "shapan" / "games"
    games.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert shapan("new-game", "dice_duel").code == 0
    assert (tmp_path / "tests" / "games" / "dice_duel" / "test_dice_duel.py").is_file()
    assert not (tmp_path / "pyproject.toml").exists()
    package = importlib.import_module("shapan.games")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(games)])
    monkeypatch.setattr(registry, "_GAMES", {})
    assert registry.find("dice-duel").prefix == "DD"
    assert "Dice Duel" in shapan("games").out


@pytest.mark.usefixtures("own_modules")
def test_its_words_are_in_the_languages_that_were_named(
    shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shapan("new-game", "dice_duel_both", "--dir", tmp_path, "--languages", "zh-Hans, en").code == 0
    monkeypatch.syspath_prepend(str(tmp_path / "dice_duel_both" / "src"))
    game = importlib.import_module("dice_duel_both").GAME
    assert languages_of(game) == LANGUAGES and untranslated(game) == ""
    done = shapan("new-game", "dice_trio", "--dir", tmp_path, "--languages", "de")
    assert (done.code, done.err) == (2, "shapan: --languages: 'de' is none of en, zh-Hans\n")


def test_nothing_is_overwritten(shapan: Shapan, tmp_path: Path) -> None:
    assert shapan("new-game", "dice_duel", "--dir", tmp_path).code == 0
    mine = tmp_path / "dice_duel" / "src" / "dice_duel" / "game.py"
    mine.write_text("# mine", encoding="utf-8")
    done = shapan("new-game", "dice_duel", "--dir", tmp_path)
    assert done.code == 2
    assert "is there already; nothing was written" in done.err
    assert mine.read_text(encoding="utf-8") == "# mine"


@pytest.mark.parametrize("name", ["x", "a1", "pi_gs", "planets_of_many", "p"])
def test_prefixes_are_free_and_of_letters(name: str) -> None:
    from shapan.cli.new_game import prefix_of

    prefix = prefix_of(name)
    assert prefix.isalpha()
    assert prefix.isupper()
    assert 2 <= len(prefix) <= 4
    assert prefix not in {game.prefix for game in registry.games().values()}
