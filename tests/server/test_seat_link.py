"""The link by which a person takes his own seat again: on another device, or after his cookie was lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from server.conftest import running
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id, two_people
from server.test_invitations import code_of
from server.test_seats import reseat, until
from shapan.server.settings import Settings


def link_of(person: Person, match: str, **data: Any) -> str:
    answer = person.act(match, "back", **data)
    assert answer.status_code == 200, answer.text
    url: str = answer.json()["url"]
    return url


def kinds(person: Person, match: str) -> list[str]:
    return [seat["kind"] for seat in person.frame(match)["seats"]]


def test_a_link_moves_the_seat_to_another_device(place: Place) -> None:
    ling, tomas, match = two_people(place)
    before = ling.frame(match)
    link, phone = link_of(ling, match), place.person()
    page = phone.get(link)
    assert page.status_code == 200 and "<form" in page.text and not phone.cookie
    assert kinds(ling, match) == ["you", "player"], "a page that is only looked at changes nothing"
    with ling.stream(match) as stream:
        stream.receive_json(timeout=10)
        moved = phone.form(link, {})
        assert moved.status_code == 303 and moved.headers["location"] == f"/match/{match}"
        told = until(stream, lambda frame: frame["spectator"])
    assert told["decision"] is None and told["viewer"] == 2
    assert phone.frame(match)["scene"] == before["scene"] and phone.frame(match)["decision"]
    assert kinds(phone, match) == ["you", "player"] and kinds(ling, match) == ["player", "player"]
    assert kinds(tomas, match) == ["player", "you"]
    for what, data in (("answers", {"ordinal": 2, "codes": [PIG_HOLD]}), ("undo", {}), ("back", {})):
        assert ling.act(match, what, **({} if what == "back" else {"id": new_id()}), **data).status_code == 403, what
    assert phone.answer(match, PIG_ROLL).status_code == 200
    assert phone.get(link).headers["location"] == f"/match/{match}", "who sits there is led to the table"
    assert phone.form(link, {}).status_code == 303 and kinds(phone, match)[0] == "you"


def test_the_link_stays_good_until_it_is_renewed(place: Place) -> None:
    ling, _, match = two_people(place)
    first = link_of(ling, match)
    phone = place.person()
    phone.form(first, {})
    assert ling.form(first, {}).status_code == 303 and kinds(ling, match)[0] == "you"
    second = link_of(ling, match)
    assert first != second
    for path in (first, f"{first}/qr.svg", "/back/nothing"):
        assert phone.get(path).status_code == 404, path
    assert phone.form(first, {}).status_code == 404
    assert phone.post(f"/api{first}", {}).status_code == 404
    assert phone.post(f"/api{second}", {}).json() == {"id": match, "seat": 0, "url": f"/match/{match}"}
    assert kinds(phone, match)[0] == "you" and kinds(ling, match)[0] == "player"


@pytest.mark.usefixtures("plays_on")
def test_only_who_sits_there_gets_a_link(place: Place) -> None:
    ling, tomas, match = two_people(place)
    assert place.person().act(match, "back").status_code == 403
    assert tomas.act(match, "back", seat=0).status_code == 403
    assert link_of(tomas, match, seat=1) != link_of(ling, match)
    tomas.act(match, "leave", id=new_id())
    assert tomas.act(match, "back").json() == {"reason": "closed"}


@pytest.mark.usefixtures("plays_on")
def test_who_has_left_for_good_does_not_come_back(place: Place) -> None:
    ling, _, match = two_people(place)
    link, phone = link_of(ling, match), place.person()
    ling.act(match, "leave", id=new_id())
    assert phone.get(link).status_code == 409 and phone.form(link, {}).status_code == 409
    assert phone.post(f"/api{link}", {}).json() == {"reason": "closed"}
    assert phone.frame(match)["spectator"]


def test_who_comes_back_plays_again_where_a_bot_sat_in(place: Place) -> None:
    _, tomas, match = two_people(place)
    link, phone = link_of(tomas, match), place.person()
    reseat(tomas, match, 1, "bot")
    phone.form(link, {})
    assert kinds(phone, match) == ["player", "you"] and tomas.frame(match)["spectator"]


@pytest.mark.usefixtures("plays_on")
def test_while_the_table_waits_the_link_works_and_dies_with_the_seat(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "open", "open")
    match = opened["id"]
    tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    link, phone = link_of(tomas, match), place.person()
    phone.form(link, {})
    assert kinds(phone, match) == ["player", "you", "open"] and kinds(tomas, match)[1] == "player"
    assert phone.frame(match)["seats"][1]["name"] == "Tomas"
    phone.act(match, "leave", id=new_id())
    assert place.person().get(link).status_code == 404, "the seat is somebody else's now"


def test_the_table_goes_with_who_opened_it(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "open")["id"]
    phone = place.person()
    phone.form(link_of(ling, match), {})
    assert phone.frame(match)["seating"]["host"] and not ling.frame(match)["seating"]["host"]
    assert reseat(ling, match, 1, "bot").status_code == 403
    assert reseat(phone, match, 1, "bot").status_code == 200


def test_of_two_seats_at_one_screen_one_moves(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]
    phone = place.person()
    phone.form(link_of(ling, match, seat=1), {})
    assert kinds(ling, match) == ["you", "player"] and kinds(phone, match) == ["player", "you"]
    assert place.hub.house.rooms[match].row.owner == place.hub.house.rooms[match].seats[0].session


def test_the_link_survives_a_restart_and_only_its_hash_is_kept(settings: Settings) -> None:
    with running(settings) as place:
        ling, _, match = two_people(place)
        link = link_of(ling, match)
        assert link_of(ling, match, seat=0) != link
        link = link_of(ling, match)
    token = link.rsplit("/", 1)[1]
    with closing(sqlite3.connect(settings.database)) as connection:
        assert token not in "\n".join(connection.iterdump())
    with running(settings) as place:
        phone = place.person()
        assert phone.form(link, {}).status_code == 303
        assert kinds(phone, match) == ["you", "player"]


def test_nobody_else_is_told_of_the_link(place: Place) -> None:
    ling, tomas, match = two_people(place, target=10)
    tokens = [link_of(person, match).rsplit("/", 1)[1] for person in (ling, tomas)]
    hashes = [seat.back or "" for seat in place.hub.house.rooms[match].seats]
    stranger = place.person()
    told: list[str] = []

    def ask() -> None:
        for person in (ling, tomas, stranger):
            paths = ("frame", "replay", "chat", "file", "review")
            told.extend(person.get(f"/api/matches/{match}/{what}").text for what in paths)
            told.extend(person.get(path).text for path in ("/", "/replays", f"/match/{match}", f"/replay/{match}"))

    ask()
    while (frame := ling.frame(match))["outcome"] is None:
        asked = ling if frame["decision"] else tomas
        asked.answer(match, PIG_ROLL if _rolled(asked.frame(match)) < 10 else PIG_HOLD)
    ask()
    assert not [secret for secret in (*tokens, *hashes) for text in told if secret in text]


def _rolled(frame: Data) -> int:
    count: int = next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled")
    return count


def test_the_code_is_that_of_the_link(place: Place) -> None:
    ling, _, match = two_people(place)
    answer = ling.act(match, "back").json()
    assert answer["address"] == "http://testserver.local" and not answer["only_here"] and answer["seat"] == 0
    code = ling.get(f"{answer['url']}/qr.svg")
    assert code.content == code_of(f"http://testserver.local{answer['url']}")
