"""Zero-sum matrix games: the mixed strategies of both sides, by the simplex method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_EPS: Final = 1e-9
_STEEP: Final = 200
"""So many steps go where it is steepest, the usual few; then the first that goes up, which never walks in a circle."""


def solve(payoff: Sequence[Sequence[float]]) -> tuple[list[float], list[float], float]:
    """Return the strategy of the row player, that of the column player, and what the game is worth to the former.

    `payoff` has a row for each choice of the row player and a column for each of the other: what the row player gets.
    """
    least = min(min(row) for row in payoff)
    rows, columns = len(payoff), len(payoff[0])
    # All payoffs are made positive; then the column player looks for the greatest sum y with payoff y <= 1.
    shift = 1.0 - least
    table = [
        [value + shift for value in row] + [1.0 if place == number else 0.0 for place in range(rows)] + [1.0]
        for number, row in enumerate(payoff)
    ]
    goal = [-1.0] * columns + [0.0] * (rows + 1)
    basis, steep = list(range(columns, columns + rows)), _STEEP
    while (entering := _entering(goal, columns + rows, steep := steep - 1)) >= 0:
        ratios = [(row[-1] / row[entering], basis[at], at) for at, row in enumerate(table) if row[entering] > _EPS]
        leaving = min(ratios)[2]
        _pivot(table, goal, leaving, entering)
        basis[leaving] = entering
    value = 1.0 / goal[-1]
    mine = [goal[columns + number] * value for number in range(rows)]
    theirs = [0.0] * columns
    for at, variable in enumerate(basis):
        if variable < columns:
            theirs[variable] = table[at][-1] * value
    return mine, theirs, value - shift


def _entering(goal: list[float], size: int, steep: int) -> int:
    """Return the variable that enters next, -1 at the top."""
    if steep > 0:
        at = min(range(size), key=goal.__getitem__)
        return at if goal[at] < -_EPS else -1
    return next((at for at in range(size) if goal[at] < -_EPS), -1)


def _pivot(table: list[list[float]], goal: list[float], leaving: int, entering: int) -> None:
    """Let a variable enter the basis in the place of another."""
    row = table[leaving]
    by = row[entering]
    row[:] = [one / by for one in row]
    for other in (*(one for at, one in enumerate(table) if at != leaving), goal):
        factor = other[entering]
        if factor:
            other[:] = [one - factor * two for one, two in zip(other, row, strict=True)]
