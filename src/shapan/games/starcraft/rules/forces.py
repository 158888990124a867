"""SC-1.10: the starting forces: units in the areas of the planet with the own base, the transport on a route."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.table import Table
from shapan.games.starcraft import actions, events, formulas, names, space
from shapan.games.starcraft.state import StarCraft


class AskForces(Prompt[StarCraft]):
    """d_start_forces, SC-1.10: each start unit in an area of the planet with the base, the transport on a route."""

    key = "start_forces"
    rule = "SC-1.10"
    open = True
    many = True
    ordered = False
    families = (actions.START_UNIT, actions.START_TRANSPORT)
    rows = actions.START_ROWS

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        planet = home(state, seat)
        areas = names.AREAS_OF[planet]
        chosen = [actions.START_UNIT.values(code) for code in picked if actions.START_UNIT.has(code)]
        taken = [area for area, _ in chosen]
        rooms = [formulas.room(state, seat, area) - taken.count(area) for area in areas]
        for unit, number in enumerate(names.START_UNITS[state.factions[seat]]):
            there = [area for area, one in chosen if one == unit] if number else []
            left = min(number - len(there), sum(rooms))
            if left > 0:
                first = max(there, default=UNKNOWN)
                return [
                    actions.START_UNIT.rows[area][unit]
                    for place, area in enumerate(areas)
                    if area >= first and rooms[place] > 0 and sum(rooms[place:]) >= left
                ]
        if len(chosen) < len(picked):
            return []
        return [actions.START_TRANSPORT.codes[route] for route in space.routes_of(state, planet)] or [DONE]

    def can_hold(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> bool | None:
        """SC-1.10: no area beyond its room, no unit beyond those that find a place; the others find theirs."""
        known = self.all_picks(state, seat, arg)
        if any(code not in known for code in picked):
            return False
        chosen = [actions.START_UNIT.values(code) for code in picked if actions.START_UNIT.has(code)]
        areas, units = [area for area, _ in chosen], [unit for _, unit in chosen]
        placed = placed_at_start(state, seat)
        return (
            len(picked) - len(chosen) <= 1
            and all(areas.count(area) <= formulas.room(state, seat, area) for area in areas)
            and all(units.count(unit) <= placed[unit] for unit in units)
        )

    def why_not_many(self, state: StarCraft, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        """SC-1.10: name the area that is too full, or the unit of which there are not so many."""
        chosen = [actions.START_UNIT.values(code) for code in codes if actions.START_UNIT.has(code)]
        areas, units = [area for area, _ in chosen], [unit for _, unit in chosen]
        for unit, number in enumerate(placed_at_start(state, seat)):
            if units.count(unit) > number:
                what = {"term": f"unit.{names.UNITS[unit]}"}
                return Reason(self.rule, "start_units", {"unit": what, "number": number})
        for area in names.AREAS_OF[home(state, seat)]:
            room = formulas.room(state, seat, area)
            if areas.count(area) > room:
                return Reason(self.rule, "start_room", {"area": {"term": f"area.{names.AREAS[area]}"}, "number": room})
        return super().why_not_many(state, seat, arg, codes)

    def all_picks(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        """SC-1.10: every unit that finds a place, in every area with room, and the transport on every route."""
        planet = home(state, seat)
        areas = [area for area in names.AREAS_OF[planet] if formulas.room(state, seat, area)]
        units = [unit for unit, number in enumerate(placed_at_start(state, seat)) if number]
        found = [actions.START_UNIT.rows[area][unit] for unit in units for area in areas]
        return [*found, *(actions.START_TRANSPORT.codes[route] for route in space.routes_of(state, planet))] or [DONE]


def placed_at_start(state: StarCraft, seat: int) -> list[int]:
    """SC-1.10: return by unit how many of the start units find a place; the others are kept in stock."""
    room = sum([formulas.room(state, seat, area) for area in names.AREAS_OF[home(state, seat)]])
    found = []
    for number in names.START_UNITS[state.factions[seat]]:
        found.append(min(number, room))
        room -= found[-1]
    return found


def home(state: StarCraft, seat: int) -> int:
    """Return the planet with the base of a seat."""
    return names.PLANET_OF[state.bases.index(seat)]


ask_forces = AskForces()


def forces_step(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """SC-1.10: put start units and the transport; what finds no place is kept in stock."""
    state.active = seat
    if state.bases.count(seat):
        for code in table.ask_many(ask_forces, seat):
            if actions.START_UNIT.has(code):
                area, unit = actions.START_UNIT.values(code)
                state.change(seat, area, unit, 1)
            else:
                state.carriers[actions.START_TRANSPORT.value(code)] |= 1 << seat
        table.tell(events.FORCES_PLACED, seat, home(state, seat))
