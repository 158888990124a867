"""A machine's clock that jumps, and a machine that sleeps: no decision is lost by it, and no window stays open."""

from __future__ import annotations

import itertools

import pytest

from server.bells import ringing
from server.conftest import Time, running
from server.people import PIG_ROLL, Place, pig_choice
from server.test_clock import PACE, paced, records
from server.test_seats import look
from server.windows import WINDOW, open_moment, passes, table
from server.windows import records as window_records
from shapan.server.match.clock import RESTART_GRACE
from shapan.server.monotonic import MAX_GAP, Steady
from shapan.server.settings import Settings

HOUR = 3600.0
JUMPS = (HOUR, -600.0, 120.0, -2 * HOUR, 5.0, 365 * 24 * HOUR)


@pytest.fixture
def stamped(time: Time, monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time of a test, by whose wall clock the store stamps what it keeps."""
    monkeypatch.setattr("time.time", lambda: time.seconds + time.ahead)
    return time


# The time itself


@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_moves_no_moment_and_is_noticed(jump: float) -> None:
    time = Time()
    before = time()
    assert time.woke < before
    time.ahead += jump
    time.seconds += 1
    assert time() == before + 1 == time.woke
    time.seconds += 1
    assert time() == before + 2 and time.woke == before + 1


def test_a_clock_that_is_led_slowly_has_not_jumped() -> None:
    time = Time()
    for _ in range(1000):
        time.seconds += 0.5
        time.ahead += 0.01
        time()
    assert time.ahead > 9 and time.woke < 0
    assert time.wall(time()) == pytest.approx(time.seconds + time.ahead)


@pytest.mark.parametrize("counted", [True, False], ids=["counted", "not counted"])
def test_sleep_is_no_time(counted: bool) -> None:
    """Some systems count a machine's sleep as monotonic time, others do not."""
    wall = ticks = 1000.0
    steady = Steady(lambda: wall, lambda: ticks)
    for _ in range(5):
        wall, ticks = wall + MAX_GAP / 2, ticks + MAX_GAP / 2
        steady()
    before = steady()
    assert before == 1000 + 5 * MAX_GAP / 2 and steady.woke < 0
    wall += HOUR
    ticks += HOUR if counted else 0.0
    assert steady() == before == steady.woke
    wall, ticks = wall + 1, ticks + 1
    assert steady() == before + 1 and steady.at(wall) == before + 1


def test_what_is_stored_is_found_again_at_its_moment_over_many_jumps() -> None:
    time = Time()
    stored: list[tuple[float, float]] = []
    for jump in (*JUMPS, *JUMPS):
        for _ in range(3):
            time.seconds += 400
            stored.append((time(), time.seconds + time.ahead))
        time.ahead += jump
        time.seconds += 1
        time()
    for moment, wall in stored:
        assert time.wall(moment) == pytest.approx(wall)
        assert moment - 0.001 <= time.at(wall) <= time(), "nobody is given less time than he has had"
    forward = Time()
    forward.seconds += 100
    at, wall = forward(), forward.seconds
    forward.ahead += HOUR
    forward.seconds += 100
    assert forward() - forward.at(wall) == pytest.approx(forward() - at), "a jump forward leaves no doubt"


def test_nothing_stored_lies_ahead() -> None:
    time = Time()
    assert time.at(time.seconds + HOUR) == time.seconds


# Decisions


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_takes_no_decision_and_gives_those_open_a_little_time(time: Time, place: Place, jump: float) -> None:
    (_, tomas), match = paced(place)
    time.seconds += PACE - 1
    time.ahead += jump
    look(place)
    assert records(place, match) == [] and tomas.frame(match)["clock"]["left"] == {"0": RESTART_GRACE * 1000}
    time.seconds += RESTART_GRACE - 1
    look(place)
    assert records(place, match) == []
    time.seconds += 1
    look(place)
    assert [record["by"] for record in records(place, match)] == ["clock"], "and no more than a little"


def test_a_jump_in_the_middle_of_a_decision_leaves_what_was_left(time: Time, place: Place) -> None:
    (ling, _), match = paced(place)
    time.seconds += 20
    time.ahead += HOUR
    look(place)
    assert ling.frame(match)["clock"]["left"] == {"0": (PACE - 20) * 1000}


@pytest.mark.usefixtures("slow")
def test_who_looks_on_is_told_of_the_time_that_a_jump_gives(time: Time, place: Place) -> None:
    (ling, _), match = paced(place)
    time.seconds += PACE - 1
    with ling.stream(match) as stream:
        assert stream.receive_json(timeout=10)["clock"]["left"] == {"0": 1000}
        time.ahead += HOUR
        look(place)
        assert stream.receive_json(timeout=10)["clock"]["left"] == {"0": RESTART_GRACE * 1000}


@pytest.mark.parametrize("jump", JUMPS)
def test_a_match_read_back_after_a_jump_has_the_time_it_had(settings: Settings, stamped: Time, jump: float) -> None:
    settings.max_rooms = 1
    with running(settings) as place:
        (ling, _), match = paced(place)
        ling.answer(match, PIG_ROLL)
        stamped.seconds += 20
        stamped.ahead += jump
        look(place)
        stamped.seconds += 20
        ling.open("pig", "me", "hot")
        assert match not in place.hub.house.rooms
        left = set(ling.frame(match)["clock"]["left"].values())
        assert left == {60_000} or (jump < 0 and 60_000 < min(left) <= PACE * 1000), "backwards it may be more"


@pytest.mark.parametrize("jump", JUMPS)
def test_a_restart_after_a_jump_takes_no_decision(settings: Settings, stamped: Time, jump: float) -> None:
    settings.snapshot_every = 1
    with running(settings) as place:
        (ling, _), match = paced(place)
        ling.answer(match, PIG_ROLL)
        stamped.ahead += jump
        look(place)
    again = settings.now = Time()
    again.seconds, again.ahead = stamped.seconds + stamped.ahead, 0.0
    with running(settings) as place:
        again.seconds += RESTART_GRACE - 1
        look(place)
        assert len(records(place, match)) == 1


@pytest.mark.parametrize("jump", JUMPS)
def test_a_window_closes_at_its_time_whatever_the_clock_says(time: Time, place: Place, jump: float) -> None:
    with ringing():
        people, match = table(place)
        for person in people:
            passes(person, match)
        time.ahead += jump
        open_moment(time, place, WINDOW - 0.5)
        assert window_records(place, match) == []
        open_moment(time, place, 0.5)
        assert len(window_records(place, match)) == 3


@pytest.mark.parametrize("evicting", [False, True])
def test_a_whole_match_under_a_clock_that_jumps(settings: Settings, stamped: Time, evicting: bool) -> None:
    settings.max_rooms = 1 if evicting else 256
    with running(settings) as place:
        people, match = paced(place, options={"target": 30})
        for jump in itertools.cycle(JUMPS):
            frame = people[0].frame(match)
            if frame["outcome"]:
                break
            stamped.seconds += RESTART_GRACE - 1
            stamped.ahead += jump
            look(place)
            asked = people[people[0].frame(match)["waiting"][0]]
            frame = asked.frame(match)
            assert frame["clock"]["left"][str(frame["viewer"])] >= 1000
            assert asked.answer(match, pig_choice(frame)).status_code == 200
            if evicting:
                people[0].open("pig", "me", "hot")
        people[0].frame(match)
        played = records(place, match)
        assert len(played) > 6 and {record["by"] for record in played} == {"player"}
