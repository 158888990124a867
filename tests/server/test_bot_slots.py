"""What a bot answers at the end of its slot: the best that was found by then; and whose turn it is to think."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.people import PIG_HOLD, PIG_ROLL
from server.virtual import Costly, Source, Watcher, bots_of, room_of, run
from shapan import bots
from shapan.bots.bot import RandomBot
from shapan.bots.thinker import SearchBot
from shapan.bots.thinking import Budget
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.hub.schedule import CALM, MOST_STRETCH, Schedule
from shapan.server.hub.turns import Crowded, Turns
from shapan.server.settings import Settings
from shapan.server.store.row import SeatRow


def played(tmp_path: Path, costs: dict[str, float], moves: int = 1) -> tuple[list[float], list[list[int]]]:
    """Return when a general at Pig answered and what: its own thought is to roll, what it says at once to hold."""

    async def play() -> tuple[list[float], list[list[int]]]:
        source = Source(
            lambda name, world, seat: [PIG_ROLL if name == "general" else PIG_HOLD],
            lambda name, world, seat: costs[name],
        )
        looking = bots_of(source, Settings(tmp_path, bot_delay=0.2, bot_thinking=2.0))
        match: Match[Any] = Match(find("pig"), 2, {"target": 900}, "slots")
        room = room_of(match, [SeatRow(0, "bot", "", "general"), SeatRow(1, "bot", "", "general")])
        line = Watcher(room, None)
        looking.look_after(room)
        while len(line.times) < moves:
            line.sent.clear()
            await line.sent.wait()
        await looking.close()
        return line.times[:moves], [record["answer"] for record in match.log[:moves]]

    return run(play())


def test_what_was_thought_out_is_answered_when_the_slot_ends(tmp_path: Path) -> None:
    assert played(tmp_path, {"general": 0.3, "greedy": 0.01}) == ([2.0], [[PIG_ROLL]])


def test_a_thought_that_is_not_ready_leaves_the_answer_to_the_quick_bot(tmp_path: Path) -> None:
    assert played(tmp_path, {"general": 2.1, "greedy": 0.01}) == ([2.0], [[PIG_HOLD]])


def test_where_nothing_is_ready_the_default_is_taken_in_time(tmp_path: Path) -> None:
    times, [codes] = played(tmp_path, {"general": 2.1, "greedy": 2.1})
    assert times == [2.0] and codes in ([PIG_ROLL], [PIG_HOLD])


def test_each_question_has_its_slot(tmp_path: Path) -> None:
    assert played(tmp_path, {"general": 0.1, "greedy": 0.01}, 3)[0] == [2.0, 4.0, 6.0]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_slots_become_longer_for_all_on_a_machine_that_is_too_busy() -> None:
    clock = Clock()
    schedule = Schedule(0.3, 2.0, clock)

    def lengths() -> list[float]:
        return [
            schedule.length(thinks=False, reaction=False),
            schedule.length(thinks=False, reaction=True),
            schedule.length(thinks=True, reaction=False),
        ]

    assert lengths() == pytest.approx([0.3, 0.1, 2.0])
    schedule.late()
    schedule.late()
    assert lengths() == pytest.approx([0.6, 0.2, 2.0]), "several at once count once"
    for _ in range(10):
        clock.now += 2
        schedule.late()
    assert lengths() == pytest.approx([0.3 * MOST_STRETCH, 0.1 * MOST_STRETCH, 0.3 * MOST_STRETCH])
    for _ in range(4):
        clock.now += CALM
        lengths()
    assert lengths() == pytest.approx([0.3, 0.1, 2.0])


def turns_taken(width: int, most: int, *asked: str) -> tuple[list[str], int]:
    """Return in which order work of some owners was done, each a second long, and how often it was refused."""

    async def work() -> tuple[list[str], int]:
        turns, order, refused = Turns("test", width, most), [], 0
        turns._threads.shutdown()
        turns._threads = Costly(lambda: 1.0)
        results = []
        for owner in asked:
            try:
                results.append(turns.ask(owner, lambda owner=owner: order.append(owner)))  # type: ignore[misc]
            except Crowded:
                refused += 1
        await asyncio.gather(*results)
        return order, refused

    return run(work())


def test_who_has_twenty_tables_holds_up_nobody() -> None:
    order, refused = turns_taken(1, 20, *["busy"] * 20, "ling", "tomas", "ling")
    assert order[:6] == ["busy", "busy", "ling", "tomas", "busy", "ling"]
    assert order.count("busy") == 20 and refused == 0


def test_so_much_waits_for_one_guest_and_no_more() -> None:
    order, refused = turns_taken(2, 3, *["busy"] * 20, "ling")
    assert order.count("busy") == 5 and refused == 15 and "ling" in order


def test_work_that_nobody_wants_any_more_is_not_done() -> None:
    async def work() -> tuple[list[int], bool]:
        turns, done = Turns("test", 1, 9), []
        turns._threads.shutdown()
        turns._threads = Costly(lambda: 1.0)
        wanted = [turns.ask("ling", lambda number=number: done.append(number)) for number in range(4)]  # type: ignore[misc]
        wanted[0].cancel(), wanted[2].cancel()
        await asyncio.wait(wanted)
        failing = turns.ask("ling", lambda: 1)
        return done, await failing == 1

    assert run(work()) == ([0, 1, 3], True)


def test_a_bot_that_thinks_can_do_with_less_time() -> None:
    for own, left in ((4.0, 1.5), (1.0, 1.0), (0.0, 1.5)):
        bot = SearchBot("a", Budget(9, own)).within(1.5)
        assert isinstance(bot, SearchBot) and bot.budget == Budget(9, left)
    quick = RandomBot()
    assert quick.within(1.5) is quick
    assert bots.find("general").within(1.0).name == "general"
