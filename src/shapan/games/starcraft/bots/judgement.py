"""Who is likely to win: what is weighed of a table for each seat, the weights a logit over all seats (section 10)."""

from __future__ import annotations

from typing import Final

from shapan.engine.judgement import read_judgement
from shapan.games.starcraft import cards, formulas, names
from shapan.games.starcraft.bots.mind import AREAS, Mind
from shapan.games.starcraft.state import StarCraft

JUDGEMENT: Final = read_judgement(
    "shapan.games.starcraft",
    (
        "-out",  # eliminated: stands for all that such a seat has not
        "+points",  # as a share of the target
        "+points late",  # the same where the events may end the match
        "+scoring",  # points of the areas held, of 5
        "+special",  # the share of the own condition that is fulfilled
        "+special near",  # the same, the more the nearer stage III is
        "+special done",  # fulfilled in stage III
        "+feared",  # Aldaris: all others need more points
        "+income",  # capacities of all cards, of 15
        "+workers",  # of 15
        "+army",  # units, as a share of all on the table by their strength
        "+strength",  # units, of a strength of 25
        "+bases",  # of 3
        "-bare",  # bases without units that others reach
        "+areas",  # of 8
        "+buildings",  # levels, of 6
        "+modules",  # of 3
        "+technologies",  # of 3
        "+hand",  # share of the cards held that show an own unit
        "+transports",  # of 4
        "+event",  # has drawn one in this round
    ),
)


def features(state: StarCraft) -> list[list[float]]:
    """Return what is weighed for every seat, of a state or of what a seat sees of it."""
    minds = [Mind(state, seat) for seat in range(state.seats)]
    strengths = [sum(minds[0].power[seat]) for seat in range(state.seats)]
    whole = max(1.0, sum(strengths))
    return [
        _row(minds[seat], strengths[seat], strengths[seat] / whole)
        if state.is_in(seat)
        else [1.0] + [0.0] * (len(JUDGEMENT.features) - 1)
        for seat in range(state.seats)
    ]


def _row(mind: Mind, strength: float, share: float) -> list[float]:
    state, seat = mind.view, mind.seat
    faction = state.factions[seat]
    if faction < 0:
        return [0.0] * len(JUDGEMENT.features)
    held = [area for area in range(AREAS) if mind.mine(area)]
    scoring = sum(names.VALUE[area] for area in held if names.KIND[area] == names.CONQUEST)
    points = min(1.2, state.points[seat] / formulas.target(state, seat))
    late = float(mind.stage == names.STAGE_III)
    special = mind.special(seat)
    bases = [area for area, owner in enumerate(state.bases) if owner == seat]
    bare = sum(1 for area in bases if not mind.power[seat][area] and mind.threat(names.PLANET_OF[area]))
    return [
        0.0,
        points,
        points * late * (1.0 + len(state.end_cards)),
        scoring / 5,
        special,
        special * mind.nearness,
        float(special >= 1.0) * late,
        float(faction == names.ALDARIS),
        formulas.resource_total(state, seat) / 15,
        formulas.workers_of(state, seat) / 15,
        share,
        min(25.0, strength) / 25,
        min(3, len(bases)) / 3,
        float(bare),
        len(held) / 8,
        min(6, sum(state.levels[seat])) / 6,
        min(3, sum(state.modules[seat])) / 3,
        min(3, sum(state.technologies[seat])) / 3,
        _fitting(state, seat),
        min(4, formulas.transports_of(state, seat)) / 4,
        float(bool(state.drawn[seat].cards)),
    ]


def _fitting(state: StarCraft, seat: int) -> float:
    """Return the share of the cards in a hand that show an own unit; of cards that are not known, half."""
    hand, row = state.hands[seat].cards, state.units[seat]
    if not hand:
        return 0.0
    kinds = len(names.UNITS)
    mask = sum([1 << unit for unit in range(kinds) if any(row[unit::kinds])])
    return sum([0.5 if card < 0 else float(bool(cards.ICONS[card] & mask)) for card in hand], 0.0) / 8
