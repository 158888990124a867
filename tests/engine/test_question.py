"""Questions written as functions: asked and answered in values, with refusal and default beside them."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import pytest

from engine.tiny import PICK, Tiny
from shapan.engine.actions import DONE, Actions
from shapan.engine.prompt import Reason
from shapan.engine.question import Question, prompts_of, question
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
