"""PM-6: the end of the game. Tested at check points (PM-0.5, PM-0.8); nobody decides anything here."""

from __future__ import annotations

from typing import Final

from shapan.engine.table import Table
from shapan.games.planet_masters import events
from shapan.games.planet_masters.formulas import has_won
from shapan.games.planet_masters.ruleset import ANY_TIME, END_OF_OWN_TURN, OWN_TURN
from shapan.games.planet_masters.state import OVER, PlanetMasters

WIN: Final = 0
CAP: Final = 1
RESULTS = ("win", "cap")


def check_point(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-0.5, PM-6.2, PM-6.3: test the victory, active player first, then in seat order.

    [ruling] All players are tested whoever rolled: losing a blocking colony can win the game under `win_planets`.
    """
    if state.ruleset.win_check == ANY_TIME:
        for seat in range(state.active, state.active + state.seats):
            if has_won(state, seat % state.seats):
                win(state, table, seat % state.seats)
    elif state.ruleset.win_check == OWN_TURN and has_won(state, state.active):  # PM-6.7
        win(state, table, state.active)


def start_of_turn_check(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-6.7: `own_turn` also tests at the start of the turn, before Build.

    [ruling] The cap of the last round comes before the start of a turn that is no longer played.
    """
    if state.ruleset.win_check == OWN_TURN and has_won(state, state.active):
        win(state, table, state.active)


def end_of_turn_check(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-6.7: `end_of_own_turn` tests once, at PM-2.2."""
    if state.ruleset.win_check == END_OF_OWN_TURN and has_won(state, state.active):
        win(state, table, state.active)


def win(state: PlanetMasters, table: Table[PlanetMasters], seat: int) -> None:
    """PM-6.6: the winner is first, alone; all others share the last rank."""
    table.tell(events.WON, seat)
    close(state)
    table.finish(WIN, [1 if other == seat else 2 for other in range(state.seats)])


def cap_check(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-6.5: after `max_rounds` complete rounds the game ends with ranks by planets and power."""
    if state.ruleset.max_rounds and state.round >= state.ruleset.max_rounds:
        table.tell(events.CAP, state.round)
        close(state)
        table.finish(CAP, cap_ranks(state))


def cap_ranks(state: PlanetMasters) -> list[int]:
    """PM-6.5: more planet dice, more on win faces, higher attack, higher defence; then tied."""
    rows = [state.totals(seat) for seat in range(state.seats)]
    marks = [[row.planets, row.win_faces, row.attack, row.defense] for row in rows]
    return [1 + sum(other > mark for other in marks) for mark in marks]


def close(state: PlanetMasters) -> None:
    """Clear what belongs to a running step."""
    state.step = OVER
    state.points = 0
    state.attack = state.motion = None
