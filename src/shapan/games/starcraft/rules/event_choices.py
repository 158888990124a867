"""SC-11.8, 13.7: which event card is played, and what has to be chosen with it."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE, Family
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.games.starcraft import actions, cards, formulas, names, space
from shapan.games.starcraft.rules import build, payment, research
from shapan.games.starcraft.state import StarCraft

AIR_DEFENSE_DISCOUNT = 2
"""D10, air_defense_program."""
AIRLIFTS = 2
"""D10, emergency_airlift: so many transports at most."""


def value(picks: Sequence[int], family: Family) -> int:
    """Return the value of the first pick of a family, -1 without one."""
    for code in picks:
        if family.has(code):
            return family.value(code)
    return UNKNOWN


class AskEvent(Prompt[StarCraft]):
    """d_event, SC-11.8: an event card with what is chosen for it, or none; who holds an end card must play it."""

    key = "event"
    plan = True
    rule = "SC-11.8"
    many = True
    families = (
        actions.PLAY, actions.NO_EVENT, *(family for _, family in actions.PLAY_PARTS),
        *(family for _, family in actions.PLAY_LISTS),
    )  # fmt: skip
    rows = actions.PLAY_ROWS

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if not picked:
            return playable(state, seat)
        if not actions.PLAY.has(picked[0]):
            return []
        return choices(state, seat, actions.PLAY.value(picked[0]), picked[1:])

    def why_not_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        if picked:
            return Reason("SC-11.8", "no_choice")
        held = state.drawn[seat].cards
        ends = any(cards.EVENT_OF[card] == cards.THE_END_DRAWS_NEAR for card in held)
        return Reason("SC-11.8", "end_card_first" if ends else "not_drawn")


ask_event = AskEvent()


def playable(state: StarCraft, seat: int) -> list[int]:
    """SC-11.8: return the event cards that may be played, and none; an end card must be."""
    held = state.drawn[seat].cards
    kinds = [card for place, card in enumerate(held) if card not in held[:place]]
    ends = [card for card in kinds if cards.EVENT_OF[card] == cards.THE_END_DRAWS_NEAR]
    if ends:
        return [actions.PLAY.codes[ends[0]]]
    return [actions.NO_EVENT.code(), *(actions.PLAY.codes[card] for card in kinds)]


# What is chosen, the next picks, `DONE` where nothing more is needed


def choices(state: StarCraft, seat: int, card: int, picks: Sequence[int]) -> list[int]:
    """13.7: return the parameters of an event that may follow; `DONE` at once where there is no legal choice."""
    event = cards.EVENT_OF[card]
    if event == cards.FIELD_ENGINEERS:
        found = engineering(state, seat, picks)
    elif event in (cards.LICENSED_RESEARCH, cards.BREAKTHROUGH):
        found = learning(state, seat, card, picks)
    elif event == cards.VOLUNTEERS:
        found = volunteering(state, seat, card, picks)
    elif event == cards.ELITE_REINFORCEMENTS:
        found = deploying(state, seat, card, picks)
    elif event == cards.REINFORCEMENTS:
        found = landing(state, seat, picks)
    elif event == cards.JUMP_LANE_SHIFT:
        found = shifting(state, picks)
    elif event == cards.EMERGENCY_AIRLIFT:
        found = airlifting(state, seat, picks)
    elif picks:
        return []
    elif event == cards.PROSPECTING:
        partial = [area for area, depth in enumerate(state.depletion) if depth == names.PARTIAL]
        found = [actions.P_AREA.codes[area] for area in partial if state.holders[area] == seat]
    elif event == cards.EXPANSION_PLAN:
        found = [actions.P_AREA.codes[area] for area in range(len(names.AREAS)) if build.base_fits(state, seat, area)]
    elif event == cards.ORBITAL_STRIKE:
        found = [actions.P_AREA.codes[area] for area in range(len(names.AREAS)) if can_strike(state, seat, area)]
    elif event == cards.SABOTAGE:
        others = [other for other in state.living() if not state.are_mates(seat, other)]
        found = [actions.P_TARGET.codes[other] for other in others]
    else:
        found = []
    return found if found or picks else [DONE]


def cheaper(state: StarCraft, seat: int, cost: tuple[int, int]) -> list[int]:
    """D10: return the resources of a cost that may be one less, so that the rest can be paid."""
    return [one for one in (names.MINERALS, names.GAS) if cost[one] and payment.can_pay(state, seat, cost, one)]


def chosen_cost(picks: Sequence[int]) -> tuple[int, int]:
    """Return the printed cost of what is chosen."""
    building, module = value(picks, actions.P_BUILDING), value(picks, actions.P_MODULE)
    if building >= 0:
        return names.LEVEL_COSTS[building][max(1, value(picks, actions.P_LEVEL)) - 1]
    if module >= 0:
        return names.MODULE_COST[module]
    return cards.TECH_COST[value(picks, actions.P_TECHNOLOGY)]


def price(picks: Sequence[int]) -> tuple[int, int]:
    """Return what is to be paid for what is chosen, with the discount."""
    return payment.lowered(chosen_cost(picks), value(picks, actions.P_DISCOUNT))


def engineering(state: StarCraft, seat: int, picks: Sequence[int]) -> list[int]:
    """D10, field_engineers: a building or a module, then the resource that is saved."""
    if not picks:
        found = []
        for building in names.BUILDINGS_OF[state.race(seat)]:
            level = build.next_level(state, seat, building)
            if level and cheaper(state, seat, names.LEVEL_COSTS[building][level - 1]):
                found.append(actions.P_BUILDING.codes[building])
        for module in range(len(names.MODULES)):
            if build.module_fits(state, seat, module) and cheaper(state, seat, names.MODULE_COST[module]):
                found.append(actions.P_MODULE.codes[module])
        return found
    if actions.P_BUILDING.has(picks[-1]):
        return [actions.P_LEVEL.codes[build.next_level(state, seat, actions.P_BUILDING.value(picks[-1]))]]
    if actions.P_DISCOUNT.has(picks[-1]):
        return []
    return [actions.P_DISCOUNT.codes[resource] for resource in cheaper(state, seat, chosen_cost(picks))]


def learning(state: StarCraft, seat: int, card: int, picks: Sequence[int]) -> list[int]:
    """D10, licensed_research, breakthrough: a technology of the own deck; the first is paid, one resource cheaper."""
    is_bought = cards.EVENT_OF[card] == cards.LICENSED_RESEARCH
    if not picks:
        own = [tech for tech in cards.TECHS_OF[state.race(seat)] if research.in_technology_deck(state, seat, tech)]
        return [
            actions.P_TECHNOLOGY.codes[tech]
            for tech in own
            if (
                cheaper(state, seat, cards.TECH_COST[tech])
                if is_bought
                else sum(cards.TECH_COST[tech]) <= cards.MAX_COST[card]
            )
        ]
    if not is_bought or actions.P_DISCOUNT.has(picks[-1]):
        return []
    return [actions.P_DISCOUNT.codes[resource] for resource in cheaper(state, seat, chosen_cost(picks))]


# Units that are placed


def buildable(state: StarCraft, seat: int, most: int) -> list[int]:
    """D10, E40: return the units in stock that buildings allow, of at most some total cost."""
    return [
        unit
        for unit in range(len(names.UNITS))
        if names.TOTAL_COST[unit] <= most and not names.TECH_REQUIRED[unit] and formulas.can_build(state, seat, unit)
    ]


def home_areas(state: StarCraft, seat: int) -> list[int]:
    """D10: return the areas with room on planets with a base of a seat."""
    planets = [names.PLANET_OF[area] for area, owner in enumerate(state.bases) if owner == seat]
    return [area for planet in sorted(planets) for area in names.AREAS_OF[planet] if formulas.room(state, seat, area)]


def volunteering(state: StarCraft, seat: int, card: int, picks: Sequence[int]) -> list[int]:
    """D10, volunteers: a unit, then its area."""
    areas = home_areas(state, seat)
    if not picks:
        return [actions.P_UNIT.codes[unit] for unit in buildable(state, seat, cards.MAX_COST[card]) if areas]
    return [actions.P_AREA.codes[area] for area in areas] if len(picks) == 1 else []


def deploying(state: StarCraft, seat: int, card: int, picks: Sequence[int]) -> list[int]:
    """D10, elite_reinforcements: units of a total cost in areas of one planet with a base."""
    placed = [actions.P_PLACE.values(code) for code in picks]
    left = cards.MAX_COST[card] - sum([names.TOTAL_COST[unit] for unit, _ in placed])
    last = picks[-1] if picks else 0
    found = [DONE] if picks else []
    units = buildable(state, seat, left)
    for area in home_areas(state, seat):
        if placed and names.PLANET_OF[area] != names.PLANET_OF[placed[0][1]]:
            continue
        if formulas.room(state, seat, area) <= sum([1 for _, one in placed if one == area]):
            continue
        for unit in units:
            code = actions.P_PLACE.code(unit, area)
            if code >= last and state.stock(seat, unit) > sum([1 for one, _ in placed if one == unit]):
                found.append(code)
    return found


def coming(state: StarCraft, seat: int) -> list[int]:
    """D10, reinforcements: return by unit how many come, as far as they are in stock."""
    counts = [0] * len(names.UNITS)
    for unit, number in cards.LANDING[state.race(seat)]:
        counts[unit] = min(number, state.stock(seat, unit))
    return counts


def landing(state: StarCraft, seat: int, picks: Sequence[int]) -> list[int]:
    """D10, reinforcements, E19: an area; where not all find room, the units that are placed."""
    counts = coming(state, seat)
    if not picks:
        areas = [area for area in range(len(names.AREAS)) if state.cell_x[names.PLANET_OF[area]] >= 0]
        return [actions.P_AREA.codes[area] for area in areas if sum(counts) and formulas.room(state, seat, area)]
    room = formulas.room(state, seat, actions.P_AREA.value(picks[0]))
    if sum(counts) <= room or len(picks) > room:
        return []
    for code in picks[1:]:
        counts[actions.P_UNITS.value(code)] -= 1
    last = picks[-1] if len(picks) > 1 else 0
    need = room - len(picks) + 1
    return [
        actions.P_UNITS.codes[unit]
        for unit, number in enumerate(counts)
        if number > 0 and actions.P_UNITS.codes[unit] >= last and sum(counts[unit:]) >= need
    ]


def landings(state: StarCraft, seat: int, card: int, picks: Sequence[int]) -> list[tuple[int, int]]:
    """D10: return the units that an event places, each with its area."""
    if cards.EVENT_OF[card] == cards.ELITE_REINFORCEMENTS:
        return [(actions.P_PLACE.value(code, 0), actions.P_PLACE.value(code, 1)) for code in picks]
    area = value(picks, actions.P_AREA)
    if cards.EVENT_OF[card] == cards.VOLUNTEERS:
        return [(value(picks, actions.P_UNIT), area)]
    named = [actions.P_UNITS.value(code) for code in picks if actions.P_UNITS.has(code)]
    if not named:
        named = [unit for unit, number in enumerate(coming(state, seat)) for _ in range(number)]
    return [(unit, area) for unit in named]


# Routes, strikes


def shifting(state: StarCraft, picks: Sequence[int]) -> list[int]:
    """D10, jump_lane_shift: a z-axis route, its end, and a free slot on another planet than the other end's."""
    if not picks:
        return [
            actions.P_ROUTE.codes[names.FIRST_Z + number]
            for number in range(names.Z_ROUTES)
            if state.z_ends[2 * number] >= 0 and any(slots_for(state, number, end) for end in (0, 1))
        ]
    number = actions.P_ROUTE.value(picks[0]) - names.FIRST_Z
    if len(picks) == 1:
        return [actions.P_END.codes[end] for end in (0, 1) if slots_for(state, number, end)]
    if len(picks) == 2:
        return [actions.P_SLOT.codes[slot] for slot in slots_for(state, number, actions.P_END.value(picks[1]))]
    return []


def slots_for(state: StarCraft, number: int, end: int) -> list[int]:
    """Return the free slots to which an end of a z-axis route may go."""
    other = state.z_ends[2 * number + 1 - end] // 4
    return [slot for slot in space.free_slots(state) if slot // 4 != other]


def airlifting(state: StarCraft, seat: int, picks: Sequence[int]) -> list[int]:
    """D10, emergency_airlift: up to two transports on routes of planets with a base."""
    if len(picks) >= min(AIRLIFTS, names.TRANSPORTS - formulas.transports_of(state, seat)):
        return []
    found = []
    for route in space.routes(state):
        one, other = space.ends(state, route)
        near = formulas.base_on(state, seat, one) >= 0 or formulas.base_on(state, seat, other) >= 0
        if near and not state.carriers[route] >> seat & 1:
            found.append(actions.P_ROUTES.codes[route])
    last = picks[-1] if picks else 0
    return [*([DONE] if picks else []), *(code for code in found if code > last)]


def can_strike(state: StarCraft, seat: int, area: int) -> bool:
    """D10, orbital_strike: tell whether enemy units stand in an area of a planet where the seat has something."""
    owner = formulas.enemy_units(state, seat, area)
    if owner < 0 or state.are_mates(seat, owner):
        return False
    return formulas.is_on(state, seat, names.PLANET_OF[area])
