"""Passing where nothing else is possible: the table may do it for who plays alone with bots, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import msgspec
import pytest

from engine.driving import listed
from engine.tiny import CHOSE, NUMBER, PICK, PLAY, Play, Tiny, TinyGame, deal
from server.bells import BELLS, RING, BellsGame, ringing
from server.conftest import Time, running
from server.people import Data, Person, Place, new_id
from server.test_seats import look, reseat, wait
from server.windows import WINDOW, records, room_of, table
from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt
from shapan.engine.row import listed as in_a_list
from shapan.engine.table import Table
from shapan.server.match.presence import LOOKING
from shapan.server.replay import matchfile
from shapan.server.settings import Settings

CHOICES = 12
THREE = {"game": "led_on", "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": "greedy"}] * 2]}


def led_on(state: Tiny, table: Table[Tiny]) -> None:
    """Let the first seat choose a number and open a window, again and again: all of it can be taken back."""
    for _ in range(CHOICES):
        state.notes.append(PICK.value(table.ask(NUMBER, 0)))
        seat, code = table.window(RING, range(state.seats))
        if seat >= 0:
            table.tell(CHOSE, seat, PLAY.value(code))


class LedOn(BellsGame):
    name = "led_on"

    def __init__(self) -> None:
        TinyGame.__init__(self, deal(1), led_on)


class Lay(Prompt[Tiny]):
    """Numbers that are noted, each once; always asked."""

    key, rule, many, families = "lay", "TNY-1", True, (PICK,)
    rows = in_a_list("numbers", PICK)

    def next(self, state: Tiny, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        return [DONE, *(PICK.code(number) for number in state.notes if PICK.code(number) not in picked)]


def with_nothing(state: Tiny, table: Table[Tiny]) -> None:
    """Ask the first seat for a card and a row, first with nothing to give, then with a number to lay."""
    for _ in range(2):
        table.ask(Play(), 0)
        table.ask_many(Lay(), 0)
        state.notes.append(1)


class WithNothing(TinyGame):
    name = "with_nothing"

    def __init__(self) -> None:
        super().__init__(with_nothing)


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    keys = (f"key {number}".encode() for number in count())
    monkeypatch.setattr("shapan.server.hub.new_table.new_key", lambda: next(keys))
    with ringing(), listed(LedOn()), listed(WithNothing()):
        yield


def alone(place: Place, *, bell: bool = False, **rest: Any) -> tuple[Person, str]:
    """Return somebody alone with two bots, with a bell in his hand or without one."""
    person = place.person()
    for _ in range(40):
        match = person.post("/matches", {**THREE, **rest}).json()["id"]
        if (room_of(place, match).match.live.hands[0].cards[0] < BELLS) is bell:
            return person, match
    raise AssertionError("no such hand is dealt")


def bots_are_done(place: Place, match: str) -> None:
    wait(place, lambda: not room_of(place, match).answers.asked_of_bots())


def watched_by(place: Place, match: str, number: int) -> None:
    wait(place, lambda: room_of(place, match).seats.watching == number)


def asked(place: Place, person: Person, match: str) -> Data:
    """Return the person's frame once he is asked."""
    wait(place, lambda: 0 in room_of(place, match).match.decisions)
    return person.frame(match)


def choose(place: Place, person: Person, match: str, number: int = 0) -> Data:
    """Choose a number; return the frame of the window that follows."""
    assert asked(place, person, match)["decision"]["kind"] == "number"
    assert person.answer(match, PICK.code(number)).json() == {"ok": True}
    frame = asked(place, person, match)
    assert frame["decision"]["kind"] == "ring"
    return frame


def pass_(place: Place, person: Person, match: str) -> Data:
    assert person.answer(match, DONE).json() == {"ok": True}
    return asked(place, person, match)


def own(place: Place, match: str) -> list[tuple[list[int], str]]:
    return [(row["answer"], row["by"]) for row in records(place, match) if row.get("seat") == 0]


def test_who_can_only_pass_is_told_so_and_his_pass_is_no_choice(place: Place) -> None:
    person, match = alone(place)
    assert asked(place, person, match)["decision"]["forced"] is False
    assert choose(place, person, match)["decision"]["forced"] is True
    pass_(place, person, match)
    assert own(place, match) == [([PICK.code(0)], "player"), ([DONE], "forced")]


def test_a_question_that_is_always_asked_is_passed_where_nothing_else_is_possible(place: Place) -> None:
    person = place.person()
    match = person.post("/matches", {**THREE, "game": "with_nothing"}).json()["id"]
    met = []
    while (frame := person.frame(match))["decision"]:
        decision = frame["decision"]
        met.append((decision["kind"], decision["forced"]))
        assert person.answer(match, *([] if decision["many"] else [DONE])).json() == {"ok": True}
    assert met == [("play", True), ("lay", True), ("play", True), ("lay", False)]
    assert [by for _, by in own(place, match)] == ["forced", "forced", "forced", "player"]


def test_who_can_do_something_is_asked_and_his_pass_is_a_choice(place: Place) -> None:
    person, match = alone(place, bell=True)
    assert choose(place, person, match)["decision"]["forced"] is False
    pass_(place, person, match)
    assert own(place, match) == [([PICK.code(0)], "player"), ([DONE], "player")]


def test_undo_goes_back_to_what_was_chosen(place: Place) -> None:
    person, match = alone(place)
    choose(place, person, match, 1)
    pass_(place, person, match)
    choose(place, person, match, 2)
    assert pass_(place, person, match)["may_undo"] is True
    assert person.act(match, "undo", id=new_id()).json() == {"ok": True}
    assert asked(place, person, match)["decision"]["kind"] == "number"
    assert room_of(place, match).match.live.notes == [0, 1]
    choose(place, person, match, 0)
    assert person.act(match, "undo", id=new_id()).json() == {"ok": True}, "also while the table is about to pass"
    assert asked(place, person, match)["decision"]["kind"] == "number"
    assert room_of(place, match).match.live.notes == [0, 1]
    person.act(match, "undo", id=new_id())
    frame = asked(place, person, match)
    assert frame["decision"]["kind"] == "number" and frame["may_undo"] is False
    assert room_of(place, match).match.live.notes == [0]


def test_undo_goes_back_to_a_window_in_which_something_was_possible(place: Place) -> None:
    person, match = alone(place, bell=True)
    choose(place, person, match)
    pass_(place, person, match)
    person.act(match, "undo", id=new_id())
    assert asked(place, person, match)["decision"]["kind"] == "ring"


def test_it_outlives_a_restart(settings: Settings) -> None:
    with running(settings) as place:
        person, match = alone(place)
        choose(place, person, match, 1)
        pass_(place, person, match)
        choose(place, person, match, 2)
        bots_are_done(place, match)
        cookie, before = person.cookie, person.frame(match)
    with running(settings) as place:
        person = place.person(cookie)
        after = person.frame(match)
        assert after["decision"] == before["decision"] and after["decision"]["forced"] is True
        pass_(place, person, match)
        person.act(match, "undo", id=new_id())
        assert asked(place, person, match)["decision"]["kind"] == "number"
        assert room_of(place, match).match.live.notes == [0, 1]
        assert [by for _, by in own(place, match)] == ["player", "forced", "player", "forced"]


def test_a_match_file_tells_which_passes_were_forced(place: Place) -> None:
    person, match = alone(place)
    for _ in range(CHOICES):
        choose(place, person, match)
        assert person.answer(match, DONE).json() == {"ok": True}
        wait(place, lambda: 0 in room_of(place, match).match.decisions or room_of(place, match).match.over)
    wait(place, lambda: room_of(place, match).row.status == "over")
    data = person.get(f"/api/matches/{match}/file").json()
    passed = [row["by"] for row in matchfile.checked(data).file.log if row.get("answer") == [DONE] and row["seat"] == 0]
    assert passed == ["forced"] * CHOICES


def test_spectators_are_told_nothing_and_end_it(time: Time, place: Place) -> None:
    frames = []
    stranger = place.person()
    for bell in (False, True):
        person, match = alone(place, bell=bell)
        choose(place, person, match)
        bots_are_done(place, match)
        frame = stranger.frame(match)
        assert frame["decision"] is None and "forced" not in msgspec.json.encode(frame).decode()
        frames.append({name: frame[name] for name in ("waiting", "answered", "question", "may_undo", "log_length")})
        with stranger.stream(match) as stream:
            stream.receive_json()
            watched_by(place, match, 1)
            time.seconds += LOOKING
            assert person.frame(match)["decision"]["forced"] is False
        watched_by(place, match, 0)
        assert person.frame(match)["decision"]["forced"] is False, "he may open the next stream at once"
        time.seconds += LOOKING
        assert person.frame(match)["decision"]["forced"] is not bell
    assert frames[0] == frames[1]


@pytest.mark.parametrize("what", ["frame", "replay"])
def test_who_asks_again_and_again_without_a_stream_looks_on(time: Time, place: Place, what: str) -> None:
    person, match = alone(place)
    choose(place, person, match)
    bots_are_done(place, match)
    stranger = place.person()
    with person.stream(match) as stream:
        assert stream.receive_json()["decision"]["forced"] is True
        person.get(f"/api/matches/{match}/{what}")
        assert person.frame(match)["decision"]["forced"] is True, "who plays does not look on"
        stranger.get(f"/api/matches/{match}/{what}")
        assert stream.receive_json()["decision"]["forced"] is False
        time.seconds += LOOKING - 1
        assert stranger.get(f"/api/matches/{match}/{what}").is_success
        time.seconds += LOOKING - 1
        look(place)
        assert person.frame(match)["decision"]["forced"] is False
        time.seconds += 1
        look(place)
        assert stream.receive_json()["decision"]["forced"] is True


def test_who_opens_a_stream_is_told_of_at_once(place: Place) -> None:
    person, match = alone(place)
    choose(place, person, match)
    bots_are_done(place, match)
    with person.stream(match) as stream:
        assert stream.receive_json()["decision"]["forced"] is True
        with place.person().stream(match) as other:
            assert other.receive_json()["decision"] is None
            assert stream.receive_json(timeout=5)["decision"]["forced"] is False


def test_under_the_eyes_of_a_spectator_a_pass_is_a_choice(place: Place) -> None:
    """Else an undo that goes past it would tell what the hand held."""
    person, match = alone(place)
    choose(place, person, match)
    bots_are_done(place, match)
    place.person().frame(match)
    pass_(place, person, match)
    assert own(place, match) == [([PICK.code(0)], "player"), ([DONE], "player")]


def test_where_a_coach_speaks_he_is_asked(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.match.frame.guide_info", lambda *_: None)
    monkeypatch.setattr("shapan.server.hub.bot._reads", lambda room: False)
    person, match = alone(place)
    assert choose(place, person, match)["decision"]["forced"] is True
    room_of(place, match).row.guide = True
    assert person.frame(match)["decision"]["forced"] is False


def with_others(place: Place, second: str, bell: bool) -> tuple[list[Person], str]:
    """Return a table at which a second person sits, may come or shares the screen, and what the first one holds."""
    for _ in range(40):
        if second == "player":
            people, match = table(place, 2, "greedy")
        else:
            rows = [{"kind": "me"}, {"kind": second}, {"kind": "bot", "bot": "greedy"}]
            people = [place.person()]
            match = people[0].post("/matches", {"game": "bells", "seats": rows}).json()["id"]
            if second == "open":
                place.begin(match)
        if (room_of(place, match).match.live.hands[0].cards[0] < BELLS) is bell:
            return people, match
    raise AssertionError("no such hand is dealt")


@pytest.mark.parametrize("second", ["open", "hot", "player"])
def test_where_others_play_or_may_come_nothing_changes(time: Time, place: Place, second: str) -> None:
    """The same answers at the same times, by the same frames, whether the hand holds something or not."""
    seen = []
    for bell in (False, True):
        people, match = with_others(place, second, bell)
        person = people[0]
        bots_are_done(place, match)
        frame = person.frame(match, "?seat=0")
        assert frame["decision"]["forced"] is False and frame["window"]["length"] == 1000 * WINDOW
        others = people[-1].frame(match) if second == "player" else None
        assert person.answer(match, DONE, ordinal=frame["decision"]["ordinal"], seat=0).json() == {"ok": True}
        after = people[-1].frame(match) if second == "player" else None
        assert after == others, "a sealed answer changes nobody's frame"
        time.seconds += WINDOW - 0.1
        look(place)
        seen.append(len(records(place, match)))
        if second == "player":
            people[1].answer(match, DONE)
            time.seconds += 0.1
            look(place)
            assert own(place, match) == [([DONE], "player")]
    assert seen == [0, 0]


def test_who_lets_a_bot_sit_in_or_takes_his_seat_again_is_alone_as_before(place: Place) -> None:
    person, match = alone(place)
    choose(place, person, match)
    reseat(person, match, 0, "bot", bot="greedy")
    assert not room_of(place, match).answers.is_forced(0)
    reseat(person, match, 0, "me")
    wait(place, lambda: room_of(place, match).seats.is_person(0))
    wait(place, lambda: 0 in room_of(place, match).match.decisions or room_of(place, match).match.over)
    assert room_of(place, match).seats.is_alone(0)
