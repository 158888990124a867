"""Every scenario file of Battlestar Galactica comes true: rules, cards, worked examples, options, refusals, errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shapan.engine.scenario import run
from shapan.games.battlestar.game import GAME

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_comes_true(path: Path) -> None:
    result = run(GAME, json.loads(path.read_text(encoding="utf-8")))
    assert not result.differences, "\n".join(map(str, result.differences))


def test_all_worked_examples_are_there() -> None:
    named = {rule for path in FILES for rule in json.loads(path.read_text(encoding="utf-8")).get("why", [])}
    assert {f"BSG-X{number}" for number in range(1, 39)} <= named
