"""Who controls what, what there is to pay with, limits and sums: plain functions of the state (SC-1, 4, 5, 12)."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.games.starcraft import cards, names, space
from shapan.games.starcraft.ruleset import ALDARIS_POINTS, TARGET_POINTS
from shapan.games.starcraft.state import IN_AREA, IN_PLANET, NO_UNITS, NO_UNITS_ON, ON_PLANET, StarCraft

AREAS = len(names.AREAS)

# Areas, SC-1.1


def holder_of_units(state: StarCraft, area: int) -> int:
    """Return whose units stand in an area, -1 for nobody's; in a battle those of the lower seat."""
    return enemy_units(state, UNKNOWN, area)


def is_enemy(state: StarCraft, seat: int, area: int) -> bool:
    """SC-1.1: tell whether an area holds a unit or base of another seat."""
    if state.bases[area] >= 0 and state.bases[area] != seat:
        return True
    return enemy_units(state, seat, area) >= 0


def enemy_units(state: StarCraft, seat: int, area: int) -> int:
    """Return which other seat has units in an area, -1 for none."""
    here = IN_AREA[area]
    for other, row in enumerate(state.units):
        if row[here] != NO_UNITS and other != seat:
            return other
    return UNKNOWN


def controller(state: StarCraft, area: int) -> int:
    """SC-1.1: return who controls an area, -1 for nobody."""
    found, here = state.bases[area], IN_AREA[area]
    for seat, row in enumerate(state.units):
        if row[here] != NO_UNITS and seat != found:
            if found >= 0:
                return UNKNOWN
            found = seat
    return found


def areas_with(state: StarCraft, seat: int) -> list[int]:
    """Return the areas with a unit or base of a seat."""
    bases, row = state.bases, state.units[seat]
    near = [area for planet in planets_with(state, seat) for area in names.AREAS_OF[planet]]
    return [area for area in near if bases[area] == seat or row[IN_AREA[area]] != NO_UNITS]


def planets_with(state: StarCraft, seat: int) -> list[int]:
    """Return the planets with a unit or base of a seat."""
    bases, row = state.bases, state.units[seat]
    planets = range(len(names.PLANETS))
    return [one for one in planets if row[IN_PLANET[one]] != NO_UNITS_ON[one] or seat in bases[ON_PLANET[one]]]


def controlled(state: StarCraft, seat: int) -> list[int]:
    """SC-1.1: return the areas that a seat controls: it has a unit or base there, and nobody else has."""
    return [area for area in areas_with(state, seat) if not is_enemy(state, seat, area)]


def room(state: StarCraft, seat: int, area: int) -> int:
    """Return how many more units of a seat an area holds within its limit; 0 where it is an enemy area."""
    if is_enemy(state, seat, area):
        return 0
    return max(0, names.UNIT_LIMIT[area] - state.strength(seat, area))


def base_on(state: StarCraft, seat: int, planet: int) -> int:
    """Return the area of a planet with the base of a seat, -1 for none."""
    owners = state.bases[ON_PLANET[planet]]
    return names.FIRST_AREA[planet] + owners.index(seat) if seat in owners else UNKNOWN


def has_units_on(state: StarCraft, seat: int, planet: int) -> bool:
    """Tell whether a seat has units on a planet."""
    return state.units[seat][IN_PLANET[planet]] != NO_UNITS_ON[planet]


def is_on(state: StarCraft, seat: int, planet: int) -> bool:
    """SC-2.2: tell whether a seat has a unit or base on a planet."""
    return base_on(state, seat, planet) >= 0 or has_units_on(state, seat, planet)


def bases_of(state: StarCraft, seat: int) -> int:
    """Return how many bases a seat has."""
    return state.bases.count(seat)


def transports_of(state: StarCraft, seat: int) -> int:
    """Return how many transports a seat has on routes."""
    return sum([carriers >> seat & 1 for carriers in state.carriers])


def is_gone(state: StarCraft, seat: int) -> bool:
    """SC-12.5: tell whether a seat has neither bases nor units."""
    return seat not in state.bases and not any(state.units[seat])


# Resources, SC-4


def capacity(source: int) -> int:
    """SC-4.4: return how many workers a card takes without being forced."""
    return names.VALUE[source] if source < AREAS else names.PERMANENT[source - AREAS]


def working(state: StarCraft, seat: int, source: int) -> int:
    """Return the workers of a seat on a card that it holds."""
    return state.mined[source] if source < AREAS else state.permanent[seat][source - AREAS]


def most_on(state: StarCraft, seat: int, source: int) -> int:
    """Return how many more workers a card takes; SC-4.3: one of an area until it is depleted, by force."""
    if source >= AREAS:
        return names.PERMANENT[source - AREAS] - state.permanent[seat][source - AREAS]
    return max(0, names.VALUE[source] - state.mined[source]) + names.DEPLETED - state.depletion[source]


def sources(state: StarCraft, seat: int) -> list[int]:
    """Return the cards that a seat can put workers on: those that it holds, and the permanent ones."""
    held = [area for area in range(AREAS) if state.holders[area] == seat]
    return [*held, AREAS + names.MINERALS, AREAS + names.GAS]


def available(state: StarCraft, seat: int) -> tuple[int, int]:
    """Return how many minerals and gas a seat could pay, were its pool without end."""
    found = [0, 0]
    for source in sources(state, seat):
        found[names.SOURCE_KIND[source]] += most_on(state, seat, source)
    return found[names.MINERALS], found[names.GAS]


def resource_total(state: StarCraft, seat: int) -> int:
    """SC-12.1: return the capacities of all cards of a seat, permanent ones included."""
    return sum([names.VALUE[area] for area in range(AREAS) if state.holders[area] == seat]) + sum(names.PERMANENT)


def workers_of(state: StarCraft, seat: int) -> int:
    """D2: return all workers of a seat that are not in stock."""
    held = sum([state.mined[area] for area in range(AREAS) if state.holders[area] == seat])
    return state.pool[seat] + state.unavailable[seat] + sum(state.permanent[seat]) + held


# Building, SC-5


def build_limit(state: StarCraft, seat: int, special: bool = False) -> int:
    """SC-5.5: return how many units a Build order may build."""
    if state.race(seat) == names.ZERG:
        limit = 2 * sum([1 for level in state.levels[seat] if level])
    else:
        limit = 2 + state.modules[seat][names.SUPPLY]
    return limit + special


def is_unlocked(state: StarCraft, seat: int, unit: int) -> bool:
    """SC-5.4, SC-5.6: tell whether a seat may build a unit by its buildings, or by a technology."""
    if names.UNIT_RACE[unit] != state.race(seat):
        return False
    tech = cards.TECH_OF_UNIT[unit]
    if tech >= 0:
        return bool(state.technologies[seat][tech])
    building, level = names.UNLOCKED_BY[unit]
    return state.levels[seat][building] >= level


def can_build(state: StarCraft, seat: int, unit: int) -> bool:
    """D3, SC-5.4: tell whether a seat may build a unit, and has one in stock."""
    return is_unlocked(state, seat, unit) and state.stock(seat, unit) > 0


def special_limit(state: StarCraft, seat: int) -> int:
    """SC-2.5: return how many special orders a seat may place in a round."""
    modules = state.modules[seat][names.RESEARCH_AND_DEVELOPMENT]
    return 3 if modules and state.rules.any_specials else modules


# Cards


def hand_limit(state: StarCraft, seat: int) -> int:
    """SC-11.9: return how many combat cards a seat may keep."""
    extended = sum([1 for card in state.kept[seat].cards if cards.EVENT_OF[card] == cards.EXTENDED_COMMAND])
    return names.HAND_LIMIT[state.factions[seat]] + extended


def stage(state: StarCraft) -> int:
    """SC-1.6: return the stage of the uppermost event card; III of an empty deck."""
    for number in (names.STAGE_I, names.STAGE_II):
        if state.events_left[number]:
            return number
    return names.STAGE_III


def has_ability(state: StarCraft, seat: int, race: int) -> bool:
    """D1b: tell whether a seat is of a race whose abilities that are not printed are played."""
    return state.factions[seat] >= 0 and state.race(seat) == race and not state.rules.printed_only


# Victory, SC-12


def aldaris(state: StarCraft) -> int:
    """Return who plays Aldaris and is not eliminated, -1 for nobody."""
    for seat in range(state.seats):
        if state.factions[seat] == names.ALDARIS and state.is_in(seat):
            return seat
    return UNKNOWN


def target(state: StarCraft, seat: int) -> int:
    """SC-12.2, SC-12.6, SC-13: return the points that a seat, or in teams its team, needs for a normal victory."""
    feared = aldaris(state)
    points = TARGET_POINTS
    if feared >= 0 and not (state.rules.official_aldaris and state.are_mates(seat, feared)):
        points = ALDARIS_POINTS
    return 2 * points if state.rules.teams else points


def standing(state: StarCraft, seat: int) -> tuple[int, int, int, int, int]:
    """SC-12.1: return what seats are ranked by: points, resources, areas, bases, workers in the pool."""
    return (
        state.points[seat],
        resource_total(state, seat),
        len(controlled(state, seat)),
        bases_of(state, seat),
        state.pool[seat],
    )


def reaches(state: StarCraft, seat: int, planet: int) -> list[int]:
    """Return planets of a route with an own transport from a planet, and the planet itself."""
    return [planet, *space.reached(state, seat, planet)]
