"""MFX-9: soulstones."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, names, roster, static
from shapan.games.malifaux.context import ActionContext, Source
from shapan.games.malifaux.records import REDUCE
from shapan.games.malifaux.rules import fate
from shapan.games.malifaux.state import Malifaux

STONE_DRAW, STONE_ENHANCE, STONE_BLOCK, STONE_REDUCE, STONE_PAY = range(len(roster.STONE_USES))
REDUCED = (1, 2, 3)
"""MFX-9.2 d: by band."""


def is_user(state: Malifaux, model: int) -> bool:
    """MFX-9.1: tell whether a model uses soulstones: a Master or Henchman, or one that says so."""
    card = roster.MODELS[state.models.cards[model]]
    return card.station in {"master", "henchman"}


def has_stone(state: Malifaux, seat: int) -> bool:
    """MFX-9.3: tell whether a crew has a stone left."""
    return state.stones[seat] > 0


def pay_stone(state: Malifaux, table: Table[Malifaux], seat: int, use: int) -> None:
    """MFX-9.3: pay from the common pool."""
    state.stones[seat] -= 1
    table.tell(events.STONE_USED, seat, use)


@question("block", "MFX-9.2", *(actions.ACTIONS.of(actions.BLOCK), actions.ACTIONS.of(actions.DECLINE)), open=True,
          plan=True)  # fmt: skip
def ask_block(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D18: a stone before the damage flip, which gets a minus."""
    return [actions.DECLINE, actions.BLOCK]


def block(state: Malifaux, table: Table[Malifaux], model: int) -> bool:
    """MFX-9.2 c: let the owner of a target pay for a minus to the damage flip; tell whether he does."""
    seat = state.models.sides[model]
    if not is_user(state, model) or not has_stone(state, seat) or table.ask(ask_block, seat, model) == actions.DECLINE:
        return False
    pay_stone(state, table, seat, STONE_BLOCK)
    return True


@question("reduce", "MFX-9.2", *(actions.ACTIONS.of(actions.REDUCE), actions.ACTIONS.of(actions.DECLINE)), open=True,
          plan=True)  # fmt: skip
def ask_reduce(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D20: a stone after the damage is fixed, for a flip that takes 1, 2 or 3 of it away."""
    return [actions.DECLINE, actions.REDUCE]


def reduce(state: Malifaux, table: Table[Malifaux], deed: ActionContext, model: int, amount: int) -> int:
    """MFX-9.2 d, 9.5: let the owner of a damaged model pay for a flip; return the damage that is left."""
    seat = state.models.sides[model]
    if amount <= 0 or not is_user(state, model) or not has_stone(state, seat):
        return amount
    if static.has_flag(state, model, "cannot_reduce") or table.ask(ask_reduce, seat, model) == actions.DECLINE:
        return amount
    pay_stone(state, table, seat, STONE_REDUCE)
    card = fate.flip_band(state, table, Source(model, seat, deed), REDUCE, 0, REDUCED)
    return max(0, amount - REDUCED[names.BAND[names.VALUE[card]]])
