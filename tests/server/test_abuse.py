"""People who try to cheat, to stall or to break something, each by what the API allows anybody to send."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from typing import Any

import msgspec
import pytest

from server.conftest import Time, running
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, pig_choice, two_people
from server.test_clock import PACE, paced, records, set_made
from server.test_seats import look, reseat, wait
from shapan.engine.game import Game
from shapan.engine.segment import BOT
from shapan.server.match.clock import RESTART_GRACE, UNDO_GRACE, Clock
from shapan.server.match.invitation import invitation
from shapan.server.match.lifecycle import MatchClosed
from shapan.server.name import tidy
from shapan.server.settings import Settings
from shapan.server.store.fault import Conflict

JSON = {"content-type": "application/json"}
PIG = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}
DEEP = "[" * 5_000 + "]" * 5_000


def played_out(place: Place, *seats: str) -> tuple[Person, Data]:
    """Return who opened a match, and the match, which is over; nobody has taken its open seats."""
    ling = place.person()
    opened = ling.open("pig", *seats, target=10)
    with ling.stream(opened["id"]) as stream:
        while (frame := stream.receive_json(timeout=10))["outcome"] is None:
            if frame["decision"]:
                ling.answer(opened["id"], pig_choice(frame), ordinal=frame["decision"]["ordinal"])
    return ling, opened


# Stalling


def test_no_id_of_a_person_stands_in_the_way_of_his_bot(place: Place) -> None:
    ling, tomas, match = two_people(place)
    while ling.frame(match)["decision"] is None:
        tomas.answer(match, PIG_HOLD)
    ling.answer(match, PIG_HOLD, name=f"bot-{ling.frame(match)['decision']['ordinal'] + 1}")
    tomas.answer(match, PIG_HOLD)
    room = place.hub.house.rooms[match]
    count = len(room.match.log)
    assert reseat(ling, match, 0, "bot").json() == {"ok": True}
    wait(place, lambda: len(room.match.log) > count)


@pytest.mark.usefixtures("slow")
def test_who_sits_already_gets_no_time_by_sitting_down(time: Time, place: Place) -> None:
    (ling, _), match = paced(place)
    time.seconds += PACE - 1
    before = set(place.hub.house.rooms[match].changes)
    for _ in range(3):
        assert reseat(ling, match, 0, "me").json() == {"ok": True}
    assert ling.frame(match)["clock"]["left"] == {"0": 1000}
    assert place.hub.house.rooms[match].changes == before, "nothing is stored where nothing changes"


@pytest.mark.usefixtures("slow")
def test_a_seat_handed_over_and_taken_back_gets_time_once_a_decision(
    time: Time, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ling, _), match = paced(place)
    monkeypatch.setattr(place.hub._bots._tasks, "start", lambda match, work: work.close())
    time.seconds += PACE - 1
    left = []
    for _ in range(3):
        reseat(ling, match, 0, "bot")
        reseat(ling, match, 0, "me")
        left.append(ling.frame(match)["clock"]["left"]["0"])
        time.seconds += 10
    assert left == [RESTART_GRACE * 1000, RESTART_GRACE * 1000 - 10_000, RESTART_GRACE * 1000 - 20_000]


def test_taking_back_and_answering_again_gives_no_new_time() -> None:
    clock = Clock(PACE, 0.0)
    clock.key = "first"
    now = 0.0
    times: list[int] = []
    while len(times) < 30:
        clock.turn("second", now, new=True, undone=False)
        times.append(clock.left(now))
        now += times[-1] / 1000 * 0.99
        clock.turn("first", now, new=True, undone=True)
        now += min(1.0, clock.left(now) / 1000)
    assert times[:2] == [PACE * 1000, UNDO_GRACE * 1000] and times[-1] == 0
    assert now < 4 * PACE


def test_a_table_that_only_looks_the_same_has_a_clock_of_its_own() -> None:
    clock = Clock(PACE, 0.0)
    clock.key = "mine"
    for at, key in ((40.0, "his"), (80.0, "mine")):
        clock.turn(key, at, new=True, undone=False)
        assert clock.left(at) == PACE * 1000
    clock.turn("his", 100.0, new=True, undone=True)
    assert clock.left(100.0) == 60_000


def test_what_was_used_up_is_kept() -> None:
    clock = Clock(PACE, 0.0)
    clock.key = "first"
    for at, key, undone in ((95.0, "second", False), (190.0, "first", True), (199.0, "second", False)):
        clock.turn(key, at, new=True, undone=undone)
    again = Clock(PACE, 0.0)
    again.restore(clock.save())
    for one in (clock, again):
        one.turn("first", 205.0, new=True, undone=True)
    assert again.save() == clock.save() and again.left(205.0) == clock.left(205.0)


@pytest.mark.usefixtures("slow")
def test_a_room_that_fails_does_not_stop_the_clocks_of_others(
    time: Time, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, broken), (_, whole) = paced(place), paced(place)
    monkeypatch.setattr(place.hub.house.rooms[broken].match, "default", lambda seat: 1 // 0)
    time.seconds += PACE
    look(place)
    assert not records(place, broken) and [record["by"] for record in records(place, whole)] == ["clock"]


@pytest.mark.usefixtures("slow")
def test_a_match_that_cannot_be_read_now_is_read_later(
    settings: Settings, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings) as place:
        _, match = paced(place)
    set_made(settings, "matches", time)
    time.seconds += PACE
    with running(settings) as place:
        time.seconds += RESTART_GRACE
        with monkeypatch.context() as patch:
            patch.setattr(place.hub.store, "stored", _fails)
            with pytest.raises(OSError, match="no disk"):
                look(place)
        look(place)
        assert [record["by"] for record in records(place, match)] == ["clock"]


async def _fails(match: str) -> Any:
    raise OSError("no disk")


def test_the_time_of_who_joined_late_outlives_a_restart(settings: Settings, time: Time) -> None:
    with running(settings) as place:
        ling, tomas = place.person(), place.person()
        seats = [{"kind": "open"}, {"kind": "me"}]
        opened = ling.post("/matches", {"game": "pig", "seats": seats, "pace": 10 * PACE}).json()
        place.begin(opened["id"])
        set_made(settings, "matches", time)
        time.seconds += 20 * PACE
        tomas.form(opened["joins"][0]["url"], {})
    time.seconds += PACE
    with running(settings) as place:
        assert place.person().frame(opened["id"])["clock"]["left"] == {"0": 9 * PACE * 1000}


# What is kept


def test_what_nobody_can_read_any_more_is_not_kept(
    settings: Settings, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shapan.server.match.chat.MAX_STORED", 3)
    ling, _, match = two_people(place)
    for number in range(5):
        assert ling.act(match, "chat", id=f"id-{number}", text=f"{number}").json()["number"] == number + 1
    assert ling.act(match, "chat", id="id-4", text="4").json()["number"] == 5
    with closing(sqlite3.connect(settings.database)) as connection:
        assert connection.execute("SELECT text FROM chat ORDER BY number").fetchall() == [("2",), ("3",), ("4",)]


# Other people's seats


def test_a_bot_that_waited_does_not_answer_for_who_sits_down(place: Place) -> None:
    ling, _, match = two_people(place)
    room = place.hub.house.rooms[match]
    room.seats[0].kind, room.seats[0].bot = "bot", "random"
    codes = [PIG_ROLL]

    async def race() -> Any:
        async with room._lock:
            late = asyncio.ensure_future(room.answer(0, codes, room.match.decisions[0].ordinal, "late", BOT))
            await asyncio.sleep(0.01)
            room.seats[0].kind, room.seats[0].bot = "player", ""
        return await asyncio.gather(late, return_exceptions=True)

    [result] = place.client.blocking_portal.call(race)
    assert isinstance(result, MatchClosed) and room.match.log == [] and ling.frame(match)["decision"]


def test_the_key_of_the_dice_makes_no_invitation(place: Place) -> None:
    ling = place.person()
    opened = ling.open("pig", "me", "open")
    row = place.hub.house.rooms[opened["id"]].row
    assert opened["joins"][0]["url"] == f"/join/{invitation(row, 1)}"
    guessed = invitation(msgspec.structs.replace(row, secret=row.key), 1)
    assert place.person().get(f"/join/{guessed}").status_code == 404
    assert row.secret not in (b"", row.key) and len(row.secret) >= 16
    again = place.hub.house.rooms[ling.open("pig", "me", "open")["id"]].row
    assert again.secret != row.secret


def test_an_invitation_opens_no_seat_after_the_end(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "leave_ends", lambda self, state, gone: True)
    ling = place.person()
    opened = ling.open("pig", "me", "open")
    match = opened["id"]
    place.begin(match)
    assert ling.act(match, "leave", id="gone").json() == {"ok": True} and ling.frame(match)["outcome"]
    wait(place, lambda: place.hub.house.rooms[match].row.status == "over")
    thief = place.person()
    told = thief.get(f"/api/matches/{match}/file").text
    assert place.hub.house.rooms[match].row.secret.hex() not in told
    link = opened["joins"][0]["url"]
    assert thief.get(link).headers["location"] == f"/match/{match}"
    thief.form(link, {"name": "Thief"})
    assert thief.frame(match)["spectator"] and thief.act(match, "rematch", id="x").status_code == 403
    assert ling.frame(match)["seats"][1]["kind"] == "open"


def test_two_invitations_at_once_give_one_seat(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "open", "open")["id"]

    secret = place.hub.house.rooms[match].row.secret

    async def both() -> Any:
        sitting = (place.hub.store.take_seat(match, seat, "s" * 64, lambda rows: "Twice", secret) for seat in (1, 2))
        return await asyncio.gather(*sitting, return_exceptions=True)

    assert {type(result) for result in place.client.blocking_portal.call(both)} == {type(None), Conflict}
    place.client.blocking_portal.call(place.hub.house.rooms[match].reread_seats)
    assert sorted(seat["kind"] for seat in ling.frame(match)["seats"]) == ["open", "player", "you"]


def test_a_message_sent_again_is_not_said_by_another_seat(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot", target=500)["id"]
    ling.act(match, "chat", id="once", text="hello")
    first = ling.frame(match)["viewer"]
    while ling.frame(match)["viewer"] == first:
        ling.answer(match, PIG_HOLD if len(records(place, match)) else PIG_ROLL)
    assert ling.act(match, "chat", id="once", text="hello").json()["number"] == 1
    assert len(ling.get(f"/api/matches/{match}/chat").json()["chat"]) == 1


def test_a_rematch_under_rules_that_refuse_it_is_refused(place: Place) -> None:
    ling, opened = played_out(place, "me", "hot")
    place.hub.house.rooms[opened["id"]].row.options["gone"] = 1
    answer = ling.act(opened["id"], "rematch", id="again")
    assert (answer.status_code, answer.json()) == (409, {"reason": "frozen"})


# Names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ling\t the \n Great ", "Ling the Great"),
        ("a\u202eb\u0001\u2066c", "abc"),
        ("\u200b \u00ad", ""),
        ("\u3164", ""),
        ("\u2800\u115f\u1160\uffa0", ""),
        ("\U000e0041\U000e007f", ""),
        ("\ufe0f\u200d\u0301", ""),
        ("Li\u200bng\u2800\u3164Great\u2060", "Ling Great"),
        ("\u5f20\U000e0100\u4e09\ufeff", "\u5f20\u4e09"),
        ("L\u200di\u034fng\ufe0f", "Ling"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("\U0001f469\U0001f3fd\u200d\U0001f680", "\U0001f469\U0001f3fd\u200d\U0001f680"),
        ("\u674e\u96f7", "\u674e\u96f7"),
        ("L" + 20 * "\u0301" + "ing", "L" + 3 * "\u0301" + "ing"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
    ],
)
def test_names_hide_and_turn_nothing(place: Place, name: str, shown: str) -> None:
    assert tidy(name) == shown
    ling, tomas = place.person(), place.person()
    answer = ling.post("/matches", {"game": "pig", "seats": [{"kind": "me", "name": name}, {"kind": "open"}]})
    if not shown:
        assert answer.status_code == 422
        assert answer.json() == {"field": "seats.0.name", "detail": "nothing of it can be seen"}
        answer = ling.post("/matches", PIG)
    opened = answer.json()
    joined = tomas.form(opened["joins"][0]["url"], {"name": name})
    assert joined.status_code == (303 if shown else 422)
    if shown:
        names = [seat["name"] for seat in ling.frame(opened["id"])["seats"]]
        assert names == [shown, f"{shown} 2"], "what looks the same gets a number"
    else:
        assert 'id="name-error"' in joined.text and "This name has no visible characters" in joined.text


def test_a_form_says_that_a_name_cannot_be_seen(place: Place) -> None:
    form = {"game": "pig", "kind.0": "me", "name.0": "Ling", "kind.1": "hot", "name.1": "\u3164"}
    answer = place.person().form("/tables", form)
    assert answer.status_code == 422 and "Seat 2: This name has no visible characters" in answer.text
    assert place.person().form("/tables", {**form, "name.1": " "}).status_code == 303, "none is no such name"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (["Ling", "ling"], ["Ling", "ling 2"]),
        (["Ling", "\uff2c\uff49\uff4e\uff47"], ["Ling", "\uff2c\uff49\uff4e\uff47 2"]),
        (["Ling", "L\u200ding", "LING 2", "ling"], ["Ling", "Ling 2", "LING 2 2", "ling 3"]),
        (["Stra\u00dfe", "STRASSE"], ["Stra\u00dfe", "STRASSE 2"]),
        (["Ling", "L\u0456ng", "1\u0456ng"], ["Ling", "L\u0456ng 2", "1\u0456ng 3"]),
        (["Tomas", "\u0422\u043emas", "\u03a4omas"], ["Tomas", "\u0422\u043emas 2", "\u03a4omas 3"]),
        (
            ["\u0412\u0430\u0441\u044f", "\u0432\u0430\u0441\u044f"],
            ["\u0412\u0430\u0441\u044f", "\u0432\u0430\u0441\u044f 2"],
        ),
        (["x" * 40, "x" * 40], ["x" * 40, "x" * 38 + " 2"]),
        (["", "Player 1"], ["", "Player 1 2"]),
        (["", "\u73a9\u5bb6 1"], ["", "\u73a9\u5bb6 1 2"]),
        (["Player 1", ""], ["Player 1", ""]),
        (["", ""], ["", ""]),
    ],
)
def test_names_at_a_table_are_told_apart(place: Place, given: list[str], kept: list[str]) -> None:
    together = place.person()
    seats = [{"kind": "hot", "name": name} for name in given]
    match = together.post("/matches", {"game": "pig", "seats": seats}).json()["id"]
    assert [seat["name"] for seat in together.frame(match)["seats"]] == kept
    people = [place.person() for _ in given]
    seats = [{"kind": "me", "name": given[0]}, *[{"kind": "open"}] * (len(given) - 1)]
    opened = people[0].post("/matches", {"game": "pig", "seats": seats}).json()
    for person, name, join in zip(people[1:], given[1:], opened["joins"], strict=True):
        assert person.form(join["url"], {"name": name}).status_code == 303
    assert [seat["name"] for seat in people[0].frame(opened["id"])["seats"]] == kept


def test_who_sits_down_at_the_same_moment_is_told_apart_too(place: Place) -> None:
    opened = place.person().post("/matches", {"game": "pig", "seats": [{"kind": "open"}] * 3}).json()
    tokens = [join["url"].rpartition("/")[2] for join in opened["joins"]]

    async def all_at_once() -> None:
        await asyncio.gather(*(place.hub.sit(token, str(n) * 64, "Ling") for n, token in enumerate(tokens)))

    place.client.blocking_portal.call(all_at_once)
    names = [seat["name"] for seat in place.person().frame(opened["id"])["seats"]]
    assert sorted(names) == ["Ling", "Ling 2", "Ling 3"]


# Requests that are none


@pytest.mark.parametrize("path", ["/matches", "/api/matches/{match}/chat", "/api/matches/{match}/answers"])
def test_deep_nesting_is_no_request(place: Place, caplog: pytest.LogCaptureFixture, path: str) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]
    body = f'{{"id": "a", "game": "pig", "options": {{"a": {DEEP}}}, "text": {DEEP}, "codes": {DEEP}}}'
    answer = ling.request("POST", path.format(match=match), content=body, headers=JSON)
    assert answer.status_code == 400 and not [row for row in caplog.records if row.levelno >= logging.ERROR]


def test_the_id_of_a_change_has_one_line(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]
    assert ling.answer(match, PIG_ROLL, name="one\n").status_code == 400
    assert ling.answer(match, PIG_ROLL, name="one").status_code == 200


def test_a_number_too_long_to_read_is_refused_in_the_form(place: Place) -> None:
    form = {"game": "pig", "kind.0": "me", "kind.1": "hot", "option.target": "9" * 5000}
    assert place.person().form("/tables", form).status_code == 422


def test_an_origin_that_is_none_is_turned_away(place: Place) -> None:
    answer = place.person().request("POST", "/matches", json={"game": "pig"}, headers={"origin": "http://[:"})
    assert answer.status_code == 403


def test_what_is_for_scripts_takes_no_forms(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]
    headers = {"content-type": "application/x-www-form-urlencoded", "x-shapan": ""}
    for path, body in ((f"/api/matches/{match}/leave", '{"id": "a"}'), ("/matches", '{"game": "pig"}')):
        assert ling.request("POST", path, content=body, headers=headers).status_code == 403


def test_matches_that_are_none_leave_nothing_in_memory(place: Place) -> None:
    for number in range(20):
        assert place.person().get(f"/api/matches/none{number}/frame").status_code == 404
    assert not place.hub.house._loading


def test_an_invitation_that_fails_stands_in_no_log(
    place: Place, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = place.person().open("pig", "me", "open")["joins"][0]["url"]
    monkeypatch.setattr(place.hub, "fresh_room", _fails)
    assert place.person().get(link).status_code == 500
    said = "".join(row.getMessage() for row in caplog.records if row.name.startswith("shapan"))
    assert "/join/" in said and link not in said


def test_rules_that_fail_tell_nobody_over_what(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, _, match = two_people(place)

    def fails(record: Data, verify: bool = False) -> None:
        raise KeyError("the hidden card")

    monkeypatch.setattr(place.hub.house.rooms[match].match, "apply", fails)
    ling.answer(match, PIG_ROLL)
    frozen = place.person().frame(match)["frozen"]
    assert frozen == {"reason": "failed"}
