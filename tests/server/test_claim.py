"""A victory claimed over those who have left: offered to the one who stays, stored, kept, replayed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import msgspec

from server.conftest import running
from server.people import Person, Place, new_id
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.replay.matchfile import checked
from shapan.server.settings import Settings


def three_people(place: Place, game: str = "pig", **options: Any) -> tuple[list[Person], str]:
    people = [place.person() for _ in range(3)]
    opened = people[0].open(game, "me", "open", "open", **options)
    for number in (1, 2):
        assert people[number].form(opened["joins"][number - 1]["url"], {"name": f"P{number}"}).status_code == 303
    for person in people:
        person.ready(opened["id"])
    return people, opened["id"]


def leave(person: Person, match: str) -> None:
    answer = person.act(match, "leave", id=new_id())
    assert answer.json() == {"ok": True}, answer.text


def offers(person: Person, match: str) -> list[bool]:
    return ["claim" in seat["may"] for seat in person.frame(match)["seats"]]


def test_the_one_who_stays_claims_the_victory(settings: Settings) -> None:
    with running(settings) as place:
        (ling, tomas, ada), match = three_people(place)
        refused = tomas.act(match, "claim", id=new_id())
        assert refused.status_code == 422 and refused.json()["key"] == "no_claim"
        leave(ling, match)
        assert offers(tomas, match) == [False] * 3
        assert tomas.act(match, "claim", id=new_id()).json()["key"] == "no_claim"
        leave(ada, match)
        assert offers(tomas, match) == [False, True, False]
        assert offers(ling, match) == offers(place.person(), match) == [False] * 3
        assert ling.act(match, "claim", id=new_id()).status_code in (403, 409)
        cookie = tomas.cookie
    with running(settings) as place:  # it is offered again after a restart, and a repeat changes nothing
        tomas = place.person(cookie)
        assert offers(tomas, match) == [False, True, False]
        for _ in range(2):
            assert tomas.act(match, "claim", id="mine").json() == {"ok": True}
        outcome = tomas.frame(match)["outcome"]
        assert (outcome["result"], outcome["winners"], outcome["ranks"]) == ("forfeit", [1], [2, 1, 2])
        assert outcome["why"]["key"] == "result.forfeit"
        assert tomas.act(match, "claim", id=new_id()).json() == {"reason": "over"}
        data = tomas.get(f"/api/matches/{match}/file").json()
        assert checked(data).file.log[-1] == {"claim": 1}
        assert tomas.get(f"/api/matches/{match}/replay").status_code == 200
    again: Match[Any] = Match.load(find("pig"), data, replay=True)
    assert again.outcome is not None and again.outcome.winners == [1]


def test_who_has_left_is_known_to_the_match_though_a_bot_plays_on(place: Place) -> None:
    (ling, tomas, _), match = three_people(place)
    leave(ling, match)
    room = place.hub.house.rooms[match]
    assert room.match.log[0] == {"leave": 0, "bot": True} and room.match.gone == {0} and not room.match.left
    assert room.seats.bots and room.seats[0].kind == "left"
    room.seats.put(msgspec.structs.replace(room.seats[0], kind="player", bot=""))  # as after a crash between the two
    assert list(room.seats.bots) == [0] and tomas.frame(match)["seats"][0]["kind"] == "left"


def test_a_bot_plays_for_who_has_left_though_its_seat_was_not_stored(settings: Settings) -> None:
    with running(settings) as place:
        (ling, tomas, _), match = three_people(place)
        leave(ling, match)
        cookie = tomas.cookie
    with closing(sqlite3.connect(settings.database)) as raw:  # as after a crash between the two
        raw.execute("DELETE FROM records WHERE number > 0")
        raw.execute("DELETE FROM snapshots")
        raw.execute("UPDATE seats SET kind = 'player', bot = '' WHERE seat = 0")
        raw.commit()
    with running(settings) as place:
        tomas = place.person(cookie)
        with tomas.stream(match) as stream:
            frame = stream.receive_json(timeout=10)
            while frame["waiting"] != [1]:
                frame = stream.receive_json(timeout=10)


def test_bots_from_the_start_are_nobody_who_has_left(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "open", "bot:random")
    assert tomas.form(opened["joins"][0]["url"], {"name": "Tomas"}).status_code == 303
    for person in (ling, tomas):
        person.ready(opened["id"])
    leave(tomas, opened["id"])
    assert offers(ling, opened["id"]) == [False] * 3 and not ling.frame(opened["id"])["outcome"]


def test_hot_seats_claim_only_for_a_seat_that_stays(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot", "hot")["id"]
    for seat in (0, 2):
        assert ling.act(match, "claim", id=new_id(), seat=1).json()["key"] == "no_claim"
        assert ling.act(match, "leave", id=new_id(), seat=seat).json() == {"ok": True}
    assert offers(ling, match) == [False, True, False]
    assert ling.act(match, "claim", id=new_id(), seat=1).json() == {"ok": True}
    assert ling.frame(match)["outcome"]["winners"] == [1]
