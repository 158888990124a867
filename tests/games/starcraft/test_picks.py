"""SC-1.10, SC-4: picks without order, which people make as they like: offered is each that some answer holds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.games.starcraft import actions, names
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.state import StarCraft
from shapan.server.match.offer import following, offered

GALAXY = [{"planet": "pridewater", "at": [0, 0]}, {"planet": "torus", "at": [1, 0]}, {"planet": "helios", "at": [0, 1]}]


def match_at(position: dict[str, Any]) -> Match[StarCraft]:
    """Return a match from a position."""
    options = GAME.resolve({}, 2)
    return Match(GAME, 2, options, "picks", state=GAME.read_position(position, options, 2), hashes=False)


def every_answer(match: Match[StarCraft], row: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """Return every answer to the question, by way of what may follow."""
    decision = match.decisions[0]
    options = list(decision.prompt.next(match.live, 0, decision.arg, list(row)))
    found = [tuple(row)] if not options or DONE in options else []
    return [*found, *(one for code in options if code != DONE for one in every_answer(match, (*row, code)))]


def check_picks(match: Match[StarCraft], kind: str) -> None:
    """Hold a question to its answers: picks are offered, and can be held, just where one of them has them."""
    decision, prompt = match.decisions[0], match.decisions[0].prompt
    assert prompt.key == kind
    every = every_answer(match)
    codes = sorted({code for row in every for code in row})
    assert sorted(offered(match, 0)) == codes
    for size in (1, 2, 3):
        held = {tuple(sorted(part)) for row in every for part in combinations(row, size)}
        for picked in combinations_with_replacement(codes, size):
            assert prompt.can_hold(match.live, 0, decision.arg, picked) == (picked in held), picked
    row = sorted(max(every), reverse=True)
    for place, code in enumerate(row):
        assert code in following(match, 0, row[:place])[0]
    assert following(match, 0, row)[1]


def paying(pool: int, cards: dict[str, int], depletion: dict[str, str], unit: str) -> Match[StarCraft]:
    seats = [
        {
            "faction": "aldaris",
            "hand": [],
            "bases": ["pridewater_3"],
            "pool": pool,
            "unavailable": 0,
            "cards": [name for name in cards if not name.startswith("permanent")],
            "workers_on": {name: number for name, number in cards.items() if number},
            "buildings": {"gateway": 3, "stargate": 2},
        },
        {"faction": "mengsk", "bases": ["torus_1"], "hand": []},
    ]
    order = {"seat": 0, "order": "build", "planet": "pridewater"}
    position = {"step": "order", "order": order, "galaxy": GALAXY, "depletion": depletion, "seats": seats}
    match = match_at(position)
    match.answer(0, [actions.BUILD_UNIT.code(names.UNITS.index(unit), names.AREAS.index("pridewater_3"))])
    return match


@pytest.mark.rule("SC-4.1")
def test_any_card_pays_though_another_that_stands_before_it_could() -> None:
    cards = {"pridewater_1": 0, "pridewater_2": 0, "permanent_minerals": 2, "permanent_gas": 2}
    check_picks(paying(8, cards, {}, "scout"), "pay")


@pytest.mark.rule("SC-4.3")
def test_a_card_pays_by_force_as_often_as_it_can_be_forced() -> None:
    cards = {"pridewater_2": 1, "permanent_minerals": 3, "permanent_gas": 1, "pridewater_3": 0}
    check_picks(paying(5, cards, {"pridewater_2": "partial"}, "scout"), "pay")


@pytest.mark.rule("SC-1.10")
@pytest.mark.parametrize(("faction", "base"), [("raynor", "torus_4"), ("overmind", "helios_1"), ("aldaris", "torus_2")])
def test_start_units_go_anywhere_whatever_those_before_them_could_fill(faction: str, base: str) -> None:
    seats = [
        {"faction": faction, "bases": [base], "hand": []},
        {"faction": "mengsk", "bases": ["pridewater_1"], "hand": []},
    ]
    check_picks(match_at({"step": "start_forces", "galaxy": GALAXY, "seats": seats}), "start_forces")
