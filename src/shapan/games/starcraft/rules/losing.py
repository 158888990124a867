"""SC-9.7.6, SC-9.10, SC-9.15, SC-10.1, E41: units that die in a battle: who chooses, who withdraws, who takes over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.starcraft import actions, events, formulas, names, strength
from shapan.games.starcraft.records import UNIT_KINDS, Battle
from shapan.games.starcraft.state import StarCraft

# d_victim. What may die is told by `arg`: a mask of units, and where they stand

PLACE_BITS = UNIT_KINDS
IN_AREA, IN_SUPPORT, IN_SKIRMISH, IN_BATTLE = range(4)
"""Units of the area; supporting units of the skirmish that is resolved; all units of it; units of any skirmish."""
RULE_BITS = PLACE_BITS + 2
RULES = ("SC-9.7.6", "SC-9.10", "SC-D9", "SC-D10")
BY_STRENGTH, BY_SPLASH, BY_TECHNOLOGY, BY_EVENT = range(len(RULES))


class Spot(NamedTuple):
    """Where a unit stands: its line, and whether it is the front-line unit."""

    line: int
    is_front: bool


def spots(battle: Battle, side: int, unit: int) -> list[Spot]:
    """Return where units of a kind stand on a side."""
    found = []
    for number in range(battle.number):
        line = 2 * number + side
        if battle.fronts[line] == unit:
            found.append(Spot(line, True))
        if battle.supports[line * UNIT_KINDS + unit]:
            found.append(Spot(line, False))
    return found


def places_of(state: StarCraft, seat: int, where: int, unit: int) -> list[Spot]:
    """13.6: return the places between which it makes a difference where a lost unit of a kind stands."""
    battle = state.battle
    if battle is None or where not in (IN_SKIRMISH, IN_BATTLE):
        return []
    found = spots(battle, int(seat == battle.defender), unit)
    return found if where == IN_BATTLE else [spot for spot in found if spot.line // 2 == battle.fighting]


class AskVictim(Prompt[StarCraft]):
    """d_victim: which of one's own units is lost."""

    key = "victim"
    rule = "SC-9.7.6"
    open = True
    families = (actions.LOSE, actions.LOSE_AT)

    def legal(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        found = []
        for unit in range(UNIT_KINDS):
            if not arg >> unit & 1:
                continue
            places = places_of(state, seat, arg >> PLACE_BITS & 3, unit)
            if len(places) <= 1:
                found.append(actions.LOSE.codes[unit])
            else:
                found += [actions.LOSE_AT.code(unit, line // 2, int(is_front)) for line, is_front in places]
        return found

    def why_not(self, state: StarCraft, seat: int, arg: int, code: int) -> Reason:
        return Reason(RULES[arg >> RULE_BITS], "no_victim")


ask_victim = AskVictim()


def choose(table: Table[StarCraft], seat: int, mask: int, where: int, rule: int) -> int:
    """Let somebody choose which of his units is lost; return the code."""
    return table.ask(ask_victim, seat, mask | where << PLACE_BITS | rule << RULE_BITS)


def unit_of(code: int) -> int:
    """Return the unit of an answer."""
    return actions.LOSE.value(code) if actions.LOSE.has(code) else actions.LOSE_AT.value(code, 0)


def spot_of(state: StarCraft, seat: int, where: int, code: int) -> Spot:
    """Return where the chosen unit stands."""
    battle = state.battle
    assert battle is not None
    if actions.LOSE_AT.has(code):
        _, skirmish, front = actions.LOSE_AT.values(code)
        return Spot(2 * skirmish + int(seat == battle.defender), bool(front))
    return places_of(state, seat, where, actions.LOSE.value(code))[0]


def units_in(state: StarCraft, battle: Battle, side: int) -> int:
    """Return the units of a side that are in the battle, as a mask."""
    mask = 0
    for unit in state.kinds(strength.seat_of(battle, side), battle.area):
        mask |= 1 << unit
    return mask


# Dying and withdrawing


def kill(
    state: StarCraft, table: Table[StarCraft], battle: Battle, line: int, unit: int, is_front: bool, veiled: int,
    event: int,
) -> None:  # fmt: skip
    """SC-9.7.6, SC-10.1: a unit of a skirmish is destroyed; of the `veiled` of its line one will withdraw instead."""
    side = line & 1
    seat = strength.seat_of(battle, side)
    if veiled & (strength.FRONT if is_front else 1 << unit):
        battle.leaving.append((side, unit))
    take_out(battle, line, unit, is_front)
    state.change(seat, battle.area, unit, -1)
    table.tell(event, seat, unit, battle.area)


def take_out(battle: Battle, line: int, unit: int, is_front: bool) -> None:
    """Take a unit from its place in a skirmish."""
    if is_front:
        battle.fronts[line] = UNKNOWN
    else:
        battle.supports[line * UNIT_KINDS + unit] -= 1


@question("withdraw_area", "SC-10.1", actions.WITHDRAW, open=True, why="no_withdraw")
def ask_withdraw(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_withdraw_area: a friendly or empty area of the active planet, within its limit."""
    return free_areas(state, seat, names.PLANET_OF[arg], arg)


def free_areas(state: StarCraft, seat: int, planet: int, but: int) -> list[int]:
    """E25: return the areas of a planet with room for a unit of a seat, but the contested one."""
    return [area for area in names.AREAS_OF[planet] if area != but and formulas.room(state, seat, area)]


def let_withdraw(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-10.1: destroyed units with cloaking withdraw, A's first; without a place they are lost."""
    for side in (0, 1):
        seat = strength.seat_of(battle, side)
        while any(row[0] == side for row in battle.leaving):
            place = [row[0] for row in battle.leaving].index(side)
            unit = battle.leaving.pop(place)[1]
            if not free_areas(state, seat, names.PLANET_OF[battle.area], battle.area):
                table.tell(events.NO_WAY_OUT, seat, unit)
                continue
            area = table.pick(ask_withdraw, seat, battle.area)
            state.change(seat, area, unit, 1)
            table.tell(events.WITHDRAWN, seat, unit, area)


# E41, a front-line unit that dies before its skirmish is resolved


@question("assist_front", "SC-9.4", actions.FRONT, open=True, why="no_front")
def ask_front(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_assist_front: the new front-line unit of line `arg` - 1 (E41); with 0 that of a side of assist units alone."""
    battle = state.battle
    assert battle is not None
    if not arg:
        return state.kinds(seat, battle.area)
    at = (arg - 1) * UNIT_KINDS
    return [unit for unit in range(UNIT_KINDS) if battle.supports[at + unit]]


def fill_front(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """E41: owners name supporters in the place of front-line units that died before their skirmish."""
    for number in range(battle.number):
        for side in (0, 1):
            line = 2 * number + side
            at = line * UNIT_KINDS
            if battle.resolved[number] or number == battle.fighting or battle.fronts[line] >= 0:
                continue
            if any(battle.supports[at : at + UNIT_KINDS]):
                seat = strength.seat_of(battle, side)
                unit = table.pick(ask_front, seat, line + 1)
                battle.supports[at + unit] -= 1
                battle.fronts[line] = unit
                table.tell(events.NEW_FRONT, seat, unit, number)
