"""Passkeys: added after a fresh proof, good for one site and one answer each, and the way in without a password."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from server.authenticator import Authenticator, Data, decoded, encoded
from server.conftest import running
from server.people import Person, Place
from server.test_account_end import store_later
from server.test_accounts import PASSWORD, later, log_in, raw, sign_up
from shapan.server.settings import LimitSettings, Rate, Settings


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


def add(person: Person, device: Authenticator) -> Any:
    asked = person.post("/account/passkeys/ask", {}).json()
    return person.post("/account/passkeys/add", device.create(asked))


def enter(person: Person, device: Authenticator, **rest: str) -> Any:
    asked = person.post("/account/passkey/ask", {}).json()
    return person.post("/account/passkey", {**device.get(asked), **rest})


def test_a_passkey_lets_in_without_a_password(place: Place) -> None:
    ling, phone, device = place.person(), place.person(), Authenticator()
    sign_up(ling)
    assert add(ling, device).json()["url"] == "/account?said=passkey"
    assert "/account/passkeys/remove" in ling.get("/account").text
    assert enter(phone, device, next="/rules").json()["url"] == "/rules"
    assert phone.get("/account").status_code == 200 and raw(phone) != raw(ling)
    assert enter(place.person(), device, next="//evil.example").json()["url"] == "/"


def test_an_answer_is_good_once(place: Place) -> None:
    ling, device = place.person(), Authenticator()
    sign_up(ling)
    asked = ling.post("/account/passkeys/ask", {}).json()
    made = device.create(asked)
    assert ling.post("/account/passkeys/add", made).status_code == 200
    assert ling.post("/account/passkeys/add", made).status_code == 403
    asked = place.person().post("/account/passkey/ask", {}).json()
    answer = device.get(asked)
    assert place.person().post("/account/passkey", answer).status_code == 200
    assert place.person().post("/account/passkey", answer).status_code == 403, "a replayed answer"
    again = device.get(asked)
    assert place.person().post("/account/passkey", again).status_code == 403, "a second answer to one question"


def test_a_question_runs_out(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, device = place.person(), Authenticator()
    sign_up(ling)
    assert add(ling, device).status_code == 200
    answer = device.get(place.person().post("/account/passkey/ask", {}).json())
    store_later(monkeypatch, 301)
    assert place.person().post("/account/passkey", answer).status_code == 403


def _other_key(answer: Data, device: Authenticator) -> None:
    stranger = Authenticator()
    stranger.id = device.id
    asked = {"challenge": _challenge(answer), "rpId": device.site}
    answer["response"] = stranger.get(asked)["response"]


def _challenge(answer: Data) -> str:
    return str(json.loads(decoded(answer["response"]["clientDataJSON"]))["challenge"])


def _as(**attributes: Any) -> Callable[[Data, Authenticator], None]:
    """Return what answers by a device that differs."""

    def change(answer: Data, device: Authenticator) -> None:
        other = copy.copy(device)
        for name, value in attributes.items():
            setattr(other, name, value)
        asked = {"challenge": _challenge(answer), "rpId": other.site}
        answer["response"] = other.get(asked)["response"]

    return change


def _flip(part: str) -> Callable[[Data, Authenticator], None]:
    def change(answer: Data, device: Authenticator) -> None:
        data = bytearray(decoded(answer["response"][part]))
        data[-1] ^= 1
        answer["response"][part] = encoded(bytes(data))

    return change


FORGED: dict[str, Callable[[Data, Authenticator], None]] = {
    "another key": _other_key,
    "another origin": _as(origin="http://evil.example"),
    "another port": _as(origin="http://testserver.local:81"),
    "another site": _as(site="evil.example"),
    "nobody proved to be there": _as(flags=0x01),
    "nobody there": _as(flags=0x04),
    "an older counter": _as(count=0),
    "a changed signature": _flip("signature"),
    "changed data": _flip("authenticatorData"),
    "no id": lambda answer, _: answer.pop("id"),
    "an unknown id": lambda answer, _: answer.update(id="AAAA", rawId="AAAA"),
    "two ids": lambda answer, _: answer.update(rawId="AAAA"),
    "an id that is none": lambda answer, _: answer.update(id="é"),
    "an id of another kind": lambda answer, _: answer.update(id=[1]),
    "no response": lambda answer, _: answer.pop("response"),
    "a response of another kind": lambda answer, _: answer.update(response=[]),
    "no client data": lambda answer, _: answer["response"].update(clientDataJSON="e30"),
    "client data that are none": lambda answer, _: answer["response"].update(clientDataJSON="////"),
}


def test_forged_answers_are_refused(place: Place) -> None:
    ling, device, stranger = place.person(), Authenticator(), place.person()
    sign_up(ling)
    device.count = 5
    assert add(ling, device).status_code == 200
    for name, forge in FORGED.items():
        answer = device.get(stranger.post("/account/passkey/ask", {}).json())
        forge(answer, device)
        refused = stranger.post("/account/passkey", answer)
        assert refused.status_code == 403 and refused.json()["problem"] == "This passkey is not accepted here.", name
    anything: tuple[Any, ...] = ([], "x", None, {}, {"response": {"clientDataJSON": 5}})
    for sent in anything:
        assert stranger.post("/account/passkey", sent).status_code == 403, sent
    assert not stranger.cookie
    assert enter(stranger, device).status_code == 200, "unforged it is accepted"


def test_a_question_for_one_member_adds_no_key_for_another(place: Place) -> None:
    ling, tomas, device = place.person(), place.person(), Authenticator()
    sign_up(ling)
    sign_up(tomas, "Tomas")
    asked = ling.post("/account/passkeys/ask", {}).json()
    assert tomas.post("/account/passkeys/add", device.create(asked)).status_code == 403
    to_enter = place.person().post("/account/passkey/ask", {}).json()
    assert ling.post("/account/passkeys/add", device.create({**asked, **to_enter})).status_code == 403
    assert add(ling, device).status_code == 200 and add(tomas, device).status_code == 403, "a key has one owner"


def test_passkeys_are_changed_only_after_a_fresh_proof(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, device = place.person(), Authenticator()
    sign_up(ling)
    assert "data-passkey=" not in ling.get("/account/proof").text, "there is none that could prove it"
    add(ling, device)
    assert "data-passkey=" in ling.get("/account/proof").text
    later(monkeypatch, 601)
    assert ling.get("/account/passkeys").headers["location"] == "/account/proof?next=/account/passkeys"
    for path in ("ask", "add"):
        assert ling.post(f"/account/passkeys/{path}", {}).json()["url"].startswith("/account/proof")
    key = ling.get("/account").text.split('name="passkey" value="')[1].split('"')[0]
    assert ling.form("/account/passkeys/remove", {"passkey": key}).headers["location"].startswith("/account/proof")
    before = place.person(ling.cookie)
    assert enter(ling, device, next="/account/passkeys").json()["url"] == "/account/passkeys", "a passkey is a proof"
    assert before.get("/account").status_code == 303, "which gives a new token"
    tomas = place.person()
    sign_up(tomas, "Tomas")
    assert ling.form("/account/passkeys/remove", {"passkey": "none"}).status_code == 303
    assert tomas.form("/account/passkeys/remove", {"passkey": key}).status_code == 303
    assert enter(place.person(), device).status_code == 200, "it was not theirs"
    assert ling.form("/account/passkeys/remove", {"passkey": key}).status_code == 303
    assert enter(place.person(), device).status_code == 403


def test_the_passkey_of_another_is_no_proof(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, tomas, device = place.person(), place.person(), Authenticator()
    sign_up(ling)
    sign_up(tomas, "Tomas")
    add(tomas, device)
    later(monkeypatch, 601)
    assert enter(ling, device).status_code == 403
    assert ling.get("/account/passkeys").status_code == 303


def new(person: Person, device: Authenticator, name: str = "Ling", **rest: str) -> Any:
    asked = person.post("/account/new/ask", {"name": name}).json()
    return person.post("/account/new/passkey", {**device.create(asked), "name": name, **rest})


def test_a_guest_signs_up_with_a_passkey_alone(place: Place) -> None:
    ling, device = place.person(), Authenticator()
    match = ling.open("pig", "me", "bot:random")["id"]
    guest = place.person(ling.cookie)
    done = new(ling, device, next="/rules").json()
    assert done["url"] == "/rules" and len(done["codes"]) == 8
    assert ling.frame(match)["decision"] and not guest.frame(match)["decision"], "the same id, another token"
    phone = place.person()
    assert enter(phone, device).status_code == 200 and phone.frame(match)["decision"]
    for password in ("", "x", PASSWORD):
        assert log_in(place.person(), password=password).status_code == 403
    key = ling.get("/account").text.split('name="passkey" value="')[1].split('"')[0]
    assert ling.form("/account/passkeys/remove", {"passkey": key}).headers["location"] == "/account?said=last_passkey"
    assert ling.form("/account/password", {"password": PASSWORD}).status_code == 303
    assert log_in(place.person()).status_code == 303
    assert ling.form("/account/passkeys/remove", {"passkey": key}).headers["location"] == "/account"
    for path in ("/account/new/ask", "/account/new/passkey"):
        assert ling.post(path, {"name": "Other"}).json()["url"] == "/account", "who is a member becomes none again"


def test_signing_up_with_a_passkey_is_refused_as_with_a_password(place: Place) -> None:
    ling, tomas, device = place.person(), place.person(), Authenticator()
    sign_up(ling)
    for name in ("Ling", "L\u0456ng", "Server", ""):
        assert tomas.post("/account/new/ask", {"name": name}).json()["problem"], name
    asked = tomas.post("/account/new/ask", {"name": "Tomas"}).json()
    made = device.create(asked)
    assert tomas.post("/account/new/passkey", {**made, "name": "Ling"}).status_code == 403, (
        "the name is looked at again"
    )
    tomas.open("pig", "me", "bot:random")
    assert tomas.post("/account/new/passkey", {**made, "name": "Tomas"}).status_code == 403, "it was for another guest"
    asked = tomas.post("/account/new/ask", {"name": "Tomas"}).json()
    other = place.person()
    other.open("pig", "me", "bot:random")
    assert other.post("/account/new/passkey", {**device.create(asked), "name": "Tomas"}).status_code == 403
    assert new(tomas, device, "Tomas").status_code == 200
    assert new(place.person(), device, "Mira").status_code == 403, "a key has one owner"


def test_tries_with_passkeys_are_counted_for_an_address(settings: Settings) -> None:
    settings.limits = LimitSettings(login_address=Rate(0.001, 2))
    with running(settings) as place:
        members, call = place.client.app.state.members, place.client.blocking_portal.call
        call(members.count_address, "192.0.2.7")
        call(members.count_address, "192.0.2.7")
        with pytest.raises(Exception, match="wait"):
            call(members.count_address, "192.0.2.7")


def test_without_the_library_nothing_of_passkeys_is_there(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.app.find_spec", lambda name: None)
    with running(settings) as place:
        ling = place.person()
        sign_up(ling)
        assert "asskey" not in ling.get("/account").text + place.person().get("/account/login").text
        assert ling.get("/account/passkeys").status_code == 404
        assert ling.post("/account/passkey/ask", {}).status_code == 404
        assert ling.form("/account/proof", {"password": PASSWORD}).status_code == 303
