"""Former players: what stays theirs once another has the seat, and what does not go to who has it now."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import update

from server.conftest import Time, running
from server.people import PIG_HOLD, PIG_ROLL, Place, new_id
from server.test_account_end import stored
from server.test_accounts import log_in, sign_up
from server.test_friends import members
from server.test_ratings import rated
from server.test_reserves import DAY, kinds, members_only, offer, pass_on, recruit, rows, sit, step, table, told, waits
from server.test_seat_link import link_of
from server.test_seats import look
from shapan.engine.game import Outcome
from shapan.server.match.attendance import take_over
from shapan.server.replay.matchfile import checked
from shapan.server.settings import Settings
from shapan.server.store.rating import MU
from shapan.server.store.reserves import gone_seat
from shapan.server.store.schema import FORMER_PLAYERS, RECORDS

__all__ = ["members_only"]


def age(place: Place, match: str) -> None:
    """Let all that was played so far have been played a minute ago: times are stored in seconds."""
    records = update(RECORDS).where(RECORDS.c.match == match).values(made=RECORDS.c.made - 60)
    place.client.blocking_portal.call(place.hub.store.writer.do, lambda connection: connection.execute(records))


def test_time_outs_of_who_sat_there_are_not_counted_against_a_reserve(settings: Settings, time: Time) -> None:
    """Also where the server stops before it has kept the clock of who has just come."""
    with running(settings) as place:
        people, match = table(place, late="default")
        mia, _noor = waits(place, match, "Mia", "Noor")
        for _ in range(2):
            pass_on(place, match, people, 1)
            time.seconds += DAY + 1
            look(place)
        recruit(place)
        assert told(mia, match)["mine"] == "asked"
        room = place.hub.house.rooms[match]
        person = room.reserves.rows[0].person
        room.clock.missed[1] = 2
        place.client.blocking_portal.call(room.keep_snapshot)
        age(place, match)
        place.client.blocking_portal.call(place.hub.house.act, match, lambda one: take_over(one, person))
    with running(settings) as place:
        mia.place = place
        recruit(place)
        assert kinds(mia, match)[1] == "you" and place.hub.house.rooms[match].clock.missed.get(1, 0) == 0
        assert told(mia, match)["people"] == [{"name": "Noor", "asked": None}], "the seat is not free again"


def test_what_is_written_to_who_has_gone_is_not_written_to_who_has_the_seat(settings: Settings) -> None:
    with running(settings) as place:
        (ling, tomas, _), match = table(place)
        (mia,) = waits(place, match, "Mia")
        ling.act(match, "chat", id=new_id(), text="\ufffc, are you there?", mentions=[1])
        offer(tomas, match)
        assert step(mia, match, "accept").status_code == 200
        said = ling.get(f"/api/matches/{match}/chat").json()["chat"]
        assert said[0]["mentions"] == [{"seat": -1, "name": ""}]
    with running(settings) as place:
        ling.place = place
        assert ling.get(f"/api/matches/{match}/chat").json()["chat"] == said


@pytest.mark.usefixtures("members_only")
def test_what_they_did_before_is_theirs_and_goes_with_their_account(place: Place) -> None:
    ling, tomas, mia = members(place, "Ling", "Tomas", "Mia")
    match = sit(ling, tomas)
    assert step(mia, match).status_code == 200
    people, said = [ling, tomas], ("my number is 5550123", "I have the seat now")
    pass_on(place, match, people, 1)
    tomas.answer(match, PIG_ROLL)
    tomas.act(match, "chat", id=new_id(), text=said[0])
    offer(tomas, match)
    age(place, match)
    assert step(mia, match, "accept").status_code == 200
    pass_on(place, match, [ling, mia], 1)
    mia.answer(match, PIG_ROLL)
    mia.act(match, "chat", id=new_id(), text=said[1])
    log = [record for record in place.hub.house.rooms[match].match.log if record.get("seat") == 1]
    counted = []
    for person, own in ((tomas, said[0]), (mia, said[1])):
        export = person.get("/account/export").json()
        assert [message["text"] for message in export["chat"]] == [own]
        (kept,) = export["matches"]
        counted.append(len(kept["answers"]))
        assert {one["seat"] for one in kept["answers"]} == {1}
    assert sum(counted) == len(log) and all(counted), "each has their own answers, and nobody else's"

    async def forget() -> None:
        person = place.hub.house.rooms[match].reserves.formers[0].person
        await place.hub.store.accounts.forget(person)
        place.hub.forget_people({person: "gone-1"})

    place.client.blocking_portal.call(forget)
    assert said[0] not in mia.get(f"/api/matches/{match}/chat").text, "not in memory either"


@pytest.mark.usefixtures("members_only")
def test_what_they_wrote_can_be_reported_once_they_have_gone(place: Place) -> None:
    ling, tomas, mia = members(place, "Ling", "Tomas", "Mia")
    match = sit(ling, tomas)
    assert step(mia, match).status_code == 200
    tomas.act(match, "chat", id=new_id(), text="rude")
    offer(tomas, match)
    person = place.hub.house.rooms[match].seats[1].session
    assert step(mia, match, "accept").status_code == 200
    (who,) = re.findall(r'value="(-\d+\.1)"', ling.get(f"/report/{match}").text)
    for wrong in ("1.1", "-9.1", "-.1", "--3.1", "-x"):
        assert ling.form(f"/report/{match}", {"who": wrong, "text": "insults"}).status_code == 422, wrong
    assert ling.form(f"/report/{match}", {"who": who, "text": "insults"}).status_code == 303
    (report,), _ = place.client.blocking_portal.call(place.hub.store.moderation.open_reports)
    assert (report.about, report.name) == (person, "Tomas") and report.chat[0].session == person
    assert "rude" not in tomas.get(f"/report/{match}").text, "nobody reports themselves"


def test_what_was_meant_for_one_person_is_not_done_to_the_next(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    (ling, tomas, _), match = table(place)
    (mia,) = waits(place, match, "Mia")
    offer(tomas, match)
    person = place.hub.house.rooms[match].reserves.rows[0].person
    act = place.hub.house.act

    async def late(name: str, change: Any) -> None:
        monkeypatch.setattr(place.hub, "act", act)
        await place.hub.recruiter.accept(match, person)
        await act(name, change)

    monkeypatch.setattr(place.hub, "act", late)
    muted = ling.act(match, "people", id=new_id(), seat=1, deed="mute")
    assert muted.json() == {"reason": "closed"} and kinds(mia, match)[1] == "you"
    assert not place.hub.house.rooms[match].seats[1].muted


@pytest.mark.usefixtures("members_only")
def test_who_comes_back_by_the_link_of_a_reserve_is_rated_once_and_not_spared(place: Place) -> None:
    """An account twice in one match cannot be stored: it would hold up the ratings of all others."""
    ling, tomas, mia = members(place, "Ling", "Tomas", "Mia")
    match = sit(ling, tomas, rated=True)
    assert step(mia, match).status_code == 200
    offer(tomas, match)
    assert step(mia, match, "accept").status_code == 200
    assert tomas.form(link_of(mia, match), {}).status_code == 303 and kinds(tomas, match)[1] == "you"
    room = place.hub.house.rooms[match]
    room.match.forfeited = Outcome("win", [1, 2], [0], [])
    place.client.blocking_portal.call(room.note_end)
    ratings = rated(place)
    assert {name: rows_[0].matches for name, rows_ in ratings.items() if rows_} == {"Ling": 1, "Tomas": 1}
    assert ratings["Ling"][0].mu > MU > ratings["Tomas"][0].mu


@pytest.mark.usefixtures("members_only")
def test_a_log_in_at_another_process_hides_no_seat(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that plays the table is not told that the guest who had a seat is a member now."""
    (_, tomas, _), match = table(place)
    mia = waits(place, match, "Mia")[0]
    offer(tomas, match)
    assert step(mia, match, "accept").status_code == 200
    room = place.hub.house.rooms[match]
    monkeypatch.setattr(type(room), "outdate", lambda self: None)
    member = place.person()
    sign_up(member, "Tom")
    log_in(tomas, "Tom")
    tomas.form("/account/seats", {"next": "/"})
    assert place.hub.house.rooms[match] is room and not room.reserves.is_former(log_in_of(place, "Tom"))
    assert step(member, match).status_code == 403


def log_in_of(place: Place, name: str) -> str:
    found = place.client.blocking_portal.call(place.hub.store.accounts.account_called, name.lower())
    assert found is not None
    return str(found.id)


@pytest.mark.usefixtures("members_only")
def test_a_damaged_row_of_a_former_player_keeps_no_seat_from_others(settings: Settings) -> None:
    with running(settings) as place:
        (_, tomas, vera), match = table(place)
        _, mia = waits(place, match, "Mia", "Noor")
        offer(tomas, match)
        first = place.hub.house.rooms[match].reserves.rows[0].person
        place.client.blocking_portal.call(place.hub.recruiter.accept, match, first)
        damaged = update(FORMER_PLAYERS).values(made=-1)
        place.client.blocking_portal.call(place.hub.store.writer.do, lambda connection: connection.execute(damaged))
    with running(settings) as place:
        vera.place = mia.place = place
        vera.act(match, "chat", id=new_id(), text="bye")
        offer(vera, match)
        assert told(mia, match)["mine"] == "asked" and step(mia, match, "accept").status_code == 200
        assert [row["number"] for row in rows(place, FORMER_PLAYERS, match)] == [1, 2]
        (said,) = mia.get(f"/api/matches/{match}/chat").json()["chat"]
        assert said["seat"] == -1 and place.hub.house.rooms[match].chat.messages[0].seat == gone_seat(2)


@pytest.mark.usefixtures("members_only")
def test_no_name_of_a_deleted_former_player_is_kept(place: Place) -> None:
    ling, tomas, mia, noor = members(place, "Ling", "Tomas Secretive", "Mia", "Noor")
    match = sit(ling, tomas)
    assert step(mia, match).status_code == 200
    tomas.act(match, "chat", id=new_id(), text="hello")
    offer(tomas, match)
    assert step(mia, match, "accept").status_code == 200
    step(noor, match)
    offer(mia, match)
    assert step(noor, match, "accept").status_code == 200
    assert "Tomas Secretive" in stored(place) and "Tomas Secretive" in ling.get(f"/api/matches/{match}/frame").text

    async def forget() -> None:
        person = place.hub.house.rooms[match].reserves.formers[0].person
        await place.hub.store.accounts.forget(person)
        place.hub.forget_people({person: "gone-1"})

    place.client.blocking_portal.call(forget)
    assert "Tomas" not in stored(place)
    frame = ling.get(f"/api/matches/{match}/frame").text
    assert "Tomas" not in frame and '"called":"gone-' in frame and '"called":"Mia"' in frame


def test_a_match_that_was_taken_over_is_replayed_recorded_and_verified(settings: Settings) -> None:
    with running(settings) as place:
        (ling, tomas, vera), match = table(place, options={"target": 10})
        (mia,) = waits(place, match, "Mia")
        pass_on(place, match, [ling, tomas, vera], 1)
        tomas.answer(match, PIG_ROLL)
        tomas.act(match, "leave", id=new_id())
        recruit(place)
        assert step(mia, match, "accept").status_code == 200
        room = place.hub.house.rooms[match]
        for _ in range(200):
            if room.match.over:
                break
            asked = room.match.waiting[0]
            holds = room.match.live.rolled >= 6
            [ling, mia, vera][asked].answer(match, PIG_HOLD if holds else PIG_ROLL)
        assert ling.frame(match)["outcome"] is not None
        ended = room.match.live.encoded()
        assert mia.get(f"/api/matches/{match}/replay").status_code == 200
        answer = mia.get(f"/api/matches/{match}/file")
        assert answer.status_code == 200 and '"replace":1' in answer.text
        assert checked(answer.json()).file.log == room.match.log
    with running(settings) as place:
        ling.place = place
        assert ling.frame(match)["outcome"] is not None
        assert place.hub.house.rooms[match].match.live.encoded() == ended
