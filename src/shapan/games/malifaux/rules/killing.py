"""MFX-12.3 to 12.7: killing and what it leaves, summoning, replacing, burying."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import events, formulas, names, places, roster, static, value, whereabouts
from shapan.games.malifaux.cards.operations import Bury, CapHealth
from shapan.games.malifaux.cards.part import Release
from shapan.games.malifaux.context import AS_ACTION, AS_CONDITION, AS_TERRAIN, AS_TRIGGER, ActionContext, Source
from shapan.games.malifaux.geometry.spot import nearest_spot
from shapan.games.malifaux.records import CONDITION_COUNT, TOKEN_COUNT, Choice
from shapan.games.malifaux.rules import choices, explosives, lasting_ops, markers, ops, scoring, strategies
from shapan.games.malifaux.state import Malifaux


def min_health(state: Malifaux, table: Table[Malifaux], here: Source, model: int, before: int) -> int:
    """Hard to Kill, E2: return the Health that a model keeps at least."""
    least = 0
    for ability, part in roster.HOOKED[state.models.cards[model]].get("damage_cap", ()):
        place = Source(model, state.models.sides[model], here.deed, it=model, cause=here.me)
        if not static.is_lost(state, model, ability) and value.truth(state, place, part.when):
            for effect in part.effects:
                if isinstance(effect, CapHealth):
                    least = max(least, value.value(state, place, effect.minimum))
    return least


# Killing: MFX-12.3.


def kill(
    state: Malifaux, table: Table[Malifaux], here: Source, model: int, *, demise: bool = True,
    leaves: bool = True, tag: int = UNKNOWN,
) -> None:  # fmt: skip
    """MFX-12.3, 12.4, 6.14: a model is killed: what comes instead, demise, markers, removal, what comes after."""
    rows, deed = state.models, here.deed
    by = here.me if here.kind not in (AS_CONDITION, AS_TERRAIN) else UNKNOWN
    deed.instead = UNKNOWN
    ops.at(state, table, "friendly_killed", model, deed, event=here.kind, cause=by, killed=model, killer=by)
    if deed.instead == model or not state.is_in_play(model):
        return
    deed.credited = by
    if here.kind in (AS_ACTION, AS_TRIGGER):
        deed.killed += (model,)
        kill_triggers(state, table, here, model)
    if by >= 0:
        ops.at(state, table, "on_kill", by, deed, event=here.kind, cause=by, killed=model, killer=by)
    by = deed.credited
    if demise:
        ops.at(state, table, "killed", model, deed, event=here.kind, cause=by, killed=model, killer=by)
    if not state.is_in_play(model):
        return
    x, y, r = rows.xs[model], rows.ys[model], rows.radii[model]
    seat = rows.sides[by] if by >= 0 else rows.sides[model]
    tokens = state.token(model, names.EXPLOSIVE)
    if r:
        deed.left[model] = (x, y, r)
    rows.health[model] = 0
    rows.killed_turn[model], rows.killed_by[model] = state.turn, by
    if leaves and r and not deed.leaves_nothing and not static.has_flag(state, model, "no_markers", deed):
        leave_marker(state, table, seat, model, x, y, r)
    table.tell(events.KILLED, model, by)
    take_off(state, model)
    deed.leaves_nothing = False
    strategies.note_killed(state, model)
    if tokens:
        explosives.hand_over(state, table, model, x, y, r, tokens)
    now = state.activation
    if now is not None and by == now.model and model not in now.killed:
        now.killed.append(model)
    if by >= 0 and not state.are_friends(by, model):
        if by == here.me or state.is_in_play(by):
            ops.at(state, table, "after_kill", by, deed, event=here.kind, cause=by, killed=model, killer=by)
        if r and not strategies.is_ignored(state, by) and not strategies.is_ignored(state, model):
            strategies.free_marker(state, table, by, x, y, r)
            scoring.dig_graves(state, table, by, x, y, r)
    ops.at(state, table, "any_killed", model, deed, event=here.kind, tag=tag, cause=by, killed=model, killer=by)
    release_of(state, table, here.deed, model)


def kill_triggers(state: Malifaux, table: Table[Malifaux], here: Source, model: int) -> None:
    """MFX-5.3 `kill`: the declared triggers of that timing, when the target was killed by the action."""
    deed = here.deed
    if model != deed.target:
        return
    declared, deed.kill_triggers = deed.kill_triggers, ()
    for place, effect_row in declared:
        ops.effects(state, table, place, effect_row)


def leave_marker(state: Malifaux, table: Table[Malifaux], seat: int, model: int, x: int, y: int, r: int) -> None:
    """MFX-12.3 c: a corpse or scrap marker in contact with the base; the killer's player chooses where."""
    type_ = static.leaves(state, model)
    if type_ < 0:
        return
    at = choices.spot(
        state, table, seat,
        Choice(model=model, x=x, y=y, r=r, radius=roster.radius_of(type_), rules=places.CONTACT | places.IS_MARKER),
    )  # fmt: skip
    if at is not None:
        markers.drop(state, table, type_, *at, seat)


def take_off(state: Malifaux, model: int) -> None:
    """MFX-12.3 d: conditions, tokens, upgrades and what lasts vanish with the model."""
    rows = state.models
    rows.xs[model] = rows.ys[model] = UNKNOWN
    rows.radii[model] = rows.buried[model] = 0
    rows.conditions[model * CONDITION_COUNT : (model + 1) * CONDITION_COUNT] = [0] * CONDITION_COUNT
    rows.tokens[model * TOKEN_COUNT : (model + 1) * TOKEN_COUNT] = [0] * TOKEN_COUNT
    state.adversaries[:] = [row for row in state.adversaries if row[0] != model]
    state.upgrades[:] = [row for row in state.upgrades if row[0] != model]
    state.lasting[:] = [row for row in state.lasting if row[0] != model]
    if state.activation is not None and state.activation.model == model:
        state.activation.ended = 1


# Burying: MFX-12.7.


def bury(state: Malifaux, table: Table[Malifaux], here: Source, model: int, effect: int) -> None:
    """MFX-12.7: a model leaves the table and stays in play; `effect` tells what lets it come back, -1 nothing."""
    rows = state.models
    if not state.is_up(model):
        return
    here.deed.left[model] = (rows.xs[model], rows.ys[model], rows.radii[model])
    rows.buried[model], rows.buried_by[model], rows.buried_action[model] = 1, here.me, here.tag
    rows.radii[model] = 0
    rows.xs[model] = rows.ys[model] = UNKNOWN
    lasting_ops.end_areas(state, model)
    if effect >= 0:
        state.lasting.append((model, effect, names.UNTIL_UNBURIED, here.me, UNKNOWN, UNKNOWN))
    table.tell(events.BURIED, model)
    ops.at(state, table, "buried", model, here.deed, event=here.kind, cause=here.me)
    release_of(state, table, here.deed, model)


def release_of(state: Malifaux, table: Table[Malifaux], deed: ActionContext, source: int) -> None:
    """Pine Box, E20: who buried others has been killed or buried itself: they come back to where its base was."""
    for row in list(state.lasting):
        model, number, until, by = row[:4]
        if until == names.UNTIL_UNBURIED and by == source and state.is_in_play(model) and state.models.buried[model]:
            released(state, table, model, number, by, "source_killed_or_buried", deed)


def released(
    state: Malifaux, table: Table[Malifaux], model: int, number: int, by: int, hook: str,
    deed: ActionContext | None = None,
) -> None:  # fmt: skip
    """MFX-12.7: what lets a buried model come back at a moment."""
    rows = state.models
    effect = roster.LASTING[number]
    for release in effect.release if isinstance(effect, Bury) else ():
        if release.hook != hook or not rows.buried[model]:
            continue
        seat = rows.sides[by] if by >= 0 else rows.sides[model]
        me = model if by < 0 else by
        here = Source(me, seat, ActionContext(seat, me), it=model, cause=by)
        if deed is not None:
            here.deed.left = deed.left
        let_out(state, table, here, release, model)


def let_out(state: Malifaux, table: Table[Malifaux], here: Source, release: Release, model: int) -> None:
    """MFX-12.7: a buried model passes its test, or needs none, and what the release says happens."""
    if release.test is not None:
        stat = names.STATS.index(release.test.stat)
        tn = value.value(state, here, release.test.tn), 0
        if not ops.LATER.test(state, table, model, stat, tn, 0, here):
            if state.activation is not None and state.activation.model == model:
                state.activation.ended = 1
            return
    ops.effects(state, table, here, release.effects)


def unbury(state: Malifaux, table: Table[Malifaux], model: int, x: int, y: int) -> None:
    """MFX-12.7: a buried model comes back to a place."""
    rows = state.models
    rows.buried[model], rows.buried_by[model], rows.buried_action[model] = 0, UNKNOWN, UNKNOWN
    rows.xs[model], rows.ys[model], rows.radii[model] = x, y, roster.RADIUS[rows.cards[model]]
    rows.unburied[model] = 1
    state.lasting[:] = [row for row in state.lasting if not (row[0] == model and row[2] == names.UNTIL_UNBURIED)]
    lift(state, model)
    table.tell(events.UNBURIED, model, whereabouts.spot(x, y), whereabouts.place(state, x, y, rows.radii[model], model))
    ops.at(state, table, "unburied", model)


def lift(state: Malifaux, model: int) -> None:
    """MFX-13.16: note the elevation of a model where it stands."""
    rows = state.models
    if state.rules.elevation and rows.radii[model]:
        rows.lifts[model] = state.field().ground.lift(rows.xs[model], rows.ys[model])


# Summoning and replacing: MFX-12.5, 12.6.


def add_model(state: Malifaux, card: int, seat: int, x: int, y: int) -> int:
    """MFX-12.5: put a new model into the rows, on the table if it has a place, and return it."""
    rows = state.models
    model = len(rows.cards)
    rows.cards.append(card)
    rows.sides.append(seat)
    rows.xs.append(x)
    rows.ys.append(y)
    rows.radii.append(roster.RADIUS[card] if x != UNKNOWN else 0)
    rows.sizes.append(roster.MODELS[card].sz)
    rows.lifts.append(0)
    rows.health.append(roster.MODELS[card].health)
    for row in (rows.leaders, rows.activated, rows.summoned, rows.buried, rows.killed_turn, rows.unburied):
        row.append(0)
    for row in (rows.buried_by, rows.buried_action, rows.killed_by, rows.replaced_by, rows.first_cards):
        row.append(UNKNOWN)
    rows.conditions += [0] * CONDITION_COUNT
    rows.tokens += [0] * TOKEN_COUNT
    rows.ids.append(free_id(state, roster.MODELS[card].id))
    if x != UNKNOWN:
        lift(state, model)
    return model


def free_id(state: Malifaux, word: str) -> str:
    """13.3: return the id of a new model: that of its card, or with a number behind it."""
    taken, number = state.models.ids, 1
    while (word if number == 1 else f"{word}_{number}") in taken:
        number += 1
    return word if number == 1 else f"{word}_{number}"


def summon(state: Malifaux, table: Table[Malifaux], here: Source, card: int, x: int, y: int) -> int:
    """MFX-12.5: a summoned model comes; a pass token goes, or the opponent gains one."""
    model = add_model(state, card, here.seat, x, y)
    state.models.summoned[model] = 1
    where = whereabouts.place(state, x, y, state.models.radii[model], model)
    table.tell(events.SUMMONED, model, whereabouts.spot(x, y), where)
    here.deed.no_token = False
    ops.at(state, table, "summoned", model, here.deed, cause=here.me)
    if not here.deed.no_token and not static.has_flag(state, model, "no_summon_token"):
        if state.pass_tokens[here.seat]:
            state.pass_tokens[here.seat] -= 1
            table.tell(events.TOKENS_LOST, here.seat, 1)
        else:
            state.pass_tokens[1 - here.seat] += 1
            table.tell(events.TOKENS_GAINED, 1 - here.seat, 1)
    if static.has_flag(state, model, "counts_as_activated"):
        state.models.activated[model] = 1
    ops.at(state, table, "enemy_summoned", model, here.deed, cause=here.me)
    return model


def replace(state: Malifaux, table: Table[Malifaux], here: Source, old: int, card: int) -> int:
    """MFX-12.6: another model comes in the place of one, which is not killed; it keeps what that one had."""
    rows = state.models
    x, y = rows.xs[old], rows.ys[old]
    damage = formulas.max_health(state, old) - rows.health[old]
    radius, rows.radii[old] = rows.radii[old], 0
    at = nearest_spot(state.field(), x, y, roster.RADIUS[card]) if radius else None
    new = add_model(state, card, rows.sides[old], *(at if at is not None else (UNKNOWN, UNKNOWN)))
    rows.health[new] = max(1, roster.MODELS[card].health - damage)
    rows.activated[new], rows.summoned[new] = rows.activated[old], rows.summoned[old]
    rows.leaders[new], rows.leaders[old] = rows.leaders[old], 0
    for row, size in ((rows.conditions, CONDITION_COUNT), (rows.tokens, TOKEN_COUNT)):
        row[new * size : (new + 1) * size] = row[old * size : (old + 1) * size]
    state.adversaries[:] = [(new if one == old else one, word) for one, word in state.adversaries]
    state.upgrades[:] = [(new if one == old else one, upgrade) for one, upgrade in state.upgrades]
    lasting_ops.end_areas(state, old)
    state.lasting[:] = [
        (new if row[0] == old else row[0], *row[1:3], new if row[3] == old else row[3], *row[4:])
        for row in state.lasting
    ]
    for kept in (rows.killed_by, rows.buried_by, state.chain, *(marks for one in state.schemes for marks in one.marks)):
        kept[:] = [new if one == old else one for one in kept]
    rows.health[old], rows.replaced_by[old], rows.first_cards[new] = 0, new, rows.first_cards[old]
    rows.xs[old] = rows.ys[old] = UNKNOWN
    rows.conditions[old * CONDITION_COUNT : (old + 1) * CONDITION_COUNT] = [0] * CONDITION_COUNT
    now = state.activation
    for used in (state.used, state.used_in_match, *([now.used] if now is not None else [])):
        used[:] = [(new if row[0] == old else row[0], *row[1:]) for row in used]
    if now is not None:
        now.model = new if now.model == old else now.model
        now.damaged[:] = [new if one == old else one for one in now.damaged]  # MFX-15.5
    here.deed.instead = old
    table.tell(events.REPLACED, old, new)
    return new
