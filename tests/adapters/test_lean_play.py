"""Environments drive a match without records: what a seat sees and may do is that of the table's own match."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from adapters.plays import ALL, label, settings
from shapan.adapters.gymnasium_env import SeatEnv
from shapan.adapters.pettingzoo_env import raw_env
from shapan.adapters.picture import picture
from shapan.adapters.play import AnyPlay, IllegalAction, LeanPlay, Play
from shapan.adapters.setting import Setting
from shapan.bots.bot import GreedyBot, RandomBot
from shapan.engine.chance import Stream
from shapan.engine.sampler import Sampler


def handed_out(play: AnyPlay) -> list[Any]:
    """Return everything that a program in the place of each seat can ask for."""
    each = [
        (play.observe(seat).tobytes(), play.mask(seat).tobytes(), list(play.offered(seat)), picture(play.match, seat))
        for seat in range(play.setting.seats)
    ]
    return [play.waiting, play.over, play.steps, play.rewards(), each]


def refused(play: AnyPlay, seat: int, action: Any) -> str:
    with pytest.raises(IllegalAction) as found:
        play.act(seat, action)
    return str(found.value)


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_each_seat_gets_what_the_match_with_records_gives_it(setting: Setting) -> None:
    rng, lean = Stream("lean"), None
    for number in range(2):  # the second begins where the first has ended
        lean, full = LeanPlay(setting, f"lean {number}", lean), Play(setting, f"lean {number}")
        for _ in range(60):
            assert handed_out(lean) == handed_out(full)
            if full.over:
                break
            seat = rng.choice(full.waiting)  # also in the middle of picks, and while others have answered
            wrong = next((a for a in range(len(setting.index)) if a not in full.offered(seat)), -1)
            assert refused(lean, seat, wrong) == refused(full, seat, wrong)
            action = rng.choice(list(full.offered(seat)))
            lean.act(seat, action)
            full.act(seat, action)


def test_an_observation_stays_as_it_was() -> None:
    table, kept = raw_env("planet_masters", 4), []
    table.reset(seed=2)
    rng = np.random.default_rng(1)
    for _ in range(60):
        seen = table.last()[0]
        kept.append((seen["observation"], seen["observation"].copy(), seen["action_mask"], seen["action_mask"].copy()))
        table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert all((row == row_then).all() and (mask == mask_then).all() for row, row_then, mask, mask_then in kept)
    assert len({row.tobytes() for row, *_ in kept}) > 30
    row, *_ = kept[0]
    row[:] = 0.5  # the learner's own: nothing else changes with it
    assert (kept[1][0] == kept[1][1]).all() and table.last()[0]["observation"].max() <= 1


@pytest.mark.parametrize("game", ALL.values(), ids=list(ALL))
def test_an_environment_goes_on_in_another_thread(game: Any) -> None:
    def steps(table: Any, count: int) -> list[bytes]:
        seen = []
        for agent in table.agent_iter(count):
            row, _, over, cut_off, _ = table.last()
            seen.append(row["observation"].tobytes())
            mask = np.flatnonzero(row["action_mask"])
            table.step(None if over or cut_off else int(mask[len(seen) % len(mask)]))
            assert agent in table.possible_agents
        return seen

    one, other = raw_env(game), raw_env(game)
    for table in (one, other):
        table.reset(seed=6)
    for _ in range(4):
        with ThreadPoolExecutor(1) as pool:
            there = pool.submit(steps, other, 5).result()
        assert there == steps(one, 5)
    assert steps(other, 5) == steps(one, 5)


@pytest.mark.usefixtures("own_garbage")
def test_environments_begun_again_and_dropped_leave_no_match_behind() -> None:
    table = None
    for number in range(300):
        table = raw_env("planet_masters" if number % 3 else "leduc")
        for seed in range(3):
            table.reset(seed=seed)
            table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    del table
    gc.collect()
    assert not any(isinstance(thing, LeanPlay) for thing in gc.get_objects())


class Looking(GreedyBot):
    """Greedy, but it may look ahead: it gets the whole sampler."""

    def reply(self, sampler: Sampler[Any], rng: Stream) -> list[int]:
        return super().reply(sampler, rng)


@pytest.mark.parametrize("name", ["leduc", "pig", "planet_masters"])
def test_bots_reply_alike_with_records_and_without(name: str) -> None:
    plain, looking = SeatEnv(name, bots=GreedyBot()), SeatEnv(name, bots=Looking())
    rng, rows = np.random.default_rng(3), 0
    for seed in range(5):
        seen = [table.reset(seed=seed)[0]["observation"].tobytes() for table in (plain, looking)]
        assert type(plain.play) is LeanPlay and type(looking.play) is Play
        for _ in range(40):
            assert seen[0] == seen[1]
            action = int(rng.choice(np.flatnonzero(plain.action_masks())))
            steps = [table.step(action) for table in (plain, looking)]
            assert steps[0][1:] == steps[1][1:]
            seen = [row[0]["observation"].tobytes() for row in steps]
            rows += 1
            if steps[0][2] or steps[0][3]:
                break
    assert rows > 5


def test_a_bot_that_looks_ahead_has_a_match_to_look_from() -> None:
    table = SeatEnv("leduc", bots="search:20")
    table.reset(seed=1)
    for _ in range(8):
        *_, over, cut_off, _ = table.step(int(np.flatnonzero(table.action_masks())[0]))
        if over or cut_off:
            break
    assert type(table.play) is Play and table.play.over
    assert SeatEnv("leduc", bots=RandomBot()).reset(seed=1)
