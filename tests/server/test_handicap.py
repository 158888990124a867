"""Fair odds at the server: who may choose them, and that no frame tells the levels by side."""

from __future__ import annotations

import json

import pytest

from server.people import Data, Place
from shapan.bots.handicap import handicap_of
from shapan.engine.registry import find

BSG = "battlestar"


def seats(*kinds: str) -> list[Data]:
    return [{"kind": kind} for kind in kinds]


def test_all_bots_have_one_name_and_nothing_tells_their_levels(place: Place) -> None:
    ling = place.person()
    answer = ling.post("/matches", {"game": BSG, "seats": seats("me", *["bot"] * 4), "odds": 50})
    assert answer.status_code == 201, answer.text
    match = answer.json()["id"]
    odds = handicap_of(find(BSG))
    row = None if odds is None else odds.of(5, 50)
    assert row is not None
    for person in (ling, place.person()):
        frame = person.frame(match)
        others = [seat for seat in frame["seats"] if seat["kind"] == "bot"]
        assert {seat["bot"] for seat in others} == {"odds:50"}
        text = json.dumps(frame)
        assert "careless" not in text and f"careless:{max(row.careless.values())}" not in text


def test_the_same_bots_play_the_rematch(place: Place) -> None:
    ling = place.person()
    match = ling.post("/matches", {"game": "planet_masters", "seats": seats("me", "bot"), "odds": 65}).json()["id"]
    room = place.hub.house.rooms[match]
    assert place.hub._again(room.seats[1], left=False).bot == "odds:65"


@pytest.mark.parametrize(
    "more",
    [
        {"seats": seats("me", "open"), "odds": 65},
        {"seats": seats("me", "hot"), "odds": 65},
        {"seats": seats("bot", "me"), "odds": 65},
        {"seats": seats("me", "bot"), "odds": 64},
        {"game": "pig", "seats": seats("me", "bot"), "odds": 65},
        {"seats": [], "guide": True, "odds": 65},
    ],
)
def test_odds_that_cannot_be_are_refused(standing: Place, more: Data) -> None:
    answer = standing.person().post("/matches", {"game": "planet_masters", **more})
    assert answer.status_code == 422 and answer.json()["field"] == "odds"


def test_the_form_says_what_was_measured_and_one_click_is_against_beginners(place: Place) -> None:
    ling = place.person()
    page = ling.get(f"/tables/new?game={BSG}").text
    assert "as a human" in page and 'data-seats="5" data-value="50"' in page
    for game, bot in ((BSG, "odds:65"), ("planet_masters", "novice"), ("pig", "novice")):
        answer = ling.form("/tables", {"game": game, "strength": "beginner"})
        frame = ling.frame(answer.headers["location"].removeprefix("/match/"))
        assert {seat["bot"] for seat in frame["seats"] if seat["kind"] == "bot"} == {bot}
    wrong = ling.form("/tables", {"game": BSG, "kind.0": "me", "kind.1": "open", "kind.2": "bot", "odds": "65"})
    assert wrong.status_code == 422 and "you in seat 1" in wrong.text
