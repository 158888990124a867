"""MFX-6: damage: its flip, what changes it, what reduces it, blasts; healing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import events, formulas, names, places, roster, static, value, whereabouts
from shapan.games.malifaux.cards.amount import Amount
from shapan.games.malifaux.context import AS_ACTION, AS_TRIGGER, ActionContext, Source
from shapan.games.malifaux.geometry.engagement import touched_by_marker
from shapan.games.malifaux.geometry.unit import BLAST
from shapan.games.malifaux.records import ACTING, DAMAGE, HEAL, Blow, Choice
from shapan.games.malifaux.rules import choices, fate, killing, ops, order, stones
from shapan.games.malifaux.state import Malifaux

MARGINS: Final = ((11, 1), (6, 0), (1, -1), (0, -2))
"""MFX-6.2: from which margin on the damage flip is changed by how much."""


# The flip (MFX-6.1 to 6.5)


def margin_mod(deed: ActionContext) -> int:
    """MFX-6.2: return what the margin of an opposed attack does to its damage flip."""
    if not deed.opposed or deed.relented:
        return 0
    margin = deed.totals[0] - deed.totals[1]
    return next((mod for least, mod in MARGINS if margin >= least), 0)


def flip_mods(state: Malifaux, here: Source, target: int, mods: int) -> list[tuple[int, int]]:
    """MFX-6.2, 6.3: return every + and - of a damage flip with its reason, without block."""
    deed = here.deed
    found = [(mods, roster.PRINTED), *static.against(state, "damage_flip", target, deed)]
    if here.kind == AS_ACTION:
        found.append((margin_mod(deed), roster.MARGIN))
    if here.kind in (AS_ACTION, AS_TRIGGER):
        found.append((deed.focused >> here.side & 1, roster.BY_FOCUSED))
    if here.kind == AS_ACTION:
        found += [(deed.plus_flip, roster.BY_TRIGGER), (-deed.minus_flip, roster.BY_TRIGGER)]
        if deed.card is not None and is_projectile(deed) and has_cover(state, deed, target):
            found.append((-1, roster.COVERED))
    if deed.turned:
        found = [(abs(change), reason if change > 0 else roster.TURNED_TO_PLUS) for change, reason in found]
    return [(change, reason if reason >= 0 else roster.LASTS) for change, reason in found if change]


def is_projectile(deed: ActionContext) -> bool:
    """E5: tell whether an action is a projectile one as it is taken."""
    return deed.card is not None and deed.card.range_type == "projectile" and not deed.as_melee


def has_cover(state: Malifaux, deed: ActionContext, target: int) -> bool:
    """MFX-13.12: tell whether a target has cover against an action."""
    ignored = deed.card is not None and "cover" in deed.card.ignores
    up = state.is_up(deed.model) and state.is_up(target)
    return not ignored and up and formulas.is_covered(state, deed.model, target)


# A damage effect


def damage(
    state: Malifaux, table: Table[Malifaux], here: Source, target: int, amount: Amount, *,
    blasts: Sequence[int] = (), mods: int = 0, irreducible: bool = False, ignore: Sequence[str] = (),
    tag: int = UNKNOWN, named: bool = False,
) -> None:  # fmt: skip
    """MFX-6: damage to one model, with the blasts that its band brings (MFX-6.12, 6.15).

    A buried model suffers it only if the effect names it (MFX-12.7).
    """
    deed = here.deed
    deed.ignores += tuple([one for one in ignore if one not in deed.ignores])
    bands = [value.value(state, here, one) for one in amount.bands]
    band, extra = UNKNOWN, 0
    if amount.is_flipped:
        changes = flip_mods(state, here, target, mods)
        more = extra_damage(here)
        blow = state.blow = Blow(seat=here.seat, model=target, bands=[one + more for one in bands], mods=list(changes))
        if stones.block(state, table, target):
            blow.mods.append((-1, roster.BY_BLOCK))
        for change, reason in blow.mods:
            fate.tell_change(table, target, change, reason)
        net = sum([change for change, _ in blow.mods])
        card = fate.flip_band(state, table, here, DAMAGE, net, blow.bands)
        blow.card = card
        if card == names.BLACK_JOKER:
            deed.void = deed.void or here.kind == AS_ACTION
            return
        band = names.BAND[names.VALUE[card]]
        extra = int(card == names.RED_JOKER)
    number = bands[max(band, 0)] + extra + extra_damage(here)
    markers = (blasts[band] if blasts and band >= 0 else 0) + (deed.more_blasts if here.kind == AS_ACTION else 0)
    hit = place_blasts(state, table, here, target, markers) if markers else []
    hurt(state, table, here, target, number, irreducible=irreducible, tag=tag, named=named)
    lower = bands[max(0, band - 1)]
    differing = order.among_hurt(state, here, hit, [lower] * len(hit), tag)
    for model in order.in_order(state, table, here.seat, here.me, hit, differing):
        if state.is_up(model):
            hurt(state, table, here, model, lower, irreducible=irreducible, tag=tag)


def extra_damage(here: Source) -> int:
    """MFX-6.6: return what triggers add to the damage of the action itself."""
    return here.deed.more_damage if here.kind == AS_ACTION else 0


def place_blasts(state: Malifaux, table: Table[Malifaux], here: Source, target: int, number: int) -> list[int]:
    """MFX-6.12, 6.15: place blast markers; return the other models that one of them overlaps or touches."""
    rows = state.models
    if not state.is_up(target):
        return []
    laid: list[tuple[int, int]] = []
    for _ in range(number):
        x, y, r = (rows.xs[target], rows.ys[target], rows.radii[target]) if not laid else (*laid[-1], BLAST)
        choice = Choice(model=here.me, x=x, y=y, r=r, radius=BLAST, rules=places.BLASTED)
        at = choices.spot(state, table, here.seat, choice)
        if at is None:
            break
        laid.append(at)
        if table.on:
            table.tell(events.BLASTED, whereabouts.spot(*at), whereabouts.place(state, *at, BLAST))
    field = state.field()
    hit = {model for x, y in laid for model in touched_by_marker(field, x, y, BLAST)}
    return [model for model in state.up() if model in hit and model != target]


# A damage event (MFX-6.6)


def hurt(
    state: Malifaux, table: Table[Malifaux], here: Source, model: int, number: int, *, irreducible: bool = False,
    tag: int = UNKNOWN, named: bool = False,
) -> int:  # fmt: skip
    """MFX-6.6 to 6.9: a fixed amount of damage to a model; return what it suffers."""
    deed = here.deed
    if not state.is_up(model) and not (named and state.is_in_play(model)):
        return 0
    instead = UNKNOWN
    for effect, place, _ in static.holding(state, "flag heal_instead", model, deed):
        instead = static.made_value(state, place, effect, UNKNOWN)
    if instead >= 0:
        heal(state, table, here, model, instead)
        return 0
    word = roster.TAGS[tag] if tag >= 0 else ""
    if word and static.ignores(state, model, word):
        ops.at(state, table, "damage_ignored", model, deed, event=here.kind, tag=tag, cause=here.me)
        return 0
    if not irreducible:
        number = reduced(state, table, here, model, number)
    number = max(0, number)
    if state.blow is None or state.blow.model != model or state.blow.number >= 0:
        state.blow = Blow(seat=here.seat, model=model, bands=[number])
    state.blow.number = number
    if number and not irreducible:
        number = stones.reduce(state, table, deed, model, number)
    if number <= 0:
        table.tell(events.UNHURT, model)
        return 0
    suffer(state, table, here, model, number, tag)
    return number


def reduced(state: Malifaux, table: Table[Malifaux], here: Source, model: int, number: int) -> int:
    """MFX-6.6, 6.7: reductions down to 1, then Shielded down to 0."""
    deed = here.deed
    state_saved, deed.saved_minimum = deed.saved, 1
    if here.kind != AS_ACTION or deed.target != model:
        deed.saved = 0
    if not ignored(deed, "armor"):
        ops.at(state, table, "damage_reduce", model, deed, event=here.kind, cause=here.me)
    number = max(min(number, deed.saved_minimum), number - deed.saved)
    deed.saved = state_saved
    if number > 0 and state.condition(model, names.SHIELDED):
        formulas.change_condition(state, model, names.SHIELDED, -1)
        number -= 1
        table.tell(events.ENDED, model, names.SHIELDED, state.condition(model, names.SHIELDED))
    return number


def ignored(deed: ActionContext, what: str) -> bool:
    """Crews 1: tell whether an action ignores something of its target."""
    return what in deed.ignores or (deed.card is not None and what in deed.card.ignores)


def suffer(state: Malifaux, table: Table[Malifaux], here: Source, model: int, number: int, tag: int) -> None:
    """MFX-6.6, 6.14: Health falls; Hard to Kill acts here; then what comes after damage, or the killing."""
    deed, rows = here.deed, state.models
    before = rows.health[model]
    left = max(0, before - number)
    if not ignored(deed, "hard_to_kill"):
        left = max(left, killing.min_health(state, table, here, model, before))
    rows.health[model] = left
    deed.suffered[model] = deed.suffered.get(model, 0) + number
    own = here.kind == AS_ACTION or (here.kind == AS_TRIGGER and here.side == ACTING)
    if own and model not in deed.damaged:  # MFX-6.11: what the other side's trigger does is no damage of the action
        deed.damaged += (model,)
    now = state.activation
    if now is not None and here.me == now.model and model not in now.damaged:
        now.damaged.append(model)
    table.tell(events.SUFFERED, model, number, left)
    if left:
        ops.at(state, table, "after_damage", model, deed, event=here.kind, tag=tag, cause=here.me, amount=number)
        return
    rows.health[model] = 1  # until it is killed, which effects may prevent, it is in play
    ops.at(state, table, "after_damage", model, deed, event=here.kind, tag=tag, cause=here.me, amount=number)
    if state.is_in_play(model):
        killing.kill(state, table, here, model, tag=tag)


# Healing: MFX-6.10.


def heal(state: Malifaux, table: Table[Malifaux], here: Source, model: int, number: int) -> int:
    """MFX-6.10, 12.22: Health rises to the maximum at most; return by how much."""
    rows = state.models
    if not state.is_in_play(model) or static.has_flag(state, model, "cannot_heal"):
        return 0
    number = min(number, formulas.max_health(state, model) - rows.health[model])
    if number <= 0:
        return 0
    rows.health[model] += number
    table.tell(events.HEALED, model, number)
    ops.at(state, table, "after_heal", model, here.deed, event=here.kind, tag=here.tag, cause=here.me, amount=number)
    return number


def heal_amount(state: Malifaux, table: Table[Malifaux], here: Source, amount: Amount) -> int:
    """MFX-6.10, 6.16: return how much is healed: fixed, or by a flip whose jokers are weak and severe."""
    bands = [value.value(state, here, one) for one in amount.bands]
    if not amount.is_flipped:
        return bands[0]
    card = fate.flip_band(state, table, here, HEAL, 0, bands)
    return bands[names.BAND[names.VALUE[card]]]
