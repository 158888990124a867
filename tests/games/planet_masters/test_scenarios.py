"""Every scenario file of Planet Masters comes true: worked examples, rules, edge rulings, options, refusals, errors."""

from __future__ import annotations

from pathlib import Path

from scenario_files import ScenarioFiles
from shapan.games.planet_masters import GAME

test_scenario_comes_true = ScenarioFiles(GAME, Path(__file__).parent / "scenarios")


def test_all_worked_examples_are_there() -> None:
    cases = {data.get("case") for data in test_scenario_comes_true.read()}
    assert {f"PM-X{number}" for number in range(1, 34)} <= cases
