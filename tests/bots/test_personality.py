"""Personalities: rows that name what their game has, felt in play, and blind to what the seat cannot know."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shapan import bots
from shapan.bots.bot import CarelessBot, GreedyBot
from shapan.bots.personality import FILE, NAMES, UnknownPersonality, personalities_of, personality_of
from shapan.bots.search_bot import SearchBot
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.registry import find, games
from shapan.engine.trouble import FileError
from shapan.lab.in_cpp import player
from shapan.server.words import bot_name

HAVING = sorted(name for name in games() if personalities_of(find(name)))
EACH = [(game, name) for game in HAVING for name in personalities_of(find(game))]
DECISIONS = 4_000
TWINS = 40


def differences(game: str, one: str, other: str) -> int:
    """Return how many answers of one match two bots give differently; the first one's are played."""
    match = Match(find(game), 2, {}, "personality", hashes=False)
    pair, found = (bots.find(one), bots.find(other)), 0
    for _ in range(DECISIONS):
        if match.over or found > 2:
            break
        seat = min(match.decisions)
        mine, theirs = (bots.answer(bot, match, seat) for bot in pair)
        found += mine != theirs
        match.answer(seat, mine)
    return found


@pytest.mark.parametrize(("game", "name"), EACH)
def test_what_its_seat_cannot_know_changes_no_answer(game: str, name: str) -> None:
    match, bot = Match(find(game), 2, {}, "twins", hashes=False), bots.find(f"greedy/{name}")
    for number in range(TWINS):
        seat = min(match.decisions)
        answers = [bots.answer(bot, one, seat, Stream(number)) for one in (match, match.sample(seat, number))]
        assert answers[0] == answers[1]
        match.answer(seat, answers[0])


def test_games_have_personalities() -> None:
    assert {"battlefield", "planet_masters"} <= set(HAVING)


@pytest.mark.parametrize(("game", "name"), EACH)
def test_each_personality_changes_answers(game: str, name: str) -> None:
    assert differences(game, f"greedy/{name}", "greedy") > 0


@pytest.mark.parametrize("game", HAVING)
def test_a_bot_without_a_personality_answers_as_ever(game: str) -> None:
    assert differences(game, "greedy", "greedy") == 0


@pytest.mark.parametrize("name", NAMES)
def test_each_is_worded_in_all_languages(name: str) -> None:
    said = [bot_name(language, f"greedy/{name}")[0] for language in ("en", "zh-Hans", "zh-Hant")]
    plain = [bot_name(language, "greedy")[0] for language in ("en", "zh-Hans", "zh-Hant")]
    assert len(set(said)) == 3 and all(
        word.startswith(bare) and word != bare for word, bare in zip(said, plain, strict=True)
    )
    assert all(name not in word for word in said[1:])


def test_bots_of_all_kinds_take_one_and_others_are_refused_in_words() -> None:
    bold, cadet, general = (bots.find(f"{name}/bold") for name in ("greedy", "cadet", "general"))
    assert isinstance(bold, GreedyBot) and isinstance(cadet, CarelessBot) and isinstance(general, SearchBot)
    assert bold.personality == cadet.personality == general.changes["personality"] == "bold"
    plain = bots.find("cadet")
    assert isinstance(plain, CarelessBot)
    assert cadet.share(find("battlefield")) == plain.share(find("battlefield"))
    styled = bots.find("general/likely=2,careful")
    assert isinstance(styled, SearchBot) and styled.changes == {"likely": 2.0, "personality": "careful"}
    for name in ("random/bold", "odds:50/bold", "greedy/rude", "greedy/few=2", "general/personality=rude"):
        with pytest.raises(bots.UnknownBot, match="personalit"):
            bots.find(name)
    with pytest.raises(UnknownPersonality, match="leduc has no personality 'bold'"):
        personality_of(find("leduc"), "bold")


def test_plain_python_plays_them() -> None:
    game = find("planet_masters")
    assert player(bots.find("greedy"), game) is not None
    assert player(bots.find("greedy/bold"), game) is None and player(bots.find("cadet/bold"), game) is None


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('family = "conquest"', "family: 'conquest' is not one of allow"),
        ('family = "conquer"\nquestion = "attack"', "question: 'attack' is not one of action"),
        ('family = "conquer"\nquestion = "vote"', "family: 'conquer' is not one of no, yes"),
        ('family = "conquer"\nvalues = { whom = 1 }', r"values.whom: conquer has defender"),
        ('family = "conquer"\nvalues = { defender = "x" }', "values.defender: 'x' is not"),
        ('family = "conquer"\nadd = "much"', r"Expected `float`.*\.add"),
        ('family = "conquer"\nplus = 1', "plus"),
    ],
)
def test_a_row_that_names_what_is_not_there_is_refused(
    row: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = f"game_of_{abs(hash(row))}"
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").touch()
    (tmp_path / package / FILE).write_text(f'[[leanings]]\npersonality = "bold"\n{row}\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game: Any = SimpleNamespace(package=package, prompts=find("planet_masters").prompts)
    with pytest.raises(FileError, match=rf"{FILE}: .*{says}"):
        personalities_of(game)
