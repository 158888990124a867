"""What is measured of others, by name: OpenSpiel, RLCard, PettingZoo, boardgame.io, and a program in C."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

Measure = Callable[[], int | tuple[int, float]]
HERE = Path(__file__).parent / "peers"


def openspiel(name: str) -> Callable[[], int]:
    """Matches at random, driven from Python; moves of chance are sampled by the same loop and not counted."""
    import pyspiel

    if name == "bench_python_pig":
        import python_pig  # noqa: F401 - registers the game
    elif name.startswith("python_"):
        import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")  # registers the game
    game, rng = pyspiel.load_game(name), random.Random(7)

    def measure() -> int:
        decisions = 0
        for _ in range(10):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])  # all are uniform here
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(rng.random() * len(legal))])
                    decisions += 1
        return decisions

    return measure


def rollouts(name: str) -> Measure:
    """Matches at random inside its C++; decisions by the mean length of the matches, found by the loop above."""
    import pyspiel

    sample, parts, count = openspiel(name), 100, 2_000
    mean = sum(sample() for _ in range(parts)) / (10 * parts)
    game = pyspiel.load_game(name)
    # A search of one pass is nothing but its evaluator's roll-outs, and those have no door of their own.
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(count, 3), 1.4, 1, 1_000, False, 3, False)
    state = game.new_initial_state()

    def measure() -> int:
        bot.step(state)
        return int(count * mean)

    return measure


def _leduc() -> Any:
    """Return the first decision of leduc."""
    import pyspiel

    state = pyspiel.load_game("leduc_poker").new_initial_state()
    state.apply_action(0)
    state.apply_action(3)
    return state


def search(language: str) -> Measure:
    """Passes of OpenSpiel's information-set search with one roll-out each."""
    import pyspiel

    state, passes = _leduc(), 500
    bot: Any
    if language == "c++":
        kind = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(3, pyspiel.RandomRolloutEvaluator(1, 3), 1.4, passes, -1, kind, False, False)
    else:
        import numpy as np
        from open_spiel.python.algorithms import ismcts, mcts

        rng = np.random.RandomState(3)
        bot = ismcts.ISMCTSBot(
            game=state.get_game(),
            uct_c=1.4,
            max_simulations=passes,
            evaluator=mcts.RandomRolloutEvaluator(1, rng),
            random_state=rng,
        )

    def measure() -> int:
        bot.step(state)
        return passes

    return measure


def rlcard(name: str) -> Measure:
    """A game of RLCard, its observation built at each step."""
    from rlcard import make as make_table

    table, rng = make_table(name, {"seed": 1}), random.Random(1)
    matches = 10 if name == "leduc-holdem" else 1

    def measure() -> int:
        steps = 0
        for _ in range(matches):
            state, _ = table.reset()
            while not table.is_over():
                state, _ = table.step(rng.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return measure


def pettingzoo() -> Measure:
    """PettingZoo's leduc."""
    from pettingzoo.classic import leduc_holdem_v4
    from zoo import zoo_match

    table, rng = leduc_holdem_v4.raw_env(), random.Random(1)
    table.reset(seed=1)

    def measure() -> int:
        table.reset()
        return zoo_match(table, rng)

    return measure


def program(command: list[str]) -> Measure:
    """A program that does one portion and writes its count and its seconds of CPU."""

    def measure() -> tuple[int, float]:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        count, seconds = done.stdout.split()[:2]
        return int(count), float(seconds)

    return measure


def boardgame() -> Measure:
    """boardgame.io's client without a network, where BOARDGAME_IO names a folder in which it is installed."""
    folder, node = os.environ.get("BOARDGAME_IO", ""), shutil.which("node")
    if not folder or node is None:
        raise LookupError("BOARDGAME_IO names no folder with boardgame.io, or there is no Node")
    return program([node, str(HERE / "boardgame_pig.cjs"), folder, "30"])


def in_c(seats: int) -> Measure:
    """Planet Masters at random in C: what the machine could do."""
    folder = Path(tempfile.gettempdir()) / f"shapan-bench-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    target = folder / "planet_masters"
    subprocess.run(["cc", "-O3", "-o", str(target), str(HERE / "planet_masters.c")], check=True)
    return program([str(target), str(seats), "20000"])


def make(name: str) -> Measure:
    """Return a measure by its name. Raises LookupError."""
    kind, _, word = name.partition(":")
    if kind == "openspiel":
        return openspiel(word)
    if kind == "rollouts":
        return rollouts(word)
    if kind == "search":
        return search(word)
    if kind == "rlcard":
        return rlcard(word)
    if kind == "c":
        return in_c(int(word))
    return {"pettingzoo": pettingzoo, "boardgame.io": boardgame}[kind]()
