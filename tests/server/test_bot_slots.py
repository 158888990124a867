"""What a bot answers at the end of its slot: the best that was found by then; and whose turn it is to think."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.people import PIG_HOLD, PIG_ROLL
from server.virtual import Costly, Source, Watcher, bots_of, room_of, run
from shapan import bots
from shapan.bots.bot import RandomBot
from shapan.bots.search_bot import SearchBot
from shapan.bots.thinking import Budget
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.hub.bot import LEFT_PACE
from shapan.server.hub.schedule import AT_ONCE, MAX_STRETCH, USUAL, Schedule, gauge
from shapan.server.hub.turns import Crowded, Turns
from shapan.server.settings import Settings
from shapan.server.store.row import SeatRow


def quick_times(tmp_path: Path, cost: float) -> list[float]:
    """Return when a quick bot at Pig answered that needs so many seconds."""
    return played(tmp_path, {"greedy": cost}, 5, "greedy")[0]


def played(
    tmp_path: Path, costs: dict[str, float], moves: int = 1, bot: str = "general", session: str | None = None
) -> tuple[list[float], list[list[int]]]:
    """Return when a bot at Pig answered and what: a general's own thought is to roll, what it says at once to hold."""

    async def play() -> tuple[list[float], list[list[int]]]:
        source = Source(
            lambda name, world, seat: [PIG_ROLL if name == "general" else PIG_HOLD],
            lambda name, world, seat: costs[name],
        )
        looking = bots_of(source, Settings(tmp_path, bot_delay=0.2, bot_thinking=2.0))
        match: Match[Any] = Match(find("pig"), 2, {"target": 900}, "slots")
        room = room_of(match, [SeatRow(0, "bot", "", bot, session), SeatRow(1, "bot", "", bot)])
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


@pytest.mark.parametrize("cost", [0.3, 2.1])
def test_a_thought_learns_that_its_decision_is_closed(tmp_path: Path, cost: float) -> None:
    """Otherwise another machine would go on with it."""
    asked: list[Callable[[], bool]] = []

    class Noted(Source):
        def answer(self, name: str, match: Match[Any], seat: int, ends: float, gone: Any) -> list[int]:
            asked.append(gone)
            assert not gone()
            return super().answer(name, match, seat, ends, gone)

    async def play() -> list[bool]:
        source = Noted(lambda *_: [PIG_ROLL], lambda name, *_: cost if name == "general" else 0.0)
        looking = bots_of(source, Settings(tmp_path, bot_delay=0.2, bot_thinking=2.0))
        room = room_of(
            Match(find("pig"), 2, {"target": 900}, "slots"), [SeatRow(seat, "bot", "", "general") for seat in (0, 1)]
        )
        line = Watcher(room, None)
        looking.look_after(room)
        await line.sent.wait()
        await asyncio.sleep(0.5)
        gone = [one() for one in asked]
        await looking.close()
        return gone

    assert run(play()) == [True, True, False, False], "those of the first question, and not of the next"


def test_each_question_has_its_slot(tmp_path: Path) -> None:
    assert played(tmp_path, {"general": 0.1, "greedy": 0.01}, 3)[0] == [2.0, 4.0, 6.0]


def test_bots_go_on_at_a_pace_to_follow_where_somebody_may_take_his_seat_back(tmp_path: Path) -> None:
    """Or a match is over in seconds while the screen of whoever handed a seat over still shows its beginning."""
    usual = played(tmp_path, {"greedy": 0.01}, 3, "greedy")[0]
    handed = played(tmp_path, {"greedy": 0.01}, 3, "greedy", "ling")[0]
    assert usual == pytest.approx([0.2, 0.4, 0.6])
    assert handed == pytest.approx([time * LEFT_PACE for time in usual])


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def lengths(schedule: Schedule) -> list[float]:
    """Return how long a usual slot is, one of a reaction, and one for a thought, each asked alone."""
    return [schedule.ask([kind])[0] for kind in ((False, False), (False, True), (True, False))]


def test_slots_become_longer_where_many_bots_are_asked_at_once() -> None:
    clock = Clock()
    schedule = Schedule(0.3, 2.0, clock)
    assert lengths(schedule) == pytest.approx([0.3, 0.1, 2.0])
    clock.now += 0.3
    assert schedule.rests, "for a thought a quick answer is looked for in a quick slot"
    assert schedule.ask([(False, False)] * (AT_ONCE + 1)) == pytest.approx([0.6] * (AT_ONCE + 1)), "all of them alike"
    clock.now += 0.5
    assert schedule.ask([(False, False)] * (AT_ONCE - 1)) == pytest.approx([0.6] * (AT_ONCE - 1))
    clock.now += 0.6
    assert schedule.ask([(False, False)] * AT_ONCE) == pytest.approx([0.3] * AT_ONCE), "and no longer than need be"
    assert schedule.ask([(False, False)] * 99_999)[0] == pytest.approx(0.3 * MAX_STRETCH)


def test_slots_become_longer_on_a_slow_machine_and_shorter_by_halves() -> None:
    clock = Clock()
    schedule = Schedule(0.3, 2.0, clock)

    def usual(seconds: float) -> float:
        clock.now += 60
        schedule.gauged(seconds)
        return schedule.ask([(False, False)])[0] / 0.3

    assert [round(usual(USUAL * times)) for times in (1, 1.5, 7, 0.2, 0.2, 0.2, 0.2)] == [1, 2, 8, 4, 2, 1, 1]
    assert round(usual(99)) == MAX_STRETCH
    assert gauge() > 0


def test_answers_that_are_late_make_no_slot_longer(tmp_path: Path) -> None:
    """How long a bot needs depends on its hand: if a late answer made slots longer, all would see by it."""
    times, _ = played(tmp_path, {"general": 2.1, "greedy": 2.1}, 4)
    assert times == [2.0, 4.0, 6.0, 8.0]
    cheap, dear = (quick_times(tmp_path, cost) for cost in (0.01, 0.5))
    assert cheap == dear == pytest.approx([0.2 * number for number in range(1, 6)])


def turns_taken(width: int, most: int, *asked: str, elsewhere: int = 0) -> tuple[list[str], int]:
    """Return in which order work of some owners was done, each a second long, and how often it was refused."""

    async def work() -> tuple[list[str], int]:
        turns, order, refused = Turns("test", width, most, lambda: elsewhere), [], 0
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


def test_turns_on_other_machines_come_beside_those_of_this_one() -> None:
    order, refused = turns_taken(1, 3, *["busy"] * 20, elsewhere=2)
    assert order.count("busy") == 1 + 2 + 3 and refused == 14


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
