"""Where nobody is, nothing goes on: bots rest, a quick clock stands still, and both go on when somebody comes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.conftest import Time, running
from server.people import PIG_HOLD, PIG_ROLL, Place
from server.test_clock import paced, records
from server.test_seats import look
from server.virtual import Source, bots_of, room_of, run
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.match.clock import RESTART_GRACE
from shapan.server.match.frame import compose
from shapan.server.match.lifecycle import SLOW
from shapan.server.match.presence import LOOKING
from shapan.server.match.room import Room
from shapan.server.settings import Settings
from shapan.server.store.row import SeatRow


def held(world: Match[Any]) -> list[int]:
    return [PIG_HOLD if world.live.rolled else PIG_ROLL]


async def table(tmp_path: Path, *kinds: str, pace: int = 0) -> tuple[Room, Any]:
    """Return a table of Pig where nobody is, and who looks after its bots: an answer a second."""
    source = Source(lambda name, world, seat: held(world), lambda *_: 0.0)
    bots = bots_of(source, Settings(tmp_path, bot_delay=1.0))
    seats = [SeatRow(seat, kind, "", "greedy" if kind == "bot" else "") for seat, kind in enumerate(kinds)]
    room = room_of(Match(find("pig"), len(kinds), {"target": 1000}, "pauses"), seats)
    room.row.pace = pace
    bots.look_after(room)
    return room, bots


def test_bots_rest_where_nobody_is_and_go_on_when_somebody_comes(tmp_path: Path) -> None:
    async def play() -> list[int]:
        room, bots = await table(tmp_path, "bot", "bot")
        moves = []

        async def later(seconds: float) -> None:
            await asyncio.sleep(seconds)
            moves.append(len(room.match.log))

        await later(1000)
        assert room.paused and room.idle
        room.show("ling")
        assert not room.paused and not room.idle
        await later(LOOKING + 1000)  # he has looked in once
        room.show(None, stream=True)
        await later(50)
        room.seats.presence.leave(None)
        await later(1000)
        await bots.close()
        return moves

    first, second, third, last = run(play())
    assert first == 0
    assert LOOKING - 2 <= second <= LOOKING
    assert 48 <= third - second <= 50
    assert LOOKING - 2 <= last - third <= LOOKING + 1


@pytest.mark.parametrize(
    ("kinds", "pace", "plays"),
    [("bot player", 0, False), ("bot player", SLOW, True), ("bot bot", SLOW, False), ("bot open", SLOW, False)],
)
def test_with_a_slow_clock_bots_answer_people_who_come_and_go(
    tmp_path: Path, kinds: str, pace: int, plays: bool
) -> None:
    async def play() -> int:
        room, bots = await table(tmp_path, *kinds.split(), pace=pace)
        await asyncio.sleep(1000)
        await bots.close()
        return len(room.match.log)

    assert (run(play()) > 0) is plays


def test_a_quick_clock_stands_still_while_nobody_is_there(time: Time, place: Place) -> None:
    (ling, tomas), match = paced(place)
    time.seconds += 20
    assert ling.frame(match)["clock"]["left"] == {"0": 80_000}
    time.seconds += 10_000
    look(place)
    assert records(place, match) == []
    assert tomas.frame(match)["clock"]["left"] == {"0": (80 - LOOKING) * 1000}, "it ran until the table was left"
    with tomas.stream(match) as stream:
        stream.receive_json(timeout=10)
        time.seconds += 80 - LOOKING
        look(place)
    assert [record["by"] for record in records(place, match)] == ["clock"]


def test_who_comes_back_has_a_little_time_at_least(settings: Settings, time: Time) -> None:
    with running(settings) as place:
        (ling, _), match = paced(place)
        ling.answer(match, PIG_ROLL)
    time.seconds += 10_000
    with running(settings) as place:
        look(place)
        time.seconds += 10_000
        look(place)
        assert len(records(place, match)) == 1
        [left] = place.person(ling.cookie).frame(match)["clock"]["left"].values()
        assert left >= RESTART_GRACE * 1000


def test_a_slow_clock_runs_though_nobody_is_there(time: Time, place: Place) -> None:
    ling = place.person()
    seats = [{"kind": "me"}, {"kind": "hot"}]
    match = ling.post("/matches", {"game": "pig", "seats": seats, "pace": SLOW}).json()["id"]
    time.seconds += SLOW
    look(place)
    assert [record["by"] for record in records(place, match)] == ["clock"]


def test_a_table_where_nobody_is_leaves_the_memory(settings: Settings, time: Time) -> None:
    settings.max_rooms, settings.bot_delay = 1, 1000
    with running(settings) as place:
        ling = place.person()
        left = ling.open("pig", "bot", "bot")["id"]
        time.seconds += LOOKING
        ling.open("pig", "me", "hot")
        assert left not in place.hub.house.rooms


@pytest.mark.parametrize("evicted", [False, True])
def test_what_was_left_when_all_had_gone_is_left_after_a_restart(settings: Settings, time: Time, evicted: bool) -> None:
    settings.max_rooms = 1 if evicted else 256
    with running(settings) as place:
        (ling, _), match = paced(place)
        ling.answer(match, PIG_ROLL)
        time.seconds += 20
        ling.frame(match)
        time.seconds += LOOKING
        look(place)
        if evicted:
            place.person().open("pig", "me", "hot")
            assert match not in place.hub.house.rooms
    time.seconds += 10_000
    with running(settings) as place:
        look(place)
        time.seconds += 10_000
        look(place)
        [left] = place.person(ling.cookie).frame(match)["clock"]["left"].values()
        assert left == (80 - LOOKING) * 1000
        time.seconds += 10
        look(place)  # it runs again, and that is kept too
    time.seconds += 5
    with running(settings) as place:
        [left] = place.person(ling.cookie).frame(match)["clock"]["left"].values()
        assert left == (80 - LOOKING - 15) * 1000


def test_no_time_is_shown_for_bots_and_open_seats(tmp_path: Path) -> None:
    async def play() -> list[Any]:
        shown = []
        for kind in ("player", "bot", "open"):
            match = Match(find("pig"), 2, {}, "numbers")
            room = room_of(match, [SeatRow(0, kind, "", "greedy"), SeatRow(1, "player", session="ling")])
            room.row.pace = room.clock.limit = 60
            shown.append(compose(room, 1, "ling").clock)
        return shown

    person, bot, free = run(play())
    assert person is not None and person.left.keys() == {"0"}
    assert bot is None and free is None
