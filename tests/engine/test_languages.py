"""One language is enough: what a game does not say in a language it says in one that it has, and `check` tells."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.toys import card_duel
from shapan.engine.conformance import check
from shapan.engine.game import Game
from shapan.engine.registry import games
from shapan.engine.scene import Phrase
from shapan.engine.text import (
    LANGUAGES,
    catalogue,
    hint,
    languages_of,
    missing_texts,
    rule_numbers,
    rulebook,
    say,
    untranslated,
)

HOME = Path(card_duel.__file__).parent


def copied(folder: Path, language: str, leave_out: str, monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """Return Card Duel from a package of its own, without the files of a language."""
    name = f"{language}_of_{folder.name}".replace("-", "_")  # texts are kept by the name of the package
    shutil.copytree(HOME, folder / name, ignore=shutil.ignore_patterns("__pycache__", f"*{leave_out}*"))
    for path in (folder / name).glob("*.py"):
        path.write_text(path.read_text("utf-8").replace("engine.toys.card_duel", name), "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    game: Game[Any] = importlib.import_module(name).GAME
    return game


def home_of(game: Game[Any]) -> Path:
    return Path(str(importlib.import_module(type(game).__module__).__file__)).parent


@pytest.fixture
def english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return copied(tmp_path, "english", "zh-Hans", monkeypatch)


@pytest.fixture
def chinese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return copied(tmp_path, "chinese", "en.", monkeypatch)


def test_what_is_not_said_in_a_language_is_said_in_the_other(english: Game[Any], chinese: Game[Any]) -> None:
    for language in LANGUAGES:
        assert say(english, language, "game.name") == say(card_duel.GAME, "en", "game.name")
        assert say(english, language, "common.yes") == say(card_duel.GAME, language, "common.yes")
        assert rulebook(english, language) == rulebook(card_duel.GAME, "en") != ""
    for language in ("en", "zh-Hans"):
        assert say(chinese, language, "game.name") == say(card_duel.GAME, "zh-Hans", "game.name")
        assert rulebook(chinese, language) == rulebook(card_duel.GAME, "zh-Hans")
    assert say(chinese, "zh-Hant", "event.played") == say(card_duel.GAME, "zh-Hant", "event.played")
    assert rule_numbers(chinese) == rule_numbers(card_duel.GAME)
    assert set(catalogue(english, "zh-Hant")) == set(catalogue(card_duel.GAME, "zh-Hant"))


def test_a_hint_in_one_language_is_a_hint(chinese: Game[Any]) -> None:
    assert hint(chinese, Phrase("action.play")) == hint(card_duel.GAME, Phrase("action.play")) is not None


@pytest.mark.parametrize("one", ["english", "chinese"])
def test_a_game_of_one_language_keeps_all_laws_and_is_told_what_it_lacks(
    one: str, request: pytest.FixtureRequest
) -> None:
    game = request.getfixturevalue(one)
    report = check(game, matches=2, decisions=20)
    assert report.passed, str(report)
    lacking, shown = ("zh-Hans", "en") if one == "english" else ("en", "zh-Hans")
    assert report.notes[0] == f"languages: {lacking} has no texts and shows those in {shown}"
    assert str(report).count(report.notes[0]) == 1
    assert missing_texts(game) == []


def test_a_language_that_is_named_must_be_complete(english: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(english), "languages", ("zh-Hans", "en"))
    assert languages_of(english) == ("en", "zh-Hans")
    assert missing_texts(english)[0].endswith("zh-Hans.toml: there is no such file")
    failed = check(english, matches=2, decisions=10).failed()
    assert {"texts_there", "texts_same_keys", "rules_in_book"} <= set(failed)


def test_a_language_in_the_making_fails_unless_another_is_named(
    english: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = home_of(english) / "texts"
    (texts / "zh-Hans.toml").write_text('[label]\nhand = "手牌"\npoints = "分"\n', "utf-8")
    assert "texts_there" in check(english, matches=2, decisions=10).failed()
    monkeypatch.setattr(type(english), "languages", ("en",))
    report = check(english, matches=2, decisions=10)
    assert report.passed, str(report)
    assert say(english, "zh-Hans", "label.hand") == "手牌"
    assert say(english, "zh-Hant", "label.win") == say(english, "en", "label.win")
    assert report.notes[0].startswith("languages: zh-Hans lacks ") and "and shows those in en" in report.notes[0]


def test_an_unknown_language_is_named(english: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(english), "languages", ("en", "de"))
    assert missing_texts(english) == ["languages: there is no language 'de'; known: en, zh-Hans, zh-Hant"]


@pytest.mark.parametrize("name", sorted(games()))
def test_games_of_the_package_are_complete_in_every_language(name: str) -> None:
    assert languages_of(games()[name]) == LANGUAGES
    assert untranslated(games()[name]) == ""
