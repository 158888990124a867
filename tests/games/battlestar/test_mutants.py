"""The scenarios of a rule notice when the code of that rule is wrong: mutants of the important rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import shapan.games.battlestar as original
from games.battlestar.mutants import MUTANTS
from games.mutation import Laboratory, Mutant
from shapan import BUILD
from shapan.engine.text import rule_numbers
from shapan.games.battlestar.game import GAME

LABORATORY = Laboratory(original, Path(__file__).parent / "scenarios", door=".game")

COPIED = {"BSG-2.5", "BSG-2.10", "BSG-7.5", "BSG-R25", "BSG-R47"}
"""They are in constants that other files read too, or in what a file does when it is loaded."""


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant[0] for mutant in MUTANTS])
def test_mutant_is_killed_by_the_scenarios_of_its_rule(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    assert LABORATORY.finding(tmp_path, mutant) == "differs", mutant[0]


if BUILD != "compiled":  # there no code can be put in place, and every mutant is a copy

    def test_after_a_mutant_all_is_as_it_was_and_code_put_in_place_is_that_of_the_file(tmp_path: Path) -> None:
        # The scenarios of all rules would cost seconds more; one that can be made in place goes before one that cannot.
        one_a_file = {mutant[1]: mutant for mutant in sorted(MUTANTS, key=lambda mutant: mutant[0] not in COPIED)}
        LABORATORY.leave_all_as_it_was(tmp_path, list(one_a_file.values()), COPIED)


def test_each_chapter_has_mutants_and_no_rule_two() -> None:
    named = [mutant[0] for mutant in MUTANTS]
    numbers = set(rule_numbers(GAME))
    assert set(named) <= numbers, "a rule that there is not"
    assert len(set(named)) == len(named)
    chapters = {number.partition(".")[0] for number in numbers if "." in number}
    assert chapters - {number.partition(".")[0] for number in named} <= {"BSG-17", "BSG-18"}, "table manners, formats"
