"""The script of masked PPO in the docs: its gradients are right, and it runs."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

LEARNED = 0.05
"""A mean reward at Leduc against `random` that who has learned nothing does not come by."""
SCRIPT = Path(__file__).parents[2] / "docs" / "how-to" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ppo", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["ppo"] = module
    spec.loader.exec_module(module)
    return module


def test_its_gradients_are_those_of_its_loss(ppo: ModuleType) -> None:
    rng = np.random.default_rng(1)
    settings = ppo.Settings(hidden=5)
    network = ppo.Network(11, 4, 5, rng)
    network.weights["policy"] = rng.normal(0, 0.5, (5, 4))
    columns = np.array([[0, 3, 11], [2, 5, 7], [1, 11, 11]])
    values = np.where(columns < 11, rng.random(columns.shape), 0)
    mask = np.array([[1, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 0]], bool)
    actions = np.array([3, 0, 2])
    _, chances, _ = network.forward(columns, values, mask)
    before = np.log(chances[np.arange(3), actions]) + np.array([0.05, -0.05, 0.0])
    given: Any = ((columns, values, mask), actions, before, np.array([1.0, -0.7, 0.4]), rng.random(3), settings)
    made, _ = network.gradients(*given)
    for name, weights in network.weights.items():
        for at in rng.choice(weights.size, min(12, weights.size), replace=False):
            place = np.unravel_index(at, weights.shape)
            if name == "seen" and place[0] == 11:
                continue
            ends = []
            for step in (1e-6, -2e-6):
                weights[place] += step
                ends.append(network.gradients(*given)[1])
            weights[place] += 1e-6
            assert made[name][place] == pytest.approx((ends[0] - ends[1]) / 2e-6, abs=1e-6), name


def test_padding_says_nothing(ppo: ModuleType) -> None:
    network = ppo.Network(11, 4, 5, np.random.default_rng(1))
    mask = np.ones((1, 4), bool)
    short = network.forward(np.array([[1, 4]]), np.array([[0.5, 1.0]]), mask)
    padded = network.forward(np.array([[1, 4, 11, 11]]), np.array([[0.5, 1.0, 0.0, 0.0]]), mask)
    assert all(np.allclose(one, two) for one, two in zip(short, padded, strict=True))


def test_it_plays_a_batch_and_learns_from_it(ppo: ModuleType) -> None:
    settings = ppo.Settings(game="leduc", steps=64, batch=64, minibatch=32, epochs=1, hidden=8)
    network, history = ppo.train(settings)
    assert len(history) == 1 and network.updates == 2
    assert not network.weights["seen"][-1].any()


@pytest.mark.long
def test_it_beats_chance_at_a_small_game_and_runs_on_a_big_one(ppo: ModuleType) -> None:
    # Mean reward of the last 20 batches, seeds 1 to 3: trained 0.104 to 0.113, with a rate of 0 -0.016 to -0.009, where
    # means of 20 batches have a standard deviation of 0.006. The bound is some ten of these away from both.
    _, untrained = ppo.train(ppo.Settings(game="leduc", steps=10_240, rate=0.0))
    _, history = ppo.train(ppo.Settings(game="leduc", steps=40_960))
    assert len(untrained) == 20 and np.mean(untrained) < LEARNED < np.mean(history[-20:])
    network, history = ppo.train(ppo.Settings(game="starcraft", steps=512, batch=256))
    assert len(history) == 2 and all(np.isfinite(one).all() for one in network.weights.values())
