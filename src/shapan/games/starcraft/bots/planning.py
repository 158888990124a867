"""SC-2, SC-3: which orders are placed where, in what order they are carried out, when an event is better.

What somebody wants of a round is a list of wishes, each with when it should come. They are placed backwards, for what
lies on top comes first.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from shapan.engine.valuation import kept
from shapan.games.starcraft import actions, formulas, names
from shapan.games.starcraft.bots import building, moving
from shapan.games.starcraft.bots.mind import RATE, Mind
from shapan.games.starcraft.bots.worths import BASE, EVENT, GUARDING, NEXT_EVENT, SPECIAL_ORDER
from shapan.games.starcraft.rules import planning

KINDS: Final = len(names.ORDERS) // 2
"""Kinds of orders: build, mobilize, research, each plain and special."""
ATTACK, PREPARE, SETTLE, LEARN = range(4)
"""When an order should come: moves and attacks, buying, bases that need units there first, research."""


class Wish(NamedTuple):
    """An order that is wanted: its kind (0 build, 1 mobilize, 2 research), where, its worth, when it should come."""

    kind: int
    planet: int
    worth: float
    time: int


def hurry(mind: Mind) -> float:
    """Return what it is worth that an event card is drawn, so that the end comes nearer: for who gains by that."""
    view, seat = mind.view, mind.seat
    if mind.stage == names.STAGE_III:
        best = max([view.points[other] for other in mind.foes], default=0)
        return 0.5 if view.points[seat] > best else -0.3
    own = mind.special(seat)
    other = max([mind.special(foe) for foe in mind.foes], default=0.0)
    return 1.6 * (own - other) if own >= 0.6 or other >= 0.6 else 0.3 * (own - other)


def event_worth(mind: Mind) -> float:
    """Return what one more event card is worth."""
    if not any(mind.view.events_left):
        return 0.0
    return (NEXT_EVENT if mind.view.drawn[mind.seat].cards else EVENT) + hurry(mind)


def placed(mind: Mind) -> list[tuple[int, int]]:
    """Return the own orders that lie in the stacks as far as they are known: kind and planet."""
    return [(order % KINDS, planet) for order, planet in mind.orders if order >= 0]


def purchase(mind: Mind, planet: int, less: int = 0, kind: int = names.BUILD) -> float:
    """Return what a Build order on a planet gains, with some workers spent elsewhere."""
    return building.shopping(mind, planet, kind, less).gained


def march(mind: Mind, planet: int, *, special: bool = False) -> float:
    """Return what a Mobilize order on a planet gains."""
    plans = moving.army(mind, planet, int(special))
    return plans[0].worth if plans[0].moves else 0.0


def study(mind: Mind) -> float:
    """Return what a Research order gains: an event card, combat cards, a technology."""
    lacking = max(0, formulas.hand_limit(mind.view, mind.seat) - len(mind.view.hands[mind.seat]))
    return max(0.2, event_worth(mind)) + 0.25 * min(3, lacking) + 0.3 + 0.7 * max(0.0, building.wish(mind))


def wishes(mind: Mind) -> list[Wish]:
    """Return what is wanted of the round, the best first."""
    view, seat = mind.view, mind.seat
    found: list[Wish] = []
    there = planning.planets_for(view, seat)
    built = sorted(sorted(mind.homes, reverse=True), key=lambda planet: -purchase(mind, planet))
    for place, planet in enumerate(built):
        found.append(Wish(0, planet, purchase(mind, planet, 6 * place), PREPARE))
    for planet in there:
        gained = march(mind, planet)
        if planet in mind.homes:
            found.append(Wish(1, planet, max(gained, _guarding(mind, planet)), ATTACK))
            continue
        base = _settling(mind, planet)
        here = formulas.has_units_on(view, seat, planet)
        if here or (1, planet) in placed(mind):
            found.append(Wish(0, planet, base, SETTLE))
            found.append(Wish(1, planet, gained, ATTACK))
        elif moving.near(mind, planet):
            found.append(Wish(1, planet, max(gained, 0.0) + 0.5 * base, ATTACK))
    for planet in mind.homes[:1]:
        best = max(mind.homes, key=lambda one: -mind.threat(one))
        found.append(Wish(2, best if best >= 0 else planet, study(mind), LEARN))
    found.sort(key=lambda wish: -wish.worth)
    return found


def _guarding(mind: Mind, planet: int) -> float:
    """Return what it is worth to have an order for what others may do on a planet with an own base."""
    own = sum(mind.power[mind.seat][area] for area in names.AREAS_OF[planet])
    threat = mind.threat(planet)
    return GUARDING * mind.based(mind.seat, planet) * threat / (threat + own) if threat and own else 0.0


def _settling(mind: Mind, planet: int) -> float:
    """Return what a first base on a planet would gain."""
    view, seat = mind.view, mind.seat
    if formulas.bases_of(view, seat) >= names.BASES or view.pool[seat] < 2:
        return 0.0
    free = [area for area in names.AREAS_OF[planet] if view.bases[area] < 0 and mind.masters[area] in (seat, -1)]
    if not free:
        return 0.0
    power = max([mind.power[seat][area] for area in free])
    return max(BASE, mind.based(seat, planet)) * mind.safety(free[0], max(power, 1.5), True) - 1.4


@kept
def chosen(mind: Mind) -> list[Wish]:
    """Return the wishes that are not placed yet, as many as orders are left, in the order in which they should come."""
    mine = placed(mind)
    left = names.ORDERS_A_ROUND - planning.orders_placed(mind.view, mind.seat)
    tokens = [order % KINDS for order in mind.view.supply[mind.seat].cards]
    able = [tokens.count(kind) for kind in range(KINDS)]
    found: list[Wish] = []
    for wish in wishes(mind):
        if len(found) >= left:
            break
        if (wish.kind, wish.planet) in mine or able[wish.kind] <= 0:
            continue
        able[wish.kind] -= 1
        found.append(wish)
        if wish.kind == 1 and wish.planet not in mind.homes:  # units that come there are to build a base
            base = _settling(mind, wish.planet)
            new = not formulas.has_units_on(mind.view, mind.seat, wish.planet)
            if new and base > 1.5 and able[0] > 0 and len(found) < left and (0, wish.planet) not in mine:
                able[0] -= 1
                found.append(Wish(0, wish.planet, base, SETTLE))
    found.sort(key=lambda wish: wish.time)
    return found


@RATE("place_order")
def _place(mind: Mind, order: int, planet: int) -> float:
    """Place first the wish that is to come last; special orders are for the best of their kind."""
    worth = -1.0 + 0.01 * (planet in mind.homes)
    for place, wish in enumerate(chosen(mind)):
        if wish.kind == order % KINDS and wish.planet == planet:
            worth = 1.0 + place + 0.05 * wish.worth
    if order >= planning.FIRST_SPECIAL:
        worth += 0.01 * SPECIAL_ORDER
    return worth


# SC-3.1: which of the own orders on top


def now(mind: Mind, order: int, planet: int) -> float:
    """Return what it gains to carry an order out now."""
    view, seat = mind.view, mind.seat
    kind, special = order % KINDS, SPECIAL_ORDER * (order >= planning.FIRST_SPECIAL)
    if kind == 0:
        bought = purchase(mind, planet, building.reserved(mind, planet), order)
        return bought + special * (formulas.is_on(view, seat, planet))
    if kind == 1:
        return march(mind, planet, special=order == names.SPECIAL_MOBILIZE)
    return study(mind) + special if formulas.base_on(view, seat, planet) >= 0 else 0.0


@RATE("choose_order", actions.REVEAL)
def _reveal(mind: Mind, planet: int) -> float:
    """Attacks first, then what is bought, research last; who waits for units that are still to come waits."""
    view, seat = mind.view, mind.seat
    order = view.stacks[planet].cards[-1]
    if order < 0:
        return 0.0
    kind, gained = order % KINDS, now(mind, order, planet)
    mine = placed(mind)
    if kind == 1:
        grows = any(other == 0 and where in formulas.reaches(view, seat, planet) for other, where in mine)
        return 6.0 + 0.1 * gained if gained > 1.0 or not grows else 2.5
    if kind == 0:
        waits = formulas.base_on(view, seat, planet) < 0 and gained < 1.0 and len(mine) > 1
        covers = sum(where == planet for _, where in mine) > 1
        return (0.5 if waits else 5.0 + 0.1 * gained) + 0.3 * covers
    return 3.0 if building.wish(mind) > 2.0 else 1.5  # so much wanted that it comes before anything else


# SC-3.2, SC-3.3


@RATE("execute_or_event", actions.ACTIONS.of(actions.EXECUTE))
def _execute(mind: Mind) -> float:
    return now(mind, mind.order.order, mind.order.planet)


@RATE("execute_or_event", actions.ACTIONS.of(actions.TAKE_EVENT))
def _event(mind: Mind) -> float:
    return max(0.05, 0.6 * event_worth(mind))


RATE.always(0.0, "end_turn", actions.ACTIONS.of(actions.END_TURN))
RATE.add("obstructed", event_worth, actions.ACTIONS.of(actions.DRAW_EVENT))
RATE.always(0.0, "obstructed", actions.ACTIONS.of(actions.PASS))
for _window in ("choose_order", "execute_or_event", "end_turn", "obstructed"):
    RATE.always(-9.0, _window, *actions.DESTROY)
