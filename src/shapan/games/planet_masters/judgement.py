"""Who is likely to win: the chance of each seat, from the numbers of section 7.

The weights are a multinomial logit fitted to matches of the greedy bot with 2, 3 and 4 seats, some of its choices left
to chance, and rounded; `bench/planet_masters_judgement.py` fits them again and prints the log loss beside theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from shapan.games.planet_masters.formulas import Strength, strength
from shapan.games.planet_masters.state import ACTING, PlanetMasters
from shapan.games.planet_masters.view import View

PLANETS: Final = 3.9
"""For all planet dice that the victory needs (PM-6.1)."""
WIN_FACES: Final = 1.7
"""For as many of them on win faces."""
ATTACK: Final = 0.04
DEFENSE: Final = 0.14
INFLUENCE: Final = 0.05
PROSPECT: Final = 0.08
"""For each point to build with, times the colony dice left in the Galaxy."""
PREY: Final = 0.6
"""For the active seat before its attack: somebody's colony can be taken."""
THREAT: Final = -0.8
"""For a colony that the active seat can take."""


def judge(state: PlanetMasters) -> list[float]:
    """Return each seat's chance to win, from a state."""
    rows = [strength(state, seat) for seat in range(state.seats)]
    active = state.active if state.step <= ACTING else -1
    return chances(rows, active, len(state.galaxy), state.ruleset.win_planets, state.ruleset.influence_cancel)


def evaluate(view: View, seat: int) -> float:
    """Return a seat's chance to win, from a view."""
    rows = [
        Strength(one.planets, one.win_faces, one.resources, one.influence, one.votes, one.attack, one.defense)
        for one in (board.totals for board in view.seats)
    ]
    active = view.active if view.step <= ACTING else -1
    return chances(rows, active, len(view.galaxy), view.win_planets, view.rules.influence_cancel)[seat]


def chances(rows: Sequence[Strength], active: int, galaxy: int, needed: int, may_cancel: bool) -> list[float]:
    """Return each seat's chance; `active` is the seat that may still attack in this turn, or -1."""
    weights = [
        (PLANETS * row.planets + WIN_FACES * row.win_faces) / needed
        + ATTACK * row.attack
        + DEFENSE * row.defense
        + INFLUENCE * row.influence
        + PROSPECT * row.resources * galaxy
        for row in rows
    ]
    if active >= 0:
        attacker, prey = rows[active], False
        for seat, row in enumerate(rows):
            if seat == active or row.planets < 2 or attacker.attack <= row.defense:
                continue
            if not may_cancel or row.influence <= attacker.influence:
                prey = True
                weights[seat] += THREAT
        if prey:
            weights[active] += PREY
    top = max(weights)
    powers = [exp(weight - top) for weight in weights]
    whole = sum(powers)
    return [power / whole for power in powers]
