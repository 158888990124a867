"""A test that may be looked at as often as one likes: is a mean, such as a share of wins, what it should be?

A gambler who thinks that the mean of values 0..1 is not `mean` bets against it before each value: his capital is
multiplied by 1 + stake * (value - mean). If the mean is right, no stakes make him rich: the chance that his capital
ever reaches 1 / risk is at most `risk` (Ville), however often and for whatever reason one looks and stops. Here he
divides his capital among stakes of all sizes, up and down. For wins that are 0 or 1 this is a mixture of sequential
probability ratio tests (SPRT), each against one other share of wins.

The means that he has not grown rich against are an interval, and all of its looks together hold the truth with a
probability of 1 - `risk`. So both verdicts are safe: "not the fair share" is wrong, where it is fair, with a
probability of at most `risk`; and so is "fair within the margin" where the truth is off by the margin or more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, exp, log, log1p
from typing import Final

STAKES: Final = tuple(0.99 * 1.3**-step for step in range(24))
"""Shares of the highest stake that cannot ruin: those small ones pay off where the truth is near."""
_STEPS: Final = 30
_FIRST: Final = 100
_GROWTH: Final = 1.15

OPEN, FAIR, MORE, LESS = "open", "fair", "more", "less"

Counts = Mapping[float, int]
"""How often each value 0..1 came."""


def evidence(counts: Counts, mean: float) -> float:
    """Return the logarithm of the capital won against a mean; it is convex in the mean."""
    if not 0.0 < mean < 1.0:
        wrong = any(times and value != mean for value, times in counts.items())
        return float("inf") if wrong else 0.0
    found = []
    for stake in STAKES:
        up, down = stake / mean, -stake / (1.0 - mean)
        found.append(sum(times * log1p(up * (value - mean)) for value, times in counts.items()))
        found.append(sum(times * log1p(down * (value - mean)) for value, times in counts.items()))
    top = max(found)
    return top + log(sum(exp(one - top) for one in found) / len(found))


def mean_of(counts: Counts) -> float:
    """Return the mean of the values, 1/2 of none."""
    total = sum(counts.values())
    return sum(value * times for value, times in counts.items()) / total if total else 0.5


def interval(counts: Counts, risk: float) -> tuple[float, float]:
    """Return the means that the values do not speak against, at this risk over all looks together."""
    if not sum(counts.values()):
        return 0.0, 1.0
    middle, bound = mean_of(counts), -log(risk)
    ends = []
    for end in (0.0, 1.0):
        inside, outside = middle, end
        if evidence(counts, end) < bound:
            ends.append(end)
            continue
        for _ in range(_STEPS):
            half = (inside + outside) / 2
            if evidence(counts, half) < bound:
                inside = half
            else:
                outside = half
        ends.append(outside)
    return ends[0], ends[1]


def looks(most: int) -> list[int]:
    """Return after how many matches to look; when that is does not matter for the risk."""
    found, at = [], float(_FIRST)
    while at < most:
        found.append(ceil(at))
        at *= _GROWTH
    return [*found, most]


@dataclass(slots=True)
class Question:
    """Whether a mean is `fair`, or off by `margin` or more; the first verdict stays."""

    fair: float
    margin: float
    risk: float
    counts: Counter[float] = field(default_factory=Counter)
    verdict: str = OPEN
    decided: int = 0
    """How many values there were when the verdict fell."""
    low: float = 0.0
    high: float = 1.0

    def look(self, counts: Counts) -> None:
        """Look at all values so far."""
        self.counts = Counter(counts)
        if self.verdict == OPEN:
            self.verdict = self._verdict()
            self.decided = sum(self.counts.values()) if self.verdict != OPEN else 0

    def _verdict(self) -> str:
        mean, bound = mean_of(self.counts), -log(self.risk)
        if evidence(self.counts, self.fair) >= bound:
            return MORE if mean > self.fair else LESS
        ends = (self.fair - self.margin, self.fair + self.margin)
        if ends[0] < mean < ends[1] and all(not 0.0 < end < 1.0 or evidence(self.counts, end) >= bound for end in ends):
            return FAIR
        return OPEN

    def measure(self) -> tuple[float, float]:
        """Set and return the interval, as it now is."""
        self.low, self.high = interval(self.counts, self.risk)
        return self.low, self.high
