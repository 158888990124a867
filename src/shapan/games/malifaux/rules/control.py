"""Crews 2.1: the operations that decide what happens: conditions, repetition, choices, what may be left."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import select, value
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.context import Here
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, costs, duel, ops, removing
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux


@op("if")
def _if(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    if effect.has("condition"):
        holds = value.truth(state, here, effect.number("condition"))
    else:
        holds = bool(select.found(state, here, effect.who("selector")))
    ops.effects(state, table, here, effect.effects("effects" if holds else "otherwise"))


@op("each")
def _each(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    if effect.has("times"):
        for _ in range(value.value(state, here, effect.number("times"))):
            ops.effects(state, table, here, effect.effects())
        return
    for model in choices.hit(state, table, here, effect.who()):
        before, here.it = here.it, model
        ops.effects(state, table, here, effect.effects())
        here.it = before


@op("choose")
def _choose(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    if effect.flag("suit"):
        here.number = table.pick(duel.ask_suit, here.seat)
        ops.effects(state, table, here, effect.effects())
    elif effect.has("number"):
        least, most = effect.numbers("number")
        here.number = choices.option(state, table, here.seat, Choice(model=here.me), most + 1, least)
        ops.effects(state, table, here, effect.effects())
    elif effect.has("options"):
        rows = effect.options()
        chosen = choices.option(state, table, here.seat, Choice(model=here.me, about=here.tag), len(rows))
        ops.effects(state, table, here, rows[chosen])
    else:
        selector = effect.who()
        here.is_chosen_marker = bool(selector.markers)
        if selector.markers:
            here.chosen = removing.stand_in(state, table, here, selector)
            here.is_chosen_marker = here.chosen < 0
            if here.chosen < 0:
                here.chosen = choices.one_marker(state, table, here, selector)
        else:
            found = choices.whom(state, table, here, selector)
            here.chosen = found[0] if found else UNKNOWN
        ops.effects(state, table, here, effect.effects("effects" if here.chosen >= 0 else "otherwise"))


@op("may")
def _may(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    seat = value.player(state, here, effect.word("by"))
    if not costs.can_pay(state, here, effect.costs()):
        return
    if choices.asks_yes(state, table, seat, here):
        costs.pay(state, table, here, effect.costs())
        ops.effects(state, table, here, effect.effects())


@op("sequence")
def _sequence(state: Malifaux, table: Table[Malifaux], here: Here, effect: Effect) -> None:
    if effect.word("moment") == "after_action":
        here.deed.later += tuple([(one, here) for one in effect.effects()])
    else:
        ops.effects(state, table, here, effect.effects())
