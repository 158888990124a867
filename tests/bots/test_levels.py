"""The levels below `greedy`: felt in each game where they were measured, and as told where they were not."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapan import bots
from shapan.bots.bot import CarelessBot, DecisionPoint
from shapan.bots.handicap import HandicapBot, Measured
from shapan.bots.levels import FILE, levels_of, read_levels
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.registry import find, games
from shapan.engine.trouble import FileError
from shapan.games.starcraft import actions
from shapan.games.starcraft.bots.mistakes import useful_orders

HUNDRED_POINTS = 36.0
"""Who wins so many of 100 matches is 100 points of Elo weaker."""
MEASURED = sorted(name for name in games() if levels_of(find(name)))


@pytest.mark.parametrize("name", MEASURED)
def test_each_level_is_a_hundred_points_below_the_one_above_it(name: str) -> None:
    above, least = "greedy", 0
    for level in levels_of(find(name)):
        assert level.above == above and level.mistakes > least
        assert level.low <= level.won <= level.high < HUNDRED_POINTS
        above, least = level.bot, level.mistakes
    assert above == "novice"


def test_a_bot_makes_as_many_mistakes_as_were_measured_or_as_it_says() -> None:
    cadet, study = bots.find("cadet"), bots.find("careless:7")
    assert isinstance(cadet, CarelessBot) and isinstance(study, CarelessBot)
    for name in games():
        measured = {level.bot: level.mistakes for level in levels_of(find(name))}
        assert cadet.share(find(name)) == ((measured["cadet"], 100) if measured else (2, 4))
        assert study.share(find(name)) == (7, 100)


def test_bots_with_odds_err_as_the_game_says_too() -> None:
    match = Match(find("starcraft"), 2, {}, "orders", "friendly")
    while match.decisions[min(match.decisions)].prompt.key != "place_order":
        seat = min(match.decisions)
        match.answer(seat, bots.answer(bots.find("greedy"), match, seat))
    seat = min(match.decisions)
    view, options = match.view(seat), match.legal(seat)
    useful = useful_orders(view, seat, options)
    assert 0 < len(useful) < len(options)
    bot = HandicapBot("odds:50", 50, Measured(2, 50, {"": 100}, []))
    prompt = match.decisions[seat].prompt
    for number in range(20):
        point = DecisionPoint(match.game, view, prompt, seat, 0, options, (), Stream(bytes([number])))
        assert bot.choose(point) in useful
    assert all(actions.PLACE_ORDER.has(code) for code in useful)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game_with_half_a_level").mkdir()
    (tmp_path / "game_with_half_a_level" / "__init__.py").touch()
    (tmp_path / "game_with_half_a_level" / FILE).write_text('[[levels]]\nbot = "cadet"\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(FileError, match=rf"{FILE}: .*mistakes"):
        read_levels("game_with_half_a_level")
