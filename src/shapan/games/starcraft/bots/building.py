"""SC-4, SC-5, SC-7: what is bought, by one plan for all that a Build order may buy, and how it is paid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.valuation import kept
from shapan.games.starcraft import actions, cards, formulas, names, space
from shapan.games.starcraft.bots.mind import POWER, RATE, Item, Mind
from shapan.games.starcraft.bots.worths import BASE, FORCED, WORKERS
from shapan.games.starcraft.records import STEP_A, STEP_B, STEP_C, Order
from shapan.games.starcraft.rules import build, payment
from shapan.games.starcraft.rules.execution import BUILDS

WORKER, TRANSPORT, UNIT, BUILDING, MODULE, HOME = range(6)
"""Kinds of things that can be bought; HOME is a base."""
KINDS: Final = 6
THRIFT: Final[tuple[float, ...]] = (0.25, 0.7, 1.0)
"""What a resource is reckoned to be worth elsewhere: several are tried, the best whole plan is taken."""


def unit_worth(mind: Mind, unit: int) -> float:
    """Return what one more unit is worth."""
    view, seat = mind.view, mind.seat
    cost = names.TOTAL_COST[unit]
    own = mind.own(unit)
    if names.ASSIST[unit]:
        skilled = any(
            cards.TECH_UNITS[tech] >> unit & 1 and view.technologies[seat][tech]
            for tech in cards.TECHS_OF[view.race(seat)]
        )
        return cost * (1.35 if skilled and own < 2 else 0.7)
    hits = names.TARGETS[unit] == names.GROUND_TARGET | names.FLYING_TARGET
    worth = 1.4 * cost + 0.5 + 0.2 * hits
    if unit == names.SCOURGE:
        worth -= 0.6
    return worth - 0.15 * max(0, own - 2)


def top_cost(mind: Mind) -> int:
    """Return what the dearest unit costs that can be built."""
    race = mind.view.race(mind.seat)
    units = range(names.FIRST_UNIT[race], names.END_UNIT[race])
    able = [names.TOTAL_COST[unit] for unit in units if not names.ASSIST[unit] and _unlocked(mind, unit)]
    return max(able, default=1)


def _unlocked(mind: Mind, unit: int) -> bool:
    return not names.TECH_REQUIRED[unit] and formulas.is_unlocked(mind.view, mind.seat, unit)


def building_worth(mind: Mind, building: int, level: int) -> float:
    """Return what a level of a building is worth: the unit that it unlocks, and those that follow in its line."""
    best, race = top_cost(mind), mind.view.race(mind.seat)
    worth = 0.0
    for unit in range(names.FIRST_UNIT[race], names.END_UNIT[race]):
        line, needed = names.UNLOCKED_BY[unit]
        if line != building or needed < level:
            continue
        better = max(0, names.TOTAL_COST[unit] - best)
        if names.ASSIST[unit]:
            better = 0
        worth += (1.1 * better + 0.5) if needed == level else 0.35 * better
    if race == names.ZERG and level == 1:
        worth += 2.5
    return worth * min(1.0, mind.left / 4)


def module_worth(mind: Mind, module: int) -> float:
    """Return what a module is worth."""
    own = mind.view.modules[mind.seat]
    if module == names.SUPPLY:
        fed = mind.income / max(1.0, 1.0 + top_cost(mind))  # units that the income could pay in a round
        limit = formulas.build_limit(mind.view, mind.seat)
        return 2.6 * min(1.0, mind.left / 4) if limit < fed + 1 else 0.6
    if module == names.RESEARCH_AND_DEVELOPMENT:
        return (2.2 if not own[module] else 1.6) * min(1.0, mind.left / 4)
    return 0.8 if any(mind.threat(planet) for planet in mind.homes) else 0.2


def route_worth(mind: Mind, planet: int, route: int) -> float:
    """Return what a transport on a route is worth: what lies on the planet beyond."""
    view, seat, beyond = mind.view, mind.seat, space.beyond(mind.view, route, planet)
    if beyond in formulas.reaches(view, seat, planet):
        return 0.0
    ahead = [mind.hold(seat, area) for area in names.AREAS_OF[beyond] if mind.masters[area] != seat]
    return min(4.0, 0.4 * sum(ahead)) + (1.0 if beyond not in mind.homes else 0.0)


def items(mind: Mind, order: Order) -> list[Item]:
    """Return what an order could buy, each with what it is worth."""
    view, seat, planet = mind.view, mind.seat, order.planet
    found: list[Item] = []
    counted: list[int] = []
    for code in build.purchases(view, order):
        minerals, gas = build.cost_of(code)
        if actions.BUILD_WORKER.has(code):
            continue
        if actions.BUILD_TRANSPORT.has(code):
            worth = route_worth(mind, planet, actions.BUILD_TRANSPORT.value(code))
            found.append(Item(TRANSPORT, code, STEP_A, minerals, gas, worth))
        elif actions.BUILD_UNIT.has(code):
            unit = actions.BUILD_UNIT.value(code, 0)
            if unit not in counted:
                counted.append(unit)
                where = _best_area(mind, order, unit)
                room = sum(formulas.room(view, seat, area) for area in names.AREAS_OF[planet])
                worth = unit_worth(mind, unit) if room else -1.0
                if names.TECH_REQUIRED[unit]:
                    need, number = names.DESTROYS[unit]
                    worth = unit_worth(mind, unit) - 0.8 * number * names.TOTAL_COST[need]
                found.append(Item(UNIT, actions.BUILD_UNIT.code(unit, where), STEP_A, minerals, gas, worth, unit))
        elif actions.BUILD_BUILDING.has(code):
            worth = building_worth(mind, *actions.BUILD_BUILDING.values(code))
            found.append(Item(BUILDING, code, STEP_B, minerals, gas, worth))
        elif actions.BUILD_MODULE.has(code):
            worth = module_worth(mind, actions.BUILD_MODULE.value(code))
            found.append(Item(MODULE, code, STEP_B, minerals, gas, worth))
        else:
            area = actions.BUILD_BASE.value(code)
            found.append(Item(HOME, code, STEP_C, minerals, gas, base_worth(mind, area)))
    return found


def base_worth(mind: Mind, area: int) -> float:
    """Return what a base in an area is worth, resource cards of the planet and its being guarded with it."""
    planet = names.PLANET_OF[area]
    power = mind.power[mind.seat][area]
    return max(BASE, mind.based(mind.seat, planet)) * mind.safety(area, power, True) + 0.05 * names.UNIT_LIMIT[area]


def _best_area(mind: Mind, order: Order, unit: int) -> int:
    return max(build.goals(mind.view, order, unit), key=lambda area: mind.change(area, POWER[unit]))


def workers_wanted(mind: Mind) -> int:
    """Return how many more workers would find work."""
    own = formulas.workers_of(mind.view, mind.seat)
    most = min(names.WORKERS, max(mind.income, min(WORKERS, mind.income + 1)))
    if mind.left < 2:
        return 0
    return max(0, most - own)


def reserved(mind: Mind, planet: int) -> int:
    """Return how much is kept for orders of the seat that are still to come in this round: a base, a technology."""
    view, seat, kept = mind.view, mind.seat, 0
    for order, other in mind.orders:
        based = formulas.base_on(view, seat, other) >= 0
        if order in BUILDS and other != planet and not based:
            kept += names.BASE_COST[0]
        elif order in (names.RESEARCH, names.SPECIAL_RESEARCH) and based:
            kept += 2 if wish(mind) > 1.0 else 0
    return kept


@dataclass(slots=True, frozen=True)
class Purchases:
    """What a Build order buys from now on, as codes in the order of the steps, and what that gains."""

    gained: float
    codes: list[int]


@kept
def offered(mind: Mind, planet: int, kind: int) -> list[Item]:
    """Return what an order of a kind on a planet could buy, were it carried out now."""
    return items(mind, Order(seat=mind.seat, order=kind, planet=planet))


@kept
def shopping(mind: Mind, planet: int, kind: int, less: int) -> Purchases:
    """Return what an order of a kind on a planet would buy now, with so many workers spent elsewhere."""
    return _best_plan(mind, Order(seat=mind.seat, order=kind, planet=planet), offered(mind, planet, kind), less)


@kept
def shopping_on(mind: Mind) -> Purchases:
    """Return what the Build order that is carried out buys from now on."""
    return _best_plan(mind, mind.order, items(mind, mind.order), reserved(mind, mind.order.planet))


def _best_plan(mind: Mind, order: Order, wares: list[Item], less: int) -> Purchases:
    """Return the plan that gains most, of those with more and less thrift."""
    plans = [_plan(mind, order, wares, less, thrift) for thrift in THRIFT]
    best = max(range(len(plans)), key=lambda place: plans[place].gained)
    return plans[best]


def _plan(mind: Mind, order: Order, wares: list[Item], less: int, thrift: float) -> Purchases:
    """Buy what gains most, one by one, while there is money; the last of a unit limit or a step is not exceeded."""
    view, seat = mind.view, mind.seat
    minerals, gas = mind.free
    pool = max(0, view.pool[seat] - less)
    discount = order.order == names.SPECIAL_BUILD and not order.discounted
    limit = build.limit_of(view, order) - order.built
    rooms = sum(formulas.room(view, seat, area) for area in names.AREAS_OF[order.planet])
    wanted = workers_wanted(mind) if formulas.base_on(view, seat, order.planet) >= 0 and order.step == STEP_A else 0
    worth = 1.0 + 0.9 * min(3.0, mind.left - 1)
    worker = Item(WORKER, actions.BUILD_WORKER.code(), STEP_A, names.WORKER_COST[0], names.WORKER_COST[1], worth)
    chosen: list[Item] = []
    codes: list[int] = []
    total = 0.0
    done = [False] * KINDS
    done[BUILDING], done[MODULE] = bool(order.building), bool(order.module)
    while True:
        best, choice = 0.0, worker
        for item in [*wares, worker]:
            if (
                done[item.kind]
                or (item.kind == WORKER and wanted <= 0)
                or (item.kind == TRANSPORT and item.code in codes)
            ):
                continue
            bought = sum(other.unit == item.unit for other in chosen)
            if item.unit >= 0 and (limit <= 0 or rooms <= 0 or view.stock(seat, item.unit) <= bought):
                continue
            off = int(discount and item.kind != WORKER)
            price = item.minerals + item.gas - off
            if item.minerals - off * (item.minerals > 0) > minerals or item.gas > gas or price > pool:
                continue
            gain = item.worth - thrift * price
            if gain > best:
                best, choice = gain, item
        if best <= 0.0:
            break
        off = int(discount and choice.kind != WORKER)
        discount = discount and not off
        minerals -= choice.minerals - off * (choice.minerals > 0)
        gas -= choice.gas - off * (choice.minerals == 0)
        pool -= choice.minerals + choice.gas - off
        total += choice.worth - 0.5 * (choice.minerals + choice.gas - off)
        chosen.append(choice)
        codes.append(choice.code)
        wanted -= choice.kind == WORKER
        done[choice.kind] = choice.kind in (BUILDING, MODULE, HOME)
        limit, rooms = limit - (choice.unit >= 0), rooms - (choice.unit >= 0)
    chosen.sort(key=lambda item: item.step)
    return Purchases(total, [item.code for item in chosen])


@RATE.picks("build")
def _build(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
    """Choose the next purchase of the plan; the discount where it may be used at once."""
    order = mind.order
    found: dict[int, float] = {}
    if picked:
        found[DONE] = 0.1
        for resource in (names.GAS, names.MINERALS):
            found[actions.DISCOUNT.codes[resource]] = 1.0 + resource
        for area in names.AREAS_OF[order.planet]:
            found[actions.FROM.codes[area]] = 2.0
        return found
    found[DONE] = 0.0
    bought = shopping_on(mind).codes
    for place, code in enumerate([code for at, code in enumerate(bought) if bought.index(code) == at]):
        found[code] = 1.0 - 0.01 * place
    return found


# Payment


@RATE.row("pay")
def _pay(mind: Mind, arg: int) -> list[int]:
    """SC-4.1: as it is mostly paid."""
    return payment.usual(mind.view, mind.seat, (arg & 255, arg >> payment.GAS_BITS))


# Technologies


def tech_worth(mind: Mind, tech: int) -> float:
    """Return what a technology is worth to the units that there are, or soon will be."""
    if tech in (cards.SUMMON_ARCHON, cards.GUARDIAN_ASPECT):
        need, number = names.DESTROYS[names.ARCHON if tech == cards.SUMMON_ARCHON else names.GUARDIAN]
        return 1.5 * min(2.0, mind.own(need) / number) * min(1.0, mind.left / 3)
    fit = mind.fit(cards.TECH_UNITS[tech])
    if cards.IN_PLAY[tech]:
        return 0.8 * min(3.0, fit) * min(1.0, mind.left / 3)
    better = sum(max(0, sum(cards.MAJOR[card]) - 12) for card in cards.CARDS_OF_TECH[tech]) / cards.COPIES[tech]
    each = 0.5 + 0.15 * better if cards.STANDARD[cards.CARDS_OF_TECH[tech][0]] else 0.9
    return each * cards.COPIES[tech] * min(1.0, fit / 2) * min(1.0, mind.left / 3)


def tech_gain(mind: Mind, tech: int) -> float:
    """Return what a technology is worth beside its price: what is not spent in a round is lost."""
    minerals, gas = cards.TECH_COST[tech]
    forced = max(0, minerals - mind.free[0]) + max(0, gas - mind.free[1])
    return tech_worth(mind, tech) - 0.35 * (minerals + gas) - FORCED * forced


def wish(mind: Mind) -> float:
    """Return what the best technology that is not owned would gain."""
    view, seat = mind.view, mind.seat
    able = [tech for tech in cards.TECHS_OF[view.race(seat)] if not view.technologies[seat][tech]]
    return max([tech_gain(mind, tech) for tech in able], default=0.0)


RATE.add("technology", tech_gain, actions.BUY_TECHNOLOGY)
RATE.always(0.0, "technology", actions.ACTIONS.of(actions.PASS))
RATE.always(1.0, "research_draw", actions.ACTIONS.of(actions.DRAW))
RATE.always(0.0, "research_draw", actions.ACTIONS.of(actions.PASS))


@RATE("special_research", actions.TAKE_COPY)
def _copy(mind: Mind, card: int) -> float:
    tech = cards.TECH_OF[card]
    return tech_worth(mind, tech) / max(1, cards.COPIES[tech]) + 0.05 * sum(cards.MAJOR[card])


RATE.always(0.9, "special_research", actions.ACTIONS.of(actions.EXTRA_EVENT))
