"""What the table tells of its people in the log: steps back, time that ran out, who plays again."""

from __future__ import annotations

from typing import Any

import pytest

from server.conftest import Time, running
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id, two_people
from server.test_clock import PACE, paced
from server.test_seats import look, reseat
from server.virtual import room_of, run
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.segment import BOT, PLAYER
from shapan.server.match.note import MAX_NOTES
from shapan.server.settings import Settings
from shapan.server.store.row import SeatRow


def notes(person: Person, match: str) -> list[tuple[Any, ...]]:
    told: list[Data] = person.frame(match)["notes"]
    return [(note["key"], note["seat"], note["after"]) for note in told]


@pytest.mark.parametrize("together", [True, False])
def test_a_step_back_is_told_where_others_play(together: bool) -> None:
    async def play() -> tuple[list[Any], int]:
        rows = [SeatRow(0, "player", "Ling", session="ling"), SeatRow(1, "bot", "", "greedy")]
        if together:
            rows[1] = SeatRow(1, "player", "Tomas", session="tomas")
        room = room_of(Match(find("planet_masters"), 2, {}, "steps back"), rows)
        for number in range(60):
            seat = room.match.waiting[0]
            by = PLAYER if seat == 0 or together else BOT
            await room.answer(seat, room.match.default(seat), room.match.decisions[seat].ordinal, f"a{number}", by)
            if number > 4 and seat == 0 and room.answers.may_undo(0):
                await room.undo(0, "undo")
                return room.notes.told(2), room.match.event_count(2)
        raise AssertionError("nothing could be taken back")

    told, count = run(play())
    if not together:
        assert told == []
        return
    [note] = told
    assert (note.key, note.seat, note.after, note.by) == ("undo", 0, count, -1)
    assert note.said is not None and note.said.words["seat"] == {"seat": 0}


def test_what_nobody_else_has_seen_is_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where spectators see no change, only those viewers are told whose events were taken back."""

    async def play(taken: int | None) -> list[list[str]]:
        rows = [SeatRow(seat, "player", session=f"s{seat}") for seat in range(2)]
        room = room_of(Match(find("pig"), 2, {}, "hidden"), rows)
        key = room._seen()[0]
        counts = [room.match.event_count(viewer) + (viewer == taken) for viewer in range(3)]
        await room._tell_undo(0, (key, counts))
        return [[note.key for note in room.notes.told(viewer)] for viewer in range(3)]

    assert run(play(None)) == [[], [], []]
    assert run(play(1)) == [[], ["undo"], []]


@pytest.mark.usefixtures("slow")
def test_that_a_bot_plays_and_that_he_plays_again_stand_in_the_log(settings: Settings, time: Time) -> None:
    settings.snapshot_every = 3
    with running(settings) as place:
        (ling, tomas), match = paced(place, options={"target": 500})
        for _ in range(2):
            while ling.frame(match)["decision"] is None:
                tomas.answer(match, PIG_HOLD)
            time.seconds += PACE
            look(place)
        assert notes(tomas, match) == notes(ling, match) == notes(place.person(), match)
        [(key, seat, after)] = notes(tomas, match)
        assert (key, seat) == ("late", 0) and 0 < after <= tomas.frame(match)["log_length"]
        reseat(ling, match, 0, "me")
        assert [note[:2] for note in notes(tomas, match)] == [("late", 0), ("back", 0)]
        kept = notes(tomas, match)
    with running(settings) as place:
        assert notes(place.person(tomas.cookie), match) == kept


@pytest.mark.usefixtures("plays_on")
def test_hands_over_and_goes_are_told(place: Place) -> None:
    ling, tomas, match = two_people(place)
    ling.answer(match, PIG_ROLL)
    reseat(tomas, match, 1, "bot")
    reseat(tomas, match, 1, "me")
    tomas.act(match, "leave", id=new_id())
    assert [note[:2] for note in notes(ling, match)] == [("bot", 1), ("back", 1), ("left", 1)]
    assert all("by" not in note for note in ling.frame(match)["notes"])


def test_notes_move_up_with_what_stood_before_them_and_the_oldest_go() -> None:
    async def play() -> tuple[list[int], list[int]]:
        rows = [SeatRow(seat, "player", session=f"s{seat}") for seat in range(2)]
        room = room_of(Match(find("pig"), 2, {}, "many"), rows)
        for after in (0, 9, 3):
            note = room.notes.new("bot", 1)
            note.after = [after] * 3
            room.notes.put(note)
        monotone = [note.after for note in room.notes.told(0)]
        for _ in range(MAX_NOTES):
            room.notes.put(room.notes.new("bot", 1))
        return monotone, [note.number for note in room.notes.told(2)]

    places, numbers = run(play())
    assert places == sorted(places) and max(places) <= 3
    assert numbers == list(range(4, MAX_NOTES + 4))
