"""What a place at a table is worth: the same sum at tables of all sizes for who beats the same share of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

POINT: Final = 120
"""One point. It can be shared evenly by tables of up to seven, ties included."""
PLAYED: Final = "played"
BYE: Final = "bye"
NO_SHOW: Final = "noshow"
"""Who was not ready to begin when their round was closed."""
OUT: Final = "out"
"""Who was replaced by a bot to the end."""
VOID: Final = "void"
"""Who sat at a table that counts for nothing."""


def points_of(ranks: Sequence[int]) -> list[int]:
    """Return the points of the places at a table, 1 is best: 1 point for the first, 0 for the last, evenly between.

    It is the share of the others whom one has left behind; who shares a rank has left half of each other behind.
    """
    others = 2 * (len(ranks) - 1)
    if not others:
        return [0] * len(ranks)
    return [
        POINT
        * sum(2 if own < rank else 1 if own == rank and place != mine else 0 for place, rank in enumerate(ranks))
        // others
        for mine, own in enumerate(ranks)
    ]


def bye_points(seats: int) -> int:
    """Return what a bye is worth: a point, as a win, at tables of two, and half a point, the middle, at larger ones."""
    return POINT if seats == 2 else POINT // 2
