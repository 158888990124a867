"""Fit the weights of Planet Masters' judgement to matches of the greedy bot, and hold them beside those in use.

uv run --group bench python bench/planet_masters_judgement.py --matches 2500

Matches with 2, 3 and 4 seats; in one third of them 10 % of the choices are left to chance, in one third 25 %. A quarter
of the positions is kept, one fifth of the matches is held out. The model is a multinomial logit: each seat has a sum of
weighted numbers, and its chance is the share of its exponential. Newton's method finds the weights.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shapan.bots import find, policy
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.planet_masters import GAME, judgement
from shapan.games.planet_masters.formulas import strength
from shapan.games.planet_masters.state import ACTING, SETUP, PlanetMasters

Table = NDArray[np.float64]

NAMES = ("PLANETS", "WIN_FACES", "ATTACK", "DEFENSE", "INFLUENCE", "PROSPECT", "PREY", "THREAT")
SEATS = (2, 3, 4)
CHANCES = (0, 10, 25)
HELD_OUT = 5
KEPT = 4
RIDGE = 1e-4


def numbers(state: PlanetMasters) -> list[list[float]]:
    """Return what the weights are multiplied with, a row a seat."""
    rows = [strength(state, seat) for seat in range(state.seats)]
    needed, galaxy, cancels = state.ruleset.win_planets, len(state.galaxy), state.ruleset.influence_cancel
    table = [
        [
            row.planets / needed,
            row.win_faces / needed,
            row.attack,
            row.defense,
            row.influence,
            row.resources * galaxy,
            0.0,
            0.0,
        ]
        for row in rows
    ]
    if state.step <= ACTING:
        attacker = rows[state.active]
        for seat, row in enumerate(rows):
            beaten = seat != state.active and row.planets > 1 and attacker.attack > row.defense
            if beaten and (not cancels or row.influence <= attacker.influence):
                table[seat][NAMES.index("THREAT")] = 1.0
                table[state.active][NAMES.index("PREY")] = 1.0
    return table


def play(seats: int, number: int) -> tuple[list[list[list[float]]], list[float]]:
    """Play a match; return the numbers of the positions that were kept, and the share of each seat in the victory."""
    key = derive(b"judgement", seats, number)
    rng, stray = Stream(derive(key, "stray")), CHANCES[number % len(CHANCES)]
    state = GAME.start({}, seats, key)
    greedy = policy(GAME, {seat: find("greedy") for seat in range(seats)}, Stream(derive(key, "bots")))
    kept: list[list[list[float]]] = []

    def choose(state: Any, prompt: Any, seat: int, arg: int, options: Any, picked: Any) -> int:
        if state.step != SETUP and not picked and not rng.number(KEPT):
            kept.append(numbers(state))
        if rng.number(100) < stray:
            return int(rng.choice(options))
        return greedy(state, prompt, seat, arg, options, picked)

    GAME.play_out(state, PolicyTable(state, choose))
    winners = [seat for seat, rank in enumerate(state.ranks) if rank == 1]
    return kept, [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def gathered(matches: int) -> tuple[list[tuple[Table, Table]], list[tuple[Table, Table]]]:
    """Return positions and shares by number of seats: to fit with, and held out."""
    parts = []
    for held_out in (False, True):
        part = []
        for seats in SEATS:
            positions: list[list[list[float]]] = []
            shares: list[list[float]] = []
            for number in range(matches):
                if (number % HELD_OUT == 0) == held_out:
                    kept, won = play(seats, number)
                    positions += kept
                    shares += [won] * len(kept)
            part.append((np.array(positions), np.array(shares)))
        parts.append(part)
    return parts[0], parts[1]


def shares_of(weights: Table, positions: Table) -> Table:
    """Return the chance of each seat in each position."""
    sums = positions @ weights
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def loss(weights: Table, data: list[tuple[Table, Table]]) -> float:
    """Return the mean log loss of a position, in nats."""
    total = sum(float(-(won * np.log(shares_of(weights, rows))).sum()) for rows, won in data)
    return total / sum(len(rows) for rows, _ in data)


def fit(data: list[tuple[Table, Table]]) -> Table:
    """Return the weights of least log loss, by Newton's method."""
    weights = np.zeros(len(NAMES))
    for _ in range(12):
        slope, bend, count = np.zeros(len(NAMES)), np.zeros((len(NAMES), len(NAMES))), 0
        for rows, won in data:
            chance = shares_of(weights, rows)
            mean = np.einsum("ps,psf->pf", chance, rows)
            slope += np.einsum("ps,psf->f", chance - won, rows)
            bend += np.einsum("ps,psf,psg->fg", chance, rows, rows, optimize=True) - mean.T @ mean
            count += len(rows)
        bend = bend / count + RIDGE * np.eye(len(NAMES))
        weights = weights - np.linalg.solve(bend, slope / count + RIDGE * weights)
    return weights


def main() -> None:
    """Gather, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2_500, help="matches of each number of seats")
    seen, held_out = gathered(parser.parse_args().matches)
    fitted = fit(seen)
    used = np.array([getattr(judgement, name) for name in NAMES])
    even = float(
        sum(len(rows) * np.log(rows.shape[1]) for rows, _ in held_out) / sum(len(rows) for rows, _ in held_out)
    )
    print(
        f"{sum(len(rows) for rows, _ in seen):,} positions to fit, {sum(len(rows) for rows, _ in held_out):,} held out"
    )
    print(f"{'weight':<10} {'fitted':>8} {'in use':>8}")
    for name, new, old in zip(NAMES, fitted, used, strict=True):
        print(f"{name:<10} {new:>8.3f} {old:>8.3f}")
    losses = f"fitted {loss(fitted, held_out):.4f}, in use {loss(used, held_out):.4f}, guessing {even:.4f}"
    print(f"log loss, held out: {losses}")


if __name__ == "__main__":
    main()
