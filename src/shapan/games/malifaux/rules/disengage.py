"""MFX-8.22: Disengage: an enemy may strike, then the model pushes away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, melee, model_traits, names, roster
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import ActionContext, Actor, Source
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.records import DISENGAGE, Choice
from shapan.games.malifaux.rules import card_actions, choices, costs, damage, fate, moves, options, verbs
from shapan.games.malifaux.rules.verbs import Verb
from shapan.games.malifaux.rules.walk import allowed
from shapan.games.malifaux.state import Malifaux

SHORTER: Final = (2, 4, 6)
"""By how many inches a successful strike shortens the way, by band."""


class Disengage(Verb):
    """MFX-8.22: only while engaged; an enemy may strike, then the model pushes up to Mv."""

    def may(self, state: Malifaux, who: Actor, code: int) -> bool:
        return melee.is_engaged(state, who.model) and costs.can_discard(state, who, "disengage")

    def refused(self, state: Malifaux, who: Actor, code: int) -> Reason:
        is_engaged = state.is_up(who.model) and melee.is_engaged(state, who.model)
        return Reason("MFX-8.22", "cost" if is_engaged else "not_engaged")

    def next(self, state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
        return costs.discards_for(state, who, "disengage", picked)

    def do(self, state: Malifaux, table: Table[Malifaux], here: Source, picks: Sequence[int]) -> None:
        model, now = here.me, state.activation
        costs.pay_cards(state, table, here.seat, picks)
        if now is not None and now.model == model:
            now.disengaged = 1
        table.tell(events.DISENGAGED, model)
        others = len(melee.engagers(state, model)) - 1
        most = allowed(state, model)
        deed = strike(state, table, model)
        if deed is not None and deed.success and state.is_up(model):
            margin = damage.margin_mod(deed)
            fate.tell_change(table, model, margin, roster.MARGIN)
            fate.tell_change(table, model, others, roster.MORE_ENGAGED)
            striking = Source(deed.model, deed.seat, deed)
            card = fate.flip_band(state, table, striking, DISENGAGE, margin + others, SHORTER)
            most = max(0, most - SHORTER[names.BAND[names.VALUE[card]]] * INCH)
        if not state.is_up(model) or not most:
            return
        state.choice = Choice(model=model, most=most)
        code = table.ask(choices.ask_push, here.seat, 1)
        if code != actions.DECLINE:
            moves.push(state, table, here, code, most)


@question("strike", "MFX-8.22", actions.STRIKE, actions.ACTIONS.of(actions.DECLINE), open=True)
def ask_strike(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D27: the enemy and its melee action against the model `arg` that disengages, or none."""
    codes = [actions.DECLINE]
    for foe in melee.engagers(state, arg):
        for action in model_traits.actions(state, foe):
            if can_strike(state, Actor(foe, seat), action, arg):
                codes.append(actions.STRIKE.code(foe, roster.ACTION.numbers[action.id]))
    return codes


def can_strike(state: Malifaux, who: Actor, action: Action, model: int) -> bool:
    """MFX-8.22, E5: tell whether an action is a melee one, as it can be taken, that is not a bonus action."""
    as_melee = action.range_type == "projectile" and options.melee_reach(state, who.model) > 0
    if action.bonus or not (as_melee or action.range_type == "melee"):
        return False
    return options.is_possible(state, who, action) and model in options.targets(state, who, action, as_melee=as_melee)


def strike(state: Malifaux, table: Table[Malifaux], model: int) -> ActionContext | None:
    """MFX-8.22: let an enemy strike at a model that disengages; return the strike, None where there is none."""
    seat = 1 - state.models.sides[model]
    if len(ask_strike.legal(state, seat, model)) <= 1:
        return None
    code = table.ask(ask_strike, seat, model)
    if code == actions.DECLINE:
        return None
    foe, number = actions.STRIKE.values(code)
    table.tell(events.STRUCK_AT, foe, model)
    action = model_traits.action(state, foe, number)
    assert action is not None
    row = [actions.ACT.codes[number], actions.AIM.codes[model]]
    if action.range_type == "projectile":
        row.append(actions.AS.codes[0])
    return card_actions.take(
        state, table, Actor(foe, seat), action, row, no_triggers=True, no_effects=not state.rules.disengage_hurts
    )


verbs.VERBS[actions.DISENGAGE] = Disengage()
