from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect

from server.conftest import Time, running
from server.people import PIG_ROLL, Data, Place, new_id, pig_choice, two_people
from shapan.server.api.stream import BOUND, Line
from shapan.server.settings import Settings


def test_both_see_a_move_and_their_frames_are_numbered_without_gaps(place: Place) -> None:
    ling, tomas, match = two_people(place, target=20)
    stranger = place.person()
    seen: dict[str, list[Data]] = {"ling": [], "tomas": [], "stranger": []}
    with ling.stream(match) as one, tomas.stream(match) as two, stranger.stream(match) as three:
        streams = {"ling": one, "tomas": two, "stranger": three}
        while True:
            for name, stream in streams.items():
                seen[name].append(stream.receive_json(timeout=10))
            if seen["ling"][-1]["outcome"]:
                break
            asked = [ling, tomas][seen["ling"][-1]["waiting"][0]]
            asked.answer(match, pig_choice(asked.frame(match)))
    for name, frames in seen.items():
        assert [frame["frame"] for frame in frames] == list(range(1, len(frames) + 1)), name
        log: list[Data] = []
        for frame in frames:
            assert frame["events"]["from"] == len(log) and frame["epoch"] == 0
            log += frame["events"]["list"]
            assert frame["log_length"] == len(log)
        assert log == place.person(ling.cookie).frame(match)["events"]["list"]
    assert all(frame["decision"] is None for frame in seen["stranger"])


def test_a_stream_goes_on_where_the_viewer_was(place: Place) -> None:
    ling, _, match = two_people(place)
    ling.answer(match, PIG_ROLL)
    with ling.stream(match) as stream:
        first = stream.receive_json(timeout=10)
    tomas_or_ling = ling.frame(match)
    length = first["log_length"]
    with ling.stream(match, f"?after={length}&epoch={first['epoch']}") as stream:
        again = stream.receive_json(timeout=10)
    assert again["events"] == {"from": length, "list": []} and again["frame"] == 1
    assert again["scene"] == tomas_or_ling["scene"]


def test_an_undo_raises_the_epoch_and_sets_the_events_back(place: Place) -> None:
    ling = place.person()
    match = ling.open("planet_masters", "me", "hot", race_choice="choose", first_player=0)["id"]
    with ling.stream(match, "?seat=0") as stream:
        start = stream.receive_json(timeout=10)
        ling.answer(match, start["decision"]["targets"][0]["code"], ordinal=1, seat=0)
        moved = stream.receive_json(timeout=10)
        ling.act(match, "undo", id=new_id(), seat=0)
        back = stream.receive_json(timeout=10)
    assert moved["log_length"] > start["log_length"] == back["log_length"]
    assert back["epoch"] == start["epoch"] + 1 and back["events"] == {"from": start["log_length"], "list": []}
    assert ling.frame(match, f"?seat=0&after={moved['log_length']}")["events"]["from"] == 0


def test_who_sees_no_change_gets_no_frame(place: Place) -> None:
    ling, _, match = two_people(place)
    hub = place.hub

    async def line() -> tuple[Line, Line]:
        room = await hub.room(match)
        lines = [Line(room, room.seats[0].session, None), Line(room, None, None)]
        for one in lines:
            one.first()
            room.watchers.add(one.push)
        room.publish()
        return lines[0], lines[1]

    mine, other = place.client.blocking_portal.call(line)
    assert mine.take() is None and other.take() is None
    ling.answer(match, PIG_ROLL)
    one, two = mine.take(), other.take()
    assert one is not None and two is not None and one.frame == two.frame == 2


def test_who_falls_behind_gets_one_whole_frame(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot", target=500)["id"]
    hub = place.hub

    async def line() -> Line:
        room = await hub.room(match)
        line = Line(room, None, None)
        line.first()
        room.watchers.add(line.push)
        return line

    line_ = place.client.blocking_portal.call(line)
    for _ in range(BOUND + 3):
        ling.answer(match, pig_choice(ling.frame(match)))
    frame = line_.take()
    assert frame is not None and frame.frame == 2 and frame.events.from_ == 0
    assert len(frame.events.rows) == frame.log_length == ling.frame(match)["log_length"]
    assert line_.take() is None
    ling.answer(match, pig_choice(ling.frame(match)))
    after = line_.take()
    assert after is not None and after.frame == 3 and after.events.from_ == frame.log_length


def test_a_new_player_is_announced(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "open")
    with ling.stream(opened["id"]) as stream:
        assert stream.receive_json(timeout=10)["seats"][1]["kind"] == "open"
        tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
        seat = stream.receive_json(timeout=10)["seats"][1]
        assert (seat["seat"], seat["name"], seat["kind"], seat["bot"]) == (1, "Tomas", "player", "")


def test_signs_of_life_are_sent(place: Place) -> None:
    place.hub.settings.ping = 0.01
    ling, _, match = two_people(place)
    with ling.stream(match) as stream:
        stream.receive_json(timeout=10)
        assert stream.receive_json(timeout=10) == {"type": "ping"}


def test_a_stream_of_no_match_is_closed(place: Place) -> None:
    with place.person().stream("nothing") as stream, pytest.raises(WebSocketDisconnect) as error:
        stream.receive_json(timeout=10)
    assert error.value.code == 4404


def test_streams_end_when_the_server_stops(place: Place) -> None:
    ling, _, match = two_people(place)
    with ling.stream(match) as stream:
        stream.receive_json(timeout=10)
        place.client.blocking_portal.call(place.hub.stop_streams)
        with pytest.raises(WebSocketDisconnect) as error:
            stream.receive_json(timeout=10)
    assert error.value.code == 1001


def test_a_table_that_is_watched_is_not_forgotten(settings: Settings) -> None:
    settings.max_rooms = 1
    with running(settings) as place:
        ling = place.person()
        match = ling.open("pig", "me", "hot")["id"]
        with ling.stream(match) as stream:
            first = stream.receive_json(timeout=10)
            for _ in range(3):
                ling.open("pig", "me", "hot")
            ling.answer(match, PIG_ROLL, ordinal=first["decision"]["ordinal"])
            assert stream.receive_json(timeout=10)["events"]["list"]


def test_that_time_passes_is_no_change(time: Time, place: Place) -> None:
    ling = place.person()
    wanted = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}], "pace": 60}
    match = ling.post("/matches", wanted).json()["id"]
    line = Line(place.hub.house.rooms[match], None, None)
    before = line.first().clock
    time.seconds += 2
    line.push()
    assert line.take() is None, "a frame that comes for no visible reason tells of an answer that nobody may know"
    after = Line(place.hub.house.rooms[match], None, None).first().clock
    assert before and after and before.left["0"] - after.left["0"] == 2000
