"""SC-9.10: splash damage after all skirmishes: as many units as possible must die."""

from __future__ import annotations

from shapan.engine.table import Table
from shapan.games.starcraft import cards, events, names, strength
from shapan.games.starcraft.records import ATTACKER, DEFENDER, Battle
from shapan.games.starcraft.rules import losing, skirmish
from shapan.games.starcraft.state import StarCraft

NARROW_FIRST = (cards.SPLASH_SMALL, cards.SPLASH_GROUND, cards.SPLASH_FLYING, cards.SPLASH_ANY)


def let_splash(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.10, D10 (bloodbath): A's losses, then D's; then the cards that have waited are discarded."""
    for side in (ATTACKER, DEFENDER):
        for _ in range(battle.bloodbath[side]):
            battle.splash.append((side, cards.SPLASH_ANY, cards.ALWAYS))
    for side in (ATTACKER, DEFENDER):
        seat = strength.seat_of(battle, side)
        while any(row[0] == side for row in battle.splash):
            place = narrowest(battle, side)
            mask = victims(state, battle, side, place)
            battle.splash.pop(place)
            if mask:
                unit = losing.unit_of(losing.choose(table, seat, mask, losing.IN_AREA, losing.BY_SPLASH))
                state.change(seat, battle.area, unit, -1)
                line, is_front = losing.spots(battle, side, unit)[0]
                losing.take_out(battle, line, unit, is_front)
                table.tell(events.SPLASHED, seat, unit, battle.area)
    for line in range(2 * battle.number):
        skirmish.discard_line(state, battle, line)


def narrowest(battle: Battle, side: int) -> int:
    """SC-9.10: return the place of the splash that is worked out next: G and F before GF, lists before all."""
    found, rank = 0, len(NARROW_FIRST) + 1
    for place, (owner, splash, case) in enumerate(battle.splash):
        own = NARROW_FIRST.index(splash) + (splash == cards.SPLASH_ANY and case != cards.OF_ORGANIC)
        if owner == side and own < rank:
            found, rank = place, own
    return found


def victims(state: StarCraft, battle: Battle, side: int, place: int) -> int:
    """SC-9.10: return the units that a splash may take, as a mask, so that most units die of all splashes together."""
    seat = strength.seat_of(battle, side)
    counts = [state.number(seat, battle.area, unit) for unit in range(len(names.UNITS))]
    rest = [row for other, row in enumerate(battle.splash) if row[0] == side and other != place]
    _, splash, case = battle.splash[place]
    mask = most = 0
    for unit, number in enumerate(counts):
        if number and strength.is_victim(splash, case, unit):
            counts[unit] -= 1
            dead = 1 + most_victims(rest, counts)
            counts[unit] += 1
            if dead > most:
                mask, most = 0, dead
            if dead == most:
                mask |= 1 << unit
    return mask


def most_victims(rows: list[tuple[int, ...]], counts: list[int]) -> int:
    """Return how many units some splashes take at most: a matching of splashes with units."""
    units = [unit for unit, number in enumerate(counts) for _ in range(number)]
    taken = [-1] * len(units)
    found = 0
    for place in range(len(rows)):
        seen = [False] * len(units)
        found += finds(rows, units, taken, seen, place)
    return found


def finds(rows: list[tuple[int, ...]], units: list[int], taken: list[int], seen: list[bool], place: int) -> bool:
    """Tell whether a splash finds a unit, if need be by another one's taking a different unit."""
    _, splash, case = rows[place]
    for spot, unit in enumerate(units):
        if seen[spot] or not strength.is_victim(splash, case, unit):
            continue
        seen[spot] = True
        if taken[spot] < 0 or finds(rows, units, taken, seen, taken[spot]):
            taken[spot] = place
            return True
    return False
