"""Banks: the time of each seat for the whole match; it survives a restart, and reactions tell nothing by it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from server.conftest import Time, running
from server.people import PIG_HOLD, Data, Person, Place, new_id
from server.test_clock import council, records, set_made
from server.test_seats import look, reseat
from server.windows import table as window_table
from shapan.server.match.bank import Banks
from shapan.server.match.clock import RESTART_GRACE, UNDO_GRACE, WINDOW_TIME, Clock
from shapan.server.settings import Settings

BANK, ADDED = 100, 10

pytestmark = pytest.mark.usefixtures("slow", "bells")


def banked(place: Place, game: str = "pig", **rest: Any) -> tuple[list[Person], str]:
    """Return two people at a table with banks; the options let a match of pig go on and on."""
    people = [place.person(), place.person()]
    wanted = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "bank": BANK, "increment": ADDED, **rest}
    opened = people[0].post("/matches", wanted).json()
    people[1].form(opened["joins"][0]["url"], {})
    for person in people:
        person.ready(opened["id"])
    return people, opened["id"]


def banks_of(person: Person, match: str) -> list[float]:
    """Return the seconds that each seat has left, as a person is told."""
    return [left / 1000 for _, left in sorted(person.frame(match)["clock"]["banks"].items())]


def hold(people: list[Person], match: str) -> int:
    """Let who is asked roll or hold; return whose turn it was."""
    seat = int(people[0].frame(match)["waiting"][0])
    people[seat].answer(match, PIG_HOLD)
    return seat


# What a bank is


def test_an_answer_takes_its_time_and_earns_the_increment_up_to_the_start() -> None:
    banks = Banks(BANK, ADDED)
    banks.begin([0], 0.0)
    banks.turn("a", [1], 40.0, fresh=True, back=False)
    assert (banks.left(0, 40.0), banks.left(1, 40.0)) == (70, 100)
    banks.turn("b", [0], 45.0, fresh=True, back=False)
    assert (banks.left(1, 45.0), banks.left(0, 60.0), banks.due(0)) == (100, 55, 115)


def test_the_time_of_all_who_are_asked_runs_at_once_and_ends_for_each_by_itself() -> None:
    banks = Banks(BANK, ADDED)
    banks.begin([0, 1], 0.0)
    banks.turn("a", [1], 30.0, fresh=False, back=False)
    assert (banks.left(0, 90.0), banks.left(1, 90.0)) == (80, 10)
    banks.turn("b", [0, 1], 90.0, fresh=True, back=False)
    assert (banks.left(0, 95.0), banks.left(1, 95.0)) == (75, 15)


def test_what_was_taken_back_stays_used_and_earns_nothing_twice() -> None:
    banks = Banks(BANK, ADDED)
    banks.begin([0], 0.0)
    banks.turn("a", [1], 50.0, fresh=True, back=False)
    assert banks.left(0, 50.0) == 60
    banks.turn("b", [0], 55.0, fresh=True, back=True)
    assert (banks.left(0, 55.0), banks.left(1, 55.0)) == (60, 95)
    banks.turn("a", [1], 60.0, fresh=True, back=False)
    assert banks.left(0, 60.0) == 55
    banks.turn("b", [0], 60.0, fresh=True, back=False)
    banks.turn("a", [1], 60.0, fresh=True, back=False)
    assert banks.left(0, 60.0) == 65, "a table that only looks the same earns"


def test_a_bot_that_sits_in_uses_no_time() -> None:
    banks = Banks(BANK, ADDED)
    banks.begin([0], 0.0)
    banks.turn("a", [1], 50.0, fresh=True, back=False, free=0)
    assert banks.left(0, 50.0) == 100


def test_who_thinks_and_lets_a_bot_answer_has_used_the_time() -> None:
    banks = Banks(BANK, ADDED)
    banks.begin([0], 0.0)
    banks.change_hands(0, 30.0, to_person=False)
    banks.change_hands(0, 50.0, to_person=True)
    assert banks.left(0, 50.0) == BANK - 30, "not what the bot has used"
    banks.change_hands(0, 60.0, to_person=False)
    banks.turn("a", [1], 70.0, fresh=True, back=False, free=0)
    assert banks.left(0, 99.0) == BANK - 40


def test_a_question_with_nothing_public_before_it_is_the_same_one() -> None:
    clock = Clock(0, 0.0, BANK, ADDED)
    clock.key = "a"
    clock.begin([0], 0.0)
    clock.turn_banks("a", [0], 60.0, new=True, window=False, record={"answer": [1], "seat": 0, "by": "player"})
    assert clock.due(0) == 100
    clock.turn_banks("b", [0], 70.0, new=True, window=False, record={"answer": [1], "seat": 0, "by": "player"})
    assert clock.due(0) == 70 + 40


def test_a_kept_bank_is_the_same() -> None:
    clock, kept = Clock(0, 0.0, BANK, ADDED), Clock(0, 0.0, BANK, ADDED)
    clock.begin([0, 1], 0.0)
    clock.turn_banks("b", [1], 20.0, new=False, window=False, record={"answer": [1], "seat": 0, "by": "player"})
    kept.restore(clock.save())
    for one in (clock, kept):
        one.turn_banks("", [0, 1], 30.0, new=False, window=False, record={"retract": 0})
        assert one.banks is not None
        assert (one.banks.left(0, 35.0), one.banks.left(1, 35.0)) == (85, 65)


# At a table


def test_a_bank_that_is_used_up_makes_its_seat_late(time: Time, place: Place) -> None:
    people, match = banked(place, options={"target": 500})
    first = int(people[0].frame(match)["waiting"][0])
    clock = people[0].frame(match)["clock"]
    assert clock == {
        "limit": BANK,
        "left": {str(first): BANK * 1000},
        "bank": BANK,
        "increment": ADDED,
        "banks": {"0": BANK * 1000, "1": BANK * 1000},
    }
    time.seconds += BANK - 1
    look(place)
    assert records(place, match) == []
    time.seconds += 1
    look(place)
    assert [(record["by"], record["seat"]) for record in records(place, match)] == [("clock", first)]
    assert banks_of(people[0], match)[first] == ADDED, "who was late plays on by the increment"


def test_each_answer_is_charged_to_its_seat(time: Time, place: Place) -> None:
    people, match = banked(place, options={"target": 500})
    used = [0.0, 0.0]
    for seconds in (30, 45, 5, 40):
        seat = int(people[0].frame(match)["waiting"][0])
        time.seconds += seconds
        people[seat].answer(match, PIG_HOLD)
        used[seat] = max(0.0, used[seat] + seconds - ADDED)
        assert banks_of(people[1], match) == [BANK - one for one in used]


def test_the_clock_is_chosen_at_opening_and_in_the_waiting_room(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    seats = {"kind.0": "me", "kind.1": "open"}
    match = ling.form("/tables", {"game": "pig", **seats, "pace": "600+10"}).headers["location"].split("/")[2]
    seating = ling.frame(match)["seating"]
    assert (seating["pace"], seating["bank"], seating["increment"]) == (0, 600, 10)
    assert [600, 10] in seating["banks"] and tomas.frame(match)["seating"]["banks"] == []
    for change, now in (
        ({"pace": 60}, (60, 0, 0)),
        ({"bank": 300, "increment": 5}, (0, 300, 5)),
        ({"listed": True}, (0, 300, 5)),
        ({"pace": 0}, (0, 0, 0)),
    ):
        assert ling.act(match, "table", id=new_id(), **change).status_code == 200
        seating = ling.frame(match)["seating"]
        assert (seating["pace"], seating["bank"], seating["increment"]) == now
    ling.act(match, "table", id=new_id(), bank=300, increment=5)
    assert "5 min each + 5 s a decision" in tomas.get("/").text


NO_CLOCKS: list[dict[str, int]] = [
    {"bank": 59, "increment": 5},
    {"bank": 60},
    {"increment": 10},
    {"bank": 60, "increment": 61},
    {"bank": 60, "increment": 4},
    {"bank": 60, "increment": 10, "pace": 30},
    {"bank": 10**6, "increment": 10},
]


@pytest.mark.parametrize("wrong", NO_CLOCKS)
def test_a_clock_that_there_is_not_is_refused(place: Place, wrong: dict[str, int]) -> None:
    ling = place.person()
    seats = [{"kind": "me"}, {"kind": "open"}]
    assert ling.post("/matches", {"game": "pig", "seats": seats, **wrong}).status_code in (400, 422)
    match = ling.open("pig", "me", "open")["id"]
    assert ling.act(match, "table", id=new_id(), **wrong).status_code == 422
    assert ling.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "open", "pace": "60+x"}).status_code == 422


@pytest.mark.parametrize("damage", ["", "DELETE FROM snapshots"])
def test_banks_go_on_over_a_restart_that_takes_time_from_no_one(settings: Settings, time: Time, damage: str) -> None:
    settings.snapshot_every = 3
    with running(settings) as place:
        people, match = banked(place, options={"target": 500})
        for seconds in (30, 20, 25, 35):
            time.seconds += seconds
            people[int(people[0].frame(match)["waiting"][0])].answer(match, PIG_HOLD)
            with closing(sqlite3.connect(settings.database)) as connection, connection:
                connection.execute(
                    "UPDATE records SET made = ? WHERE number = (SELECT MAX(number) FROM records)", (int(time.seconds),)
                )
        kept = banks_of(people[0], match)
        assert kept[0] < BANK > kept[1]
        time.seconds += 8
    if damage:
        set_made(settings, "matches", time)  # moved by nothing but the first question
        with closing(sqlite3.connect(settings.database)) as connection, connection:
            connection.execute("UPDATE matches SET made = made - 118")
            connection.execute(damage)
    time.seconds += 5000
    with running(settings) as place:
        ling = place.person(people[0].cookie)
        assert banks_of(ling, match) == kept, "a stop takes no time, and what was used of the open decision is lost"
        look(place)
        assert len(records(place, match)) == 4
    time.seconds += 5000
    with running(settings) as place:
        assert banks_of(place.person(people[0].cookie), match) == kept
        time.seconds += min(kept) - 1
        look(place)
        assert len(records(place, match)) == 4


def test_what_a_restart_gives_back_is_given_back_once_an_answer_has_come(settings: Settings, time: Time) -> None:
    with running(settings) as place:
        people, match = banked(place, options={"target": 500})
    time.seconds += 5000
    with running(settings) as place:
        again = [place.person(one.cookie) for one in people]
        time.seconds += 20
        hold(again, match)
        with closing(sqlite3.connect(settings.database)) as connection, connection:
            connection.execute("UPDATE records SET made = ?", (int(time.seconds),))
        kept = banks_of(again[0], match)
        assert sorted(kept) == [BANK - 20 + ADDED, BANK]
    with running(settings) as place:
        assert banks_of(place.person(people[0].cookie), match) == kept


def test_a_seat_is_charged_when_it_is_handed_over_and_over_a_restart_too(settings: Settings, time: Time) -> None:
    with running(settings) as place:
        people, match = banked(place)
        seat = int(people[0].frame(match)["waiting"][0])
        time.seconds += 30
        assert reseat(people[seat], match, seat, "bot").json() == {"ok": True}
        time.seconds += 20
        assert reseat(people[seat], match, seat, "me").json() == {"ok": True}
        cookie = people[seat].cookie
        left = people[seat].frame(match)["clock"]["banks"][str(seat)] / 1000
        assert left == BANK - 30
    with running(settings) as place:
        assert place.person(cookie).frame(match)["clock"]["banks"][str(seat)] / 1000 == left


def test_an_undo_leaves_a_moment_but_no_time(time: Time, place: Place) -> None:
    options = {"race_choice": "choose", "first_player": 0}
    (ling, _), match = banked(place, "planet_masters", options=options)
    time.seconds += 97
    ling.answer(match, ling.frame(match)["decision"]["targets"][0]["code"])
    assert banks_of(ling, match)[0] == 3 + ADDED
    for left in (3 + ADDED, 5):
        assert ling.act(match, "undo", id=new_id()).json() == {"ok": True}
        assert ling.frame(match)["clock"]["left"] == {"0": left * 1000}
        time.seconds += 8
        ling.answer(match, ling.frame(match)["decision"]["targets"][0]["code"])
    assert banks_of(ling, match)[0] == 0, "no increment twice"


def test_the_first_undo_to_a_table_leaves_a_moment_even_with_an_empty_bank() -> None:
    clock = Clock(0, 0.0, BANK, ADDED)
    clock.key = "a"
    clock.begin([0], 0.0)
    clock.turn_banks("b", [1], 110.0, new=True, window=False, record={"answer": [1], "seat": 0, "by": "clock"})
    clock.turn_banks("a", [0], 130.0, new=True, window=False, record={"undo": 0})
    assert clock.due(0) == 130 + UNDO_GRACE == 130 + ADDED
    clock.turn_banks("b", [1], 150.0, new=True, window=False, record={"answer": [1], "seat": 0, "by": "player"})
    clock.turn_banks("a", [0], 155.0, new=True, window=False, record={"undo": 0})
    assert clock.due(0) == 155


def test_who_comes_back_to_an_empty_bank_can_look_around() -> None:
    clock = Clock(0, 0.0, BANK, ADDED)
    clock.begin([0], 0.0)
    clock.welcome(0, BANK - 5.0)
    assert clock.due(0) == BANK - 5 + RESTART_GRACE


# What nobody may learn


def test_votes_in_secret_move_banks_alike_whatever_is_voted(time: Time, place: Place) -> None:
    people, match = council(place, bank=BANK * 10, increment=ADDED, pace=0)
    viewers = [*people, place.person()]
    time.seconds += 20
    voter = people[0].frame(match)["waiting"][0]
    choices = people[voter].frame(match)["decision"]["targets"]
    seen: list[Any] = []
    for choice in choices[:2]:
        people[voter].answer(match, choice["code"])
        clocks = [person.frame(match)["clock"] for person in viewers]
        assert all(clock == clocks[0] for clock in clocks)
        seen.append(sorted(clocks[0]["left"]))
        people[voter].act(match, "undo", id=new_id())
    assert seen[0] == seen[1]


def test_reactions_neither_take_from_a_bank_nor_tell_by_it(time: Time, place: Place) -> None:
    people, match = window_table(place, pace=0, bank=BANK, increment=ADDED)
    watcher = place.person()
    room = place.hub.house.rooms[match]
    assert room.window.held is not None
    before: Data = watcher.frame(match)["clock"]
    assert before["limit"] == WINDOW_TIME and set(before["left"].values()) == {WINDOW_TIME * 1000}
    asked = [seat for seat in range(len(people)) if people[seat].frame(match)["decision"]]
    time.seconds += 10
    people[asked[0]].answer(match, people[asked[0]].frame(match)["decision"]["targets"][0]["code"])
    answered = watcher.frame(match)["clock"]
    assert answered["banks"] == before["banks"] and set(answered["left"]) == set(before["left"])
    assert set(answered["left"].values()) == {(WINDOW_TIME - 10) * 1000}
    time.seconds += WINDOW_TIME
    look(place)
    assert records(place, match), "the clock has answered for the others"
    assert watcher.frame(match)["clock"]["banks"] == before["banks"]
