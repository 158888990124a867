"""Crews 2.1: the operations that decide what happens: conditions, repetition, choices, what may be left."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import select, value
from shapan.games.malifaux.cards.operations import Choose, Each, If, May, Sequence
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, costs, duel, ops, order, removing
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux


@op(If)
def _if(state: Malifaux, table: Table[Malifaux], here: Source, effect: If) -> None:
    if effect.condition is not None:
        holds = value.truth(state, here, effect.condition)
    else:
        holds = effect.selector is not None and bool(select.found(state, here, effect.selector))
    ops.effects(state, table, here, effect.effects if holds else effect.otherwise)


@op(Each)
def _each(state: Malifaux, table: Table[Malifaux], here: Source, effect: Each) -> None:
    if effect.times is not None:
        for _ in range(value.value(state, here, effect.times)):
            ops.effects(state, table, here, effect.effects)
    for model in order.hit(state, table, here, effect.who) if effect.who is not None else ():
        before, here.it = here.it, model
        ops.effects(state, table, here, effect.effects)
        here.it = before


@op(Choose)
def _choose(state: Malifaux, table: Table[Malifaux], here: Source, effect: Choose) -> None:
    if effect.suit:
        here.number = table.pick(duel.ask_suit, here.seat)
        ops.effects(state, table, here, effect.effects)
    elif effect.number:
        least, most = effect.number
        here.number = choices.option(state, table, here.seat, Choice(model=here.me), most + 1, least)
        ops.effects(state, table, here, effect.effects)
    elif effect.options:
        rows = effect.options
        chosen = choices.option(state, table, here.seat, Choice(model=here.me, about=here.tag), len(rows))
        ops.effects(state, table, here, rows[chosen])
    elif effect.who is not None:
        selector = effect.who
        here.is_chosen_marker = bool(selector.markers)
        if selector.markers:
            here.chosen = removing.stand_in(state, table, here, selector)
            here.is_chosen_marker = here.chosen < 0
            if here.chosen < 0:
                here.chosen = choices.one_marker(state, table, here, selector)
        else:
            found = choices.whom(state, table, here, selector)
            here.chosen = found[0] if found else UNKNOWN
        ops.effects(state, table, here, effect.effects if here.chosen >= 0 else effect.otherwise)


@op(May)
def _may(state: Malifaux, table: Table[Malifaux], here: Source, effect: May) -> None:
    seat = value.player(state, here, effect.by)
    if not costs.can_pay(state, here, effect.costs):
        return
    if choices.ask_yes(state, table, seat, here):
        costs.pay(state, table, here, effect.costs)
        ops.effects(state, table, here, effect.effects)


@op(Sequence)
def _sequence(state: Malifaux, table: Table[Malifaux], here: Source, effect: Sequence) -> None:
    if effect.moment == "after_action":
        here.deed.later += tuple([(one, here) for one in effect.effects])
    else:
        ops.effects(state, table, here, effect.effects)
