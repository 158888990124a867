"""The scenarios of a rule notice when the code of that rule is wrong: mutants of the important rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import shapan.games.starcraft as original
from games.mutation import Laboratory, Mutant
from games.starcraft.mutants import MUTANTS
from shapan import BUILD
from shapan.engine.text import rule_numbers
from shapan.games.starcraft.game import GAME

LABORATORY = Laboratory(original, Path(__file__).parent / "scenarios", door=".game")

COPIED: set[str] = set()
"""They are in constants that other files read too, or in what a file does when it is loaded."""


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=[f"{mutant[0]}-{place}" for place, mutant in enumerate(MUTANTS)])
def test_mutant_is_killed_by_the_scenarios_of_its_rule(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    assert LABORATORY.finding(tmp_path, mutant) == "differs", mutant[0]


if BUILD != "compiled":  # there no code can be put in place, and every mutant is a copy

    def test_after_a_mutant_all_is_as_it_was_and_code_put_in_place_is_that_of_the_file(tmp_path: Path) -> None:
        one_a_file = {mutant[1]: mutant for mutant in MUTANTS}  # the scenarios of all rules would cost seconds more
        LABORATORY.leave_all_as_it_was(tmp_path, list(one_a_file.values()), COPIED)


def test_each_chapter_has_mutants() -> None:
    named = {mutant[0] for mutant in MUTANTS}
    numbers = set(rule_numbers(GAME))
    assert named <= numbers, "a rule that there is not"
    chapters = {number.partition(".")[0] for number in numbers if "." in number}
    assert chapters - {number.partition(".")[0] for number in named} == set()
