"""PM-1: set-up. First player, races, home dice; each player decides his race (D1)."""

from __future__ import annotations

from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.planet_masters import actions, events, names
from shapan.games.planet_masters.state import STEP_TURN, PlanetMasters


def setup_step(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-1.3..1.5, PM-0.7: draw the first player, take races, roll the home dice, all in turn order."""
    choose_first_player(state, table)
    order = [(state.first_player + turn) % state.seats for turn in range(state.seats)]
    if state.ruleset.races:
        for seat in order:
            take_race(state, table, seat)
    for seat in order:
        roll_home(state, table, seat)
    state.active = state.first_player
    state.push(STEP_TURN)


def choose_first_player(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-1.3: uniformly random, unless the option names a seat."""
    state.first_player = state.ruleset.first_player
    if state.first_player < 0:
        state.first_player = table.draw(actions.STREAM_FIRST, range(state.seats))
    table.tell(events.FIRST_PLAYER, state.first_player)


def take_race(state: PlanetMasters, table: Table[PlanetMasters], seat: int) -> None:
    """PM-1.4, PM-0.7: chosen openly, or drawn; each race once unless duplicates are on."""
    if state.ruleset.random_races:
        race = table.draw(actions.STREAM_RACE, free_races(state))
    else:
        race = table.pick(ask_race, seat)
    state.races[seat] = race
    table.tell(events.RACE_TAKEN, seat, race)


def roll_home(state: PlanetMasters, table: Table[PlanetMasters], seat: int) -> None:
    """PM-1.5: roll and place the home die; what a roll would gain is ignored."""
    face = state.ruleset.home_faces[table.roll(actions.STREAM_DIE) - 1]
    state.faces[seat] = face
    table.tell(events.HOME_ROLLED, seat, face)


def free_races(state: PlanetMasters) -> list[int]:
    """Return the races that may still be taken (PM-1.4)."""
    if state.ruleset.race_duplicates:
        return list(range(len(names.RACES)))
    return [race for race in range(len(names.RACES)) if race not in state.races]


@question("choose_race", "PM-1.4", actions.CHOOSE_RACE, open=True, why="race_taken")
def ask_race(state: PlanetMasters, seat: int, arg: int) -> list[int]:
    """D1: choose a race."""
    return free_races(state)
