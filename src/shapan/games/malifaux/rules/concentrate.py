"""MFX-8.24: Concentrate: a model gains Focused."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, names, roster
from shapan.games.malifaux.context import Actor, Source
from shapan.games.malifaux.rules import conditions, costs, verbs
from shapan.games.malifaux.rules.verbs import Verb
from shapan.games.malifaux.state import Malifaux


class Concentrate(Verb):
    """MFX-8.24, C5: once in an activation, unless the option lets it often."""

    def may(self, state: Malifaux, who: Actor, code: int) -> bool:
        now = state.activation
        used = now is not None and (who.model, roster.TAG["concentrate"]) in now.used
        return (not used or state.rules.concentrate_often) and costs.can_discard(state, who, "concentrate")

    def refused(self, state: Malifaux, who: Actor, code: int) -> Reason:
        can_pay = costs.can_discard(state, who, "concentrate")
        return Reason("MFX-8.24", "concentrated") if can_pay else costs.UNPAID

    def next(self, state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
        return costs.discards_for(state, who, "concentrate", picked)

    def do(self, state: Malifaux, table: Table[Malifaux], here: Source, picks: Sequence[int]) -> None:
        costs.pay_cards(state, table, here.seat, picks)
        if state.activation is not None:
            state.activation.used.append((here.me, roster.TAG["concentrate"]))
        table.tell(events.CONCENTRATED, here.me)
        conditions.gain(state, table, here.me, names.FOCUSED, 1)


verbs.VERBS[actions.CONCENTRATE] = Concentrate()
