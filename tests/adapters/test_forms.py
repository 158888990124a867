"""Sparse observations, and environments that ask only where there is a choice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from adapters.duel import ODD
from adapters.plays import ALL, moments
from shapan.adapters import gymnasium_env, pettingzoo_env
from shapan.adapters.play import LeanPlay
from shapan.adapters.setting import Setting
from shapan.adapters.spaces import Form
from shapan.engine.actions import Actions
from shapan.engine.conformance.kit import advice
from shapan.engine.registry import find


@pytest.mark.parametrize("game", ALL.values(), ids=list(ALL))
def test_a_sparse_observation_has_the_numbers_of_the_flat_one_that_are_not_0(game: Any) -> None:
    setting = Setting(game)
    form, seen = Form("sparse", 4096), 0
    space = form.space(setting)
    for play in moments(setting, 1, 12):
        for seat in range(setting.seats):
            flat = play.observe(seat)
            sparse = form.observed(play, seat)
            assert space.contains(sparse)
            again = np.zeros(len(flat) + 1, np.float32)
            again[sparse["columns"]] = sparse["values"]
            assert (again[:-1] == flat).all()
            seen += 1
    assert seen > 1


def test_no_room_and_other_words_are_refused() -> None:
    setting = Setting("leduc")
    play = LeanPlay(setting, 1)
    with pytest.raises(ValueError, match=r"^entries: \d+ numbers are not 0, and there is room for 3; ask for more$"):
        Form("sparse", 3).observed(play, play.waiting[0])
    with pytest.raises(ValueError, match="'dense' is not 'flat' or 'sparse'"):
        Form("dense")
    with pytest.raises(ValueError, match="entries: 0 is not 1 or more"):
        Form("sparse", 0)


def forced(game: Any, seed: int) -> tuple[int, int]:
    """Play at random; return how many decisions had one legal action, and how many there were."""
    play, rng, ones, every = LeanPlay(Setting(game), seed), np.random.default_rng(seed), 0, 0
    while not play.over and every < 300:
        offered = list(play.offered(play.waiting[0]))
        ones, every = ones + (len(offered) == 1), every + 1
        play.act(play.waiting[0], int(rng.choice(offered)))
    return ones, every


@pytest.mark.parametrize("name", ["starcraft", "malifaux", "leduc"])
def test_nobody_is_asked_where_there_is_one_legal_action(name: str) -> None:
    table = pettingzoo_env.raw_env(name, skip_forced=True, observation="sparse")
    table.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(120):
        if table.terminations[table.agent_selection]:
            break
        assert table.play is not None
        mask = table.play.mask(table.numbers[table.agent_selection])
        assert mask.sum() > 1
        table.step(int(rng.choice(np.flatnonzero(mask))))
    learner: Any = gymnasium_env.make(name, bots="random", skip_forced=True).unwrapped
    seen, _ = learner.reset(seed=3)
    for _ in range(60):
        assert seen["action_mask"].sum() > 1
        seen, _, over, cut, _ = learner.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        if over or cut:
            break


def test_forced_actions_are_there_to_be_skipped_and_are_no_steps() -> None:
    ones, every = forced("starcraft", 1)
    assert ones > every / 10
    play = LeanPlay(Setting("starcraft"), 1)
    rng, chosen = np.random.default_rng(1), 0
    for _ in range(40):
        play.skip_forced()
        if play.over:
            break
        play.act(play.waiting[0], int(rng.choice(list(play.offered(play.waiting[0])))))
        chosen += 1
    assert play.steps == chosen


def test_the_kits_of_the_libraries_pass_in_both_forms(recwarn: pytest.WarningsRecorder) -> None:
    for game in (find("pig"), ODD):
        api_test(pettingzoo_env.env(game, skip_forced=True), num_cycles=60)
        check_env(
            gymnasium_env.make(game, bots="random", skip_forced=True, observation="sparse", illegal="refuse").unwrapped,
            skip_render_check=True,
        )
    recwarn.clear()


def test_a_game_that_nobody_declines_can_have_no_done() -> None:
    with_done, without = Actions(), Actions(done=False)
    for actions in (with_done, without):
        actions.family(1, "go")
    game = type(find("pig"))
    parts = [{"actions": one, "__module__": game.__module__} for one in (with_done, without)]
    names = [Setting(type("P", (game,), part)()).index.names for part in parts]
    assert names == [["done", "go"], ["go"]]
    told = [any("done=False" in note for note in advice(find("pig"), 0, done)) for done in (True, False)]
    assert told == [False, True]
