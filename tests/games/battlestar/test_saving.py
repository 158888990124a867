"""Matches begun in a written position, with scripted draws: saving, loading, replaying and going on are one match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shapan.engine.chance import Stream
from shapan.engine.match import Match, random_answer
from shapan.engine.scenario import Scenario
from shapan.games.battlestar.game import GAME

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.json"))
EVERY, MORE = 20, 4
"""One in so many scenarios is tried, more of them in the long tier."""


def begun(data: dict[str, Any]) -> Match[Any] | None:
    """Return a match that begins where a scenario does, its scripts leading; None where its position is refused."""
    if "error" in data["expect"] or "position" not in data:
        return None
    scenario: Scenario[Any] = Scenario(GAME, data)
    state = GAME.start(scenario.options, scenario.seats, 1)
    loaded = GAME.read_position(data["position"], scenario.options, scenario.seats)
    loaded.seats, loaded.learned, loaded.chance = state.seats, state.learned, state.chance
    loaded.chance.scripts, loaded.chance.leads = scenario.scripts, True
    return Match(GAME, scenario.seats, scenario.options, 1, state=loaded)


def same(one: Match[Any], two: Match[Any]) -> None:
    assert one.live.encoded() == two.live.encoded()
    for viewer in range(one.seats + 1):
        assert one.frame(viewer) == two.frame(viewer)


def keeps(path: Path) -> bool:
    """Play on from a position, save and load on the way in both ways, and compare."""
    match = begun(json.loads(path.read_text(encoding="utf-8")))
    if match is None:
        return False
    rng = Stream(path.stem)
    matches = [match]
    for turn in range(12):
        if turn in (0, 4):
            data = json.loads(json.dumps(match.save()))
            matches = [match, *(Match.load(GAME, data, replay) for replay in (False, True))]
        for one in matches[1:]:
            same(match, one)
        if not match.waiting:
            break
        seat = rng.choice(match.waiting)
        decision = match.decisions[seat]
        codes = random_answer(decision.prompt, match.live, seat, decision.arg, rng)
        for one in matches:
            one.answer(seat, codes)
    return True


@pytest.mark.parametrize("path", FILES[::EVERY], ids=lambda path: path.stem)
def test_a_match_from_a_position_is_kept(path: Path) -> None:
    keeps(path)


@pytest.mark.long
def test_matches_from_many_positions_are_kept() -> None:
    assert sum(keeps(path) for path in FILES[1::MORE]) > 300
