"""The clock: who does not answer in time is answered for; it survives a restart and tells nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from server.conftest import Time, running
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id, pig_choice
from server.test_seats import look, reseat
from shapan.engine.prompt import Prompt
from shapan.server.match.clock import RESTART_GRACE, UNDO_GRACE, Clock
from shapan.server.match.seats import late_seats
from shapan.server.settings import Settings

PACE = 100

pytestmark = pytest.mark.usefixtures("slow")


def paced(place: Place, game: str = "pig", *, seats: int = 2, **rest: Any) -> tuple[list[Person], str]:
    """Return people at a table with a clock."""
    people = [place.person() for _ in range(seats)]
    rows = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
    opened = people[0].post("/matches", {"game": game, "seats": rows, "pace": PACE, **rest}).json()
    for person, join in zip(people[1:], opened["joins"], strict=True):
        person.form(join["url"], {})
    for person in people if seats > 1 else []:
        person.ready(opened["id"])
    return people, opened["id"]


def set_made(settings: Settings, table: str, time: Time) -> None:
    """Let the store have written everything now: it has a clock of its own."""
    with closing(sqlite3.connect(settings.database)) as connection, connection:
        connection.execute(f"UPDATE {table} SET made = ?", (int(time.seconds),))


def records(place: Place, match: str) -> list[Data]:
    return place.hub.house.rooms[match].match.log


def test_who_is_late_is_answered_for(time: Time, place: Place) -> None:
    (ling, tomas), match = paced(place)
    assert ling.frame(match)["clock"] == {"limit": PACE, "left": {"0": PACE * 1000}}
    time.seconds += PACE - 0.5
    look(place)
    assert tomas.frame(match)["clock"] == {"limit": PACE, "left": {"0": 500}} and records(place, match) == []
    default = place.hub.house.rooms[match].match.default(0)
    time.seconds += 0.5
    look(place)
    [record] = records(place, match)
    assert (record["by"], record["seat"], record["answer"]) == ("clock", 0, default)
    assert tomas.frame(match)["clock"]["left"] == {str(tomas.frame(match)["waiting"][0]): PACE * 1000}
    late = ling.answer(match, PIG_ROLL, ordinal=1)
    assert late.status_code == 409 and late.json() == {"reason": "closed"}


def test_an_answer_starts_the_clock_anew(time: Time, place: Place) -> None:
    (ling, _), match = paced(place)
    time.seconds += 60
    assert ling.answer(match, PIG_ROLL).status_code == 200
    assert list(ling.frame(match)["clock"]["left"].values()) == [PACE * 1000]
    time.seconds += 60
    look(place)
    assert len(records(place, match)) == 1


def test_without_a_pace_and_after_the_end_there_is_no_clock(time: Time, place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot", target=10)["id"]
    assert ling.frame(match)["clock"] is None
    time.seconds += 10**6
    look(place)
    assert records(place, match) == []
    seats = [{"kind": "me"}, {"kind": "hot"}]
    match = ling.post("/matches", {"game": "pig", "seats": seats, "options": {"target": 10}, "pace": PACE}).json()["id"]
    while (frame := ling.frame(match))["outcome"] is None:
        ling.answer(match, pig_choice(frame))
    assert frame["clock"] is None


def test_a_table_may_only_answer_for_who_is_late(time: Time, place: Place) -> None:
    (ling, _), match = paced(place, options={"target": 500}, late="default")
    for _ in range(12):
        time.seconds += PACE
        look(place)
    room = place.hub.house.rooms[match]
    assert {record["by"] for record in room.match.log} == {"clock"} and max(room.clock.missed.values()) > 2
    assert [row.kind for row in room.seats] == ["player", "player"]
    waiting = ling.post("/matches", {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}], "late": "default"})
    assert ling.frame(waiting.json()["id"])["seating"]["late"] == "default"
    assert ling.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "hot", "late": "never"}).status_code == 422


def test_two_time_outs_in_a_row_hand_the_seat_to_a_bot(time: Time, place: Place) -> None:
    (ling, tomas), match = paced(place, options={"target": 500})
    for _ in range(2):
        while ling.frame(match)["decision"] is None:
            tomas.answer(match, PIG_HOLD)
        assert ling.frame(match)["seats"][0]["kind"] == "you"
        time.seconds += PACE
        look(place)
    seat = ling.frame(match)["seats"][0]
    assert seat["kind"] == "bot" and seat["bot"] and seat["may"] == ["take", "leave"] and seat["late"]
    assert tomas.frame(match)["seats"][0]["late"] and not tomas.frame(match)["seats"][1]["late"]
    assert reseat(ling, match, 0, "me").json() == {"ok": True}
    assert not ling.frame(match)["seats"][0]["late"]
    while ling.frame(match)["decision"] is None:
        tomas.answer(match, PIG_HOLD)
    time.seconds += PACE
    look(place)
    assert ling.frame(match)["seats"][0]["kind"] == "you", "he begins anew"


def test_an_answer_in_between_keeps_the_seat(time: Time, place: Place) -> None:
    (ling, tomas), match = paced(place, options={"target": 500})
    for number in range(3):
        while ling.frame(match)["decision"] is None:
            tomas.answer(match, PIG_HOLD)
        if number == 1:
            ling.answer(match, PIG_ROLL)
            while ling.frame(match)["decision"] is None:
                tomas.answer(match, PIG_HOLD)
        time.seconds += PACE
        look(place)
        assert (ling.frame(match)["seats"][0]["kind"] == "you") == (number < 2)


def test_who_sits_down_late_has_time(time: Time, place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.post(
        "/matches", {"game": "pig", "seats": [{"kind": "open"}, {"kind": "me"}], "pace": PACE, "options": {}}
    ).json()
    match = opened["id"]
    place.begin(match)
    time.seconds += 10 * PACE
    look(place)
    assert records(place, match) == [] and ling.frame(match)["clock"] is None, "nobody is there whose time could run"
    tomas.form(opened["joins"][0]["url"], {})
    look(place)
    assert tomas.frame(match)["clock"]["left"] == {"0": PACE * 1000} and tomas.frame(match)["decision"]


CLOCKLESS = "UPDATE snapshots SET body = CAST(json_remove(CAST(body AS TEXT), '$.clock.missed') AS BLOB)"


@pytest.mark.parametrize("damage", ["", "DELETE FROM snapshots", CLOCKLESS])
def test_the_clock_goes_on_over_a_restart(settings: Settings, time: Time, damage: str) -> None:
    settings.snapshot_every = 2
    with running(settings) as place:
        people, match = paced(place, options={"target": 500})
        for _ in range(5):
            asked = people[people[0].frame(match)["waiting"][0]]
            asked.answer(match, PIG_ROLL)
        set_made(settings, "records", time)
        time.seconds += 40
        left = people[0].frame(match)["clock"]["left"]
        assert set(left.values()) == {60_000}
    if damage:
        with closing(sqlite3.connect(settings.database)) as connection, connection:
            connection.execute(damage)
    with running(settings) as place:
        assert place.person(people[0].cookie).frame(match)["clock"]["left"] == left
    time.seconds += 1000
    with running(settings) as place:
        look(place)  # nobody has opened the match: the watch reads it back by itself
        assert len(records(place, match)) == 5, "after a start everybody has a little time"
        time.seconds += RESTART_GRACE
        look(place)
        assert records(place, match)[5]["by"] == "clock"


def test_a_match_that_left_the_memory_is_read_back_when_due(settings: Settings, time: Time) -> None:
    settings.max_rooms = 1
    with running(settings) as place:
        (ling, _), match = paced(place)
        set_made(settings, "matches", time)
        ling.open("pig", "me", "hot")
        assert match not in place.hub.house.rooms
        time.seconds += PACE - 1
        look(place)
        assert match not in place.hub.house.rooms
        time.seconds += 1
        look(place)
        assert [record["by"] for record in records(place, match)] == ["clock"]


def test_an_undo_gives_back_what_was_left_and_no_more(time: Time, place: Place) -> None:
    (ling, _), match = paced(place, "planet_masters", options={"race_choice": "choose", "first_player": 0})
    for number, (used, left) in enumerate(((30, 70), (30, 40), (35, UNDO_GRACE), (1, UNDO_GRACE))):
        time.seconds += used
        ling.answer(match, ling.frame(match)["decision"]["targets"][0]["code"])
        assert set(ling.frame(match)["clock"]["left"].values()) == {(PACE - 5 * number) * 1000}
        time.seconds += 5
        assert ling.act(match, "undo", id=new_id()).json() == {"ok": True}
        assert ling.frame(match)["clock"]["left"] == {"0": left * 1000}
    time.seconds += UNDO_GRACE
    look(place)
    assert records(place, match)[-1]["by"] == "clock"


def council(place: Place, **rest: Any) -> tuple[list[Person], str]:
    """Return four people who are asked to vote, all at once and in secret."""
    options = {"vote_mode": "simultaneous", "first_player": 0}
    people, match = paced(place, "planet_masters", seats=4, options=options, **rest)
    for number in range(4000):
        frame = people[0].frame(match)
        assert frame["outcome"] is None, f"no council in {number} answers"
        if len(frame["waiting"]) > 2:
            return people, match
        asked = people[frame["waiting"][0]]
        decision = asked.frame(match)["decision"]
        codes = _council_codes(decision)
        asked.answer(match, *codes, ordinal=decision["ordinal"])
    raise AssertionError


def _council_codes(decision: Data) -> list[int]:
    propose = [target["code"] for target in decision["targets"] if "council" in target["label"]["key"]]
    if propose:
        return propose[:1]
    return [] if decision["many"] and decision["done"] else [decision["targets"][0]["code"]]


def test_the_clock_tells_nothing_of_a_secret_answer(time: Time, place: Place) -> None:
    people, match = council(place)
    viewers = [*people, place.person()]
    time.seconds += 20
    before = [person.frame(match) for person in viewers]
    assert {str(frame["clock"]) for frame in before} == {str(before[0]["clock"])}
    assert set(before[0]["clock"]["left"]) == {str(seat) for seat in before[0]["waiting"]}
    assert set(before[0]["clock"]["left"].values()) == {80_000}
    voter = before[0]["waiting"][0]
    choices: list[Data] = before[voter]["decision"]["targets"]
    seen = []
    for choice in choices[:2]:
        people[voter].answer(match, choice["code"])
        after = [person.frame(match) for person in viewers]
        for frame in after:
            assert frame["answered"] == [voter] or voter in frame["answered"]
            left = {str(seat): 80_000 for seat in frame["waiting"]}
            assert frame["clock"] == {"limit": PACE, "left": left} and str(voter) not in left
        seen.append([frame["clock"] for frame in after])
        people[voter].act(match, "undo", id=new_id())
        assert [person.frame(match)["clock"] for person in viewers] == [frame["clock"] for frame in before]
    assert seen[0] == seen[1]
    people[voter].answer(match, choices[0]["code"])
    time.seconds += 80
    look(place)
    assert {record["by"] for record in records(place, match)[-3:]} >= {"clock"}
    assert not set(people[0].frame(match)["waiting"]) >= set(before[0]["waiting"]) - {voter}


def test_a_question_without_a_public_change_does_not_start_the_clock_anew() -> None:
    clock = Clock(PACE, 1000.0)
    clock.key = "a"
    clock.turn("a", 1030.0, new=True, undone=False)
    assert clock.deadline == 1100.0
    clock.turn("b", 1040.0, new=False, undone=False)
    assert clock.deadline == 1100.0
    clock.turn("c", 1050.0, new=True, undone=False)
    assert clock.deadline == 1150.0
    clock.turn("a", 1060.0, new=True, undone=True)
    assert clock.deadline == 1060.0 + PACE - 40


def test_a_bot_has_no_time_to_keep(time: Time, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = place.person()
    asked: list[Prompt[Any]] = []

    def slow(name: str, match: Any, seat: int, ends: float, gone: Any) -> list[int]:
        asked.append(match.decisions[seat].prompt)
        time.seconds += 10 * PACE
        return [PIG_HOLD]

    monkeypatch.setattr(place.hub.source, "answer", slow)
    seats = [{"kind": "bot"}, {"kind": "me"}]
    match = ling.post("/matches", {"game": "pig", "seats": seats, "pace": PACE}).json()["id"]
    with ling.stream(match) as stream:
        while stream.receive_json(timeout=10)["decision"] is None:
            pass
    assert asked and {record["by"] for record in records(place, match)} == {"bot"}


def test_who_sits_down_again_and_again_gains_nothing() -> None:
    clock = Clock(PACE, 0.0)
    clock.key = "a table"
    clock.welcome(0, 90.0)
    first = clock.deadline
    assert first > PACE
    clock.welcome(0, 110.0)
    assert clock.deadline == first
    clock.key = "another table"
    clock.welcome(0, 110.0)
    assert clock.deadline > first


def test_a_kept_clock_knows_what_a_table_had_used_up() -> None:
    clock, kept = Clock(PACE, 0.0), Clock(PACE, 0.0)
    clock.key = "before"
    clock.turn("after", 70.0, new=True, undone=False)
    kept.restore(clock.save())
    for one in (clock, kept):
        one.turn("before", 75.0, new=True, undone=True)
        assert one.left(75.0) == (PACE - 70) * 1000


def test_that_a_bot_sits_in_for_who_was_late_is_known_after_a_restart(settings: Settings, time: Time) -> None:
    with running(settings) as place:
        (ling, tomas), match = paced(place, options={"target": 500})
        with closing(sqlite3.connect(settings.database)) as connection, connection:
            connection.execute("UPDATE changes SET made = made - 60")  # they said a while ago that they are ready
        for _ in range(2):
            while ling.frame(match)["decision"] is None:
                tomas.answer(match, PIG_HOLD)
            time.seconds += PACE
            look(place)
        assert reseat(tomas, match, 1, "bot").json() == {"ok": True}
    with running(settings) as place:
        seats = place.person(ling.cookie).frame(match)["seats"]
    assert [(seat["kind"], seat["late"]) for seat in seats] == [("bot", True), ("bot", False)]


def test_whose_last_change_it_was_that_his_time_ran_out_is_late() -> None:
    late, back, handed = {"0:late:7": 5}, {"0:a": 6}, {"0:b": 7}
    assert late_seats({}) == set()
    assert late_seats(late) == late_seats(late | {"0:bot:8": 9, "1:c": 9, "0:clock:9": 9, "loose": 9}) == {0}
    assert late_seats(late | {"0:a": 5}) == late_seats(late | back) == late_seats(late | back | handed) == set()
    assert late_seats(late | back | {"0:late:12": 8}) == {0}
