"""PettingZoo's own tests on every game, and what they do not look at."""

from __future__ import annotations

import copy
import pickle
import re
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from adapters.duel import ODD
from adapters.plays import ALL, REGISTERED, TOYS, moments
from shapan.adapters.extra import MissingExtra
from shapan.adapters.pettingzoo_env import SeatsEnv, env, parallel_env, raw_env
from shapan.adapters.picture import picture
from shapan.adapters.play import IllegalAction
from shapan.adapters.setting import Setting
from shapan.installing import installing_extra

GAMES = {**ALL, ODD.name: ODD}
ADVICE = (
    "Observation is not a NumPy array",  # it is a dict with the mask in it, as in PettingZoo's own card games
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # that of an agent that is not asked
)


def play_at_random(table: Any, seed: int, most: int = 10**6) -> list[tuple[str, int | None]]:
    """Play a match at random and return what was done."""
    rng, done = np.random.default_rng(seed), []
    for agent in table.agent_iter(most):
        seen, _, over, cut_off, _ = table.last()
        action = None if over or cut_off else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        done.append((agent, action))
        table.step(action)
    return done


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_pettingzoo_finds_nothing_wrong(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for seats in sorted({game.min_seats, game.max_seats}):
        with warnings.catch_warnings():
            for advice in ADVICE:
                warnings.filterwarnings("ignore", advice)
            api_test(env(game, seats), num_cycles=100)
        seed_test(lambda seats=seats: env(game, seats), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


def test_parallel_tests_pass_where_all_decide_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    for seats in (2, 4):
        parallel_api_test(parallel_env(ODD, seats), num_cycles=40)
        parallel_seed_test(lambda seats=seats: parallel_env(ODD, seats), num_cycles=40)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name, game in REGISTERED.items() if not game.simultaneous])
def test_games_of_turns_have_no_parallel_form(name: str) -> None:
    with pytest.raises(ValueError, match=rf"{name}: not all seats are asked at once; use env\(\)"):
        parallel_env(name)


@pytest.mark.parametrize("game", ALL.values(), ids=list(ALL))
def test_a_match_ends_with_rewards_of_rank_or_score(game: Any) -> None:
    table = raw_env(game, max_steps=3_000)
    table.reset(seed=3)
    play = table.play
    assert play is not None
    done = play_at_random(table, 3)
    outcome = play.match.outcome
    assert outcome is not None and not table.agents
    assert {agent for agent, action in done if action is None} == set(table.possible_agents)
    rewards = play.rewards()
    assert max(map(abs, rewards)) <= 1
    if play.setting.game.sides:
        assert rewards == [1 if seat in outcome.winners else -1 for seat in range(play.setting.seats)]
    else:
        assert sum(rewards) == pytest.approx(0)
    if outcome.winners and len(outcome.winners) < play.setting.seats:
        assert {seat for seat, reward in enumerate(rewards) if reward == max(rewards)} == set(outcome.winners)


def test_the_last_look_at_a_match_has_the_reward() -> None:
    table = env("leduc")
    table.reset(seed=1)
    table.step(3)  # raise
    assert table.last()[1:4] == (0.0, False, False)
    table.step(1)  # fold
    looks = {}
    for agent in table.agent_iter():
        looks[agent] = table.last()[1:4]
        table.step(None)
    assert looks == {"seat_0": (1 / 13, True, False), "seat_1": (-1 / 13, True, False)}


def test_a_match_that_the_rules_cut_off_is_truncated() -> None:
    table = raw_env("planet_masters", seats=2, max_rounds=1)
    for seed in range(20):
        table.reset(seed=seed)
        play = table.play
        rng = np.random.default_rng(seed)
        while play is not None and not play.over:
            table.step(int(rng.choice(np.flatnonzero(table.last()[0]["action_mask"]))))
        assert play is not None and play.match.outcome is not None
        capped = play.match.outcome.result == "cap"
        assert set(table.truncations.values()) == {capped} and set(table.terminations.values()) == {not capped}
        if capped:
            return
    raise AssertionError("no match came to its last round")


def test_a_match_that_takes_too_long_is_truncated_without_rewards() -> None:
    table = env("pig", max_steps=5)
    table.reset(seed=1)
    done = play_at_random(table, 1)
    assert len([action for _, action in done if action is not None]) == 5
    assert table.unwrapped.play.steps == 5 and not table.unwrapped.play.over


def test_one_seed_one_match_and_the_next_one_is_another() -> None:
    def matches(seed: int | None, count: int) -> list[Any]:
        table, found = raw_env("pig", target=20), []
        for number in range(count):
            table.reset(seed=seed if number == 0 else None)
            found.append(play_at_random(table, 5))
        return found

    assert matches(1, 3) == matches(1, 3) != matches(2, 3)
    first = matches(1, 3)
    assert first[0] != first[1] != first[2]


@pytest.mark.parametrize("game", ALL.values(), ids=list(ALL))
def test_environments_are_copied_and_pickled_in_mid_match(game: Any) -> None:
    table = env(game)
    table.reset(seed=9)
    play_at_random(table, 9, 7)
    copies = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    rows = [play_at_random(one, 4, 30) for one in copies]
    assert rows[0] == rows[1] == play_at_random(table, 4, 30)


def test_an_illegal_action_names_the_rule_and_changes_nothing() -> None:
    table = env("leduc")
    table.reset(seed=1)
    before = table.last()
    with pytest.raises(IllegalAction, match=r"seat 0 may not take action 1 \(fold\) now: .*\[LED-3") as refused:
        table.step(1)
    assert refused.value.rule.startswith("LED-3")
    assert table.last()[0]["observation"].tobytes() == before[0]["observation"].tobytes()
    with pytest.raises(IllegalAction, match="action None"):
        table.step(None)
    table.step(2)
    with pytest.raises(IllegalAction, match="seat 1 may not take action 4"):
        table.step(4)


def test_pettingzoos_wrapper_ends_a_match_at_an_illegal_action() -> None:
    table = TerminateIllegalWrapper(env("leduc"), illegal_reward=-1)
    table.reset(seed=1)
    table.last()
    table.step(1)
    assert table.terminations == {"seat_0": True, "seat_1": True}
    assert table.rewards == {"seat_0": -1, "seat_1": 0}


def test_an_illegal_action_of_one_leaves_all_undone_in_parallel() -> None:
    table = parallel_env(ODD, 3)
    table.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"seat 1 may not take action 7.*\[ODD-1\]"):
        table.step({"seat_0": 0, "seat_1": 7, "seat_2": 1})
    with pytest.raises(IllegalAction, match="seat 2 may not take action None"):
        table.step({"seat_0": 0, "seat_1": 1})
    assert table.play is not None and table.play.steps == 0
    seen, _, over, cut_off, _ = table.step({"seat_0": 0, "seat_1": 1, "seat_2": 1})
    names = table.setting.observation.names()
    assert [x for x, name in zip(seen["seat_0"]["observation"], names, strict=True) if name == "points[0]"] == [0.05]
    assert not any(over.values()) and not any(cut_off.values())


def test_the_table_is_drawn_for_the_seat_that_is_asked() -> None:
    table = env("leduc", render_mode="ansi")
    table.reset(seed=1)
    table.step(2)
    drawn = table.render()
    assert drawn.startswith("leduc: First round")
    hands = [line for line in drawn.splitlines() if "Hand" in line]
    assert hands[0].endswith("?") and not hands[1].endswith("?")
    assert drawn.splitlines()[-1].endswith("Call / Raise") or "/" in drawn.splitlines()[-1]
    assert env("leduc").render_mode is None
    with pytest.raises(ValueError, match="render_mode: 'human' is not None or 'ansi'"):
        env("leduc", render_mode="human")


def test_cards_are_drawn_by_the_names_of_their_types() -> None:
    hands = []
    for play in moments(Setting(REGISTERED["battlestar"], 3), 1, 60):
        drawn = picture(play.match, play.waiting[0])
        assert not re.search(r"\b(PO|LE|TA|PI|EN)\d?\b", drawn), "as the log and the actions write them"
        hands += [line for line in drawn.splitlines() if line.startswith("Hand: ")]
    assert hands
    for hand in hands:
        for card in hand.removeprefix("Hand: ").split(", "):
            assert re.fullmatch(r"(\d+ x )?(Politics|Leadership|Tactics|Piloting|Engineering) [1-5] [A-Z].*", card)


def test_observations_are_built_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table = raw_env("leduc")
    table.reset(seed=1)
    monkeypatch.setattr(SeatsEnv, "observe", None)
    for action in (2, 3, 2):
        table.step(action)
        table.last(observe=False)


def test_names_options_and_bounds() -> None:
    assert str(raw_env("planet_masters")) == "planet_masters_v3"
    assert raw_env("pig", seats=5).possible_agents == [f"seat_{seat}" for seat in range(5)]
    assert raw_env("pig").metadata["is_parallelizable"] is False
    assert raw_env(TOYS["face_down"]).max_steps == TOYS["face_down"].max_decisions
    with pytest.raises(ValueError, match="max_steps: 0 is not 1 or more"):
        env("pig", max_steps=0)
    with pytest.raises(ValueError, match=r"options.goal: there is no such option; known: target"):
        env("pig", goal=3)


def test_without_pettingzoo_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.setitem(sys.modules, "numpy", None)  # which it would have brought
    monkeypatch.delitem(sys.modules, "shapan.adapters.pettingzoo_env")
    with pytest.raises(
        MissingExtra, match=re.escape(f"pettingzoo is not installed; run: {installing_extra('pettingzoo')}") + "$"
    ):
        import shapan.adapters.pettingzoo_env  # noqa: F401
