"""Notices: who is told that it is their turn, when, and how often; through failures, kills and windows."""

from __future__ import annotations

import hashlib
import hmac
import re
from pathlib import Path
from typing import Any

import pytest

from server.conftest import Time, running
from server.notices import Notices, hook, told
from server.people import PIG_HOLD, PIG_ROLL, Person, Place, new_id, two_people
from server.processes import process
from server.receiver import Receiver
from server.windows import open_moment, passes, table
from shapan.server.notify.notifier import TELLS
from shapan.server.settings import Settings

HOUR = 3600


def asked_and_other(place: Place, **options: Any) -> tuple[Person, Person, str]:
    """Return who is asked at a table of two, who is not, and the match."""
    ling, tomas, match = two_people(place, **options)
    return (ling, tomas, match) if ling.frame(match)["decision"] else (tomas, ling, match)


def hold(person: Person, match: str) -> None:
    """Roll until the turn can be given on, and give it on."""
    while person.frame(match)["decision"]:
        codes = [target["code"] for target in person.frame(match)["decision"]["targets"]]
        person.answer(match, PIG_HOLD if PIG_HOLD in codes else PIG_ROLL)


def test_who_has_not_answered_is_told_once_a_while_later(notices: Notices, receiver: Receiver) -> None:
    asked, other, match = asked_and_other(notices.place)
    for person in (asked, other):
        hook(person, receiver, f"/{'asked' if person is asked else 'other'}")
    notices.wait(60)
    assert told(receiver) == [], "at a table without a clock two minutes pass"
    notices.wait(63)
    (message,) = told(receiver)
    assert message.path == "/asked"
    found = message.told
    assert found.pop("id") == message.headers["x-shapan-id"]
    assert found == {
        "kind": "turn",
        "match": match,
        "game": "pig",
        "title": "Pig",
        "text": "your turn",
        "table": found["table"],
        "asked": [],
        "url": f"http://testserver.local/match/{match}?story",
    }
    for wait in (60, HOUR, 24 * HOUR):
        notices.wait(wait)
    assert told(receiver) == [], "once for each turn"
    hold(asked, match)
    notices.wait(130)
    assert [message.path for message in told(receiver)] == ["/other"]


def test_a_message_is_signed(notices: Notices, receiver: Receiver) -> None:
    asked, _, _ = asked_and_other(notices.place)
    hook(asked, receiver)
    notices.wait(130)
    (message,) = told(receiver)
    found = re.search(r"<code>([\w-]{32})</code>", asked.get("/notices").text)
    assert found is not None
    signed = f"{message.headers['x-shapan-time']}.".encode() + message.body
    expected = hmac.new(found[1].encode(), signed, hashlib.sha256).hexdigest()
    assert message.headers["x-shapan-signature"] == f"sha256={expected}"


def test_an_answer_before_it_makes_a_notice_void(notices: Notices, receiver: Receiver) -> None:
    asked, _, match = asked_and_other(notices.place)
    hook(asked, receiver)
    notices.wait(100)
    hold(asked, match)
    notices.wait(200)
    assert told(receiver) == []


def test_an_answer_before_it_is_tried_again_makes_it_void_too(notices: Notices, receiver: Receiver) -> None:
    asked, _, match = asked_and_other(notices.place)
    hook(asked, receiver)
    receiver.answers = [500]
    notices.wait(130)
    assert len(told(receiver)) == 1
    hold(asked, match)
    notices.wait(200)
    assert told(receiver) == []


def test_what_is_not_taken_is_tried_six_times_and_kept_as_failed(notices: Notices, receiver: Receiver) -> None:
    asked, _, _ = asked_and_other(notices.place)
    hook(asked, receiver)
    receiver.answers = [500] * 6
    notices.wait(130)
    names = {message.headers["x-shapan-id"] for message in told(receiver)}
    for minutes in (2, 4, 8, 16, 32):
        notices.wait(60 * minutes - 30)
        assert told(receiver) == [], f"before {minutes} min"
        notices.wait(40)
        (message,) = told(receiver)
        names.add(message.headers["x-shapan-id"])
    assert len(names) == 1, "each try has the same name"
    notices.wait(24 * HOUR)
    assert told(receiver) == []
    assert "Not reached since" in asked.get("/notices").text


def test_a_webhook_that_fails_for_days_is_off_until_it_takes_a_test(notices: Notices, receiver: Receiver) -> None:
    asked, other, match = asked_and_other(notices.place)
    hook(asked, receiver)
    for days, off in ((0, False), (2, False), (2, True)):
        receiver.answers = [410]
        notices.wait(days * 24 * HOUR + 130)
        assert len(told(receiver)) == 1
        page = asked.get("/notices").text
        assert "Turned off" in page if off else "Not reached since" in page
        for person in (asked, other):
            hold(person, match)
    receiver.answers = []
    notices.wait(24 * HOUR)
    assert told(receiver) == [] and "Turned off" in asked.get("/notices").text
    found = re.search(r'name="hook" value="(\w{32})"', asked.get("/notices").text)
    assert found is not None
    asked.form("/notices/hooks/test", {"hook": found[1]})
    assert len(told(receiver)) == 1 and "Turned off" not in asked.get("/notices").text
    for person in (asked, other):
        hold(person, match)
    notices.wait(130)
    assert len(told(receiver)) == 1


def test_a_person_is_sent_sixty_messages_an_hour(notices: Notices, receiver: Receiver) -> None:
    ling, tomas, match = two_people(notices.place)
    hook(ling, receiver, "/table", about=match)
    asked = ling if ling.frame(match)["decision"] else tomas
    hook(asked, receiver)
    sessions = {row.session for row in notices.place.hub.house.rooms[match].seats}
    notices.follow()
    notices.at += 130
    quotas = notices.place.hub.store.quotas
    for session in sessions:
        for _ in range(60):
            assert notices.call(quotas.take, {f"tell:{session}": TELLS}, notices.at * 1000) == 0
    notices.call(notices.notifier.run_once)
    assert told(receiver) == []
    notices.at += 120
    notices.call(notices.notifier.send)
    assert sorted(message.path for message in told(receiver)) == ["/table", "/told"], "they wait, and are not lost"


def test_a_table_s_webhook_goes_with_its_host(notices: Notices, receiver: Receiver) -> None:
    ling, _, match = two_people(notices.place)
    hook(ling, receiver, about=match)
    room = notices.place.hub.house.rooms[match]
    notices.follow()
    notices.at += 130
    notices.call(notices.notifier.look)
    (other,) = {row.session for row in room.seats} - {None, room.row.owner}
    assert other is not None
    room.row.owner = other
    notices.call(notices.notifier.send)
    assert told(receiver) == [] and "/notices/hooks/remove" not in ling.get("/notices").text


def test_who_has_a_page_open_is_told_only_after_a_quarter_of_an_hour(notices: Notices, receiver: Receiver) -> None:
    asked, _, match = asked_and_other(notices.place)
    hook(asked, receiver)
    with asked.stream(match) as stream:
        stream.receive_json()
        notices.wait(130)
        notices.wait(300)
        assert told(receiver) == []
        notices.wait(500)
        assert len(told(receiver)) == 1


def test_who_wants_it_is_told_at_once_also_while_a_page_is_open(notices: Notices, receiver: Receiver) -> None:
    asked, _, match = asked_and_other(notices.place)
    hook(asked, receiver)
    asked.form("/notices/when", {"when": "at_once"})
    with asked.stream(match) as stream:
        stream.receive_json()
        notices.wait(6)
        assert len(told(receiver)) == 1


def test_with_days_to_answer_there_is_a_reminder_when_a_quarter_is_left(
    time: Time, place: Place, receiver: Receiver
) -> None:
    notices = Notices(place, receiver)
    ling, tomas = place.person(), place.person()
    rows = [{"kind": "me"}, {"kind": "open"}]
    opened = ling.post("/matches", {"game": "pig", "seats": rows, "pace": 24 * HOUR}).json()
    tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    for person in (ling, tomas):
        person.ready(opened["id"])
    asked = ling if ling.frame(opened["id"])["decision"] else tomas
    hook(asked, receiver)

    def wait(seconds: int) -> list[str]:
        time.seconds += seconds
        notices.wait(seconds)
        return [message.told["kind"] for message in told(receiver)]

    assert wait(130) == ["turn"]
    assert wait(17 * HOUR) == []
    assert wait(HOUR) == ["reminder"]
    assert wait(4 * HOUR) == []


def test_a_full_table_tells_who_is_not_ready(notices: Notices, receiver: Receiver) -> None:
    ling, tomas = notices.place.person(), notices.place.person()
    opened = ling.open("pig", "me", "open")
    hook(ling, receiver)
    notices.wait(200)
    assert told(receiver) == [], "while a seat is open there is nothing to do"
    tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    notices.wait(130)
    assert [message.told["kind"] for message in told(receiver)] == ["ready"]


def test_who_plays_alone_is_not_told(notices: Notices, receiver: Receiver) -> None:
    ling = notices.place.person()
    ling.open("pig", "me", "hot")
    hook(ling, receiver)
    notices.wait(1000)
    assert told(receiver) == [] and notices.turns() == []


def test_the_host_s_webhook_tells_whose_turn_it_is(notices: Notices, receiver: Receiver) -> None:
    ling, tomas, match = two_people(notices.place)
    refused = tomas.form("/notices/hooks", {"url": receiver.url(), "about": match})
    assert refused.status_code == 422 and "Only the host" in refused.text
    hook(ling, receiver, about=match, form="discord")
    for person in (ling, tomas):
        if person.frame(match)["decision"]:
            name = "Tomas" if person is tomas else "Player 1"
            notices.wait(130)
            (message,) = told(receiver)
            assert message.told == {
                "content": f"Pig\\: {name} to act\nhttp://testserver.local/match/{match}",
                "allowed_mentions": {"parse": []},
            }
            hold(person, match)


# Nothing is lost


def test_what_a_killed_server_had_not_noted_is_told_by_the_next(
    settings: Settings, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings) as place:
        notices = Notices(place, receiver)
        asked, other, match = asked_and_other(place)
        hook(other, receiver)
        notices.follow()

        async def nothing(**_: Any) -> None:
            pass

        place.hub.follower.flush = nothing  # type: ignore[method-assign]
        monkeypatch.setattr("shapan.server.store.storage.now", lambda: notices.at)
        hold(asked, match)
    with running(settings) as place:
        later = Notices(place, receiver)
        later.at = notices.at + 60
        assert later.call(behind, place) == [match]
        later.call(place.hub.follower.look_back)
        later.wait(130)
        assert len(told(receiver)) == 1
        assert later.call(behind, place) == []


async def behind(place: Place) -> list[str]:
    return await place.hub.store.turns.behind(9, shared=False)


def test_what_was_to_be_sent_by_a_killed_server_is_sent_by_the_next(settings: Settings, receiver: Receiver) -> None:
    with running(settings) as place:
        notices = Notices(place, receiver)
        asked, _, _ = asked_and_other(place)
        hook(asked, receiver)
        notices.follow()
        notices.at += 130
        notices.call(notices.notifier.look)
        assert len(notices.due()) == 1
    with running(settings) as place:
        later = Notices(place, receiver)
        later.at = notices.at + 30
        later.call(later.notifier.send)
        assert told(receiver) == [], "who has taken it may still send it"
        later.at += 70
        later.call(later.notifier.send)
        assert len(told(receiver)) == 1
        later.wait(HOUR)
        assert told(receiver) == []


def test_of_two_processes_the_one_that_plays_a_match_tells_of_it_or_the_other_once_it_has_ended(
    address: str, tmp_path: Path, receiver: Receiver
) -> None:
    with process(address, tmp_path, "p2") as second:
        with process(address, tmp_path, "p1") as first:
            here, there = (Notices(place, receiver) for place in (first, second))
            asked, other, match = asked_and_other(first)
            hook(asked, receiver)
            hook(other, receiver, "/other")
            here.follow()
            there.at = here.at = here.at + 130
            there.call(there.notifier.run_once)
            assert told(receiver) == [], "it is not at home there"
            here.call(here.notifier.look)
            there.call(there.notifier.run_once)
            assert [message.path for message in told(receiver)] == ["/told"], "what is to be sent is anybody's"
            here.call(here.notifier.run_once)
            assert told(receiver) == []
            hold(asked, match)
        there.at = here.at + 60
        there.call(second.hub.follower.look_back)
        there.wait(130)
        assert [message.path for message in told(receiver)] == ["/other"]


# Nothing is told by it


@pytest.mark.usefixtures("bells")
@pytest.mark.parametrize("seals", [False, True])
def test_who_has_sealed_an_answer_is_not_told_and_nobody_else_learns_of_it(
    time: Time, place: Place, receiver: Receiver, seals: bool
) -> None:
    notices = Notices(place, receiver)
    (ling, tomas, mia), match = table(place)
    for person, path in ((ling, "/ling"), (tomas, "/tomas"), (mia, "/mia")):
        hook(person, receiver, path)
    hook(ling, receiver, "/table", about=match)
    notices.follow()
    before = notices.turns()
    if seals:
        passes(mia, match)
    notices.follow()
    assert notices.turns() == before, "an answer that is sealed changes nothing of what is stored"
    notices.wait(100)
    assert told(receiver) == []
    notices.wait(20)
    paths = sorted(message.path for message in receiver.received)
    assert paths == ["/ling", "/table", "/tomas"] if seals else ["/ling", "/mia", "/table", "/tomas"]
    assert [(turn.seat, turn.at, turn.stage) for turn in notices.turns() if turn.seat != 2] == []
    bodies = [{**message.told, "id": ""} for message in told(receiver) if message.path != "/mia"]
    assert all("ring" not in str(body) and "card" not in str(body) for body in bodies)
    mia.act(match, "undo", id=new_id()) if seals else None
    notices.wait(150)
    assert [message.path for message in told(receiver)] == (["/mia"] if seals else []), "who takes it back is asked"
    for person in (ling, tomas, mia):
        passes(person, match)
    open_moment(time, place)
    notices.wait(130)
    assert len(told(receiver)) == 4, "all who are asked next are told at the same time"


# Pages


def test_addresses_that_lead_inside_are_refused(place: Place) -> None:
    ling = place.person()
    ling.open("pig", "me", "hot")
    for url, said in (
        ("http://example.org/x", "start with https"),
        ("https://127.0.0.1/x", "public internet"),
        ("https://[::ffff:10.0.0.1]/x", "public internet"),
        ("https://me:you@example.org/x", "complete web address"),
        ("https://example.org/\nx", "complete web address"),
    ):
        answer = ling.form("/notices/hooks", {"url": url})
        assert answer.status_code == 422 and said in answer.text, url
    assert "Remove" not in ling.get("/notices").text


def test_a_webhook_is_its_person_s_alone(notices: Notices, receiver: Receiver) -> None:
    ling, tomas, _ = two_people(notices.place)
    hook(ling, receiver)
    found = re.search(r'name="hook" value="(\w{32})"', ling.get("/notices").text)
    assert found is not None
    assert tomas.form("/notices/hooks/test", {"hook": found[1]}).headers["location"] == "/notices"
    tomas.form("/notices/hooks/remove", {"hook": found[1]})
    assert found[1] in ling.get("/notices").text and told(receiver) == []
    assert ling.form("/notices/hooks/test", {"hook": found[1]}).headers["location"] == "/notices?said=tested"
    assert told(receiver)[0].told == {"kind": "test", "text": "This is a test message from Shapan."}
    receiver.answers, receiver.location = [302], receiver.url("/elsewhere")
    assert "status 302" in ling.form("/notices/hooks/test", {"hook": found[1]}).text, "redirects are not followed"
    assert [message.path for message in told(receiver)] == ["/told"]
    for _ in range(4):
        hook(ling, receiver)
    assert "the most there can be" in ling.form("/notices/hooks", {"url": receiver.url()}).text
    ling.form("/notices/hooks/remove", {"hook": found[1]})
    assert found[1] not in ling.get("/notices").text


def test_a_turn_that_cannot_be_looked_at_holds_up_no_other(
    notices: Notices, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [asked_and_other(notices.place) for _ in range(2)]
    for number, (asked, _, _) in enumerate(tables):
        hook(asked, receiver, f"/{number}")
    look = notices.notifier._look_at
    broken: list[str] = []

    async def break_first(room: Any, turn: Any) -> None:
        if not broken or turn.match in broken:
            broken.append(turn.match)
            raise ZeroDivisionError("hush")
        await look(room, turn)

    monkeypatch.setattr(notices.notifier, "_look_at", break_first)
    notices.wait(130)
    assert len(told(receiver)) == 1 and len(broken) == 1
    assert "ZeroDivisionError" in caplog.text and "hush" not in caplog.text
    notices.call(notices.notifier.run_once)
    assert len(broken) == 1, "it is put off"
    monkeypatch.setattr(notices.notifier, "_look_at", look)
    notices.wait(130)
    assert len(told(receiver)) == 1
