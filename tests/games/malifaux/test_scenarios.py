"""Every scenario file of Malifaux comes true: rules, cards, worked examples, options, refusals, errors."""

from __future__ import annotations

from pathlib import Path

from scenario_files import ScenarioFiles
from shapan.games.malifaux.game import MALIFAUX

test_scenario_comes_true = ScenarioFiles(MALIFAUX, Path(__file__).parent / "scenarios")
