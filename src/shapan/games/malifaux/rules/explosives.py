"""MFX-14.2, 14.7: Plant Explosives: who gets tokens, what becomes of those of a killed model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, agenda, events, formulas, model_traits, names, roster
from shapan.games.malifaux import state as steps
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.rules import choices, strategies
from shapan.games.malifaux.state import Malifaux

SEATS: Final = (0, 1)
TOKENS: Final = 5
"""MFX-14.2: explosive tokens of each player."""
APART: Final = 6 * INCH
"""MFX-14.2: so near no two friendly strategy markers are dropped."""


@question("explosives", "MFX-14.2", actions.TOKEN, open=True, why="token_limit")
def ask_token(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D6: the model that gets an explosive token: minions one at most, others two."""
    return token_takers(state, seat)


def token_takers(state: Malifaux, seat: int) -> list[int]:
    """MFX-14.2, 14.7: return the models that can still get an explosive token."""
    return [
        model
        for model in state.up(seat)
        if not strategies.is_ignored(state, model)
        and state.token(model, names.EXPLOSIVE) < (1 if model_traits.station(state, model) == "minion" else 2)
    ]


def explosives_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-14.2: the players alternate; who cannot place is skipped."""
    if state.strategy != names.PLANT_EXPLOSIVES:
        return
    state.step = steps.EXPLOSIVES
    given = [sum(state.token(model, names.EXPLOSIVE) for model in state.in_play(seat)) for seat in SEATS]
    seats = [seat for seat in SEATS if given[seat] < TOKENS and token_takers(state, seat)]
    if not seats:
        return
    seat = state.active if state.active in seats else seats[0]
    model = table.pick(ask_token, seat)
    formulas.change_token(state, model, names.EXPLOSIVE, 1)
    table.tell(events.TOKEN_GAINED, model, names.EXPLOSIVE, 1)
    state.active = 1 - seat
    state.push(agenda.EXPLOSIVES_STEP)


def change(state: Malifaux, table: Table[Malifaux], model: int, number: int) -> None:
    """MFX-14.2: a model gains or gives up an explosive token."""
    formulas.change_token(state, model, names.EXPLOSIVE, number)
    table.tell(events.TOKEN_GAINED if number > 0 else events.TOKEN_LOST, model, names.EXPLOSIVE, abs(number))


def hand_over(state: Malifaux, table: Table[Malifaux], model: int, x: int, y: int, r: int, tokens: int) -> None:
    """MFX-14.2: one opposing model within 3 inches may take the explosive tokens of a killed one."""
    if not r:
        return
    rows, seat = state.models, 1 - state.models.sides[model]
    able = [
        one
        for one in state.up(seat)
        if not strategies.is_ignored(state, one)
        and within(x, y, r, rows.xs[one], rows.ys[one], rows.radii[one], 3 * INCH)
    ]
    taker = choices.one_of(state, table, seat, model, able, may_leave=True, tag=roster.OF_TOKENS)
    if taker >= 0:
        formulas.change_token(state, taker, names.EXPLOSIVE, tokens)
        table.tell(events.TOKEN_GAINED, taker, names.EXPLOSIVE, tokens)
