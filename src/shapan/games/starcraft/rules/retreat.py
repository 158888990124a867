"""SC-9.11, SC-9.12, SC-9.16: who holds the area, who retreats, and where to."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks, question
from shapan.engine.table import Table
from shapan.games.starcraft import actions, events, formulas, names, space, strength
from shapan.games.starcraft.records import ATTACKER, DEFENDER, Battle
from shapan.games.starcraft.state import StarCraft


def end_fighting(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.11: the survivors; both left: A retreats, unless all defenders left are assist units.

    Who holds the area is told first: nobody is asked where to retreat before the battle was shown.
    """
    side = loser(state, battle)
    table.tell(events.HELD, battle.area, holder(state, battle, side))
    if side >= 0:
        leave_all(state, table, battle, side)
    leave_above_limit(state, table, battle)


def loser(state: StarCraft, battle: Battle) -> int:
    """SC-9.11: return the side that retreats, -1 where only one or none is left."""
    defenders = state.kinds(battle.defender, battle.area)
    if not defenders or not state.strength(battle.attacker, battle.area):
        return UNKNOWN
    return DEFENDER if all(names.ASSIST[unit] for unit in defenders) else ATTACKER


def holder(state: StarCraft, battle: Battle, leaving: int) -> int:
    """SC-9.11: return who holds the area once a side has left, -1 for nobody."""
    if leaving < 0:
        return formulas.holder_of_units(state, battle.area)
    return strength.seat_of(battle, ATTACKER + DEFENDER - leaving)


def leave_above_limit(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.11.1: attackers above the unit limit retreat; their owner says which."""
    seat = battle.attacker
    above = state.strength(seat, battle.area) - names.UNIT_LIMIT[battle.area]
    if above <= 0:
        return
    battle.needed = above
    for code in table.ask_many(ask_excess, seat, 0):
        unit = actions.EXCESS.value(code)
        state.change(seat, battle.area, unit, -1)
        battle.leaving.append((ATTACKER, unit))
    go(state, table, battle, ATTACKER, whole_reach=True)


def leave_all(state: StarCraft, table: Table[StarCraft], battle: Battle, side: int) -> None:
    """SC-9.12: all units of a side retreat together."""
    take_up(state, battle, side)
    go(state, table, battle, side, whole_reach=True)


def evacuate(state: StarCraft, table: Table[StarCraft], battle: Battle, side: int) -> None:
    """D10, Retreat: all units of the defender go together to one area of the active planet."""
    take_up(state, battle, side)
    go(state, table, battle, side, whole_reach=False)


def take_up(state: StarCraft, battle: Battle, side: int) -> None:
    """Take all units of a side out of the contested area; where they go is still to be said."""
    seat = strength.seat_of(battle, side)
    for unit in state.kinds(seat, battle.area):
        for _ in range(state.number(seat, battle.area, unit)):
            state.change(seat, battle.area, unit, -1)
            battle.leaving.append((side, unit))


def havens(state: StarCraft, seat: int, area: int, whole_reach: bool) -> list[int]:
    """SC-9.12, E25: return the friendly or empty areas to which units may retreat, those without room too."""
    planet = names.PLANET_OF[area]
    planets = [planet, *space.reached(state, seat, planet)] if whole_reach else [planet]
    return [
        one
        for other in sorted(planets)
        for one in names.AREAS_OF[other]
        if one != area and not formulas.is_enemy(state, seat, one)
    ]


@question("retreat_area", "SC-9.12", actions.RETREAT, open=True, plan=True, why="no_haven")
def ask_retreat(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_retreat_area; with `arg` 1 over routes with an own transport, too."""
    battle = state.battle
    assert battle is not None
    return havens(state, seat, battle.area, bool(arg))


def needed(state: StarCraft, seat: int, arg: int) -> int:
    """Return how many units must be named."""
    battle = state.battle
    return 0 if battle is None else battle.needed


@picks(
    "excess", "SC-9.11", actions.EXCESS, number=needed, rows=actions.EXCESS_ROWS,
    open=True, why="not_excess", count_rule="SC-9.11",
)  # fmt: skip
def ask_excess(state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """d_excess: the units of the contested area that must leave; with `arg` 1 those that retreat, and find no room."""
    battle = state.battle
    assert battle is not None
    last = picked[-1] if picked else 0
    left = needed(state, seat, arg) - len(picked)
    units = list(range(len(names.UNITS)))
    rooms = []
    for unit in units:
        there = sum([1 for _, one in battle.leaving if one == unit]) if arg else state.number(seat, battle.area, unit)
        rooms.append(there - picked.count(actions.EXCESS.codes[unit]))
    return [
        actions.EXCESS.codes[unit]
        for unit in units
        if rooms[unit] > 0 and actions.EXCESS.codes[unit] >= last and sum(rooms[unit:]) >= left
    ]


def go(state: StarCraft, table: Table[StarCraft], battle: Battle, side: int, whole_reach: bool) -> None:
    """SC-9.12: the units that leave go together to one area; those above its limit, or all without one, are lost."""
    seat = strength.seat_of(battle, side)
    if not havens(state, seat, battle.area, whole_reach):
        for _, unit in battle.leaving:
            table.tell(events.LOST_IN_RETREAT, seat, unit, battle.area)
        battle.leaving.clear()
        return
    area = table.pick(ask_retreat, seat, int(whole_reach))
    battle.needed = len(battle.leaving) - formulas.room(state, seat, area)
    if battle.needed > 0:
        for code in table.ask_many(ask_excess, seat, 1):
            unit = actions.EXCESS.value(code)
            battle.leaving.remove((side, unit))
            table.tell(events.LOST_IN_RETREAT, seat, unit, battle.area)
    battle.needed = 0
    for _, unit in battle.leaving:
        state.change(seat, area, unit, 1)
        table.tell(events.RETREATED, seat, unit, area)
    battle.leaving.clear()
