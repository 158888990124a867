"""Who is likely to win: the chance of each seat, from the numbers of section 7, their weights a multinomial logit."""

from __future__ import annotations

from typing import Final

from shapan.engine.judgement import read_judgement
from shapan.games.planet_masters.formulas import beats, may_cancel
from shapan.games.planet_masters.state import ACTING, PlanetMasters

JUDGEMENT: Final = read_judgement(
    "shapan.games.planet_masters",
    (
        "planets",  # as a share of those that the victory needs (PM-6.1)
        "win faces",  # as the same share
        "attack",
        "defense",
        "influence",
        "prospect",  # points to build with, times the colony dice left in the Galaxy
        "prey",  # of the active seat before its attack: somebody's colony can be taken
        "threat",  # of a seat whose colony the active one can take
    ),
)
PREY: Final = JUDGEMENT.features.index("prey")
THREAT: Final = JUDGEMENT.features.index("threat")


def features(state: PlanetMasters) -> list[list[float]]:
    """Return what is weighed for every seat, of a state or of what a seat sees of it."""
    rows = [state.totals(seat) for seat in range(state.seats)]
    needed, galaxy = state.ruleset.win_planets, len(state.galaxy)
    found = [
        [
            row.planets / needed,
            row.win_faces / needed,
            float(row.attack),
            float(row.defense),
            float(row.influence),
            float(row.resources * galaxy),
            0.0,
            0.0,
        ]
        for row in rows
    ]
    if state.active >= 0 and state.step <= ACTING:
        attacker = rows[state.active]
        for seat, row in enumerate(rows):
            if (
                seat != state.active
                and row.planets > 1
                and beats(attacker, row)
                and not may_cancel(state, attacker, row)
            ):
                found[seat][THREAT] = found[state.active][PREY] = 1.0
    return found
