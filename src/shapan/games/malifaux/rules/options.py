"""MFX-8.5 to 8.11, 8.33: whether an action of a card can be declared, and at what: costs, limits, targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.games.malifaux import actions, formulas, melee, names, roster, select, static, value
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.operations import Choose
from shapan.games.malifaux.context import AS_ACTION, BY_CHARGE, UNBOUND, ActionContext, Actor, Source
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.rules import costs, removing
from shapan.games.malifaux.state import Malifaux


def _primes(most: int) -> list[int]:
    primes = [n for n in range(2, 2 * most) if all(n % k for k in range(2, n))]
    return [next(prime for prime in primes if prime >= max(3, size)) for size in range(most)]


PRIMES: Final = _primes(256)
"""By number of things the least prime that is not below it: steps of any length come to all of them in some order."""


NOT_ITS_ACTION: Final = Reason("MFX-8.5", "not_its_action")
USED: Final = Reason("MFX-8.5", "limit")
NOT_LEADER: Final = Reason("MFX-8.5", "not_leader")
NOT_MET: Final = Reason("MFX-8.5", "not_met")
NO_TARGET: Final = Reason("MFX-8.8", "no_target")
OUT_OF_RANGE: Final = Reason("MFX-8.8", "out_of_range")
ENGAGED: Final = Reason("MFX-8.9", "engaged")
NOT_A_TARGET: Final = Reason("MFX-8.11", "not_a_target")


def here_of(who: Actor, action: Action) -> Source:
    """MFX-8.5: return where an action would stand that is not declared yet."""
    deed = ActionContext(who.seat, who.model, roster.ACTION.numbers[action.id], action)
    return Source(who.model, who.seat, deed, AS_ACTION)


# Whether they can be declared


def is_possible(state: Malifaux, who: Actor, action: Action) -> bool:
    """MFX-8.5: tell whether an action can be declared: limits, costs, and a legal target."""
    if limit_of(state, who, action) is not None:
        return False
    if action.costs and not costs.can_pay(state, here_of(who, action), action.costs):
        return False
    if action.marker is not None and not marker_choices(state, who, action):
        return False
    if not needs_target(action):
        return has_effect(state, who, action)
    return drawn_target(state, who, action, 0) >= 0 or bool(target_markers(state, who, action))


def limit_of(state: Malifaux, who: Actor, action: Action) -> Reason | None:
    """Crews 1, `limits`, MFX-8.9, 12.16: return what on its card forbids an action now, None for nothing."""
    limits, model = action.limits, who.model
    if bool(state.models.buried[model]) and not limits.while_buried:
        return NOT_MET
    if who.has(UNBOUND):
        return None
    tag = (model, roster.TAG[action.id])
    now = state.activation
    if limits.once_per_activation and now is not None and tag in now.used:
        return USED
    if limits.once_per_turn and tag in state.used:
        return USED
    if limits.leader_only and not state.models.leaders[model]:
        return NOT_LEADER
    if limits.not_engaged and melee.is_engaged(state, model):
        return NOT_MET
    if action.range_type == "projectile" and melee.is_engaged(state, model) and not melee_reach(state, model):
        return ENGAGED
    met = limits.condition is None or value.truth(state, here_of(who, action), limits.condition)
    return None if met else NOT_MET


def note_used(state: Malifaux, who: Actor, action: Action, target: int) -> None:
    """MFX-12.16: note that an action was taken, where its card limits how often."""
    tag, now = roster.TAG[action.id], state.activation
    if now is not None:
        now.used.append((who.model, tag))
        if action.limits.same_target_once:
            now.used.append((who.model, tag, target))
    if action.limits.once_per_turn:
        state.used.append((who.model, tag))


def melee_reach(state: Malifaux, model: int) -> int:
    """Gunfighter, E5: return within how many inches projectile actions may be taken as melee ones; 0 for never."""
    return max(0, static.flag_number(state, model, "projectile_as_melee"))


def needs_target(action: Action) -> bool:
    """MFX-8.6, 8.11: tell whether an action has a target that must be named."""
    if action.target is not None:
        return not action.target.optional
    return action.is_attack


def has_effect(state: Malifaux, who: Actor, action: Action) -> bool:
    """MFX-12.20, crews 7.17: tell whether an action without a target can do what it needs."""
    for effect in action.effects:
        whom = effect.who if isinstance(effect, Choose) and not effect.otherwise else None
        if whom is not None and whom.markers:
            here = here_of(who, action)
            return bool(select.markers(state, here, whom) or removing.stand_ins(state, here, whom))
    return True


# At what


def targets_markers(action: Action) -> bool:
    """MFX-8.33: tell whether an action targets markers, so that a model is its target only as one."""
    return action.target is not None and bool(action.target.markers)


def aim_of(picked: Sequence[int]) -> tuple[int, int]:
    """MFX-8.6: return the model and the marker that an action targets; -1 for what it does not."""
    thing = next((actions.AIM.value(code) for code in picked if actions.AIM.has(code)), UNKNOWN)
    return (thing, UNKNOWN) if thing < names.MAX_MODELS else (UNKNOWN, thing - names.MAX_MODELS)


def targets(state: Malifaux, who: Actor, action: Action, *, as_melee: bool | None = None) -> list[int]:
    """MFX-8.6, 8.8, 8.11: return the models that an action may target; `as_melee` None: in one way or another."""
    if action.target is None and not action.is_attack:
        return []
    if action.target is not None and action.target.markers:
        return stand_in_targets(state, who, action)
    if as_melee is None:
        both = {one for way in (False, True) for one in targets(state, who, action, as_melee=way)}
        return [model for model in range(len(state.models.cards)) if model in both]
    if is_shut(state, who, action, as_melee):
        return []
    candidates = state.up()
    if static.has_flag(state, who.model, "may_target_buried"):
        candidates += [model for model in state.in_play() if state.models.buried[model]]
    here, found = here_of(who, action), list[int]()
    for model in candidates:
        here.deed.target = model
        if who.lets(model) and may_target(state, who, here, action, model, as_melee):
            found.append(model)
    return found


def is_shut(state: Malifaux, who: Actor, action: Action, as_melee: bool) -> bool:
    """MFX-8.9, E5: tell whether an action cannot be taken in a way: shot while engaged, as melee by no Gunfighter."""
    is_projectile = action.range_type == "projectile"
    if as_melee:
        return not is_projectile or not melee_reach(state, who.model)
    return is_projectile and melee.is_engaged(state, who.model) and not who.has(UNBOUND)


def drawn_target(state: Malifaux, who: Actor, action: Action, number: int) -> int:
    """MFX-8.6: return one of `targets` by a number, -1 where there is none: one is looked for, none is listed."""
    is_projectile = action.range_type == "projectile"
    aim = action.target
    if (aim is not None and aim.markers) or (is_projectile and melee_reach(state, who.model)):
        found = targets(state, who, action)
        return found[number % len(found)] if found else UNKNOWN
    if (aim is None and not action.is_attack) or is_shut(state, who, action, as_melee=False):
        return UNKNOWN
    here: Source | None = None
    rows, inches = state.models, range_of(state, who, action, as_melee=False)
    size = len(rows.cards)
    may_be_buried = static.has_flag(state, who.model, "may_target_buried")
    prime = PRIMES[size]
    at, step = number % prime, 1 + (number >> 8) % (prime - 1)
    for _ in range(prime):
        if at < size and who.lets(at):
            if rows.radii[at]:
                is_near = inches < 0 or at == who.model or formulas.is_within(state, who.model, at, inches)
            else:
                is_near = may_be_buried and rows.buried[at] > 0 and rows.health[at] > 0
            if is_near and aim is not None:
                here = here or here_of(who, action)
                here.deed.target = at
            if is_near and is_fit(state, who, here, action, at):
                return at
        at += step
        if at >= prime:
            at -= prime
    return UNKNOWN


def is_target(state: Malifaux, who: Actor, action: Action, model: int, *, as_melee: bool) -> bool:
    """MFX-8.6, 8.8: tell whether a model is one of `targets` when an action is taken in one way."""
    if (action.target is not None and action.target.markers) or not state.is_up(model):
        return model in targets(state, who, action, as_melee=as_melee)
    if is_shut(state, who, action, as_melee) or not who.lets(model):
        return False
    here = here_of(who, action)
    here.deed.target = model
    return may_target(state, who, here, action, model, as_melee)


def may_target(state: Malifaux, who: Actor, here: Source, action: Action, model: int, as_melee: bool) -> bool:
    """MFX-8.8, 8.11: tell whether a model is a legal target: what the card asks, range, sight."""
    if not state.models.buried[model] and not in_reach(state, who, action, model, as_melee):
        return False
    return is_fit(state, who, here, action, model)


def is_fit(state: Malifaux, who: Actor, here: Source | None, action: Action, model: int) -> bool:
    """MFX-8.8, 8.11: tell whether a model that is near enough is a legal target: what the card asks, sight.

    `here` is aimed at it, and None only where the card asks nothing.
    """
    buried = bool(state.models.buried[model])
    if action.target is not None:
        assert here is not None
        aim = replace(action.target, buried=True, reach="", los=False) if buried else action.target
        if not select.holds(state, here, model, aim):
            return False
        if model == who.model and action.target.side != "self":
            return False
    elif model == who.model:
        return False
    if who.has(BY_CHARGE) and static.has_word(state, model, "not_target_of", "charge"):
        return False
    now = state.activation if action.limits.same_target_once and not who.has(UNBOUND) else None
    if now is not None and (who.model, roster.TAG[action.id], model) in now.used:
        return False
    return buried or is_seen(state, who, action, model)


def in_reach(state: Malifaux, who: Actor, action: Action, model: int, as_melee: bool) -> bool:
    """MFX-8.8: tell whether a model is near enough for an action, seen or not."""
    inches = range_of(state, who, action, as_melee)
    return inches < 0 or model == who.model or formulas.is_within(state, who.model, model, inches)


def range_of(state: Malifaux, who: Actor, action: Action, as_melee: bool) -> int:
    """MFX-8.8: return the range of an action in inches, -1 where none matters: for it, or for who is buried."""
    if not state.is_up(who.model) or "range" in action.ignores:
        return UNKNOWN
    return melee_reach(state, who.model) if as_melee else action.inches


def in_range(state: Malifaux, who: Actor, action: Action, model: int, as_melee: bool) -> bool:
    """MFX-8.8, 13.26: tell whether a model is in range and sight of an action."""
    return in_reach(state, who, action, model, as_melee) and is_seen(state, who, action, model)


def is_seen(state: Malifaux, who: Actor, action: Action, model: int) -> bool:
    """MFX-8.8: tell whether a model is in sight of an action, or need not be."""
    away = model != who.model and state.is_up(who.model)
    return not away or "los" in action.ignores or formulas.sees(state, who.model, model)


def target_markers(state: Malifaux, who: Actor, action: Action) -> list[int]:
    """MFX-8.33: return the markers that an action may target: in range and sight."""
    if action.target is None or not action.target.markers:
        return []
    here = here_of(who, action)
    return [
        marker
        for marker in select.markers(state, here, action.target)
        if formulas.is_near_marker(state, who.model, marker, action.inches * INCH)
        and formulas.sees_marker(state, who.model, marker)
    ]


def stand_in_targets(state: Malifaux, who: Actor, action: Action) -> list[int]:
    """MFX-8.33, Walking Dead: return the models that an action may target as markers."""
    assert action.target is not None
    here = here_of(who, action)
    return [
        model
        for model in removing.stand_ins(state, here, action.target)
        if in_range(state, who, action, model, as_melee=False)
    ]


def marker_choices(state: Malifaux, who: Actor, action: Action) -> list[int]:
    """Crews 1: return what may be named as the marker of an action, or as its cost, as `names.THING`.

    [ruling] A model that counts as a marker is none that can be moved as one (Hurl Corpse).
    """
    if action.marker is None and not action.costs:
        return []
    here, found = here_of(who, action), []
    moves = any(effect.op == "move_marker" for effect in action.effects)
    asked = [action.marker, *(cost.remove_marker for cost in action.costs)]
    for selector in asked:
        if selector is not None:
            found += [] if moves else removing.stand_ins(state, here, selector)
            found += [names.MAX_MODELS + marker for marker in select.markers(state, here, selector)]
    return found
