"""MFX-8.20: Walk: along legs, or to a place by Flight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, melee, names, places, whereabouts
from shapan.games.malifaux.context import Actor, Source
from shapan.games.malifaux.geometry import leg
from shapan.games.malifaux.geometry.engagement import holder_left
from shapan.games.malifaux.geometry.unit import EPS, INCH, LEGS, TABLE, length, point_in_direction
from shapan.games.malifaux.rules import flight, moves, placement_refusals, verbs
from shapan.games.malifaux.rules.verbs import Verb
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import inches

FURTHER: Final = 7
"""Section 8 of the geometry: so many places are offered after a first leg."""
STAYS: Final = 25
"""One in so many walks and charges goes nowhere: as often as if it were one more of the places that are offered."""
STOPS: Final = 8
"""One in so many walks stops after each leg."""
WAYS: Final = 8


class Walk(Verb):
    """MFX-8.20: a move up to Mv, which leaves the reach of nobody who engages the model at its start."""

    def may(self, state: Malifaux, who: Actor, code: int) -> bool:
        return True

    def next(self, state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
        model = who.model
        if len(picked) > LEGS or (len(picked) > 1 and actions.SPOT.has(picked[1])):
            return []
        most, holders = allowed(state, model), melee.engagers(state, model)
        if len(picked) > 1:
            return [DONE, *further(state, model, picked[1:], most, holders)]
        here = (state.models.xs[model], state.models.ys[model])
        ends = places.ends(state, places.walk_slots(state, model, most, holders))
        codes = [actions.LEG.code(*end) for end in ends if end != here]
        if flight.flies(state, model, "walk"):
            codes += [code for code in flight.ends(state, model, most, holders) if code != actions.SPOT.code(*here)]
        return [DONE, *codes]

    def drawn(self, state: Malifaux, who: Actor, picked: Sequence[int], number: int) -> int:
        if len(picked) > 1:
            return drawn_further(state, who.model, picked, number)
        number, stays = number // STAYS, number % STAYS
        if not stays:
            return DONE
        most, holders = allowed(state, who.model), melee.engagers(state, who.model)
        if number & 1 and flight.flies(state, who.model, "walk"):
            return flight.drawn(state, who.model, most, holders, number >> 1)
        at = places.drawn_end(places.walk_slots(state, who.model, most, holders), number >> 1)
        return DONE if at is None else actions.LEG.code(*at)

    def leads(self, picked: Sequence[int], code: int) -> bool:
        return actions.LEG.has(code) or actions.SPOT.has(code)

    def meant(self, code: int) -> int:
        return code

    def fault(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason | None:
        model = who.model
        if actions.LEG.has(code):
            return leg_fault(state, model, picked[1:], code)
        why = flight.fault(state, model, "walk", picked, code, allowed(state, model))
        if why is not None:
            return why
        (x, y), r = actions.SPOT.values(code), state.models.radii[model]
        left = holder_left(state.field(), x, y, r, melee.engagers(state, model), melee.reaches(state))
        return placement_refusals.standing(state, "MFX-8.20", leg.LEAVES_REACH, left) if left >= 0 else None

    def do(self, state: Malifaux, table: Table[Malifaux], here: Source, picks: Sequence[int]) -> None:
        model, rows = here.me, state.models
        start = (rows.xs[model], rows.ys[model])
        legs = [actions.LEG.values(code) for code in picks if actions.LEG.has(code)]
        most = allowed(state, model)
        round_ = places.near(state, model, most)
        heights: list[int] = []
        if round_.high:  # else there is nothing to fall from
            holders, reaches = melee.engagers(state, model), melee.reaches(state)
            heights = leg.path(round_, [x for x, _ in legs], [y for _, y in legs], holders, reaches, most).falls
        far = 0
        for x, y in legs:
            far += length(rows.xs[model], rows.ys[model], x, y)
            moves.put(state, table, here, model, x, y, events.WALKED)
        for code in picks:
            if actions.SPOT.has(code):
                x, y = actions.SPOT.values(code)
                far += length(rows.xs[model], rows.ys[model], x, y)
                moves.put(state, table, here, model, x, y, events.WALKED, passes=False)
        if table.on:
            at = whereabouts.spot(rows.xs[model], rows.ys[model])
            table.tell(events.WALKED, model, at, whereabouts.way(state, model, *start, far))
        if start != (rows.xs[model], rows.ys[model]):
            moves.fall(state, table, model, heights)
            moves.moved(state, table, here, model)


def allowed(state: Malifaux, model: int) -> int:
    """Return how far a model may go by a general action: Mv."""
    return formulas.stat(state, model, names.MV) * INCH


def further(state: Malifaux, model: int, legs: Sequence[int], most: int, holders: list[int]) -> list[int]:
    """MFX-8.20, section 8 of the geometry: a few places that a further leg may go to."""
    xs, ys = [actions.LEG.value(code) for code in legs], [actions.LEG.value(code, 1) for code in legs]
    so_far = leg.path(places.near(state, model, most), xs, ys, holders, melee.reaches(state), most)
    rest = most - so_far.cost
    if rest < INCH // 2:
        return []
    found = []
    for way in range(WAYS):
        x, y = point_in_direction(xs[-1], ys[-1], way * 8, rest)
        code = actions.LEG.code(x, y) if 0 <= x <= TABLE and 0 <= y <= TABLE else UNKNOWN
        if code >= 0 and leg_fault(state, model, legs, code) is None:
            found.append(code)
    return found[:FURTHER]


def drawn_further(state: Malifaux, model: int, picked: Sequence[int], number: int) -> int:
    """MFX-8.20: return a further leg of a Walk, `DONE` where it stops."""
    number, stops = number // STOPS, number % STOPS
    if not stops or actions.SPOT.has(picked[1]) or len(picked) > LEGS:
        return DONE
    most = allowed(state, model)
    xs, ys = [actions.LEG.value(code) for code in picked[1:]], [actions.LEG.value(code, 1) for code in picked[1:]]
    round_, holders, reaches = places.near(state, model, most), melee.engagers(state, model), melee.reaches(state)
    so_far = leg.path(round_, xs, ys, holders, reaches, most)
    rest, left = most - so_far.cost, most + EPS - so_far.spent
    if rest < INCH // 2:
        return DONE
    ax, ay = xs[-1], ys[-1]
    for k in range(WAYS):
        x, y = point_in_direction(ax, ay, (number + k) % WAYS * 8, rest)
        if not (0 <= x <= TABLE and 0 <= y <= TABLE):
            continue
        if leg.judged_leg(leg.reaching(round_, x, y), ax, ay, x, y, holders, reaches, left)[0] == leg.FREE:
            return actions.LEG.code(x, y)
    return DONE


def leg_fault(state: Malifaux, model: int, legs: Sequence[int], code: int) -> Reason | None:
    """MFX-13.6, 8.20: return why a leg may not follow others of a Walk."""
    most = allowed(state, model)
    points = [actions.LEG.values(one) for one in (*legs, code) if actions.LEG.has(one)]
    if len(points) != len(legs) + 1:
        return Reason("MFX-13.6", "not_possible")
    judged = leg.path(
        places.near(state, model, most), [x for x, _ in points], [y for _, y in points],
        melee.engagers(state, model), melee.reaches(state), most,
    )  # fmt: skip
    if judged.fault == leg.FREE:
        return None
    rule = "MFX-8.20" if judged.fault == leg.LEAVES_REACH else "MFX-13.6"
    xs, ys = [state.models.xs[model], *(x for x, _ in points)], [state.models.ys[model], *(y for _, y in points)]
    return _refusal(state, rule, judged, xs, ys, most, f"path.{len(legs)}")


def _refusal(
    state: Malifaux, rule: str, judged: leg.Path, xs: list[int], ys: list[int], allowed: int, path: str
) -> Reason:
    """Return why a way cannot be walked: what is in the way, or its inches and which count twice."""
    if judged.fault != leg.TOO_FAR:
        return placement_refusals.standing(state, rule, judged.fault, judged.what, path)
    cost = sum(judged.costs)
    x = [*xs][: len(judged.costs) + 1]
    plain = sum(length(x[at], ys[at], x[at + 1], ys[at + 1]) for at in range(len(judged.costs)))
    words = {"cost": inches(cost), "allowed": inches(allowed)}
    if cost - plain < INCH // 20:
        return Reason(rule, "way_too_far", words, path)
    return Reason(rule, "way_too_slow", {**words, "more": inches(cost - plain)}, path)


verbs.VERBS[actions.WALK] = Walk()
