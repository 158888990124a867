"""PM-4: the Manage step. The active player rerolls any of his planet dice once, all together (D3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.row import listed
from shapan.engine.table import Table
from shapan.games.planet_masters import actions, events, names
from shapan.games.planet_masters.rules.build import gain_colony
from shapan.games.planet_masters.rules.ending import check_point
from shapan.games.planet_masters.state import MANAGING, PlanetMasters


def manage_step(state: PlanetMasters, table: Table[PlanetMasters]) -> None:
    """PM-4.1, PM-4.2: name the whole subset, roll it, place it, resolve what the rolls gain, check point."""
    seat = state.active
    state.step = MANAGING
    dice = table.pick_many(ASK_MANAGE, seat)
    if not dice:
        table.tell(events.KEPT, seat)
        return
    table.tell(events.BATCH, seat, len(dice))
    for die in dice:  # PM-0.4: home die first, then colonies by rising id, as the answer is sorted
        reroll_planet(state, table, seat, die)
    survival_pressure(state, table, seat, dice)
    check_point(state, table)


def reroll_planet(state: PlanetMasters, table: Table[PlanetMasters], seat: int, die: int) -> None:
    """Roll one planet die of the batch and place it."""
    table_of_faces = state.ruleset.home_faces if die == seat else state.ruleset.colony_faces
    before = state.faces[die]
    state.faces[die] = table_of_faces[table.roll(actions.STREAM_DIE) - 1]
    table.tell(events.DIE_REROLLED, seat, before, state.faces[die])


def survival_pressure(state: PlanetMasters, table: Table[PlanetMasters], seat: int, dice: list[int]) -> None:
    """PM-4.2, PM-E7: a gaining race gains a colony for each die of the batch that now shows `race`.

    [ruling] The ability is told even if the Galaxy is empty and PM-3.6 follows; under PM-E26 the dice of the batch are
    counted once all are placed, and each gain ends its chain before the next.
    """
    if state.ability(seat).gain:
        for _ in range(sum(state.faces[die] == names.RACE for die in dice)):
            table.tell(events.SURVIVAL, seat)
            gain_colony(state, table, seat, fresh=False)


def manageable(state: PlanetMasters, seat: int) -> list[int]:
    """PM-4.1: own planet dice without those a Transporter brought in this turn (unless the option allows them).

    [ruling] Under the option a rerolled fresh die keeps its mark; PM-2.2 takes it off.
    """
    if not state.fresh or state.ruleset.reroll_fresh:
        return state.planets(seat)
    return [die for die in state.planets(seat) if die not in state.fresh]


class AskManage(Prompt[PlanetMasters]):
    """D3: any subset of the own planet dice that are not fresh."""

    key = "manage"
    rule = "PM-4.1"
    open = True
    many = True
    ordered = False
    families = (actions.MANAGE,)
    rows = listed("dice", actions.MANAGE)

    def next(self, state: PlanetMasters, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        codes = actions.MANAGE.codes
        return [DONE, *[codes[die] for die in manageable(state, seat) if codes[die] not in picked]]

    def why_not(self, state: PlanetMasters, seat: int, arg: int, code: int) -> Reason:
        die = actions.MANAGE.value(code)
        if die in manageable(state, seat):
            return Reason("PM-4.1", "die_twice")
        return Reason("PM-4.1", "fresh_die" if die in state.fresh else "not_own_planet")


ASK_MANAGE: Final = AskManage()
