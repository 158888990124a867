"""The few formulas of a report: intervals of shares and means, and what is clear among many comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from typing import Final

NORMAL: Final = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""
RISK: Final = 0.05


def wilson(hits: float, tries: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share; hits may be parts, such as shared wins."""
    if not tries:
        return 0.0, 1.0
    share, square = hits / tries, NORMAL**2
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    half = NORMAL * sqrt(share * (1 - share) / tries + square / (4 * tries**2)) / (1 + square / tries)
    return max(0.0, middle - half), min(1.0, middle + half)


def chance_of_share(hits: float, tries: int, fair: float) -> float:
    """Return how likely a share so far from the fair one, or farther, would be if it were fair."""
    if not tries or not 0 < fair < 1:
        return 1.0
    return chance_of(abs(hits / tries - fair) / sqrt(fair * (1 - fair) / tries))


def chance_of(deviations: float) -> float:
    """Return how likely so many standard deviations, to either side, are."""
    return erfc(abs(deviations) / sqrt(2))


def clear(chances: Sequence[float]) -> list[bool]:
    """Tell which of many comparisons are clear, wrong in any of them with 5 % at most (Holm)."""
    found = [False] * len(chances)
    for rank, place in enumerate(sorted(range(len(chances)), key=lambda place: chances[place])):
        if chances[place] > RISK / (len(chances) - rank):
            break
        found[place] = True
    return found
