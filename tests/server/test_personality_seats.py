"""Personalities at the server: for all bots of a table or for each, and kept by the next match and by stronger bots."""

from __future__ import annotations

import pytest

from server.people import Data, Place
from shapan.server.hub.bot import in_time

PM = "planet_masters"


def seats(*bots: str) -> list[Data]:
    return [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]


def opened(place: Place, more: Data) -> list[str]:
    ling = place.person()
    answer = ling.post("/matches", {"game": PM, **more})
    assert answer.status_code == 201, answer.text
    return [seat["bot"] for seat in ling.frame(answer.json()["id"])["seats"][1:]]


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"seats": seats("greedy", "cadet"), "personality": "bold"}, ["greedy/bold", "cadet/bold"]),
        ({"seats": seats("random", "greedy/careful"), "personality": "bold"}, ["random", "greedy/careful"]),
        ({"seats": seats("general/bold", "greedy")}, ["general/bold", "greedy"]),
        ({"seats": seats("greedy"), "personality": "bold", "odds": 65}, ["odds:65"]),
    ],
)
def test_bots_have_the_personality_that_was_chosen(place: Place, more: Data, found: list[str]) -> None:
    assert opened(place, more) == found


def test_mixed_bots_take_turns(place: Place) -> None:
    found = opened(place, {"seats": seats("greedy", "greedy", "greedy"), "personality": "mixed"})
    assert found[0] == found[2] and set(found) == {"greedy/bold", "greedy/careful"}


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"seats": seats("greedy"), "personality": "treacherous"}, "personality"),
        ({"game": "pig", "seats": seats("greedy"), "personality": "mixed"}, "personality"),
        ({"seats": [], "guide": True, "personality": "bold"}, "personality"),
        ({"seats": seats("random/bold")}, "seats.1.bot"),
        ({"game": "pig", "seats": seats("greedy/bold")}, "seats.1.bot"),
        ({"seats": seats("greedy/few=2")}, "seats.1.bot"),
    ],
)
def test_one_that_the_game_or_the_bot_does_not_have_is_refused(standing: Place, more: Data, field: str) -> None:
    answer = standing.person().post("/matches", {"game": PM, **more})
    assert answer.status_code == 422 and answer.json()["field"] == field


def test_the_next_match_and_a_quick_answer_keep_it(place: Place) -> None:
    match = place.person().post("/matches", {"game": PM, "seats": seats("general/bold")}).json()["id"]
    room = place.hub.house.rooms[match]
    assert place.hub._again(room.seats[1], left=False).bot == "general/bold"
    assert in_time("general/bold") == "greedy/bold" and in_time("cadet/bold") == "cadet/bold"
