"""The ends of accounts: log-ins that are ended, deletion, all that is stored as a file, seats of a guest, commands."""

from __future__ import annotations

import re
import time as machine
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import func, select

from server.apart import run_command
from server.conftest import running
from server.people import PIG_HOLD, PIG_ROLL, Person, Place, two_people
from server.processes import also, process, sent_on
from server.test_accounts import PASSWORD, everything, later, log_in, raw, sign_up
from server.test_seats import until
from shapan.server.api.stream import LOGGED_OUT
from shapan.server.people.members import LEAVING
from shapan.server.settings import Settings
from shapan.server.store.people import hash_of, now
from shapan.server.store.person import BLANK, renew_login
from shapan.server.store.schema import METADATA, PUSHES
from shapan.server.store.turn import MAX_PUSHES, Hook, Subscription


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    settings.ping = 0.5
    return settings


def stored(place: Place) -> str:
    return str(place.client.blocking_portal.call(place.hub.store.writer.do, everything))


def sweep(place: Place) -> None:
    place.client.blocking_portal.call(place.client.app.state.sweep.run_once)


def store_later(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Let time pass for the store of accounts."""
    at = now() + seconds
    monkeypatch.setattr("shapan.server.store.account.now", lambda: at)


def test_a_member_takes_over_no_more_webhooks_and_browsers_than_one_has(place: Place) -> None:
    guest, member = "a" * 64, "b" * 64
    store = place.hub.store

    async def work() -> tuple[list[str], list[Any], int]:
        for number, whose in enumerate("aaaabbb"):
            form = ("https://hook.example/", "json", "secret", "en", "http://x", 10 + number)
            await store.turns.add_hook(Hook(f"{whose}{number}", whose * 64, None, *form))
        for number in range(MAX_PUSHES + 3):
            old = number < 5
            owner, login = (guest, guest) if old else (member, "c" * 64)
            rest = ("https://push.example/", "key", "auth", "en", "http://x", number)
            await store.turns.subscribe(Subscription(f"p{number}", owner, login, *rest))
        await store.accounts.take_over(guest, member)
        await store.writer.do(lambda connection: renew_login(connection, guest, "d" * 64, member))
        mine = select(func.count()).select_from(PUSHES).where(PUSHES.c.person == member)
        browsers = await store.writer.do(lambda connection: connection.scalar(mine) or 0)
        kept = [hook.id for hook in await store.turns.hooks_of(member)]
        return kept, await store.turns.hooks_of(guest), browsers

    kept, rest, browsers = place.client.blocking_portal.call(work)
    assert kept == ["a0", "a1", "b4", "b5", "b6"] and rest == []
    assert browsers == MAX_PUSHES


# Log-ins


def test_log_ins_are_listed_and_ended(place: Place) -> None:
    ling, phone, tablet, tomas = (place.person() for _ in range(4))
    sign_up(ling)
    sign_up(tomas, "Tomas")
    phone.headers["user-agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) Version/20.0 Safari/604.1"
    for person in (phone, tablet):
        log_in(person)
    page = ling.get("/account").text
    assert page.count("/account/logins") == 3 and "Safari, iPhone" in page and "This device" in page
    key = hash_of(raw(phone))
    assert tomas.form("/account/logins", {"login": key}).status_code == 303
    assert phone.get("/account").status_code == 200, "others end nothing of it"
    assert ling.form("/account/logins", {"login": key}).status_code == 303
    assert phone.get("/account").status_code == 303 and tablet.get("/account").status_code == 200
    ling.form("/account/logins", {})
    assert tablet.get("/account").status_code == 303 and ling.get("/account").status_code == 200


def test_a_log_in_that_is_ended_in_one_process_ends_in_the_others(address: str, tmp_path: Path) -> None:
    rest = {"accounts": "on", "password_memory": 8}
    with ExitStack() as stack:
        one, two = (stack.enter_context(process(address, tmp_path, name, **rest)) for name in ("p1", "p2"))
        ling = one.person()
        sign_up(ling)
        phone = two.person()
        assert log_in(phone).status_code == 303
        match = phone.open("pig", "me", "bot:random")["id"]
        assert phone.get("/account").status_code == 200
        with phone.stream(match) as stream:
            stream.receive_json(timeout=10)
            ling.form("/account/logins", {})
            begun = machine.monotonic()
            with pytest.raises(WebSocketDisconnect) as closed:
                until(stream, lambda _: False)
            took = machine.monotonic() - begun
        assert closed.value.code == LOGGED_OUT
        assert phone.get("/account").status_code == 303 and also(ling, two).get("/account").status_code == 200
        print(f"ended after {took:.1f} s")


# Deletion and export


def test_a_deletion_is_called_off_by_logging_in(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = place.person()
    sign_up(ling)
    assert ling.get("/account/delete").status_code == 200
    assert ling.form("/account/delete", {}).status_code == 303
    assert ling.get("/account").status_code == 303, "logged out everywhere"
    sweep(place)
    back = log_in(ling)
    assert (
        back.headers["location"] == "/account?said=kept"
        and "will not be deleted" in ling.get("/account?said=kept").text
    )
    store_later(monkeypatch, LEAVING + 1)
    sweep(place)
    assert log_in(place.person()).status_code == 303


def test_who_is_deleted_leaves_seats_under_a_pseudonym_and_nothing_else(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ling, tomas, match = two_people(place)
    sign_up(ling, "Ling Secretive")
    ling.act(match, "chat", id="a", text="my number is 5550123")
    assert ling.act(match, "back").status_code == 200
    log_in(place.person(), "Ling Secretive")
    while not tomas.frame(match)["decision"]:
        ling.answer(match, PIG_HOLD)
    with tomas.stream(match) as stream:
        stream.receive_json(timeout=10)
        ling.form("/account/delete", {})
        assert "Ling Secretive" in stored(place)
        store_later(monkeypatch, LEAVING + 1)
        sweep(place)
        frame = until(stream, lambda frame: frame["seats"][0]["name"].startswith("gone-"))
    kept = stored(place)
    assert "Ling" not in kept and "5550123" not in kept and "argon2" not in kept and BLANK in kept
    assert re.fullmatch("gone-[0-9a-f]{8}", frame["seats"][0]["name"])
    messages = tomas.get(f"/api/matches/{match}/chat").json()["chat"]
    assert [(message["text"], message["name"]) for message in messages] == [(BLANK, frame["seats"][0]["name"])]
    assert tomas.answer(match, PIG_ROLL).status_code == 200, "the match goes on"
    assert log_in(place.person(), "Ling Secretive").status_code == 403
    sign_up(place.person(), "Ling Secretive")


def test_all_that_is_stored_of_a_member_is_given_to_them_without_secrets(place: Place) -> None:
    ling, tomas, match = two_people(place)
    codes = sign_up(ling)
    ling.act(match, "chat", id="a", text="hello there")
    tomas.act(match, "chat", id="b", text="not yours")
    while not tomas.frame(match)["decision"]:
        ling.answer(match, PIG_HOLD)
    tomas.answer(match, PIG_HOLD)
    ling.answer(match, PIG_ROLL)
    answer = ling.get("/account/export")
    assert answer.status_code == 200 and "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["account"]["name"] == "Ling" and len(found["credentials"]) == 1 + len(codes)
    (kept,) = found["matches"]
    assert kept["id"] == match and kept["game"] == "pig" and kept["seats"][0]["seat"] == 0
    assert kept["answers"] and {record["seat"] for record in kept["answers"]} == {0}
    assert all(set(record) == {"seat", "answer", "by", "ordinal", "made"} for record in kept["answers"])
    assert [message["text"] for message in found["chat"]] == ["hello there"]
    for secret in ("argon2", raw(ling), hash_of(raw(ling)), "not yours", "key", "token_hash"):
        assert secret not in answer.text
    assert tomas.get("/account/export").status_code == 303


TOLD_OF = {
    "accounts": "account",
    "sessions": "logins",
    "credentials": "credentials",
    "matches": "matches",
    "seats": "matches",
    "chat": "chat",
    "orders": "orders",
    "plans": "plans",
    "memos": "memos",
    "sealed": "waiting_answers",
    "reserves": "reserve_of",
    "former_players": "given_up",
    "fair_seeds": "seeds",
    "ties": "ties",
    "clubs": "clubs",
    "club_members": "clubs",
    "tournament_players": "tournaments",
    "tournament_seats": "tournaments",
    "tournament_acts": "hosted",
    "reports": "reports",
    "sanctions": "sanctions",
    "audit": "moderated",
    "ratings": "ratings",
    "rating_changes": "rated_matches",
    "turns": "turns",
    "deliveries": "notices",
    "notices": "mentions_and_invitations",
    "mutes": "muted",
    "hooks": "webhooks",
    "notice_settings": "notice_settings",
    "pushes": "browsers",
    "addresses": "addresses",
}
"""By table with something of a person in which part of the archive it stands."""
NOTHING_OF_A_PERSON = {"tickets": "hashes of links, for a day"}


def test_no_table_with_something_of_a_person_is_left_out_of_the_archive(place: Place) -> None:
    personal = {"session", "account", "owner", "seat", "person", "about"}
    found = {table.name for table in METADATA.sorted_tables if personal & set(table.columns.keys())}
    assert found - {"accounts"} == {*TOLD_OF, *NOTHING_OF_A_PERSON} - {"accounts"}, "say where it stands, or why not"
    ling = place.person()
    sign_up(ling)
    assert set(ling.get("/account/export").json()) == set(TOLD_OF.values())


@pytest.mark.parametrize("path", ["/account/delete", "/account/export"])
def test_both_need_a_fresh_proof(place: Place, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = place.person()
    sign_up(ling)
    later(monkeypatch, 601)
    assert ling.get(path).headers["location"] == f"/account/proof?next={path}"
    ling.form("/account/delete", {})
    assert ling.get("/account").status_code == 200


# The seats of a guest


def test_a_guest_who_logs_in_is_asked_whether_the_seats_move_over(place: Place) -> None:
    ling = place.person()
    sign_up(ling)
    guest, tomas, match = two_people(place)
    alone = guest.open("pig", "me", "bot:random", target=10)["id"]
    other = place.person(tomas.cookie)
    asked = log_in(guest, next="/rules")
    assert asked.headers["location"] == "/account/seats?next=/rules"
    assert kinds(guest, match) == ["player", "player"], "nothing moves unasked"
    page = guest.get(asked.headers["location"]).text
    assert page.count("<li>") - place.person().get("/account/login").text.count("<li>") >= 2
    assert guest.form("/account/seats", {"next": "/rules"}).headers["location"] == "/rules"
    assert kinds(guest, match) == kinds(ling, match) == ["you", "player"]
    assert guest.frame(match)["seats"][0]["name"] == "Ling" and guest.frame(match)["seats"][0]["host"]
    assert guest.frame(alone)["decision"] or not guest.frame(alone)["waiting"]
    assert kinds(other, match) == ["player", "you"]
    assert guest.get("/account/seats").status_code == 303, "there is nothing left to move"
    guest.form("/account/logout", {})
    assert kinds(guest, match) == ["player", "player"], "the guest has them no more"


def test_a_member_who_sits_there_already_gets_no_second_seat(place: Place) -> None:
    guest, ling, match = two_people(place)
    sign_up(ling)
    assert log_in(guest).status_code == 303
    assert "already have a seat" in guest.get("/account/seats").text
    guest.form("/account/seats", {})
    assert guest.form(f"/tables/{match}/adopt", {}).status_code == 409
    assert kinds(guest, match) == ["player", "you"]


def test_who_was_removed_from_a_table_does_not_come_back_by_a_guest_s_seat(place: Place) -> None:
    host, member, guest = (place.person() for _ in range(3))
    sign_up(member)
    opened = host.open("pig", "me", "open", "open")
    member.form(opened["joins"][0]["url"], {})
    guest.form(opened["joins"][1]["url"], {"name": "Gast"})
    removed = host.act(opened["id"], "people", id="a", seat=1, deed="remove")
    assert removed.status_code == 200, removed.text
    log_in(guest)
    guest.form("/account/seats", {})
    assert kinds(guest, opened["id"]) == ["player", "open", "player"]


def test_seats_at_another_process_are_moved_there(address: str, tmp_path: Path) -> None:
    rest = {"accounts": "on", "password_memory": 8}
    with ExitStack() as stack:
        one, two = (stack.enter_context(process(address, tmp_path, name, **rest)) for name in ("p1", "p2"))
        sign_up(one.person())
        guest = one.person()
        match = guest.open("pig", "me", "bot:random")["id"]
        assert guest.frame(match)["decision"]
        there = also(guest, two)
        assert log_in(there).headers["location"] == "/account/seats?next=/"
        left = there.form("/account/seats", {})
        assert left.headers["location"] == "/account/seats?next=/"
        assert f"/tables/{match}/adopt" in there.get("/account/seats").text
        assert sent_on(there.form(f"/tables/{match}/adopt", {}), "p1")
        here = also(there, one)
        assert here.form(f"/tables/{match}/adopt", {}).status_code == 303
        assert here.frame(match)["decision"] and there.get("/account/seats").status_code == 303


def test_seats_are_moved_by_nobody_else(place: Place) -> None:
    guest, tomas, match = two_people(place)
    sign_up(tomas)
    assert tomas.form(f"/tables/{match}/adopt", {}).status_code == 303
    assert place.person().form("/account/seats", {}).status_code == 303
    assert kinds(guest, match) == ["you", "player"]


def kinds(person: Person, match: str) -> list[str]:
    return [seat["kind"] for seat in person.frame(match)["seats"]]


def test_a_finished_match_moves_too(place: Place) -> None:
    ling = place.person()
    sign_up(ling)
    guest, tomas, match = two_people(place)
    tomas.act(match, "leave", id="gone")
    assert guest.frame(match)["outcome"] is not None
    log_in(guest)
    guest.form("/account/seats", {})
    assert f"/replay/{match}" in ling.get("/").text


@pytest.mark.parametrize("member", [False, True])
def test_the_link_of_a_seat_holds_for_members_as_well(place: Place, member: bool) -> None:
    ling, tomas, match = two_people(place)
    sign_up(ling)
    link = ling.act(match, "back").json()["url"]
    phone = place.person()
    if member:
        sign_up(phone, "Mira")
    assert phone.form(link, {}).status_code == 303
    assert kinds(phone, match) == ["you", "player"] and kinds(ling, match) == ["player", "player"]
    assert kinds(tomas, match) == ["player", "you"]


# Commands


def command(settings: Settings, *words: str) -> int:
    place = ["--database", settings.postgres] if settings.postgres else ["--data", str(settings.data)]
    return run_command(["account", *words, *place])


def test_commands_list_give_roles_reset_and_delete(settings: Settings, place: Place, capsys: Any) -> None:
    ling, phone = place.person(), place.person()
    sign_up(ling)
    assert command(settings, "list") == 0 and capsys.readouterr().out.startswith("Ling: player, since 20")
    assert command(settings, "role", "ling", "moderator") == 0 and command(settings, "role", "Ling", "king") == 2
    assert "moderator, not 'king'" not in capsys.readouterr().out
    assert command(settings, "role", "Lin", "host") == 2 and "did you mean Ling?" in capsys.readouterr().err
    until_ended(ling)
    log_in(ling)
    assert command(settings, "reset", "Ling") == 0
    link = re.search(r"/account/reset/\S+", capsys.readouterr().out)[0]  # type: ignore[index]
    assert phone.get(link).status_code == 200 and phone.get(link).status_code == 200, "to look uses nothing up"
    assert phone.form(link, {"password": "short"}).status_code == 422
    assert phone.form(link, {"password": "eight quick otters"}).status_code == 303
    assert phone.get("/account").status_code == 200 and ling.get("/account").status_code == 303
    for answer in (phone.get(link), phone.form(link, {"password": PASSWORD}), phone.get("/account/reset/nothing")):
        assert answer.status_code == 404
    assert log_in(place.person()).status_code == 403
    assert command(settings, "delete", "Ling") == 0
    assert command(settings, "list") == 0 and "to be deleted on 20" in capsys.readouterr().out
    assert command(settings, "delete", "Ling", "--now") == 0 and command(settings, "list") == 0
    assert "no accounts" in capsys.readouterr().out
    until_ended(phone)


def until_ended(person: Person) -> None:
    """Wait until a log-in has ended that a command has ended: within five seconds."""
    for _ in range(100):
        if person.get("/account").status_code == 303:
            return
        machine.sleep(0.05)
    raise AssertionError


def test_a_reset_link_runs_out(settings: Settings, place: Place, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up(place.person())
    command(settings, "reset", "Ling")
    link = re.search(r"/account/reset/\S+", capsys.readouterr().out)[0]  # type: ignore[index]
    store_later(monkeypatch, 24 * 3600 + 1)
    assert place.person().get(link).status_code == 404
    assert place.person().form(link, {"password": PASSWORD}).status_code == 404


def test_without_accounts_no_seats_page_is_there(settings: Settings) -> None:
    settings.accounts = "off"
    with running(settings) as place:
        person = place.person()
        match = person.open("pig", "me", "bot:random")["id"]
        for path in ("/account/seats", "/account/export", "/account/delete", "/account/logins"):
            assert person.get(path).status_code == person.form(path, {}).status_code == 404, path
        assert person.form(f"/tables/{match}/adopt", {}).status_code == 404
