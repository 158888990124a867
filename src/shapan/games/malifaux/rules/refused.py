"""13.6: why an action, or a part of its answer, is refused."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.prompt import Reason
from shapan.games.malifaux import actions, melee, nature
from shapan.games.malifaux.context import ONLY_MELEE, UNBOUND, Who
from shapan.games.malifaux.rules import costs, general_options, interact, options
from shapan.games.malifaux.state import Malifaux


def refused(state: Malifaux, who: Who, code: int) -> Reason:
    """13.6: return why something cannot be done at all now."""
    model, seat = who.model, who.seat
    if who.free is not None and (reason := _not_generated(state, who, code)) is not None:
        return reason
    if who.free is None and code != actions.END and not actions.ACT.has(code) and not options.left(state, model):
        return Reason("MFX-8.2", "no_action")
    engaged = melee.is_engaged(state, model) if state.is_up(model) else False
    if code == actions.CHARGE:
        return Reason("MFX-8.21", "engaged" if engaged else "charged")
    if code == actions.DISENGAGE:
        return Reason("MFX-8.22", "not_engaged" if not engaged else "cost")
    if actions.INTERACT.has(code):
        return interact.refused(state, model)
    if code == actions.CONCENTRATE:
        return Reason(
            "MFX-8.24" if general_options.can_discard(state, seat, model, "concentrate") else "MFX-8.5", "concentrated"
        )
    if code == actions.ASSIST:
        return Reason("MFX-8.25", "nobody")
    if code in (actions.DEMOLISH, actions.SLAM):
        return Reason("MFX-8.26", "no_terrain")
    if actions.ACT.has(code):
        action = nature.action(state, model, actions.ACT.value(code))
        if action is None:
            return Reason("MFX-8.5", "not_its_action")
        if who.free is None:
            if action.bonus and not options.may_bonus(state, model):
                return Reason("MFX-8.3", "no_bonus")
            if not action.bonus and not options.left(state, model):
                return Reason("MFX-8.2", "no_action")
        if action.range_type == "projectile" and engaged and not who.has(UNBOUND):
            return Reason("MFX-8.9", "engaged")
        if not options.is_unlimited(state, who, action) or not costs.can_pay(
            state, options.here_of(state, who, action), action.costs
        ):
            return Reason("MFX-8.5", "limit")
        return Reason("MFX-8.8", "no_target")
    return Reason("MFX-8.5", "not_possible")


def refused_row(state: Malifaux, who: Who, row: Sequence[int], reason: Reason) -> Reason:
    """MFX-8.9, E5: return why an answer is refused, by whether a projectile action is taken as melee."""
    action = nature.action(state, who.model, actions.ACT.value(row[0])) if row and actions.ACT.has(row[0]) else None
    if action is None or not options.is_shut(state, who, action, as_melee=False):
        return reason
    if any(actions.AS.has(code) for code in row):
        return Reason("MFX-8.8", "out_of_range", path=reason.path) if reason.rule == "MFX-8.9" else reason
    return Reason("MFX-8.9", "engaged") if reason.key == "not_possible" else reason


def _not_generated(state: Malifaux, who: Who, code: int) -> Reason | None:
    """MFX-8.4, 8.28: return why no effect generates an action now, None where something else stands against it."""
    only_melee = Reason("MFX-8.28", "only_melee")
    if not actions.ACT.has(code):
        return only_melee if who.has(ONLY_MELEE) else None
    action = nature.action(state, who.model, actions.ACT.value(code))
    if action is None:
        return None
    as_melee = action.range_type == "projectile" and options.melee_reach(state, who.model) > 0
    if who.has(ONLY_MELEE) and action.range_type != "melee" and not as_melee:
        return only_melee
    if action.bonus:
        return Reason("MFX-8.4", "no_free_bonus")
    return Reason("MFX-8.28", "not_generated") if options.is_possible(state, who, action) else None


def refused_part(state: Malifaux, who: Who, picked: Sequence[int], code: int) -> Reason:
    """13.6: return why a target, card or marker does not go with what is done."""
    verb = picked[0]
    if verb == actions.ASSIST:
        return Reason("MFX-8.25", "not_a_target")
    if actions.INTERACT.has(verb):
        return Reason("MFX-8.23", "no_contact")
    if verb in (actions.DEMOLISH, actions.SLAM):
        return Reason("MFX-8.26", "no_terrain")
    if actions.ACT.has(verb) and actions.AIM.has(code):
        action = nature.action(state, who.model, actions.ACT.value(verb))
        target = actions.AIM.value(code)
        if action is None or target >= len(state.models.cards) or not state.is_up(target):
            return Reason("MFX-8.8", "out_of_range")
        if options.is_shut(state, who, action, as_melee=False):
            return Reason("MFX-8.9", "engaged")
        if options.in_range(state, who, action, target, False) or (
            options.melee_reach(state, who.model) and options.in_range(state, who, action, target, True)
        ):
            return Reason("MFX-8.11", "not_a_target")
        return Reason("MFX-8.8", "out_of_range")
    if actions.MARKER.has(code):
        return Reason("MFX-8.8", "out_of_range")
    return Reason("MFX-8.5", "not_possible")
