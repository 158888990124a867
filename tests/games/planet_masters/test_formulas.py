"""The numbers of PM-7, taken one by one and all at once."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.engine.chance import Stream
from shapan.engine.match import Match, random_answer
from shapan.games.planet_masters import GAME
from shapan.games.planet_masters.formulas import FIGURES, strength


@pytest.mark.parametrize(
    "options", [{}, {"colony_face_one": "race", "pacal_conquest_influence": "on"}, {"races": "off"}]
)
def test_all_numbers_at_once_are_those_of_the_formulas(options: dict[str, Any]) -> None:
    for seed in range(6):
        match, rng = Match(GAME, 6, options, seed=seed, hashes=False), Stream(seed)
        while not match.over and match.live.round < 8:
            for seat in range(6):
                found = strength(match.live, seat)._asdict()
                assert found == {name: formula(match.live, seat) for name, formula in FIGURES.items()}
            seat = match.waiting[0]
            decision = match.decisions[seat]
            match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
