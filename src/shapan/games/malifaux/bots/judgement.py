"""Who is likely to win: what is weighed of a table for each seat, the weights a logit over both (section 10)."""

from __future__ import annotations

from typing import Final

from shapan.engine.judgement import read_judgement
from shapan.games.malifaux import formulas, names
from shapan.games.malifaux.bots import goals, moving
from shapan.games.malifaux.bots.goals import POINT
from shapan.games.malifaux.bots.mind import Mind
from shapan.games.malifaux.bots.worths import CONDITION
from shapan.games.malifaux.rules import schemes, strategies
from shapan.games.malifaux.state import Malifaux

JUDGEMENT: Final = read_judgement(
    "shapan.games.malifaux",
    (
        "+points",  # of 8
        "+points late",  # the same, the more the later
        "+strategy",  # would score at the end of this turn
        "+schemes",  # conditions met now, of reveals that are still to come
        "+at the end",  # end points whose conditions are met, the more the later
        "+errands",  # how near models are to what they have to do, of 3 points
        "+army",  # cost by Health, as a share of both
        "+strength",  # cost by Health, of 50
        "+early",  # the same while much of the match is left
        "+stones",  # of 7
        "+hand",  # what the cards are worth, of 6
        "+ready",  # models that can still activate, of 8
        "+tokens",  # pass tokens, of 3
        "+conditions",  # what conditions are worth, of 5
        "-danger",  # what enemies could take, of 10
    ),
)


def features(state: Malifaux) -> list[list[float]]:
    """Return what is weighed for both seats, of a state or of what a seat sees of it."""
    if not state.models.cards:
        return [[0.0] * len(JUDGEMENT.features) for _ in range(names.SEATS)]
    minds = [Mind(state, seat) for seat in range(names.SEATS)]
    strengths = [_strength(mind) for mind in minds]
    whole = max(1.0, sum(strengths))
    return [_row(mind, strengths[mind.seat], strengths[mind.seat] / whole) for mind in minds]


def _strength(mind: Mind) -> float:
    view = mind.view
    return sum(
        formulas.cost(view, model) * (0.35 + 0.65 * view.models.health[model] / formulas.max_health(view, model))
        for model in view.in_play(mind.seat)
    )


def _row(mind: Mind, strength: float, share: float) -> list[float]:
    state, seat = mind.view, mind.seat
    rows, late = state.models, 1.0 - mind.left
    points = state.points(seat) / 8
    conditions = sum(state.condition(model, one) * worth for model in mind.own for one, worth in enumerate(CONDITION))
    met, ends = _met(mind)
    scores = state.turn > 1 and state.strategy_points[seat] < strategies.MAX_POINTS and strategies.scores(state, seat)
    return [
        points,
        points * late,
        float(scores),
        met,
        ends * late,
        sum(goals.errand(mind, model, rows.xs[model], rows.ys[model]) for model in mind.own) / (3 * POINT),
        share * (0.3 + 0.7 * mind.left),
        min(60.0, strength) / 50,
        min(60.0, strength) / 50 * mind.left,
        min(7, state.stones[seat]) / 7 * min(1.0, 2 * mind.left),
        sum(mind.card(card) if card >= 0 else 0.4 for card in state.hands[seat].cards) / 6,
        len(mind.ready(seat)) / 8,
        min(3, state.pass_tokens[seat]) / 3,
        max(-2.0, conditions / 5),
        min(2.0, sum(moving.danger(mind, model, rows.xs[model], rows.ys[model]) for model in mind.own) / 10),
    ]


def _met(mind: Mind) -> tuple[float, float]:
    """Return how many schemes could be revealed now, and how many would bring their end point now."""
    state, seat = mind.view, mind.seat
    met = ends = 0.0
    for place, scheme in enumerate(state.schemes[seat].cards):
        if scheme < 0:
            continue
        shown = bool(state.revealed[seat] >> place & 1)
        if not shown and state.turn > 1 and (scheme not in schemes.NEEDED or scheme != names.DIG_GRAVES):
            met += schemes.holds(state, seat, place, end=False)
        ends += schemes.holds(state, seat, place, end=True)
    return met, ends
