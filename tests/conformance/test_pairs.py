"""Pairs of things made of scenario files: which there are, and that the laws hold where they meet."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from conformance.plants.base import PLANETS, Door, through
from conformance.sizes import table
from shapan.engine.conformance import Grid, Report, check_positions
from shapan.engine.registry import find
from shapan.games.planet_masters import names
from shapan.games.planet_masters.events import COLONY_GAINED

GAMES = Path(__file__).parents[1] / "games"
NAMES = sorted(table()["pairs"])
SEEDS = {"usual": 3, "long": 4}


def scenarios(name: str) -> list[tuple[str, dict[str, Any]]]:
    rows = [(path.stem, json.loads(path.read_bytes())) for path in sorted((GAMES / name / "scenarios").glob("*.json"))]
    return [(stem, data) for stem, data in rows if isinstance(data.get("position"), dict)]


@cache
def grid(name: str) -> Grid:
    return Grid(find(name), scenarios(name))


def crossed(name: str) -> list[tuple[str, str]]:
    """Return the pairs of tables of which every name is put beside every other."""
    rows: Any = table()["crossed"][name]
    return [(one, two) for one, two in rows]


def tried(name: str, tier: str) -> Report:
    most = table()["pairs"][name][tier == "long"]
    pairs = list(grid(name).pairs(most, SEEDS[tier], crossed(name)))
    assert len(pairs) == most or tier == "long"
    return check_positions(find(name), [(pair.label, pair.data) for pair in pairs], seed=SEEDS[tier])


def test_every_game_with_scenarios_has_pairs() -> None:
    assert {path.parent.name for path in GAMES.glob("*/scenarios")} == {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_the_laws_hold_where_two_things_meet(name: str) -> None:
    report = tried(name, "usual")
    assert report.passed, str(report)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_laws_hold_where_two_things_meet_at_length(name: str) -> None:
    report = tried(name, "long")
    assert report.passed, str(report)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_crossed_tables_meet_in_some_scenario(name: str) -> None:
    for one, two in crossed(name):
        first, others = list(grid(name).names[one]), list(grid(name).names[two])
        cells: list[Any] = [((one, mine), (two, other)) for mine in first for other in others]
        assert any(grid(name).pair(cell) is not None for cell in cells), (one, two)


def test_another_name_stands_where_the_event_is_told_of_one() -> None:
    pair = grid("planet_masters").pair((("face", "fortress"), "weapon_lost"))
    assert pair is not None
    words = json.dumps(pair.data)
    assert "fortress" in words
    assert set(pair.data) <= {"game", "seats", "options", "position", "answers"}


def test_the_same_seed_makes_the_same_pairs() -> None:
    rows = [[pair.label for pair in grid("planet_masters").pairs(12, seed)] for seed in (1, 1, 2)]
    assert rows[0] == rows[1] != rows[2]
    assert all(len(row) == 12 for row in rows)


def test_a_fault_that_needs_two_things_is_found() -> None:
    """A die leaves the match with a colony of influence that is gained: a face and an event."""

    class Losing(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            if kind == COLONY_GAINED and b == names.PLANET_FACES.index("influence") and self.state.supply:
                self.state.supply.pop()

    report = check_positions(
        through(PLANETS, Losing), [(pair.label, pair.data) for pair in grid("planet_masters").pairs(60, 1)]
    )
    assert "conserved" in report.failed()
