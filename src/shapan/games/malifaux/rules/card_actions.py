"""MFX-8.6, MFX-4.9: how an action of a card is taken: costs, target, reactions, duel, effects, what comes after."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, melee, names, roster, static, value
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import AS_ACTION, BY_CHARGE, ActionContext, Actor, Source
from shapan.games.malifaux.records import RESISTING
from shapan.games.malifaux.rules import (
    conditions,
    costs,
    damage,
    duel,
    hazards,
    hooks,
    ops,
    options,
    reactions,
    triggers,
)
from shapan.games.malifaux.state import Malifaux


def take(
    state: Malifaux, table: Table[Malifaux], who: Actor, action: Action, picks: Sequence[int], *, plus: int = 0,
    no_triggers: bool = False, no_effects: bool = False,
) -> ActionContext:  # fmt: skip
    """MFX-8.6, E16: an action of a card, from its declaration to what comes after it."""
    deed = ActionContext(who.seat, who.model, roster.ACTION.numbers[action.id], action)
    here = Source(who.model, who.seat, deed, AS_ACTION, roster.TAG[action.id])
    deed.by_charge, deed.plus, deed.no_triggers = who.has(BY_CHARGE), plus, no_triggers
    deed.target, deed.marker = options.aim_of(picks)
    deed.is_below = deed.target >= 0 and bool(state.models.buried[deed.target])
    deed.as_melee = any(actions.AS.has(code) for code in picks)
    deed.number = next((actions.NUMBER.value(code) for code in picks if actions.NUMBER.has(code)), 0)
    thing = next((actions.CHOSEN.value(code) for code in picks if actions.CHOSEN.has(code)), UNKNOWN)
    if thing < names.MAX_MODELS:
        deed.stand_in = thing
    else:
        deed.chosen_marker = thing - names.MAX_MODELS
    here.marker, here.number = deed.chosen_marker, deed.number
    options.note_used(state, who, action, deed.target)
    costs.pay(state, table, here, action.costs, [actions.COST.value(code) for code in picks if actions.COST.has(code)])
    if deed.target >= 0:
        table.tell(events.ATTACKED, who.model, deed.action, deed.target)
    else:
        table.tell(events.ACTED, who.model, deed.action)
    ops.at(state, table, "action_declared", who.model, deed)
    if deed.target >= 0 and not options.targets_markers(action):
        reactions.react(state, table, deed)
    is_going = not deed.fails and state.is_in_play(who.model) and is_there(state, deed)
    if is_going:
        deed.success = contest(state, table, deed, here)
    elif not deed.fails:
        table.tell(events.FIZZLED, who.model)
        return deed
    if is_going and deed.success and not no_effects and is_there(state, deed) and state.is_in_play(who.model):
        triggers.before_effects(state, table, deed)
        ops.effects(state, table, here, action.effects)
        triggers.after_effects(state, table, deed)
    hooks.limit_hands(state, table, deed)
    if is_going:
        if deed.target >= 0 and not state.are_friends(deed.target, deed.model):
            conditions.lower(state, table, deed.model, names.DISTRACTED)
        ops.at(state, table, "action_success" if deed.success else "action_fail", deed.model, deed)
        triggers.after_action(state, table, deed)
    after(state, table, deed)
    if state.duel is not None:
        state.duel.over = 1
    return deed


def is_there(state: Malifaux, deed: ActionContext) -> bool:
    """MFX-8.31: tell whether the target of an action is still where it was, if it has one: in play, and not buried."""
    if deed.target < 0:
        return deed.marker < 0 or state.markers.types[deed.marker] != UNKNOWN
    return state.is_in_play(deed.target) and bool(state.models.buried[deed.target]) == deed.is_below


# The duel of an action


def contest(state: Malifaux, table: Table[Malifaux], deed: ActionContext, here: Source) -> bool:
    """MFX-4.3, 4.4, 8.6: the duel of an action, simple or opposed; one without a stat succeeds."""
    action = deed.card
    assert action is not None
    if action.stat is None:
        return True
    tn = None if action.tn is None else (action.tn.value, names.packed(action.tn.suits))
    own = deed.seat == state.models.sides[deed.model]
    acting = duel.Side(deed.model, deed.seat, action.stat.value, names.packed(action.stat.suits), own)
    deed.stats[RESISTING] = names.STATS.index(action.resist) if action.resist else UNKNOWN
    if deed.target >= 0 and action.resist:
        deed.relented = duel.relent(state, table, deed.target, deed.model)
    acting.mods = acting_mods(state, here, action)
    if deed.target < 0 or not action.resist or deed.relented:
        return duel.fight(state, table, deed, [acting], tn)
    stat = names.STATS.index(action.resist)
    number = formulas.stat(state, deed.target, stat)
    if stat == names.DF and damage.is_projectile(deed) and damage.has_cover(state, deed, deed.target):
        number += 1
    resisting = duel.Side(
        deed.target, state.models.sides[deed.target], number, formulas.stat_suits(state, deed.target, stat)
    )
    resisting.mods = static.duel_mods(state, deed.target, deed)
    return duel.fight(state, table, deed, [acting, resisting], tn)


def acting_mods(state: Malifaux, here: Source, action: Action) -> list[tuple[int, int]]:
    """MFX-4.5 A: return each + and - of the acting side that comes by itself, and why.

    From its card, Distracted, Adversary, friendly fire and concealment.
    """
    deed = here.deed
    assert action.stat is not None
    mods = [(action.stat.mod, roster.PRINTED), (deed.plus, roster.GENERATED)]
    mods += [(one.mod, roster.PRINTED) for one in action.duel_mods if value.truth(state, here, one.when)]
    mods += static.duel_mods(state, deed.model, deed)
    target = deed.target
    if target < 0:
        return mods
    mods += static.against(state, "duel", target, deed)
    is_enemy = not state.are_friends(target, deed.model)
    if is_enemy and state.condition(deed.model, names.DISTRACTED):
        mods.append((-1, roster.BY_DISTRACTED))
    if action.resist and not deed.relented and conditions.is_adversary(state, deed.model, target):
        mods.append((1, roster.BY_ADVERSARY))
    if action.is_attack and state.is_up(target):
        if damage.is_projectile(deed) and is_enemy and friendly_fire(state, deed):
            mods.append((-1, roster.FRIENDLY_FIRE))
        seen = not deed.as_melee and action.range_type != "melee"
        if seen and "concealment" not in action.ignores and formulas.is_concealed(state, deed.model, target):
            mods.append((-1, roster.CONCEALED))
    return mods


def friendly_fire(state: Malifaux, deed: ActionContext) -> bool:
    """MFX-8.10: tell whether a projectile's enemy is engaged by a friend of the acting model."""
    action = deed.card
    assert action is not None
    if "friendly_fire" in action.ignores or "friendly_fire" in static.flag_words(state, deed.model, "ignore", deed):
        return False
    return any(
        other != deed.model and melee.engages(state, other, deed.target)
        and "friendly_fire" not in static.flag_words(state, other, "ignored_for")
        for other in state.up(state.models.sides[deed.model])
    )  # fmt: skip


# What comes after it


def after(state: Malifaux, table: Table[Malifaux], deed: ActionContext) -> None:
    """MFX-8.28: what comes when an action is over: effects put off, reactions, Hazardous ground."""
    ops.put_off(state, table, deed)
    ops.at(state, table, "after_own_action", deed.model, deed, cause=deed.model)
    for model in [deed.model, *([deed.target] if deed.opposed else [])]:
        ops.at(state, table, "after_action", model, deed, cause=deed.model)
    hooks.limit_hands(state, table, deed)
    hazards.strike(state, table, deed, acted=True)
