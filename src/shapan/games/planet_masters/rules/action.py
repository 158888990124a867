"""PM-5.0: the Action step. Exactly one of conquer, council, nothing (D4)."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.planet_masters import actions, events
from shapan.games.planet_masters.rules.conquer import conquer
from shapan.games.planet_masters.rules.council import council, may_be_candidate
from shapan.games.planet_masters.state import ACTING, PlanetMasters


def action_step(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-5.0: conquer, council or nothing."""
    seat = state.active
    state.step = ACTING
    choice = table.ask(ask_action, seat)
    if choice == actions.DO_PASS:
        table.tell(events.PASSED, seat)
    elif actions.CONQUER.has(choice):
        conquer(state, table, seat, actions.CONQUER.value(choice))
    else:
        council(state, table, seat, actions.COUNCIL.value(choice))


@question("action", "PM-5.0", actions.CONQUER, actions.COUNCIL, actions.PASS, open=True)
def ask_action(state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
    """D4: attack another player (PM-5.1), call a council on any player (PM-5.6), or pass."""
    calling, codes = actions.COUNCIL.codes, list(actions.CONQUER.codes[: state.seats])
    del codes[seat]
    codes += [calling[other] for other in range(state.seats) if may_be_candidate(state, seat, other)]
    return [*codes, actions.DO_PASS]


@ask_action.by_default
def do_nothing(state: PlanetMasters, seat: int, arg: int) -> int:
    """Section 5: pass."""
    return actions.DO_PASS


@ask_action.refusal
def why_no_action(state: PlanetMasters, seat: int, arg: int, code: int) -> Reason:
    """PM-5.1, PM-5.6: why somebody cannot be attacked, or be the candidate."""
    if actions.CONQUER.has(code):
        return Reason("PM-5.1", "oneself")
    oneself = actions.COUNCIL.value(code) == seat and not state.ruleset.council_self
    return Reason("PM-5.6", "council_self" if oneself else "council_unarmed")
