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
    table = [[*(value + shift for value in row), 1.0] for row in payoff]
    goal = [-1.0] * columns + [0.0]
    # Variables: first the columns, then the slack of each row. Only columns of variables that are out are kept.
    out, basis, steep = list(range(columns)), list(range(columns, columns + rows)), _STEEP
    while (entering := _entering(goal, out, steep := steep - 1)) >= 0:
        ratios = [(row[-1] / row[entering], basis[at], at) for at, row in enumerate(table) if row[entering] > _EPS]
        leaving = min(ratios)[2]
        _pivot(table, goal, leaving, entering)
        basis[leaving], out[entering] = out[entering], basis[leaving]
    value = 1.0 / goal[-1]
    mine, theirs = [0.0] * rows, [0.0] * columns
    for at, variable in enumerate(out):
        if variable >= columns:
            mine[variable - columns] = goal[at] * value
    for at, variable in enumerate(basis):
        if variable < columns:
            theirs[variable] = table[at][-1] * value
    return mine, theirs, value - shift


def _entering(goal: list[float], out: list[int], steep: int) -> int:
    """Return the place of the variable that enters next, -1 at the top; of those that are alike the first variable."""
    if steep > 0:
        least = min(goal[:-1])
        return min((variable, at) for at, variable in enumerate(out) if goal[at] == least)[1] if least < -_EPS else -1
    return min(((variable, at) for at, variable in enumerate(out) if goal[at] < -_EPS), default=(0, -1))[1]


def _pivot(table: list[list[float]], goal: list[float], leaving: int, entering: int) -> None:
    """Let a variable enter the basis in the place of another, which takes over its column."""
    row = table[leaving]
    by = row[entering]
    row[entering] = 1.0
    row[:] = [one / by for one in row]
    for other in (*(one for at, one in enumerate(table) if at != leaving), goal):
        factor = other[entering]
        if factor:
            other[entering] = 0.0
            other[:] = [one - factor * two for one, two in zip(other, row, strict=True)]
