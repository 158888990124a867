"""The sequential test: false alarms, power, both under stopping at the worst moment; intervals that hold the truth."""

from __future__ import annotations

from collections import Counter
from math import log

import numpy as np
import pytest

from shapan.lab.sequential import FAIR, LESS, MORE, OPEN, Question, evidence, interval, looks, mean_of

MOST = 20_000


def verdict(chance: np.random.Generator, share: float, fair: float, risk: float = 0.05, margin: float = 0.05) -> str:
    """Play with this share of wins until there is a verdict."""
    question = Question(fair, margin, risk)
    matches = wins = 0
    for upto in looks(MOST):
        wins += int(chance.binomial(upto - matches, share))
        matches = upto
        question.look({1.0: wins, 0.0: matches - wins})
        if question.verdict != OPEN:
            break
    return question.verdict


@pytest.mark.parametrize("fair", [1 / 2, 1 / 4, 1 / 6])
def test_a_planted_bias_of_five_points_is_found(fair: float) -> None:
    chance = np.random.default_rng(5)
    for share, expected in ((fair + 0.05, MORE), (fair - 0.05, LESS)):
        found = Counter(verdict(chance, share, fair) for _ in range(400))
        assert found[expected] >= 0.95 * 400, found


@pytest.mark.parametrize("fair", [1 / 2, 1 / 4, 1 / 6])
def test_false_alarms_stay_below_the_risk(fair: float) -> None:
    chance = np.random.default_rng(7)
    found = Counter(verdict(chance, fair, fair) for _ in range(800))
    assert found[MORE] + found[LESS] <= 0.05 * 800, found
    assert found[FAIR] >= 0.95 * 800, found


def test_looking_after_every_match_and_stopping_when_it_looks_worst_brings_no_more_false_alarms() -> None:
    chance = np.random.default_rng(11)
    alarms = naive = 0
    runs, most = 400, 600
    for _ in range(runs):
        wins = np.cumsum(chance.random(most) < 0.5)
        count = np.arange(1, most + 1)
        off = np.abs(wins / count - 0.5) / np.sqrt(0.25 / count)
        naive += bool((off[20:] > 1.96).any())
        worst = [20, *(20 + np.argsort(off[20:])[-3:])]  # the moments at which one would most like to stop
        alarms += any(evidence({1.0: int(wins[at]), 0.0: int(at + 1 - wins[at])}, 0.5) >= -log(0.05) for at in worst)
    assert alarms <= 0.05 * runs
    assert naive > 0.3 * runs  # a test that is made for one look fails here: the trial is a real one


def test_the_capital_of_the_gambler_does_not_grow_where_the_mean_is_right() -> None:
    for mean in (0.5, 0.25, 1 / 6):
        expected = 0.0
        for wins in range(31):
            weight = float(np.prod([(30 - k) / (k + 1) for k in range(wins)])) * mean**wins * (1 - mean) ** (30 - wins)
            expected += weight * float(np.exp(evidence({1.0: wins, 0.0: 30 - wins}, mean)))
        assert expected == pytest.approx(1.0, abs=1e-9)


def test_shared_wins_are_tested_as_well() -> None:
    chance = np.random.default_rng(13)
    alarms = 0
    for _ in range(300):  # in every second match three of four seats share the win
        counts: Counter[float] = Counter()
        question = Question(0.25, 0.05, 0.05)
        for upto in (200, 400, 800, 1600, 3200):
            size = upto - sum(counts.values())
            shared = int(chance.binomial(size, 0.5))
            thirds, wins = int(chance.binomial(shared, 0.75)), int(chance.binomial(size - shared, 0.25))
            counts += Counter({1 / 3: thirds, 1.0: wins, 0.0: size - thirds - wins})
            question.look(counts)
        alarms += question.verdict in {MORE, LESS}
    assert alarms <= 0.05 * 300


def test_a_difference_between_two_sets_is_found_and_none_is_not() -> None:
    chance = np.random.default_rng(17)

    def run(one: float, other: float) -> str:
        question, sums = Question(0.5, 0.025, 0.05), np.zeros(3, int)
        matches = 0
        for upto in looks(MOST):
            more, less = one * (1 - other), other * (1 - one)
            sums += chance.multinomial(upto - matches, [less, 1 - more - less, more])
            matches = upto
            question.look({0.0: int(sums[0]), 0.5: int(sums[1]), 1.0: int(sums[2])})
            if question.verdict != OPEN:
                break
        return question.verdict

    assert Counter(run(0.55, 0.5) for _ in range(200))[MORE] >= 190
    assert Counter(run(0.4, 0.4) for _ in range(200))[FAIR] >= 190


def test_intervals_hold_the_truth_at_all_looks_together() -> None:
    chance = np.random.default_rng(19)
    missed = 0
    for _ in range(150):
        wins = matches = 0
        for upto in (50, 200, 800):
            wins, matches = wins + int(chance.binomial(upto - matches, 0.3)), upto
            low, high = interval({1.0: wins, 0.0: matches - wins}, 0.05)
            if not low <= 0.3 <= high:
                missed += 1
                break
    assert missed <= 0.05 * 150


def test_intervals_at_the_edges() -> None:
    assert interval({}, 0.05) == (0.0, 1.0)
    low, high = interval({1.0: 50}, 0.05)
    assert 0.8 < low < high == 1.0
    low, high = interval({0.0: 50}, 0.05)
    assert 0.0 == low < high < 0.2
    low, high = interval({1.0: 250, 0.0: 750}, 0.05)
    assert 0.2 < low < 0.25 < high < 0.3
    assert mean_of({}) == 0.5
    assert evidence({1.0: 3}, 1.0) == 0.0
    assert evidence({1.0: 3, 0.0: 1}, 1.0) == float("inf")


def test_the_first_verdict_stays() -> None:
    question = Question(0.5, 0.05, 0.05)
    question.look({1.0: 90, 0.0: 10})
    assert (question.verdict, question.decided) == (MORE, 100)
    question.look({1.0: 1000, 0.0: 1000})
    assert (question.verdict, question.decided) == (MORE, 100)
    assert question.measure()[0] < 0.5
    assert looks(50) == [50]
    assert looks(300)[0] == 100
    assert looks(300)[-1] == 300
