"""What the people at a table may do about one of them: the host alone, the others by a vote."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from server.conftest import Time
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id
from server.test_seats import look, reseat
from server.virtual import room_of, run
from server.windows import open_moment, passes, table
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.match.apply_action import deal
from shapan.server.match.arrangement import renew_links
from shapan.server.match.attendance import claim
from shapan.server.match.frame import compose
from shapan.server.match.lifecycle import NotYours, Stale
from shapan.server.match.presence import LONG_AWAY
from shapan.server.match.room import Room
from shapan.server.settings import PATIENCE
from shapan.server.store.row import SeatRow

PEOPLE = ("ling", "tomas", "mia")


def together(test: Callable[[Room], Coroutine[Any, Any, Any]], *, people: int = 3, pace: int = 0) -> Any:
    """Run something at a table of Pig whose people are all here, Ling its host; Ling is asked."""

    async def play() -> Any:
        rows = [SeatRow(seat, "player", name, session=name) for seat, name in enumerate(PEOPLE[:people])]
        room = room_of(Match(find("pig"), people, {"target": 500}, "hosting"), rows)
        room.row.pace = room.clock.limit = pace
        room.seats.bot_names = ["greedy"]
        for row in rows:
            room.show(row.session, stream=True)
        return await test(room)

    return run(play())


def deeds(room: Room, session: str, seat: int) -> list[str]:
    return compose(room, 0, session).seats[seat].deeds


async def pass_on(room: Room, seat: int) -> None:
    """Let the people before a seat hold until it is asked."""
    while room.match.waiting != [seat]:
        asked = room.match.waiting[0]
        code = PIG_HOLD if room.match.live.rolled else PIG_ROLL
        await room.answer(asked, [code], room.match.decisions[asked].ordinal, f"n{len(room.match.log)}")


def test_the_host_may_act_on_who_has_been_silent_for_long_and_not_before() -> None:
    async def play(room: Room) -> None:
        await pass_on(room, 1)
        await asyncio.sleep(PATIENCE - 1)
        assert deeds(room, "ling", 1) == ["mute"] and not compose(room, 0, "ling").seats[1].holds_up
        with pytest.raises(NotYours):
            await deal(room, "ling", 1, "time", "early")
        await asyncio.sleep(1)
        seen = compose(room, 0, "ling")
        assert seen.patience == PATIENCE and [seat.host for seat in seen.seats] == [True, False, False]
        assert seen.seats[1].holds_up and seen.seats[1].deeds == ["time", "bot", "remove", "mute"]
        assert not seen.seats[1].by_vote and deeds(room, "ling", 2) == ["mute"]
        assert deeds(room, "mia", 1) == deeds(room, "tomas", 1) == deeds(room, "stranger", 1) == []
        with pytest.raises(NotYours):
            await deal(room, "mia", 1, "time", "not the host")
        default = room.match.default(1)
        assert await deal(room, "ling", 1, "time", "late")
        assert room.match.log[-1] | {"by": "clock", "seat": 1, "answer": default} == room.match.log[-1]
        [note] = room.notes.told(2)
        assert (note.key, note.seat, note.by, note.voted) == ("timed", 1, 0, False)

    together(play)


def test_a_decision_has_its_own_time_at_least_and_a_word_is_a_sign() -> None:
    async def slow(room: Room) -> None:
        await pass_on(room, 1)
        await asyncio.sleep(PATIENCE + 1)
        assert not room.hosting.holds_up(1) and room.hosting.bound == 600
        await asyncio.sleep(600)
        assert room.hosting.holds_up(1)

    async def talking(room: Room) -> None:
        await pass_on(room, 1)
        await asyncio.sleep(PATIENCE - 1)
        room.hosting.touch(1)
        await asyncio.sleep(PATIENCE - 1)
        assert not room.hosting.holds_up(1)
        await asyncio.sleep(1)
        assert room.hosting.holds_up(1)

    together(slow, pace=600)
    together(talking)


def test_who_is_away_for_long_holds_up_as_soon_as_he_is_asked() -> None:
    async def play(room: Room) -> None:
        room.seats.presence.leave("tomas")
        await asyncio.sleep(PATIENCE)
        assert not room.hosting.holds_up(1) and not room.hosting.holds_up(2)
        await pass_on(room, 1)
        assert room.hosting.holds_up(1)

    together(play)


def test_two_time_outs_in_a_row_put_a_bot_there_also_without_a_clock() -> None:
    async def play(room: Room) -> list[str]:
        for number in range(2):
            await pass_on(room, 1)
            await asyncio.sleep(PATIENCE)
            await deal(room, "ling", 1, "time", f"late{number}")
        assert room.seats[1].kind == "bot" and 1 in room.seats.late
        return [note.key for note in room.notes.told(0)]

    assert together(play) == ["timed", "timed", "late"]


@pytest.mark.parametrize(("deed", "kind", "key"), [("bot", "bot", "bot"), ("remove", "left", "removed")])
def test_a_bot_plays_for_who_holds_up(deed: Any, kind: str, key: str) -> None:
    async def play(room: Room) -> None:
        await pass_on(room, 1)
        await asyncio.sleep(PATIENCE)
        await deal(room, "ling", 1, deed, "once")
        assert (room.seats[1].kind, room.seats[1].bot, room.seats[1].session) == (kind, "greedy", "tomas")
        assert [(note.key, note.by) for note in room.notes.told(2)] == [(key, 0)]
        assert compose(room, 1, "tomas").seats[1].may == (["take", "leave"] if deed == "bot" else [])

    together(play)


def test_who_removes_the_only_opponent_is_asked_whether_to_claim_the_victory() -> None:
    async def play(room: Room) -> None:
        await pass_on(room, 1)
        await asyncio.sleep(PATIENCE)
        await deal(room, "ling", 1, "remove", "once")
        assert not room.over and list(room.seats.bots) == [1] and room.seats[1].kind == "left"
        assert "claim" in compose(room, 0, "ling").seats[0].may
        await claim(room, 0, "mine")
        assert room.match.outcome is not None and room.match.outcome.winners == [0]

    together(play, people=2)


def test_against_the_host_the_others_vote() -> None:
    async def play(room: Room) -> None:
        await asyncio.sleep(PATIENCE)
        assert room.hosting.holds_up(0) and deeds(room, "ling", 0) == []
        seen = compose(room, 1, "tomas").seats[0]
        assert seen.by_vote and "time" in seen.deeds
        assert not await deal(room, "tomas", 0, "time", "a") and len(room.match.log) == 0
        assert not await deal(room, "tomas", 0, "time", "b"), "one person has one vote"
        for viewer in ("ling", "mia", None):
            [vote] = compose(room, 3, viewer).seats[0].votes
            assert (vote.deed, vote.yes, vote.of) == ("time", [1], 2)
        assert await deal(room, "mia", 0, "time", "c") and len(room.match.log) == 1
        [note] = room.notes.told(0)
        assert (note.key, note.seat, note.by, note.voted) == ("timed", 0, -1, True)
        assert compose(room, 0, "ling").seats[0].votes == []

    together(play)


def test_where_the_host_is_not_here_those_who_are_vote() -> None:
    async def play(room: Room) -> None:
        await pass_on(room, 1)
        await asyncio.sleep(PATIENCE)
        assert deeds(room, "mia", 1) == []
        room.seats.presence.leave("ling")
        await asyncio.sleep(40)
        seen = compose(room, 2, "mia").seats[1]
        assert seen.by_vote and room.hosting.voters(1) == ["mia"], "who is not here has no vote"
        assert await deal(room, "mia", 1, "bot", "x") and room.seats[1].kind == "bot"

    together(play)


def test_votes_for_a_question_end_with_it() -> None:
    async def play(room: Room) -> None:
        await asyncio.sleep(PATIENCE)
        await deal(room, "tomas", 0, "remove", "a")
        await room.answer(0, [PIG_ROLL], room.match.decisions[0].ordinal, "at last")
        assert compose(room, 1, "tomas").seats[0].votes == [] and not room.hosting.holds_up(0)
        await pass_on(room, 0)
        await asyncio.sleep(PATIENCE)
        assert not await deal(room, "mia", 0, "remove", "b"), "the vote of before counts no more"

    together(play)


def test_after_the_host_it_is_who_has_sat_there_longest() -> None:
    async def play(room: Room) -> None:
        room.seats.rows[1].sat, room.seats.rows[2].sat = 2, 1
        room.seats.rows[0].kind = "left"
        assert room.seats.host == "mia"
        room.seats.rows[2].kind = "left"
        assert room.seats.host == "tomas"
        room.seats.rows[1].kind = "left"
        assert room.seats.host == "ling", "where nobody sits any more it is who opened the table"

    together(play)


# In reaction windows


@pytest.mark.usefixtures("bells")
def test_in_a_window_all_who_are_asked_can_be_timed_out_or_none(time: Time, place: Place) -> None:
    """Who has answered is not to be seen: neither before, nor from whom it is offered for, nor from what it does."""
    people, match = table(place)
    ling, tomas, mia = people
    offered = []
    for answered in (False, True):
        if answered:
            passes(tomas, match)
        for person in people:
            person.frame(match)
        told = [seat["deeds"] for seat in ling.frame(match)["seats"]]
        offered.append(told)
        assert not any("time" in each for each in told)
    time.seconds += PATIENCE
    for person in people:
        person.frame(match)
    look(place)
    told = [seat["deeds"] for seat in ling.frame(match)["seats"]]
    assert offered[0] == offered[1] and told[1] == told[2] == ["time", "bot", "remove", "mute"]
    before = len(place.hub.house.rooms[match].match.log)
    assert ling.act(match, "people", id=new_id(), seat=1, deed="time").json() == {"done": True}
    open_moment(time, place, 1)
    notes = [(note["key"], note["seat"]) for note in mia.frame(match)["notes"]]
    assert [note for note in notes if note[0] == "timed"] == [("timed", 0), ("timed", 1), ("timed", 2)]
    assert len(place.hub.house.rooms[match].match.log) >= before + 3, "it was for all who had not answered"


@pytest.mark.usefixtures("bells")
@pytest.mark.parametrize(("deed", "key"), [("bot", "bot"), ("remove", "removed")])
def test_in_a_window_to_replace_somebody_does_not_tell_whether_it_was_open_for_him(
    time: Time, place: Place, deed: str, key: str
) -> None:
    seen = []
    for answered in ((), (1,), (0, 2), (0, 1)):
        people, match = table(place)
        for seat in answered:
            passes(people[seat], match)
        for _ in range(2):
            for person in people:
                person.frame(match)
            time.seconds += PATIENCE
        for person in people:
            person.frame(match)
        look(place)
        asked = len(place.hub.house.rooms[match].match.log)
        assert people[0].act(match, "people", id=new_id(), seat=1, deed=deed).json() == {"done": True}
        frame = place.person().frame(match)
        notes = [(note["key"], note["seat"]) for note in frame["notes"]]
        assert notes == [("timed", 0), ("timed", 1), ("timed", 2), (key, 1)]
        assert len(place.hub.house.rooms[match].match.log) >= asked + 3, "the window has closed"
        seen.append((notes, [seat["kind"] for seat in frame["seats"]], frame["log_length"], frame["waiting"]))
    assert seen == seen[:1] * len(seen)


@pytest.mark.usefixtures("bells")
def test_the_seat_of_who_is_away_is_not_handed_over_while_a_reaction_is_asked_of_him(time: Time, place: Place) -> None:
    people, match = table(place)
    time.seconds += LONG_AWAY + 1
    people[0].frame(match)
    assert people[0].frame(match)["seats"][1]["may"] == []
    assert reseat(people[0], match, 1, "bot").status_code == 403


# Before the match begins, and by the API


def gathered(place: Place) -> tuple[Person, Person, Person, Data]:
    ling, tomas, mia = place.person(), place.person(), place.person()
    opened = ling.open("pig", "me", "open", "open")
    for person, join, name in zip((tomas, mia), opened["joins"], ("Tomas", "Mia"), strict=True):
        person.form(join["url"], {"name": name})
    return ling, tomas, mia, opened


def deal_with(person: Person, match: str, seat: int, deed: str, name: str = "") -> Any:
    return person.act(match, "people", id=name or new_id(), seat=seat, deed=deed)


def test_the_host_removes_somebody_from_the_room_who_cannot_sit_down_again(place: Place) -> None:
    ling, tomas, mia, opened = gathered(place)
    match, link = opened["id"], opened["joins"][0]["url"]
    assert deal_with(tomas, match, 2, "remove").status_code == 403
    assert deal_with(place.person(), match, 2, "remove").status_code == 403
    assert deal_with(ling, match, 7, "remove").status_code == 422
    back = tomas.act(match, "back").json()["url"]
    assert deal_with(ling, match, 1, "remove", "once").json() == {"done": True}
    assert deal_with(ling, match, 1, "remove", "once").json() == {"done": True}, "a repeat changes nothing"
    seat = mia.frame(match)["seats"][1]
    assert seat["kind"] == "open" and tomas.frame(match)["spectator"]
    [note] = mia.frame(match)["notes"]
    assert (note["key"], note["seat"], note["by"], note["after"]) == ("removed", 1, 0, 0)
    assert tomas.get(link).status_code == 404 and tomas.get(back).status_code == 404
    new = ling.frame(match)["seating"]["invitations"][0]["url"]
    assert tomas.form(new, {}).headers["location"] == new and tomas.get(new).status_code == 403
    assert tomas.post(f"/api{new}", {}).status_code == 409
    assert place.person().post(f"/api{new}", {"name": "Devi"}).json()["seat"] == 1


def test_links_are_renewed_though_another_change_came_between(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was removed could come back by the old link from another browser."""
    ling, _, _, opened = gathered(place)
    tries = []

    async def late(*given: Any, **rest: Any) -> None:
        tries.append(given)
        if len(tries) == 1:
            raise Stale
        await renew_links(*given, **rest)

    monkeypatch.setattr("shapan.server.match.apply_action.renew_links", late)
    assert deal_with(ling, opened["id"], 1, "remove").json() == {"done": True}
    assert len(tries) == 2 and place.person().get(opened["joins"][0]["url"]).status_code == 404


def test_the_host_gives_the_seat_of_somebody_to_a_bot_before_it_begins(place: Place) -> None:
    ling, tomas, _, opened = gathered(place)
    assert deal_with(ling, opened["id"], 1, "bot").json() == {"done": True}
    seat = ling.frame(opened["id"])["seats"][1]
    assert (seat["kind"], seat["name"], bool(seat["bot"])) == ("bot", "", True)
    assert tomas.frame(opened["id"])["spectator"]


@pytest.mark.usefixtures("plays_on")
def test_when_the_host_goes_another_sees_to_the_room(place: Place, time: Time) -> None:
    ling, tomas, mia, opened = gathered(place)
    match = opened["id"]
    ling.act(match, "leave", id=new_id())
    time.seconds += 60
    for person in (tomas, mia):
        person.frame(match)
    assert tomas.frame(match)["seating"]["host"] and not mia.frame(match)["seating"]["host"]
    assert tomas.frame(match)["seating"]["host_seat"] == 1
    assert reseat(mia, match, 0, "bot").status_code == 403 and reseat(tomas, match, 0, "bot").status_code == 200


def test_who_is_muted_does_not_write_until_he_may_again(place: Place) -> None:
    ling, tomas, mia, opened = gathered(place)
    match = opened["id"]
    assert tomas.act(match, "chat", id=new_id(), text="hm").status_code == 200
    assert deal_with(ling, match, 1, "mute").json() == {"done": True}
    assert deal_with(ling, match, 1, "mute").json() == {"done": True}, "a repeat changes nothing"
    said = tomas.act(match, "chat", id=new_id(), text="hm")
    assert said.status_code == 422 and said.json()["field"] == "muted"
    assert mia.act(match, "chat", id=new_id(), text="hm").status_code == 200
    assert [seat["muted"] for seat in mia.frame(match)["seats"]] == [False, True, False]
    assert deal_with(ling, match, 1, "unmute").json() == {"done": True}
    assert tomas.act(match, "chat", id=new_id(), text="hm").status_code == 200
    assert [note["key"] for note in mia.frame(match)["notes"]] == ["muted", "unmuted"]
