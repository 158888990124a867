"""MFX-12.9 to 12.15: conditions: how they are gained, what they do, when they end; and what lasts for a while."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import events, formulas, names, static
from shapan.games.malifaux.context import AS_CONDITION, Deed, Here
from shapan.games.malifaux.rules import damage
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


def lower(state: Malifaux, table: Table[Malifaux], model: int, condition: int, number: int = 1) -> None:
    """MFX-12.9: the value of a condition falls; at 0 it ends."""
    if state.condition(model, condition):
        formulas.change_condition(state, model, condition, -number)
        table.tell(events.ENDED, model, condition, state.condition(model, condition))


def end(state: Malifaux, table: Table[Malifaux], model: int, condition: int) -> None:
    """MFX-8.32: a condition ends with its whole value."""
    if not state.condition(model, condition):
        return
    formulas.set_condition(state, model, condition, 0)
    if condition == names.ADVERSARY:
        state.adversaries[:] = [row for row in state.adversaries if row[0] != model]
    table.tell(events.ENDED, model, condition, 0)


def of(state: Malifaux, model: int) -> list[int]:
    """Return the conditions that a model has."""
    return [one for one in range(len(names.CONDITIONS)) if state.condition(model, one)]


def end_of_activation(state: Malifaux, table: Table[Malifaux], model: int) -> None:
    """MFX-12.9, 12.11: Fast, Slow, Staggered and Stunned end with the activation of their model."""
    if state.is_in_play(model):
        for condition in AT_END_OF_ACTIVATION:
            end(state, table, model, condition)


def end_phase(state: Malifaux, table: Table[Malifaux], seat: int) -> None:
    """MFX-12.12: Burning, then Poison, then conditions that end; one model after the other."""
    for model in state.in_play(seat):
        for condition in (names.BURNING, names.POISON):
            value = state.condition(model, condition)
            if value and state.is_up(model):
                here = Here(UNKNOWN, seat, Deed(seat), AS_CONDITION, it=model)
                damage.hurt(state, table, here, model, 1 + (value - 1) // 3)
            if condition == names.POISON and state.is_in_play(model):
                lower(state, table, model, names.POISON)
        if state.is_in_play(model):
            for condition in (names.ADVERSARY, *AT_END_PHASE):
                end(state, table, model, condition)


def elapse(state: Malifaux, until: int, model: int = -1) -> None:
    """MFX-7.7: what lasts until now ends, of one model or of all."""
    state.lasting[:] = [row for row in state.lasting if row[2] != until or model not in (-1, row[0])]


def move_lasting(state: Malifaux, old: int, new: int) -> None:
    """MFX-12.6: what lasts on a model is kept by the one that replaces it."""
    state.lasting[:] = [(new if row[0] == old else row[0], *row[1:]) for row in state.lasting]
