"""Gymnasium's own checker on every game, vectors of environments, and the bots at the other seats."""

from __future__ import annotations

import copy
import pickle
import re
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from adapters.duel import ODD
from adapters.plays import ALL, REGISTERED
from shapan import bots
from shapan.adapters import gymnasium_env
from shapan.adapters.extra import MissingExtra
from shapan.adapters.gymnasium_env import SeatEnv
from shapan.adapters.play import IllegalAction
from shapan.engine.chance import Stream
from shapan.installing import installing_extra

make: Any = gymnasium_env.make
GAMES = {**ALL, ODD.name: ODD}


def play_at_random(table: Any, seed: int, most: int = 10**6, start: bool = True) -> list[Any]:
    """Play a match at random and return what came of each step."""
    rng, row = np.random.default_rng(seed), []
    if start:
        table.reset(seed=seed)
    for _ in range(most):
        action = int(rng.choice(np.flatnonzero(table.unwrapped.action_masks())))
        seen, reward, over, cut_off, info = table.step(action)
        row.append((action, seen["observation"].tobytes(), reward, over, cut_off, info))
        if over or cut_off:
            break
    return row


@pytest.mark.plain
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_gymnasium_finds_nothing_wrong(game: Any, bot: str) -> None:
    check_env(make(game, bots=bot).unwrapped, skip_render_check=True)
    check_env(make(game, seat=None, seats=game.max_seats, bots=bot, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_observation_is_of_its_space_and_a_match_ends_with_a_reward(game: Any) -> None:
    table = make(game, bots="random")
    for seed in range(3):
        seen, _ = table.reset(seed=seed)
        rng, rewards, ended = np.random.default_rng(seed), [], False
        while not ended:
            assert seen in table.observation_space
            assert (seen["action_mask"] == table.unwrapped.action_masks()).all() and seen["action_mask"].any()
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            seen, reward, over, cut_off, info = table.step(action)
            rewards.append(reward)
            ended = over or cut_off
            assert not info
        assert not any(rewards[:-1]) and -1 <= rewards[-1] <= 1
        play = table.unwrapped.play
        assert rewards[-1] == play.rewards()[0]


def test_the_learner_has_its_seat_and_bots_have_the_others() -> None:
    asked: set[int] = set()

    class Watching(bots.Bot):
        name = "watching"

        def choose(self, question):
            asked.add(question.seat)
            return question.options[0] if len(question.picked) > 3 else question.rng.choice(question.options)

    play_at_random(make("pig", seat=2, seats=4, bots=Watching(), target=30), 1)
    assert asked == {0, 1, 3}
    asked.clear()
    play_at_random(make("pig", seat=0, seats=3, bots={1: "random", 2: Watching()}, target=30), 1)
    assert asked == {2}


def test_a_seat_of_none_is_another_one_each_match() -> None:
    table = SeatEnv("pig", seat=None, seats=3, target=20)
    seats = []
    for number in range(20):
        table.reset(seed=1 if number == 0 else None)
        seats.append(table.seat)
        assert table.play is not None and table.play.waiting == [table.seat]
    assert set(seats) == {0, 1, 2}


def test_matches_that_are_over_before_the_learner_is_asked_are_passed_over() -> None:
    class Bold(bots.Bot):
        name = "bold"

        def choose(self, question):
            return question.options[0 if question.view.rolled < 10 else 1]

    table = SeatEnv("pig", seat=5, seats=6, bots=Bold(), target=10)
    for _ in range(30):
        seen, _ = table.reset(seed=None)
        assert seen["action_mask"].any()


def test_an_illegal_action_is_refused_or_raised() -> None:
    table = make("leduc")
    before, _ = table.reset(seed=1)
    after, reward, over, cut_off, info = table.step(1)
    assert (reward, over, cut_off) == (0.0, False, False)
    assert info["refused"].startswith("seat 0 may not take action 1 (fold) now: ") and "[LED-3" in info["refused"]
    assert all((before[part] == after[part]).all() for part in before)
    table = make("leduc", illegal="raise")
    table.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"\[LED-3"):
        table.step(1)


def test_too_many_actions_are_truncated_refused_ones_too() -> None:
    table = make("leduc", max_steps=4)
    table.reset(seed=1)
    assert [table.step(1)[3] for _ in range(4)] == [False, False, False, True]


def test_a_match_that_the_rules_cut_off_is_truncated() -> None:
    table = make("planet_masters", max_rounds=1, bots="random")
    ends = [play_at_random(table, seed)[-1] for seed in range(4)]
    results = [(over, cut_off) for _, _, _, over, cut_off, _ in ends]
    assert (False, True) in results and all(over != cut_off for over, cut_off in results)


def test_one_seed_one_match() -> None:
    for name in REGISTERED:
        table = make(name, bots="random")
        rows = [play_at_random(table, seed, 40) for seed in (1, 1, 2)]
        assert rows[0] == rows[1] != rows[2]


@pytest.mark.parametrize("game", ALL.values(), ids=list(ALL))
def test_environments_are_copied_and_pickled_in_mid_match(game: Any) -> None:
    table = make(game).unwrapped
    play_at_random(table, 9, 1)
    assert not table.play.over
    copies = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    rows = [play_at_random(one, 4, 20, start=False) for one in copies]
    assert rows[0] == rows[1] == play_at_random(table, 4, 20, start=False)


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vectors_of_environments_step_together(mode: str) -> None:
    how = {"context": "spawn"} if mode == "async" else {}
    tables: Any = gymnasium.make_vec(
        "shapan.adapters.gymnasium_env:shapan/leduc-v2",
        num_envs=2,
        vectorization_mode=mode,
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP, **how},
        bots="random",
    )
    seen, _ = tables.reset(seed=5)
    rng, ended = np.random.default_rng(5), 0
    for _ in range(40):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in seen["action_mask"]]
        seen, _, over, cut_off, _ = tables.step(np.array(actions))
        assert not cut_off.any()
        ended += int(over.sum())
        assert seen["observation"].shape == (2, tables.single_observation_space["observation"].shape[0])
    tables.close()
    assert ended > 5


def test_the_table_is_drawn_as_the_learner_sees_it() -> None:
    table = make("leduc", seat=1, render_mode="ansi")
    table.reset(seed=1)
    hands = [line for line in table.render().splitlines() if "Hand" in line]
    assert hands[0].endswith("?") and not hands[1].endswith("?")


def test_an_episode_through_gymnasiums_own_wrappers() -> None:
    table = gymnasium.wrappers.FlattenObservation(make("pig", target=20, bots="random"))
    seen, _ = table.reset(seed=1)
    assert seen in table.observation_space and seen.ndim == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"seat": 2}, r"seat: 2 is not 0\.\.1"),
        ({"seats": 3}, r"seats: 3 is not 2\.\.2"),
        ({"bots": "genius"}, "there is no bot 'genius'; known: "),
        ({"bots": {0: "random"}}, "bots: there is none for seat 1"),
        ({"illegal": "ignore"}, "illegal: 'ignore' is not 'refuse' or 'raise'"),
        ({"render_mode": "human"}, "render_mode: 'human' is not None or 'ansi'"),
        ({"max_steps": 0}, "max_steps: 0 is not 1 or more"),
        ({"blind": 1}, "options.blind: there is no such option"),
    ],
)
def test_arguments_that_cannot_be_are_named(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises((ValueError, LookupError), match=says):
        SeatEnv("leduc", **arguments)


def test_a_game_that_there_is_not() -> None:
    with pytest.raises(LookupError, match="there is no game 'chess'; known: "):
        make("chess")


def test_bots_draw_from_the_seed_of_the_match() -> None:
    table = SeatEnv("pig", bots="random", target=20)
    play_at_random(table, 3)
    assert table.play is not None
    again = SeatEnv("pig", bots="random", target=20)
    play_at_random(again, 3)
    assert again.play is not None and again.play.match.log == table.play.match.log
    assert Stream(table.play.match.key).number(1000) == Stream(again.play.match.key).number(1000)


def test_without_gymnasium_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.setitem(sys.modules, "numpy", None)  # which it would have brought
    monkeypatch.delitem(sys.modules, "shapan.adapters.gymnasium_env")
    with pytest.raises(
        MissingExtra, match=re.escape(f"gymnasium is not installed; run: {installing_extra('gymnasium')}") + "$"
    ):
        import shapan.adapters.gymnasium_env  # noqa: F401
