"""BSG-9.7 to 9.12: attacks by the table C12, and damage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.effects import AMOUNT
from shapan.engine.kinds import Enum
from shapan.engine.question import picks, question
from shapan.engine.row import listed
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.cards import AMBUSH, CIVILIAN_LOSSES, THIRTY_THREE
from shapan.games.battlestar.effects import EFFECTS
from shapan.games.battlestar.rules import dice, ending, places, resources
from shapan.games.battlestar.state import Battlestar, Table

STRUCTURE: Final = 2
MAX_DAMAGE: Final = 3
"""Damage points that destroy a basestar (9.10)."""
MAX_LOCATIONS: Final = 6
"""Damaged locations with which Galactica is lost (9.11)."""
VIPER_DAMAGED, VIPER_DESTROYED = 5, 8
"""C12: the least results with which a raider damages a viper, and destroys it."""
RAIDER_HITS: Final = 8
"""C12: the least result with which a raider damages Galactica."""
NUKE_DESTROYS, NUKE_SWEEPS = 3, 7
"""C12: the least results with which a nuke destroys a basestar, and raiders of its area too."""


# Humans shoot


def human_attack(
    state: Battlestar, table: Table, seat: int, of: int, area: int, unit: int, number: int, *, unmanned: bool = False
) -> None:
    """BSG-9.7: a viper or Galactica attacks a Cylon ship (C12). `seat` rolls; `number` is which basestar there."""
    place = state.basestars_in(area)[number] if unit == names.BASESTAR else -1
    result = dice.roll(state, table, of, seat, shot_bonus(state, place, unmanned=unmanned), area, unit=unit)
    if result < needed(of, unit):
        return
    if place >= 0:
        damage_basestar(state, table, place)
    else:
        destroy(state, table, unit, area)


def shot_bonus(state: Battlestar, place: int, *, unmanned: bool) -> int:
    """BSG-6.1: return what changes a shot at a Cylon ship: Ambush, structural damage of the basestar at a place."""
    ambushed = unmanned and AMBUSH in state.crises_in_play.cards
    return (structural_damage(state, place) if place >= 0 else 0) - 2 * ambushed


def needed(of: int, unit: int) -> int:
    """C12: return the least result with which a viper or Galactica hits a Cylon ship, or a human a centurion."""
    if unit == names.BASESTAR:
        return 8 if of == step_codes.VIPER_ATTACK else 5
    return 3 if unit == names.RAIDER else 7


def structural_damage(state: Battlestar, place: int) -> int:
    """BSG-6.1: what structural damage adds to attacks on a basestar."""
    return STRUCTURE if names.STRUCTURAL_DAMAGE in state.basestars[place][1:] else 0


def nuke_attack(state: Battlestar, table: Table, seat: int, place: int) -> None:
    """C12: a nuke at a basestar: 1-2 twice damaged, 3-6 destroyed, 7-8 destroyed with three raiders of its area."""
    area = state.basestars[place][0]
    bonus = structural_damage(state, place)
    result = dice.roll(state, table, step_codes.NUKE_ATTACK, seat, bonus, area, unit=names.BASESTAR)
    if result < NUKE_DESTROYS:
        before = len(state.basestars)
        damage_basestar(state, table, place)
        if len(state.basestars) == before:
            damage_basestar(state, table, place)
        return
    destroy_basestar(state, table, place)
    for _ in range(min(3, state.raiders[area]) if result >= NUKE_SWEEPS else 0):
        destroy(state, table, names.RAIDER, area)


def centurion_attack(state: Battlestar, table: Table, seat: int, space: int) -> None:
    """C12: a centurion is destroyed on 7-8."""
    of, unit = step_codes.CENTURION_ATTACK, names.CENTURION
    if dice.roll(state, table, of, seat, unit=unit) >= needed(of, unit):
        state.boarding[space] -= 1
        table.tell(events.CENTURION_LOST, space)


def destroy(state: Battlestar, table: Table, unit: int, area: int) -> None:
    """BSG-9.9: a raider or heavy raider goes back to the supply."""
    state.units(unit)[area] -= 1
    table.tell(events.UNIT_LOST, unit, area)


def points(row: Sequence[int]) -> int:
    """BSG-9.10: the damage points of a basestar: a critical hit is two, others one."""
    return sum(2 if token == names.CRITICAL_HIT else 1 for token in row[1:])


def damage_basestar(state: Battlestar, table: Table, place: int) -> None:
    """BSG-9.10: draw a token; at three points the basestar is destroyed, with two points already without a draw."""
    row = state.basestars[place]
    if points(row) >= MAX_DAMAGE - 1 or not state.basestar_pool:
        destroy_basestar(state, table, place)
        return
    token = table.draw(actions.STREAM_BASESTAR, state.basestar_pool)
    state.basestar_pool.remove(token)
    row.append(token)
    table.tell(events.BASESTAR_HIT, row[0], token)
    if points(row) >= MAX_DAMAGE:
        destroy_basestar(state, table, place)


def destroy_basestar(state: Battlestar, table: Table, place: int) -> None:
    """BSG-9.9, 9.10: back to the supply, its tokens too."""
    row = state.basestars.pop(place)
    state.basestar_pool = sorted(state.basestar_pool + row[1:])
    table.tell(events.UNIT_LOST, names.BASESTAR, row[0])
    thirty_three_ends(state, table)


def thirty_three_ends(state: Battlestar, table: Table) -> None:
    """BSG-7.7: Thirty-Three goes as soon as a civilian ship or a basestar is destroyed."""
    cards = state.crises_in_play.cards
    if THIRTY_THREE in cards:
        state.move(state.crises_in_play, cards.index(THIRTY_THREE), state.crisis.discards)
        table.tell(events.THIRTY_THREE, THIRTY_THREE)


# Cylons shoot


def raider_attacks_viper(state: Battlestar, table: Table, area: int, pilot: int) -> None:
    """C12: 5-7 damaged, 8 destroyed; `pilot` is -1 for an unmanned viper."""
    result = dice.roll(state, table, step_codes.RAIDER_ON_VIPER, state.active, 0, area, pilot)
    if result < VIPER_DAMAGED:
        return
    lost = result == VIPER_DESTROYED
    if lost:
        state.vipers_destroyed += 1
    else:
        state.vipers_damaged += 1
    viper_out(state, table, area, pilot, lost=lost)


def viper_out(state: Battlestar, table: Table, area: int, pilot: int, *, lost: bool) -> None:
    """BSG-9.8: a viper leaves space damaged or destroyed; its pilot goes to Sickbay in both cases."""
    table.tell(events.VIPER_LOST if lost else events.VIPER_HIT, area, pilot)
    if pilot < 0:
        state.vipers[area] -= 1
    else:
        places.send_to_sickbay(state, table, pilot)


def raider_attacks_galactica(state: Battlestar, table: Table) -> None:
    """C12: 8 damages."""
    if dice.roll(state, table, step_codes.RAIDER_ON_GALACTICA, state.active) == RAIDER_HITS:
        damage_galactica(state, table)


def basestar_attacks(state: Battlestar, table: Table, area: int) -> None:
    """C12: from 5 on, by the option from 4 on (K1), Galactica is damaged."""
    if dice.roll(state, table, step_codes.BASESTAR_ON_GALACTICA, state.active, 0, area) >= state.rules.basestar_hits:
        damage_galactica(state, table)


# Galactica


@EFFECTS.op("damage_galactica", number=AMOUNT)
def damage_galactica(state: Battlestar, table: Table, number: int = 1) -> None:
    """BSG-9.11: draw and resolve damage tokens one by one; without a token left nothing happens."""
    for _ in range(min(number, len(state.damage_pool))):
        token = table.deal(actions.STREAM_DAMAGE, state.damage_pool, state.damage_drawn)
        resolve_damage(state, table, token)


def resolve_damage(state: Battlestar, table: Table, token: int) -> None:
    """BSG-9.11: a drawn token takes effect: a location is out of action, or a resource is lost."""
    place = state.damage_drawn.cards.index(token)
    table.tell(events.GALACTICA_HIT, token)
    if token >= len(names.DAMAGED_LOCATIONS):
        state.move(state.damage_drawn, place, state.damage_gone)
        resources.change(state, table, names.FUEL if token == len(names.DAMAGED_LOCATIONS) else names.FOOD, -1)
        return
    state.move(state.damage_drawn, place, state.damage_on)
    places.send_all_to_sickbay(state, table, names.DAMAGED_LOCATIONS[token])
    if len(state.damage_on) == MAX_LOCATIONS:
        ending.end(state, table, ending.CYLONS, ending.DAMAGE)


def is_damaged(state: Battlestar, location: int) -> bool:
    """Tell whether a location is out of action."""
    return location in [names.DAMAGED_LOCATIONS[token] for token in state.damage_on.cards]


# Civilian ships


@EFFECTS.op("civilians_lost", number=AMOUNT)
def civilians_lost(state: Battlestar, table: Table, number: int) -> None:
    """BSG-9.12: ships of the pile, at random; if it is empty, the current player picks one in space."""
    for _ in range(number):
        if len(state.civilian_pile):
            token = table.deal(actions.STREAM_CIVILIAN, state.civilian_pile, state.civilians_lost)
            table.tell(events.PILE_CIVILIAN_LOST, token)
            lose_with(state, table, token)
        elif any(len(zone) for zone in state.civilians):
            code = table.ask(ask_civilian, state.active, names.AREAS)
            destroy_civilian(state, table, actions.PICK_CIVILIAN.value(code), actions.PICK_CIVILIAN.value(code, 1))


def destroy_civilian(state: Battlestar, table: Table, area: int, place: int) -> None:
    """BSG-9.12: flip a civilian ship in space, lose what it carried, remove it."""
    token = state.move(state.civilians[area], place, state.civilians_lost)
    table.tell(events.CIVILIAN_LOST, area, token)
    lose_with(state, table, token)


def lose_with(state: Battlestar, table: Table, token: int) -> None:
    """Lose the resources of a civilian ship (C10)."""
    EFFECTS.carry_out(state, table, CIVILIAN_LOSSES[token])
    thirty_three_ends(state, table)


@question("pick_civilian", "BSG-9.1", actions.PICK_CIVILIAN, open=True, why="no_civilian", why_rule="BSG-9.12")
def ask_civilian(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-18: which civilian ship is lost; `arg` is the area, or 6 for any."""
    areas = range(names.AREAS) if arg == names.AREAS else (arg,)
    return [actions.PICK_CIVILIAN.code(area, n) for area in areas for n in range(len(state.civilians[area]))]


# Damage to vipers without an attack


@EFFECTS.op("damage_vipers", number=AMOUNT, where=Enum(("reserves", "space")))
def damage_vipers(state: Battlestar, table: Table, number: int, in_space: int) -> None:
    """BSG-9.8: undamaged vipers go to the damaged box; in space the current player picks which (D-18)."""
    if not in_space:
        number = min(number, state.reserves())
        state.vipers_damaged += number
        table.tell(events.RESERVE_VIPERS_HIT, number)
        return
    there = sum(state.vipers) + sum(1 for seat in range(state.seats) if state.piloting(seat))
    if not there:
        return
    for code in table.ask_many(ask_vipers, state.active, min(number, there)):
        state.vipers_damaged += 1
        if actions.VIPER_IN.has(code):
            viper_out(state, table, actions.VIPER_IN.value(code), -1, lost=False)
        else:
            seat = actions.VIPER_OF.value(code)
            viper_out(state, table, state.area_of(seat), seat, lost=False)


def rising(heaps: Sequence[tuple[int, int]], picked: Sequence[int], number: int) -> list[int]:
    """Return the codes that can be picked next out of heaps of alike ones, so that rising picks reach a number."""
    left = [(code, most - picked.count(code)) for code, most in heaps]
    needed = number - len(picked)
    return [
        code
        for place, (code, most) in enumerate(left)
        if most > 0 and sum(max(0, other) for _, other in left[place:]) >= needed
    ]


VIPERS: Final = listed("pick", actions.VIPER_IN, actions.VIPER_OF, word="vipers")


@picks("pick_vipers", "BSG-9.8", actions.VIPER_IN, actions.VIPER_OF, number_bits=255, rows=VIPERS, open=True)
def ask_vipers(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D-18: which vipers in space are damaged; `arg` is how many. Piloted ones may be picked."""
    left = [(actions.VIPER_IN.codes[area], state.vipers[area]) for area in range(names.AREAS)]
    left += [(actions.VIPER_OF.codes[other], int(state.piloting(other))) for other in range(state.seats)]
    return rising(left, picked, arg)
