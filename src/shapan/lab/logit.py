"""The logit behind a judgement: fitted by Newton's method, and measured.

Every group of rows shares one victory, in the parts of the exponentials of their weighed sums. A seat whose chance
stands by itself is a group of its row and a row of zeros: the logistic function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

NORMAL: Final = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""
BINS: Final = 10
STEPS: Final = 100


@dataclass(slots=True)
class Groups:
    """Groups of one size: the match each is of, its rows (group, row, feature), its shares (group, row)."""

    match: NDArray[np.uint32]
    rows: Numbers
    shares: Numbers
    weight: float
    """How much of a position one group is."""

    def part(self, mask: NDArray[np.bool_]) -> Groups:
        """Return some of the groups."""
        return Groups(self.match[mask], self.rows[mask], self.shares[mask], self.weight)

    def log_chances(self, weights: Numbers) -> Numbers:
        """Return the logarithm of the chance of each row."""
        sums: Numbers = self.rows @ weights
        sums -= sums.max(axis=1, keepdims=True)
        return np.asarray(sums - np.log(np.exp(sums).sum(axis=1, keepdims=True)))

    def losses(self, weights: Numbers) -> Numbers:
        """Return the log loss of each group, in nats."""
        return np.asarray(-(self.shares * self.log_chances(weights)).sum(axis=1))


def groups_of(match: NDArray[np.uint32], rows: Numbers, shares: Numbers, independent: bool) -> Groups:
    """Return the groups of positions: one a position, or one a seat where each stands by itself."""
    if not independent:
        return Groups(match, rows, shares, 1.0)
    seats = rows.shape[1]
    single = rows.reshape(-1, 1, rows.shape[2])
    share = shares.reshape(-1, 1)
    pairs = np.concatenate([single, np.zeros_like(single)], axis=1)
    return Groups(np.repeat(match, seats), pairs, np.concatenate([share, 1 - share], axis=1), 1 / seats)


def fit(data: Sequence[Groups], signs: Sequence[int], ridge: float) -> Numbers:
    """Return the weights of least log loss; where a sign is given, none of the other sign.

    The ridge is the penalty for half the squared weights, each in units of how far its feature goes (root mean square),
    beside the mean loss of a position. There is none for a feature that says the same of every table.
    """
    total = sum(len(one.rows) * one.weight for one in data)
    squares = sum(np.square(one.rows).sum(axis=(0, 1)) * one.weight for one in data)
    scale = np.sqrt(squares / total)
    scale[scale == 0] = 1.0
    penalty = np.where(steady(data), 1e-3 * ridge, ridge)  # a little, for what the data do not tell
    free = np.ones(len(scale), dtype=bool)
    weights = np.zeros(len(scale))
    while True:
        for _ in range(STEPS):
            slope, bend = penalty * weights, np.diag(penalty)
            for one in data:
                rows, factor = one.rows / scale, one.weight / total
                chances = np.exp(one.log_chances(weights / scale))
                flat, by_row = rows.reshape(-1, len(scale)), chances.reshape(-1, 1)
                mean = np.einsum("gr,grf->gf", chances, rows)
                slope += factor * (flat.T @ (chances - one.shares).reshape(-1))
                bend += factor * (flat.T @ (flat * by_row) - mean.T @ mean)
            step = np.zeros(len(scale))
            step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
            weights -= step / max(1.0, np.abs(step).max())
            if np.abs(step).max() < 1e-9:
                break
        wrong = np.array(signs) * weights < 0
        if not wrong.any():
            return np.asarray(weights / scale)
        weights[wrong], free[wrong] = 0.0, False


def steady(data: Sequence[Groups]) -> NDArray[np.bool_]:
    """Tell of each feature whether it says the same of every table, but for the side: an intercept."""
    sizes = np.concatenate([np.abs(one.rows[:, 0, :]) for one in data])
    return np.asarray((sizes == sizes[:1]).all(axis=0))


def constant(data: Sequence[Groups], ridge: float) -> Numbers:
    """Return weights of only those features that say the same of every table, such as an intercept."""
    kept = steady(data)
    narrow = [Groups(one.match, one.rows * kept, one.shares, one.weight) for one in data]
    return fit(narrow, [0] * len(kept), ridge)


def loss(data: Sequence[Groups], weights: Numbers) -> float:
    """Return the mean log loss of a position."""
    total = sum(len(one.rows) * one.weight for one in data)
    return float(sum(one.losses(weights).sum() * one.weight for one in data) / total)


def gain(data: Sequence[Groups], weights: Numbers, other: Numbers) -> tuple[float, float]:
    """Return by how much the log loss of some weights is less than that of others, and how far off that may be (95 %).

    Positions of a match are no independent trials: the matches are.
    """
    sums, sizes = [], []
    for one in data:
        apart = (one.losses(other) - one.losses(weights)) * one.weight
        _, place = np.unique(one.match, return_inverse=True)
        sums.append(np.bincount(place, apart))
        sizes.append(np.bincount(place) * one.weight)
    lead, size = np.concatenate(sums), np.concatenate(sizes)
    mean = lead.sum() / size.sum()
    return float(mean), float(NORMAL * np.sqrt(np.square(lead - mean * size).sum()) / size.sum())


def calibration(data: Sequence[Groups], weights: Numbers, independent: bool) -> list[dict[str, float]]:
    """Return for each tenth of the chances how often it was said, what was said on average, and what came true."""
    first = slice(1) if independent else slice(None)
    said = np.concatenate([np.exp(one.log_chances(weights))[:, first].reshape(-1) for one in data])
    true = np.concatenate([one.shares[:, first].reshape(-1) for one in data])
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    return [
        {
            "from": number / BINS,
            "said": float(said[here].mean()),
            "true": float(true[here].mean()),
            "times": int(here.sum()),
        }
        for number in range(BINS)
        if (here := place == number).any()
    ]
