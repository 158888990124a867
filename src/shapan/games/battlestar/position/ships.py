"""The ships of a position: space, civilian ships, damage (13.2)."""

from __future__ import annotations

from typing import Any, Final

from shapan.games.battlestar import names
from shapan.games.battlestar.position.fields import Fields
from shapan.games.battlestar.rules.setup import FIRST_SHIPS

UNITS: Final = ("basestars", "raiders", "heavies", "vipers", "civilians")


def read_ships(given: Fields) -> None:
    """Space, the damaged box, civilian ships."""
    state, space = given.state, given.data.get("space")
    if space is None:
        put_first_ships(given)
    elif not isinstance(space, dict):
        raise given.fail("space", "needs an object of areas")
    else:
        for name, row in space.items():
            if name not in [str(area) for area in range(names.AREAS)]:
                raise given.fail(f"space.{name}", "is no area 0..5", "unknown_field")
            read_area(given, int(name), row, f"space.{name}")
    for token in given.cards(given.data, "civilians_destroyed", names.CIVILIAN_TOKEN):
        given.take(state.civilian_pile, token, state.civilians_lost, "civilians_destroyed")
    if state.reserves() < 0:
        raise given.fail("space" if space is not None else "vipers_damaged", "more vipers than there are", "count")


def put_first_ships(given: Fields) -> None:
    """The ships of the set-up (2.10), as far as the units last; civilian tokens are put down in the dark."""
    state = given.state
    for area, unit, number in FIRST_SHIPS:
        if unit == 0:
            state.basestars.append([area])
        elif unit == 1:
            state.raiders[area] = number
        elif unit == 3:
            state.vipers[area] = min(number, state.reserves())
    given.missing_civilians = 2


def read_area(given: Fields, area: int, row: Any, path: str) -> None:
    """Read one area."""
    given.known(row, UNITS, path)
    state = given.state
    state.raiders[area] = given.integer(row, "raiders", 0, 255, 0, f"{path}.")
    state.heavies[area] = given.integer(row, "heavies", 0, 255, 0, f"{path}.")
    state.vipers[area] = given.integer(row, "vipers", 0, 255, 0, f"{path}.")
    if sum(state.raiders) > names.RAIDERS:
        raise given.fail("space", f"more than {names.RAIDERS} raiders", "count")
    if sum(state.heavies) > names.HEAVIES:
        raise given.fail("space", f"more than {names.HEAVIES} heavy raiders", "count")
    for place, tokens in enumerate(given.rows(row, "basestars", f"{path}.")):
        numbers = given.cards({str(place): tokens}, str(place), names.BASESTAR_TOKEN, f"{path}.basestars.")
        for token in numbers:
            if token not in state.basestar_pool:
                raise given.fail("space", "a token twice", "count")
            state.basestar_pool.remove(token)
        state.basestars.append([area, *numbers])
    if len(state.basestars) > names.BASESTARS:
        raise given.fail("space", f"more than {names.BASESTARS} basestars", "count")
    for token in given.cards(row, "civilians", names.CIVILIAN_TOKEN, f"{path}."):
        given.take(state.civilian_pile, token, state.civilians[area], "space")


def read_damage(given: Fields) -> None:
    """Damage tokens on Galactica and out of the game."""
    state = given.state
    for name, zone in (("damaged", state.damage_on), ("damage_removed", state.damage_gone)):
        for place, token in enumerate(given.cards(given.data, name, names.DAMAGE_TOKEN)):
            location = token < len(names.DAMAGED_LOCATIONS)
            if location != (name == "damaged"):
                raise given.fail(f"{name}.{place}", "locations are damaged, fuel and food leave the game", "range")
            given.take(state.damage_pool, token, zone, name)
