"""Mail to members: an address that is theirs, one letter of all that waits, its end, a link to a new password."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from server.notices import Notices
from server.people import Person, Place, two_people
from server.postman import Postman, taking
from server.test_accounts import PASSWORD, log_in, sign_up
from server.test_notices import hold
from shapan.server.notify.mail import Mails, checked_address
from shapan.server.notify.notifier import LETTERS, Notifier
from shapan.server.settings import Settings

HOUR = 3600
CODE = re.compile(r"^([A-Z0-9]{4}(?:-[A-Z0-9]{4}){3})\s*$", re.MULTILINE)


@pytest.fixture(scope="module")
def server() -> Iterator[Postman]:
    with taking() as postman:
        yield postman


@pytest.fixture
def postman(server: Postman) -> Postman:
    server.letters, server.recipients, server.raw, server.refuses = [], [], [], False
    return server


@pytest.fixture
def settings(settings: Settings, postman: Postman) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    settings.mail_host, settings.mail_port, settings.mail_tls = "127.0.0.1", postman.port, "off"
    settings.mail_from = "shapan@play.example"
    return settings


@pytest.fixture
def notices(place: Place) -> Notices:
    return Notices(place)


def code_of(postman: Postman) -> str:
    (letter,) = postman.take()
    found = CODE.search(letter.get_content())
    assert found is not None
    return found[1]


def confirm(person: Person, postman: Postman, mail: str) -> None:
    answer = person.form("/account/mail", {"mail": mail})
    assert answer.status_code == 303, answer.text
    assert person.form("/account/mail/code", {"code": code_of(postman)}).status_code == 303


def members(notices: Notices, postman: Postman) -> tuple[Person, Person, str]:
    """Return who is asked at a table of two members, who is not, and the match; both get mail."""
    ling, tomas, match = two_people(notices.place)
    for person, name in ((ling, "Ling"), (tomas, "Tomas")):
        sign_up(person, name)
        confirm(person, postman, f"{name}@example.org")
    return (ling, tomas, match) if ling.frame(match)["decision"] else (tomas, ling, match)


def test_an_address_is_proved_by_a_code_once_and_for_a_while(
    place: Place, postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    ling, other = place.person(), place.person()
    sign_up(ling)
    sign_up(other, "Tomas")
    assert ling.form("/account/mail", {"mail": "ling@Example.org"}).status_code == 303
    code = code_of(postman)
    assert postman.recipients == ["RCPT TO:<ling@example.org>"]
    assert "Enter the code" in ling.get("/notices").text
    assert place.person().get(f"/account/mail/code?code={code}").headers["location"].startswith("/account/login?next=")
    assert ling.get(f"/account/mail/code?code={code}").status_code == 200, "a link that is followed changes nothing"
    assert "Enter the code" in ling.get("/notices").text
    assert other.form("/account/mail/code", {"code": code}).status_code == 422, "it is another's"
    assert ling.form("/account/mail/code", {"code": "AAAA-BBBB"}).status_code == 422
    assert ling.form("/account/mail/code", {"code": code.lower().replace("-", " ")}).status_code == 303
    assert "Email me when" in ling.get("/notices").text
    assert ling.form("/account/mail/code", {"code": code}).status_code == 422, "once"
    ling.form("/account/mail", {"mail": "second@example.org"})
    late, began = code_of(postman), time.time()
    monkeypatch.setattr("shapan.server.store.account.now", lambda: int(began) + 21 * 60)
    assert ling.form("/account/mail/code", {"code": late}).status_code == 422, "for 20 minutes"
    monkeypatch.undo()
    assert ling.form("/account/mail/remove", {}).status_code == 303
    assert "second@example.org" not in ling.get("/notices").text


@pytest.mark.parametrize(
    "mail",
    [
        "",
        "ling",
        "ling@localhost",
        "a b@example.org",
        "ling@example.org\r\nBcc: all@example.org",
        "ling@example.org, all@example.org",
        "Ling <ling@example.org>",
        "l@-x.example",
        "a@example.org" + "g" * 250,
        "张@example.org",
    ],
)
def test_what_is_no_address_is_refused(mail: str) -> None:
    assert checked_address(mail) is None


def test_no_line_of_a_header_comes_from_outside(postman: Postman, settings: Settings, place: Place) -> None:
    ling = place.person()
    sign_up(ling)
    assert ling.form("/account/mail", {"mail": "ling@example.org\r\nBcc: all@example.org"}).status_code == 422
    assert postman.letters == []

    async def send() -> None:
        await Mails(settings).send("ling@example.org", "en", "Hello\r\nBcc: all@example.org", ["x"])

    with pytest.raises(ValueError, match="linefeed or carriage return"):
        place.client.blocking_portal.call(send)
    assert postman.letters == []


def test_one_letter_tells_of_all_that_waits_and_an_hour_passes_before_the_next(
    notices: Notices, postman: Postman
) -> None:
    asked, other, match = members(notices, postman)
    notices.wait(130)
    (letter,) = postman.take()
    assert letter["From"] == "shapan@play.example" and letter["Subject"] == "Shapan · 1 waiting for you"
    body = letter.get_content()
    assert "Pig: your turn · with" in body and f"http://testserver.local/match/{match}?story" in body
    assert letter["Auto-Submitted"] == "auto-generated" and letter["Date"] and letter["Message-ID"]
    assert letter["Content-Language"] == "en"
    hold(asked, match)
    hold(other, match)
    notices.wait(130)
    assert [one["To"] for one in postman.take()] == [], "an hour has not passed; the other has answered meanwhile"
    notices.wait(HOUR - 300)
    assert postman.take() == []
    notices.wait(300)
    (letter,) = postman.take()
    assert letter["Subject"] == "Shapan · 1 waiting for you"
    notices.wait(24 * HOUR)
    assert postman.take() == [], "once for each turn"


def test_a_letter_that_is_not_taken_is_sent_later(notices: Notices, postman: Postman) -> None:
    members(notices, postman)
    postman.refuses = True
    notices.wait(130)
    assert postman.take() == []
    postman.refuses = False
    notices.wait(130)
    assert len(postman.take()) == 1


def test_nobody_gets_more_than_twenty_letters_a_day(notices: Notices, postman: Postman) -> None:
    asked, _, match = members(notices, postman)
    seat = next(row for row in notices.place.hub.house.rooms[match].seats if row.seat == asked.frame(match)["viewer"])
    quotas = notices.place.hub.store.quotas
    for _ in range(20):
        notices.call(quotas.take, {f"mail:{seat.session}": LETTERS}, notices.at * 1000)
    assert asked.form("/account/mail", {"mail": "new@example.org"}).status_code == 429
    notices.wait(130)
    assert postman.take() == []
    notices.wait(2 * HOUR)
    (letter,) = postman.take()
    assert letter["Subject"] == "Shapan · 1 waiting for you"


def test_of_two_processes_one_sends_the_letter_of_an_hour(
    notices: Notices, postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    ling, tomas, _ = members(notices, postman)
    opened = ling.open("pig", "me", "open")
    tomas.form(opened["joins"][0]["url"], {"name": ""})
    notices.follow()
    notices.at += 130
    notices.call(notices.notifier.look)
    monkeypatch.setattr("shapan.server.notify.notifier._MAX_SENT", 1)
    other = Notifier(notices.place.hub)
    other.now = notices.notifier.now

    async def both() -> None:
        await asyncio.gather(*(one.send() for one in (notices.notifier, other) * 4))

    notices.call(both)
    letters = [letter["To"] for letter in postman.take()]
    assert letters and len(letters) == len(set(letters))
    monkeypatch.undo()
    postman.refuses = True
    notices.wait(HOUR)
    notices.wait(HOUR)
    assert postman.take() == []
    postman.refuses = False
    notices.wait(HOUR)
    assert len(postman.take()) > 0, "what was not taken counts for nothing"


def test_one_click_ends_the_letters_without_a_log_in(notices: Notices, postman: Postman) -> None:
    asked, _, _ = members(notices, postman)
    notices.wait(130)
    (letter,) = postman.take()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = letter["List-Unsubscribe"].strip("<>").removeprefix("http://testserver.local")
    assert link in letter.get_content().replace("=\n", "")
    program = notices.place.person()
    program.headers = {}
    assert program.get(link).status_code == 200
    assert 'value="yes" checked' in asked.get("/notices").text, "a link that is followed changes nothing"
    assert program.form(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert 'value="no" checked' in asked.get("/notices").text
    assert program.form("/mail/end/nothing", {}).text == program.form(link, {}).text
    ended: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shapan.server.store.address.AddressStore.end", lambda _, ending: ended.append(ending))
        assert program.form("/mail/end/%7f", {}).text == program.form("/mail/end/nothing%01", {}).text
    assert ended == [], "no database is asked for what no link can be"
    asked.form("/account/mail/notices", {"wanted": "yes"})
    assert 'value="yes" checked' in asked.get("/notices").text


def test_who_leaves_gets_no_more_letters(notices: Notices, postman: Postman) -> None:
    asked, _, _ = members(notices, postman)
    assert asked.form("/account/delete", {}).status_code == 303
    notices.wait(130)
    assert postman.take() == []


def reset(person: Person, postman: Postman, mail: str) -> Any:
    answer = person.form("/account/forgot", {"mail": mail})
    person.place.client.blocking_portal.call(settled)
    return answer


async def settled() -> None:
    from shapan.server.pages.mailbox import _TASKS

    for task in list(_TASKS):
        await task


def test_a_lost_password_is_set_anew_by_a_letter_and_unknown_addresses_get_the_same_answer(
    place: Place, postman: Postman
) -> None:
    ling, stranger = place.person(), place.person()
    sign_up(ling)
    ling.form("/account/mail", {"mail": "ling@example.org"})
    code = code_of(postman)
    before = reset(stranger, postman, "ling@example.org")
    assert postman.take() == [], "nobody has shown that it is theirs"
    ling.form("/account/mail/code", {"code": code})
    assert "/account/forgot" in stranger.get("/account/login").text
    known, unknown = (reset(stranger, postman, mail) for mail in ("ling@example.org", "nobody@example.org"))
    assert (known.status_code, known.text) == (unknown.status_code, unknown.text) == (before.status_code, before.text)
    (letter,) = postman.take()
    link = re.search(r"http://testserver\.local(/account/reset/[\w-]+)", letter.get_content())
    assert link is not None and letter["To"] == "ling@example.org"
    assert stranger.form(link[1], {"password": "nine calm badgers"}).status_code == 303
    assert log_in(place.person(), "Ling", PASSWORD).status_code == 403
    assert log_in(place.person(), "Ling", "nine calm badgers").status_code == 303
    assert place.person().form(link[1], {"password": "ten loud herons"}).status_code == 404, "once"


def test_a_link_to_a_new_password_leads_where_the_member_was_and_not_where_the_asker_says(
    settings: Settings, postman: Postman
) -> None:
    from server.conftest import running

    settings.lan = True
    with running(settings) as place:
        ling, stranger = place.person(), place.person()
        sign_up(ling)
        confirm(ling, postman, "ling@example.org")
        stranger.headers |= {"host": "203.0.113.9", "origin": "http://203.0.113.9"}
        assert reset(stranger, postman, "ling@example.org").status_code == 200
        (letter,) = postman.take()
        assert "203.0.113.9" not in letter.get_content()
        assert "http://testserver.local/account/reset/" in letter.get_content()


def test_who_asks_for_links_takes_a_member_no_other_letters(place: Place, postman: Postman) -> None:
    ling, stranger = place.person(), place.person()
    sign_up(ling)
    confirm(ling, postman, "ling@example.org")
    for _ in range(7):
        reset(stranger, postman, "ling@example.org")
    assert len(postman.take()) == 5
    row = place.client.blocking_portal.call(place.hub.store.addresses.proved, "ling@example.org")[0]

    async def left() -> float:
        for _ in range(LETTERS.burst - 1):  # one was the code
            await place.hub.store.quotas.take({f"mail:{row.account}": LETTERS}, int(time.time() * 1000))
        return await place.hub.store.quotas.take({f"mail:{row.account}": LETTERS}, int(time.time() * 1000))

    assert place.client.blocking_portal.call(left) > 3000, "the letters of the day are there, and no more"


def test_several_accounts_send_one_box_no_more_letters_than_one(place: Place, postman: Postman) -> None:
    people = [place.person() for _ in range(3)]
    answers = []
    for number, person in enumerate(people):
        sign_up(person, f"Ling {number}")
        box = f"{'Wen' if number else 'wen'}{'+tag' * number}@example.org"
        answers += [person.form("/account/mail", {"mail": box}).status_code for _ in range(8)]
    assert answers == [303] * LETTERS.burst + [429] * (24 - LETTERS.burst)
    assert len(postman.take()) == LETTERS.burst
    assert people[2].form("/account/mail", {"mail": "other@example.org"}).status_code == 303


def test_who_wants_to_be_a_friend_is_told_of_beside_what_waits(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    sign_up(ling)
    sign_up(tomas, "Tomas")
    assert 'href="/friends"' not in ling.get("/notices").text
    assert tomas.form("/friends", {"what": "ask", "name": "Ling"}).status_code == 303
    assert 'href="/friends">Friend requests <span class="count">1<' in ling.get("/notices").text


def test_without_a_server_of_mail_nothing_of_it_is_there(settings: Settings) -> None:
    from server.conftest import running

    settings.mail_host = ""
    with running(settings) as place:
        ling = place.person()
        sign_up(ling)
        for path in ("/account/mail", "/account/forgot", "/mail/end/x"):
            assert ling.get(path).status_code == 404, path
        assert "/account/mail" not in ling.get("/notices").text
