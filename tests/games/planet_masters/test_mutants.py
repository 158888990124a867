"""The tests of a rule notice when the code of that rule is wrong: one mutant a rule, killed by its own scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

import shapan.games.planet_masters as original
from games.mutation import Laboratory, Mutant
from games.planet_masters.mutants import MUTANTS, NO_MUTANT
from shapan.engine.text import rule_numbers

LABORATORY = Laboratory(original, Path(__file__).parent / "scenarios")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant[0] for mutant in MUTANTS])
def test_mutant_is_killed_by_the_tests_of_its_rule(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    assert not LABORATORY.lives(tmp_path, mutant), f"{mutant[0]}: the mutant lives"


def test_every_rule_has_a_mutant_or_a_reason() -> None:
    assert set(rule_numbers(original.GAME)) == {mutant[0] for mutant in MUTANTS} | set(NO_MUTANT)
