"""MFX-8.2 to 8.11, 8.20 to 8.33: what a model may do: actions with their targets, costs and limits; general actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import actions, formulas, names, nature, places, roster, select, static, value
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import AS_ACTION, BY_CHARGE, UNBOUND, Deed, Here, Who
from shapan.games.malifaux.geometry.terrain import DESTRUCTIBLE, IMPASSABLE, is_within
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, costs, markers, run, strategies
from shapan.games.malifaux.state import Malifaux

ASSIST_RANGE: Final = 2
"""MFX-8.25."""
DEMOLISH_RANGE: Final = INCH


def here_of(state: Malifaux, who: Who, action: Action | None, target: int = UNKNOWN, marker: int = UNKNOWN) -> Here:
    """Return where an action would stand that is not declared yet."""
    number = roster.ACTION.numbers[action.id] if action is not None else UNKNOWN
    deed = Deed(who.seat, who.model, number, action, target, marker)
    return Here(who.model, who.seat, deed, AS_ACTION)


# Counting: MFX-8.2, 8.3.


def left(state: Malifaux, model: int) -> int:
    """MFX-8.2, 8.29: return how many actions the active model has left."""
    now = state.activation
    assert now is not None
    return max(0, formulas.action_limit(state, model) - now.actions)


def may_bonus(state: Malifaux, model: int) -> bool:
    """MFX-8.3, 12.9: tell whether the active model may take a bonus action; Stunned, it counts against the limit."""
    now = state.activation
    assert now is not None
    if now.bonus:
        return False
    if not state.condition(model, names.STUNNED):
        return True
    return not state.rules.stunned_forbids and left(state, model) > 0


# Actions of cards


def is_possible(state: Malifaux, who: Who, action: Action) -> bool:
    """MFX-8.5: tell whether an action can be declared: limits, costs, and a legal target."""
    if not is_unlimited(state, who, action):
        return False
    here = here_of(state, who, action)
    if not costs.can_pay(state, here, action.costs):
        return False
    if action.marker is not None and not marker_choices(state, who, action):
        return False
    if not needs_target(action):
        return has_effect(state, who, action)
    return bool(targets(state, who, action)) or bool(target_markers(state, who, action))


def is_unlimited(state: Malifaux, who: Who, action: Action) -> bool:
    """Crews 1, `limits`, MFX-8.9, 12.16: tell whether nothing on the card forbids an action now."""
    limits, model = action.limits, who.model
    if bool(state.models.buried[model]) and not limits.while_buried:
        return False
    if who.has(UNBOUND):
        return True
    tag = (model, roster.TAG[action.id])
    now = state.activation
    if limits.once_per_activation and now is not None and tag in now.used:
        return False
    if limits.once_per_turn and tag in state.used:
        return False
    if limits.leader_only and not state.models.leaders[model]:
        return False
    if limits.not_engaged and formulas.is_engaged(state, model):
        return False
    if action.range_type == "projectile" and formulas.is_engaged(state, model) and not melee_reach(state, model):
        return False
    return value.truth(state, here_of(state, who, action), limits.condition)


def melee_reach(state: Malifaux, model: int) -> int:
    """Gunfighter, E5: return within how many inches projectile actions may be taken as melee ones; 0 for never."""
    return max(0, static.flag_number(state, model, "projectile_as_melee"))


def needs_target(action: Action) -> bool:
    """MFX-8.6, 8.11: tell whether an action has a target that must be named."""
    if action.target is not None:
        return not action.target.optional
    return action.is_attack


def has_effect(state: Malifaux, who: Who, action: Action) -> bool:
    """MFX-12.20, crews 7.17: tell whether an action without a target can do what it needs."""
    for effect in action.effects:
        if effect.op == "choose" and effect.has("who") and effect.who().markers and not effect.effects("otherwise"):
            here = here_of(state, who, action)
            return bool(select.markers(state, here, effect.who()) or run.stand_ins(state, here, effect.who()))
    return True


def is_melee(state: Malifaux, action: Action, as_melee: bool) -> bool:
    """E5: tell whether an action is a melee one as it is taken."""
    return as_melee or action.range_type == "melee"


def targets(state: Malifaux, who: Who, action: Action, *, as_melee: bool | None = None) -> list[int]:
    """MFX-8.6, 8.8, 8.11: return the models that an action may target; `as_melee` None: in one way or another."""
    if action.target is None and not action.is_attack:
        return []
    if action.target is not None and action.target.markers:
        return stand_in_targets(state, who, action)
    if as_melee is None:
        ways = [False, *([True] if action.range_type == "projectile" and melee_reach(state, who.model) else [])]
        found = {one for way in ways for one in targets(state, who, action, as_melee=way)}
        return [model for model in range(len(state.models.cards)) if model in found]
    if (
        action.range_type == "projectile"
        and not as_melee
        and formulas.is_engaged(state, who.model)
        and not who.has(UNBOUND)
    ):
        return []
    candidates = state.up()
    if static.has_flag(state, who.model, "may_target_buried"):
        candidates += [model for model in state.in_play() if state.models.buried[model]]
    found_ = [model for model in candidates if may_target(state, who, action, model, as_melee)]
    if who.free is not None and who.free.holders:
        return [model for model in found_ if model in who.free.holders]
    if who.free is not None and who.free.about >= 0:
        return [model for model in found_ if model != who.free.about]
    return found_


def may_target(state: Malifaux, who: Who, action: Action, model: int, as_melee: bool) -> bool:
    """MFX-8.8, 8.11: tell whether a model is a legal target: what the card asks, range, sight."""
    buried = bool(state.models.buried[model])
    if not buried and not in_reach(state, who, action, model, as_melee):
        return False
    if action.target is not None:
        here = here_of(state, who, action, model)
        aim = replace(action.target, buried=True, reach="", los=False) if buried else action.target
        if not select.holds(state, here, model, aim):
            return False
        if model == who.model and action.target.side != "self":
            return False
    elif model == who.model:
        return False
    if who.has(BY_CHARGE) and "charge" in static.flag_words(state, model, "not_target_of"):
        return False
    now = state.activation if action.limits.same_target_once and not who.has(UNBOUND) else None
    if now is not None and (who.model, roster.TAG[action.id], model) in now.used:
        return False
    return buried or in_range(state, who, action, model, as_melee)


def in_reach(state: Malifaux, who: Who, action: Action, model: int, as_melee: bool) -> bool:
    """MFX-8.8: tell whether a model is near enough for an action, seen or not."""
    if model == who.model or not state.is_up(who.model) or "range" in action.ignores:
        return True
    return formulas.is_within(state, who.model, model, melee_reach(state, who.model) if as_melee else action.inches)


def in_range(state: Malifaux, who: Who, action: Action, model: int, as_melee: bool) -> bool:
    """MFX-8.8, 13.26: tell whether a model is in range and sight of an action."""
    if not in_reach(state, who, action, model, as_melee):
        return False
    away = model != who.model and state.is_up(who.model)
    return not away or "los" in action.ignores or formulas.sees(state, who.model, model)


def target_markers(state: Malifaux, who: Who, action: Action) -> list[int]:
    """MFX-8.33: return the markers that an action may target: in range and sight."""
    if action.target is None or not action.target.markers:
        return []
    here = here_of(state, who, action)
    return [
        marker
        for marker in select.markers(state, here, action.target)
        if formulas.is_near_marker(state, who.model, marker, action.inches * INCH)
        and formulas.sees_marker(state, who.model, marker)
    ]


def stand_in_targets(state: Malifaux, who: Who, action: Action) -> list[int]:
    """Walking Dead: return the models that an action may target as markers."""
    assert action.target is not None
    here = here_of(state, who, action)
    return [
        model
        for model in run.stand_ins(state, here, action.target)
        if in_range(state, who, action, model, as_melee=False)
    ]


def marker_choices(state: Malifaux, who: Who, action: Action) -> list[int]:
    """Crews 1: return what may be named as the marker of an action, or as its cost, as `names.THING`.

    [ruling] A model that counts as a marker is none that can be moved as one (Hurl Corpse).
    """
    here, found = here_of(state, who, action), []
    moves = any(effect.op == "move_marker" for effect in action.effects)
    asked = [action.marker, *(cost.marker for cost in action.costs if cost.kind == "remove_marker")]
    for selector in asked:
        if selector is not None:
            found += [] if moves else run.stand_ins(state, here, selector)
            found += [names.MOST_MODELS + marker for marker in select.markers(state, here, selector)]
    return found


# General actions (MFX-8.20 to 8.27)


def may_charge(state: Malifaux, model: int) -> bool:
    """MFX-8.21: tell whether a model may Charge: not engaged, once in an activation."""
    now = state.activation
    often = "charge" in static.flag_words(state, model, "unlimited")
    return not formulas.is_engaged(state, model) and (often or now is None or now.model != model or not now.charged)


def may_interact(state: Malifaux, model: int) -> bool:
    """MFX-8.23, 12.8: tell whether a model may Interact: not engaged, not after Disengage, not Insignificant."""
    now = state.activation
    gone = now is not None and now.model == model and now.disengaged
    return not gone and not static.has_flag(state, model, "cannot_interact")


def interact_uses(state: Malifaux, model: int) -> list[int]:
    """MFX-8.23, 12.2: return the uses of Interact that are possible; friendly is what its own crew has."""
    if not may_interact(state, model):
        return []
    seat = state.models.sides[model]
    engaged = formulas.engagers(state, model)
    found = []
    if not engaged:
        if drop_choice(state, seat, model) is not None:
            found.append(roster.DROP)
        if scheme_markers_touching(state, model):
            found.append(roster.REMOVE)
        if state.strategy == names.TURF_WAR and turn_markers(state, seat, model):
            found.append(roster.TURN)
        if state.strategy == names.PLANT_EXPLOSIVES:
            if state.token(model, names.EXPLOSIVE) and plant_choice(state, seat, model) is not None:
                found.append(roster.PLANT)
            if markers.touching(state, model, names.STRATEGY_MARKER):
                found.append(roster.DEFUSE)
        if state.strategy == names.CORRUPTED_IDOLS and markers.touching(state, model, names.STRATEGY_MARKER):
            found.append(roster.IDOL)
    if messages(state, model):
        found.append(roster.DELIVER)
    return found


def drop_choice(state: Malifaux, seat: int, model: int) -> Choice | None:
    """MFX-8.23 a: return where a scheme marker may be dropped: in contact, more than 4 inches from one's others."""
    return _apart(state, seat, model, names.SCHEME_MARKER, markers.SCHEME_APART)


def plant_choice(state: Malifaux, seat: int, model: int) -> Choice | None:
    """MFX-14.2: return where a strategy marker may be dropped: in contact, more than 6 inches from one's others."""
    return _apart(state, seat, model, names.STRATEGY_MARKER, markers.EXPLOSIVES_APART)


def _apart(state: Malifaux, seat: int, model: int, type_: int, distance: int) -> Choice | None:
    rows = state.models
    choice = Choice(
        model=model, x=rows.xs[model], y=rows.ys[model], r=rows.radii[model], radius=roster.radius_of(type_),
        rules=choices.CONTACT | choices.IS_MARKER | choices.APART, marks=state.marker_list(type_, seat), size=distance,
        least=seat,
    )  # fmt: skip
    if type_ == names.SCHEME_MARKER:
        choice.marks += select.counted_as_schemes(state, seat)
    return choice if places.spots(state, choice, 1) else None


def scheme_markers_touching(state: Malifaux, model: int) -> list[int]:
    """MFX-8.23 b, E24: return all scheme markers in contact, whoever owns them; Mourn the Dead lets corpses be such."""
    corpses = [one for seat in range(names.SEATS) for one in select.counted_as_schemes(state, seat)]
    there = markers.touching(state, model, names.CORPSE_MARKER) if corpses else []
    return [*markers.touching(state, model, names.SCHEME_MARKER), *(one for one in there if one in corpses)]


def turn_markers(state: Malifaux, seat: int, model: int) -> list[int]:
    """MFX-14.1: return the strategy markers in contact that can be turned."""
    return [
        marker
        for marker in markers.touching(state, model, names.STRATEGY_MARKER)
        if strategies.turnable(state, seat, marker)
    ]


def messages(state: Malifaux, model: int) -> list[int]:
    """Deliver a Message: return the enemy leaders and masters within 1 inch that Interact may target.

    It is open to every seat while the scheme is in the pool: else doing it would tell who has chosen it. The target
    does not count as engaging.
    """
    if names.DELIVER_MESSAGE not in state.pool or strategies.is_ignored(state, model):
        return []
    found = []
    for foe in state.up(1 - state.models.sides[model]):
        leads = state.models.leaders[foe] or nature.station(state, foe) == "master"
        if not leads or not formulas.is_within(state, model, foe, 1):
            continue
        if all(one == foe for one in formulas.engagers(state, model)):
            found.append(foe)
    return found


def assisted(state: Malifaux, model: int) -> list[int]:
    """MFX-8.25, 8.32: return the friendly models within 2 inches and sight that have a condition to be lowered."""
    return [
        other
        for other in state.up(state.models.sides[model])
        if other != model
        and any(state.condition(other, one) for one in names.ASSISTED)
        and formulas.is_within(state, model, other, ASSIST_RANGE)
        and formulas.sees(state, model, other)
    ]


def destructible_markers(state: Malifaux, model: int, *, slam: bool = False) -> list[int]:
    """MFX-8.26, C14, E3: return the markers within 1 inch that Demolish (or Slam, also Impassable ones) may target."""
    traits = DESTRUCTIBLE | (IMPASSABLE if slam else 0)
    return [
        marker
        for marker, type_ in enumerate(state.markers.types)
        if type_ >= 0
        and roster.TRAITS[type_] & traits
        and formulas.is_near_marker(state, model, marker, DEMOLISH_RANGE)
    ]


def can_demolish(state: Malifaux, model: int, *, slam: bool = False) -> bool:
    """MFX-8.26: tell whether there is something to demolish."""
    return bool(destructible(state, model) or destructible_markers(state, model, slam=slam))


def destructible(state: Malifaux, model: int) -> list[int]:
    """MFX-8.26, C14: return the Destructible pieces within 1 inch, by index of the map."""
    rows = state.models
    return [
        place
        for place, piece in enumerate(state.map.pieces)
        if not state.gone >> place & 1
        and piece.traits & DESTRUCTIBLE
        and is_within(piece, rows.xs[model], rows.ys[model], rows.radii[model], DEMOLISH_RANGE)
    ]


def can_discard(state: Malifaux, seat: int, model: int, action: str) -> bool:
    """Guild Authority, Hunting Partner: tell whether what a general action costs can be paid."""
    return len(state.hands[seat].cards) >= static.action_cost(state, model, action)


def general(state: Malifaux, seat: int, model: int, allowed: Sequence[str] = roster.GENERAL_ACTIONS) -> list[int]:
    """MFX-8.20 to 8.27: return the first picks of the general actions that are possible."""
    found: list[int] = []
    if state.models.buried[model]:
        return found
    if "walk" in allowed:
        found.append(actions.WALK)
    if "charge" in allowed and may_charge(state, model):
        found.append(actions.CHARGE)
    if "disengage" in allowed and formulas.is_engaged(state, model) and can_discard(state, seat, model, "disengage"):
        found.append(actions.DISENGAGE)
    if "interact" in allowed:
        found += [actions.INTERACT.codes[use] for use in interact_uses(state, model)]
    if "concentrate" in allowed and may_concentrate(state, seat, model):
        found.append(actions.CONCENTRATE)
    if "assist" in allowed and assisted(state, model):
        found.append(actions.ASSIST)
    if "demolish" in allowed and can_demolish(state, model):
        found.append(actions.DEMOLISH)
    if "slam" in allowed and state.rules.slam and can_demolish(state, model, slam=True):
        found.append(actions.SLAM)
    return found


def may_concentrate(state: Malifaux, seat: int, model: int) -> bool:
    """MFX-8.24, C5: tell whether a model may Concentrate: once in an activation, unless the option lets it often."""
    now = state.activation
    used = now is not None and (model, roster.TAG["concentrate"]) in now.used
    return (not used or state.rules.concentrate_often) and can_discard(state, seat, model, "concentrate")


def first_picks(state: Malifaux, who: Who) -> list[int]:
    """D11: return the first picks of all that the active model may do; to end its activation is the last of them."""
    model = who.model
    found = general(state, who.seat, model) if left(state, model) else []
    for action in nature.actions(state, model):
        able = may_bonus(state, model) if action.bonus else left(state, model) > 0
        if able and is_possible(state, who, action):
            found.append(actions.ACT.codes[roster.ACTION.numbers[action.id]])
    return [*found, actions.END]
