"""The scenarios of a rule notice when its code is wrong: one mutant a rule, killed by its own scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

import shapan.games.battlefield as original
from games.battlefield.mutants import MUTANTS
from games.mutation import Laboratory, Mutant
from shapan import BUILD
from shapan.engine.text import rule_numbers
from shapan.games.battlefield.game import GAME

LABORATORY = Laboratory(original, Path(__file__).parent / "scenarios", door=".game")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant[0] for mutant in MUTANTS])
def test_mutant_is_killed_by_the_scenarios_of_its_rule(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    assert LABORATORY.finding(tmp_path, mutant) == "differs", mutant[0]


if BUILD != "compiled":  # there no code can be put in place, and every mutant is a copy

    def test_after_a_mutant_all_is_as_it_was_and_code_put_in_place_is_that_of_the_file(tmp_path: Path) -> None:
        one_a_file = {mutant[1]: mutant for mutant in MUTANTS}  # the scenarios of all rules would cost seconds more
        LABORATORY.leave_all_as_it_was(tmp_path, list(one_a_file.values()), ())


def test_every_rule_has_a_mutant_and_none_two() -> None:
    named = [mutant[0] for mutant in MUTANTS]
    assert len(set(named)) == len(named)
    assert set(rule_numbers(GAME)) <= set(named)
