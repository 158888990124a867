"""A table waits until all its seats are taken and everybody is ready; before, nothing of the match is told."""

from __future__ import annotations

from typing import Any

import pytest

from server.conftest import Time, running
from server.people import PIG_ROLL, Data, Person, Place, new_id
from server.test_seats import look, reseat, until, wait
from shapan.server.settings import Settings

SEATS = 3
DEALT = ("scene", "events", "log_length", "epoch", "decision", "question", "waiting", "answered", "clock", "window")
EMPTY: Data = {
    "scene": {},
    "events": {"from": 0, "list": []},
    "log_length": 0,
    "epoch": 0,
    "decision": None,
    "question": None,
    "waiting": [],
    "answered": [],
    "clock": None,
    "window": None,
}


def waiting(place: Place, *seats: str, game: str = "planet_masters", **rest: Any) -> tuple[Person, Person, Data]:
    """Return a host, somebody who has taken the first open seat, and the table, at which others are still to come."""
    ling, tomas = place.person(), place.person()
    rows = [dict(zip(("kind", "bot"), seat.split(":"), strict=False)) for seat in seats or ("me", "open", "open")]
    opened: Data = ling.post("/matches", {"game": game, "seats": rows, **rest}).json()
    assert tomas.form(opened["joins"][0]["url"], {"name": "Tomas"}).status_code == 303
    return ling, tomas, opened


def has_begun(place: Place, match: str) -> bool:
    return place.person().frame(match)["seating"] is None


def test_nothing_of_the_match_is_told_before_it_begins(place: Place) -> None:
    ling, tomas, opened = waiting(place, pace=60)
    match = opened["id"]
    for person in (ling, tomas, place.person()):
        for query in ("", "?after=5", "?after=1&epoch=1", "?seat=0"):
            frame = person.frame(match, query)
            assert {name: frame[name] for name in DEALT} == EMPTY
            assert frame["seating"]["starts"] is None and not frame["may_undo"] and frame["outcome"] is None
    with tomas.stream(match, "?after=7") as stream:
        frame = stream.receive_json(timeout=10)
        assert {name: frame[name] for name in DEALT} == EMPTY
    for seat in range(SEATS):
        early = ling.get(f"/api/matches/{match}/replay?seat={seat}")
        assert early.status_code in (403, 409) and "frames" not in early.text
    asked: list[tuple[str, Data]] = [
        ("answers", {"id": new_id(), "ordinal": 1, "codes": [PIG_ROLL]}),
        ("picks", {"ordinal": 1, "picked": []}),
        ("why", {"ordinal": 1, "code": PIG_ROLL}),
        ("undo", {"id": new_id()}),
        ("orders", {"id": new_id(), "answer": "pass"}),
        ("seat", {"id": new_id(), "seat": 0, "to": "me"}),
    ]
    for what, data in asked:
        assert ling.act(match, what, **data).json() == {"reason": "waiting"}, what


@pytest.mark.parametrize("key", [b"one", b"two"])
def test_who_would_be_asked_first_is_not_told_by_the_viewer_either(
    place: Place, monkeypatch: pytest.MonkeyPatch, key: bytes
) -> None:
    monkeypatch.setattr("shapan.server.hub.new_table.new_key", lambda: key)
    ling, _, opened = waiting(place, "me", "hot", "open", "open")
    assert ling.frame(opened["id"])["viewer"] == 0


def test_it_begins_when_all_are_seated_and_ready(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]
    ling.ready(match)
    tomas.ready(match)
    assert ling.frame(match)["seating"]["ready"] == [0, 1] and not has_begun(place, match)
    devi = place.person()
    assert devi.form(opened["joins"][1]["url"], {"name": "Devi"}).status_code == 303
    assert not has_begun(place, match), "she is seated, and not ready"
    devi.ready(match)
    frame = ling.frame(match)
    assert frame["seating"] is None and frame["scene"] and frame["waiting"]
    late = ling.act(match, "ready", id=new_id(), ready=False)
    assert late.status_code == 409 and late.json() == {"reason": "begun"}
    assert reseat(ling, match, 1, "open").json() == {"reason": "begun"}
    listed = place.person().act(match, "ready", id=new_id(), ready=True)
    assert listed.status_code == 403, "spectators have nothing to say"


@pytest.mark.parametrize("seats", [("me", "bot:random"), ("me", "hot")])
def test_alone_and_at_one_screen_it_begins_at_once(place: Place, seats: tuple[str, ...]) -> None:
    ling = place.person()
    assert ling.frame(ling.open("pig", *seats)["id"])["seating"] is None


def test_the_host_puts_bots_where_nobody_comes_and_opens_their_seats_again(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]
    assert [seat["may"] for seat in ling.frame(match)["seats"]] == [["leave"], [], ["bot"]]
    assert [seat["may"] for seat in tomas.frame(match)["seats"]] == [[], ["leave"], []]
    for person, seat, to in ((tomas, 2, "bot"), (tomas, 0, "bot"), (ling, 1, "bot"), (ling, 1, "open")):
        assert reseat(person, match, seat, to).status_code == 403
    assert reseat(ling, match, 2, "bot", bot="random").json() == {"ok": True}
    assert reseat(ling, match, 2, "bot", bot="greedy").json() == {"ok": True}
    frame = ling.frame(match)
    assert frame["seats"][2]["bot"] == "greedy" and frame["seats"][2]["may"] == ["bot", "open"]
    assert frame["seating"]["ready"] == [2] and frame["seating"]["invitations"] == []
    taken = place.person()
    taken.form(opened["joins"][1]["url"], {"name": "Devi"})
    assert taken.frame(match)["spectator"]
    assert reseat(ling, match, 2, "open").json() == {"ok": True}
    assert ling.frame(match)["seating"]["invitations"] == [opened["joins"][1]]
    assert taken.form(opened["joins"][1]["url"], {"name": "Devi"}).status_code == 303
    assert taken.frame(match)["viewer"] == 2
    for person in (ling, tomas, taken):
        person.ready(match)
    assert has_begun(place, match)


def test_bots_wait_for_the_beginning_too(place: Place) -> None:
    ling, tomas, opened = waiting(place, "open", "me", "bot:random", game="pig")
    match = opened["id"]
    assert place.hub.house.rooms[match].answers.asked_of_bots() == []
    for person in (ling, tomas):
        person.ready(match)
    tomas.answer(match, 2 << 40)
    ling.answer(match, 2 << 40)
    wait(place, lambda: any(row.get("seat") == 2 for row in place.hub.house.rooms[match].match.log))


def test_a_repeated_leave_gives_one_of_two_own_seats_free(place: Place) -> None:
    ling = place.person()
    opened = ling.open("planet_masters", "me", "hot", "open")
    for _ in range(2):
        assert ling.act(opened["id"], "leave", id="once").json() == {"ok": True}
    assert sorted(seat["kind"] for seat in ling.frame(opened["id"])["seats"]) == ["open", "open", "you"]


def test_who_leaves_the_room_makes_place(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]
    tomas.ready(match)
    assert tomas.act(match, "leave", id="gone").json() == {"ok": True}
    assert tomas.act(match, "leave", id="gone").json() == {"ok": True}, "a repeat changes nothing"
    assert tomas.act(match, "leave", id="again").status_code == 403
    assert tomas.frame(match)["spectator"]
    seat = ling.frame(match)["seats"][1]
    assert (seat["kind"], seat["name"]) == ("open", "") and ling.frame(match)["seating"]["ready"] == []
    devi = place.person()
    assert devi.form(opened["joins"][0]["url"], {"name": "Devi"}).status_code == 303
    assert devi.frame(match)["viewer"] == 1


def test_one_link_gives_one_seat_after_another(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "open", "open")["id"]
    link = ling.frame(match)["seating"]["invitation"]
    assert place.person().get(f"{link}/qr.svg").status_code == 200
    people = [place.person() for _ in range(3)]
    for number, person in enumerate(people):
        assert person.get(link).status_code == (200 if number < 2 else 409)
        person.form(link, {"name": f"Devi {number}"})
    assert [person.frame(match)["viewer"] for person in people] == [1, 2, SEATS], "the third looks on"
    assert people[0].frame(match)["seating"]["invitation"] == "", "the host invites"
    for bad in (link[:-1] + ("0" if link[-1] != "0" else "1"), f"/join/{match}.", f"/join/{match}.0"):
        assert place.person().get(bad).status_code == 410
    assert place.person().get("/join/none.x").status_code == 404


def test_it_begins_some_seconds_after_the_last_and_anybody_may_stop_it(settings: Settings, time: Time) -> None:
    settings.countdown = 5
    with running(settings) as place:
        ling, tomas, opened = waiting(place, "me", "open", pace=100)
        match = opened["id"]
        with tomas.stream(match) as stream:
            ling.ready(match)
            tomas.ready(match)
            assert until(stream, lambda frame: frame["seating"]["starts"])["seating"]["starts"] == 5000
            time.seconds += 4
            look(place)
            assert ling.frame(match)["seating"]["starts"] == 1000
            ling.ready(match, False)
            assert until(stream, lambda frame: frame["seating"]["starts"] is None)
            time.seconds += 100
            look(place)
            assert not has_begun(place, match)
            ling.ready(match)
            time.seconds += 5
            look(place)
            frame = until(stream, lambda frame: frame["seating"] is None)
        assert list(frame["clock"]["left"].values()) == [100_000], "its time begins when the match does"


def test_who_is_not_there_any_more_is_waited_for(settings: Settings, time: Time) -> None:
    settings.countdown = 5
    with running(settings) as place:
        ling, tomas, opened = waiting(place, "me", "open")
        match = opened["id"]
        room = place.hub.house.rooms[match]
        with tomas.stream(match) as stream:
            stream.receive_json(timeout=10)
            tomas.ready(match)
        wait(place, lambda: not room.watchers)
        time.seconds += 60
        ling.ready(match)
        look(place)
        time.seconds += 6
        look(place)
        assert ling.frame(match)["seating"]["ready"] == [0] and not has_begun(place, match)
        with tomas.stream(match) as stream:
            assert stream.receive_json(timeout=10)["seating"]["ready"] == [0, 1]
            look(place)
            time.seconds += 5
            look(place)
            until(stream, lambda frame: frame["seating"] is None)


def test_the_room_stands_after_a_restart_and_the_clock_counts_from_the_beginning(
    settings: Settings, time: Time
) -> None:
    with running(settings) as place:
        ling, tomas, opened = waiting(place, "me", "open", pace=1000)
        tomas.ready(opened["id"])
    time.seconds += 5000
    with running(settings) as place:
        ling, tomas = place.person(ling.cookie), place.person(tomas.cookie)
        match = opened["id"]
        frame = ling.frame(match)
        assert frame["seating"]["ready"] == [1] and frame["scene"] == {}
        ling.ready(match)
        time.seconds += 100
    with running(settings) as place:
        frame = place.person(ling.cookie).frame(match)
        assert frame["seating"] is None and list(frame["clock"]["left"].values()) == [900_000]


def test_the_lobby_says_that_it_waits(place: Place) -> None:
    ling, _, opened = waiting(place, "me", "open", "open", listed=True)
    page = ling.get("/").text
    assert "Waiting for you, Tomas, 1 open seat" in page and "you are not ready yet" in page
    ling.ready(opened["id"])
    assert "you are not ready yet" not in ling.get("/").text
    assert opened["joins"][1]["url"] in place.person().get("/").text, "strangers find the seat that is left"


@pytest.mark.usefixtures("bells")
def test_no_second_person_sits_down_where_questions_tell(place: Place) -> None:
    ling = place.person()
    seats = [{"kind": "open"}, {"kind": "bot"}]
    opened = ling.post("/matches", {"game": "bells", "seats": seats, "options": {"prompts": "holders"}}).json()
    assert ling.frame(opened["id"])["seats"][1]["may"] == ["bot"]
    assert reseat(ling, opened["id"], 1, "open").status_code == 403


@pytest.mark.parametrize(("pace", "begins"), [(60, False), (3 * 24 * 3600, True)])
def test_a_table_with_days_begins_when_all_have_said_ready_once(
    settings: Settings, time: Time, pace: int, begins: bool
) -> None:
    with running(settings) as place:
        ling, tomas, opened = waiting(place, "me", "open", pace=pace)
        ling.ready(opened["id"])
        time.seconds += 9 * 3600  # he has gone to bed
        assert (0 in place.person().frame(opened["id"])["seating"]["ready"]) == begins
        tomas.ready(opened["id"])
        assert has_begun(place, opened["id"]) == begins


def test_such_a_table_begins_after_a_restart_that_cut_the_countdown(settings: Settings, time: Time) -> None:
    settings.countdown = 5
    with running(settings) as place:
        ling, tomas, opened = waiting(place, "me", "open", pace=24 * 3600)
        for person in (ling, tomas):
            person.ready(opened["id"])
        assert not has_begun(place, opened["id"])
    with running(settings) as place:
        place.client.blocking_portal.call(place.hub.watch.look)
        time.seconds += 6
        place.client.blocking_portal.call(place.hub.watch.look)
        assert has_begun(place, opened["id"])
