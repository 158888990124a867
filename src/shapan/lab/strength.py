"""Strengths of bots from the ranks they reached: Bradley-Terry for two seats, Plackett-Luce for more.

Each bot has a strength; who is first among some is drawn in proportion to exp(strength), then who is second among the
rest, and so on. The strengths that make the ranks most likely are found by Newton's method, their uncertainty from the
curvature there. A weak prior keeps them finite for a bot that always wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

POINTS: Final = 400 / log(10)
"""Elo points of a strength of 1: with 400 points more, one wins ten times as often as one loses."""
PRIOR: Final = 5.0
"""Standard deviation of the strengths before anything is known: some 870 points."""
NORMAL: Final = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""

Ranking = tuple[tuple[int, ...], ...]
"""The bots of a match from the first rank on; those who share a rank stand together."""
Matrix = list[list[float]]


@dataclass(slots=True)
class Strength:
    """Elo points of a bot, and the ends of their 95 % interval."""

    points: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """The width of the interval."""
        return self.high - self.low


def fit(counts: Mapping[Ranking, int], bots: int, anchor: int | None) -> list[Strength]:
    """Return the strengths of bots 0.. from the numbers of matches with each ranking.

    The anchor has 0 points; without one, the mean has. Those who share the last rank were not compared with each other;
    those who share another rank, or all of it (a draw), are taken to have shared the wins over each other.
    """
    strengths = [0.0] * bots
    for _ in range(200):
        slope, curve = _slope_and_curve(counts, strengths)
        step = _solved(curve, slope)
        size = max([1.0, *(abs(value) for value in step)])
        for bot, value in enumerate(step):
            strengths[bot] += value / size
        if max(abs(value) for value in step) < 1e-10:
            break
    _, curve = _slope_and_curve(counts, strengths)
    spread = [_solved(curve, [float(row == column) for row in range(bots)]) for column in range(bots)]
    zero = [1 / bots] * bots if anchor is None else [float(bot == anchor) for bot in range(bots)]
    found = []
    for bot in range(bots):
        weights = [float(other == bot) - zero[other] for other in range(bots)]
        value = sum(weight * strength for weight, strength in zip(weights, strengths, strict=True))
        variance = sum(
            weights[row] * spread[row][column] * weights[column] for row in range(bots) for column in range(bots)
        )
        reach = NORMAL * sqrt(max(variance, 0.0))
        found.append(Strength(POINTS * value, POINTS * (value - reach), POINTS * (value + reach)))
    return found


def _slope_and_curve(counts: Mapping[Ranking, int], strengths: Sequence[float]) -> tuple[list[float], Matrix]:
    """Return the gradient of the log likelihood and the negative of its second derivatives, prior included."""
    bots = len(strengths)
    slope = [-strength / PRIOR**2 for strength in strengths]
    curve = [[float(row == column) / PRIOR**2 for column in range(bots)] for row in range(bots)]
    for ranking, times in counts.items():
        rest = [bot for group in ranking for bot in group]
        for place, group in enumerate(ranking):
            size = len(group)
            if place == len(ranking) - 1:  # a draw of all, or a last rank that says nothing
                wins = (size - 1.0) if place == 0 else 0.0
            else:
                wins = float(size)
            if wins:
                _add_stage(slope, curve, strengths, group, rest, times * wins)
            rest = rest[size:]
    return slope, curve


def _add_stage(
    slope: list[float],
    curve: Matrix,
    strengths: Sequence[float],
    group: Sequence[int],
    rest: Sequence[int],
    wins: float,
) -> None:
    """Add so many wins of the group, shared evenly, each over all of the rest, the group among them."""
    top = max(strengths[bot] for bot in rest)
    shares: dict[int, float] = {}
    for bot in rest:
        shares[bot] = shares.get(bot, 0.0) + exp(strengths[bot] - top)
    total = sum(shares.values())
    for bot in group:
        slope[bot] += wins / len(group)
    for bot, share in shares.items():
        slope[bot] -= wins * share / total
        curve[bot][bot] += wins * share / total
        for other, others in shares.items():
            curve[bot][other] -= wins * share * others / total**2


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return x of matrix x = right for a symmetric, positive matrix, by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(size):
        for row in range(pivot + 1, size):
            factor = rows[row][pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                rows[row][column] -= factor * rows[pivot][column]
    solved = [0.0] * size
    for row in range(size - 1, -1, -1):
        known = sum(rows[row][column] * solved[column] for column in range(row + 1, size))
        solved[row] = (rows[row][size] - known) / rows[row][row]
    return solved
