"""The guided first match at the server: opened by one click, told to the person alone, there again after a restart."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.conftest import running
from server.people import Data, Person, Place
from shapan.engine.registry import games
from shapan.server.match.guide import has_guide
from shapan.server.settings import Settings

GAME = "planet_masters"
ASKED = ["build", "manage", "action", "vote", "vote", "cancel", "build", "manage", "action", "spoils"]


def opened(person: Person, **more: Any) -> str:
    answer = person.post("/matches", {"game": GAME, "guide": True, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def asked(person: Person, match: str, after: int = 0) -> Data:
    """Return the frame in which the person is asked something later than `after`, or the match is over."""
    with person.stream(match) as stream:
        while True:
            frame: Data = stream.receive_json()
            if frame["guide"] and frame["guide"].get("waits"):
                assert person.post(f"/api/matches/{match}/coach", {"mark": frame["guide"]["waits"]}).status_code == 200
            if frame.get("outcome") or (frame.get("decision") and frame["decision"]["ordinal"] > after):
                return frame


def follow(person: Person, match: str) -> Data:
    """Do what is advised and return the next frame in which something is asked."""
    frame = asked(person, match)
    ordinal = frame["decision"]["ordinal"]
    person.answer(match, *frame["guide"]["advised"], ordinal=ordinal)
    return asked(person, match, ordinal)


def test_who_follows_the_guide_wins(place: Place) -> None:
    ling = place.person()
    match = opened(ling)
    frame, kinds, shown = asked(ling, match), [], []
    while not frame["outcome"]:
        kinds.append(frame["decision"]["kind"])
        shown += [note["number"] for note in frame["guide"]["notes"]]
        frame = follow(ling, match)
    shown += [note["number"] for note in frame["guide"]["notes"]]
    assert kinds == ASKED
    assert shown == list(range(1, frame["guide"]["total"] + 1))
    assert frame["outcome"]["winners"] == [0]


def test_the_others_wait_until_the_person_has_read(place: Place) -> None:
    """No bot answers while something is explained, however long that takes; a mark of before is no reading."""
    ling = place.person()
    match = opened(ling)
    while True:
        before = frame = asked(ling, match)
        ling.answer(match, *frame["guide"]["advised"], ordinal=frame["decision"]["ordinal"])
        with ling.stream(match) as stream:
            frame = stream.receive_json()
        if frame["decision"] is None:
            break
    assert frame["guide"]["waits"] and before["guide"].get("waits", "") == ""
    room = place.hub.house.rooms[match]
    answered = len(room.match.log)
    place.client.blocking_portal.call(asyncio.sleep, 0.3)
    assert len(room.match.log) == answered
    assert place.person().post(f"/api/matches/{match}/coach", {"mark": "x"}).status_code == 403
    ling.post(f"/api/matches/{match}/coach", {"mark": "nothing that was said"})
    place.client.blocking_portal.call(asyncio.sleep, 0.1)
    assert len(room.match.log) == answered
    assert asked(ling, match)["decision"]["kind"]
    assert len(room.match.log) > answered


def test_the_others_have_names_in_the_persons_language(place: Place) -> None:
    ling = place.person("language=zh-Hans")
    frame = ling.frame(opened(ling))
    assert [seat["kind"] for seat in frame["seats"]] == ["you", "bot", "bot"]
    assert [seat["name"] for seat in frame["seats"]][1:] == ["米拉", "托马斯"]


def test_a_spectator_hears_nothing(place: Place) -> None:
    ling, stranger = place.person(), place.person()
    match = opened(ling)
    assert ling.frame(match)["guide"] is not None
    assert stranger.frame(match)["guide"] is None


def test_the_code_of_a_button_is_pointed_at(place: Place) -> None:
    ling = place.person()
    frame = ling.frame(opened(ling))
    there = {target["code"] for target in frame["decision"]["targets"]}
    assert set(frame["guide"]["advised"]) <= there
    assert frame["guide"]["notes"][0]["points"] == ["panel:0"]


def test_a_point_that_is_advised_is_told_beside_its_code(place: Place) -> None:
    ling = place.person()
    answer = ling.post("/matches", {"game": "malifaux", "guide": True})
    match = str(answer.json()["id"])
    assert ling.frame(match)["guide"]["at"] == []
    frame = follow(ling, match)
    assert frame["guide"]["at"] == [[], [13_000, 29_500]]
    assert len(frame["guide"]["advised"]) == len(frame["guide"]["at"])


def test_a_restart_loses_neither_the_match_nor_the_coach(settings: Settings) -> None:
    with running(settings) as place:
        ling = place.person()
        match = opened(ling)
        frame = [follow(ling, match) for _ in range(3)][-1]
        cookie = ling.cookie
    with running(settings) as place:
        ling = place.person(cookie)
        again = asked(ling, match)
        assert again["guide"] == frame["guide"] and again["scene"] == frame["scene"]
        frame = again
        while not frame["outcome"]:
            frame = follow(ling, match)
        assert frame["outcome"]["winners"] == [0]


def test_an_answer_is_taken_back_and_said_again(place: Place) -> None:
    ling = place.person()
    match = opened(ling)
    before = [follow(ling, match) for _ in range(2)][-1]
    ling.answer(match, *before["guide"]["advised"], ordinal=before["decision"]["ordinal"])
    assert ling.act(match, "undo", id="back").status_code == 200
    after = asked(ling, match)
    assert after["decision"]["kind"] == "action" and after["guide"] == before["guide"]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"seats": [{"kind": "me"}]}, "seats"),
        ({"options": {"races": "on"}}, "options"),
        ({"pace": 60}, "pace"),
        ({"listed": True}, "listed"),
        ({"game": "pig"}, "guide"),
        ({"game": "nothing"}, "game"),
    ],
)
def test_what_does_not_go_with_a_guide_is_refused(standing: Place, more: Data, field: str) -> None:
    answer = standing.person().post("/matches", {"game": GAME, "guide": True, **more})
    assert answer.status_code == 422 and answer.json()["field"] == field


def test_a_match_without_seats_is_refused(place: Place) -> None:
    answer = place.person().post("/matches", {"game": GAME})
    assert answer.status_code == 422 and answer.json()["field"] == "seats"


def test_usual_matches_have_no_coach(place: Place) -> None:
    ling = place.person()
    assert ling.frame(ling.open("pig", "me", "bot:random")["id"])["guide"] is None


def test_the_lobby_offers_it_where_there_is_one(place: Place) -> None:
    ling = place.person()
    assert ling.get("/").text.count('name="guide"') == sum(map(has_guide, games().values())) >= 2
    answer = ling.form("/tables", {"game": GAME, "guide": "1"})
    assert answer.status_code == 303
    assert ling.frame(answer.headers["location"].rpartition("/")[2])["guide"]["total"] > 10
    known = {game["game"]: game["guide"] for game in ling.get("/api/games").json()["games"]}
    assert known[GAME] and not known["pig"]
