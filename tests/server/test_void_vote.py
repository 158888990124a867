"""A match is called off: by all who still play, once half of its people have gone; then it counts for nothing."""

from __future__ import annotations

from typing import Any

import pytest

from server.conftest import Time, running
from server.people import PIG_HOLD, Data, Person, Place, new_id
from server.test_clock import set_made
from server.test_seats import reseat
from shapan.engine.game import VOID
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.replay.matchfile import BadFile, check_record
from shapan.server.settings import PATIENCE, Settings
from shapan.server.store.row import TOURNAMENT

PIG = find("pig")

pytestmark = pytest.mark.usefixtures("slow", "bells")


def table(place: Place, people: int = 4, **rest: Any) -> tuple[list[Person], str]:
    """Return people at a table of pig that goes on and on."""
    persons = [place.person() for _ in range(people)]
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
    wanted = {"game": "pig", "seats": seats, "options": {"target": 500}, **rest}
    opened = persons[0].post("/matches", wanted).json()
    for person, join in zip(persons[1:], opened["joins"], strict=True):
        person.form(join["url"], {})
    for person in persons:
        person.ready(opened["id"])
    return persons, opened["id"]


def off(person: Person, match: str, *, agrees: bool = True, name: str = "") -> Any:
    return person.act(match, "void", id=name or new_id(), agrees=agrees)


def told(person: Person, match: str) -> Data | None:
    void: Data | None = person.frame(match)["void"]
    return void


def go(person: Person, match: str, seat: int) -> None:
    """Let a bot play for a person."""
    assert reseat(person, match, seat, "bot").json() == {"ok": True}


def test_it_takes_half_of_the_people(place: Place) -> None:
    people, match = table(place)
    go(people[3], match, 3)
    assert told(people[0], match) is None and off(people[0], match).status_code == 403
    assert people[2].act(match, "leave", id=new_id()).json() == {"ok": True}
    assert told(people[0], match) == {"asked": True, "by": -1, "yes": [], "of": 0, "left": 0}
    assert told(people[3], match) is None and told(place.person(), match) is None
    for outside in (people[2], people[3], place.person()):
        assert off(outside, match).status_code == 403
    assert reseat(people[3], match, 3, "me").json() == {"ok": True}
    assert told(people[0], match) is None, "who has come back is not gone"


def test_all_who_still_play_agree_and_the_match_is_over_without_a_winner(place: Place) -> None:
    people, match = table(place)
    people[2].act(match, "leave", id=new_id())
    go(people[3], match, 3)
    assert off(people[1], match).json() == {"done": False}
    first = told(people[0], match)
    assert first is not None and (first["asked"], first["by"], first["yes"], first["of"]) == (True, 1, [1], 2)
    mine = told(people[1], match)
    assert mine is not None and not mine["asked"]
    assert off(people[0], match, name="mine").json() == {"done": True} == off(people[0], match, name="mine").json()
    for viewer in (*people, place.person()):
        frame = viewer.frame(match)
        assert (frame["outcome"]["result"], frame["outcome"]["winners"], frame["void"]) == (VOID, [], None)
        assert frame["decision"] is None and frame["waiting"] == []
        assert frame["notes"][-1]["key"] == VOID
    room = place.hub.house.rooms[match]
    assert room.match.log[-1] == {VOID: [0, 1]}
    assert off(people[0], match).status_code == 409


def test_who_says_nothing_has_not_agreed(time: Time, place: Place) -> None:
    people, match = table(place)
    for seat in (2, 3):
        go(people[seat], match, seat)
    off(people[0], match)
    time.seconds += PATIENCE
    assert told(people[1], match) == {"asked": True, "by": -1, "yes": [], "of": 0, "left": 0}
    assert off(people[1], match).json() == {"done": False}, "a new proposal"
    assert off(people[0], match, agrees=False).json() == {"done": False}
    again = told(people[1], match)
    assert again is not None and again["by"] == -1
    assert place.hub.house.rooms[match].match.outcome is None


def test_what_was_agreed_before_somebody_came_back_is_asked_again(place: Place) -> None:
    people, match = table(place)
    for seat in (2, 3):
        go(people[seat], match, seat)
    assert off(people[0], match).json() == {"done": False}
    assert reseat(people[3], match, 3, "me").json() == {"ok": True}
    assert told(people[1], match) is None
    go(people[3], match, 3)
    assert told(people[1], match) == {"asked": True, "by": -1, "yes": [], "of": 0, "left": 0}
    assert off(people[1], match).json() == {"done": False} and not people[1].frame(match)["outcome"]


def test_who_goes_while_it_is_open_is_not_waited_for(place: Place) -> None:
    people, match = table(place)
    for seat in (2, 3):
        go(people[seat], match, seat)
    off(people[0], match)
    go(people[1], match, 1)
    assert off(people[0], match).json() == {"done": True}


def test_a_match_of_two_is_called_off_by_who_is_left(place: Place) -> None:
    people, match = table(place, 2)
    assert off(people[0], match).status_code == 403
    go(people[1], match, 1)
    assert off(people[0], match).json() == {"done": True}


@pytest.mark.parametrize("counts", [{"rated": "on"}, {"owner": f"{TOURNAMENT}one"}], ids=["rated", "tournament"])
def test_a_match_that_counts_is_called_off_by_no_one_alone(place: Place, counts: dict[str, str]) -> None:
    people, match = table(place, 3)
    for name, value in counts.items():
        setattr(place.hub.house.rooms[match].row, name, value)
    go(people[1], match, 1)
    go(people[2], match, 2)
    assert told(people[0], match) is None and off(people[0], match).status_code == 403


def test_who_never_had_company_cannot(place: Place) -> None:
    ling = place.person()
    alone = ling.open("pig", "me", "bot")["id"]
    shared = ling.open("pig", "me", "hot")["id"]
    for match in (alone, shared):
        assert told(ling, match) is None and off(ling, match).status_code == 403


def test_it_is_over_after_a_restart_too_and_its_replay_is_kept(settings: Settings, time: Time) -> None:
    with running(settings) as place:
        people, match = table(place)
        people[int(people[0].frame(match)["waiting"][0])].answer(match, PIG_HOLD)
        for seat in (2, 3):
            go(people[seat], match, seat)
        off(people[0], match)
        off(people[1], match)
    set_made(settings, "matches", time)
    with running(settings) as place:
        ling = place.person(people[0].cookie)
        assert ling.frame(match)["outcome"]["result"] == VOID
        assert "Called off" in ling.get("/replays").text
        assert "Called off" in ling.get("/").text
        assert ling.get(f"/api/matches/{match}/replay").status_code == 200
        file = ling.get(f"/api/matches/{match}/file")
        assert file.status_code == 200 and file.json()["log"][-1] == {VOID: [0, 1]}


def test_a_file_of_it_can_be_taken_and_one_with_a_wrong_seat_cannot() -> None:
    match: Match[Any] = Match(PIG, 3)
    match.void([0, 2])
    assert match.over and match.outcome is not None and match.outcome.ranks == [1, 1, 1]
    again: Match[Any] = Match.load(PIG, match.save())
    assert again.outcome == match.outcome
    check_record(match.log[-1], 0, 3)
    with pytest.raises(BadFile):
        check_record({VOID: [3]}, 0, 3)


def test_a_match_that_somebody_has_left_stays_without_a_winner() -> None:
    match: Match[Any] = Match(PIG, 3)
    match.leave(2, bot=True)
    match.void([0])
    assert match.outcome is not None and match.outcome.winners == []
