"""OpenSpiel's own tests on every game, its leduc_poker beside ours, and secrets in the tree."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import expected_game_score, get_all_states, ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import UniformRandomPolicy

from adapters.duel import ODD
from adapters.plays import REGISTERED, TOYS
from shapan.adapters import openspiel_game
from shapan.adapters.extra import MissingExtra
from shapan.adapters.game_tree import SEEDS, Tree
from shapan.adapters.openspiel_game import register
from shapan.adapters.play import IllegalAction
from shapan.adapters.setting import Setting
from shapan.engine.game import PositionError
from shapan.engine.options import OptionError
from shapan.installing import installing_extra

for _game in (*TOYS.values(), ODD):
    register(_game)

SHORT = {
    "pig": "shapan_pig(target=20)",
    "planet_masters": "shapan_planet_masters(max_rounds=4)",
    "battlefield": "shapan_battlefield(max_rounds=10)",
    "odd": "shapan_odd(players=3,rounds=3)",
}
"""Shorter matches of games that would take OpenSpiel's tests long."""
NAMES = [*REGISTERED, *TOYS, ODD.name]


def load(name: str) -> Any:
    return pyspiel.load_game(SHORT.get(name, f"shapan_{name}"))


def walk(game: Any, seed: int, most: int = 10**6) -> list[Any]:
    """Play at random and return the states on the way."""
    rng, state, states = np.random.default_rng(seed), game.new_initial_state(), list[Any]()
    while not state.is_terminal() and len(states) < most:
        states.append(state.clone())
        if state.is_chance_node():
            values, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(values, p=weights)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return [*states, state]


def run(case: type[unittest.TestCase]) -> None:
    """Run a test case of OpenSpiel's."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun and not result.skipped
    assert result.wasSuccessful(), "\n".join(text for _, text in [*result.failures, *result.errors])


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations_find_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


def test_random_simulations_of_other_settings_find_nothing_wrong() -> None:
    for text in (
        "shapan_pig(players=4,target=10)",
        "shapan_planet_masters(players=6,max_rounds=1,vote_mode=sequential)",
        "shapan_planet_masters(players=3,max_rounds=2,chance=seed)",
    ):
        pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("text", "rounds"), [("players=2", 30), ("players=5", 40), ("players=5,max_rounds=12", 12)])
def test_the_bound_on_rounds_is_a_number_also_where_it_hangs_on_the_seats(text: str, rounds: int) -> None:
    game = pyspiel.load_game(f"shapan_battlefield({text})")
    assert walk(game, 1, 2)[-1].node.play.match.live.rules.max_rounds == rounds
    same = pyspiel.load_game(str(game))
    assert same.setting.options == game.setting.options


def test_a_match_is_over_without_rewards_after_the_bound_on_steps() -> None:
    """Draws are no steps; the end of the rules before it counts as ever."""
    game = pyspiel.load_game("shapan_planet_masters(players=3,max_steps=7)")
    *states, last = walk(game, 1)
    assert game.max_game_length() == 7 and sum(state.is_player_node() for state in states) == 7
    assert last.is_terminal() and not last.node.play.over
    assert last.returns() == [0.0] * 3 and last.legal_actions() == []
    assert last.information_state_string(0) and len(last.observation_tensor(2)) == game.setting.observation.width
    again = pickle.loads(pickle.dumps(last))
    assert again.is_terminal() and again.get_game().get_parameters()["max_steps"] == 7
    whole = walk(pyspiel.load_game("shapan_leduc(max_steps=9)"), 1)[-1]
    assert whole.node.play.over and any(whole.returns())
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_bound_on_steps_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="max_steps: -1 is not 0"):
        pyspiel.load_game("shapan_leduc(max_steps=-1)")


@pytest.mark.parametrize("name", NAMES)
def test_the_api_test_of_openspiel_passes(name: str) -> None:
    parts = {"game_name": f"shapan_{name}", "game": load(name)}
    run(type(f"Partial_{name}", (api_test.EnforceAPIOnPartialTreeBase,), parts))


def test_the_api_test_on_the_whole_tree_of_leduc_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree has as many information states as OpenSpiel's own game with equal suits."""
    own = pyspiel.load_game("leduc_poker(suit_isomorphism=true)")
    states = get_all_states.get_all_states(
        own, include_chance_states=False, to_string=lambda state: state.history_str()
    )
    asked = [state for state in states.values() if state.is_player_node()]
    infosets = {(state.current_player(), state.information_state_string()) for state in asked}
    assert len(infosets) == 288  # 936 where suits are told apart
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "shapan_leduc", len(infosets))
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "shapan_leduc", (49, 774, 1116))
    parts = {"game_name": "shapan_leduc", "game": load("leduc")}
    run(type("Full_leduc", (api_test.EnforceAPIOnFullTreeBase,), parts))


def test_simultaneous_answers_make_a_tree_of_perfect_recall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three numbers a seat: one set for the first round, nine for the second, of each seat."""
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "shapan_odd", 2 * (1 + 9))
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "shapan_odd", (0, (1 + 9) * (1 + 3), 81))
    game = pyspiel.load_game("shapan_odd(players=2,rounds=2)")
    run(type("Full_odd", (api_test.EnforceAPIOnFullTreeBase,), {"game_name": "shapan_odd", "game": game}))


def test_leduc_is_the_game_of_openspiel() -> None:
    ours, theirs = load("leduc"), pyspiel.load_game("leduc_poker")
    values = []
    for game, unit in ((ours, 13), (theirs, 1)):
        uniform = UniformRandomPolicy(game)
        score = expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
        values.append([unit * float(value) for value in score])
    assert values[0] == pytest.approx(values[1])


def test_what_a_seat_answers_in_secret_changes_nothing_for_those_asked_after_it() -> None:
    state = load("odd").new_initial_state()
    assert [state.child(action).current_player() for action in range(3)] == [1, 1, 1]
    for player in (1, 2):
        assert len({state.child(action).information_state_string(player) for action in range(3)}) == 1
        assert len({tuple(state.child(action).observation_tensor(player)) for action in range(3)}) == 1
    assert len({state.child(action).information_state_string(0) for action in range(3)}) == 3


@pytest.mark.parametrize("name", ["leduc", *TOYS])
def test_resampled_states_look_the_same_to_the_player_and_tell_nothing(name: str) -> None:
    rng, others = np.random.default_rng(1), 0
    for state in walk(load(name), 4, 60):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert not other.history()
        others += other.node.play.match.live.encoded() != state.node.play.match.live.encoded()
        with pytest.raises(TypeError, match="sampled world cannot be stored"):
            pickle.dumps(other.node)
    assert others


def test_search_of_openspiel_plays() -> None:
    game = load("leduc")
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        2.0,
        20,
        random_state=np.random.RandomState(1),
    )
    for seed in range(3):
        state = walk(game, seed, 3)[-1]
        while not state.is_terminal() and not state.is_chance_node():
            state.apply_action(bot.step(state))


def test_clones_are_independent_and_share_what_does_not_change() -> None:
    for state in walk(load("planet_masters"), 2, 40)[::5]:
        if state.is_terminal() or state.is_chance_node():
            continue
        before, copy = state.information_state_string(0), state.clone()
        assert copy.node is state.node
        copy.apply_action(copy.legal_actions()[0])
        assert state.information_state_string(0) == before and state.history() != copy.history()


def test_small_games_run_their_rules_once() -> None:
    game = load("leduc")
    states = [walk(game, 5)[-1] for _ in range(2)]
    assert states[0].node is states[1].node
    large = load("planet_masters")
    assert walk(large, 5, 5)[-1].node is not walk(large, 5, 5)[-1].node


def test_chance_is_a_tree_of_draws_or_one_draw_of_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load("leduc").new_initial_state().chance_outcomes() == [(card, pytest.approx(1 / 3)) for card in range(3)]
    seeded = pyspiel.load_game("shapan_leduc(chance=seed)")
    assert seeded.max_chance_outcomes() == len(seeded.new_initial_state().chance_outcomes()) == SEEDS
    states = walk(seeded, 1)
    assert [state.is_chance_node() for state in states].count(True) == 1
    dealt = {seeded.new_initial_state().child(seed).information_state_string(0) for seed in range(20)}
    assert len(dealt) == 3
    monkeypatch.setattr(openspiel_game, "MAX_OUTCOMES", 2)
    assert load("leduc").max_chance_outcomes() == SEEDS
    assert pyspiel.load_game("shapan_leduc(chance=explicit)").max_chance_outcomes() == 3
    assert load("odd").get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC


def test_only_so_many_nodes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.adapters.game_tree.MAX_KEPT", 2)
    root = Tree(Setting("leduc"), explicit=True).root()
    assert root.child(0) is root.child(0) and root.child(1) is root.child(1)
    assert root.child(2) is not root.child(2)


def test_names_of_actions_and_draws() -> None:
    state = load("leduc").new_initial_state()
    assert state.action_to_string(1) == "cards queen"
    assert str(state.child(1)) == "-1:1"
    state = state.child(1).child(0)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["call", "raise"]
    assert state.action_to_string(0, 1) == "fold"
    assert "Hand: Queen" in state.picture(0) and "Queen" not in state.picture(1)
    seed = pyspiel.load_game("shapan_leduc(chance=seed)").new_initial_state()
    assert seed.action_to_string(7) == "seed 7"


def test_observers_by_what_they_show() -> None:
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    game = load("leduc")
    state = walk(game, 1, 3)[-1]
    public = make_observation(game, kind(public_info=True, perfect_recall=False, private_info=private.NONE))
    own = make_observation(game, kind(public_info=True, perfect_recall=False, private_info=private.SINGLE_PLAYER))
    assert public.tensor is None
    public.set_from(state, 0)
    assert public.string_from(state, 0).count('"hand":[null]') == 2
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert own.string_from(state, 0) != own.string_from(state, 1)
    for hidden in (
        kind(public_info=False, perfect_recall=False, private_info=private.SINGLE_PLAYER),
        kind(public_info=True, perfect_recall=False, private_info=private.ALL_PLAYERS),
        kind(public_info=True, perfect_recall=True, private_info=private.NONE),
    ):
        assert make_observation(game, hidden) is None
    with pytest.raises(ValueError, match="observers take no parameters, given: size"):
        game.make_py_observer(None, {"size": 1})


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("shapan_leduc(players=3)", PositionError, r"seats: 3 is not 2\.\.2"),
        ("shapan_pig(target=3)", OptionError, "options.target: 3 is not allowed; allowed: an integer from 10 to 1000"),
        (
            "shapan_pig(goal=3)",
            pyspiel.SpielError,
            "Unknown parameter 'goal'. Available parameters are: chance, max_steps, pl",
        ),
        ("shapan_pig(chance=maybe)", OptionError, "options.chance: 'maybe' is not auto, explicit or seed"),
        ("shapan_planet_masters(win_planets=many)", OptionError, "options.win_planets: 'many' is not allowed"),
    ],
)
def test_parameters_that_cannot_be_are_named(text: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        pyspiel.load_game(text)


def test_options_are_parameters() -> None:
    faces = "weapon_faces=cruiser/cruiser/fighter/fighter/transporter/transporter"
    game = pyspiel.load_game(f"shapan_planet_masters(players=3,vote_mode=sequential,{faces})")
    assert game.setting.seats == 3
    assert game.setting.options["vote_mode"] == "sequential"
    assert game.setting.options["weapon_faces"] == ["cruiser"] * 2 + ["fighter"] * 2 + ["transporter"] * 2
    game = pyspiel.load_game("shapan_planet_masters", {"win_planets": "2"})  # a number where words may stand too
    assert game.setting.options["win_planets"] == 2


def test_an_illegal_action_names_the_rule() -> None:
    state = walk(load("leduc"), 1, 2)[-1]
    with pytest.raises(IllegalAction, match=r"seat 0 may not take action 1 \(fold\) now: .*\[LED-3"):
        state.apply_action(1)


def test_registering_twice_does_no_harm_and_unknown_games_are_named() -> None:
    register()
    register("pig")
    with pytest.raises(LookupError, match="there is no game 'chess'; known: "):
        register("chess")


def test_a_program_that_has_registered_games_ends_in_peace() -> None:
    program = "import pyspiel, shapan.adapters.openspiel_game; pyspiel.load_game('shapan_pig').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_openspiel_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setitem(sys.modules, "numpy", None)  # which it would have brought
    monkeypatch.delitem(sys.modules, "shapan.adapters.openspiel_game")
    with pytest.raises(
        MissingExtra, match=re.escape(f"pyspiel is not installed; run: {installing_extra('openspiel')}") + "$"
    ):
        import shapan.adapters.openspiel_game  # noqa: F401
