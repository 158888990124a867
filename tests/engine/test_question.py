"""Questions written as functions: asked and answered in values, with refusal and default beside them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from types import ModuleType

import pytest

from engine.tiny import PICK, Tiny
from shapan.engine.actions import DONE, Actions
from shapan.engine.prompt import Reason
from shapan.engine.question import Picks, Question, picks, prompts_of, question, rising
from shapan.engine.table import PolicyTable

ACTIONS = Actions()
WAIT = ACTIONS.family(1, "wait")
RUN = ACTIONS.family(2, "run")


@question("number", "TNY-1", PICK, open=True, decline="none", why="not_this_number")
def ask_number(state: Tiny, seat: int, arg: int) -> Sequence[int]:
    return [number for number in range(5) if arg >> number & 1] + [-1]


@question("way", "TNY-2", WAIT, RUN, secret=True)
def ask_way(state: Tiny, seat: int, arg: int) -> Sequence[int]:
    return (WAIT.code(), RUN.code())


@ask_way.by_default
def run_away(state: Tiny, seat: int, arg: int) -> int:
    return RUN.code()


@ask_number.refusal
def why_no_number(state: Tiny, seat: int, arg: int, number: int) -> Reason:
    return Reason("TNY-1", "none" if number < 0 else "number", {"number": number})


@picks("some", "TNY-3", PICK, number=(1, 3), rows="numbers", open=True, why="not_this_number")
def ask_some(state: Tiny, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    return [code for code in PICK.codes[:arg] if code not in picked]


@picks("pair", "TNY-4", PICK, number_bits=7, rows="numbers", ordered=True, count_rule="TNY-5", why="few")
def ask_so_many(state: Tiny, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    return PICK.codes[:5]


def as_seat(state: Tiny, seat: int, arg: int) -> int:
    return seat


def is_whole(state: Tiny, seat: int, arg: int) -> bool:
    return arg == 1


@picks("own", "TNY-6", PICK, number=as_seat, forced=is_whole, secret=True, tallied=True)
def ask_own(state: Tiny, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    return PICK.codes[:4]


@picks("any", "TNY-7", PICK, secret=True)
def ask_any(state: Tiny, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    return [DONE, *PICK.codes[:2]] if picked else [PICK.code(1)]


def table(code: int) -> PolicyTable[Tiny]:
    return PolicyTable(Tiny(seats=2), lambda state, prompt, seat, arg, options, picked: code)


def test_values_stand_for_codes() -> None:
    state = Tiny(seats=2)
    assert ask_number.legal(state, 0, 0b1010) == [PICK.code(1), PICK.code(3), DONE]
    assert table(PICK.code(3)).pick(ask_number, 0, 0b1010) == 3
    assert table(DONE).pick(ask_number, 0, 0b1010) == -1


def test_a_question_of_several_families_is_asked_in_codes() -> None:
    assert table(RUN.code()).ask(ask_way, 1) == RUN.code()


def test_refusal_and_default_are_told_values_or_codes() -> None:
    state = Tiny(seats=2)
    assert ask_number.reason(state, 0, 1, PICK.code(7)) == Reason("TNY-1", "number", {"number": 7})
    assert ask_number.reason(state, 0, 1, DONE).key == "none"
    assert ask_number.reason(state, 0, 1, RUN.code()).key == "not_possible"
    assert ask_number.default(state, 0, 1) == DONE
    assert ask_way.default(state, 0, 0) == RUN.code()
    assert ask_way.why_not(state, 0, 0, WAIT.code()) == Reason("TNY-2", "not_possible")


def test_it_has_what_a_prompt_has() -> None:
    assert isinstance(ask_number, Question)
    assert (ask_number.key, ask_number.rule, ask_number.families) == ("number", "TNY-1", (PICK,))
    assert ask_number.open and not ask_number.secret and ask_way.secret and not ask_way.open
    assert ask_number.write(ACTIONS, [DONE]) == {"do": "none"}
    assert ask_number.read(ACTIONS, {"do": "none"}) == [DONE]


def test_prompts_are_those_of_the_chapters_in_their_order_each_once() -> None:
    one, two = ModuleType("one"), ModuleType("two")
    vars(one).update(ask_way=ask_way, other=7)
    vars(two).update(again=ask_way, ask_number=ask_number)
    assert prompts_of(one, two) == (ask_way, ask_number)


def test_prompts_of_one_key_take_answers_of_the_same_families() -> None:
    one, two = ModuleType("one"), ModuleType("two")
    vars(one).update(ask_way=ask_way)
    same: Question[Tiny] = question("way", "TNY-3", *ask_way.families)(lambda state, seat, arg: [WAIT.code()])
    vars(two).update(ask_again=same)
    assert prompts_of(one, two) == (ask_way, same)
    vars(two).update(ask_other=question("way", "TNY-3", RUN)(lambda state, seat, arg: [RUN.code()]))
    with pytest.raises(ValueError, match="two: way is the key of two questions with other answers"):
        prompts_of(one, two)


def test_several_picks_close_by_themselves_at_the_greatest_number_and_may_stop_at_the_least() -> None:
    state = Tiny(seats=2)
    one, two, three = PICK.codes[:3]
    assert ask_some.lengths(state, 0, 5) == (1, 3)
    assert list(ask_some.next(state, 0, 3, ())) == [one, two, three]
    assert list(ask_some.next(state, 0, 3, [two])) == [DONE, one, three]
    assert not ask_some.next(state, 0, 5, [one, two, three])
    assert not ask_some.next(state, 0, 1, [one]), "nothing is left to be picked"
    assert ask_some.allows(state, 0, 3, [three, one]) and not ask_some.allows(state, 0, 3, [])
    assert not ask_some.allows(state, 0, 5, list(PICK.codes[:4]))
    assert ask_some.write(ACTIONS, [one, three]) == {"do": "pick", "numbers": [0, 2]}
    assert (ask_some.many, ask_some.open, ask_some.ordered) == (True, True, False)


def test_bits_of_the_argument_or_a_function_say_exactly_how_many_picks() -> None:
    state = Tiny(seats=3)
    assert ask_so_many.lengths(state, 0, 8 + 2) == (2, 2)
    assert ask_so_many.default_many(state, 0, 8 + 2) == [PICK.code(0), PICK.code(0)]
    assert not ask_so_many.next(state, 0, 8, ()), "none at all"
    assert [ask_own.lengths(state, seat, 0) for seat in range(3)] == [(0, 0), (1, 1), (2, 2)]
    assert not ask_own.next(state, 0, 0, ())
    assert not ask_own.allows(state, 2, 0, [PICK.code(1)])
    assert ask_own.allows(state, 2, 0, [PICK.code(1), PICK.code(2)])


def test_an_integer_says_exactly_how_many_picks_whatever_the_argument() -> None:
    two: Picks[Tiny] = picks("two", "TNY-4", PICK, number=2)(lambda state, seat, arg, picked: PICK.codes[:3])
    state = Tiny(seats=2)
    assert [two.lengths(state, 0, arg) for arg in (0, 1, 2, 7)] == [(2, 2)] * 4
    assert DONE not in two.next(state, 0, 0, [PICK.code(1)]) and not two.next(state, 0, 0, [PICK.code(1)] * 2)
    with pytest.raises(ValueError, match="number_bits"):
        picks("both", "TNY-4", PICK, number=2, number_bits=7)(lambda state, seat, arg, picked: [])


@pytest.mark.parametrize(("number", "first"), [(1, [1, 2, 4]), (2, [1, 2, 4]), (3, [1, 2]), (4, [1, 2]), (5, [1])])
def test_rising_picks_leave_enough_behind_them(number: int, first: list[int]) -> None:
    heap = [4, 1, 2, 2, 4]
    assert rising(heap, [], number) == first


@pytest.mark.parametrize("number", range(1, 6))
def test_every_pick_out_of_a_heap_leads_to_the_number(number: int) -> None:
    heap = [4, 1, 2, 2, 4]
    rows: list[tuple[int, ...]] = [()]
    for _ in range(number):
        rows = [(*row, code) for row in rows for code in rising(heap, row, number) if not row or code >= row[-1]]
    assert sorted(rows) == sorted({tuple(sorted(row)) for row in combinations(heap, number)})


def test_without_a_number_the_function_says_where_picks_may_stop() -> None:
    state = Tiny(seats=2)
    assert ask_any.lengths(state, 0, 0) == (0, 0)
    assert list(ask_any.next(state, 0, 0, ())) == [PICK.code(1)]
    assert list(ask_any.next(state, 0, 0, [PICK.code(1)])) == [DONE, PICK.code(0), PICK.code(1)]


def test_a_wrong_number_of_picks_may_have_a_rule_of_its_own() -> None:
    state = Tiny(seats=2)
    assert ask_so_many.why_not_many(state, 0, 2, [PICK.code(1)]) == Reason("TNY-5", "few")
    assert ask_so_many.why_not_many(state, 0, 1, [PICK.code(7)]) == Reason("TNY-4", "few", path="numbers.0")
    assert ask_some.why_not_many(state, 0, 3, [PICK.code(7)]) == Reason("TNY-3", "not_this_number", path="numbers.0")


def test_of_secret_picks_all_know_the_number_only_where_they_are_tallied() -> None:
    picked = [PICK.code(1), PICK.code(2)]
    assert (ask_own.shadow(picked), ask_any.shadow(picked)) == (2, 0)


def test_whether_the_only_answer_is_known_to_all_may_depend_on_the_state() -> None:
    state = Tiny(seats=2)
    assert [ask_own.automatic(state, 0, arg) for arg in range(3)] == [False, True, False]
    assert ask_some.automatic(state, 0, 0) and not ask_any.automatic(state, 0, 0)
