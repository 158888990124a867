"""Strengths: closed forms where there are some, the truth behind drawn matches elsewhere."""

from __future__ import annotations

import random
from collections import Counter
from math import exp, log, sqrt

import pytest

from shapan.lab.strength import NORMAL, POINTS, PRIOR, Ranking, fit


def test_two_bots_are_as_far_apart_as_their_score_says() -> None:
    zero, other = fit({((0,), (1,)): 250, ((1,), (0,)): 750}, 2, 0)
    assert (zero.points, zero.low, zero.high) == (0, 0, 0)
    assert other.points == pytest.approx(400 * log(3) / log(10), rel=0.005)
    reach = NORMAL * POINTS / sqrt(1000 * 0.25 * 0.75)
    assert other.high - other.points == pytest.approx(other.points - other.low) == pytest.approx(reach, rel=0.01)


def test_a_draw_is_half_a_win() -> None:
    drawn = fit({((0, 1),): 200, ((1,), (0,)): 100}, 2, 0)[1]
    halved = fit({((0,), (1,)): 100, ((1,), (0,)): 200}, 2, 0)[1]
    assert drawn.points == pytest.approx(halved.points, rel=1e-6)
    assert fit({((0, 1, 2),): 50}, 3, 0)[2].points == pytest.approx(0)


def test_who_always_wins_is_far_ahead_and_finite() -> None:
    winner = fit({((1,), (0,)): 100}, 2, 0)[1]
    assert 500 < winner.points < 8 * POINTS * PRIOR
    assert 0 < winner.low < winner.points
    more = fit({((1,), (0,)): 10_000}, 2, 0)[1]
    assert more.points > winner.points
    assert more.low > winner.low


def test_a_shared_last_rank_says_nothing_of_those_who_share_it() -> None:
    counts: dict[Ranking, int] = {((0,), (1, 2)): 40, ((1,), (0, 2)): 30, ((2,), (0, 1)): 30}
    found = fit(counts, 3, None)
    assert sum(bot.points for bot in found) == pytest.approx(0)
    assert found[1].points == pytest.approx(found[2].points)
    assert found[0].points - found[1].points == pytest.approx(POINTS * log(4 / 3), rel=0.01)


def test_more_seats_are_ranked_one_after_another() -> None:
    """The slope of the likelihood is zero at the answer, taken by small differences from its formula."""
    rng = random.Random(3)
    counts: Counter[Ranking] = Counter(tuple((bot,) for bot in rng.sample(range(4), 4)) for _ in range(300))
    at = [bot.points / POINTS for bot in fit(counts, 4, None)]

    def likelihood(strengths: list[float]) -> float:
        total = -sum(value**2 for value in strengths) / (2 * PRIOR**2)
        for ranking, times in counts.items():
            order = [strengths[group[0]] for group in ranking]
            total += times * sum(
                order[place] - log(sum(exp(value) for value in order[place:])) for place in range(len(order))
            )
        return total

    for bot in range(4):
        up, down = ([value + (step if other == bot else 0) for other, value in enumerate(at)] for step in (1e-4, -1e-4))
        assert likelihood(up) - likelihood(down) == pytest.approx(0, abs=1e-6)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    truth, rng, held, asked = [0.0, 0.5, 1.2, -0.4], random.Random(11), 0, 0
    for _ in range(60):
        counts: Counter[Ranking] = Counter()
        for _ in range(200):
            left, order = rng.sample(range(4), 3), []
            while left:
                order.append(rng.choices(left, [exp(truth[bot]) for bot in left])[0])
                left.remove(order[-1])
            counts[tuple((bot,) for bot in order)] += 1
        found = fit(counts, 4, 0)
        held += sum(bot.low <= POINTS * truth[number] <= bot.high for number, bot in enumerate(found) if number)
        asked += 3
    assert 0.90 <= held / asked <= 0.99
