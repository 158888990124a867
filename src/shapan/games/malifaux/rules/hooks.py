"""Crews 2.4: hooks: what abilities do at a moment, whose come first, what they cost, how often they may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import formulas, names, roster, select, static, value
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.operations import Conditioned, Credit, Heal
from shapan.games.malifaux.cards.part import AbilityPart
from shapan.games.malifaux.context import AS_ABILITY, ActionContext, Source
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, costs, fate, hazards, ops, order, reactions
from shapan.games.malifaux.rules.ops import LATER
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.static_cache import NO_PARTS

Ready = tuple[int, str, AbilityPart, int]
"""Whose ability, which, its part, the subject."""
ONCE: Final = ("activation", "turn", "game")


def act_at(
    state: Malifaux, table: Table[Malifaux], hook: str, subjects: Sequence[int], deed: ActionContext | None,
    moment: Source,
) -> Source | None:  # fmt: skip
    """Crews 2.4: let abilities act at a moment that some can act at (`ops.at`)."""
    if hook == "marker_dropped":
        see_dropped(state, table, moment.marker)
        return None
    found = ready(state, hook, subjects, deed, moment)
    if not found:
        return None
    last = None
    rows = state.models
    first = rows.sides[state.activation.model] if state.activation is not None else state.initiative
    for seat in (first, 1 - first):
        own = [one for one in found if rows.sides[one[0]] == seat]
        for place in ordered(state, table, seat, own, deed, moment):
            holder, ability, part, subject = own[place]
            here = at_moment(state, moment, deed, holder, subject)
            here.tag = roster.TAG[ability] if ability else UNKNOWN
            if hook == "targeted" and (here.deed.fails or here.deed.target != subject):
                continue  # MFX-4.9: after a redirect those of the old target that are still open are dropped
            if deed is None:
                here.deed = ActionContext(here.seat)
            if act(state, table, here, part):
                last = here
    return last


def at_moment(state: Malifaux, moment: Source, deed: ActionContext | None, holder: int, subject: int) -> Source:
    """Crews 2.4: return a moment as it is for an ability of one model and about one subject."""
    seat = state.models.sides[holder]
    return Source(
        holder, seat, static.IDLE[seat] if deed is None else deed, AS_ABILITY, it=subject, cause=moment.cause,
        killed=moment.killed, killer=moment.killer, amount=moment.amount, marker=moment.marker, side=moment.side,
        event=moment.event, event_tag=moment.event_tag,
    )  # fmt: skip


def see_dropped(state: Malifaux, table: Table[Malifaux], marker: int) -> None:
    """Crews 2.4, `marker_dropped`: let abilities act that are about a marker that was dropped."""
    rows, owner = state.models, state.markers.owners[marker]
    for holder in state.in_play():
        for ability, part in roster.HOOKED[rows.cards[holder]].get("marker_dropped", ()):
            seat = rows.sides[holder]
            here = Source(holder, seat, ActionContext(seat), marker=marker, tag=roster.TAG[ability])
            if part.side != "any" and (part.side == "friendly") != (owner == seat):
                continue
            reach = part.inches * INCH
            near = part.scope in {"table", "self"} or formulas.is_near_marker(state, holder, marker, reach)
            if near and (part.scope != "aura" or formulas.sees_marker(state, holder, marker)):
                act(state, table, here, part)


LATER.abilities = act_at


def ready(
    state: Malifaux, hook: str, subjects: Sequence[int], deed: ActionContext | None, moment: Source
) -> list[Ready]:
    """Crews 2.4: return the parts of abilities that are about one of some subjects at a hook, by their models."""
    found: list[Ready] = []
    rows, hooked, killed = state.models, state.roll().hooks.get(hook), moment.killed
    granted = bool(state.lasting) and hook in state.lasts().hooks
    about = [] if hooked is None else hooked.about(subjects)
    for holder in range(len(rows.health)) if granted else about:
        if rows.health[holder] <= 0 and holder != killed and holder not in subjects:
            continue
        for ability, part in NO_PARTS if hooked is None else hooked.parts.get(holder, NO_PARTS):
            for subject in subjects:
                if not static.is_of_side(state, holder, part, subject):
                    continue
                here = at_moment(state, moment, deed, holder, subject)
                here.tag = roster.TAG[ability]
                if hook == "targeted" and static.is_spared(state, here, here.deed):
                    continue
                if static.in_scope(state, holder, part, subject, here) and not static.is_lost(state, holder, ability):
                    found.append((holder, ability, part, subject))
        if granted:
            for part, by in granted_to(state, holder, hook):
                for subject in subjects:
                    here = at_moment(state, moment, deed, holder, subject)
                    here.cause = by
                    if static.in_scope(state, holder, part, subject, here):
                        found.append((holder, "", part, subject))
    return found


def granted_to(state: Malifaux, holder: int, hook: str) -> list[tuple[AbilityPart, int]]:
    """Crews 2.4: return the parts of abilities at a hook that effects have granted a model, each with who did."""
    return [
        (part, row[3])
        for row in state.lasting
        if row[0] == holder
        for part in roster.granted(row[1])
        if part.hook == hook
    ]


def act(state: Malifaux, table: Table[Malifaux], here: Source, part: AbilityPart) -> bool:
    """Crews 2.4: carry out a part of an ability if it may be used, is wanted and is paid for; tell whether it was."""
    if not value.truth(state, here, part.when) or is_used(state, here, part.once):
        return False
    if not costs.can_pay(state, here, part.costs):
        return False
    special = part.effects[0].op
    if part.costs and special in {"redirect", "activate"}:
        done = (reactions.redirect if special == "redirect" else reactions.chain)(state, table, here, part)
        if done:
            note_used(state, here, part.once)
        return done
    if part.optional and not part.costs and not any(could_do(state, here, effect) for effect in part.effects):
        return False  # section 13.5: nobody is asked about what would change nobody
    if (part.optional or part.costs) and not choices.ask_yes(state, table, here.seat, here):
        return False
    deed = here.deed
    drawers, deed.drawers = deed.drawers, ()
    passed, deed.hazards = deed.hazards, {}
    costs.pay(state, table, here, part.costs)
    note_used(state, here, part.once)
    ops.effects(state, table, here, part.effects)
    limit_hands(state, table, deed)
    hazards.strike(state, table, deed, acted=False)
    deed.drawers, deed.hazards = drawers, passed
    return True


# How often (MFX-12.16, 12.17)


def is_used(state: Malifaux, here: Source, once: str) -> bool:
    """MFX-12.16: tell whether an ability or trigger has been used as often as it may."""
    if not once:
        return False
    row = (here.me, here.tag)
    if once == "activation":
        return state.activation is not None and row in state.activation.used
    return row in (state.used if once == "turn" else state.used_in_match)


def note_used(state: Malifaux, here: Source, once: str) -> None:
    """MFX-12.16: note that an ability or trigger has been used."""
    if once == "activation" and state.activation is not None:
        state.activation.used.append((here.me, here.tag))
    elif once == "turn":
        state.used.append((here.me, here.tag))
    elif once == "game":
        state.used_in_match.append((here.me, here.tag))


# Order: D23.


def ordered(
    state: Malifaux, table: Table[Malifaux], seat: int, found: Sequence[Ready], deed: ActionContext | None,
    moment: Source,
) -> list[int]:  # fmt: skip
    """D23: return the places of some abilities in the order that their owner chooses.

    [ruling] One that could do nothing now is not asked about: it comes last, and may still find something to do then.
    Nor are those of which no order differs.
    """
    if len(found) < 2:
        return list(range(len(found)))
    live = [place for place, one in enumerate(found) if could_act(state, one, deed, moment)]
    idle = [place for place in range(len(found)) if place not in live]
    if len(live) < 2 or order.are_apart([found[place][2] for place in live]):
        return [*live, *idle]
    state.choice = Choice(model=found[live[0]][0], options=list(range(len(live))))
    state.choice.marks = [roster.TAG[found[place][1]] if found[place][1] else UNKNOWN for place in live]
    state.choice.holders = [found[place][0] for place in live]
    return [*(live[at] for at in table.pick_many(order.ask_order, seat)), *idle]


def could_act(state: Malifaux, one: Ready, deed: ActionContext | None, moment: Source) -> bool:
    """MFX-6.17: return whether an ability could do something now: it applies, is not used up, can be paid for."""
    holder, ability, part, subject = one
    here = at_moment(state, moment, deed, holder, subject)
    here.tag = roster.TAG[ability] if ability else UNKNOWN
    if not value.truth(state, here, part.when):
        return False
    if is_used(state, here, part.once) or not costs.can_pay(state, here, part.costs):
        return False
    return any(not isinstance(effect, Heal) or could_do(state, here, effect) for effect in part.effects)


def could_do(state: Malifaux, here: Source, effect: Effect) -> bool:
    """MFX-12.22, section 13.5: return whether an effect finds somebody now whom it can plainly change."""
    if not isinstance(effect, Conditioned | Credit | Heal):  # these do nothing where they find no model
        return True
    models = select.found(state, here, effect.who)
    if isinstance(effect, Heal):
        return any(state.models.health[model] < formulas.max_health(state, model) for model in models)
    return bool(models)


def hand_limit(state: Malifaux, seat: int) -> int:
    """MFX-2.1, 2.3: return how many cards a seat may hold."""
    return names.HAND_SIZE + static.draw_limit(state, seat)


def limit_hands(state: Malifaux, table: Table[Malifaux], deed: ActionContext) -> None:
    """MFX-2.1: an effect that drew cards is finished: who holds too many discards."""
    for seat in (0, 1):
        if seat in deed.drawers:
            fate.keep_limit(state, table, seat, hand_limit(state, seat))
    deed.drawers = ()
