"""What a scenario expects is checked before it is played: a slip there must not make a test that cannot fail."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tiny import TinyGame, quietly
from shapan.engine.scenario import run


def field_of(expect: Any) -> str:
    """Return the path at which a scenario with an expectation is refused, empty if it is not."""
    game = TinyGame(quietly(1))
    result = run(game, {"game": game.name, "seats": 2, "expect": expect})
    return result.error["field"] if result.error is not None else ""


@pytest.mark.parametrize(
    ("expect", "field"),
    [
        ([], "expect"),
        ({"views": []}, "expect.views"),
        ({"events": "TNY-1"}, "expect.events"),
        ({"events": [["TNY-1"]]}, "expect.events"),
        ({"refused": 3}, "expect.refused"),
        ({"refused": 1}, "expect.refused"),
        ({"error": None}, "expect.error"),
        ({"error": {"says": 9}}, "expect.error.says"),
        ({"error": {"path": "seats"}}, "expect.error.path"),
        ({"outcome": "win"}, "expect.outcome"),
        ({"position": []}, "expect.position"),
        ({"decision": 1.5}, "expect.decision"),
        ({"decision": {"seat": 2}}, "expect.decision.seat"),
        ({"decision": {"seat": True}}, "expect.decision.seat"),
        ({"decision": {"seats": 1}}, "expect.decision.seats"),
        ({"decision": {"options": "3"}}, "expect.decision.options"),
        ({"decision": {"exact": "no"}}, "expect.decision.exact"),
        ({"decision": {"illegal": "pick"}}, "expect.decision.illegal"),
        ({"decision": {"illegal": [None]}}, "expect.decision.illegal"),
        ({"view": {"seat": 2}}, "expect.view.0.seat"),
        ({"view": [{}, {"seat": "watcher"}]}, "expect.view.1.seat"),
        ({"view": {"hasnt": "seats.1.hand"}}, "expect.view.0.hasnt"),
        ({"view": {"hasnt": [7]}}, "expect.view.0.hasnt"),
        ({"view": {"has": ["hand"]}}, "expect.view.0.has"),
        ({"view": {"not": {}}}, "expect.view.0.not"),
    ],
)
def test_what_cannot_be_expected_is_refused_at_its_path(expect: Any, field: str) -> None:
    assert field_of(expect) == field


@pytest.mark.parametrize(
    "expect",
    [
        {},
        {"refused": None, "decision": None, "outcome": None, "view": [], "events": []},
        {"refused": ["TNY-1", "TNY-2"]},
        {"refused": True, "view": {"seat": "spectator", "has": {}, "hasnt": ["seats.1.hand"]}},
        {"decision": {"seat": 1, "seats": [0, 1], "kind": "pick", "legal": [{}], "options": 0, "exact": True}},
    ],
)
def test_what_can_be_expected_is_not(expect: Any) -> None:
    assert field_of(expect) == ""
