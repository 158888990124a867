"""PM-5.0: the Action step. Exactly one of conquer, council, nothing (D4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.prompt import Prompt, Reason
from shapan.engine.table import Table
from shapan.games.planet_masters.actions import (
    CONQUER,
    COUNCIL,
    DO_PASS,
    E_PASSED,
    PASS,
)
from shapan.games.planet_masters.rules.conquer import conquer
from shapan.games.planet_masters.rules.council import council, may_be_candidate
from shapan.games.planet_masters.state import ACTING, PlanetMasters


def action_step(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-5.0: conquer, council or nothing."""
    seat = state.active
    state.step = ACTING
    choice = table.ask(ASK_ACTION, seat)
    if choice == DO_PASS:
        table.tell(E_PASSED, seat)
    elif CONQUER.has(choice):
        conquer(state, table, seat, CONQUER.value(choice))
    else:
        council(state, table, seat, COUNCIL.value(choice))


class AskAction(Prompt[PlanetMasters]):
    """D4: attack another player (PM-5.1), call a council on any player (PM-5.6), or pass."""

    key = "action"
    rule = "PM-5.0"
    open = True
    families = (CONQUER, COUNCIL, PASS)

    def legal(self, state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
        codes = [CONQUER.codes[other] for other in range(state.seats) if other != seat]
        codes += [COUNCIL.codes[other] for other in range(state.seats) if may_be_candidate(state, seat, other)]
        return [*codes, DO_PASS]

    def default(self, state: PlanetMasters, seat: int, arg: int) -> int:
        return DO_PASS

    def why_not(self, state: PlanetMasters, seat: int, arg: int, code: int) -> Reason:
        if CONQUER.has(code):
            return Reason("PM-5.1", "oneself")
        oneself = COUNCIL.value(code) == seat and not state.ruleset.council_self
        return Reason("PM-5.6", "council_self" if oneself else "council_unarmed")


ASK_ACTION: Final = AskAction()
