"""The lobby as it stands now: who is waited for, where a bot plays for somebody, and the stream that tells of it."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from server.conftest import Time, running
from server.notices import Notices
from server.people import PIG_HOLD, Data, Person, Place, new_id, two_people
from server.test_friends import members
from server.test_listing import opened as listed_table
from server.test_mentions import table, write
from shapan.server.match.room import Room
from shapan.server.settings import Settings
from shapan.server.store.storage import Store


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.api.own.REST", 0.0)


@contextmanager
def own_stream(place: Place, person: Person, query: str = "") -> Iterator[Any]:
    headers = {**person.headers, **({"cookie": person.cookie} if person.cookie else {})}
    with place.client.websocket_connect(f"/api/me/stream{query}", headers=headers) as stream:
        yield stream


def turns(stream: Any) -> list[str]:
    message: Data = stream.receive_json(timeout=10)
    assert message["type"] == "turns"
    return [turn["match"] for turn in message["turns"]]


def news(stream: Any) -> int:
    message: Data = stream.receive_json(timeout=10)
    found: int = message["news"]
    return found


def card(person: Person, language: str = "en") -> str:
    """Return what the lobby says of the one match under way."""
    page: str = person.get("/lobby/live", headers={"accept-language": language}).text
    return page.partition('id="live-own"')[2].partition("</section>")[0]


def asked(match: str, *people: Person) -> Person:
    return next(person for person in people if person.frame(match)["decision"])


def hold(match: str, person: Person) -> None:
    """Roll once and hold, if it is his turn."""
    while person.frame(match)["decision"]:
        frame = person.frame(match)
        codes = [target["code"] for target in frame["decision"]["targets"]]
        assert person.answer(match, PIG_HOLD if PIG_HOLD in codes else codes[0]).status_code == 200


def test_the_stream_tells_whose_turn_it_is(place: Place) -> None:
    ling, tomas, match = two_people(place, target=300)
    first = asked(match, ling, tomas)
    second = tomas if first is ling else ling
    with own_stream(place, first) as one, own_stream(place, second) as other:
        assert turns(one) == [match] and turns(other) == []
        hold(match, first)
        assert turns(one) == [] and turns(other) == [match]
        message = second.get("/lobby/live").text
        assert "Your turn" in message and f"/match/{match}" in message


def test_the_bell_counts_invitations_messages_and_seats_that_were_taken(settings: Settings) -> None:
    settings.accounts, settings.password_memory = "on", 8
    with running(settings) as place:
        notices = Notices(place)
        ling, tomas = members(place, "Ling", "Tomas")
        match = table(place, ling, tomas)
        with own_stream(place, tomas) as stream:
            assert news(stream) == 0
            waiting = ling.open("pig", "me", "open")["id"]
            ling.form(f"/match/{waiting}/invite", {"name": "Tomas"})
            assert news(stream) == 1
            write(ling, match, 1)
            notices.wait(130)
            assert news(stream) == 2
            mine = int(tomas.frame(match)["decision"] is not None)
            assert f'<b class="count">{2 + mine}</b>' in tomas.get("/").text
            with tomas.stream(match):
                assert news(stream) == 1
            tomas.form(f"/invitation/{waiting}", {})
            assert f'<b class="count">{mine}</b>' in tomas.get("/").text or not mine


def test_only_what_has_rung_is_read_again(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four tables one fits into memory and one is damaged: each is read once, then only where something happens."""
    read: list[str] = []
    with running(dataclasses.replace(settings, max_rooms=1)) as place:
        house, ling = place.hub.house, place.person()
        tables = [ling.open("pig", "me", "open")["id"] for _ in range(4)]
        with closing(sqlite3.connect(settings.database)) as raw:
            raw.execute("UPDATE matches SET options = 'none' WHERE id = ?", (tables[3],))
            raw.commit()
        house.rooms.clear()
        usual = house._read

        async def noted(match: str, store: Store) -> Room:
            read.append(match)
            return await usual(match, store)

        monkeypatch.setattr(house, "_read", noted)
        with own_stream(place, ling) as stream:
            assert sorted(turns(stream)) == sorted(tables[:3])
            ling.ready(tables[0])
            assert sorted(turns(stream)) == sorted(tables[1:3])
        assert [read.count(match) for match in tables[1:]] == [1, 1, 1], read


def test_a_match_that_is_removed_meanwhile_costs_only_its_row(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "open")["id"]

    async def listed(_: str, __: int = 24) -> list[str]:
        return ["gone", match]

    monkeypatch.setattr(place.hub.store, "matches_of", listed)
    assert ling.get("/").status_code == 200 and f"/match/{match}" in card(ling)


def test_a_table_that_waits_for_readiness_is_among_them_with_its_game(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "open")["id"]
    with own_stream(place, ling) as stream:
        message = stream.receive_json(timeout=10)
        assert message["turns"] == [{"match": match, "title": "Pig", "url": f"/match/{match}", "left": None}]
        ling.ready(match)
        assert turns(stream) == []


def test_the_lobby_is_told_of_listed_tables_and_who_is_at_a_table_is_not(place: Place) -> None:
    ling, mia = place.person(), place.person()
    ling.open("pig", "me", "open")  # now the server knows him
    with own_stream(place, mia, "?lobby=1") as lobby:
        assert turns(lobby) == []
        assert "/join/" not in mia.get("/lobby/live").text
        match = listed_table(ling, listed=True)["id"]
        assert turns(lobby) == []
        page = mia.get("/lobby/live").text
        assert "/join/" in page
        link = page.partition('href="/join/')[2].partition('"')[0]
        place.person().form(f"/join/{link}", {"name": "Devi"})
        assert turns(lobby) == []
        assert f'href="/match/{match}"' in mia.get("/lobby/live").text


def test_who_is_waited_for_before_it_begins(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "open", "open")
    tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    ling.ready(opened["id"])
    assert "Waiting for Tomas, 1 open seat" in card(ling)
    assert "等待Tomas、1 个空位" in card(ling, "zh-Hans")
    assert "you are not ready yet" in card(tomas)


def test_where_a_bot_plays_for_somebody_the_lobby_says_so(place: Place, time: Time) -> None:
    ling, tomas, match = two_people(place, target=300)
    names = [row["name"] for row in ling.frame(match)["seats"]]
    assert names[1] == "Tomas"
    hold(match, ling)
    room = place.hub.house.rooms[match]
    room.bot_bell = lambda: None  # the bot thinks
    assert tomas.act(match, "seat", id=new_id(), seat=1, to="bot").status_code == 200
    assert "A bot plays for you" in card(tomas) and "电脑正在替你托管" in card(tomas, "zh-Hans")
    assert "Tomas (bot)" in card(ling) and "Your turn" not in card(tomas)


def test_a_person_without_a_name_is_no_bot_of_that_number_while_one_plays_for_him(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "open", target=300)
    tomas.form(opened["joins"][0]["url"], {"name": ""})
    for person in (ling, tomas):
        person.ready(opened["id"])
    place.hub.house.rooms[opened["id"]].bot_bell = lambda: None  # the bot thinks
    assert tomas.act(opened["id"], "seat", id=new_id(), seat=1, to="bot").status_code == 200
    assert "Player 2 (bot)" in card(ling)


def test_several_who_are_waited_for_are_all_named(place: Place) -> None:
    mia, ling, tomas = place.person(), place.person(), place.person()
    opened = mia.open("malifaux", "open", "open")
    match = opened["id"]
    for person, join, name in zip((ling, tomas), opened["joins"], ("Ling", "Tomas"), strict=True):
        person.form(join["url"], {"name": name})
        person.ready(match)
    while len(mia.frame(match)["waiting"]) < 2:  # MFX: both choose their leaders at once
        person = asked(match, ling, tomas)
        decision = person.frame(match)["decision"]
        assert person.answer(match, decision["targets"][0]["code"]).status_code == 200
    assert "Waiting for Ling, Tomas" in card(mia)
    assert "等待Ling、Tomas" in card(mia, "zh-Hans")


def test_a_guest_who_is_nobody_yet_hears_of_tables_only(place: Place) -> None:
    with own_stream(place, place.person()) as stream:
        assert turns(stream) == []
