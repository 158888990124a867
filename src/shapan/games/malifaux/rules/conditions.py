"""MFX-12.9 to 12.15: conditions: how they are gained, what they do, when they end."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import events, formulas, model_traits, names, roster, static
from shapan.games.malifaux.context import AS_CONDITION, ActionContext, Source
from shapan.games.malifaux.records import CONDITION_COUNT, Choice
from shapan.games.malifaux.rules import choices, damage, order
from shapan.games.malifaux.state import Malifaux

AT_END_OF_ACTIVATION: Final = (names.FAST, names.SLOW, names.STAGGERED, names.STUNNED)
AT_END_PHASE: Final = (names.INJURED, names.SHIELDED)


def gain(state: Malifaux, table: Table[Malifaux], model: int, condition: int, number: int = 1) -> None:
    """MFX-12.9: a model gains a condition; values add up, others do not; Fast and Slow end each other."""
    if number <= 0 or not state.is_in_play(model) or static.cannot_gain(state, model, condition):
        return
    opposite = {names.FAST: names.SLOW, names.SLOW: names.FAST}.get(condition)
    if opposite is not None and state.condition(model, opposite):
        end(state, table, model, opposite)
        return
    if condition in names.VALUED:
        formulas.change_condition(state, model, condition, number)
    elif state.condition(model, condition):
        return
    else:
        formulas.set_condition(state, model, condition, 1)
    table.tell(events.GAINED, model, condition, number if condition in names.VALUED else 0)


def gain_adversary(state: Malifaux, table: Table[Malifaux], model: int, word: int) -> None:
    """MFX-12.9: a model gains Adversary of a keyword, characteristic or name."""
    if static.cannot_gain(state, model, names.ADVERSARY) or (model, word) in state.adversaries:
        return
    state.adversaries.append((model, word))
    formulas.set_condition(state, model, names.ADVERSARY, 1)
    table.tell(events.GAINED, model, names.ADVERSARY, 0)


def is_adversary(state: Malifaux, model: int, target: int) -> bool:
    """MFX-12.9: tell whether a target has Adversary of something that a model is."""
    return any(
        one == target
        and (
            model_traits.has_keyword(state, model, roster.ADVERSARY_WORDS[word])
            or static.has_characteristic(state, model, roster.ADVERSARY_WORDS[word])
            or model_traits.card(state, model).id == roster.ADVERSARY_WORDS[word]
        )
        for one, word in state.adversaries
    )


def lower(state: Malifaux, table: Table[Malifaux], model: int, condition: int, number: int = 1) -> None:
    """MFX-12.9: the value of a condition falls; at 0 it ends."""
    if state.condition(model, condition):
        formulas.change_condition(state, model, condition, -number)
        table.tell(events.ENDED, model, condition, state.condition(model, condition))


def end(state: Malifaux, table: Table[Malifaux], model: int, condition: int) -> None:
    """End a condition with its whole value."""
    if not state.condition(model, condition):
        return
    formulas.set_condition(state, model, condition, 0)
    if condition == names.ADVERSARY:
        state.adversaries[:] = [row for row in state.adversaries if row[0] != model]
    table.tell(events.ENDED, model, condition, 0)


def of(state: Malifaux, model: int) -> list[int]:
    """MFX-12.9: return the conditions that a model has."""
    return [one for one in range(len(names.CONDITIONS)) if state.condition(model, one)]


def end_of_activation(state: Malifaux, table: Table[Malifaux], model: int) -> None:
    """MFX-12.9, 12.11: Fast, Slow, Staggered and Stunned end with the activation of their model."""
    if state.is_in_play(model):
        for condition in AT_END_OF_ACTIVATION:
            if state.condition(model, condition):
                end(state, table, model, condition)


def end_phase(state: Malifaux, table: Table[Malifaux], seat: int) -> None:
    """MFX-12.12: Burning, then Poison, then conditions that end; one model after the other as the owner orders.

    [ruling] Asked only where one of several that suffer may be killed, or its damage lets a player act or pay.
    """
    models, rows = state.in_play(seat), state.models
    hurt = [model for model in models if harm_of(state, model)]
    here = Source(UNKNOWN, seat, ActionContext(seat), AS_CONDITION)
    differing = order.among_hurt(state, here, hurt, [harm_of(state, model) for model in hurt])
    models = order.in_order(state, table, seat, UNKNOWN, models, differing)
    for model in models:
        if not any(rows.conditions[model * CONDITION_COUNT : (model + 1) * CONDITION_COUNT]):
            continue
        for condition in (names.BURNING, names.POISON):
            number = harm_by(state.condition(model, condition))
            if number and state.is_up(model):
                here = Source(UNKNOWN, seat, ActionContext(seat), AS_CONDITION, it=model)
                damage.hurt(state, table, here, model, number)
            if condition == names.POISON and state.is_in_play(model):
                lower(state, table, model, names.POISON)
        if state.is_in_play(model):
            for condition in (names.ADVERSARY, *AT_END_PHASE):
                end(state, table, model, condition)


def harm_by(value: int) -> int:
    """MFX-12.9: return what Burning or Poison of a value does: 1, and 1 for every 3 points beyond the first."""
    return 1 + (value - 1) // 3 if value else 0


def harm_of(state: Malifaux, model: int) -> int:
    """MFX-12.9: return what Burning and Poison do to a model on the table in the End Phase."""
    if not state.is_up(model):
        return 0
    return sum(harm_by(state.condition(model, one)) for one in (names.BURNING, names.POISON))


def end_one(state: Malifaux, table: Table[Malifaux], seat: int, model: int) -> None:
    """End a condition that the player of the effect names (`choices.ask_condition`)."""
    there = of(state, model)
    if not there:
        return
    if len(there) == 1:
        end(state, table, model, there[0])
        return
    state.choice = Choice(model=model, options=there)
    end(state, table, model, table.pick(choices.ask_condition, seat))
