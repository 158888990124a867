"""Lenient scenarios: forced answers and passes may be left out, the run ends where the game rests, heaps compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from engine.tiny import HIDDEN, NUMBER, PICK, SUBSET, Tiny, TinyGame
from shapan.engine.actions import DONE, Actions, Form
from shapan.engine.expectation import is_part, rows_of
from shapan.engine.kinds import Count
from shapan.engine.prompt import Prompt
from shapan.engine.result import Result
from shapan.engine.scenario import run
from shapan.engine.table import Table


class React(Prompt[Tiny]):
    """A window: seat 0 may react with 1, seat 1 with 1 or 2, others cannot."""

    key, rule, secret, reaction, families = "react", "TNY-9", True, True, (PICK,)

    def legal(self, state: Tiny, seat: int, arg: int) -> Sequence[int]:
        return [DONE, *(PICK.code(number) for number in range(1, seat + 2) if seat < 2)]


REACT: Final = React()


def windows(state: Tiny, table: Table[Tiny]) -> None:
    """Let everybody react until all pass; each reaction is noted."""
    while True:
        seat, code = table.window(REACT, range(state.seats))
        if seat < 0:
            return
        state.notes.append(10 * seat + PICK.value(code))


def forced(state: Tiny, table: Table[Tiny]) -> None:
    """Ask seat 0 for one of one number, which only he knows to be one."""
    state.notes.append(PICK.value(table.ask(HIDDEN, 0, 1)))


def free(state: Tiny, table: Table[Tiny]) -> None:
    """Ask seat 1 for one of three numbers."""
    state.notes.append(PICK.value(table.ask(NUMBER, 1, 3)))


def subset(state: Tiny, table: Table[Tiny]) -> None:
    """Ask seat 0 for some numbers."""
    state.notes += [PICK.value(code) for code in table.ask_many(SUBSET, 0, 3)]


def rest(state: Tiny, table: Table[Tiny]) -> None:
    """The end of a turn."""
    state.notes.append(99)


class LenientGame(TinyGame):
    lenient = True
    rows = frozenset(("row",))
    prompts = (*TinyGame.prompts, REACT)

    def rests(self, state: Tiny) -> bool:
        return state.notes[-1:] == [99]

    def write_position(self, state: Tiny, answers: Mapping[int, Sequence[int]]) -> dict[str, Any]:
        return {"row": list(state.notes), "heap": list(state.notes), "seats": [{"n": n} for n in range(state.seats)]}


class JoinedGame(LenientGame):
    actions = Actions()
    actions.family(1, "walk", Form(joined={"at": ("x", "y")}), x=Count(9), y=Count(9))


def played(*steps: Any, answers: Sequence[dict[str, Any]] = (), **expect: Any) -> Result:
    game = LenientGame(*steps)
    return run(game, {"game": game.name, "seats": 3, "answers": list(answers), "expect": expect})


def pick(seat: int, number: int) -> dict[str, Any]:
    return {"seat": seat, "do": "pick", "number": number}


def test_a_forced_answer_may_be_left_out_or_written() -> None:
    decision = {"seat": 1, "kind": "number"}
    assert played(forced, free, decision=decision, position={"row": [0]}).passed
    assert played(forced, free, answers=[pick(0, 0)], decision=decision, position={"row": [0]}).passed


def test_another_answer_than_the_forced_one_is_refused() -> None:
    assert played(forced, free, answers=[pick(0, 1)], refused=True).passed
    assert played(forced, free, answers=[pick(0, 1)]).refused == "TNY-1"
    assert not played(forced, free, answers=[pick(0, 1)]).passed
    assert played(forced, free, answers=[pick(0, 1), pick(1, 1)], refused=True).error is not None


def test_windows_are_passed_unless_the_answer_fits_one() -> None:
    assert played(windows, free, answers=[pick(1, 2)], position={"row": [12]}).passed
    assert played(windows, free, answers=[pick(1, 0)], position={"row": [0]}).passed
    assert played(windows, free, position={"row": []}, decision={"seat": 1, "kind": "number"}).passed


def test_after_a_reaction_the_others_are_asked_anew() -> None:
    result = played(windows, free, answers=[pick(1, 1), pick(0, 1), pick(1, 2)], position={"row": [11, 1, 12]})
    assert result.passed, result.differences


def test_a_window_that_is_expected_stays_open() -> None:
    assert played(windows, free, decision={"seat": 1, "kind": "react", "legal": [pick(1, 2)]}).passed


def test_the_run_ends_where_the_game_rests() -> None:
    assert played(forced, rest, free, decision=None, position={"row": [0, 99]}).passed
    assert played(forced, rest, free, answers=[pick(1, 2)], position={"row": [0, 99, 2]}).passed


def test_lists_are_heaps_but_for_rows() -> None:
    assert played(forced, rest, free, position={"heap": [99, 0]}).passed
    assert not played(forced, rest, free, position={"row": [99, 0]}).passed
    assert not played(forced, rest, free, position={"heap": [99, 0, 0]}).passed
    assert played(forced, rest, free, position={"seats": [{}, {"n": 1}], "row": {"1": 99}}).passed


def test_legal_may_be_parts_and_exact_is_the_whole_list() -> None:
    every = [{"do": "pick", "number": number} for number in range(3)]
    assert played(free, decision={"seat": 1, "legal": every, "exact": True}).passed
    assert not played(free, decision={"seat": 1, "legal": every[:2], "exact": True}).passed
    assert played(
        free, decision={"legal": [{"do": "pick"}], "illegal": [{"do": "pick", "number": 7}, {"do": "play"}]}
    ).passed
    assert played(subset, decision={"legal": [{"do": "pick"}, {"do": "pick", "numbers": [2, 1]}]}).differences == []


def test_lists_within_answers_are_heaps_but_for_rows() -> None:
    """A part of an answer: lists of fields that the game names as rows, or that join parameters, keep their order."""
    rows = rows_of(JoinedGame())
    assert rows == frozenset(("row", "at"))
    assert is_part({"numbers": [2, 1]}, {"do": "pick", "numbers": [1, 2]}, rows)
    assert not is_part({"numbers": [2, 1]}, {"do": "pick", "numbers": [1, 2, 3]}, rows)
    assert is_part({"row": [1, 2]}, {"do": "pick", "row": [1, 2]}, rows)
    assert not is_part({"row": [2, 1]}, {"do": "pick", "row": [1, 2]}, rows)
    assert is_part({"moves": [{"to": 1}]}, {"moves": [{"to": 1}]}, rows)
    assert not is_part({"at": [9, 4]}, {"do": "walk", "at": [4, 9]}, rows)


@pytest.mark.parametrize("rules", ["TNY-1", ["TNY-0", "TNY-1"], True])
def test_a_refusal_may_name_one_of_several_rules(rules: Any) -> None:
    assert played(free, answers=[pick(1, 7)], refused=rules).passed


def test_a_view_tells_who_decides_and_the_options_to_him_alone() -> None:
    own = {"seat": 1, "has": {"decision": {"seat": 1, "kind": "number", "legal": [{"do": "pick"}] * 3}}}
    other = {"seat": 0, "has": {"decision": {"seat": 1, "kind": "number"}}, "hasnt": ["decision.legal"]}
    assert not played(free, view=other).differences
    assert not played(free, view=own).differences


def test_an_unknown_field_of_a_decision_is_an_error() -> None:
    error = played(free, decision={"option": 3}).error
    assert error is not None and error["field"] == "expect.decision.option"


def test_heaps_within_answers_hold_their_values_by_what_is_named() -> None:
    rows = rows_of(JoinedGame())
    assert is_part({"moves": [{"to": 2}, {"to": 1}]}, {"moves": [{"to": 1, "n": 4}, {"to": 2, "n": 5}]}, rows)
    assert not is_part({"moves": [{"at": [9, 4]}]}, {"moves": [{"at": [4, 9]}]}, rows)
    assert not is_part({"numbers": [1, 1]}, {"numbers": [1, 2]}, rows)


def test_lists_of_parameters_are_rows_within_heaps_and_rows() -> None:
    """The attacker of a pair is not its defender, whatever the order of the pairs."""
    pairs = {"do": "pair", "pairs": [[1, 2], [3, 4]]}
    heap, row = frozenset(("pair.pairs.one",)), frozenset(("pair.pairs", "pair.pairs.one"))
    assert is_part({"pairs": [[3, 4], [1, 2]]}, pairs, heap)
    assert not is_part({"pairs": [[4, 3], [1, 2]]}, pairs, heap)
    assert is_part({"pairs": [[1, 2], [3, 4]]}, pairs, row)
    assert not is_part({"pairs": [[3, 4], [1, 2]]}, pairs, row)


def test_a_game_that_names_no_rows_has_rows_only() -> None:
    rows = rows_of(TinyGame())
    assert rows is None
    assert not is_part({"numbers": [2, 1]}, {"do": "pick", "numbers": [1, 2]}, rows)
    game = TinyGame(subset)
    decision = {"seat": 0, "legal": [{"do": "pick", "numbers": [0, 2]}], "options": 15, "illegal": [{"do": "pick"}]}
    result = run(game, {"game": game.name, "seats": 3, "expect": {"decision": decision}})
    assert not result.differences
