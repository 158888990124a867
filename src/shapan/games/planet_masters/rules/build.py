"""PM-3: the Build step. The active player spends points on new weapon dice and rerolls (D2)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.planet_masters import actions, events, names
from shapan.games.planet_masters.formulas import fleet_limit, resources
from shapan.games.planet_masters.rules.ending import check_point
from shapan.games.planet_masters.state import BUILDING, PlanetMasters


def build_step(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-3.1: the points of the step are fixed at its start."""
    state.points = resources(state, state.active)
    table.tell(events.POINTS, state.active, state.points)
    spend_step(state, table)


def spend_step(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-3.2: while points remain, build or reroll, each for one point, or stop; the rest is lost."""
    seat = state.active
    state.step = BUILDING
    while state.points and (choice := table.ask(ask_build, seat)) != actions.DO_END:
        state.points -= 1
        if choice == actions.DO_BUILD:
            build(state, table, seat)
        else:
            reroll(state, table, seat, actions.REROLL.value(choice))
    state.points = 0


def build(state: PlanetMasters, table: Table[PlanetMasters], seat: int) -> None:
    """PM-3.2: take the weapon die with the lowest id from the supply, roll it at once, place it."""
    die = state.supply.pop(0)
    insort(state.fleet[seat], die)
    face = roll_weapon(state, table, die)
    table.tell(events.WEAPON_BUILT, seat, face)
    weapon_effect(state, table, seat, face)


def reroll(state: PlanetMasters, table: Table[PlanetMasters], seat: int, die: int) -> None:
    """PM-3.2: reroll an own weapon die."""
    before = state.faces[die]
    face = roll_weapon(state, table, die)
    table.tell(events.WEAPON_REROLLED, seat, before, face)
    weapon_effect(state, table, seat, face)


def roll_weapon(state: PlanetMasters, table: Table[PlanetMasters], die: int) -> int:
    """Roll a weapon die and place it (4.2)."""
    face = state.ruleset.weapon_faces[table.roll(actions.STREAM_DIE) - 1]
    state.faces[die] = face
    return face


def weapon_effect(state: PlanetMasters, table: Table[PlanetMasters], seat: int, face: int) -> None:
    """PM-3.4, PM-0.8: a rolled Transporter gains a colony; then the check point of the roll."""
    if face == names.TRANSPORTER:
        table.tell(events.TRANSPORTER, seat)
        gain_colony(state, table, seat, fresh=True)
    check_point(state, table)


def gain_colony(state: PlanetMasters, table: Table[PlanetMasters], seat: int, *, fresh: bool) -> None:
    """PM-3.5, PM-3.6: take the colony die with the lowest id from the Galaxy, roll it at once, place it."""
    if not state.galaxy:
        table.tell(events.GAIN_LOST, seat)
        return
    die = state.galaxy.pop(0)
    insort(state.colonies[seat], die)
    if fresh:
        state.fresh.append(die)
    face = roll_colony(state, table, die)
    table.tell(events.COLONY_GAINED, seat, face)
    colony_effect(state, table, seat, face)


def roll_colony(state: PlanetMasters, table: Table[PlanetMasters], die: int) -> int:
    """Roll a colony die and place it (4.1)."""
    face = state.ruleset.colony_faces[table.roll(actions.STREAM_DIE) - 1]
    state.faces[die] = face
    return face


def colony_effect(state: PlanetMasters, table: Table[PlanetMasters], seat: int, face: int) -> None:
    """PM-E26: where abilities work on colonies, a gaining race gains for each colony it rolls to `race`.

    [ruling] It is told as PM-4.2 outside Manage too, and also if the Galaxy is empty; then PM-3.6 follows.
    """
    if face == names.RACE and state.ability(seat).gain:
        table.tell(events.SURVIVAL, seat)
        gain_colony(state, table, seat, fresh=False)


def may_build(state: PlanetMasters, seat: int) -> bool:
    """PM-3.2, PM-3.3, PM-E28: room under the limit at this moment, and a die in the supply."""
    return len(state.fleet[seat]) < fleet_limit(state, seat) and bool(state.supply)


@question("build", "PM-3.2", actions.BUILD, actions.REROLL, actions.END, open=True)
def ask_build(state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
    """D2: build, reroll one own weapon die, or end the step (PM-E31: alone, `end` is taken by itself)."""
    reroll = actions.REROLL.codes
    codes = [reroll[die] for die in state.fleet[seat]]
    if may_build(state, seat):
        codes.insert(0, actions.DO_BUILD)
    codes.append(actions.DO_END)
    return codes


@ask_build.by_default
def stop_building(state: PlanetMasters, seat: int, arg: int) -> int:
    """Section 5: end the step."""
    return actions.DO_END


@ask_build.refusal
def why_not_built(state: PlanetMasters, seat: int, arg: int, code: int) -> Reason:
    """PM-3.2, PM-3.3: why a die cannot be built or rerolled."""
    if code != actions.DO_BUILD:
        return Reason("PM-3.2", "not_own_weapon")
    if not state.supply:
        return Reason("PM-3.2", "supply_empty")
    return Reason("PM-3.2", "fleet_full", {"limit": fleet_limit(state, seat)})
