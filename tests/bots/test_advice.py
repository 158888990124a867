"""Advice: what differs by less than chance may make of it is even, and what surely leads is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.tiny import PICK, SUBSET, Tiny, TinyGame, View, choose
from shapan import bots
from shapan.bots.advice import NOTHING, Care, _Tally, advise
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler
from shapan.engine.table import Table


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


class Counted(TinyGame):
    """A round is two notes: how good a pick is shows at once, and ratings like the worst of them best."""

    horizon = 1

    def rounds(self, state: Tiny) -> int:
        return 1 + len(state.notes) // 2

    def judge(self, state: Tiny) -> list[float]:
        share = 0.1 * sum(state.notes[:2]) + 0.01 * (state.notes[-1] if state.notes else 0)
        return [share, 1.0 - share]

    def rate(self, view: View, prompt: Prompt[Tiny], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        return 0.5 if code == DONE else 1.0 - PICK.value(code) * 0.1


def test_in_a_game_with_a_horizon_advice_looks_ahead_as_bots_do() -> None:
    found = advise(
        Sampler(Match(Counted(choose(0), choose(0), choose(0)), 2), 0), "1", Care(passes=60, best=2, again=80)
    )
    best, *others = found.answers
    assert best.codes == [PICK.code(2)]
    assert best.looks == 80 and len(best.worth) == 2
    assert others[0].worth[0] < best.worth[0] - 0.05 and not others[0].even
    assert {tuple(one.codes) for one in found.answers} == {(PICK.code(number),) for number in range(3)}


def _subset(state: Tiny, table: Table[Tiny]) -> None:
    state.notes += [sum(PICK.value(code) for code in table.ask_many(SUBSET, 0, 3)), 0]


def test_advice_on_picks_is_of_whole_answers() -> None:
    """As ratings would go on after the first pick, and one that is asked about as it was given."""
    asked = [PICK.code(1), PICK.code(3)]
    found = advise(Sampler(Match(Counted(_subset, choose(0)), 2), 0), "1", Care(passes=60, best=3, again=10), asked)
    assert found.asked_about is not None and found.asked_about.codes == asked
    assert all(len(one.worth) == 2 and one.codes == sorted(one.codes) for one in found.answers)
    assert found.answers[0].codes == [PICK.code(number) for number in (1, 2, 3)], (
        "after 1 all that is rated above stopping"
    )


def test_where_time_is_short_few_answers_are_compared_often(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10_000))
    for module in ("advice", "lookahead"):
        monkeypatch.setattr(f"shapan.bots.{module}.perf_counter", lambda: float(next(ticks)))
    found = advise(Sampler(Match(Counted(choose(0, 6), choose(0), choose(0)), 2), 0), "1", Care(seconds=40.0))
    again = [one for one in found.answers if one.margin]
    assert len(again) == 2, "all four would be looked at less than eight times each"
    assert all(one.looks >= 8 for one in again)
