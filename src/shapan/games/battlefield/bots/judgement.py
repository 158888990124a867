"""Who is likely to win: what is weighed of a table for each seat, the weights a logit over all seats (section 10)."""

from __future__ import annotations

from typing import Final

from shapan.engine.judgement import read_judgement
from shapan.games.battlefield import names
from shapan.games.battlefield.bots.mind import Mind
from shapan.games.battlefield.state import Battlefield

JUDGEMENT: Final = read_judgement(
    "shapan.games.battlefield",
    (
        "-out",  # eliminated: stands for all that such a seat has not
        "+territories",  # as a share of all on the map
        "+durability",  # of all territories, as a share of all on the map
        "+capital",  # its durability, of 8
        "-capital weak",  # how much of its worth is lost already: steep near 0
        "+garrison",  # units that guard the capital, up to 4
        "-bare capital",  # nobody guards it, and others reach it
        "-threat",  # units of others that reach the capital, up to 8
        "+reach",  # own units that reach capitals of others, up to 8
        "+army",  # units, as a share of all on the table by their worth
        "+resources",  # of 10
        "+cards",  # in the hand, of 7
        "+modifications",
        "+to move",  # it is this seat's turn, or the fewer seats come before it
        "+titles",
    ),
)


def features(state: Battlefield) -> list[list[float]]:
    """Return what is weighed for every seat, of a state or of what a seat sees of it."""
    living = state.living()
    mind = Mind(state, living[0] if living else 0)
    land = max(1, sum(len(state.domain(seat)) for seat in living))
    walls = max(1, sum(state.durability[one] for seat in living for one in state.domain(seat)))
    armies = [sum(mind.worth(unit) for unit in state.units_of(seat)) for seat in range(state.seats)]
    return [
        _row(state, mind, seat, land, walls, armies[seat] / max(1.0, sum(armies)))
        if state.is_in(seat)
        else [1.0] + [0.0] * (len(JUDGEMENT.features) - 1)
        for seat in range(state.seats)
    ]


def _row(state: Battlefield, mind: Mind, seat: int, land: int, walls: int, army: float) -> list[float]:
    own, capital = state.domain(seat), state.capitals[seat]
    others = state.others(seat)
    left = state.durability[capital] if capital >= 0 else 0
    guards = len(mind.garrison(capital)) if capital >= 0 else 0
    exposed = capital >= 0 and capital in mind.outer
    threat = sum(len(mind.reaching(other, capital)) for other in others) if exposed else 0
    targets = [state.capitals[other] for other in others if state.capitals[other] in mind.outer]
    reach = max((len(mind.reaching(seat, one)) for one in targets), default=0)
    turns = (seat - state.active) % state.seats
    return [
        0.0,
        len(own) / land,
        sum(state.durability[one] for one in own) / walls,
        min(8, left) / 8,
        1.0 / (1 + left),
        min(4, guards) / 4,
        float(threat > 0 and not guards),
        min(8, threat) / 8,
        min(8, reach) / 8,
        army,
        min(10, state.resources[seat]) / 10,
        min(7, len(state.hands[seat])) / 7,
        float(len(state.modifications[seat])),
        1.0 - turns / state.seats,
        sum(holder == seat for holder in state.titles) / len(names.TITLES),
    ]
