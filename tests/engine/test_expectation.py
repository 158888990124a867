"""What a scenario expects is checked before it is played: a slip there must not make a test that cannot fail."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tiny import TinyGame, quietly
from engine.toys.fate_duel.whole import GAME as WHOLE_ACTS
from shapan.engine.scenario import run
from shapan.engine.view_path import leads_somewhere
from shapan.games.battlestar import GAME as BATTLESTAR
from shapan.games.leduc import GAME as LEDUC
from shapan.games.planet_masters import GAME as PLANETS


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
        {"refused": True, "view": {"seat": "spectator", "has": {}, "hasnt": ["hands.1.2", "decision.legal"]}},
        {"decision": {"seat": 1, "seats": [0, 1], "kind": "pick", "legal": [{}], "options": 0, "exact": True}},
    ],
)
def test_what_can_be_expected_is_not(expect: Any) -> None:
    assert field_of(expect) == ""


@pytest.mark.parametrize(
    ("game", "path"),
    [
        (LEDUC, "seats.1.hand"),
        (LEDUC, "seats.1.hand.0"),
        (LEDUC, "stock"),  # nobody sees it: of positions alone
        (LEDUC, "decision.kind"),
        (LEDUC, "cards"),  # a stream
        (BATTLESTAR, "seats.0.seen.loyalty.2"),
        (BATTLESTAR, "space.3.civilians.0"),
        (BATTLESTAR, "decks.crisis.top"),
        (BATTLESTAR, "check.cards.0.seat"),
        (PLANETS, "motion.votes.1"),
        (PLANETS, "seed"),
        (PLANETS, "rolls.die"),
        (WHOLE_ACTS, "decision.legal.0.cards.1"),
    ],
)
def test_what_a_view_hides_is_somewhere(game: Any, path: str) -> None:
    assert leads_somewhere(game, path, 3)


@pytest.mark.parametrize(
    ("game", "path"),
    [
        (LEDUC, "seats.1.hnad"),
        (LEDUC, "seats.hand"),
        (LEDUC, "seats.3.hand"),  # of three seats
        (LEDUC, "seats.1.hand.king"),
        (LEDUC, "seats.1.hand.0.rank"),
        (LEDUC, "decision.options"),
        (LEDUC, "decision.legal.0.card"),
        (LEDUC, "decision.kind.0"),
        (LEDUC, ""),
        (BATTLESTAR, "seats.0.seen.loyalty.roslin"),
        (BATTLESTAR, "space.6.civilians"),
        (BATTLESTAR, "decks.crises.top"),
        (PLANETS, "motion.votes.ling"),
        (PLANETS, "rolls.dice"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(game: Any, path: str) -> None:
    assert not leads_somewhere(game, path, 3)


def test_the_refusal_of_a_path_stands_in_front_of_the_play() -> None:
    data = {
        "game": "leduc",
        "seats": 2,
        "answers": [{"seat": 0, "do": "dance"}],
        "expect": {"view": [{"seat": 0}, {"seat": 1, "hasnt": ["seats.0.hand", "seats.0.hnad"]}]},
    }
    error = run(LEDUC, data).error
    assert error is not None
    assert error["field"] == "expect.view.1.hasnt.1" and "'seats.0.hnad'" in error["says"]
