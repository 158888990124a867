"""The page of a member: what was played in public, and nothing of private tables, whoever reads it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import insert, update

from server.conftest import running
from server.people import Person, Place
from server.test_friends import befriend, members, say
from shapan.server.settings import Settings
from shapan.server.store.schema import RECORDS, SEATS

SEATS_OF_TWO = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


def write(place: Place, statement: Any) -> None:
    place.client.blocking_portal.call(place.hub.store.writer.do, lambda connection: connection.execute(statement))


def finished(place: Place, one: Person, other: Person, winner: int = 0, **rest: Any) -> str:
    """Return a finished match of two, as it is stored."""
    opened = one.post("/matches", {"game": "pig", "seats": SEATS_OF_TWO, **rest}).json()
    assert other.form(opened["joins"][0]["url"], {"name": "Guest"}).status_code == 303
    match: str = opened["id"]
    place.client.blocking_portal.call(place.hub.store.set_status, match, "over", [winner])
    return match


def page(person: Person, name: str = "Ling") -> str:
    answer = person.get(f"/member?name={name}")
    assert answer.status_code == 200
    return re.sub(r"<header.*?</header>", "", answer.text, flags=re.DOTALL)


def figures(text: str) -> list[int]:
    """Return how many were played and won."""
    return [int(number) for number in re.findall(r"<span><b>(\d+)</b>", text)]


def test_a_profile_counts_public_matches_and_whether_the_member_stayed(place: Place) -> None:
    ling, tomas = members(place, "Ling", "Tomas")
    finished(place, ling, tomas, 0, listed=True)
    late = finished(place, ling, tomas, 1, listed=True)
    write(place, insert(RECORDS).values(match=late, number=900, body="{}", decision="0:clock:7", made=1))
    left = finished(place, ling, tomas, 1, listed=True)
    write(place, update(SEATS).where(SEATS.c.match == left, SEATS.c.seat == 0).values(kind="left"))
    bot = finished(place, ling, tomas, 0, listed=True)
    write(place, insert(RECORDS).values(match=bot, number=900, body="{}", decision="0:bot:7", made=1))
    text = page(place.person())
    assert figures(text) == [2, 1] and "75% (matches: 4)" in text and "Matches with a timeout: 1." in text
    assert text.count("/replay/") == 4 and "left early" in text and "played by a bot" in text
    assert "Tomas" in text and figures(page(ling, "Tomas")) == [4, 2]
    own = ling.get("/member")
    assert own.status_code == 303 and ling.get(own.headers["location"]).status_code == 200
    assert place.person().get("/member").headers["location"].startswith("/account/login")
    assert place.person().get("/member?name=Nobody+Here").status_code == 404


def test_nothing_of_private_tables_is_shown_to_strangers_the_blocked_and_guests(settings: Settings) -> None:
    """Twin worlds: they differ in a private match, in a match for friends, in friends and blocks."""
    seen = []
    for world in range(2):
        settings.data = settings.data.with_name(f"world{world}")
        with running(settings) as place:
            ling, tomas, amina, noor = members(place, "Ling", "Tomas", "Amina", "Noor")
            befriend(ling, tomas, ("Ling", "Tomas"))
            shown = finished(place, ling, amina, 0, listed=True)
            hidden = (
                {finished(place, ling, tomas, 1), finished(place, ling, tomas, 1, circle="friends")} if world else set()
            )
            if world:
                say(ling, "block", "Noor")
                ling.form("/friends/online", {"shows": "off"})
            pages = [page(person).replace(shown, "M") for person in (noor, place.person(), amina)]
            seen.append(pages)
            own, friend = page(ling), page(tomas)
            assert figures(own) == [1 + len(hidden), 1]
            # Tomas sat in both; another friend who did not sees the one for friends.
            assert figures(friend) == [1 + len(hidden), 1]
            kofi = members(place, "Kofi")[0]
            befriend(ling, kofi, ("Ling", "Kofi"))
            assert figures(page(kofi)) == [2 if world else 1, 1]
    assert seen[0] == seen[1]


def test_a_member_chooses_who_sees_the_matches(place: Place) -> None:
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    befriend(ling, tomas, ("Ling", "Tomas"))
    finished(place, ling, amina, 0, listed=True)
    for shows, friend, stranger in (("friends", True, False), ("none", False, False), ("all", True, True)):
        assert ling.form("/member", {"shows": shows}).status_code == 303
        assert ["/replay/" in page(person) for person in (ling, tomas, amina)] == [True, friend, stranger]
    assert tomas.form("/member", {"shows": "all of them"}).status_code == 303 and "checked" in page(tomas, "Tomas")


def test_what_can_be_said_of_a_member_stands_on_the_page(place: Place) -> None:
    ling, tomas = members(place, "Ling", "Tomas")

    def offers(person: Person, name: str) -> list[str]:
        return re.findall(r'name="what" value="(\w+)"', page(person, name))

    assert offers(tomas, "Ling") == ["ask", "block"] and offers(place.person(), "Ling") == offers(ling, "Ling") == []
    answer = tomas.form("/friends", {"what": "ask", "name": "Ling", "next": "/member?name=Ling"})
    assert answer.headers["location"] == "/member?name=Ling&said=ask"
    assert offers(tomas, "Ling") == ["remove", "block"] and offers(ling, "Tomas") == ["accept", "refuse", "block"]
    say(ling, "block", "Tomas")
    assert offers(tomas, "Ling") == ["remove", "block"] and offers(ling, "Tomas") == ["unblock"]


def test_without_accounts_there_is_no_profile(settings: Settings) -> None:
    settings.accounts = "off"
    with running(settings) as place:
        assert place.person().get("/member").status_code == place.person().form("/member", {}).status_code == 404
