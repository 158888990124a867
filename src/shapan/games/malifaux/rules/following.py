"""D11, D12: what may follow the first pick of an action: way, target, cards, marker, number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.games.malifaux import actions, formulas, melee, names, nature, places, static
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import Who
from shapan.games.malifaux.geometry import leg
from shapan.games.malifaux.geometry.disc import completely_within
from shapan.games.malifaux.geometry.engagement import holder_left
from shapan.games.malifaux.geometry.spot import stand_fault
from shapan.games.malifaux.geometry.unit import INCH, LEGS, TABLE, point_in_direction
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import blame, costs, fate, general_options, interact, options
from shapan.games.malifaux.state import Malifaux

FURTHER: Final = 7
"""Section 8 of the geometry: so many places are offered after a first leg."""


def following(state: Malifaux, who: Who, picked: Sequence[int]) -> Sequence[int]:
    """D11, D12: return the picks that may follow; of places those that are offered."""
    verb, model = picked[0], who.model
    if verb in (actions.END, actions.DECLINE):
        return []
    if verb == actions.WALK:
        return walk_next(state, model, picked)
    if verb == actions.CHARGE:
        return charge_next(state, model, picked)
    if verb in (actions.DISENGAGE, actions.CONCENTRATE):
        name = "disengage" if verb == actions.DISENGAGE else "concentrate"
        return discards(state, who.seat, static.action_cost(state, model, name), picked)
    if actions.INTERACT.has(verb):
        return interact.following(state, who, picked)
    if verb == actions.ASSIST:
        if len(picked) == 1:
            return [actions.TARGET.codes[one] for one in general_options.assisted(state, model)]
        if len(picked) == 2:
            target = actions.TARGET.value(picked[1])
            return [actions.CONDITION.codes[one] for one in names.ASSISTED if state.condition(target, one)]
        return []
    if verb in (actions.DEMOLISH, actions.SLAM):
        if len(picked) == 1:
            there = general_options.destructible_markers(state, model, slam=verb == actions.SLAM)
            pieces = [actions.PIECE.codes[one] for one in general_options.destructible(state, model)]
            return [*pieces, *(actions.MARKER.codes[one] for one in there)]
        return []
    action = nature.action(state, model, actions.ACT.value(verb))
    return [] if action is None else act_next(state, who, action, picked)


def flies(state: Malifaux, model: int, action: str) -> bool:
    """MFX-13.24: tell whether a model may place itself instead of the movement of a general action."""
    return static.has_word(state, model, "place_instead", action)


def walk_next(state: Malifaux, model: int, picked: Sequence[int]) -> Sequence[int]:
    """MFX-8.20: the legs of a Walk, or its place by Flight."""
    if len(picked) > 1 and actions.SPOT.has(picked[1]):
        return []
    most = formulas.stat(state, model, names.MV) * INCH
    holders = melee.engagers(state, model)
    if len(picked) == 1:
        here = (state.models.xs[model], state.models.ys[model])
        ends = places.ends(state, places.walk_slots(state, model, most, holders))
        codes = [actions.LEG.code(*end) for end in ends if end != here]
        if flies(state, model, "walk"):
            spots = places.ends(state, places.flight_slots(state, model, most, holders))
            codes += [actions.SPOT.code(*end) for end in spots if end != here]
        return [DONE, *codes]
    if len(picked) > LEGS:
        return []
    return [DONE, *further(state, model, picked[1:], most, holders)]


def further(state: Malifaux, model: int, legs: Sequence[int], most: int, holders: list[int]) -> list[int]:
    """MFX-8.20, section 8 of the geometry: a few places that a further leg may go to."""
    round_ = places.near(state, model, most)
    xs, ys = [actions.LEG.values(code)[0] for code in legs], [actions.LEG.values(code)[1] for code in legs]
    so_far = leg.path(round_, xs, ys, holders, melee.reaches(state), most)
    rest = most - so_far.cost
    if rest < INCH // 2:
        return []
    found = []
    for way in range(8):
        x, y = point_in_direction(xs[-1], ys[-1], way * 8, rest)
        code = actions.LEG.code(x, y) if 0 <= x <= TABLE and 0 <= y <= TABLE else UNKNOWN
        if code >= 0 and leg_fault(state, model, legs, code) is None:
            found.append(code)
    return found[:FURTHER]


def leg_fault(state: Malifaux, model: int, legs: Sequence[int], code: int) -> Reason | None:
    """MFX-13.6, 8.20: return why a leg may not follow others of a Walk."""
    most = formulas.stat(state, model, names.MV) * INCH
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
    return blame.way(state, rule, judged, xs, ys, most, f"path.{len(legs)}")


def flight_fault(state: Malifaux, model: int, picked: Sequence[int], code: int) -> Reason | None:
    """MFX-13.9, 13.24: return why a model may not fly to a place."""
    name = "walk" if picked[0] == actions.WALK else "charge"
    if len(picked) != 1 or not flies(state, model, name):
        return Reason("MFX-13.9", "not_possible")
    rows, (x, y) = state.models, actions.SPOT.values(code)
    r, most = rows.radii[model], formulas.stat(state, model, names.MV) * INCH
    if not completely_within(x, y, r, rows.xs[model], rows.ys[model], r, most):
        return blame.flight(state, model, x, y, r, most)
    fault, what = stand_fault(state.field(), x, y, r, model)
    if fault:
        return blame.standing(state, "MFX-13.9", fault, what)
    if name == "walk":
        field, held = state.field(), melee.engagers(state, model)
        left = holder_left(field, x, y, r, held, melee.reaches(state))
        if left >= 0:
            return blame.standing(state, "MFX-8.20", leg.LEAVES_REACH, left)
    return None


def charge_next(state: Malifaux, model: int, picked: Sequence[int]) -> Sequence[int]:
    """MFX-8.21: where a Charge goes: straight to a point, or by Flight to a place; it may stay."""
    if len(picked) > 1:
        return []
    most = formulas.stat(state, model, names.MV) * INCH
    if not most:
        return [DONE]
    aims = places.push_aims(state, Choice(model=model, most=most), state.rules.candidates)
    codes = [actions.PUSH.code(*aim) for aim in aims if min(aim) >= 0 and max(aim) <= TABLE]
    if flies(state, model, "charge"):
        spots = places.ends(state, places.flight_slots(state, model, most, []))
        codes += [actions.SPOT.code(*end) for end in spots]
    return [DONE, *codes]


def discards(state: Malifaux, seat: int, number: int, picked: Sequence[int]) -> Sequence[int]:
    """MFX-8.5: return the picks of the cards that may be given next for a cost of so many."""
    spent = [actions.COST.value(code) for code in picked if actions.COST.has(code)]
    if len(spent) == number:
        return []
    return [actions.COST.codes[card] for card in fate.payable(state, seat, number, spent)]


def aim_of(picked: Sequence[int]) -> tuple[int, int]:
    """MFX-8.6: return the model and the marker that an action targets; -1 for what it does not."""
    thing = next((actions.AIM.value(code) for code in picked if actions.AIM.has(code)), UNKNOWN)
    return (thing, UNKNOWN) if thing < names.MOST_MODELS else (UNKNOWN, thing - names.MOST_MODELS)


def act_next(state: Malifaux, who: Who, action: Action, picked: Sequence[int]) -> Sequence[int]:
    """MFX-8.6: the target of an action, how it is taken, the cards it costs, its marker, its number: in this order."""
    target, marker = aim_of(picked)
    later = any(actions.COST.has(code) or actions.CHOSEN.has(code) or actions.NUMBER.has(code) for code in picked[1:])
    has_as = any(actions.AS.has(code) for code in picked)
    codes: list[int] = []
    is_open = target < 0 and marker < 0 and not later
    if is_open and (action.target is not None or action.is_attack):
        codes += [actions.AIM.codes[one] for one in options.targets(state, who, action)]
        codes += [actions.AIM.codes[names.MOST_MODELS + one] for one in options.target_markers(state, who, action)]
        if options.needs_target(action):
            return codes
    if target >= 0 and not has_as and not later and options.is_target(state, who, action, target, as_melee=True):
        codes.append(actions.AS.codes[0])
        if not options.is_target(state, who, action, target, as_melee=False):
            return codes
    rest = after_target(state, who, action, picked)
    if rest is None:
        return [*codes, DONE] if codes else []
    return [*codes, *rest]


def after_target(state: Malifaux, who: Who, action: Action, picked: Sequence[int]) -> Sequence[int] | None:
    """MFX-8.6: return what must still be given with an action: cards, a marker, a number; None if nothing."""
    cost = costs.discards_of(action.costs)
    spent = sum(actions.COST.has(code) for code in picked)
    if spent < cost:
        return discards(state, who.seat, cost, picked)
    there = options.marker_choices(state, who, action)
    if there and not any(actions.CHOSEN.has(code) for code in picked):
        return [actions.CHOSEN.codes[one] for one in there]
    if action.numbers and not any(actions.NUMBER.has(code) for code in picked):
        return [actions.NUMBER.codes[one] for one in range(action.numbers[0], action.numbers[1] + 1)]
    return None
