"""Friends and blocks: who is asked and agrees, whose tables are found, and that nobody learns of a block."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import event, update

from server.apart import run
from server.conftest import running
from server.people import Person, Place
from server.test_accounts import sign_up
from shapan.server.people.friends import MAX_FRIENDS, ONLINE
from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.store.account import AccountRow, LoginRow
from shapan.server.store.backend import Backend
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.schema import ACCOUNTS
from shapan.server.store.storage import Store
from shapan.server.store.ties import Ties

OPEN = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


def members(place: Place, *names: str) -> list[Person]:
    found = [place.person() for _ in names]
    for person, name in zip(found, names, strict=True):
        sign_up(person, name)
    return found


def say(person: Person, what: str, name: str) -> Any:
    return person.form("/friends", {"what": what, "name": name})


def befriend(one: Person, other: Person, names: tuple[str, str]) -> None:
    say(one, "ask", names[1])
    say(other, "accept", names[0])


def lists(person: Person) -> dict[str, list[str]]:
    """Return by section of the page of friends who stands in it."""
    page = person.get("/friends").text
    found: dict[str, list[str]] = {}
    for kind, name in re.findall(r'<b id="(\w+)-\d+"><a[^>]*>([^<]*)</a></b>', page):
        found.setdefault(kind, []).append(name)
    return found


def plain(text: str) -> str:
    """Return a page without what is made anew for each: ids of forms, and when it was."""
    return re.sub(r'name="id" value="[^"]*"', "", text)


def test_what_is_said_is_kept_alike_by_both_databases(backend: Backend) -> None:
    async def work() -> tuple[Ties, Ties]:
        store = Store(backend)
        await store.start()
        try:
            for name in ("a", "b"):
                row = AccountRow(name * 64, name, name, 1, 1, 1)
                new = LoginRow(name * 64, "", 1, row.id)
                await store.accounts.sign_up(row, [], new, None)
            one, other = "a" * 64, "b" * 64
            await store.ties.ask(one, other, 9)
            await store.ties.ask(other, one, 9)
            await store.ties.note_here({one, other})
            friends = await store.ties.of(one)
            await store.ties.block(one, other, 9)
            assert await store.ties.blocked_by(other) == {one} and await store.ties.blocked_by(one) == set()
            await store.ties.ask(other, one, 9)
            with pytest.raises(Conflict):
                await store.ties.block(one, one, 1)
            gone = await store.accounts.gather(one)
            await store.accounts.forget(other)
            assert await store.ties.blocked_by(other) == set()
            assert [tie["name"] for tie in gone["ties"]["blocked"]] == ["b"] and gone["ties"]["asking"] == []
            return friends, await store.ties.of(one)
        finally:
            await store.stop()

    friends, after = run(work())
    assert [tie.name for tie in friends.friends] == ["b"] and friends.friends[0].here
    assert after == Ties([], [], [], [])


def test_friends_are_those_who_asked_and_agreed(place: Place) -> None:
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    assert say(ling, "ask", "ｔomas").headers["location"] == "/friends?said=ask", "names that look alike are one"
    assert lists(ling) == {"asked": ["Tomas"]} and lists(tomas) == {"asking": ["Ling"]} and lists(amina) == {}
    say(amina, "accept", "Ling")
    assert lists(amina) == {}, "nobody is accepted who has not asked"
    say(tomas, "accept", "Ling")
    assert lists(ling) == {"friend": ["Tomas"]} and lists(tomas) == {"friend": ["Ling"]}
    say(tomas, "remove", "Ling")
    assert lists(ling) == lists(tomas) == {}
    say(ling, "ask", "Tomas")
    say(tomas, "ask", "Ling")
    assert lists(ling) == {"friend": ["Tomas"]}, "who both ask agree"
    assert say(ling, "ask", "Nobody Here").status_code == say(ling, "ask", "Ling").status_code == 422
    assert say(place.person(), "ask", "Ling").headers["location"].startswith("/account/login")


def test_a_block_or_a_refusal_is_told_to_nobody(place: Place) -> None:
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    statements: list[str] = []
    for engine in (place.hub.store._read.sync_engine, place.hub.store._write):
        event.listen(engine, "before_cursor_execute", lambda *rest: statements.append(rest[2]))
    seen = []
    for other, answer in ((tomas, "block"), (amina, "refuse"), (place.person(), "")):
        name = {"block": "Tomas", "refuse": "Amina"}.get(answer, "Beatriz")
        if not answer:
            sign_up(other, name)
        if answer == "block":
            say(ling, "block", name)
        statements.clear()
        asked = say(other, "ask", "Ling")
        done = [statement for statement in statements if "ties" in statement]  # others look at log-ins meanwhile
        if answer == "refuse":
            assert "Amina" in lists(ling)["asking"]
            say(ling, "refuse", name)
        seen.append((asked.status_code, asked.headers["location"], plain(other.get("/friends").text), done))
    assert seen[0] == seen[1] == seen[2], "the same page, answer and work as where the question still waits"
    assert lists(ling) == {"asking": ["Beatriz"], "blocked": ["Tomas"]}
    say(ling, "unblock", "Tomas")
    assert lists(ling)["asking"] == ["Beatriz", "Tomas"]


def test_who_is_blocked_finds_no_table_and_no_seat_as_if_there_were_none(place: Place) -> None:
    """Twin worlds: the host has blocked someone, or has unlisted the table and renewed its links."""
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    befriend(tomas, amina, ("Tomas", "Amina"))
    opened = ling.post("/matches", {**OPEN, "listed": True}).json()
    link = opened["joins"][0]["url"]
    assert link in tomas.get("/").text
    say(ling, "block", "Tomas")
    pages = ("/", "/lobby/live", "/friends", link, f"{link}/qr.svg")
    blocked = [(answer.status_code, plain(answer.text)) for answer in map(tomas.get, pages)]
    blocked += [
        (answer.status_code, answer.text)
        for answer in (tomas.form(link, {"name": "Tomas"}), tomas.post(f"/api{link}", {"name": "Tomas"}))
    ]
    assert link in amina.get("/").text, "others find it"
    say(ling, "unblock", "Tomas")
    ling.act(opened["id"], "table", id="a", listed=False)
    ling.act(opened["id"], "links", id="b")
    twin = [(answer.status_code, plain(answer.text)) for answer in map(tomas.get, pages)]
    twin += [
        (answer.status_code, answer.text)
        for answer in (tomas.form(link, {"name": "Tomas"}), tomas.post(f"/api{link}", {"name": "Tomas"}))
    ]
    assert blocked == twin and blocked[3][0] in (404, 410)


def test_a_bell_for_a_table_that_is_not_found_rings_for_nobody(place: Place) -> None:
    ling = members(place, "Ling", "Tomas")[0]
    say(ling, "block", "Tomas")
    table = ling.post("/matches", {**OPEN, "listed": True}).json()

    async def rings() -> list[bool]:
        account = await place.hub.store.accounts.account_called("tomas")
        room = await place.hub.room(table["id"])
        assert account is not None
        found = []
        for hidden in (set(), await place.hub.hidden_from(account.id)):
            with place.hub.calls.listening(account.id, lobby=True) as listener:
                listener.hidden = hidden
                place.hub.calls._faces.clear()
                place.hub.calls._ring(room, None)
                found.append(listener.rung.is_set())
        return found

    assert place.client.blocking_portal.call(rings) == [True, False]


def test_a_table_for_friends_is_found_by_friends_alone(place: Place) -> None:
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    befriend(ling, tomas, ("Ling", "Tomas"))
    form = {"game": "pig", "kind.0": "me", "kind.1": "open", "listed": "friends"}
    assert "friends" in ling.get("/tables/new?game=pig").text
    table = ling.form("/tables", form).headers["location"]
    link = ling.get("/api/matches/" + table.rpartition("/")[2] + "/frame").json()
    assert link["seating"] is not None
    assert 'href="/join/' in tomas.get("/").text.partition('id="live-friends"')[2]
    for person in (amina, place.person()):
        assert "Ling" not in person.get("/").text
    assert place.person().post("/matches", {**OPEN, "circle": "friends"}).status_code == 422
    say(ling, "remove", "Tomas")
    assert "/join/" not in tomas.get("/lobby/live").text


def test_only_friends_see_who_is_on_line_and_it_can_be_switched_off(place: Place) -> None:
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    say(amina, "ask", "Ling")
    befriend(ling, tomas, ("Ling", "Tomas"))
    portal = place.client.blocking_portal
    sessions = place.client.app.state.sessions
    portal.call(sessions.note_here)

    def shown(person: Person) -> bool:
        return ">Online<" in person.get("/friends").text or "Online: " in person.get("/").text

    assert shown(tomas) and shown(ling) and not shown(amina)
    ling.form("/friends/online", {"shows": "off"})
    ling.get("/friends")
    portal.call(sessions.note_here)
    assert not shown(tomas) and shown(ling)
    kept = portal.call(place.hub.store.writer.do, lambda connection: connection.execute(ACCOUNTS.select()).all())
    assert [row.here for row in kept if row.name == "Ling"] == [None], "no trace either"
    ling.form("/friends/online", {"shows": "on"})
    assert shown(tomas)
    late = update(ACCOUNTS).values(here=now() - ONLINE - 5)
    portal.call(place.hub.store.writer.do, lambda connection: connection.execute(late))
    assert not shown(tomas)


def test_asking_is_bounded_by_all_processes_together(settings: Settings) -> None:
    settings.limits = LimitSettings(asking=Rate(1 / 86_400, 2))
    with running(settings) as place:
        ling, *_ = members(place, "Ling", "Tomas", "Amina")
        answers = [say(ling, "ask", name) for name in ("Tomas", "Amina", "Tomas")]
        assert [answer.status_code for answer in answers] == [303, 303, 429] and answers[2].headers["retry-after"]
        assert MAX_FRIENDS > 2 and say(ling, "block", "Tomas").status_code == 303


def test_without_accounts_there_are_no_friends(settings: Settings) -> None:
    settings.accounts = "off"
    with running(settings) as place:
        ling = place.person()
        assert ling.get("/friends").status_code == ling.form("/friends", {"what": "ask"}).status_code == 404
        assert ling.form("/friends/online", {"shows": "on"}).status_code == 404
        assert "friends" not in re.sub(r"friends-title|With friends|with_friends", "", ling.get("/tables/new").text)
