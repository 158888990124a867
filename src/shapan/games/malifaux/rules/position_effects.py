"""13.1: effects that a position brings are carried out first, as an action, trigger, ability or condition would."""

from __future__ import annotations

from shapan.engine.table import Table
from shapan.games.malifaux import roster
from shapan.games.malifaux.context import ActionContext, Source
from shapan.games.malifaux.rules import hazards, hooks, ops
from shapan.games.malifaux.state import Malifaux


def effect_step(state: Malifaux, table: Table[Malifaux], seat: int, source: int, target: int, kind: int) -> None:
    """13.1: carry out the effects of a position."""
    deed = ActionContext(seat, source, target=target)
    here = Source(source if source >= 0 else max(0, target), seat, deed, kind, it=target, cause=source)
    ops.effects(state, table, here, [roster.LASTING[number] for number in state.effects])
    hooks.limit_hands(state, table, deed)
    ops.put_off(state, table, deed)
    hazards.strike(state, table, deed, acted=False)
