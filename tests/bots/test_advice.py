"""Advice: what differs by less than chance may make of it is even, and what surely leads is not."""

from __future__ import annotations

from typing import Any

import pytest

from shapan import bots
from shapan.bots.advice import NOTHING, Care, advise
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler


def test_what_surely_leads_is_not_even() -> None:
    match: Match[Any] = Match(find("pig"), 2, {}, "sure")  # to hold with nothing rolled gives the turn away
    first, second = advise(Sampler(match, 0), "sure", Care(passes=60, best=2, again=600)).answers
    assert not first.even
    assert not second.even
    assert first.worth[0] - second.worth[0] > NOTHING


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
