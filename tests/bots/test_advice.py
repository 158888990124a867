"""Advice: what differs by less than chance may make of it is even, and what surely leads is not."""

from __future__ import annotations

from typing import Any

import pytest

from shapan import bots
from shapan.bots.advice import NOTHING, Care, _Tally, advise
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler


def test_what_surely_leads_is_not_even() -> None:
    match: Match[Any] = Match(find("pig"), 2, {}, "sure")  # to hold with nothing rolled gives the turn away
    first, second = advise(Sampler(match, 0), "sure", Care(passes=60, best=2, again=600)).answers
    assert not first.even
    assert not second.even
    assert first.worth[0] - second.worth[0] > NOTHING


def tally(*own: float) -> _Tally:
    found = _Tally(1)
    found.again = True
    for worth in own:
        found.add([worth])
        found.own.append(worth)
    return found


def test_a_few_worlds_that_agree_prove_nothing() -> None:
    """Ten looks at three answers came to 44, 39 and 37 percent: that is no difference."""
    assert not tally(1.0).leads(tally(0.0))
    assert not tally(*[1.0] * 3).leads(tally(*[0.0] * 3))
    assert not tally(*[0.44] * 10).leads(tally(*[0.39] * 10))
    assert not tally(*[0.44] * 3).leads(tally(*[0.37] * 3))
    assert tally(*[1.0] * 10).leads(tally(*[0.0] * 10)), "a win for a loss in each of ten worlds"
    assert tally(*[0.44] * 300).leads(tally(*[0.37] * 300))


def test_the_margin_shrinks_with_the_looks() -> None:
    few, many = (tally(*[0.0, 1.0] * pairs).rated((1,)).margin for pairs in (2, 200))
    assert few > 0.4
    assert 0.04 < many < 0.06
    assert tally(0.5).rated((1,)).margin > 0.3


def test_a_search_that_is_cut_short_names_no_best() -> None:
    match: Match[Any] = Match(find("planet_masters"), 3, {}, "short")
    seat = min(match.decisions)
    found = advise(Sampler(match, seat), "short", Care(passes=6, best=4, again=1)).answers
    assert len(found) > 1 and all(one.even for one in found[1:]) and all(one.margin > 0.2 for one in found)


@pytest.mark.parametrize("again", [2, 40])
def test_what_is_not_even_is_behind_by_more_than_nothing(again: int) -> None:
    even = 0
    for seed in range(12):
        match: Match[Any] = Match(find("planet_masters"), 3, {}, f"even {seed}")
        for _ in range(6 + 5 * seed):
            seat = min(match.decisions)
            match.answer(seat, bots.answer(bots.find("greedy"), match, seat))
        seat = min(match.decisions)
        found = advise(Sampler(match, seat), "even", Care(30, 4, again)).answers
        answers = [one for one in found if one.looks == again]
        assert all(not one.even for one in answers[:1])
        for one in answers[1:]:
            behind = answers[0].worth[seat] - one.worth[seat]
            assert behind >= 0
            assert one.even or behind >= NOTHING
            even += one.even
    assert even > 0
