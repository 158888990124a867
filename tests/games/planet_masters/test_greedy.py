"""What the bot `greedy` does where doing the usual thing would be a mistake."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.bots import answer, find
from shapan.engine.match import Match
from shapan.engine.scenario import Scenario
from shapan.games.planet_masters import GAME, actions

rule = pytest.mark.rule


def standing(step: str, seats: list[dict[str, Any]], options: dict[str, Any], **position: Any) -> Match[Any]:
    data = {"game": "planet_masters", "seats": len(seats), "options": {"first_player": 0, **options}}
    return Scenario(GAME, {**data, "position": {"step": step, "seats": seats, **position}}).begin()


def choice(match: Match[Any], seat: int = 0) -> list[dict[str, Any]]:
    return [actions.ACTIONS.write(code) for code in answer(find("greedy"), match, seat)]


def planets(*faces: str) -> list[dict[str, str]]:
    return [{"face": face} for face in faces]


STRONG: dict[str, Any] = {"home": "exhausted", "fleet": planets("fortress")}


@rule("PM-5.2", "PM-E33")
def test_an_attack_that_may_be_cancelled_is_better_than_none() -> None:
    seats = [STRONG, {"home": "influence", "colonies": planets("resource")}]
    assert choice(standing("action", seats, {})) == [{"do": "conquer", "defender": 1}]
    weak = [{"home": "exhausted"}, seats[1]]
    assert choice(standing("action", weak, {})) == [{"do": "pass"}]


@rule("PM-5.2", "PM-5.9")
def test_a_council_that_passes_is_better_than_an_attack_that_is_cancelled() -> None:
    seats = [
        {**STRONG, "home": "resource"},
        {"home": "influence", "colonies": planets("influence"), "fleet": planets("transporter")},
        {"home": "influence"},
        {"home": "influence"},
    ]
    assert choice(standing("action", seats, {})) == [{"do": "council", "candidate": 1}]


@rule("PM-4.1")
@pytest.mark.parametrize(("option", "dice"), [("on", ["w1"]), ("off", [])])
def test_a_fresh_colony_on_a_wrong_face_is_rerolled_where_it_may_be(option: str, dice: list[str]) -> None:
    seats = [{"home": "resource", "colonies": [{"face": "exhausted", "fresh": True}]}, {}]
    match = standing("manage", seats, {"reroll_fresh_colony": option})
    assert [row["die"] for row in choice(match)] == dice


@rule("PM-6.7")
def test_a_win_at_the_end_of_the_turn_is_not_rolled_away() -> None:
    options = {"win_check": "end_of_own_turn", "win_planets": 2}
    winner = {"home": "resource", "colonies": planets("influence"), "fleet": planets("fighter")}
    assert choice(standing("build", [winner, {}], options)) == [{"do": "end"}]
    assert choice(standing("build", [winner, {}], {"win_planets": 3})) == [{"do": "build"}]
    winner["fleet"] = planets("fortress")
    match = standing("action", [winner, {"home": "exhausted", "colonies": planets("resource")}], options)
    match.answer(0, actions.ACTIONS.by_name["conquer"].code(1))
    assert choice(match) == [{"do": "decline"}]


@rule("PM-6.2", "PM-E18")
def test_spoils_do_not_let_the_defender_win() -> None:
    seats: list[dict[str, Any]] = [STRONG, {"home": "resource", "colonies": planets("resource", "marines")}, {}]
    match = standing("action", seats, {"win_planets": 2})
    match.answer(0, actions.ACTIONS.by_name["conquer"].code(1))
    assert choice(match) == [{"do": "invasion", "die": "w1"}]
    seats = [STRONG, {"home": "exhausted", "colonies": planets("resource", "resource")}]
    match = standing("action", seats, {})
    match.answer(0, actions.ACTIONS.by_name["conquer"].code(1))
    assert choice(match)[0]["do"] == "invasion"


@rule("PM-E26", "PM-7.2")
@pytest.mark.parametrize(
    ("race", "home", "option", "dice"),
    [("pacal", "resource", "off", ["w1"]), ("pacal", "resource", "on", []), ("mors", "influence", "off", [])],
    ids=["counts for victory alone", "influence too", "resource too"],
)
def test_a_colony_that_only_counts_for_victory_is_rerolled_while_victory_is_far(
    race: str, home: str, option: str, dice: list[str]
) -> None:
    seats: list[dict[str, Any]] = [{"home": home, "race": race, "colonies": planets("race")}, {"home": "resource"}, {}]
    options = {"colony_face_one": "race", "pacal_conquest_influence": option}
    match = standing("manage", seats, options, galaxy=["w2", "w3"])
    assert [row["die"] for row in choice(match)] == dice


def test_a_state_and_its_view_are_judged_alike() -> None:
    match, bot = Match(GAME, 3, seed=4), find("greedy")
    seen = set()
    while not match.over:
        worth = GAME.judge(match.live)
        assert worth == [GAME.evaluate(match.view(seat), seat) for seat in range(3)]
        assert sum(worth) == pytest.approx(1)
        seen.add(round(max(worth), 2))
        seat = match.waiting[0]
        match.answer(seat, answer(bot, match, seat), by="bot")
    assert len(seen) > 10
