"""The exchange of combat rows, solved: right whatever the other side lays, with ends as the rules have them."""

from __future__ import annotations

from itertools import permutations

import pytest

from shapan.games.battlefield import names
from shapan.games.battlefield.odds.exchange import EVEN_STAKES, ROWS, Exchange, Fighter, Stakes, exchange, play, worth
from shapan.games.battlefield.odds.matrix import solve
from shapan.games.battlefield.rules.combat import EVEN, OVER, UNDER

A, D, R, S = names.ATTACK_C, names.DEFEND_C, names.REST_C, names.SELF_DESTRUCT_C


def test_matching_pennies() -> None:
    found = solve([[1, -1], [-1, 1]])
    assert [*found.rows, *found.columns, found.value] == pytest.approx([0.5, 0.5, 0.5, 0.5, 0])


def test_a_game_that_is_not_even() -> None:
    """Rows 3, 1 against 0, 2: the row player mixes 1 to 1, the column player 1 to 3, for 3/2."""
    found = solve([[3, 1], [0, 2]])
    assert [*found.rows, *found.columns, found.value] == pytest.approx([0.5, 0.5, 0.25, 0.75, 1.5])


def test_a_row_that_is_always_better() -> None:
    found = solve([[2, 3], [1, 0]])
    assert found.rows == pytest.approx([1, 0])
    assert found.value == pytest.approx(2)


@pytest.mark.rule("BF-7.5")
def test_worked_example_of_a_row_with_a_stop() -> None:
    """BF-X7: P4 G2 lays Attack, Self-destruct, Defend against P2 G3 with Defend, Rest, Attack: 2 and 0 are left."""
    assert play(Fighter(OVER, True, 3), Fighter(EVEN, True, 3), (A, S, D), (D, R, A)) == (2, 0)


@pytest.mark.rule("BF-7.4")
def test_short_row() -> None:
    """BF-X11: Attack, Defend, Rest against Rest alone: nobody is hurt."""
    assert play(Fighter(EVEN, True, 3), Fighter(EVEN, True, 3), (A, D, R), (R,)) == (3, 3)


def test_plating_takes_the_first_point() -> None:
    assert play(Fighter(OVER, True, 3), Fighter(EVEN, True, 3, plated=True), (A, A), (D, D)) == (3, 2)


ALL_ROWS = tuple(row for size in range(4) for row in permutations(range(4), size))
"""BF-7.4: all rows of up to three different cards."""


@pytest.mark.parametrize("stakes", [EVEN_STAKES, Stakes(4.0, 0.8)])
def test_no_row_beats_the_solution(stakes: Stakes) -> None:
    """Against a solved mixture no row of the other side, short ones too, is worth more than the game."""
    one, two = Fighter(OVER, True, 3), Fighter(UNDER, False, 2, marksman=True)
    solved: Exchange = exchange(one, two, stakes)
    gained = {
        (row, other): worth(one, two, stakes, *play(one, two, row, other)) for row in ALL_ROWS for other in ALL_ROWS
    }
    best = max(
        sum(weight * gained[row, other] for other, weight in zip(ROWS, solved.defender, strict=True))
        for row in ALL_ROWS
    )
    worst = min(
        sum(weight * gained[row, other] for row, weight in zip(ROWS, solved.attacker, strict=True))
        for other in ALL_ROWS
    )
    assert len(ALL_ROWS) == 41
    assert best == pytest.approx(worst) == pytest.approx(solved.worth)
    assert sum(solved.attacker) == pytest.approx(1)


def test_the_weaker_unit_falls_more_often() -> None:
    solved = exchange(Fighter(OVER, True, 3), Fighter(UNDER, False, 1))
    assert solved.kills > solved.dies
