"""The numbers of PM-7, taken all at once, against a board as it is written, counted word by word."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from shapan.engine.chance import Stream
from shapan.engine.match import Match, random_answer
from shapan.engine.view import write
from shapan.games.planet_masters import GAME
from shapan.games.planet_masters.formulas import excess, fleet_limit, is_win_face, resources, votes


def counted(board: dict[str, Any], options: dict[str, Any]) -> dict[str, int]:
    """Return the numbers of section 7, from the words of a board."""
    planets = Counter([board["home"], *(die["face"] for die in board["colonies"])])
    weapons = Counter(die["face"] for die in board["fleet"])
    works = Counter({board["race"]: planets["race"]})
    power = weapons["cruiser"] + 2 * weapons["battleship"] + 3 * weapons["fortress"] + works["freewalkers"]
    other = weapons["fighter"] + 2 * weapons["defense_system"] + 2 * works["gaia"] + 2 * works["matrix"]
    cunning = works["pacal"] if options.get("pacal_conquest_influence") == "on" else 0
    return {
        "planets": planets.total(),
        "fleet": weapons.total(),
        "fleet_limit": planets.total(),
        "resources": planets["resource"] + works["mors"],
        "influence": planets["influence"] + cunning,
        "votes": 1 + planets["influence"] + works["pacal"],
        "attack": power,
        "defense": power + other + planets["marines"],
        "win_faces": planets["resource"] + planets["influence"] + works["mors"] + works["pacal"],
    }


@pytest.mark.parametrize(
    "options", [{}, {"colony_face_one": "race", "pacal_conquest_influence": "on"}, {"races": "off"}]
)
def test_all_numbers_of_a_seat_are_those_of_its_board(options: dict[str, Any]) -> None:
    for seed in range(6):
        match, rng = Match(GAME, 6, options, seed=seed, hashes=False), Stream(seed)
        while not match.over and match.live.round < 8:
            state = match.live
            for seat, board in enumerate(write(state)["seats"]):
                totals = state.totals(seat)
                assert write(totals) == board["totals"]
                if board["home"] is not None:
                    assert board["totals"] == counted(board, options)
                    assert totals.win_faces == sum(is_win_face(state, seat, die) for die in state.planets(seat))
                assert (resources(state, seat), votes(state, seat)) == (totals.resources, totals.votes)
                assert totals.fleet_limit == fleet_limit(state, seat)
                assert excess(state, seat) == totals.fleet - totals.fleet_limit
            seat = match.waiting[0]
            decision = match.decisions[seat]
            match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
