"""Leduc poker through the adapters, beside RLCard's and PettingZoo's own; prints steps a second and ratios of medians.

    python bench/adapters.py [--rounds 5]

Needs rlcard, pettingzoo and pygame (PettingZoo's table imports it). One process, interleaved, CPU time. All play at
random from the mask or list of legal actions; "blind" leaves out the observation where the door allows that.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import rlcard
from pettingzoo.classic import leduc_holdem_v4

from shapan.adapters.gymnasium_env import SeatEnv
from shapan.adapters.pettingzoo_env import raw_env

Measure = Callable[[int], int]
"""measure(matches) -> steps of all seats"""


def rlcard_leduc() -> Measure:
    table, rng = rlcard.make("leduc-holdem", {"seed": 1}), random.Random(1)

    def measure(matches: int) -> int:
        steps = 0
        for _ in range(matches):
            state, _ = table.reset()
            while not table.is_over():
                state, _ = table.step(rng.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return measure


def aec(table: Any) -> Measure:
    rng = random.Random(1)

    def measure(matches: int) -> int:
        steps = 0
        for number in range(matches):
            table.reset(seed=1 if number == 0 else None)
            for _ in table.agent_iter():
                seen, _, over, cut_off, _ = table.last()
                if over or cut_off:
                    table.step(None)
                    continue
                table.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                steps += 1
        return steps

    return measure


def blind(table: Any) -> Measure:
    rng = random.Random(1)

    def measure(matches: int) -> int:
        steps = 0
        for number in range(matches):
            table.reset(seed=1 if number == 0 else None)
            play = table.play
            while not play.over:
                table.step(rng.choice(list(play.offered(table.numbers[table.agent_selection]))))
                steps += 1
        return steps

    return measure


def gymnasium_seat(table: SeatEnv) -> Measure:
    rng = random.Random(1)

    def measure(matches: int) -> int:
        steps = 0
        for number in range(matches):
            seen, _ = table.reset(seed=1 if number == 0 else None)
            over = cut_off = False
            while not (over or cut_off):
                seen, _, over, cut_off, _ = table.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            assert table.play is not None
            steps += len(table.play.match.log)
        return steps

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    measures = {
        "RLCard": rlcard_leduc(),
        "PettingZoo": aec(leduc_holdem_v4.raw_env()),
        "shapan, PettingZoo": aec(raw_env("leduc")),
        "shapan, PettingZoo, blind": blind(raw_env("leduc")),
        "shapan, Gymnasium with a random bot": gymnasium_seat(SeatEnv("leduc", bots="random")),
    }
    rates: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            begin = time.process_time()
            steps = measure(300)
            rates[name].append(steps / (time.process_time() - begin))
    medians = {name: statistics.median(row) for name, row in rates.items()}
    for name, rate in medians.items():
        ratios = "".join(f"  x{rate / medians[peer]:.2f} {peer}" for peer in ("RLCard", "PettingZoo"))
        print(f"{name:36} {rate:9,.0f} steps/s{ratios}")


if __name__ == "__main__":
    main()
