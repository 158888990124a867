"""The kit from given positions: it follows a scenario's answers, tries the laws there, and names what fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from conformance.plants.base import PLANETS, Door, through
from shapan.engine.conformance import check_positions
from shapan.games.planet_masters.events import INVASION

FOLDER = Path(__file__).parents[1] / "games" / "planet_masters" / "scenarios"
CAPTURE = "pm-5.4-invasion-rolls-at-once"


def scenario(name: str) -> tuple[str, dict[str, Any]]:
    return name, json.loads((FOLDER / f"{name}.json").read_bytes())


def losing_at_an_invasion() -> Any:
    """Return Planet Masters with a fault that only an invasion shows: a die leaves the match."""

    class Losing(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            if kind == INVASION and self.state.supply:
                self.state.supply.pop()

    return through(PLANETS, Losing)


def test_the_laws_hold_from_a_position() -> None:
    report = check_positions(PLANETS, [scenario(CAPTURE)])
    assert report.passed, str(report)
    assert report.decisions > 2
    assert report.matches == 1


def test_a_fault_of_one_moment_is_found_where_the_scenario_leads_to_it() -> None:
    report = check_positions(losing_at_an_invasion(), [scenario(CAPTURE)], decisions=3)
    (failure, *_) = report.checks["conserved"].examples
    assert CAPTURE in failure.place["seed"]


def test_the_same_seed_repeats_a_run() -> None:
    rows = [scenario(CAPTURE), scenario("pm-3.2-options")]
    assert check_positions(PLANETS, rows, seed=5).write() == check_positions(PLANETS, rows, seed=5).write()
    assert check_positions(PLANETS, rows, seed=6).write() != check_positions(PLANETS, rows, seed=5).write()


def test_a_position_that_cannot_be_is_named_and_the_others_go_on() -> None:
    rows = [scenario("pm-f-position-unknown-race"), scenario(CAPTURE)]
    report = check_positions(PLANETS, rows, decisions=1)
    assert report.failed() == ["position_begins"]
    assert report.failures[0].place["scenario"] == "pm-f-position-unknown-race"
    assert "position.seats" in report.failures[0].detail
    assert report.matches == 1
