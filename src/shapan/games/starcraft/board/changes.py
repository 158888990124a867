"""Numbers that an answer changes for sure: units on their way, workers that pay, what can still be paid (SC-4 to 6)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator

from shapan.engine.answer_totals import Change
from shapan.games.starcraft import actions, cards, formulas, names
from shapan.games.starcraft.board.pieces import area_id
from shapan.games.starcraft.rules.build import cost_of
from shapan.games.starcraft.rules.event_cards import POINT, supplied
from shapan.games.starcraft.state import StarCraft


def changes(view: StarCraft, seat: int, code: int) -> Iterator[Change]:
    """Yield what an answer adds to units in their areas, to workers and to what can be paid."""
    family = actions.ACTIONS.of(code)
    if family in (actions.MOVE, actions.RECALL):
        unit = family.value(code)
        to, source = actions.MOVE.values(code)[1:] if family is actions.MOVE else actions.RECALL.values(code)[:0:-1]
        yield from _unit(view, seat, unit, source, -1)
        yield from _unit(view, seat, unit, to, 1)
    elif family is actions.START_UNIT:
        area, unit = actions.START_UNIT.values(code)
        yield from _unit(view, seat, unit, area, 1)
    elif family is actions.PAY:
        source = actions.PAY.value(code)
        yield Change(f"piece:workers{seat}", view.pool[seat], -1)
        yield Change(f"piece:source.{names.SOURCES[source]}", formulas.working(view, seat, source), 1)
    elif family is actions.DISCOUNT:
        resource = actions.DISCOUNT.value(code)
        yield from _paid(view, seat, (-1, 0) if resource == names.MINERALS else (0, -1))
    elif family in actions.PURCHASES:
        yield from _paid(view, seat, cost_of(code))
        if family is actions.BUILD_UNIT:
            unit, area = actions.BUILD_UNIT.values(code)
            yield from _unit(view, seat, unit, area, 1)
        elif family is actions.BUILD_MODULE:
            module = actions.BUILD_MODULE.value(code)
            yield Change(f"piece:module{seat}.{module}", view.modules[seat][module], 1)
    elif family is actions.DESTROY_UNIT:
        unit, area = actions.DESTROY_UNIT.values(code)
        yield from _unit(view, seat, unit, area, -1)
    elif family is actions.BENEFIT and actions.BENEFIT.value(code) == POINT:
        card = view.end_cards.cards[-1]
        yield from _points(view, seat, cards.POINTS[card])
    elif family is actions.PLAY:
        yield from _event(view, seat, actions.PLAY.value(code))
    elif family is actions.BUY_TECHNOLOGY:
        yield from _paid(view, seat, cards.TECH_COST[actions.BUY_TECHNOLOGY.value(code)])
    elif family is actions.DISCARD:
        yield Change(f"panel:{seat}", len(view.hands[seat]), -1, "hand")


def _event(view: StarCraft, seat: int, card: int) -> Iterator[Change]:
    """D10: an event that brings conquest points or workers."""
    event = cards.EVENT_OF[card]
    if event in (cards.FORWARD_MOMENTUM, cards.TRIUMPH):
        yield from _points(view, seat, cards.POINTS[card])
    elif event == cards.SUPPLY_DROP:
        yield Change(f"piece:workers{seat}", view.pool[seat], supplied(view, seat, cards.WORKERS[card]))


def _points(view: StarCraft, seat: int, number: int) -> Iterator[Change]:
    """SC-1.13: conquest points, where there are any."""
    yield Change(f"panel:{seat}", view.points[seat], number * (not view.rules.galactic_conquest), "points")


def _unit(view: StarCraft, seat: int, unit: int, area: int, by: int) -> Iterator[Change]:
    """SC-6.2: a unit of a kind, and of all units in an area where nobody else has any."""
    name = f"unit{seat}.{names.AREAS[area]}.{names.UNITS[unit]}"
    yield Change(f"piece:{name}", view.number(seat, area, unit), by)
    if formulas.enemy_units(view, seat, area) < 0:
        yield Change(f"zone:{area_id(area)}", view.strength(seat, area), by)


def _paid(view: StarCraft, seat: int, cost: tuple[int, int]) -> Iterator[Change]:
    """SC-4.5: a cost is paid next, by a worker for each resource of it."""
    yield Change(f"piece:workers{seat}", view.pool[seat], -sum(cost))
    for word, number, price in zip(names.RESOURCES, formulas.available(view, seat), cost, strict=True):
        yield Change(f"piece:income{seat}.{word}", number, -price)
