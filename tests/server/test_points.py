"""Points of a table to scale: asked for in words, answered with the next leg and its cost, or with the refusal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.driving import listed
from engine.toys.fate_duel import GAME
from engine.toys.fate_duel.actions import DEPLOY, PASS, STEP, WALK
from engine.toys.fate_duel.whole import GAME as WHOLE
from engine.toys.fate_duel.whole import WALK as WHOLE_WALK
from server.people import Person, Place

SPOTS = (3_000, 3_000), (3_000, 9_000), (9_000, 9_000), (9_000, 3_000)
"""Where the models are placed in turn: 0 stands before 2."""


@pytest.fixture(autouse=True)
def _listed() -> Iterator[None]:
    with listed(GAME, WHOLE):
        yield


@pytest.fixture
def ling(place: Place) -> Person:
    return place.person()


def ask(ling: Person, match: str, door: str, **body: Any) -> dict[str, Any]:
    ordinal = ling.frame(match)["decision"]["ordinal"]
    answer = ling.act(match, door, ordinal=ordinal, **body)
    told: dict[str, Any] = {"status": answer.status_code, **answer.json()}
    return told


def opened(ling: Person, game: str = GAME.name) -> str:
    name: str = ling.open(game, "me", "hot")["id"]
    return name


def acting(ling: Person, game: str) -> str:
    """Return a match in which seat 0 is asked for its first act."""
    match = opened(ling, game)
    for spot in SPOTS:
        assert ling.answer(match, DEPLOY.code(*spot)).status_code == 200
    while (decision := ling.frame(match)["decision"])["kind"] != "act" or ling.frame(match)["viewer"]:
        codes = [PASS.code()] if decision["kind"] == "act" else []
        assert ling.answer(match, *codes).status_code == 200
    return match


@pytest.fixture
def walking(ling: Person) -> str:
    """Return a match in which model 0 walks."""
    match = acting(ling, GAME.name)
    assert ling.answer(match, WALK.code(0)).status_code == 200
    return match


def test_a_frame_tells_what_is_aimed_at_to_who_is_asked_alone(place: Place, ling: Person) -> None:
    match = opened(ling)
    ground = ling.frame(match)["scene"]["zones"][0]["ground"]
    assert ground["size"] == [12_000, 12_000] and ground["aim"]["radius"] == 500
    assert [target["at"] for target in ling.frame(match)["decision"]["targets"]][:2] == [[1_500, 2_500], [3_000, 2_500]]
    assert "aim" not in place.person().frame(match)["scene"]["zones"][0]["ground"]


def test_a_place_is_asked_for_in_words(ling: Person) -> None:
    match = opened(ling)
    told = ask(ling, match, "why", at=[2_500, 2_000])
    assert told == {
        "status": 200,
        "rule": "FTD-1.2",
        "key": "",
        "words": {},
        "code": DEPLOY.code(2_500, 2_000),
        "leg": {"at": [2_500, 2_000]},
    }
    told = ask(ling, match, "why", at=[2_500, 5_000])
    assert (told["rule"], told["key"], "leg" in told) == ("FTD-1.2", "outside_home", False)
    assert ling.answer(match, DEPLOY.code(2_500, 2_000)).status_code == 200
    told = ask(ling, match, "why", at=[2_500, 11_000])
    assert told["key"] == "", "now the other side places"


def test_a_leg_answers_with_its_cost_and_what_may_follow(ling: Person, walking: str) -> None:
    told = ask(ling, walking, "why", at=[3_000, 6_000])
    assert told["key"] == "" and told["leg"]["cost"] == 3_000 and told["leg"]["left"] == 2_000
    told = ask(ling, walking, "picks", picked=[], at=[3_000, 6_000])
    first = STEP.code(3_000, 6_000)
    assert told["picked"] == [first] and told["done"]
    assert [(leg["cost"], leg["left"]) for leg in told["aim"]["legs"]] == [(3_000, 2_000)]
    assert told["aim"]["legs"][0]["notes"] and told["aim"]["reach"]
    told = ask(ling, walking, "picks", picked=[first], at=[5_000, 6_000])
    assert told["picked"] == [first, STEP.code(5_000, 6_000)] and told["options"] == [] and "reach" not in told["aim"]
    assert ling.answer(walking, *told["picked"]).status_code == 200


def test_a_leg_that_is_refused_says_why(ling: Person, walking: str) -> None:
    told = ask(ling, walking, "why", at=[3_000, 9_000])
    assert (told["rule"], told["key"]) == ("FTD-3.2", "too_far")
    told = ask(ling, walking, "picks", picked=[], at=[7_000, 3_000])
    assert told["status"] == 200
    told = ask(ling, walking, "picks", picked=[STEP.code(3_000, 5_000)], at=[3_000, 9_000])
    assert (told["status"], told["rule"], told["key"]) == (422, "FTD-3.2", "too_far")


def test_a_point_follows_a_verb(ling: Person) -> None:
    match = acting(ling, WHOLE.name)
    walk = WHOLE_WALK.code(0)
    told = ask(ling, match, "picks", picked=[walk])
    assert told["aim"]["piece"] == "model.0" and told["aim"]["allowance"] == 5_000
    told = ask(ling, match, "picks", picked=[walk], at=[3_000, 5_000])
    assert told["picked"] == [walk, STEP.code(3_000, 5_000)] and told["done"]
    told = ask(ling, match, "why", picked=[walk], at=[3_000, 11_000])
    assert (told["key"], told["path"]) == ("too_far", "path.0")
    told = ask(ling, match, "why", at=[3_000, 5_000])
    assert told["key"] == "not_possible", "without a verb nothing is moved"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"at": [12_001, 4_000]}, 422),
        ({"at": [-1, 4_000]}, 422),
        ({"at": [3_000, 4_000], "word": "push"}, 422),
        ({"at": [3_000, 4_000], "picked": [7]}, 422),
        ({"at": [3_000]}, 400),
        ({"at": [3_000, 4_000, 5_000]}, 400),
    ],
)
def test_what_is_no_point_is_refused(ling: Person, walking: str, body: dict[str, Any], status: int) -> None:
    assert ask(ling, walking, "why", **body)["status"] == status
    assert ask(ling, walking, "picks", **{"picked": [], **body})["status"] == status


def test_where_no_point_is_asked_for_none_is_taken(ling: Person) -> None:
    match = acting(ling, GAME.name)
    assert ask(ling, match, "why", at=[3_000, 4_000])["status"] == 422


def test_only_who_is_asked_may_point(place: Place, ling: Person, walking: str) -> None:
    ordinal = ling.frame(walking)["decision"]["ordinal"]
    stranger = place.person()
    assert stranger.act(walking, "why", ordinal=ordinal, at=[3_000, 5_000]).status_code == 403
    assert ling.act(walking, "why", ordinal=ordinal + 1, at=[3_000, 5_000]).status_code == 409


def test_a_ruler_is_laid_by_whoever_sits_there_and_changes_nothing(place: Place, ling: Person, walking: str) -> None:
    before = ling.frame(walking)
    ends = {"one": {"at": [3_000, 3_000], "piece": "model.0"}, "other": {"at": [3_000, 9_000]}}
    answer = ling.act(walking, "measure", **ends)
    assert answer.status_code == 200 and answer.json() == {"ruler": {"distance": 5_500, "seen": True}}
    assert ling.frame(walking) == before
    assert place.person().act(walking, "measure", **ends).status_code == 403
    assert ling.act(walking, "measure", **{**ends, "one": {"at": [1]}}).status_code == 400


def test_who_may_be_aimed_at_comes_with_the_table_and_with_picks(ling: Person) -> None:
    match = acting(ling, GAME.name)
    while ling.frame(match)["decision"]["kind"] != "act":
        assert ling.answer(match).status_code == 200
    assert "target_lines" not in ling.frame(match)["scene"]["zones"][0]["ground"], "nobody is near"
    match = acting(ling, WHOLE.name)
    assert ask(ling, match, "picks", picked=[WHOLE_WALK.code(0)])["target_lines"] == []
