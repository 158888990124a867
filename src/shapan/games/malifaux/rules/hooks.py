"""Crews 2.4: hooks: what abilities do at a moment, whose come first, what they cost, how often they may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks
from shapan.engine.table import Table
from shapan.games.malifaux import actions, formulas, names, roster, static, value
from shapan.games.malifaux.cards.ability import AbilityPart
from shapan.games.malifaux.context import AS_ABILITY, AS_ACTION, Deed, Here
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.memo import NO_PARTS
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import costs, generated, run
from shapan.games.malifaux.state import Malifaux

Ready = tuple[int, str, AbilityPart, int]
"""Whose ability, which, its part, the subject."""
ONCE: Final = ("activation", "turn", "game")


def at(
    state: Malifaux,
    table: Table[Malifaux],
    hook: str,
    about: int | Sequence[int],
    deed: Deed | None = None,
    *,
    event: int = AS_ACTION,
    tag: int = UNKNOWN,
    cause: int = UNKNOWN,
    killed: int = UNKNOWN,
    killer: int = UNKNOWN,
    amount: int = 0,
    marker: int = UNKNOWN,
) -> Here | None:
    """Let all abilities act that are about a subject at a moment, or one of several; return where the last one stood.

    The active player's models come first, each player's in the order that he chooses (2.4, MFX-7.5).
    """
    if hook not in state.roll().hooks and not (state.lasting and hook in state.lasts().hooks):
        return None
    subjects = [about] if isinstance(about, int) else about

    def here_of(holder: int, subject: int) -> Here:
        seat = state.models.sides[holder]
        return Here(
            holder, seat, deed if deed is not None else static.IDLE[seat], AS_ABILITY, it=subject, cause=cause,
            killed=killed, killer=killer, amount=amount, marker=marker, event=event, event_tag=tag,
        )  # fmt: skip

    found = ready(state, hook, subjects, here_of, killed)
    if not found:
        return None
    last = None
    rows = state.models
    first = rows.sides[state.activation.model] if state.activation is not None else state.initiative
    for seat in (first, 1 - first):
        own = [one for one in found if rows.sides[one[0]] == seat]
        for place in ordered(state, table, seat, own):
            holder, ability, part, subject = own[place]
            here = here_of(holder, subject)
            here.tag = roster.TAG[ability] if ability else UNKNOWN
            if deed is None:
                here.deed = Deed(here.seat)
            if act(state, table, here, part):
                last = here
    return last


def ready(
    state: Malifaux, hook: str, subjects: Sequence[int], here_of: Callable[[int, int], Here], killed: int
) -> list[Ready]:
    """Crews 2.4: return the parts of abilities that are about one of some subjects at a hook, by their models."""
    found: list[Ready] = []
    rows, hooked = state.models, state.roll().hooks.get(hook)
    granted = bool(state.lasting) and hook in state.lasts().hooks
    about = [] if hooked is None else hooked.about(subjects)
    for holder in range(len(rows.health)) if granted else about:
        if rows.health[holder] <= 0 and holder != killed and holder not in subjects:
            continue
        for ability, part in NO_PARTS if hooked is None else hooked.parts.get(holder, NO_PARTS):
            for subject in subjects:
                if part.scope == "self" and subject != holder:
                    continue
                here = here_of(holder, subject)
                here.tag = roster.TAG[ability]
                if hook == "targeted" and static.is_spared(state, here, here.deed):
                    continue
                if static.in_scope(state, holder, part, subject, here) and not static.is_lost(state, holder, ability):
                    found.append((holder, ability, part, subject))
        if granted:
            for part, by in granted_to(state, holder, hook):
                for subject in subjects:
                    here = here_of(holder, subject)
                    here.cause = by
                    if static.in_scope(state, holder, part, subject, here):
                        found.append((holder, "", part, subject))
    return found


def granted_to(state: Malifaux, holder: int, hook: str) -> list[tuple[AbilityPart, int]]:
    """Return the parts of abilities at a hook that effects have granted a model, each with who has done so."""
    return [
        (part, row[3])
        for row in state.lasting
        if row[0] == holder and roster.LASTING[row[1]].op == "grant"
        for part in roster.LASTING[row[1]].parts()
        if part.hook == hook
    ]


def act(state: Malifaux, table: Table[Malifaux], here: Here, part: AbilityPart) -> bool:
    """Carry out a part of an ability if it may be used, is wanted and is paid for; tell whether it was."""
    if not value.truth(state, here, part.when) or is_used(state, here, part.once):
        return False
    if not costs.can_pay(state, here, part.costs):
        return False
    special = part.effects[0].op
    if part.costs and special in {"redirect", "activate"}:
        done = (generated.redirect if special == "redirect" else generated.chain)(state, table, here, part)
        if done:
            note_used(state, here, part.once)
        return done
    if (part.optional or part.costs) and not run.wants(state, table, here):
        return False
    costs.pay(state, table, here, part.costs)
    note_used(state, here, part.once)
    run.effects(state, table, here, part.effects)
    return True


# How often (MFX-12.16, 12.17)


def is_used(state: Malifaux, here: Here, once: str) -> bool:
    """Tell whether an ability or trigger has been used as often as it may."""
    if not once:
        return False
    row = (here.me, here.tag)
    if once == "activation":
        return state.activation is not None and row in state.activation.used
    return row in (state.used if once == "turn" else state.used_in_match)


def note_used(state: Malifaux, here: Here, once: str) -> None:
    """Note that an ability or trigger has been used."""
    if once == "activation" and state.activation is not None:
        state.activation.used.append((here.me, here.tag))
    elif once == "turn":
        state.used.append((here.me, here.tag))
    elif once == "game":
        state.used_in_match.append((here.me, here.tag))


# Order: D23.


@picks("order", "MFX-6.17", actions.ORDER, rows=actions.ORDER_ROWS, ordered=True, open=True)
def ask_order(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D23: the order of effects, or of models that one effect hits."""
    choice = state.choice
    assert choice is not None
    return [actions.ORDER.codes[place] for place in choice.options if actions.ORDER.codes[place] not in picked]


def ordered(state: Malifaux, table: Table[Malifaux], seat: int, found: Sequence[Ready]) -> list[int]:
    """D23: return the places of some abilities in the order that their owner chooses."""
    if len(found) < 2:
        return list(range(len(found)))
    state.choice = Choice(model=found[0][0], options=list(range(len(found))))
    state.choice.marks = [roster.TAG[ability] if ability else UNKNOWN for _, ability, _, _ in found]
    state.choice.holders = [holder for holder, _, _, _ in found]
    return table.pick_many(ask_order, seat)


def hand_limit(state: Malifaux, seat: int) -> int:
    """MFX-2.1, 2.3: return how many cards a seat may hold."""
    return names.HAND_SIZE + static.draw_limit(state, seat)


def in_order(state: Malifaux, table: Table[Malifaux], seat: int, model: int, models: Sequence[int]) -> list[int]:
    """MFX-6.17: return models that one effect hits in the order that its player chooses."""
    if len(models) < 2:
        return list(models)
    state.choice = Choice(model=model, options=list(range(len(models))), holders=list(models))
    return [models[place] for place in table.pick_many(ask_order, seat)]


def marker_at(state: Malifaux, table: Table[Malifaux], hook: str, marker: int, by: int = UNKNOWN) -> None:
    """Let abilities act that are about a marker that was dropped, or about who removed one."""
    if hook == "marker_removed":
        at(state, table, hook, [by] if by >= 0 else [], None, marker=marker, cause=by)
        return
    rows = state.models
    for holder in range(len(rows.health)):
        for ability, part in roster.HOOKED[rows.cards[holder]].get(hook, ()) if rows.health[holder] > 0 else ():
            seat = rows.sides[holder]
            here = Here(holder, seat, Deed(seat), marker=marker, tag=roster.TAG[ability])
            owner = state.markers.owners[marker]
            if part.side != "any" and (part.side == "friendly") != (owner == seat):
                continue
            reach = part.inches * INCH
            near = part.scope in {"table", "self"} or formulas.is_near_marker(state, holder, marker, reach)
            if near and (part.scope != "aura" or formulas.sees_marker(state, holder, marker)):
                act(state, table, here, part)


def for_all(state: Malifaux, table: Table[Malifaux], hook: str) -> None:
    """MFX-7.2 D, 7.5 A: let all abilities of a moment of the turn act."""
    at(state, table, hook, state.in_play())
