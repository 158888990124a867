"""The galaxy as it lies (SC-1.2, SC-1.7, SC-1.8): cells, slots, routes, adjacent planets."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.games.starcraft import names
from shapan.games.starcraft.state import StarCraft

PLANETS = len(names.PLANETS)
ROW_BITS = 8
"""A cell as one number: its row in the lowest bits, its column above them."""


def has_slot(planet: int, turn: int, side: int) -> bool:
    """Tell whether a planet has a slot at a side when it is turned by so many quarter turns clockwise."""
    return bool(names.TURNED[planet][turn] >> side & 1)


def slot_sides(planet: int, turn: int) -> str:
    """Return the letters of the sides where a planet has slots when it is turned by so many quarters."""
    return "".join(side for number, side in enumerate(names.SIDES) if has_slot(planet, turn, number))


def planet_at(state: StarCraft, x: int, y: int) -> int:
    """Return the planet in a cell, -1 for none."""
    if x in state.cell_x:
        for planet, column in enumerate(state.cell_x):
            if column == x and state.cell_y[planet] == y:
                return planet
    return UNKNOWN


def around(state: StarCraft, x: int, y: int) -> list[int]:
    """Return by side the planet in the cell next to a cell, -1 for none."""
    return [planet_at(state, x + names.SIDE_X[side], y + names.SIDE_Y[side]) for side in range(4)]


def placed(state: StarCraft) -> list[int]:
    """Return the planets of the galaxy."""
    return [planet for planet in range(PLANETS) if state.cell_x[planet] >= 0]


def open_sides(state: StarCraft, x: int, y: int) -> int:
    """SC-1.7.3: return the sides of a cell at which a neighbour has a slot that no z-axis route uses, as a mask."""
    mask = 0
    for side, other in enumerate(around(state, x, y)):
        if other >= 0 and is_open(state, other, (side + 2) % 4):
            mask |= 1 << side
    return mask


def is_open(state: StarCraft, planet: int, side: int) -> bool:
    """Tell whether a planet has a slot at a side that no z-axis route uses."""
    return has_slot(planet, state.turns[planet], side) and 4 * planet + side not in state.z_ends


def joins(state: StarCraft, planet: int, x: int, y: int, turn: int) -> list[int]:
    """SC-1.7.3: return the routes that must be laid where a planet comes: both facing sides have a slot."""
    return sorted([names.ROUTE_OF[planet][other] for _, other in joined(state, planet, x, y, turn)])


def joined(state: StarCraft, planet: int, x: int, y: int, turn: int) -> list[tuple[int, int]]:
    """SC-1.7.3: return the planets that a planet is joined to where it comes, each behind the side that faces it."""
    sides = open_sides(state, x, y) & names.TURNED[planet][turn]
    return [(side, other) for side, other in enumerate(around(state, x, y)) if sides >> side & 1]


def pieces_left(state: StarCraft) -> int:
    """D11: return how many normal routes are left."""
    return names.NORMAL_ROUTES - sum(state.links)


def surroundings(state: StarCraft, planets: list[int]) -> list[int]:
    """SC-1.2: return some planets and those adjacent to any of them, each once."""
    links, z_ends = state.links, state.z_ends
    there = [False] * PLANETS
    for planet in planets:
        there[planet] = True
        for route, other in names.WAYS_FROM[planet]:
            if links[route]:
                there[other] = True
    for place, slot in enumerate(z_ends):
        if slot >= 0 and slot // 4 in planets:
            there[z_ends[place ^ 1] // 4] = True
    return [planet for planet in range(PLANETS) if there[planet]]


def free_slots(state: StarCraft) -> list[int]:
    """SC-1.8: return the slots of all planets that no route uses, even those that face a tile without a slot."""
    columns, rows, turns, z_ends, links = state.cell_x, state.cell_y, state.turns, state.z_ends, state.links
    lie = {columns[planet] << ROW_BITS | rows[planet]: planet for planet in range(PLANETS) if columns[planet] >= 0}
    found: list[int] = []
    for cell, planet in lie.items():
        slots = names.TURNED[planet][turns[planet]]
        for side in range(4):
            if not slots >> side & 1 or 4 * planet + side in z_ends:
                continue
            other = lie.get(cell + (names.SIDE_X[side] << ROW_BITS) + names.SIDE_Y[side], UNKNOWN)
            if other < 0 or not links[names.ROUTE_OF[planet][other]]:
                found.append(4 * planet + side)
    return found


def is_there(state: StarCraft, route: int) -> bool:
    """Tell whether a route lies in the galaxy."""
    if route < names.FIRST_Z:
        return bool(state.links[route])
    return state.z_ends[2 * (route - names.FIRST_Z)] >= 0


def ends(state: StarCraft, route: int) -> tuple[int, int]:
    """Return the planets that a route joins; of a z-axis route that of its major end first."""
    if route < names.FIRST_Z:
        return names.PAIRS[route]
    at = 2 * (route - names.FIRST_Z)
    return state.z_ends[at] // 4, state.z_ends[at + 1] // 4


def routes(state: StarCraft) -> list[int]:
    """Return the routes of the galaxy."""
    return [route for route in range(len(names.ROUTES)) if is_there(state, route)]


def routes_of(state: StarCraft, planet: int) -> list[int]:
    """Return the routes that join a planet to another."""
    links = state.links
    found = [route for route in names.ROUTES_FROM[planet] if links[route]]
    for place, slot in enumerate(state.z_ends):
        if slot // 4 == planet:
            found.append(names.FIRST_Z + place // 2)
    return found


def beyond(state: StarCraft, route: int, planet: int) -> int:
    """Return the planet at the other end of a route."""
    one, other = ends(state, route)
    return other if one == planet else one


def each_once(planets: list[int]) -> list[int]:
    """Return planets in their order, each once."""
    return [planet for planet in range(PLANETS) if planet in planets]


def neighbours(state: StarCraft, planet: int) -> list[int]:
    """SC-1.2: return the planets adjacent to a planet, each once."""
    return each_once([beyond(state, route, planet) for route in routes_of(state, planet)])


def reached(state: StarCraft, seat: int, planet: int) -> list[int]:
    """SC-6.2: return the adjacent planets from which a seat's transports come to a planet, each once."""
    served = [route for route in routes_of(state, planet) if state.carriers[route] >> seat & 1]
    return each_once([beyond(state, route, planet) for route in served])


def top_order(state: StarCraft, planet: int) -> int:
    """SC-2.4: return the face of the top order of a stack, as far as it is seen."""
    cards_there = state.stacks[planet].cards
    return cards_there[-1] if cards_there else UNKNOWN
