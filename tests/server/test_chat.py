"""What people say at a table: stored, told to all, and to nobody else."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from server.conftest import Time, running
from server.people import PIG_ROLL, Person, Place, new_id, two_people
from server.test_restart import opened, with_hubs
from shapan.engine.registry import find as find_game
from shapan.engine.registry import games
from shapan.engine.text import catalogue
from shapan.server.hub.hub import Hub
from shapan.server.match.chat import keep, latest, phrases
from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.store.writer import StoreError
from shapan.server.web.limit import Limits
from shapan.server.words import words


def say(person: Person, match: str, text: str = "hello", **rest: Any) -> Any:
    return person.act(match, "chat", **{"id": new_id(), "text": text, **rest})


def heard(stream: Any) -> list[Any]:
    """Return the next words on a stream."""
    while True:
        message = stream.receive_json(timeout=10)
        if message["type"] == "chat":
            said: list[Any] = message["chat"]
            return said


def test_all_at_the_table_hear_what_is_said_in_order(time: Time, place: Place) -> None:
    ling, tomas, match = two_people(place)
    stranger = place.person()
    with ling.stream(match) as one, tomas.stream(match) as two, stranger.stream(match) as three:
        first = say(tomas, match, "  good  luck 👩‍🚀 ").json()
        ling.act(match, "chat", id=new_id(), phrase="ui.say.thanks")
        rows: list[Any] = []
        for stream in (one, two, three):
            rows = heard(stream)
            while len(rows) < 2:
                rows += heard(stream)
            assert [row["text"] for row in rows] == ["good  luck 👩‍🚀", ""]
            assert [row["number"] for row in rows] == [1, 2] and rows[1]["phrase"] == "ui.say.thanks"
    assert first == {
        "number": 1,
        "seat": 1,
        "name": "Tomas",
        "text": "good  luck 👩‍🚀",
        "phrase": None,
        "at": 1_700_000_000_000,
        "words": None,
        "mentions": [],
        "quote": False,
    }
    assert stranger.get(f"/api/matches/{match}/chat?after=1").json()["chat"] == [rows[1]]


def test_a_stream_goes_on_behind_what_was_heard(place: Place) -> None:
    ling, _, match = two_people(place)
    for number in range(3):
        say(ling, match, str(number))
    with ling.stream(match, "?chat=1") as stream:
        assert [row["text"] for row in heard(stream)] == ["1", "2"]
    with ling.stream(match, "?chat=3") as stream:
        say(ling, match, "news")
        assert [row["text"] for row in heard(stream)] == ["news"]


def test_a_repeat_says_nothing_twice_also_after_a_restart(settings: Settings) -> None:
    with running(settings) as place:
        ling, tomas, match = two_people(place)
        first = say(ling, match, "once", id="same").json()
        assert say(ling, match, "once", id="same").json() == first
        assert say(tomas, match, "mine", id="same").json()["number"] == 2
    with running(settings) as place:
        ling = place.person(ling.cookie)
        assert say(ling, match, "once", id="same").json() == first
        assert say(ling, match, "more").json()["number"] == 3
        rows = ling.get(f"/api/matches/{match}/chat").json()["chat"]
        assert [row["text"] for row in rows] == ["once", "mine", "more"]


def test_only_who_has_a_seat_speaks_and_for_his_own(place: Place) -> None:
    ling, tomas, match = two_people(place)
    assert say(place.person(), match).status_code == 403
    assert say(tomas, match, seat=0).status_code == 403
    assert say(ling, "nothing").status_code == 404
    assert ling.get("/api/matches/nothing/chat").status_code == 404
    assert ling.get(f"/api/matches/{match}/chat").json() == {"chat": []}


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"text": "   "}, "text"),
        ({"text": "x" * 301}, "text"),
        ({"text": "two\nlines"}, "text"),
        ({"text": "bell\x07"}, "text"),
        ({"text": "turned \u202e round"}, "text"),
        ({"text": "\u200b\u200d"}, "text"),
        ({"text": "a" + 4 * "\u0301"}, "text"),
        ({}, "text"),
        ({"text": "a", "phrase": "ui.say.thanks"}, "text"),
        ({"phrase": "ui.undo"}, "phrase"),
    ],
)
def test_what_cannot_be_said_is_refused(standing: Place, data: dict[str, str], field: str) -> None:
    ling, _, match = two_people(standing)
    answer = ling.act(match, "chat", id=new_id(), **data)
    assert answer.status_code == 422 and answer.json()["field"] == field and answer.json()["detail"]
    assert ling.get(f"/api/matches/{match}/chat").json() == {"chat": []}


def test_the_table_says_what_may_be_said(place: Place) -> None:
    ling = place.person()
    seats = [{"kind": "me"}, {"kind": "bot"}]
    match = ling.post("/matches", {"game": "pig", "seats": seats, "chat": "phrases"}).json()["id"]
    assert ling.frame(match)["chat"] == "phrases"
    assert say(ling, match).json()["field"] == "text"
    assert ling.act(match, "chat", id=new_id(), phrase="ui.say.hello").status_code == 200
    match = ling.post("/matches", {"game": "pig", "seats": seats, "chat": "off"}).json()["id"]
    for data in ({"text": "hello"}, {"phrase": "ui.say.hello"}):
        answer = ling.act(match, "chat", id=new_id(), **data)
        assert answer.status_code == 422 and answer.json()["field"] == "chat"


def test_set_phrases_are_there_in_all_languages() -> None:
    usual = {"ui.say.hello", "ui.say.good_luck", "ui.say.well_played", "ui.say.sorry"}
    for game in games().values():
        assert usual <= set(phrases(game))
        for language in ("zh-Hans", "zh-Hant"):
            said, english = ({**words(name), **catalogue(game, name)} for name in (language, "en"))
            assert all(said[key] != english[key] for key in phrases(game))


@pytest.mark.rule("BSG-17.3")
def test_a_game_brings_phrases_of_its_own(place: Place) -> None:
    """How much somebody can help is said without naming a card; other games have no such phrases."""
    ling = place.person()
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    match = ling.post("/matches", {"game": "battlestar", "seats": seats, "chat": "phrases"}).json()["id"]
    assert {"say.little", "say.lot", "say.nothing"} <= set(phrases(find_game("battlestar")))
    assert ling.act(match, "chat", id=new_id(), phrase="say.little").status_code == 200
    match = ling.post("/matches", {"game": "pig", "seats": seats[:2]}).json()["id"]
    assert ling.act(match, "chat", id=new_id(), phrase="say.little").json()["field"] == "phrase"


def test_who_says_too_much_is_told_to_wait_and_can_play_on(settings: Settings) -> None:
    settings.limits = LimitSettings(chat=Rate(1e-6, 3))
    with running(settings) as place:
        ling, tomas, match = two_people(place)
        assert [say(ling, match).status_code for _ in range(4)] == [200] * 3 + [429]
        assert int(say(ling, match).headers["retry-after"]) >= 1
        assert say(tomas, match).status_code == 200
        assert ling.answer(match, PIG_ROLL).status_code == 200
        assert len(ling.get(f"/api/matches/{match}/chat").json()["chat"]) == 4


def test_ten_messages_at_once_then_one_in_two_seconds() -> None:
    now = 0.0
    limits = Limits(LimitSettings(), lambda: now)
    assert [limits.wait("chat", "ling", "") for _ in range(11)] == [0.0] * 10 + [2.0]
    now = 2.0
    assert [limits.wait("chat", "ling", "") for _ in range(2)] == [0.0, 2.0]


def test_words_change_no_frame_and_do_not_stop_the_game(place: Place) -> None:
    ling, tomas, match = two_people(place)
    before = tomas.frame(match)
    say(ling, match)
    assert tomas.frame(match) == before
    assert ling.answer(match, PIG_ROLL).status_code == 200


def test_what_is_said_stands_in_no_log(
    place: Place, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    ling, _, match = two_people(place)
    say(ling, match, "the password is plum")
    room = place.hub.house.rooms[match]
    row = msg = room.chat.messages[0]

    async def twice() -> None:  # the number is taken, then the table is gone: both errors carry the statement
        with pytest.raises(Exception, match=r"UNIQUE|duplicate key"):
            await keep(place.hub.store, match, msg, "other")
        await _broken(place, match, row)

    place.client.blocking_portal.call(twice)
    assert "plum" not in caplog.text and "failed" in caplog.text


async def _broken(place: Place, match: str, row: Any) -> None:
    from sqlalchemy import text

    def drop(connection: Any) -> None:
        connection.execute(text("DROP TABLE chat"))

    await place.hub.store.writer.do(drop)
    with pytest.raises(StoreError) as error:
        await keep(place.hub.store, match, row, "third")
    assert "plum" not in str(error.value)


def test_two_servers_on_one_folder_keep_one_order(settings: Settings) -> None:
    async def test(one: Hub, two: Hub) -> None:
        match = (await opened(one)).row.id
        rooms = [await one.room(match), await two.room(match)]
        for number in range(6):
            room = rooms[number % 2]
            await room.chat.say(room.seats[0], f"0:id-{number}", (str(number), None), float(number))
        again = await rooms[0].chat.say(rooms[0].seats[0], "0:id-1", ("other", None), 9.0)
        assert (again.number, again.text) == (2, "1")
        assert [message.text for message in rooms[1].chat.messages] == [str(number) for number in range(6)]
        assert [message.number for message in await latest(one.store, match, 4)] == [5, 6]

    with_hubs(settings, test)


def test_talk_goes_on_while_the_match_is_read_again(place: Place) -> None:
    ling, _, match = two_people(place)
    with ling.stream(match) as stream:
        stream.receive_json(timeout=10)
        say(ling, match, "before")
        old = place.hub.house.rooms[match]
        old.course.stale = True
        say(ling, match, "after")
        assert place.hub.house.rooms[match] is not old
        place.client.blocking_portal.call(old.publish)
        rows = heard(stream)
        while len(rows) < 2:
            rows += heard(stream)
    assert [row["text"] for row in rows] == ["before", "after"]


def test_only_the_latest_is_stored(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.match.chat.MAX_STORED", 3)
    with running(settings) as place:
        ling, _, match = two_people(place)
        for number in range(5):
            assert ling.act(match, "chat", id=new_id(), text=f"line {number}").status_code == 200
    with running(settings) as place:
        said = place.person(ling.cookie).get(f"/api/matches/{match}/chat").json()["chat"]
    assert [(message["number"], message["text"]) for message in said] == [(n, f"line {n - 1}") for n in (3, 4, 5)]
