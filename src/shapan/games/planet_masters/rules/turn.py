"""PM-2: the turn. Build, then Manage, then Action; the steps stand on the agenda, so each is a quiet point."""

from __future__ import annotations

from shapan.engine.table import Table
from shapan.games.planet_masters import events
from shapan.games.planet_masters.rules.ending import cap_check, end_of_turn_check, start_of_turn_check
from shapan.games.planet_masters.state import (
    BUILDING,
    STEP_ACTION,
    STEP_BUILD,
    STEP_END,
    STEP_MANAGE,
    STEP_TURN,
    PlanetMasters,
)


def turn_step(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-2.1: the active player does Build, Manage, Action."""
    state.step = BUILDING
    table.tell(events.TURN_BEGINS, state.active, state.round)
    start_of_turn_check(state, table)
    state.push(STEP_END)
    state.push(STEP_ACTION)
    state.push(STEP_MANAGE)
    state.push(STEP_BUILD)


def end_step(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-2.2: marks off, then the victory test of an option, then the cap if a round is complete."""
    state.fresh = []
    end_of_turn_check(state, table)
    following = (state.active + 1) % state.seats
    if following == state.first_player:
        cap_check(state, table)
        state.round += 1
    state.active = following
    state.push(STEP_TURN)
