"""MFX-8.25: Assist: a condition of a friend is lowered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, names
from shapan.games.malifaux.context import Actor, Source
from shapan.games.malifaux.records import ASSIST
from shapan.games.malifaux.rules import conditions, fate, verbs
from shapan.games.malifaux.rules.verbs import Verb
from shapan.games.malifaux.state import Malifaux

RANGE: Final = 2
ASSISTED: Final = (1, 2, 3)
"""C4: by how much Assist lowers by the option `assist_amount`, by band."""


class Assist(Verb):
    """MFX-8.25, 8.32: one of three conditions of a friend within 2 inches is lowered, by 1 or by a flip."""

    def may(self, state: Malifaux, who: Actor, code: int) -> bool:
        return bool(assisted(state, who.model))

    def refused(self, state: Malifaux, who: Actor, code: int) -> Reason:
        return Reason("MFX-8.25", "nobody")

    def next(self, state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
        if len(picked) == 1:
            return [actions.TARGET.codes[one] for one in assisted(state, who.model)]
        if len(picked) > 2:
            return []
        target = actions.TARGET.value(picked[1])
        return [actions.CONDITION.codes[one] for one in names.ASSISTED if state.condition(target, one)]

    def refused_part(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason:
        return Reason("MFX-8.25", "not_a_target")

    def do(self, state: Malifaux, table: Table[Malifaux], here: Source, picks: Sequence[int]) -> None:
        target, condition = actions.TARGET.value(picks[1]), actions.CONDITION.value(picks[2])
        table.tell(events.ASSISTED, here.me, target)
        number = 1
        if state.rules.assist_flip:
            card = fate.flip_band(state, table, here, ASSIST, 0, ASSISTED)
            number = ASSISTED[names.BAND[names.VALUE[card]]]
        conditions.lower(state, table, target, condition, number)


def assisted(state: Malifaux, model: int) -> list[int]:
    """MFX-8.25, 8.32: return the friendly models within 2 inches and sight that have a condition to be lowered."""
    return [
        other
        for other in state.up(state.models.sides[model])
        if other != model
        and any(state.condition(other, one) for one in names.ASSISTED)
        and formulas.is_within(state, model, other, RANGE)
        and formulas.sees(state, model, other)
    ]


verbs.VERBS[actions.ASSIST] = Assist()
