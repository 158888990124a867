"""Reaction windows of several people: held for a fixed time, sealed until then, kept through restarts and undo."""

from __future__ import annotations

import dataclasses
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.tiny import PICK, PLAY
from server.bells import BELLS, BELLS_GAME
from server.conftest import Time, running
from server.people import Place, new_id
from server.test_seats import look
from server.windows import WINDOW, open_moment, order, passes, records, room_of, table
from shapan.engine.actions import DONE
from shapan.engine.match import FRIENDLY, Match
from shapan.server.match.frame import compose
from shapan.server.match.room import Room
from shapan.server.settings import Settings
from shapan.server.store.row import MatchRow, Sealed, SeatRow
from shapan.server.store.writer import StoreError

pytestmark = pytest.mark.usefixtures("bells")


def test_answers_are_held_until_the_window_has_lasted(time: Time, place: Place) -> None:
    people, match = table(place)
    before = people[0].frame(match)
    assert before["window"] == {"kind": "ring", "rule": "TNY-9", "length": 4000, "left": 4000, "own": ""}
    for person in people:
        assert passes(person, match).json() == {"ok": True}
    assert records(place, match) == []
    open_moment(time, place, WINDOW - 0.1)
    assert records(place, match) == [] and people[0].frame(match)["window"]["left"] == 100
    open_moment(time, place, 0.1)
    assert [(record["seat"], record["by"]) for record in records(place, match)] == [(n, "player") for n in range(3)]
    after = people[0].frame(match)
    assert after["decision"]["ordinal"] == before["decision"]["ordinal"] + 1 and after["window"]["left"] == 4000


def test_people_are_waited_for_as_ever(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place)
    passes(ling, match), passes(tomas, match)
    open_moment(time, place, 10 * WINDOW)
    assert records(place, match) == [] and mia.frame(match)["window"]["left"] == 0
    passes(mia, match)
    look(place)
    assert len(records(place, match)) == 3


def test_nobody_else_is_sent_anything_while_answers_come_in(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place)
    stranger = place.person()

    def others() -> list[str]:
        return [viewer.get(f"/api/matches/{match}/frame").text for viewer in (mia, stranger)]

    before = others()
    passes(ling, match)
    assert others() == before
    ling.act(match, "undo", id=new_id())
    assert others() == before
    order(tomas, match)
    passes(ling, match)
    assert others() == before, "neither answers nor orders may be seen"
    assert ling.frame(match)["answered"] == [0] and ling.frame(match)["waiting"] == [1, 2]
    assert ling.frame(match)["decision"] is None and ling.frame(match)["window"]["own"] == "answered"
    assert tomas.frame(match)["decision"] is None and tomas.frame(match)["window"]["own"] == "order"


def test_a_stream_stays_silent_until_the_window_closes(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place)
    with mia.stream(match) as stream:
        first = stream.receive_json()
        passes(ling, match), passes(tomas, match), ling.act(match, "undo", id=new_id()), passes(ling, match)
        passes(mia, match)
        own = stream.receive_json()
        assert own["frame"] == first["frame"] + 1 and own["window"]["own"] == "answered"
        open_moment(time, place)
        closed = stream.receive_json()
        assert closed["frame"] == own["frame"] + 1 and closed["decision"] is not None


def test_frames_are_the_same_bytes_in_twin_worlds() -> None:
    compared = other = 0
    for number in range(60):
        match: Match[Any] = Match(BELLS_GAME, 4, {}, f"twin {number}", FRIENDLY)
        for viewer in (0, 4):
            world = match.sample(viewer, f"world {number}")
            held = [[hand.cards[0] < BELLS for hand in each.live.hands] for each in (match, world)]
            sent = [frame_of(match, viewer, 1), frame_of(world, viewer, 2)]
            assert sent[0] == sent[1]
            compared += 1
            other += held[0] != held[1]
    assert compared == 120 and other > 60


def frame_of(match: Match[Any], viewer: int, sealed: int) -> bytes:
    """Return a viewer's frame while a window is open that another seat has answered, and another has an order for."""
    row = MatchRow("twin", "bells", 1, 4, {}, FRIENDLY, b"", "owner")
    seats = [SeatRow(seat, "player", f"P{seat}", session=f"s{seat}") for seat in range(4)]
    room = Room(row, seats, match, None, lambda: 0.0)  # type: ignore[arg-type]  # nothing is stored here
    code = match.legal(sealed)[-1]
    room.window.note([Sealed(sealed, match.decisions[sealed].ordinal, [code], "player")])
    assert room.window.is_sealed(sealed)
    after = match.event_count(viewer)
    return msgspec.json.encode(compose(room, viewer, "s0" if viewer == 0 else None, after))


def test_a_restart_in_the_middle_loses_nothing(time: Time, settings: Settings) -> None:
    with running(settings) as place:
        (ling, tomas, mia), match = table(place)
        passes(ling, match, name="mine"), passes(tomas, match)
        assert order(mia, match, kind="ring").status_code == 200
    with running(settings) as place:
        for person in (ling, tomas, mia):
            person.place = place
        frame = ling.frame(match)
        assert frame["decision"] is None and frame["window"]["own"] == "answered" and frame["window"]["left"] == 4000
        assert mia.frame(match)["window"]["own"] == "order"
        assert ling.answer(match, DONE, ordinal=1, name="mine").json() == {"ok": True}
        assert ling.answer(match, DONE, ordinal=1).json() == {"reason": "closed"}
        assert records(place, match) == []
        open_moment(time, place)
        assert [record["seat"] for record in records(place, match)] == [0, 1, 2]
    with closing(sqlite3.connect(settings.database)) as connection:
        assert connection.execute("SELECT count(*) FROM sealed").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM records").fetchone() == (3,)


def test_what_was_acknowledged_is_on_the_disk_when_the_power_goes(
    time: Time, settings: Settings, tmp_path: Path
) -> None:
    with running(settings) as place:
        (ling, tomas), match = table(place, 2)
        passes(ling, match)
        order(tomas, match, kind="ring")
        shutil.copytree(settings.data, tmp_path / "later")  # as a disk is found that nobody has tidied up
    with running(dataclasses.replace(settings, data=tmp_path / "later")) as place:
        ling.place = tomas.place = place
        assert ling.frame(match)["window"]["own"] == "answered"
        assert tomas.frame(match)["window"]["own"] == "order"
        open_moment(time, place)
        assert [record["seat"] for record in records(place, match)] == [0, 1]


def test_answers_that_cannot_be_stored_are_tried_again(
    time: Time, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, match = table(place)
    store = place.hub.store
    failed: list[Any] = []
    right = store.windows.append_all

    async def full(*what: Any) -> None:
        if not failed:
            failed.append(what)
            raise StoreError("the disk is full")
        await right(*what)

    monkeypatch.setattr(store.windows, "append_all", full)
    for person in people:
        passes(person, match)
    open_moment(time, place)
    assert failed
    place.client.blocking_portal.call(place.hub.room, match)  # read again, with what was sealed
    assert [person.frame(match)["window"]["own"] for person in people] == ["answered"] * 3
    assert records(place, match) == []
    open_moment(time, place)
    assert [record["seat"] for record in records(place, match)] == [0, 1, 2]


def test_who_led_to_the_window_may_take_that_back_whoever_has_answered(time: Time, place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="led")
    ling.answer(match, PICK.code(1))
    before = ling.get(f"/api/matches/{match}/frame").text
    assert ling.frame(match)["may_undo"] and ling.frame(match)["window"]
    passes(tomas, match, name="early")
    assert ling.get(f"/api/matches/{match}/frame").text == before
    assert ling.act(match, "undo", id=new_id()).status_code == 200
    assert ling.frame(match)["decision"]["kind"] == "number" and ling.frame(match)["window"] is None
    assert tomas.answer(match, DONE, ordinal=1, name="early").status_code == 200
    assert tomas.answer(match, DONE, ordinal=1).json() == {"reason": "withdrawn"}
    ling.answer(match, PICK.code(2))
    assert tomas.frame(match)["decision"]["ordinal"] == 2, "he is asked anew"
    passes(ling, match), passes(tomas, match)
    open_moment(time, place)
    assert tomas.frame(match)["outcome"] is not None


def test_a_held_answer_can_be_taken_back_and_repeats_do_nothing(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place, undo="strict")
    passes(ling, match, name="first")
    assert ling.frame(match)["may_undo"] and not tomas.frame(match)["may_undo"]
    assert ling.act(match, "undo", id="back").status_code == 200
    assert ling.frame(match)["decision"] is not None and not ling.frame(match)["may_undo"]
    assert ling.answer(match, DONE, ordinal=1, name="first").status_code == 200
    assert ling.act(match, "undo", id="back").status_code == 200
    assert ling.frame(match)["decision"] is not None, "a repeat does not answer again"
    assert ling.act(match, "undo", id=new_id()).json()["key"] == "no_undo"
    passes(tomas, match), passes(mia, match)
    open_moment(time, place)
    assert records(place, match) == []
    passes(ling, match)
    look(place)
    assert len(records(place, match)) == 3


def test_errors_do_not_tell_who_could_react(time: Time, place: Place) -> None:
    people, match = table(place)
    hands = room_of(place, match).match.live.hands
    said = set()
    for seat, person in enumerate(people):
        other = next(card for card in range(10) if card != hands[seat].cards[0])
        refused = person.answer(match, PLAY.code(other))
        assert refused.status_code == 422
        said.add(refused.text)
        passes(person, match)
        late = person.answer(match, DONE, ordinal=1)
        assert (late.status_code, late.json()) == (409, {"reason": "closed"})
        for what, data in (("picks", {"picked": []}), ("why", {"code": DONE})):
            assert person.act(match, what, ordinal=1, **data).json() == {"reason": "closed"}
    assert len(said) == 1


def test_the_first_in_order_reacts_whoever_was_faster(
    time: Time, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, match, hands = [place.person()], "", [BELLS] * 3
    for number in range(60):
        if hands[0] < BELLS and hands[2] < BELLS:
            break
        monkeypatch.setattr("shapan.server.hub.new_table.new_key", lambda number=number: number.to_bytes(16))
        people, match = table(place)
        hands = [hand.cards[0] for hand in room_of(place, match).match.live.hands]
    people[2].answer(match, PLAY.code(hands[2]))
    passes(people[1], match)
    people[0].answer(match, PLAY.code(hands[0]))
    open_moment(time, place)
    told = people[1].frame(match)["events"]["list"]
    assert [(event["key"], event["with"]["seat"]) for event in told] == [("chose", {"seat": 0})]
