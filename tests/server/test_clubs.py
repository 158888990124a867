"""Clubs: founded, joined by a link, with tables that nobody else finds or sits down at."""

from __future__ import annotations

import re
from typing import Any

import pytest

from server.apart import run
from server.conftest import running
from server.people import Person, Place
from server.test_friends import members, plain, say
from server.test_profile import finished, page
from shapan.server.settings import Settings
from shapan.server.store.account import AccountRow, LoginRow
from shapan.server.store.backend import Backend
from shapan.server.store.clubs import MAX_OWNED
from shapan.server.store.fault import Conflict
from shapan.server.store.storage import Store
from shapan.server.web.packing import APART


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


def founded(person: Person, name: str = "Thursday Dice") -> tuple[str, str]:
    """Return the address of a new club, and its link."""
    answer = person.form("/clubs", {"name": name})
    assert answer.status_code == 303, answer.text
    club: str = answer.headers["location"]
    return club, link_of(person, club)


def link_of(person: Person, club: str) -> str:
    found = re.search(r'value="http://[^/]+(/club/join/[^"]+)"', person.get(club).text)
    assert found
    return found[1]


def opened(person: Person, club: str, **rest: Any) -> Any:
    circle = f"club-{club.rpartition('/')[2]}"
    wanted = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}], "circle": circle, **rest}
    return person.post("/matches", wanted)


def test_members_join_by_a_link_and_find_the_tables(place: Place) -> None:
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    club, link = founded(ling)
    assert place.person().get(link).headers["location"].startswith("/account/login?next=/club/join/")
    asked = tomas.get(link)
    assert "Thursday Dice" in asked.text and "Thursday Dice" not in tomas.get("/clubs").text, "a look joins nobody"
    assert tomas.form(link, {}).headers["location"] == f"{club}?said=joined"
    form = ling.get(f"/tables/new?circle=club-{club.rpartition('/')[2]}").text
    assert re.search(r'value="club-[\w-]{16}"[^>]*(checked|selected)', form)
    seat = opened(ling, club).json()["joins"][0]["url"]
    for text in (tomas.get(club).text, tomas.get("/clubs").text):
        assert "Thursday Dice" in text
    assert seat in tomas.get(club).text and seat not in tomas.get("/").text + tomas.get("/tables").text
    assert APART not in tomas.get(club).text, "the sign between pieces of a page is not sent"
    assert opened(amina, club).status_code == 422 and opened(ling, club, listed=True).status_code == 422
    assert tomas.form(seat, {"name": ""}).headers["location"].startswith("/match/")
    private = finished(place, ling, tomas, 0, circle=f"club-{club.rpartition('/')[2]}")
    assert private not in page(amina) and private in page(tomas)


def test_who_is_not_of_a_club_learns_nothing_of_it(place: Place) -> None:
    """As where there is no such club, and as where the links of its tables had been renewed."""
    ling, tomas = members(place, "Ling", "Tomas")
    club, link = founded(ling)
    table = opened(ling, club).json()
    seat = table["joins"][0]["url"]
    ghost = club[:-3] + "AAA"
    assert plain(tomas.get(club).text).replace(club, ghost) == plain(tomas.get(ghost).text)
    assert tomas.get(club).status_code == tomas.form(club, {"what": "end"}).status_code == 404
    assert tomas.get(link[:-1] + ("0" if link[-1] != "0" else "1")).status_code == 404
    for person in (tomas, place.person()):
        seen = [(answer.status_code, plain(answer.text)) for answer in map(person.get, (seat, f"{seat}/qr.svg"))]
        seen += [(one.status_code, plain(one.text)) for one in (person.form(seat, {}), person.post(f"/api{seat}", {}))]
        ghostly = seat[:-3] + ("000" if seat[-3:] != "000" else "111")
        twin = [(answer.status_code, plain(answer.text)) for answer in map(person.get, (ghostly, f"{ghostly}/qr.svg"))]
        twin += [
            (one.status_code, plain(one.text)) for one in (person.form(ghostly, {}), person.post(f"/api{ghostly}", {}))
        ]
        assert [(status, text.replace(seat, ghostly)) for status, text in seen] == twin
    say(ling, "block", "Tomas")
    assert tomas.get(link).status_code == tomas.form(link, {}).status_code == 404, "who is blocked cannot join"


def test_an_owner_sees_to_the_club(place: Place) -> None:
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    club, link = founded(ling)
    for person in (tomas, amina):
        person.form(link, {})
    assert "club/join" not in tomas.get(club).text
    tomas.form(club, {"what": "remove", "name": "Amina"})
    tomas.form(club, {"what": "end"})
    assert amina.get(club).status_code == 200, "only the owner does that"
    ling.form(club, {"what": "remove", "name": "Amina"})
    assert amina.get(club).status_code == amina.get(link).status_code == 404, "nor does the old link lead back"
    assert ling.form(club, {"what": "renew"}).headers["location"] == f"{club}?said=renewed"
    ling.form(club, {"what": "hand", "name": "Tomas"})
    assert "club/join" in tomas.get(club).text and "club/join" not in ling.get(club).text
    assert tomas.form(club, {"what": "leave"}).headers["location"] == "/clubs?said=left"
    assert "club/join" in ling.get(club).text, "who has been there longest follows"
    assert ling.form(club, {"what": "end"}).headers["location"] == "/clubs?said=ended"
    assert ling.get(club).status_code == 404
    assert ling.form("/clubs", {"name": "server"}).status_code == 422
    assert ling.get("/account/export").json()["clubs"] == []


def test_clubs_are_kept_alike_by_both_databases(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = Store(backend)
        await store.start()
        try:
            one, two = "a" * 64, "b" * 64
            for name in (one, two):
                row = AccountRow(name, name[0], name[0], 1, 1, 1)
                await store.accounts.sign_up(row, [], LoginRow(name, "", 1, name), None)
            keys = [await store.clubs.make(f"Club {number}", one) for number in range(MAX_OWNED)]
            with pytest.raises(Conflict):
                await store.clubs.make("One more", one)
            [club, *_] = await store.clubs.of(one)
            assert await store.clubs.invited(club.token) == club and await store.clubs.club(club.id, two) is None
            await store.clubs.join(club.id, two)
            await store.clubs.join(club.id, two)
            monkeypatch.setattr("shapan.server.store.clubs.MAX_CLUBS", 1)
            with pytest.raises(Conflict):
                await store.clubs.join(keys[1], two)
            told = await store.accounts.gather(one)
            assert len(told["clubs"]) == MAX_OWNED and told["clubs"][0]["own"]
            await store.clubs.renew(club.id)
            assert await store.clubs.invited(club.token) is None
            await store.accounts.forget(one)
            [left] = await store.clubs.of(two)
            assert (left.owner, left.members) == (two, 1) and await store.clubs.club(keys[1], one) is None
            await store.accounts.forget(two)
            assert await store.clubs.of(two) == []
        finally:
            await store.stop()

    run(work())


def test_without_accounts_there_are_no_clubs(settings: Settings) -> None:
    settings.accounts = "off"
    with running(settings) as place:
        ling = place.person()
        for path in ("/clubs", "/club/x", "/club/join/x"):
            assert ling.get(path).status_code == ling.form(path, {}).status_code == 404
        assert "/clubs" not in ling.get("/").text
