"""Nights and holidays: no deadline of days falls in the time in which somebody who is asked sleeps or is away."""

from __future__ import annotations

import pytest

from server.conftest import Time, running
from server.people import PIG_HOLD, Person, Place, assert_clocked
from server.test_clock import paced, records
from server.test_seats import look
from server.windows import passes, table
from shapan.server.match.holiday import DAYS_A_YEAR, Holiday, NoHoliday, holiday_of
from shapan.server.match.night import Night, after_nights, night_of
from shapan.server.settings import Settings

DAY, HOUR = 86_400, 3600
NOON = (1_700_000_000 // DAY + 1) * DAY + 12 * HOUR


def sleeps(person: Person, match: str, seat: int, zone: str = "+00:00", begins: str = "11:00", hours: str = "8") -> int:
    data = {"seat": str(seat), "zone": zone, "begins": begins, "hours": hours}
    return int(person.form(f"/match/{match}/night", data).status_code)


def left(person: Person, match: str) -> set[float]:
    return {value / HOUR / 1000 for value in person.frame(match)["clock"]["left"].values()}


def test_a_night_is_told_by_where_its_person_lives() -> None:
    assert night_of("") is None and night_of("+00:00 22:30 8") == Night(81_000, 8 * HOUR)
    assert night_of("+08:00 23:00 7") == night_of("+00:00 15:00 7")
    assert night_of("-05:00 22:00 8") == night_of("+05:30 08:30 8") == Night(3 * HOUR, 8 * HOUR)
    for wrong in ("22:00", "+00:00 22:00 9", "+00:00 24:00 8", "+15:00 22:00 8", "+00:60 22:00 8", "+00:00 22:00 0"):
        with pytest.raises(ValueError, match=r"night|time of day"):
            night_of(wrong)


def test_a_moment_is_moved_behind_all_nights_that_follow_each_other_and_each_counts_once() -> None:
    one, other = Night(22 * HOUR, 8 * HOUR), Night(5 * HOUR, 8 * HOUR)
    assert after_nights(NOON, []) == NOON == after_nights(NOON, [one])
    midnight = NOON + 12 * HOUR
    assert after_nights(midnight, [one]) == midnight + 6 * HOUR
    assert after_nights(midnight, [one, other]) == midnight + 13 * HOUR
    day = [Night(hour * HOUR, 8 * HOUR) for hour in (0, 8, 16)]
    assert after_nights(NOON, day) == NOON + 20 * HOUR, "who sleeps always is waited for once"


def test_the_deadline_is_moved_out_of_the_night_of_who_is_asked(time: Time, settings: Settings) -> None:
    time.seconds = NOON
    settings.now = time
    with running(settings) as place:
        (ling, tomas), match = paced(place, options={"target": 500}, pace=DAY)
        assert left(ling, match) == {24}
        unset = 'name="zone" data-unset'
        assert unset in ling.get(f"/match/{match}/waiting").text, "their browser knows where they are"
        assert sleeps(tomas, match, 1) == 303 and left(ling, match) == {24}, "he is not asked"
        assert sleeps(ling, match, 0) == 303 and left(ling, match) == {31} == left(tomas, match)
        time.seconds += 30 * HOUR
        look(place)
        assert records(place, match) == [] and left(ling, match) == {1}
        own = ling.get(f"/match/{match}/waiting").text
        assert 'value="11:00"' in own and unset not in own and "Saved." not in own
        saved = ling.form(f"/match/{match}/night", {"seat": "0", "zone": "+00:00", "begins": "11:00", "hours": "8"})
        assert '<p class="saved" role="status">' in ling.get(saved.headers["location"]).text
        assert 'name="begins"' not in place.person().get(f"/match/{match}/waiting").text
        cookie = ling.cookie
    with running(settings) as place:
        ling = place.person(cookie)
        assert left(ling, match) == {1}, "an hour after the start, and the night is over"
        time.seconds += HOUR
        look(place)
        assert records(place, match)[0]["by"] == "clock"
        assert sleeps(ling, match, 0, hours="0") == 303 and place.hub.house.rooms[match].seats[0].night == ""


def test_a_fast_clock_knows_no_nights_and_nobody_sets_those_of_others(time: Time, place: Place) -> None:
    time.seconds = NOON
    (ling, tomas), match = paced(place)
    assert sleeps(ling, match, 0) == 303 and ling.frame(match)["clock"]["left"] == {"0": 100_000}
    assert sleeps(tomas, match, 0) == 403 and sleeps(place.person(), match, 0) == 403
    assert sleeps(ling, match, 0, begins="25:00") == 400 and sleeps(ling, match, 0, zone="here") == 400
    ling.answer(match, PIG_HOLD)


@pytest.mark.usefixtures("bells")
def test_in_a_window_the_deadline_is_the_same_whoever_has_answered(time: Time, place: Place) -> None:
    time.seconds = NOON
    (ling, tomas, mia), match = table(place, pace=DAY)
    sleeps(tomas, match, 1)
    assert left(mia, match) == {31}
    passes(tomas, match)
    assert left(mia, match) == {31} == left(ling, match)


def away(person: Person, match: str, seat: int, days: int) -> int | str:
    answer = person.form(f"/match/{match}/holiday", {"seat": str(seat), "days": str(days)})
    problem = str(answer.headers.get("location", "")).partition("?problem=")[2]
    if not problem:
        return int(answer.status_code)
    assert 'class="problem" role="alert"' in person.get(answer.headers["location"]).text
    return problem


def test_each_has_some_days_a_year_and_gets_whole_ones_back() -> None:
    never = holiday_of("")
    first = never.taken(5, NOON)
    assert holiday_of(first.written()) == first == Holiday(2023, 5, NOON + 5 * DAY)
    more = first.taken(2, NOON + DAY)
    assert more.until == NOON + 7 * DAY and more.left(NOON) == DAYS_A_YEAR - 7
    back = more.ended(NOON + DAY + HOUR)
    assert back == Holiday(2023, 2, NOON + DAY + HOUR) and back.ended(NOON + 9 * DAY).used == 2
    for days in (0, -1, DAYS_A_YEAR - 6):
        with pytest.raises(NoHoliday, match="few"):
            more.taken(days, NOON)
    assert more.left(NOON + 200 * DAY) == DAYS_A_YEAR == holiday_of("nonsense").left(NOON)


def test_no_deadline_falls_before_somebody_is_back_and_nobody_holds_up_meanwhile(time: Time, place: Place) -> None:
    time.seconds = NOON
    (ling, tomas), match = paced(place, options={"target": 500}, pace=DAY)
    room = place.hub.house.rooms[match]
    assert away(ling, match, 0, 3) == 303 and left(tomas, match) == {72}
    assert "off until" in tomas.get(f"/match/{match}/waiting").text
    assert_clocked(tomas.get(f"/match/{match}/waiting").text, 3)
    assert_clocked(ling.get(f"/match/{match}/waiting?said=kept").text, 4)
    time.seconds += 2 * DAY
    look(place)
    assert records(place, match) == [] and not room.hosting.holds_up(0), "others cannot have his time run out"
    assert away(ling, match, 0, 0) == 303 and left(tomas, match) == {0}
    assert holiday_of(room.seats[0].holiday).used == 2
    look(place)
    assert records(place, match)[0]["by"] == "clock"
    while ling.frame(match)["decision"] is None:
        tomas.answer(match, PIG_HOLD)
    assert away(ling, match, 0, 1) == "late", "who was late answers first"
    assert away(tomas, match, 0, 1) == 403 and away(tomas, match, 1, 22) == "few"
