"""Terrain of a position's own (MFX-13.4): kept with the match, and named where its name is nobody else's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.scenario import Scenario
from shapan.games.malifaux.geometry.layout import LAYOUTS, layout
from shapan.games.malifaux.geometry.terrain import NAMED

GAME = find("malifaux")
HEDGE = {"id": "h1", "shape": {"rect": [14000, 14000, 17000, 20000]}, "h": 2, "traits": ["severe"], "hazard": "slow"}
MODELS = [
    {"models": [{"model": "lady_justice", "at": [10000, 18000]}]},
    {"models": [{"model": "nekima", "at": [24000, 18000]}]},
]


def begun(terrain: list[dict[str, Any]]) -> Match[Any]:
    position = {
        "step": "action",
        "turn": 2,
        "active": 0,
        "activation": {"model": "lady_justice"},
        "terrain": terrain,
        "seats": MODELS,
    }
    return Scenario(
        GAME, {"game": "malifaux", "seats": 2, "options": {"terrain_layout": "open"}, "position": position}
    ).begin()


@pytest.mark.parametrize(
    "terrain", [[HEDGE], [{**HEDGE, "hazard": None}, {**HEDGE, "id": "forest", "shape": {"oct": [5000, 5000, 2000]}}]]
)
def test_a_match_with_terrain_of_its_own_is_loaded_with_it(terrain: list[dict[str, Any]]) -> None:
    match = begun(terrain)
    again = Match.load(GAME, json.loads(json.dumps(match.save())))
    assert again.frame(0) == match.frame(0)
    assert [piece.outline for piece in again.live.map.pieces] == [piece.outline for piece in match.live.map.pieces]
    assert again.live.encoded() == match.live.encoded()
    assert len(again.live.map.pieces) == len(terrain)


def test_every_kind_of_a_layout_has_a_name_and_another_is_called_terrain() -> None:
    kinds = {piece.name for name in LAYOUTS for piece in layout(name)}
    assert kinds <= {*NAMED}
    match = begun([HEDGE])
    assert match.live.map.pieces[0].term == "piece"
