"""BF-2: domains, the ring of columns, distance, outer territories, and where a new territory may be laid."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlefield import names
from shapan.games.battlefield.state import Battlefield

_AROUND: Final = tuple((names.LEFT, layer) for layer in range(names.MAX_LAYERS, 0, -1)) + tuple(
    (names.RIGHT, layer) for layer in range(1, names.MAX_LAYERS + 1)
)
"""BF-2.2: the columns of a seat as the ring goes round: left from outside to inside, right from inside to outside."""


def survey(state: Battlefield) -> None:
    """BF-2.2: number the columns of the ring anew; called whenever a territory comes, goes or changes hands."""
    columns = [UNKNOWN] * len(names.TERRITORIES)
    number = 0
    for seat in state.living():
        there = [(state.sides[territory], state.layers[territory], territory) for territory in state.domain(seat)]
        for side, layer in _AROUND:
            column = [territory for one, other, territory in there if one == side and other == layer]
            for territory in column:
                columns[territory] = number
            number += bool(column)
    state.columns, state.ring = columns, number


def distance(state: Battlefield, one: int, other: int) -> int:
    """BF-2.3: steps from one territory to another: 0 the same, 1 in one column, else columns by the shorter way."""
    if one == other:
        return 0
    walked = abs(state.columns[one] - state.columns[other])
    return max(1, min(walked, state.ring - walked))


def is_outer(state: Battlefield, territory: int) -> bool:
    """BF-2.4: whether a territory is an outer one of its owner."""
    return territory in outer(state)


def outer(state: Battlefield) -> list[int]:
    """BF-2.4: all outer territories of the table, rising; by an option they are those of each side."""
    highest, layers, sides = [0] * (2 * state.seats), state.layers, state.sides
    per_side, found = state.rules.outer_per_side, []
    for territory, holder in enumerate(state.holders):
        if holder >= 0:
            row = 2 * holder + sides[territory] if per_side else holder
            highest[row] = max(highest[row], layers[territory])
    for territory, holder in enumerate(state.holders):
        if holder >= 0 and layers[territory] == highest[2 * holder + sides[territory] if per_side else holder]:
            found.append(territory)
    return found


def free_places(state: Battlefield, seat: int) -> list[tuple[int, int, int]]:
    """BF-2.5: layer, side and slot of the places where a seat may lay a new territory.

    The empty slots of its highest layer; if that is full those of a new one.
    """
    taken = [
        (state.layers[territory], state.sides[territory], state.slots[territory]) for territory in state.domain(seat)
    ]
    layer = max([layer for layer, _, _ in taken], default=1)
    while True:
        slots = [(layer, side, slot) for side in (names.LEFT, names.RIGHT) for slot in range(1, names.SLOTS + 1)]
        free = [place for place in slots if place not in taken]
        if free:
            return free
        layer += 1


def lay(state: Battlefield, seat: int, territory: int, place: tuple[int, int, int]) -> None:
    """BF-2.5: a territory lies at a layer, side and slot of a seat's domain; `survey` has to follow."""
    state.holders[territory] = seat
    state.layers[territory], state.sides[territory], state.slots[territory] = place


def take_away(state: Battlefield, territory: int) -> None:
    """BF-8.2, 8.9: a territory leaves the map, and with it its capital token; `survey` has to follow."""
    state.holders[territory] = UNKNOWN
    state.layers[territory] = state.sides[territory] = state.slots[territory] = state.durability[territory] = 0
    if territory in state.capitals:
        state.capitals[state.capitals.index(territory)] = UNKNOWN
