"""SC-1: factions, the galaxy, the first base, starting forces."""

from __future__ import annotations

from shapan.games.starcraft import actions, names, space
from shapan.games.starcraft.bots.mind import RATE, Mind
from shapan.games.starcraft.rules import forces

RATE.always(0.0, "faction")  # not the strongest, but any: people are to meet them all


def richness(planet: int) -> float:
    """Return how good a planet is to begin on: resources, room for units, points, ways to others."""
    areas = names.AREAS_OF[planet]
    gives = sum(names.VALUE[area] * (1.2 if names.KIND[area] == names.CONQUEST else 1.0) for area in areas)
    kinds = [names.KIND[area] for area in areas]
    both = names.MINERALS in kinds and names.GAS in kinds
    return gives + 0.1 * sum(names.UNIT_LIMIT[area] for area in areas) + both + 0.3 * names.SLOTS[planet].bit_count()


@RATE("place_planet", actions.PLACE_PLANET)
def _planet(mind: Mind, planet: int, x: int, y: int, turn: int) -> float:
    """Place the better planet first, for the base; away from others' bases, with many ways, best to own ground."""
    view = mind.view
    worth = richness(planet) * (view.placing_round == 1)  # it is the home then; in the second round there is no choice
    for side in range(4):
        if not space.has_slot(planet, turn, side):
            continue
        other = space.planet_at(view, x + names.SIDE_X[side], y + names.SIDE_Y[side])
        if other < 0:
            worth += 0.2
        elif space.has_slot(other, view.turns[other], (side + 2) % 4):
            owners = [view.bases[area] for area in names.AREAS_OF[other] if view.bases[area] != -1]
            worth += 1.0 if mind.seat in owners else -0.6 if owners else 0.5
    return worth


RATE.always(0.0, "place_planet", actions.JOIN)


@RATE("place_base", actions.PLACE_BASE)
def _base(mind: Mind, area: int) -> float:
    """On the card that gives most at once; points are left to units."""
    kind = names.KIND[area]
    return richness(names.PLANET_OF[area]) + (0.0 if kind == names.CONQUEST else 0.5 + 0.6 * names.VALUE[area])


@RATE("place_base", actions.ACTIONS.of(actions.LATER))
def _later(mind: Mind) -> float:
    """Move where the other planet may be the better home."""
    tiles = mind.view.tiles[mind.seat].cards
    return max([richness(planet) for planet in tiles], default=0.0) + 2.0


@RATE("place_z")
def _z(mind: Mind, major: int, minor: int) -> float:
    """From home, where transports are built, to the best ground that is not near already."""
    view, home = mind.view, mind.homes[0] if mind.homes else -1
    one, other = major // 4, minor // 4
    worth = 2.0 if one == home else 0.5 if other == home else 0.0
    far = other if one == home else one
    owners = [view.bases[area] for area in names.AREAS_OF[far] if view.bases[area] not in (-1, mind.seat)]
    worth += 0.25 * richness(far) - 1.0 * bool(owners)
    return worth - 0.8 * (far in space.neighbours(view, home) if home >= 0 else 0.0)


@RATE.picks("start_forces")
def _forces(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
    """Points first, then where the base stands, then one each; the transport to the best planet beside."""
    view, seat, found = mind.view, mind.seat, dict[int, float]()
    home = forces.home(view, seat)
    counts = [0] * len(names.AREAS)
    for code in picked:
        if actions.START_UNIT.has(code):
            counts[actions.START_UNIT.value(code, 0)] += 1
    for area in names.AREAS_OF[home]:
        worth = 3.0 * (names.KIND[area] == names.CONQUEST) + 2.0 * (view.bases[area] == seat)
        for unit in range(len(names.UNITS)):
            found[actions.START_UNIT.code(area, unit)] = worth - 2.5 * counts[area]
    for route in space.routes_of(view, home):
        beyond = space.beyond(view, route, home)
        owners = [view.bases[area] for area in names.AREAS_OF[beyond] if view.bases[area] not in (-1, seat)]
        found[actions.START_TRANSPORT.codes[route]] = richness(beyond) - 4.0 * bool(owners)
    return found
