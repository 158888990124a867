"""Matches under way when the server comes back with other rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from server.conftest import running
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id, pig_choice, two_people
from server.test_recording import finish, replay
from server.test_restart import sql, with_hubs
from shapan.engine.registry import find
from shapan.engine.table import Table
from shapan.games.pig import game as pig
from shapan.server.hub.hub import Hub
from shapan.server.replay.matchfile import BadFile, checked
from shapan.server.settings import Settings
from shapan.server.store.row import SeatRow

ANSWERS = 17


def begun(place: Place) -> tuple[Person, Person, str]:
    """Return two people in the middle of a match, a snapshot behind them."""
    ling, tomas, match = two_people(place, target=200)
    for _ in range(ANSWERS):
        person = [ling, tomas][ling.frame(match)["waiting"][0]]
        person.answer(match, pig_choice(person.frame(match)))
    return ling, tomas, match


def records(settings: Settings) -> list[Data]:
    return [msgspec.json.decode(str(body)) for (body,) in sql(settings, "SELECT body FROM records ORDER BY number")]


def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pig.PigGame, "rules_version", 2)


def rename(monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch)
    monkeypatch.setattr(pig.ask_roll_or_hold, "key", "renamed")


def give_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every turn begin with three points."""
    usual = pig.turn_step

    def turn_step(state: pig.Pig, table: Table[pig.Pig], seat: int) -> None:
        state.banked[seat] += 3
        usual(state, table, seat)

    newer(monkeypatch)
    monkeypatch.setattr(pig.PigGame, "steps", (turn_step,))


def forbid_holding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody hold below 40: no turn of these tests could have ended so."""

    def legal(state: pig.Pig, seat: int, arg: int) -> Sequence[int]:
        return pig.CHOICES if state.rolled >= 40 else (pig.ROLL,)

    newer(monkeypatch)
    monkeypatch.setattr(pig.ask_roll_or_hold, "legal", legal)
    monkeypatch.setattr(pig.ask_roll_or_hold, "open", False)


@dataclass(slots=True, eq=False)
class LargerPig(pig.Pig):
    """One field more than the saved ones have."""

    more: int = 0


def enlarge(monkeypatch: pytest.MonkeyPatch) -> None:
    def setup(self: Any, options: Any, seats: int) -> pig.Pig:
        return LargerPig(seats=seats, target=options["target"], agenda=[(pig.TURN, 0)])

    rename(monkeypatch)
    monkeypatch.setattr(pig.PigGame, "setup", setup)


def test_a_renamed_question_stops_nobody(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(settings) as place:
        ling, tomas, match = begun(place)
        before, seen = ling.frame(match), replay(ling, match)["frames"]
        assert before["changed"] is None
    rename(monkeypatch)
    for _ in range(2):  # the second start finds the record of the first
        with running(settings) as place:
            ling, tomas = place.person(ling.cookie), place.person(tomas.cookie)
            after = ling.frame(match)
            assert after["frozen"] is None and after["changed"] == {"was": 1, "now": 2, "back": False}
            assert after["events"] == before["events"] and after["waiting"] == before["waiting"]
            assert after["scene"]["panels"] == before["scene"]["panels"] and after["epoch"] > before["epoch"]
            assert replay(ling, match)["frames"][: len(seen) - 1] == seen[:-1]
            assert place.person().frame(match)["changed"] == after["changed"]
    assert [place for place, record in enumerate(records(settings)) if "rules" in record] == [ANSWERS]
    with running(settings) as place:
        ling, tomas = place.person(ling.cookie), place.person(tomas.cookie)
        finish([ling, tomas], match)
        shown = replay(ling, match)
        assert shown["frames"][: len(seen) - 1] == seen[:-1] and shown["frames"][-1]["outcome"]
        file = ling.get(f"/api/matches/{match}/file").json()
    with pytest.raises(BadFile, match=r"rules_version: played by version 1"):
        checked(file)
    with pytest.raises(BadFile, match=rf"log\.{ANSWERS}: the rules changed here|log\.0: does not fit"):
        checked({**file, "rules_version": 2, "digest": ""})


def test_a_changed_number_counts_from_the_last_quiet_point(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(settings) as place:
        ling, _, match = begun(place)
        before = place.hub.house.rooms[match].match
        turns = before.live.round
    give_more(monkeypatch)
    with running(settings) as place:
        ling = place.person(ling.cookie)
        assert not ling.frame(match)["frozen"]
        now = place.hub.house.rooms[match].match
        gained = sum(now.live.banked) - sum(before.live.banked)
        assert 0 < gained < 3 * 2 * turns, "some turns were closed before, some begun or played again since"
        assert now.live.turn == before.live.turn and now.live.rolled == before.live.rolled


def test_what_is_not_allowed_any_more_is_taken_back(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(settings) as place:
        ling, tomas, match = begun(place)
        game = place.hub.house.rooms[match].match
        while not game.live.rolled:
            [ling, tomas][game.waiting[0]].answer(match, PIG_ROLL)
        [ling, tomas][game.waiting[0]].answer(match, PIG_HOLD)
        assert len(game.log) < 21, "it was held after the snapshot"
        before = [person.frame(match) for person in (ling, tomas)]
    forbid_holding(monkeypatch)
    with running(settings) as place:
        people = [place.person(person.cookie) for person in (ling, tomas)]
        after = [person.frame(match) for person in people]
        assert all(frame["changed"] == {"was": 1, "now": 2, "back": True} for frame in after)
        assert after[0]["log_length"] < before[0]["log_length"] and after[0]["epoch"] > before[0]["epoch"]
        [seat] = after[0]["waiting"]
        asked = people[seat]
        old = before[seat]["decision"] or {"ordinal": 1}
        late = asked.answer(match, PIG_ROLL, ordinal=old["ordinal"])
        assert late.status_code == 409 and late.json()["reason"] in ("closed", "withdrawn")
        assert asked.answer(match, PIG_HOLD).status_code == 422
        assert asked.answer(match, PIG_ROLL).status_code == 200


def test_a_state_of_another_form_freezes_the_match(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(settings) as place:
        ling, _, match = begun(place)
        seen = replay(ling, match)["frames"]
    enlarge(monkeypatch)
    with running(settings) as place:
        ling = place.person(ling.cookie)
        frame = ling.frame(match)
        assert frame["frozen"] and frame["changed"] is None
        assert ling.act(match, "answers", id=new_id(), ordinal=1, codes=[PIG_ROLL]).json() == {"reason": "frozen"}
        assert replay(ling, match)["frames"] == seen, "it can still be read"
    assert len(records(settings)) == ANSWERS


@pytest.mark.parametrize("version", [0, 1])
def test_without_newer_rules_a_difference_freezes(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    with running(settings) as place:
        ling, _, match = begun(place)
    rename(monkeypatch)
    monkeypatch.setattr(pig.PigGame, "rules_version", version)
    with running(settings) as place:
        assert place.person(ling.cookie).frame(match)["frozen"]
    assert len(records(settings)) == ANSWERS


def test_newer_rules_that_ask_the_same_are_no_change(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(settings) as place:
        ling, _, match = begun(place)
        before = ling.frame(match)
    newer(monkeypatch)
    with running(settings) as place:
        assert place.person(ling.cookie).frame(match) == {**before, "rules_version": 2}
    assert len(records(settings)) == ANSWERS


def test_two_servers_go_on_with_the_same_match(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(one: Hub, two: Hub) -> None:
        seats = [SeatRow(seat, "player", session="ling") for seat in range(2)]
        room = await one.open(find("pig"), seats, {"target": 200}, "strict", "ling")
        [decision] = room.match.decisions.values()
        await room.answer(decision.seat, [PIG_ROLL], decision.ordinal, "one")
        room.course.stale = True
        rename(monkeypatch)
        logs = [(await hub.room(room.row.id)).match.log for hub in (one, two)]
        assert logs[0] == logs[1] and ["rules" in record for record in logs[0]] == [False, True]

    with_hubs(settings, test)
