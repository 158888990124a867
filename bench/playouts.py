"""Random playouts, stepping and cloning beside OpenSpiel, interleaved in one process; prints ratios of medians.

    ./scripts/bench [--rounds 5]

Decisions a second of CPU time; chance moves of OpenSpiel are sampled by the same loop and not counted as decisions.
"""

from __future__ import annotations

import argparse
import copy
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pyspiel
import python_pig  # noqa: F401 - registers the game

from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.stretch import Stretch
from shapan.engine.table import RandomTable

Measure = Callable[[], tuple[int, float]]


class Recorder(RandomTable[Any]):
    """A random table with the event log on."""

    def __init__(self, state: Any, rng: Stream) -> None:
        super().__init__(state, rng)
        self.on = True
        self.events: list[tuple[Any, ...]] = []

    def tell(self, *parts: Any, **more: Any) -> None:
        self.events.append(parts)


def shapan_playouts(name: str, seats: int, matches: int, table: type[RandomTable[Any]] = RandomTable) -> Measure:
    game = find(name)
    rng = Stream(7)
    template = game.start({}, seats, 1)

    def measure() -> tuple[int, float]:
        decisions, begin = 0, time.process_time()
        for number in range(matches):
            state = template.copy()
            state.chance.rekey(number.to_bytes(8, "little"))
            played = table(state, rng)
            game.play_out(state, played)
            decisions += played.decisions
        return decisions, time.process_time() - begin

    return measure


def shapan_stepped(name: str, seats: int, matches: int) -> Measure:
    game = find(name)
    rng = Stream(7)

    def measure() -> tuple[int, float]:
        decisions, begin = 0, time.process_time()
        for number in range(matches):
            match = Match(game, seats, {}, seed=number, hashes=False)
            while not match.over:
                seat = match.waiting[0]
                match.answer(seat, answer_of(match, seat, rng))
                decisions += 1
        return decisions, time.process_time() - begin

    return measure


def answer_of(match: Match[Any], seat: int, rng: Stream) -> list[int]:
    if not match.decisions[seat].prompt.many:
        return [rng.choice(match.legal(seat))]
    picked: list[int] = []
    while options := match.legal(seat, picked):
        code = rng.choice(options)
        if code == 0:
            break
        picked.append(code)
    return picked


def openspiel_playouts(name: str, matches: int) -> Measure:
    game = pyspiel.load_game(name)
    chance = random.Random(7)

    def measure() -> tuple[int, float]:
        decisions, begin = 0, time.process_time()
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])  # all are uniform here
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(chance.random() * len(legal))])
                    decisions += 1
        return decisions, time.process_time() - begin

    return measure


def clones(deep: bool) -> Measure:
    """Clone Planet Masters in the middle of a turn: snapshot and answers against a deep copy of the state."""
    match = Match(find("planet_masters"), 4, {}, seed=3, hashes=False)
    rng = Stream(1)
    while not (match.decisions and len(match.stretches[-1].entries) > 2):
        seat = match.waiting[0]
        match.answer(seat, answer_of(match, seat, rng))
    last = match.stretches[-1]

    def measure() -> tuple[int, float]:
        begin = time.process_time()
        for _ in range(1000):
            if deep:
                copy.deepcopy(match.live)
            else:
                Stretch(last.snapshot.copy(), last.entries[:])
        return 1000, time.process_time() - begin

    return measure


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    rows: dict[str, Measure] = {
        "pig": shapan_playouts("pig", 2, 300),
        "pig, event log on": shapan_playouts("pig", 2, 300, Recorder),
        "pig stepped": shapan_stepped("pig", 2, 30),
        "OpenSpiel pig (C++)": openspiel_playouts("pig(horizon=100000)", 300),
        "OpenSpiel Python pig": openspiel_playouts("bench_python_pig", 60),
        "leduc": shapan_playouts("leduc", 2, 4000),
        "leduc stepped": shapan_stepped("leduc", 2, 500),
        "OpenSpiel leduc (C++)": openspiel_playouts("leduc_poker", 4000),
        "planet_masters, 2 seats": shapan_playouts("planet_masters", 2, 60),
        "planet_masters, 4 seats": shapan_playouts("planet_masters", 4, 30),
        "planet_masters stepped": shapan_stepped("planet_masters", 4, 4),
        "clone in mid-turn": clones(deep=False),
        "deep copy of the state": clones(deep=True),
    }
    speeds: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(rounds):
        for name, measure in rows.items():
            count, seconds = measure()
            speeds[name].append(count / seconds)
    medians = {name: statistics.median(values) for name, values in speeds.items()}
    print("| what | per second of CPU, median | least | most |\n| --- | --- | --- | --- |")
    for name, values in speeds.items():
        print(f"| {name} | {medians[name]:,.0f} | {min(values):,.0f} | {max(values):,.0f} |")
    print("\n| ratio | measured | target, plain |\n| --- | --- | --- |")
    for label, over, under, target in RATIOS:
        print(f"| {label} | x{medians[over] / medians[under]:.2f} | {target} |")


RATIOS = [
    ("pig / OpenSpiel C++ pig driven from Python", "pig", "OpenSpiel pig (C++)", ">= x1.5"),
    ("pig / OpenSpiel Python pig of equal rules", "pig", "OpenSpiel Python pig", ">= x8"),
    ("leduc / OpenSpiel C++ leduc driven from Python", "leduc", "OpenSpiel leduc (C++)", "-"),
    ("pig stepped / OpenSpiel Python pig", "pig stepped", "OpenSpiel Python pig", ">= x1"),
    ("event log on / off", "pig, event log on", "pig", ">= x0.85"),
    ("clone in mid-turn / deep copy", "clone in mid-turn", "deep copy of the state", ">= x8"),
]

if __name__ == "__main__":
    main()
