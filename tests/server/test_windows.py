"""Reaction windows of several people: held for a fixed time, sealed until then, kept through restarts and undo."""

from __future__ import annotations

import dataclasses
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.tiny import PICK, PLAY
from server.bells import BELLS, BELLS_GAME, listed
from server.conftest import Time, running
from server.people import Data, Person, Place, new_id
from server.test_seats import look, reseat, wait
from shapan.engine.actions import DONE
from shapan.engine.match import FRIENDLY, Match
from shapan.server.match.answer import Answers
from shapan.server.match.frame import compose
from shapan.server.match.order import Orders
from shapan.server.match.room import Room
from shapan.server.settings import Settings
from shapan.server.store.row import MatchRow, Sealed, SeatRow
from shapan.server.store.writer import StoreError

WINDOW = 4


@pytest.fixture(autouse=True)
def _bells() -> Iterator[None]:
    with listed():
        yield


def table(place: Place, people: int = 3, *bots: str, game: str = "bells", **rest: Any) -> tuple[list[Person], str]:
    """Return people at a table of the game of bells."""
    persons = [place.person() for _ in range(people)]
    rows = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1), *({"kind": "bot", "bot": bot} for bot in bots)]
    opened = persons[0].post("/matches", {"game": game, "seats": rows, **rest}).json()
    for person, join in zip(persons[1:], opened["joins"], strict=True):
        person.form(join["url"], {})
    return persons, opened["id"]


def room_of(place: Place, match: str) -> Room:
    return place.hub.house.rooms[match]


def records(place: Place, match: str) -> list[Data]:
    return room_of(place, match).match.log


def passes(person: Person, match: str, name: str = "") -> Any:
    return person.answer(match, DONE, name=name)


def open_moment(time: Time, place: Place, seconds: float = WINDOW) -> None:
    time.seconds += seconds
    look(place)


def order(person: Person, match: str, answer: str = "pass", kind: str = "", **rest: Any) -> Any:
    return person.act(match, "orders", id=new_id(), answer=answer, kind=kind, **rest)


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
        monkeypatch.setattr("shapan.server.hub.hub.new_key", lambda number=number: number.to_bytes(16))
        people, match = table(place)
        hands = [hand.cards[0] for hand in room_of(place, match).match.live.hands]
    people[2].answer(match, PLAY.code(hands[2]))
    passes(people[1], match)
    people[0].answer(match, PLAY.code(hands[0]))
    open_moment(time, place)
    told = people[1].frame(match)["events"]["list"]
    assert [(event["key"], event["with"]["seat"]) for event in told] == [("chose", {"seat": 0})]


def test_a_standing_order_answers_at_the_moment_and_is_seen_by_nobody_else(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place)
    stranger = place.person()
    others = [viewer.get(f"/api/matches/{match}/frame").text for viewer in (ling, mia, stranger)]
    assert order(tomas, match).json() == {"ok": True}
    assert [viewer.get(f"/api/matches/{match}/frame").text for viewer in (ling, mia, stranger)] == others
    mine = [{"kind": "", "answer": "pass", "until": "match", "rule": ""}]
    assert tomas.frame(match)["orders"] == mine
    for _ in range(3):
        passes(ling, match), passes(mia, match)
        number = len(records(place, match))
        open_moment(time, place, WINDOW - 0.5)
        assert len(records(place, match)) == number
        open_moment(time, place, 0.5)
        assert len(records(place, match)) == number + 3
    assert {record["by"] for record in records(place, match)} == {"player"}
    assert all("order" not in key for record in records(place, match) for key in record)
    for viewer in (ling, mia):
        assert viewer.frame(match)["orders"] == []
    assert stranger.frame(match)["orders"] is None


def test_an_exception_asks_and_an_order_can_be_taken_back(time: Time, place: Place) -> None:
    (ling, tomas), match = table(place, 2)
    order(tomas, match)
    order(tomas, match, "ask", "ring")
    assert tomas.frame(match)["decision"]["kind"] == "ring"
    order(tomas, match, "none", "ring")
    assert tomas.frame(match)["decision"] is None
    assert [row["kind"] for row in tomas.frame(match)["orders"]] == [""]
    assert ling.act(match, "undo", id=new_id()).status_code == 422
    order(tomas, match, "none")
    assert tomas.frame(match)["orders"] == [] and tomas.frame(match)["decision"] is not None
    order(tomas, match, "pass", "knock")
    for kind in ("ring", "ring", "ring", "knock"):
        asked = tomas.frame(match)["decision"]
        assert (asked["kind"] if asked else "knock") == kind
        passes(ling, match)
        if asked:
            passes(tomas, match)
        open_moment(time, place)
    assert tomas.frame(match)["orders"] == [{"kind": "knock", "answer": "pass", "until": "match", "rule": "TNY-9"}]


def test_an_order_for_this_turn_ends_with_it(time: Time, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    (ling, tomas), match = table(place, 2)
    monkeypatch.setattr(Orders, "turn", lambda orders: str(orders._course.match.live.notes[0] // 2))
    order(tomas, match, until="turn")
    for asked in (False, False, True):
        frame = tomas.frame(match)
        assert (frame["decision"] is not None) is asked and bool(frame["orders"]) is not asked
        passes(ling, match)
        open_moment(time, place)


def test_orders_that_cannot_be(time: Time, place: Place) -> None:
    (ling, _), match = table(place, 2)
    refused = order(ling, match, kind="hop")
    assert (
        refused.status_code == 422 and refused.json()["field"] == "kind" and "ring, knock" in refused.json()["detail"]
    )
    assert order(place.person(), match).status_code == 403
    assert order(ling, match, seat=1).status_code == 403
    assert order(ling, match, "never").status_code == 400
    reseat(ling, match, 0, "bot", "random")
    assert order(ling, match).json() == {"reason": "handed"}
    assert order(ling, "nowhere").status_code == 404


def test_a_repeated_order_changes_nothing(time: Time, place: Place) -> None:
    (ling, _), match = table(place, 2)
    data: Data = {"id": "one", "answer": "pass", "kind": "ring"}
    ling.act(match, "orders", **data)
    order(ling, match, "none", "ring")
    assert ling.act(match, "orders", **data).json() == {"ok": True}
    assert ling.frame(match)["orders"] == []


def test_bots_answer_in_time_or_pass(time: Time, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place.hub.source, "answer", lambda *_: (_ for _ in ()).throw(RuntimeError("never")))
    monkeypatch.setattr(Answers, "asked_of_bots", lambda answers: [])
    (ling, tomas), match = table(place, 2, "random")
    passes(ling, match), passes(tomas, match)
    open_moment(time, place)
    assert [(record["seat"], record["by"]) for record in records(place, match)] == [
        (0, "player"),
        (1, "player"),
        (2, "bot"),
    ]


def test_bots_that_look_ahead_leave_windows_to_one_that_answers_at_once(
    time: Time, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def noted(name: str, match: Match[Any], seat: int) -> list[int]:
        asked.append(name)
        return [DONE]

    monkeypatch.setattr(place.hub.source, "answer", noted)
    (ling, _), match = table(place, 2, "general")
    wait(place, lambda: room_of(place, match).window.is_sealed(2))
    assert asked == ["greedy"] and ling.frame(match)["waiting"] == [0, 1, 2]
    (alone,), match = table(place, 1, "general")
    wait(place, lambda: len(asked) > 1)
    assert asked[1] == "general" and alone.frame(match)["window"] is None


def test_one_person_with_bots_waits_for_nothing(time: Time, place: Place) -> None:
    (ling,), match = table(place, 1, "random")
    assert ling.frame(match)["window"] is None
    passes(ling, match)
    assert records(place, match)


def test_hot_seats_count_as_people_and_come_one_after_another(time: Time, place: Place) -> None:
    ling = place.person()
    match = ling.open("bells", "me", "hot")["id"]
    assert ling.frame(match)["window"]["length"] == 4000
    assert ling.frame(match)["viewer"] == 0
    passes(ling, match)
    assert ling.frame(match)["viewer"] == 1 and ling.frame(match)["decision"] is not None
    passes(ling, match)
    assert records(place, match) == []
    open_moment(time, place)
    assert len(records(place, match)) == 2


def test_the_clock_answers_in_windows_and_a_bot_sits_in(time: Time, place: Place) -> None:
    (ling, *_), match = table(place, pace=5, window=8)
    passes(ling, match)
    open_moment(time, place, 6)
    assert records(place, match) == [], "the window lasts longer than the clock"
    open_moment(time, place, 2)
    assert [record["by"] for record in records(place, match)] == ["player", "clock", "clock"]
    passes(ling, match)
    open_moment(time, place, 8)
    kinds = [seat["kind"] for seat in ling.frame(match)["seats"]]
    assert kinds == ["you", "bot", "bot"]


def test_an_option_that_tells_is_for_one_person(place: Place) -> None:
    ling = place.person()
    for rows in (["me", "open"], ["me", "hot"], ["open", "open", "bot"]):
        seats = [{"kind": kind} for kind in rows]
        refused = ling.post("/matches", {"game": "bells", "seats": seats, "options": {"prompts": "holders"}})
        assert refused.status_code == 422
        assert refused.json()["field"] == "options.prompts" and "one person" in refused.json()["detail"]
    for rows in (["me", "bot"], ["open", "bot"], ["bot", "bot"]):
        seats = [{"kind": kind} for kind in rows]
        assert ling.post("/matches", {"game": "bells", "seats": seats, "options": {"prompts": "holders"}}).is_success


def test_the_form_says_so_at_the_option(place: Place) -> None:
    ling = place.person()
    sent = {"game": "bells", "kind.0": "me", "kind.1": "hot", "option.prompts": "holders", "window": "8"}
    refused = ling.form("/tables", sent)
    assert refused.status_code == 422 and refused.text.count("only for tables with one person") >= 2
    assert 'name="window" value="8" checked' in refused.text
    assert ling.form("/tables", {**sent, "option.prompts": "all", "window": "x"}).status_code == 422
    opened = ling.form("/tables", {**sent, "option.prompts": "all"})
    assert opened.status_code == 303
    assert ling.frame(opened.headers["location"].split("/")[-1])["window"]["length"] == 8000


def test_the_length_of_windows_is_set_with_the_table(time: Time, place: Place) -> None:
    (ling, _), match = table(place, 2, window=8)
    assert ling.frame(match)["window"]["length"] == 8000
    bad = ling.post("/matches", {"game": "bells", "seats": [{"kind": "me"}, {"kind": "hot"}], "window": 0})
    assert bad.status_code == 400
