"""SC-6.2 to SC-6.4: moves that people pick in any order, and how much is looked at for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from time import process_time
from typing import Any

import pytest

from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.games.starcraft import names
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.rules.mobilize import ask_move
from shapan.games.starcraft.state import StarCraft
from shapan.server.match.offer import following, offered

GALAXY = {"dylar_iv": [0, 0], "torus": [1, 0], "antiga_prime": [-1, 0], "tarsonis": [0, 1], "helios": [0, -1]}
TRANSPORTS = ["dylar_iv-torus", "antiga_prime-dylar_iv", "dylar_iv-tarsonis", "dylar_iv-helios"]


def asked(units: dict[str, dict[str, int]], enemy: dict[str, dict[str, int]]) -> Match[StarCraft]:
    """Return a match in which the first seat, the Overmind, mobilizes to Dylar IV; every planet is joined to it."""
    position = {
        "step": "order",
        "order": {"seat": 0, "order": "mobilize", "planet": "dylar_iv"},
        "galaxy": [{"planet": planet, "at": at} for planet, at in GALAXY.items()],
        "seats": [
            {"faction": "overmind", "bases": ["torus_1"], "hand": [], "units": units, "transports": TRANSPORTS},
            {"faction": "tassadar", "bases": ["dylar_iv_4"], "hand": [], "units": enemy},
        ],
    }
    options = GAME.resolve({}, 2)
    return Match(GAME, 2, options, "moves", state=GAME.read_position(position, options, 2), hashes=False)


def whole_army() -> dict[str, dict[str, int]]:
    """Return by area all figures of the Zerg, up to the limits of four planets and two areas of the goal."""
    figures = [unit for unit in range(names.ZERGLING, len(names.UNITS)) for _ in range(names.FIGURES[unit])]
    places = [names.PLANETS.index(planet) for planet in GALAXY]
    areas = [area for place in places for area in names.AREAS_OF[place]]
    areas = [area for area in areas if names.AREAS[area] not in ("dylar_iv_3", "dylar_iv_4")]
    spots = [area for area in areas for _ in range(names.UNIT_LIMIT[area])]
    units: dict[str, dict[str, int]] = {}
    for number, area in enumerate(spots[: len(figures)]):
        there, unit = units.setdefault(names.AREAS[area], {}), names.UNITS[figures[number * 7 % len(figures)]]
        there[unit] = there.get(unit, 0) + 1
    return units


def answers(match: Match[StarCraft], row: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """Return every answer, by way of what may follow."""
    options = ask_move.offers(match.live, 0, 0, list(row))
    found = [tuple(row)] if DONE in options else []
    return [*found, *(one for code in options if code != DONE for one in answers(match, (*row, code)))]


@pytest.mark.parametrize(
    ("units", "enemy"),
    [
        ({"torus_1": {"zergling": 2}, "dylar_iv_1": {"hydralisk": 1}}, {}),
        ({"torus_1": {"zergling": 1}, "dylar_iv_1": {"hydralisk": 2}, "dylar_iv_2": {"zergling": 2}}, {}),
        ({"torus_1": {"zergling": 1}, "antiga_prime_1": {"queen": 1}}, {"dylar_iv_3": {"zealot": 1}}),
    ],
)
def test_picks_can_be_held_just_where_an_answer_holds_them(units: Any, enemy: Any) -> None:
    match = asked(units, enemy)
    every = answers(match)
    codes = sorted({code for row in every for code in row})
    held = {tuple(sorted(part)) for row in every for size in (1, 2, 3) for part in combinations(row, size)}
    assert ask_move.all_picks(match.live, 0, 0) == [DONE, *codes]
    for size in (1, 2, 3):
        for picked in combinations_with_replacement(codes, size):
            assert ask_move.can_hold(match.live, 0, 0, picked) == (picked in held), picked


def test_the_whole_army_is_moved_pick_by_pick_without_a_search() -> None:
    match = asked(whole_army(), {"dylar_iv_3": {"zealot": 1}})
    assert len(offered(match, 0)) > 80
    begun, picked, more = process_time(), list[int](), [0]
    while more:
        more, can_stop = following(match, 0, picked)
        assert can_stop or more
        picked += more[len(more) // 2 :][:1]
    spent = (process_time() - begun) / len(picked)
    assert spent < 0.4, "asked for are 50 ms on a machine of its own; looking for an answer took four seconds and more"
    match.answer(0, sorted(picked))
