"""Every scenario file of StarCraft comes true: rules, cards, worked examples, options, refusals, errors."""

from __future__ import annotations

from pathlib import Path

from scenario_files import ScenarioFiles
from shapan.games.starcraft.game import GAME

test_scenario_comes_true = ScenarioFiles(GAME, Path(__file__).parent / "scenarios")


def test_all_worked_examples_are_there() -> None:
    named = {rule for data in test_scenario_comes_true.read() for rule in data.get("why", [])}
    assert {f"SC-X{number}" for number in range(1, 35)} <= named
