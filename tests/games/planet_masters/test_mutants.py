"""The tests of a rule notice when the code of that rule is wrong: one mutant a rule, killed by its own scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

import shapan.games.planet_masters as original
from games.mutation import Laboratory, Mutant
from games.planet_masters.mutants import MUTANTS, NO_MUTANT
from shapan import BUILD
from shapan.engine.text import rule_numbers

LABORATORY = Laboratory(original, Path(__file__).parent / "scenarios")

COPIED = {"PM-0.1"}
"""Its constant goes into tables."""
BREAKING = {"PM-6.4", "PM-E28"}
"""With them rules take a die that is not there."""


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant[0] for mutant in MUTANTS])
def test_mutant_is_killed_by_the_tests_of_its_rule(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    assert LABORATORY.finding(tmp_path, mutant) == ("breaks" if mutant[0] in BREAKING else "differs"), mutant[0]


if BUILD != "compiled":  # there no code can be put in place, and every mutant is a copy

    def test_after_a_mutant_all_is_as_it_was_and_code_put_in_place_is_that_of_the_file(tmp_path: Path) -> None:
        LABORATORY.leave_all_as_it_was(tmp_path, MUTANTS, COPIED)


def test_every_rule_has_a_mutant_or_a_reason() -> None:
    assert set(rule_numbers(original.GAME)) == {mutant[0] for mutant in MUTANTS} | set(NO_MUTANT)
