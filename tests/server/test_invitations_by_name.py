"""Invitations by name: whom a host can ask to a table, what they see of it, and what the host is told."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from sqlalchemy import literal_column, update

from server.notices import Notices, hook, told
from server.people import Person, Place, new_id
from server.receiver import Receiver
from server.test_friends import befriend, members
from server.test_friends import say as tie
from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.store.notice import NoticeRow
from shapan.server.store.schema import NOTICES


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


def table(host: Person, seats: int = 3, **rest: Any) -> str:
    rows = [{"kind": "me"}, *({"kind": "open"} for _ in range(seats - 1))]
    opened = host.post("/matches", {"game": "pig", "seats": rows, **rest})
    assert opened.status_code == 201, opened.text
    return str(opened.json()["id"])


def invite(host: Person, match: str, name: str) -> Any:
    return host.form(f"/match/{match}/invite", {"name": name})


def states(host: Person, match: str) -> dict[str, str]:
    """Return who stands on the host's page, and what is told of them."""
    page = host.get(f"/match/{match}/invite").text
    found = re.findall(r'<b id="invited-\d+"><a[^>]*>([^<]*)</a></b><span class="small">([^<]*)</span>', page)
    return dict(found)


def sees(person: Person, match: str) -> bool:
    """Return whether an invitation stands in the lobby; it is on the page of notices, too, or in neither."""
    found = [f'action="/invitation/{match}"' in person.get(page).text for page in ("/", "/lobby/live", "/notices")]
    assert len(set(found)) == 1, found
    return found[0]


def by_id(notice: NoticeRow) -> str:
    return notice.id


def leads(person: Person, match: str) -> str:
    """Return where the link of an invitation leads, empty where it is over."""
    answer = person.get(f"/invitation/{match}")
    assert answer.status_code in (303, 410)
    return str(answer.headers.get("location", ""))


def test_who_is_invited_finds_it_in_the_lobby_and_sits_down(place: Place) -> None:
    ling, tomas, vera = members(place, "Ling", "Tomas", "Vera")
    match = table(ling)
    assert not sees(tomas, match) and leads(tomas, match) == ""
    assert invite(ling, match, " tomas ").headers["location"] == f"/match/{match}/invite?said=invited"
    assert states(ling, match) == {"Tomas": "no answer yet"}
    assert sees(tomas, match) and "Ling invites you to Pig" in tomas.get("/").text and not sees(vera, match)
    join = leads(tomas, match)
    assert join.startswith("/join/") and leads(vera, match) == ""
    page = tomas.get(join).text
    assert f'action="/invitation/{match}"' in page and 'action="/invitation' not in vera.get(join).text
    assert tomas.form(join, {"name": ""}).headers["location"] == f"/match/{match}"
    assert ling.frame(match)["seats"][1]["name"] == "Tomas"
    assert states(ling, match) == {} and not sees(tomas, match)
    assert place.person().get(f"/invitation/{match}").headers["location"].startswith("/account/login")


def test_an_invitation_that_cannot_be_read_costs_no_other(notices: Notices, receiver: Receiver) -> None:
    place = notices.place
    ling, tomas, vera = members(place, "Ling", "Tomas", "Vera")
    match = table(ling)
    for person, name in ((tomas, "Tomas"), (vera, "Vera")):
        hook(person, receiver)
        invite(ling, match, name)
    (first, *_) = sorted(notices.call(partial(place.hub.store.notices.due, 2**33, None, 9, shared=False)), key=by_id)
    damage = update(NOTICES).where(NOTICES.c.id == first.id).values(since=literal_column("'soon'"))
    notices.call(partial(place.hub.store.writer.do, lambda connection: connection.execute(damage)))
    with place.hub.calls.listening(first.person, lobby=True):
        notices.wait(70)
    assert [message.told["kind"] for message in told(receiver)] == ["invited"]


def test_who_declines_does_not_come_and_is_not_asked_again(notices: Notices, receiver: Receiver) -> None:
    ling, tomas = members(notices.place, "Ling", "Tomas")
    match = table(ling)
    hook(tomas, receiver)
    invite(ling, match, "Tomas")
    notices.wait(70)
    (message,) = told(receiver)
    found = message.told
    assert found["kind"] == "invited" and found["text"] == "Ling invites you" and found["table"] == ["Ling"]
    assert found["url"] == f"http://testserver.local/invitation/{match}", "a secret link would stand in a channel"
    assert tomas.form(f"/invitation/{match}", {}).status_code == 303
    assert states(ling, match) == {"Tomas": "not coming"} and not sees(tomas, match)
    assert invite(ling, match, "Tomas").status_code == 303
    notices.wait(3600)
    assert told(receiver) == [] and states(ling, match) == {"Tomas": "not coming"}
    ling.form(f"/match/{match}/invite", {"withdraw": "Tomas"})
    assert states(ling, match) == {"Tomas": "not coming"}, "what they have said stands"


def test_an_invitation_ends_when_the_table_fills_begins_or_takes_it_back(notices: Notices, receiver: Receiver) -> None:
    place = notices.place
    ling, tomas, vera = members(place, "Ling", "Tomas", "Vera")
    hook(tomas, receiver)
    full, begun, taken_back, with_bot = (table(ling, 2) for _ in range(4))
    for match in (full, begun, taken_back, with_bot):
        invite(ling, match, "Tomas")
        assert sees(tomas, match)
    vera.form(ling.frame(full)["seating"]["invitation"], {"name": ""})
    ling.form(f"/match/{taken_back}/invite", {"withdraw": "Tomas"})
    ling.act(with_bot, "seat", id=new_id(), seat=1, to="bot", bot="random")
    place.begin(begun)
    notices.wait(3600)
    assert [message for message in told(receiver) if message.told["kind"] == "invited"] == []
    for match in (full, begun, taken_back, with_bot):
        assert not sees(tomas, match) and leads(tomas, match) == ""
        assert tomas.form(f"/invitation/{match}", {}).status_code == 303
    vera.act(full, "leave", id=new_id())
    ling.act(with_bot, "seat", id=new_id(), seat=1, to="open")
    assert not sees(tomas, full) and not sees(tomas, with_bot), "it has ended, though a seat is open again"
    assert invite(ling, begun, "Tomas").status_code == 404


def test_a_block_is_told_to_nobody(notices: Notices, receiver: Receiver) -> None:
    ling, tomas, vera = members(notices.place, "Ling", "Tomas", "Vera")
    match = table(ling)
    for person in (tomas, vera):
        hook(person, receiver)
    tie(tomas, "block", "Ling")
    answers = [invite(ling, match, name) for name in ("Tomas", "Vera")]
    assert answers[0].status_code == answers[1].status_code == 303
    assert answers[0].headers["location"] == answers[1].headers["location"]
    assert states(ling, match) == {"Tomas": "no answer yet", "Vera": "no answer yet"}
    assert not sees(tomas, match) and leads(tomas, match) == "" and sees(vera, match)
    notices.wait(3600)
    assert [message.told["kind"] for message in told(receiver)] == ["invited"]
    assert states(ling, match) == {"Tomas": "no answer yet", "Vera": "no answer yet"}


def test_each_chooses_by_whom_to_be_invited_and_the_host_is_not_told(notices: Notices, receiver: Receiver) -> None:
    ling, tomas, vera = members(notices.place, "Ling", "Tomas", "Vera")
    hook(tomas, receiver)
    befriend(vera, tomas, ("Vera", "Tomas"))
    tables = {person: table(person) for person in (ling, vera)}
    answers = [invite(person, match, "Tomas").headers["location"] for person, match in tables.items()]
    for who, found in (("all", [True, True]), ("friends", [False, True]), ("off", [False, False])):
        chosen = tomas.form("/notices/invitations", {"who": who})
        assert chosen.headers["location"] == "/notices?said=kept"
        assert f'value="{who}" checked' in tomas.get("/notices").text
        assert (
            [sees(tomas, match) for match in tables.values()]
            == found
            == [bool(leads(tomas, one)) for one in tables.values()]
        )
    tomas.form("/notices/invitations", {"who": "anyone"})
    tomas.form("/notices/invitations", {"who": "friends"})
    notices.wait(70)
    assert [message.told["text"] for message in told(receiver)] == ["Vera invites you"]
    assert [states(person, match) for person, match in tables.items()] == [{"Tomas": "no answer yet"}] * 2
    assert {answer.partition("?")[2] for answer in answers} == {"said=invited"}
    assert "/notices/invitations" not in notices.place.person().get("/notices").text


def test_what_cannot_be_is_refused_by_what_the_host_knows(place: Place) -> None:
    ling, tomas, guest = *members(place, "Ling", "Tomas"), place.person()
    match = table(ling)
    assert invite(ling, match, "Nobody").status_code == 422
    assert "no member with this name" in invite(ling, match, "Nobody").text
    assert "your own name" in invite(ling, match, "Ling").text
    tie(ling, "block", "Tomas")
    assert "You have blocked" in invite(ling, match, "Tomas").text
    tie(ling, "unblock", "Tomas")
    for other in (tomas, guest):
        assert other.get(f"/match/{match}/invite").status_code == (404 if other is tomas else 303)
        assert invite(other, match, "Ling").status_code in (404, 303)
    assert states(ling, match) == {}
    tomas.form(ling.frame(match)["seating"]["invitation"], {"name": ""})
    ling.act(match, "people", id=new_id(), seat=1, deed="remove")
    assert "was removed" in invite(ling, match, "Tomas").text


def test_friends_and_club_members_are_proposed_and_a_club_keeps_to_itself(place: Place) -> None:
    ling, tomas, vera, anna = members(place, "Ling", "Tomas", "Vera", "Anna")
    befriend(ling, tomas, ("Ling", "Tomas"))
    club = ling.form("/clubs", {"name": "Dice"}).headers["location"]
    found = re.search(r"/club/join/[\w.-]+", ling.get(club).text)
    assert found is not None
    vera.form(found[0], {})
    match = table(ling)
    assert re.findall(r'name="who" value="(\w+)"', ling.get(f"/match/{match}/invite").text) == ["Tomas", "Vera"]
    assert ling.form(f"/match/{match}/invite", {"who": "Vera"}).status_code == 303
    assert re.findall(r'name="who" value="(\w+)"', ling.get(f"/match/{match}/invite").text) == ["Tomas"]
    closed = table(ling, circle=f"club-{club.rpartition('/')[2]}")
    assert re.findall(r'name="who" value="(\w+)"', ling.get(f"/match/{closed}/invite").text) == ["Vera"]
    assert "for a club" in invite(ling, closed, "Anna").text and invite(ling, closed, "Vera").status_code == 303
    assert not sees(anna, closed) and sees(vera, closed)


def test_so_many_are_invited_in_an_hour_and_the_same_one_less(place: Place, settings: Settings) -> None:
    ling, *_ = members(place, "Ling", "Tomas", "Vera", "Anna")
    place.hub.settings.limits = LimitSettings(inviting=Rate(1 / 3600, 3), inviting_one=Rate(1 / 3600, 1))
    match, other = table(ling), table(ling)
    assert invite(ling, match, "Tomas").status_code == 303
    again = invite(ling, other, "Tomas")
    assert again.status_code == 429 and 0 < int(again.headers["retry-after"]) <= 3600
    assert [invite(ling, match, name).status_code for name in ("Vera", "Anna", "Tomas")] == [303, 303, 429]
