"""Ratings: functions by question, asked with the values of an option, once for each view."""

from __future__ import annotations

import pytest

from shapan.engine.actions import DONE, Actions, Family
from shapan.engine.kinds import Count
from shapan.engine.prompt import Prompt
from shapan.engine.ratings import Ratings
from shapan.engine.state import State

actions = Actions()
MOVE = actions.family(1, "move", to=Count(9))
JUMP = actions.family(2, "jump", to=Count(9), over=Count(9))
REST = actions.family(3, "rest")


class Ask(Prompt[State]):
    """A question of some families."""

    def __init__(self, key: str, *families: Family, many: bool = False) -> None:
        self.key, self.families, self.many = key, families, many


class Mind:
    """What a seat makes of a view, here a list of numbers."""

    made = 0

    def __init__(self, view: list[int], seat: int) -> None:
        self.seat, self.best = seat, max(view)
        Mind.made += 1


GO = Ask("go", MOVE, JUMP, REST)
TAKE = Ask("take", MOVE, many=True)


def ratings() -> Ratings[list[int], Mind]:
    rate: Ratings[list[int], Mind] = Ratings(Mind)

    @rate("go", MOVE)
    def _move(mind: Mind, to: int) -> float:
        return float(to == mind.best)

    @rate("go", JUMP, by=lambda mind, code, worth: -worth if mind.seat else worth)
    def _jump(mind: Mind, to: int, over: int) -> float:
        return 10.0 * to + over

    @rate.row("take")
    def _take(mind: Mind, arg: int) -> list[int]:
        return [mind.best] * arg

    return rate


def test_a_pick_can_be_rated_by_the_picks_before_it() -> None:
    rate, pay = ratings(), Ask("pay", MOVE, JUMP, many=True)
    rate.always(0.5, "pay", MOVE)

    @rate.picks("pay", JUMP)
    def _over(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
        return {JUMP.code(7, over): 10.0 * MOVE.value(picked[0]) + over for over in range(5)}

    for first in (2, 3):
        assert rate.rate([1], pay, 0, 0, JUMP.code(7, 4), [MOVE.code(first)]) == 10 * first + 4
    assert rate.rate([1], pay, 0, 0, JUMP.code(6, 4), [MOVE.code(3)]) == -1.0, "it is not named"
    assert rate.rate([1], pay, 0, 0, DONE, [MOVE.code(3)]) == 0.0
    assert rate.rate([1], pay, 0, 0, MOVE.code(2), []) == 0.5
    rate.check([pay, TAKE, Ask("go", MOVE, JUMP)])


def test_an_option_is_rated_by_the_values_of_its_family() -> None:
    rate, view = ratings(), [3, 7]
    rate.always(0.5, "go", REST)
    rate.check((GO, TAKE))
    before = Mind.made
    codes = (MOVE.code(7), MOVE.code(3), JUMP.code(2, 5), REST.code(), DONE)
    assert [rate.rate(view, GO, 0, 0, code, ()) for code in codes] == [1.0, 0.0, 25.0, 0.5, 0.0]
    assert Mind.made == before + 1
    assert rate.rate(view, GO, 1, 0, JUMP.code(2, 5), ()) == -25.0
    rate.declined("go")(lambda mind: -mind.best)
    assert rate.rate([4], GO, 0, 0, DONE, ()) == -4


def test_a_row_is_worked_out_for_each_view_and_argument() -> None:
    rate, best = ratings(), MOVE.code(7)
    view = [7]
    assert rate.rate(view, TAKE, 0, 2, best, (best,)) == 1.0
    assert rate.rate(view, TAKE, 0, 1, best, (best,)) == -1.0
    assert rate.rate([8], TAKE, 0, 2, best, ()) == -1.0


def test_options_without_a_rating_and_ratings_without_a_question_are_refused() -> None:
    rate = ratings()
    with pytest.raises(ValueError, match=r"no rating, or no question: go rest$"):
        rate.check((GO, TAKE))
    rate.always(0.0, "go")
    with pytest.raises(ValueError, match=r"no rating, or no question: take$"):
        rate.check((GO,))


def test_a_row_is_that_of_its_own_view_though_another_one_is_rated_meanwhile() -> None:
    """Bots of several matches think in threads, by the same ratings."""
    rate: Ratings[list[int], Mind] = Ratings(Mind)
    mine, other = [3], [7]

    @rate.row("take")
    def _take(mind: Mind, arg: int) -> list[int]:
        if mind.best == 3:
            assert rate.rate(other, TAKE, 0, 1, MOVE.code(7), ()) == 1
        return [mind.best]

    assert rate.rate(mine, TAKE, 0, 1, MOVE.code(3), ()) == 1
    assert rate.rate(other, TAKE, 0, 1, MOVE.code(7), ()) == 1
    assert rate.rate(other, TAKE, 0, 1, MOVE.code(3), ()) == -1


def test_next_picks_that_hang_together_are_rated_at_once() -> None:
    rate, asked = ratings(), []

    @rate.picks("take")
    def _next(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
        asked.append(picked)
        return {DONE: 0.5} if picked else {MOVE.codes[mind.best]: 2.0}

    view, codes = [3, 7], MOVE.codes
    rate.always(0.5, "go", REST)
    rate.check((GO, TAKE))
    assert [rate.rate(view, TAKE, 0, 1, code, []) for code in (codes[7], codes[3], DONE)] == [2.0, -1.0, 0.0]
    assert rate.rate(view, TAKE, 0, 1, DONE, [codes[7]]) == 0.5
    assert asked == [(), (codes[7],)], "once for all options"
    assert rate.rate([3, 4], TAKE, 0, 1, codes[7], []) == -1.0, "and anew for another view"
