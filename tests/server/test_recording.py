"""Recordings: what each viewer saw, as the match was finally played; kept off the hot path, and outliving its rules."""

from __future__ import annotations

import re
import sqlite3
import threading
import zlib
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from server.conftest import running
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, pig_choice, two_people
from shapan.engine.chance import Stream
from shapan.engine.decision import random_answer
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.match.seats import Seats
from shapan.server.match.visible_state import visible_state
from shapan.server.replay import recording_store as reels
from shapan.server.replay.recording import Recorder, Reel, Row, frame_of, packed, run, unpacked
from shapan.server.settings import Settings
from shapan.server.store.row import MatchRow

MOST = 400


def play_out(match: Match[Any], seed: str = "play", undos: bool = False, most: int = 250) -> None:
    """Play at random, with takings back in between where that is wanted."""
    rng = Stream(seed)
    for _ in range(most):
        if match.over:
            return
        seat = rng.choice(sorted(match.decisions))
        if undos and rng.number(3) == 0:
            able = [other for other in range(match.seats) if match.may_undo(other)]
            if able:
                match.undo(rng.choice(able))
                continue
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))


def recorded(game: str, seats: int, log: list[Data], cut: list[int], **options: Any) -> list[list[Row]]:
    """Record a log in several goes, each from a fresh match, and return the rows of each viewer."""
    reel, kept = Reel(), []
    for end in sorted({*cut, len(log)}):
        start: Match[Any] = Match(find(game), seats, options, b"x", "friendly")
        reel = msgspec.msgpack.decode(msgspec.msgpack.encode(reel), type=Reel)
        reel, parts, match = run(start, reel, log[:end])
        kept += parts
        assert reel.number == end == len(match.log)
    return [unpacked((part.first, part.body) for part in kept if part.viewer == viewer) for viewer in range(seats + 1)]


def told(rows: list[Row]) -> list[Any]:
    return [event for _, raw in rows for event in msgspec.json.decode(raw).get("events", [])]


@pytest.mark.parametrize(
    ("game", "seats", "options"), [("planet_masters", 4, {"max_rounds": 8}), ("pig", 3, {}), ("leduc", 2, {})]
)
def test_every_viewer_is_shown_all_that_he_saw(game: str, seats: int, options: Data) -> None:
    match: Match[Any] = Match(find(game), seats, options, b"x", "friendly")
    play_out(match, most=5 * MOST)
    assert match.over
    for viewer, rows in enumerate(recorded(game, seats, match.log, [3, len(match.log) // 2], **options)):
        message = visible_state(match, viewer)
        assert told(rows) == msgspec.to_builtins(message.events)
        last = msgspec.json.decode(rows[-1][1])
        assert last["outcome"] == msgspec.to_builtins(message.outcome)
        assert [position for position, _ in rows] == sorted({position for position, _ in rows})


@pytest.mark.parametrize("game", ["planet_masters", "pig"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
def test_what_was_taken_back_is_not_shown(game: str, seed: int) -> None:
    """A log with undos gives the same recording as the same match played without detours, however it is cut."""
    match: Match[Any] = Match(find(game), 3, {}, b"x", "friendly")
    play_out(match, f"undo {seed}", undos=True)
    assert any("undo" in record or "retract" in record for record in match.log)
    whole = recorded(game, 3, match.log, [])
    rng = Stream(f"cuts {seed}")
    assert recorded(game, 3, match.log, [rng.number(len(match.log)) for _ in range(5)]) == whole
    assert recorded(game, 3, match.log, list(range(0, len(match.log), 4))) == whole
    straight = played_straight(match, game)
    assert [[raw for _, raw in rows] for rows in recorded(game, 3, straight.log, [])] == [
        [raw for _, raw in rows] for rows in whole
    ]


def played_straight(match: Match[Any], game: str) -> Match[Any]:
    """Return the match that leads to the same end without an undo."""
    line: list[Data] = []
    again = begun(game, match.seats)
    for record in match.log:
        again.apply(record, verify=True)
        if "answer" in record:
            line.append(record)
        elif "retract" in record:
            line.reverse()
            line.remove(next(other for other in line if other["seat"] == record["retract"]))
            line.reverse()
        else:
            straight, states = begun(game, match.seats), []
            for other in line:
                states.append(state_of(straight))
                straight.answer(other["seat"], other["answer"], other["by"])
            del line[max(place for place, state in enumerate(states) if state == state_of(again)) :]
    straight = begun(game, match.seats)
    for record in line:
        straight.answer(record["seat"], record["answer"], record["by"])
    assert straight.ask_hash() == match.ask_hash()
    return straight


def begun(game: str, seats: int) -> Match[Any]:
    return Match(find(game), seats, {}, b"x", "friendly")


def state_of(match: Match[Any]) -> str:
    given = [] if match.pending is None else sorted(match.pending.given)
    return f"{match.ask_hash()} {len(match.history) + len(match.events)} {given}"


def test_a_step_in_which_a_viewer_saw_nothing_is_left_out() -> None:
    match: Match[Any] = Match(find("planet_masters"), 3, {}, b"x", "friendly")
    recorder = Recorder(match, Reel())
    play_out(other := Match(find("planet_masters"), 3, {}, b"x", "friendly"))
    for record in other.log:
        recorder.take(record)
    _, parts = recorder.done()
    for part in parts:
        rows = unpacked([(part.first, part.body)])
        for (_, before), (_, after) in pairwise(rows):
            assert before != after or msgspec.json.decode(after).get("events")


def test_a_recorded_frame_offers_nothing() -> None:
    match: Match[Any] = Match(find("planet_masters"), 3, {}, b"x", "friendly")
    play_out(match)
    for rows in recorded("planet_masters", 3, match.log, []):
        for _, raw in rows:
            assert not {b'"targets"', b'"why_not"', b'"buttons"', b'"code"'} & set(re.findall(rb'"\w+"', bytes(raw)))


def test_parts_withdraw_what_stood_before() -> None:
    def row(position: int, name: str) -> Row:
        return position, msgspec.Raw(msgspec.json.encode(name))

    first = packed([row(0, "a"), row(2, "b"), row(3, "c")])
    second = packed([row(2, "d")])
    shown = [msgspec.json.decode(raw) for _, raw in unpacked([(0, first), (2, second), (2, packed([]))])]
    assert shown == ["a"]
    assert [position for position, _ in unpacked([(0, first), (2, second)])] == [0, 2]


def test_landmarks_are_events_of_their_game() -> None:
    for name in ("planet_masters", "pig", "leduc"):
        game = find(name)
        keys = {kind.key for kind in game.events.types}
        assert game.landmarks and set(game.landmarks) <= keys
    match: Match[Any] = Match(find("pig"), 2, {"target": 20}, b"x", "friendly")
    play_out(match)
    frame = frame_of(match, 0, 0)
    assert [frame.events[place].key for place in frame.notes][-1:] == ["won"]


# In the server


def sql(settings: Settings, text: str, *values: object) -> list[tuple[Any, ...]]:
    with sqlite3.connect(settings.database) as connection:
        rows = connection.execute(text, values).fetchall()
    connection.close()
    return rows


def finish(people: list[Person], match: str) -> Data:
    """Play a pig match of these people to its end."""
    for _ in range(MOST):
        frame = people[0].frame(match)
        if frame["outcome"]:
            return frame
        asked = people[frame["waiting"][0]]
        assert asked.answer(match, pig_choice(asked.frame(match))).status_code == 200
    raise AssertionError("no end")


def replay(person: Person, match: str, query: str = "") -> Data:
    answer = person.get(f"/api/matches/{match}/replay{query}")
    assert answer.status_code == 200, answer.text
    data: Data = answer.json()
    return data


def test_recorded_with_each_snapshot_and_at_the_end(settings: Settings) -> None:
    with running(settings) as place:
        ling, tomas, match = two_people(place, target=40)
        finish([ling, tomas], match)
    [(number, parts)] = sql(settings, "SELECT number, parts FROM recordings")
    [(records,)] = sql(settings, "SELECT count(*) FROM records")
    assert number == records and parts >= 2
    assert sql(settings, "SELECT number FROM snapshots") == [(records,)]
    assert sql(settings, "SELECT status FROM matches") == [("over",)]


def test_the_missing_tail_is_recorded_when_the_replay_is_asked_for(settings: Settings) -> None:
    with running(settings) as place:
        ling, tomas, match = two_people(place, target=40)
        finish([ling, tomas], match)
        whole = replay(ling, match)
    for damage in (
        ["DELETE FROM recorded_parts", "DELETE FROM recordings"],
        ["DELETE FROM recorded_parts", "DELETE FROM recordings", "DELETE FROM snapshots"],
        ["DELETE FROM snapshots"],
    ):
        for line in [*damage, "UPDATE matches SET status = 'on'"]:
            sql(settings, line)
        with running(settings) as place:
            assert replay(place.person(ling.cookie), match) == whole, damage
        assert sql(settings, "SELECT status FROM matches") == [("over",)]


def test_a_kill_before_the_end_was_recorded_loses_nothing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def killed(*_: object) -> bool:
        return False

    with running(settings) as place:
        ling, tomas, match = two_people(place, target=40)
        for _ in range(10):
            person = [ling, tomas][ling.frame(match)["waiting"][0]]
            person.answer(match, pig_choice(person.frame(match)))
        monkeypatch.setattr(place.hub.reels, "record", killed)
        finish([ling, tomas], match)
    [(before, _)] = sql(settings, "SELECT number, parts FROM recordings")
    [(records,)] = sql(settings, "SELECT count(*) FROM records")
    assert before < records
    with running(settings) as place:
        shown = replay(place.person(ling.cookie), match)
    assert shown["frames"][-1]["outcome"]["result"] == "win"
    assert sql(settings, "SELECT number FROM recordings") == [(records,)]


def test_an_undo_takes_frames_back(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot", target=200)["id"]
    ling.answer(match, PIG_ROLL)
    while ling.frame(match)["waiting"] == [0]:
        ling.answer(match, PIG_HOLD)
    before = replay(ling, match, "?seat=0")["frames"]
    ling.act(match, "undo", id="back", seat=0)
    after = replay(ling, match, "?seat=0")["frames"]
    frame = ling.frame(match, "?seat=0")
    if frame["may_undo"] or frame["decision"]:
        assert after == before[:-1]
    assert after[-1]["scene"]["panels"] and after[-1]["waiting"] == frame["waiting"]


def test_a_match_whose_rules_have_changed_can_still_be_watched(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = type(find("pig"))
    with running(settings) as place:
        ling, tomas, match = two_people(place, target=40)
        finish([ling, tomas], match)
        whole = replay(ling, match)
        file = ling.get(f"/api/matches/{match}/file").json()
    monkeypatch.setattr(game, "rules_version", game.rules_version + 1)
    monkeypatch.setattr(Match, "ask_hash", lambda self: "0" * 16)  # no record fits any more
    monkeypatch.setattr(Seats, "is_away", lambda *_, **__: True)  # who is gone meanwhile is nothing of the replay
    with running(settings) as place:
        ling = place.person(ling.cookie)
        assert ling.frame(match)["frozen"]
        assert replay(ling, match) == whole
        assert replay(ling, match, "?seat=1")["frames"][-1]["outcome"]
        assert ling.get(f"/api/matches/{match}/file").json() == file
        for page in (ling.get("/replays").text, ling.get("/").text):
            assert f"/replay/{match}" in page and ">Finished<" in page and "Stopped by a fault" not in page


def test_a_match_that_cannot_be_recorded_goes_on(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr("shapan.server.replay.recording_store.run", broken)
    with running(settings) as place:
        ling, tomas, match = two_people(place, target=40)
        finish([ling, tomas], match)
        assert replay(ling, match)["frames"] == []
    assert sql(settings, "SELECT status FROM matches") == [("over",)]
    [(records,)] = sql(settings, "SELECT count(*) FROM records")
    assert sql(settings, "SELECT number FROM snapshots") == [(records,)]


def test_who_asks_for_a_replay_does_not_wait_for_the_queue(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = place.person()
    queued, wanted = (ling.open("pig", "me", "hot", target=200)["id"] for _ in range(2))
    goes_on, order = threading.Event(), []

    def slow(game: Any, row: MatchRow, *rest: Any) -> Any:
        waited = row.id == queued and not goes_on.wait(20)
        order.append("waited in vain" if waited else row.id)
        return recording(game, row, *rest)

    recording = reels._record
    monkeypatch.setattr("shapan.server.replay.recording_store._record", slow)
    for match in (queued, wanted):
        for _ in range(7):  # a snapshot is due, so the queue has both
            ling.answer(match, pig_choice(ling.frame(match)))
    assert replay(ling, wanted)["frames"]
    assert order == [wanted]
    goes_on.set()
    assert replay(ling, queued)["frames"] and set(order) == {wanted, queued}


def test_two_servers_do_not_record_the_same_twice(settings: Settings) -> None:
    with running(settings) as one, running(settings) as two:
        ling, tomas, match = two_people(one, target=40)
        finish([ling, tomas], match)
        again = two.person(ling.cookie)
        assert replay(ling, match)["frames"] == replay(again, match)["frames"]
    rows = sql(settings, "SELECT viewer, part, body FROM recorded_parts ORDER BY viewer, part")
    assert len({row[:2] for row in rows}) == len(rows)
    frames = [msgspec.json.decode(zlib.decompress(body)) for viewer, _, body in rows if viewer == 0]
    assert sum(map(len, frames)) == len(unpacked((0, row[2]) for row in rows[:1])) + sum(map(len, frames[1:]))
