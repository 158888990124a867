"""Members: signing up in place, logging in on another device, names, passwords, codes, limits, and what others see."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import Connection, select

from server.conftest import running
from server.people import Person, Place
from server.processes import process
from server.test_seats import until
from shapan.server.api.stream import LOGGED_OUT
from shapan.server.people.members import Denied
from shapan.server.people.names import wrong_name
from shapan.server.people.password import wrong_password
from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.store.people import hash_of, now
from shapan.server.store.schema import METADATA
from shapan.server.store.writer import StoreError

FORM = {"content-type": "application/x-www-form-urlencoded"}
PASSWORD = "seven slow herons"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    settings.ping = 0.5
    return settings


def sign_up(person: Person, name: str = "Ling", password: str = PASSWORD) -> list[str]:
    answer = person.form("/account/new", {"name": name, "password": password})
    assert answer.status_code == 200, answer.text
    return re.findall(r"<code>([A-Z0-9-]+)</code>", answer.text)


def log_in(person: Person, name: str = "Ling", password: str = PASSWORD, **rest: str) -> Any:
    return person.form("/account/login", {"name": name, "password": password, **rest})


def test_a_guest_becomes_a_member_in_place(place: Place) -> None:
    ling = place.person()
    opened = ling.open("pig", "me", "bot:random")
    guest = place.person(ling.cookie)
    assert len(sign_up(ling)) == 8
    assert ling.cookie != guest.cookie, "a new token at each log-in"
    assert ling.frame(opened["id"])["decision"] and not guest.frame(opened["id"])["decision"]
    phone = place.person()
    assert log_in(phone).status_code == 303
    assert phone.frame(opened["id"])["decision"], "the seats are on each device"
    assert opened["url"] in phone.get("/").text


def raw(person: Person) -> str:
    """Return the token of a browser."""
    return dict(part.split("=", 1) for part in person.cookie.split("; "))["shapan"]


def test_without_accounts_nothing_of_it_is_there(settings: Settings) -> None:
    settings.accounts = "off"
    with running(settings) as place:
        ling = place.person()
        for path in ("", "/new", "/login", "/recover", "/proof", "/password", "/codes", "/reset/x", "/passkeys"):
            assert ling.get(f"/account{path}").status_code == 404, path
            assert ling.form(f"/account{path}", {"name": "Ling", "password": PASSWORD}).status_code in (404, 405), path
        assert "/account" not in ling.get("/").text


def test_a_member_s_log_in_is_nothing_where_accounts_are_off(settings: Settings) -> None:
    with running(settings) as place:
        ling = place.person()
        sign_up(ling)
    settings.accounts = "off"
    with running(settings) as place:
        person = place.person(ling.cookie)
        assert "Ling" not in person.get("/").text


def test_only_hashes_of_secrets_are_stored(settings: Settings) -> None:
    with running(settings) as place:
        ling = place.person()
        codes = sign_up(ling)
        token = raw(ling)
        kept = place.client.blocking_portal.call(place.hub.store.writer.do, everything)
    for secret in (PASSWORD, token, *codes, codes[0].replace("-", "")):
        assert secret not in kept
    assert "$argon2id$v=19$m=8,t=2,p=1$" in kept and hash_of(token) in kept


def everything(connection: Connection) -> str:
    """Return all that is stored, as it is shown."""
    return "\n".join(repr(row) for table in METADATA.sorted_tables for row in connection.execute(select(table)))


def test_a_planted_cookie_is_worth_nothing_once_its_guest_has_signed_up_or_logged_in(place: Place) -> None:
    mallory = place.person()
    mallory.open("pig", "me", "bot:random")
    ling = place.person(mallory.cookie)
    sign_up(ling)
    assert mallory.get("/account").status_code == 303, "who planted the cookie is not logged in by it"
    assert mallory.open("pig", "me", "bot:random") and "Ling" not in mallory.get("/").text
    tomas = place.person(place.person().cookie)
    assert log_in(tomas).status_code == 303 and tomas.get("/account").status_code == 200
    assert raw(tomas) != raw(ling)


def test_all_that_is_wrong_with_a_log_in_is_told_alike(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    sign_up(ling)

    def told(name: str, password: str) -> tuple[int, str]:
        answer = log_in(tomas, name, password)
        return answer.status_code, re.sub(r'(name="name".*?value=)"[^"]*"', r"\1", answer.text)

    assert told("Ling", "not the one") == told("Nobody", PASSWORD) == told("Nobody", "") == told("", "")
    recover = [tomas.form("/account/recover", {"name": name, "code": "AAAA-BBBB"}) for name in ("Ling", "Nemo")]
    assert len({(answer.status_code, answer.text.replace("Nemo", "Ling")) for answer in recover}) == 1
    assert not tomas.cookie


def test_an_unknown_name_costs_the_same_work(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = place.person()
    sign_up(ling)
    log_in(place.person(), "Nobody")
    work: list[str] = []
    verify = PasswordHasher.verify

    def noting(hasher: PasswordHasher, kept: str, password: str) -> bool:
        work.append(kept.split("p=1", maxsplit=1)[0])
        return verify(hasher, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", noting)
    for name, password in (("Ling", "wrong"), ("Nobody", "wrong"), ("Nobody", PASSWORD)):
        log_in(place.person(), name, password)
    assert len(work) == 3 and len(set(work)) == 1


def test_a_recovery_code_lets_in_once(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    codes = sign_up(ling)
    sign_up(tomas, "Tomas")
    typed = {"name": "ling", "code": codes[0].lower().replace("-", " ")}
    assert tomas.form("/account/recover", {**typed, "name": "Tomas"}).status_code == 403, "it is Ling's"
    phone = place.person()
    answer = phone.form("/account/recover", typed)
    assert answer.status_code == 303 and answer.headers["location"] == "/account/password"
    assert phone.get("/account/password").status_code == 200
    assert place.person().form("/account/recover", typed).status_code == 403
    assert "7" in phone.get("/account").text
    assert phone.form("/account/password", {"password": "eight quick otters"}).status_code == 303
    assert ling.get("/account").status_code == 303, "a new password ends all other log-ins"
    assert log_in(place.person()).status_code == 403
    assert log_in(place.person(), password="eight quick otters").status_code == 303


def test_new_codes_take_the_place_of_the_old(place: Place) -> None:
    ling = place.person()
    old = sign_up(ling)
    new = re.findall(r"<code>([A-Z0-9-]+)</code>", ling.form("/account/codes", {}).text)
    assert len(new) == 8 and not set(old) & set(new)
    assert place.person().form("/account/recover", {"name": "Ling", "code": old[0]}).status_code == 403
    assert place.person().form("/account/recover", {"name": "Ling", "code": new[0]}).status_code == 303


@pytest.mark.parametrize("path", ["/account/password", "/account/codes"])
def test_what_one_logs_in_by_is_changed_only_after_a_fresh_proof(
    place: Place, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ling = place.person()
    sign_up(ling)
    later(monkeypatch, 601)
    for answer in (ling.get(path), ling.form(path, {"password": "eight quick otters"})):
        assert answer.status_code == 303 and answer.headers["location"] == f"/account/proof?next={path}"
    assert ling.form("/account/proof", {"password": "wrong", "next": path}).status_code == 403
    before = place.person(ling.cookie)
    proved = ling.form("/account/proof", {"password": PASSWORD, "next": path})
    assert proved.status_code == 303 and proved.headers["location"] == path
    assert ling.get(path).status_code == 200
    assert before.get("/account").status_code == 303, "a new token at each change of rights"


def later(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Let time pass for all that members do."""
    at = now() + seconds
    monkeypatch.setattr("shapan.server.people.members.now", lambda: at)


def test_logging_out_ends_the_log_in_and_brings_the_guest_back(place: Place) -> None:
    ling = place.person()
    sign_up(ling)
    other = place.person()
    match = other.open("pig", "me", "bot:random")["id"]
    guest = place.person(other.cookie)
    log_in(other)
    member = place.person(other.cookie)
    assert not other.frame(match)["decision"]
    assert other.form("/account/logout", {}).status_code == 303
    assert member.get("/account").status_code == 303 and other.get("/account").status_code == 303
    assert guest.frame(match)["decision"] and other.frame(match)["decision"]
    assert ling.get("/account").status_code == 200, "elsewhere one stays logged in"


def test_a_stream_ends_with_its_log_in(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "bot:random")["id"]
    sign_up(ling)
    phone = place.person()
    log_in(phone)
    with phone.stream(match) as stream:
        assert stream.receive_json(timeout=10)["decision"]
        phone.form("/account/logout", {})
        with pytest.raises(WebSocketDisconnect) as closed:
            until(stream, lambda _: False)
    assert closed.value.code == LOGGED_OUT


def test_no_form_leads_to_another_site(place: Place) -> None:
    sign_up(place.person(), "Tomas")
    for bad in ("//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example"):
        assert "evil" not in place.person().get("/account/login", params={"next": bad}).text
        answer = place.person().form("/account/new", {"name": "Tomas", "password": PASSWORD, "next": bad})
        assert "evil" not in answer.text
        ling = place.person()
        assert log_in(ling, "Tomas", next=bad).headers["location"] == "/"
        assert ling.form("/account/proof", {"password": PASSWORD, "next": bad}).headers["location"] == "/"
        assert ling.form("/theme", {"theme": "dark", "next": bad}).headers["location"] == "/"
    assert log_in(place.person(), "Tomas", next="/join/abc?x=1").headers["location"] == "/join/abc?x=1"


def test_a_foreign_page_logs_nobody_in_or_out(place: Place) -> None:
    ling, foreign = place.person(), {"sec-fetch-site": "cross-site", "origin": "http://evil.example"}
    sign_up(ling)
    for path in ("new", "login", "logout", "name", "password", "codes", "proof", "recover"):
        answer = ling.request("POST", f"/account/{path}", content=b"", headers={**foreign, **FORM})
        assert answer.status_code == 403, path
    assert ling.get("/account").status_code == 200


@pytest.mark.parametrize("secure", [False, True])
def test_the_cookie_of_a_log_in_goes_nowhere_else(settings: Settings, secure: bool) -> None:
    settings.secure = secure
    with running(settings) as place:
        given = place.person().form("/account/new", {"name": "Ling", "password": PASSWORD}).headers["set-cookie"]
    name = "__Host-shapan" if secure else "shapan"
    assert re.fullmatch(f"{name}=[\\w-]{{43}}; HttpOnly; Max-Age=\\d+; Path=/; SameSite=lax(; Secure)?", given), given
    assert given.endswith("; Secure") == secure and "Domain" not in given


def test_anything_that_is_sent_is_answered(place: Place) -> None:
    ling = place.person()
    sign_up(ling)
    paths = ("new", "login", "recover", "proof", "name", "password", "codes", "logins", "seats", "reset/x", "logout")
    for sent in ("\x00", "\ufffe\ud7ff", "x" * 60_000, "\u202e", "%"):
        form = dict.fromkeys(("name", "password", "code", "next", "login", "passkey"), sent)
        for path in (*paths, "passkeys/remove", "delete"):
            for person in (ling, place.person()):
                answer = person.form(f"/account/{path}", form)
                assert answer.status_code < 500, (path, sent[:9], answer.text)
        log_in(ling)


def test_who_is_logged_in_reads_on_where_nothing_can_be_stored(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, at = place.person(), now() + 3700
    sign_up(ling)
    tried: list[str] = []

    async def fail(key: str, _: int) -> None:
        tried.append(key)
        raise StoreError("the disk is full")

    monkeypatch.setattr("shapan.server.web.session.now", lambda: at)
    monkeypatch.setattr(place.hub.store.accounts, "note_seen", fail)
    assert ling.get("/account").status_code == 200 and tried == [hash_of(raw(ling))]


# Names


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "unseen"),
        ("\u3164", "unseen"),
        ("x" * 41, "long"),
        ("\ufdfa" * 5, "long"),
        ("Li\ud800ng", "signs"),
        ("Li\u200bng", "signs"),
        ("Ling\u202egnoS", "signs"),
        ("Li\nng\x07", "signs"),
        ("Moderator", "reserved"),
        ("M\u043ederator Anna", "reserved"),
        ("SERVER", "reserved"),
        ("Bot 3", "reserved"),
        ("Sergeant", "reserved"),
        ("\u7535\u8111 2", "reserved"),
        ("\u7ba1\u7406\u5458", "reserved"),
        ("gone-abcd", "reserved"),
        ("Player 1", "reserved"),
        ("Ling", ""),
        ("\u6797\u96e8", ""),
        ("Zo\u00eb  van \uff24", ""),
        ("Robin Serverius", ""),
        ("\u0395\u03bb\u03ad\u03bd\u03b7", ""),
    ],
)
def test_a_name_that_deceives_is_refused(name: str, reason: str) -> None:
    assert wrong_name(name) == reason


def test_names_that_look_alike_are_one(place: Place) -> None:
    sign_up(place.person(), "Anna  Bell")
    for name in ("anna bell", "\u0410nna B\u0435ll", "Anna Be11", "\uff21nna Bell", "ANNA BELL", "\u0391nna\u00a0Bell"):
        answer = place.person().form("/account/new", {"name": name, "password": PASSWORD})
        assert answer.status_code == 422 and "looks like it" in answer.text, name
    assert log_in(place.person(), "\uff21NNA bell").status_code == 303


def test_a_name_is_changed_once_in_sixty_days(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, tomas = place.person(), place.person()
    sign_up(ling)
    sign_up(tomas, "Tomas")
    assert ling.form("/account/name", {"name": "T\u043emas"}).status_code == 422
    assert ling.form("/account/name", {"name": "Ling"}).status_code == 303, "it is hers already"
    assert ling.form("/account/name", {"name": "Lin Ling"}).status_code == 303
    assert "Lin Ling" in ling.get("/").text and log_in(place.person(), "Lin Ling").status_code == 303
    assert "readonly" in ling.get("/account").text
    assert ling.form("/account/name", {"name": "Li"}).status_code == 422
    later(monkeypatch, 61 * 24 * 3600)
    assert ling.form("/account/name", {"name": "Ling"}).status_code == 303


def test_nobody_has_the_name_of_a_member_at_a_table(place: Place) -> None:
    ling, guest = place.person(), place.person()
    sign_up(ling)
    opened = guest.open("pig", "me", "open", "open")
    seats = [{"kind": "me", "name": "Ling"}, {"kind": "hot", "name": "L\u0456ng"}, {"kind": "open", "name": "ling"}]
    answer = guest.post("/matches", {"game": "pig", "seats": seats})
    names = [seat["name"] for seat in guest.frame(answer.json()["id"])["seats"]]
    assert names == ["Ling 2", "L\u0456ng 3", "ling 4"], "a guest who wants it gets it with a number"
    assert ling.form(opened["joins"][0]["url"], {"name": "Somebody"}).status_code == 303
    assert guest.act(opened["id"], "name", id="a", seat=0, name="LING").json() == {"ok": True}
    assert [seat["name"] for seat in ling.frame(opened["id"])["seats"]][:2] == ["LING 2", "Ling"]
    refused = ling.act(opened["id"], "name", id="b", seat=1, name="Somebody")
    assert refused.status_code == 422 and refused.json()["field"] == "name"
    joined = place.person().form(opened["joins"][1]["url"], {"name": "Ling"})
    assert joined.status_code == 303
    assert ling.frame(opened["id"])["seats"][2]["name"] == "Ling 2 2"


def test_others_see_nothing_but_the_name_of_a_member(place: Place) -> None:
    """Twin tables: at one the host is a member, at the other a guest."""
    told = []
    for name in ("Tomas", "Guido"):
        host, ling = place.person(), place.person()
        if name == "Tomas":
            sign_up(host, name)
        seats = [{"kind": "me", "name": name}, {"kind": "open"}, {"kind": "open"}]
        opened = host.post("/matches", {"game": "pig", "seats": seats, "listed": True}).json()
        lobby = place.person().get("/").text
        page = ling.get(opened["joins"][0]["url"]).text
        assert ling.form(opened["joins"][0]["url"], {"name": "Ling B"}).status_code == 303
        assert host.act(opened["id"], "chat", id="a", text="hello").status_code == 200
        with ling.stream(opened["id"]) as stream:
            seen = [stream.receive_json(timeout=10) for _ in range(2)]
        host.act(opened["id"], "table", id="b", listed=False)
        text = json.dumps([seen, lobby, page]).replace(name, "N").replace(opened["id"], "M")
        told.append(re.sub(r"[A-Za-z0-9_.-]{12,}|\"at\": \d+", "", text))
    assert told[0] == told[1]


# Passwords and limits


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "short"),
        ("x" * 201, "long"),
        ("aaaaaaaaaaaa", "easy"),
        ("password123", "easy"),
        ("1234567890", "easy"),
        ("LingLing12345", "easy"),
        ("seven slow herons", ""),
        ("\u4e03\u53ea\u6162\u6162\u8d70\u7684\u9e6d\u9e36\u5728\u6c34\u8fb9", ""),
    ],
)
def test_a_password_that_is_tried_first_is_refused(password: str, reason: str) -> None:
    assert wrong_password(password, "Ling") == reason


def test_tries_are_counted_for_each_account_also_for_one_that_is_not_there(settings: Settings) -> None:
    settings.limits = LimitSettings(login=Rate(0.001, 3))
    with running(settings) as place:
        sign_up(place.person())
        for name in ("Ling", "Nobody"):
            assert [log_in(place.person(), name, "wrong").status_code for _ in range(4)] == [403, 403, 403, 429]
        answer = log_in(place.person())
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 100
        recover = place.person().form("/account/recover", {"name": "Ling", "code": "A"})
        assert recover.status_code == 429, "codes are counted with passwords"
    with running(settings) as place:
        assert log_in(place.person()).status_code == 429, "a restart gives no new tries"


def test_tries_and_new_accounts_are_counted_for_each_address(settings: Settings) -> None:
    settings.limits = LimitSettings(login_address=Rate(0.001, 2), signup=Rate(0.001, 1))
    with running(settings) as place:
        members = place.client.app.state.members
        call = place.client.blocking_portal.call

        def reason(what: Any, *given: Any) -> str:
            try:
                call(what, *given)
            except Denied as denied:
                return denied.reason
            return ""

        new = [reason(members.sign_up, None, name, PASSWORD, "", "192.0.2.7") for name in ("Ling", "Tomas")]
        assert new == ["", "wait"]
        tries = [reason(members.log_in, name, "x", "", "192.0.2.7") for name in ("a", "b", "c")]
        assert tries == ["wrong", "wrong", "wait"]
        assert reason(members.log_in, "d", "x", "", "192.0.2.8") == "wrong"


def test_tries_are_counted_by_all_processes_together(address: str, tmp_path: Path) -> None:
    limits = LimitSettings(login=Rate(0.001, 3))
    with ExitStack() as stack:
        rest = {"accounts": "on", "password_memory": 8}
        places = [stack.enter_context(process(address, tmp_path, name, **rest)) for name in ("p1", "p2")]
        for place in places:
            place.client.app.state.members._limits = limits
        sign_up(places[0].person())
        tries = [log_in(places[number % 2].person(), password="wrong").status_code for number in range(5)]
        assert tries == [403, 403, 403, 429, 429]
