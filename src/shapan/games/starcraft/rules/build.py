"""SC-5: the Build order, one purchase after the other: workers, transports, units; a building, a module; a base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.starcraft import actions, agenda, events, formulas, names, space
from shapan.games.starcraft.records import STEP_A, STEP_B, STEP_C, Order
from shapan.games.starcraft.rules import destroying, payment
from shapan.games.starcraft.state import StarCraft


def build_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-5.1, SC-5.11: purchases one at a time, until nothing more is wanted or possible."""
    order = state.order
    assert order is not None
    seat = order.seat
    if len(ask_build.options(state, seat, 0)) == 1:
        if not order.bought:
            table.tell(events.NOTHING_DONE, seat, order.order, order.planet)
        return
    picks = table.ask_many(ask_build, seat)
    if not picks:
        return
    state.push(agenda.BUILD_STEP)
    if actions.destroys(picks[0]):
        destroying.destroy(state, table, seat, picks[0])
        if state.eliminated[seat]:
            state.agenda.pop()
        return
    buy(state, table, order, picks)


def discount_of(picks: Sequence[int]) -> int:
    """Return the resource by which a purchase is cheaper, -1 for none."""
    return actions.DISCOUNT.value(picks[-1]) if actions.DISCOUNT.has(picks[-1]) else UNKNOWN


COSTS: Final[dict[int, tuple[int, int]]] = {
    actions.BUILD_WORKER.code(): names.WORKER_COST,
    **dict.fromkeys(actions.BUILD_TRANSPORT.codes, names.TRANSPORT_COST),
    **{code: names.UNIT_COST[unit] for unit, row in enumerate(actions.BUILD_UNIT.rows) for code in row},
    **{
        actions.BUILD_BUILDING.code(building, place + 1): cost
        for building, costs in enumerate(names.LEVEL_COSTS)
        for place, cost in enumerate(costs)
    },
    **dict(zip(actions.BUILD_MODULE.codes, names.MODULE_COST, strict=True)),
    **dict.fromkeys(actions.BUILD_BASE.codes, names.BASE_COST),
}


def cost_of(code: int) -> tuple[int, int]:
    """Return the printed cost of a purchase (D2 to D5)."""
    return COSTS.get(code, (0, 0))


def is_merged(code: int) -> bool:
    """SC-5.6: tell whether a purchase is a unit for which others are destroyed."""
    return actions.BUILD_UNIT.has(code) and names.TECH_REQUIRED[actions.BUILD_UNIT.value(code, 0)]


# What can be bought


def is_late(order: Order, step: int) -> bool:
    """SC-5.1: tell whether a later step has been done already."""
    return order.step > step


def transports_for(state: StarCraft, order: Order) -> list[int]:
    """SC-5.3: return the planet's routes without an own transport; of z-axis routes those whose major end it is."""
    seat = order.seat
    if formulas.transports_of(state, seat) >= names.TRANSPORTS:
        return []
    return [
        route
        for route in space.routes_of(state, order.planet)
        if not state.carriers[route] >> seat & 1
        and (route < names.FIRST_Z or space.ends(state, route)[0] == order.planet)
    ]


def merging(state: StarCraft, order: Order, unit: int, area: int) -> int:
    """SC-5.6: return how many units that could be destroyed for a tech-required one an area holds from before."""
    return state.number(order.seat, area, names.DESTROYS[unit][0]) - order.fresh[area]


def goals(state: StarCraft, order: Order, unit: int) -> list[int]:
    """SC-5.4, SC-5.6: return the areas into which a unit can be built; of tech-required ones one that a unit leaves."""
    seat, areas = order.seat, names.AREAS_OF[order.planet]
    if not formulas.can_build(state, seat, unit):
        return []
    if not names.TECH_REQUIRED[unit]:
        return [area for area in areas if formulas.room(state, seat, area)]
    there = [merging(state, order, unit, area) for area in areas]
    if sum(there) < names.DESTROYS[unit][1]:
        return []
    return [area for area in areas if there[area - areas[0]] > 0 and not formulas.is_enemy(state, seat, area)]


def next_level(state: StarCraft, seat: int, building: int) -> int:
    """SC-5.7: return the level of a building that comes next, 0 where there is none."""
    level = state.levels[seat][building] + 1
    own = names.BUILDING_RACE[building] == state.race(seat)
    return level if own and level <= len(names.LEVEL_COSTS[building]) else 0


def module_fits(state: StarCraft, seat: int, module: int) -> bool:
    """SC-5.7: tell whether there is a space and a token for a module."""
    own, race = state.modules[seat], state.race(seat)
    return sum(own) < names.MODULE_SPACES[race] and own[module] < names.MODULE_TOKENS[race][module]


def base_fits(state: StarCraft, seat: int, area: int) -> bool:
    """SC-5.8, SC-13: tell whether a seat can build a base in an area, but for the price."""
    planet = names.PLANET_OF[area]
    if not state.strength(seat, area) or state.bases[area] >= 0 or formulas.base_on(state, seat, planet) >= 0:
        return False
    if state.rules.teams:
        others = [state.bases[one] for one in names.AREAS_OF[planet] if one != area]
        if all(owner >= 0 and state.are_mates(seat, owner) for owner in others):
            return False
    return formulas.bases_of(state, seat) < names.BASES


def purchases(state: StarCraft, order: Order) -> list[int]:
    """SC-5.1: return what can be bought now but for the price, in the order of the steps."""
    seat, planet, found = order.seat, order.planet, []
    has_base = formulas.base_on(state, seat, planet) >= 0
    areas = names.AREAS_OF[planet]
    if has_base and not is_late(order, STEP_A):
        if formulas.workers_of(state, seat) < names.WORKERS:
            found.append(actions.BUILD_WORKER.code())
        found += [actions.BUILD_TRANSPORT.codes[route] for route in transports_for(state, order)]
    if not is_late(order, STEP_A) and order.built < limit_of(state, order):
        race = state.race(seat)
        for unit in range(names.FIRST_UNIT[race], names.END_UNIT[race]):
            if has_base or names.TECH_REQUIRED[unit]:
                found += [actions.BUILD_UNIT.rows[unit][area] for area in goals(state, order, unit)]
    if not is_late(order, STEP_B) and formulas.is_on(state, seat, planet):
        if not order.building:
            for building in names.BUILDINGS_OF[state.race(seat)]:
                level = next_level(state, seat, building)
                if level:
                    found.append(actions.BUILD_BUILDING.rows[building][level])
        if not order.module:
            modules = range(len(names.MODULES))
            found += [actions.BUILD_MODULE.codes[one] for one in modules if module_fits(state, seat, one)]
    found += [actions.BUILD_BASE.codes[area] for area in areas if base_fits(state, seat, area)]
    return found


def limit_of(state: StarCraft, order: Order) -> int:
    """SC-5.5: return how many units an order may build."""
    return formulas.build_limit(state, order.seat, order.order == names.SPECIAL_BUILD)


def discounts(order: Order, code: int) -> list[int]:
    """SC-5.10: return the resources by which Special Build can lower a purchase."""
    if order.order != names.SPECIAL_BUILD or order.discounted or actions.BUILD_WORKER.has(code):
        return []
    cost = cost_of(code)
    return [resource for resource in (names.MINERALS, names.GAS) if cost[resource]]


class AskBuild(destroying.Window):
    """d_build: a purchase, with the areas of the units that are destroyed for it, and the discount."""

    ordered = True
    at_once = False

    def options(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        order, purse = state.order, payment.purse(state, seat)
        assert order is not None
        found = [DONE]
        for code in purchases(state, order):
            cost = COSTS[code]
            if payment.covers(purse, cost) or any(payment.covers(purse, cost, one) for one in discounts(order, code)):
                found.append(code)
        return found

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if not picked:
            return self.options(state, seat, arg)
        order, head = state.order, picked[0]
        assert order is not None
        if actions.destroys(head) or actions.DISCOUNT.has(picked[-1]):
            return []
        rest = left_areas(state, order, picked) if is_merged(head) else []
        if rest:
            return rest
        cost, purse = cost_of(head), payment.purse(state, seat)
        found = [actions.DISCOUNT.codes[one] for one in discounts(order, head) if payment.covers(purse, cost, one)]
        return [DONE, *found] if payment.covers(purse, cost) else found

    def why_not_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        order = state.order
        assert order is not None
        if not picked:
            if actions.destroys(code):
                return Reason("SC-3.6", "not_yours")
            known = any(family.has(code) and family.fits(code) for family in self.families)
            return why_not_bought(state, order, code) if known else Reason("SC-5.1", "not_possible")
        if actions.DISCOUNT.has(code):
            return why_no_discount(order, picked[0], actions.DISCOUNT.value(code))
        if actions.FROM.has(code):
            return Reason("SC-5.6", "not_there_before")
        return Reason("SC-5.1", "not_possible")

    def why_not_many(self, state: StarCraft, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        """13.8: the first pick that may not follow; else a discount that is needed, or areas that are missing."""
        reason = super().why_not_many(state, seat, arg, codes)
        if reason.key != "not_possible" or not codes:
            return reason
        if is_merged(codes[0]):
            return Reason("SC-5.6", "units_missing")
        is_paid = payment.can_pay(state, seat, cost_of(codes[0]), discount_of(codes))
        return reason if is_paid else Reason("SC-4.5", "too_dear")


def left_areas(state: StarCraft, order: Order, picked: Sequence[int]) -> list[int]:
    """SC-5.6: return the areas that a destroyed unit may leave next; the new unit comes to one of those."""
    unit, area = actions.BUILD_UNIT.values(picked[0])
    _, number = names.DESTROYS[unit]
    left = [actions.FROM.value(code) for code in picked[1:]]
    more = number - len(left)
    areas, last = names.AREAS_OF[order.planet], left[-1] if left else UNKNOWN
    there = [max(0, merging(state, order, unit, one) - left.count(one)) for one in areas]
    return [
        actions.FROM.codes[one]
        for place, one in enumerate(areas)
        if there[place]
        and one >= last
        and sum(there[place:]) >= more > 0
        and (one == area or area in left or (area > one and more > 1))
    ]


ask_build = AskBuild("build", "SC-5.1", (*actions.PURCHASES, actions.FROM, actions.DISCOUNT))
ask_build.decline = "done"
ask_build.rows = actions.BUILD_ROWS


# Why something cannot be bought, 13.8


def why_not_bought(state: StarCraft, order: Order, code: int) -> Reason:
    """13.8: steps and presence, then the rule of the thing itself, then numbers, then the price."""
    seat, planet = order.seat, order.planet
    step = STEP_A
    if actions.BUILD_BUILDING.has(code) or actions.BUILD_MODULE.has(code):
        step = STEP_B
    elif actions.BUILD_BASE.has(code):
        step = STEP_C
    if is_late(order, step):
        return Reason("SC-5.1", "step_is_over")
    if step == STEP_A and not is_merged(code) and formulas.base_on(state, seat, planet) < 0:
        return Reason("SC-5.1", "no_base_here")
    if step == STEP_B and not formulas.is_on(state, seat, planet):
        return Reason("SC-5.1", "nothing_here")
    if step == STEP_B and (order.building if actions.BUILD_BUILDING.has(code) else order.module):
        return Reason("SC-5.1", "one_only")
    reason = why_not_the_thing(state, order, code)
    if reason is not None:
        return reason
    return Reason("SC-4.5", "too_dear")


def why_not_the_thing(state: StarCraft, order: Order, code: int) -> Reason | None:
    """13.8: return what is wrong with a purchase but for its step and its price."""
    seat = order.seat
    if actions.BUILD_WORKER.has(code) and formulas.workers_of(state, seat) >= names.WORKERS:
        return Reason("SC-5.2", "no_stock")
    if actions.BUILD_TRANSPORT.has(code) and actions.BUILD_TRANSPORT.value(code) not in transports_for(state, order):
        return Reason("SC-5.3", "no_route")
    if actions.BUILD_UNIT.has(code):
        unit, area = actions.BUILD_UNIT.values(code)
        if area not in goals(state, order, unit):
            merged = names.TECH_REQUIRED[unit]
            return (
                Reason("SC-5.6", "cannot_merge")
                if merged
                else Reason("SC-5.4", why_not_placed(state, order, unit, area))
            )
        if order.built >= limit_of(state, order):
            return Reason("SC-5.5", "limit_reached", {"number": limit_of(state, order)})
    if actions.BUILD_BUILDING.has(code):
        building, level = actions.BUILD_BUILDING.values(code)
        if not level or level != next_level(state, seat, building):
            return Reason("SC-5.7", "wrong_level")
    if actions.BUILD_MODULE.has(code) and not module_fits(state, seat, actions.BUILD_MODULE.value(code)):
        return Reason("SC-5.7", "no_space")
    if actions.BUILD_BASE.has(code):
        area = actions.BUILD_BASE.value(code)
        if names.PLANET_OF[area] != order.planet or not base_fits(state, seat, area):
            return Reason("SC-5.8", "no_base_there")
    return None


def why_not_placed(state: StarCraft, order: Order, unit: int, area: int) -> str:
    """Return the text for a unit that cannot be placed."""
    if not formulas.is_unlocked(state, order.seat, unit):
        return "not_unlocked"
    if state.stock(order.seat, unit) <= 0:
        return "no_stock"
    return "bad_area" if names.PLANET_OF[area] != order.planet or formulas.is_enemy(state, order.seat, area) else "full"


def why_no_discount(order: Order, code: int, resource: int) -> Reason:
    """SC-5.10: return why a purchase is not cheaper."""
    if order.order != names.SPECIAL_BUILD:
        return Reason("SC-5.10", "no_special_build")
    if actions.BUILD_WORKER.has(code):
        return Reason("SC-5.10", "not_for_workers")
    if order.discounted:
        return Reason("SC-5.10", "discount_used")
    return Reason(
        "SC-5.10" if not cost_of(code)[resource] else "SC-4.5",
        "not_in_cost" if not cost_of(code)[resource] else "too_dear",
    )


# Buying


def buy(state: StarCraft, table: Table[StarCraft], order: Order, picks: Sequence[int]) -> None:
    """SC-5.11: pay for a purchase, then place it."""
    seat, code, resource = order.seat, picks[0], discount_of(picks)
    order.bought = 1
    if resource >= 0:
        order.discounted = 1
    payment.pay(state, table, seat, *payment.lowered(cost_of(code), resource))
    if actions.BUILD_WORKER.has(code):
        state.unavailable[seat] += 1
        table.tell(events.WORKER_BUILT, seat)
    elif actions.BUILD_TRANSPORT.has(code):
        route = actions.BUILD_TRANSPORT.value(code)
        state.carriers[route] |= 1 << seat
        table.tell(events.TRANSPORT_BUILT, seat, route)
    elif actions.BUILD_UNIT.has(code):
        left = [actions.FROM.value(pick) for pick in picks[1:] if actions.FROM.has(pick)]
        place_unit(state, table, order, code, left)
    elif actions.BUILD_BUILDING.has(code):
        order.step, order.building = STEP_B, 1
        add_building(state, table, seat, actions.BUILD_BUILDING.value(code, 0))
    elif actions.BUILD_MODULE.has(code):
        order.step, order.module = STEP_B, 1
        add_module(state, table, seat, actions.BUILD_MODULE.value(code))
    else:
        order.step = STEP_C
        add_base(state, table, seat, actions.BUILD_BASE.value(code), events.BASE_BUILT)


def place_unit(state: StarCraft, table: Table[StarCraft], order: Order, code: int, left: Sequence[int]) -> None:
    """SC-5.4, SC-5.6: place a unit; those that a tech-required one needs are destroyed first."""
    unit, area = actions.BUILD_UNIT.values(code)
    need = names.DESTROYS[unit][0]
    for one in left:
        state.change(order.seat, one, need, -1)
    state.change(order.seat, area, unit, 1)
    order.built += 1
    if unit in names.MERGED:
        order.fresh[area] += 1
    table.tell(events.UNIT_MERGED if need >= 0 else events.UNIT_BUILT, order.seat, unit, area)


def add_building(state: StarCraft, table: Table[StarCraft], seat: int, building: int) -> None:
    """SC-5.7: raise a building by a level."""
    state.levels[seat][building] += 1
    table.tell(events.BUILDING_BUILT, seat, building, state.levels[seat][building])


def add_module(state: StarCraft, table: Table[StarCraft], seat: int, module: int) -> None:
    """SC-5.7: take a module."""
    state.modules[seat][module] += 1
    table.tell(events.MODULE_BUILT, seat, module)


def add_base(state: StarCraft, table: Table[StarCraft], seat: int, area: int, event: int) -> None:
    """SC-5.8: put a base into an area."""
    state.bases[area] = seat
    table.tell(event, seat, area)
    lose_transports_to(state, table, seat, names.PLANET_OF[area])


def lose_transports_to(state: StarCraft, table: Table[StarCraft], seat: int, planet: int) -> None:
    """C4: by the option `transport_loss=enemy_base` a base that comes to a planet destroys others' transports there.

    [ruling] Those of a mate stay (SC-13).
    """
    if not state.rules.enemy_base_sinks:
        return
    for route in space.routes_of(state, planet):
        for other in state.living():
            if state.carriers[route] >> other & 1 and not state.are_mates(seat, other):
                state.carriers[route] &= ~(1 << other)
                table.tell(events.TRANSPORT_LOST, other, route)
