"""Zero-sum matrix games: the mixed strategies of both sides, by the simplex method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_EPS: Final = 1e-9
_STEEP: Final = 199
"""So many steps go where it is steepest, the usual few; then the first that goes up, which never walks in a circle."""


@dataclass(slots=True, frozen=True)
class Solution:
    """A matrix game solved."""

    rows: list[float]
    """The strategy of the row player: how often each row is chosen."""
    columns: list[float]
    value: float
    """What the game is worth to the row player."""


def solve(payoff: Sequence[Sequence[float]]) -> Solution:
    """Return the strategies of both players, and what the game is worth to the row player.

    `payoff` has a row for each choice of the row player and a column for each of the other: what the row player gets.
    """
    rows, columns = len(payoff), len(payoff[0])
    # All payoffs are made positive; then the column player looks for the greatest sum y with payoff y <= 1.
    shift = 1.0 - min([min(row) for row in payoff])
    table = [[*[value + shift for value in row], 1.0] for row in payoff]
    goal = [-1.0] * columns + [0.0]
    # Variables: first the columns, then the slack of each row. Only columns of variables that are out are kept.
    out, basis, steep = list(range(columns)), list(range(columns, columns + rows)), _STEEP
    entering = _entering(goal, out, steep)
    while entering >= 0:
        leaving = _leaving(table, basis, entering)
        _pivot(table, goal, leaving, entering)
        basis[leaving], out[entering] = out[entering], basis[leaving]
        steep -= 1
        entering = _entering(goal, out, steep)
    value = 1.0 / goal[-1]
    mine, theirs = [0.0] * rows, [0.0] * columns
    for at, variable in enumerate(out):
        if variable >= columns:
            mine[variable - columns] = goal[at] * value
    for at, variable in enumerate(basis):
        if variable < columns:
            theirs[variable] = table[at][-1] * value
    return Solution(mine, theirs, value - shift)


def _entering(goal: list[float], out: list[int], steep: int) -> int:
    """Return the place of the variable that enters next, -1 at the top; of those that are alike the first variable."""
    least, best = min(goal[:-1]), -1
    if least >= -_EPS:
        return -1
    for at, variable in enumerate(out):
        enters = goal[at] == least if steep > 0 else goal[at] < -_EPS
        if enters and (best < 0 or variable < out[best]):
            best = at
    return best


def _leaving(table: list[list[float]], basis: list[int], entering: int) -> int:
    """Return the row whose variable leaves the basis: the one that reaches 0 first, and of equals the first."""
    best, least = -1, 0.0
    for at, row in enumerate(table):
        if row[entering] > _EPS:
            ratio = row[-1] / row[entering]
            if best < 0 or ratio < least or (ratio == least and basis[at] < basis[best]):
                best, least = at, ratio
    return best


def _pivot(table: list[list[float]], goal: list[float], leaving: int, entering: int) -> None:
    """Let a variable enter the basis in the place of another, which takes over its column."""
    row = table[leaving]
    by = row[entering]
    row[entering] = 1.0
    row[:] = [one / by for one in row]
    for at, other in enumerate(table):
        if at != leaving:
            _take_out(other, row, entering)
    _take_out(goal, row, entering)


def _take_out(other: list[float], row: list[float], entering: int) -> None:
    """Take so much of a row from another that nothing of the variable that enters is left there."""
    factor = other[entering]
    if factor:
        other[entering] = 0.0
        other[:] = [one - factor * two for one, two in zip(other, row, strict=True)]
