"""MFX-8.1: an activation: its start, its actions, its end."""

from __future__ import annotations

from shapan.engine.table import Table
from shapan.games.malifaux import actions, agenda, events, model_traits, names
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.rules import acting, card_actions, conditions, killing, lasting_ops, ops, scoring, verbs
from shapan.games.malifaux.state import ACTION, Malifaux


def begin(state: Malifaux, table: Table[Malifaux], model: int) -> None:
    """MFX-8.1 (1): what lets a buried model come back, then effects of the start of an activation."""
    for row in list(state.lasting):
        if row[0] == model and row[2] == names.UNTIL_UNBURIED and state.models.buried[model]:
            killing.released(state, table, model, row[1], row[3], "activation_start")
    now = state.activation
    if now is None or now.ended or not state.is_in_play(model):
        return
    ops.at(state, table, "activation_start", model)


def can_act(state: Malifaux, model: int) -> bool:
    """MFX-8.30, E50: tell whether an activation goes on."""
    now = state.activation
    return now is not None and not now.ended and state.is_in_play(model)


def action_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-8.1 (2): one action after the other, until the model ends its activation or can do nothing more."""
    state.step, now = ACTION, state.activation
    assert now is not None
    model = now.model
    seat = state.models.sides[model]
    who = Actor(model, seat)
    if not can_act(state, model) or not acting.can_act(state, who):
        return
    picks = table.ask_many(acting.ask_action, seat)
    if picks[0] == actions.END:
        return
    state.push(agenda.ACTION_STEP)
    if not actions.ACT.has(picks[0]):
        now.actions += 1
        verbs.do(state, table, who, picks)
        return
    action = model_traits.action(state, model, actions.ACT.value(picks[0]))
    assert action is not None
    if action.bonus:
        now.bonus += 1
        if state.condition(model, names.STUNNED):
            now.actions += 1
    else:
        now.actions += 1
    card_actions.take(state, table, who, action, picks)


def end_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-8.1 (3): effects of the end of an activation, conditions that end; the model has activated."""
    now = state.activation
    assert now is not None
    model = now.model
    if state.is_in_play(model):
        ops.at(state, table, "activation_end", model)
    scoring.vendetta(state, table, model)
    if state.is_in_play(model):
        conditions.end_of_activation(state, table, model)
    state.models.activated[model] = 1
    lasting_ops.elapse(state, names.UNTIL_ACTIVATION)
    table.tell(events.ACTIVATION_ENDED, model)
    state.activation = None
