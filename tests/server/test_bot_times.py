"""When bots answer tells nothing of what they hold: in worlds that look alike, frames are sent at the same times.

Time is virtual. What an answer costs a bot depends on what is hidden, from nothing to more than its slot has room for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from server.bells import BELLS_GAME, ringing
from server.test_twin_frames import game_of, hidden
from server.test_window_times import unlikely
from server.virtual import Source, Watcher, bots_of, keeper, room_of, run
from shapan import bots
from shapan.engine.chance import Stream
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.segment import BOT
from shapan.server.settings import Settings
from shapan.server.store.row import Order, SeatRow

QUICK, THINKING = 0.15, 2.0
COSTS = {"greedy": 0.04, "general": 3.0}
"""The most that an answer costs; a quick one is there within any slot."""
PAIRS = {"leduc": 60, "skill_check": 30, "face_down": 30, "order_stacks": 30, "battlestar": 30}


Cost = Callable[[str, Match[Any], int], float]


def share(world: Match[Any]) -> float:
    """Return a number from 0 to 1 that depends on all that is hidden."""
    state, given = hidden(world)
    return sha256(state + repr(given).encode()).digest()[0] / 255


def greedy(world: Match[Any], seat: int) -> list[int]:
    return list(bots.answer(bots.find("greedy"), world, seat))


def by_what_is_hidden(name: str, world: Match[Any], seat: int) -> float:
    return COSTS[name] * share(world)


def by_options(name: str, world: Match[Any], seat: int) -> float:
    """A bot without a choice answers at once, and one with more than three options is late if it thinks."""
    return COSTS[name] / 3 * min(len(world.legal(seat)) - 1, 3)


def first_news(
    match: Match[Any], seats: list[SeatRow], settings: Settings, orders: bool = False, cost: Cost = by_what_is_hidden
) -> tuple[float, ...]:
    """Return when those who look on, from the first seat and from nowhere, are sent the first frame."""

    async def play() -> tuple[float, ...]:
        source = Source(lambda _, *asked: greedy(*asked), cost)
        room, looking = room_of(match, seats), bots_of(source, settings)
        if orders:
            room.orders.rows = [Order(row.seat, "", "pass") for row in seats if row.session]
        lines = [Watcher(room, session) for session in ("ling", None)]
        windows = keeper()
        looking.look_after(room)
        windows.look_after(room)
        await asyncio.gather(*(line.sent.wait() for line in lines))
        await looking.close()
        await windows.close()
        return tuple(line.times[0] for line in lines)

    return run(play())


def pairs(name: str, bot: str, number: int) -> list[tuple[Match[Any], Match[Any], list[SeatRow]]]:
    """Return matches in which bots only are asked, each with a twin that looks the same from the first seat."""
    game, found = game_of(name), []
    for seed in range(20 * number):
        rng = Stream(f"{name} {seed}")
        seats = max(game.min_seats, min(3, game.max_seats))
        match: Match[Any] = Match(game, seats, {}, f"{name} {seed}", FRIENDLY)
        for _ in range(rng.number(60 if game.max_decisions > 100 else 4)):
            seat = rng.choice(sorted(match.decisions))
            match.answer(seat, greedy(match, seat), by=BOT)
            if match.over:
                break
        while not match.over and 0 in match.decisions:
            match.answer(0, greedy(match, 0), by=BOT)
        if match.over:
            continue
        twin = match.sample(0, f"{name} {seed}")
        rows = [SeatRow(0, "player", "Ling", session="ling")]
        rows += [SeatRow(seat, "bot", "", bot) for seat in range(1, seats)]
        found.append((match, twin, rows))
        if len(found) == number:
            break
    return found


@pytest.mark.parametrize("bot", ["greedy", "general"])
@pytest.mark.parametrize("name", PAIRS)
def test_in_worlds_that_look_alike_frames_are_sent_at_the_same_times(tmp_path: Path, name: str, bot: str) -> None:
    settings = Settings(tmp_path, bot_delay=QUICK, bot_thinking=THINKING)
    other = 0
    for match, twin, rows in pairs(name, bot, PAIRS[name]):
        other += share(match) != share(twin)
        true = first_news(match.clone(), rows, settings)
        assert true == first_news(twin, rows, settings)
        reaction = all(match.decisions[seat].prompt.reaction for seat in match.waiting)
        assert true == pytest.approx((QUICK / 3 if reaction else QUICK if bot == "greedy" else THINKING,) * 2)
    assert other > PAIRS[name] // 2, "no world differed from the truth: nothing has been tested"


def options(world: Match[Any]) -> list[int]:
    return sorted(len(world.legal(seat)) for seat in world.waiting)


@pytest.mark.parametrize("bot", ["greedy", "general"])
def test_how_many_options_a_bot_has_changes_no_time(tmp_path: Path, bot: str) -> None:
    settings = Settings(tmp_path, bot_delay=QUICK, bot_thinking=THINKING)
    unlike = [pair for name in PAIRS for pair in pairs(name, bot, PAIRS[name]) if options(pair[0]) != options(pair[1])]
    assert len(unlike) > 20
    told = 0
    for match, twin, rows in unlike:
        times = [first_news(world.clone(), rows, settings, cost=by_options) for world in (match, twin)]
        assert times[0] == times[1]
        bare = [first_news(world, rows, Settings(tmp_path, bot_delay=0.0), cost=by_options) for world in (match, twin)]
        told += bare[0] != bare[1]
    assert told > len(unlike) // 2, "without a schedule the times tell it"


def test_in_a_held_window_a_bot_that_may_react_changes_no_time(tmp_path: Path) -> None:
    with ringing():
        settings, times = Settings(tmp_path, bot_delay=QUICK, bot_thinking=THINKING), set()
        for seed in range(20):
            match: Match[Any] = Match(BELLS_GAME, 4, {}, f"bells {seed}", FRIENDLY)
            rows = [SeatRow(seat, "player", session=name) for seat, name in enumerate(("ling", "tomas"))]
            rows += [SeatRow(seat, "bot", "", "general") for seat in (2, 3)]
            times.add(first_news(match, rows, settings, orders=True))
        assert times == {(4.0, 4.0)}


def samples(tmp_path: Path, **settings: float) -> tuple[list[float], list[float]]:
    """Return how long answers took in worlds in which they were cheap, and in those in which they cost more."""
    cheap: list[float] = []
    dear: list[float] = []
    for match, twin, rows in pairs("leduc", "general", 60):
        for world in (match, twin):
            times = dear if share(world) > 0.5 else cheap
            times.append(first_news(world.clone(), rows, Settings(tmp_path, **settings))[1])  # type: ignore[arg-type]
    return cheap, dear


def test_how_long_bots_take_is_one_distribution_whatever_they_hold(tmp_path: Path) -> None:
    cheap, dear = samples(tmp_path, bot_delay=QUICK, bot_thinking=THINKING)
    assert min(len(cheap), len(dear)) > 20
    assert unlikely(cheap, dear) > 0.001


def test_the_measurement_finds_bots_that_answer_as_soon_as_they_can(tmp_path: Path) -> None:
    assert unlikely(*samples(tmp_path, bot_delay=0.0)) < 1e-6
