"""SC-11.8, SC-11.9: which event is played and how, which cards are kept."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.games.starcraft import actions, cards, formulas, names, space
from shapan.games.starcraft.bots import building
from shapan.games.starcraft.bots.mind import POWER, RATE, Mind
from shapan.games.starcraft.bots.worths import EVENTS, NOTHING, POINT
from shapan.games.starcraft.rules import event_choices


def event_gain(mind: Mind, card: int) -> float:
    """Return what it is worth to play an event card."""
    view, seat, event = mind.view, mind.seat, cards.EVENT_OF[card]
    if event_choices.choices(view, seat, card, []) == [DONE] and event in NEEDING:
        return NOTHING
    if cards.POINTS[card] and event != cards.THE_END_DRAWS_NEAR:
        return POINT * cards.POINTS[card] * (1.0 + mind.menace(seat))
    if event == cards.TACTICAL_DRILLS:
        lacking = formulas.hand_limit(view, seat) - len(view.hands[seat])
        return 0.25 * cards.DRAWS[card] + 0.2 * max(0, min(cards.DRAWS[card], lacking))
    if event == cards.VOLUNTEERS:
        return 2.6
    if event == cards.REINFORCEMENTS:
        return 1.2 * sum(POWER[unit] * number for unit, number in cards.LANDING[view.race(seat)])
    if event == cards.ELITE_REINFORCEMENTS:
        return 6.0
    if event == cards.EXPANSION_PLAN:
        spots = [area for area in range(len(names.AREAS)) if _base_fits(mind, area)]
        return max([building.base_worth(mind, area) for area in spots], default=NOTHING)
    if event == cards.FIELD_ENGINEERS:
        return max(NOTHING, max([worth - 0.5 for worth in _engineered(mind)], default=NOTHING))
    if event in (cards.LICENSED_RESEARCH, cards.BREAKTHROUGH):
        free = event == cards.BREAKTHROUGH
        able = [tech for tech in cards.TECHS_OF[view.race(seat)] if not view.technologies[seat][tech]]
        return max([_tech(mind, tech) + 0.4 * free for tech in able], default=NOTHING)
    if event == cards.AIR_DEFENSE_PROGRAM:
        return building.module_worth(mind, names.AIR_SUPPORT) - 0.3
    return EVENTS[event]


NEEDING: Final = (
    cards.FIELD_ENGINEERS, cards.VOLUNTEERS, cards.JUMP_LANE_SHIFT, cards.PROSPECTING, cards.EMERGENCY_AIRLIFT,
    cards.LICENSED_RESEARCH, cards.REINFORCEMENTS, cards.EXPANSION_PLAN, cards.BREAKTHROUGH,
    cards.ELITE_REINFORCEMENTS, cards.ORBITAL_STRIKE,
)  # fmt: skip
"""Events that do nothing where there is nothing to choose."""


def _base_fits(mind: Mind, area: int) -> bool:
    card = cards.EVENT_OF.index(cards.EXPANSION_PLAN)
    return actions.P_AREA.codes[area] in event_choices.choices(mind.view, mind.seat, card, [])


def _engineered(mind: Mind) -> list[float]:
    view, seat = mind.view, mind.seat
    found: list[float] = []
    for code in event_choices.engineering(view, seat, []):
        if actions.P_BUILDING.has(code):
            found.append(_building(mind, actions.P_BUILDING.value(code)))
        else:
            found.append(building.module_worth(mind, actions.P_MODULE.value(code)))
    return found


def _building(mind: Mind, line: int) -> float:
    return building.building_worth(mind, line, mind.view.levels[mind.seat][line] + 1)


def _tech(mind: Mind, tech: int) -> float:
    return building.tech_worth(mind, tech) + 0.1 * sum(cards.TECH_COST[tech])


RATE.add("event", event_gain, actions.PLAY)
RATE.always(0.0, "event", actions.NO_EVENT, actions.P_LEVEL)
RATE.always_declined(0.0, "event")
RATE.add("event", _building, actions.P_BUILDING)
RATE.add("event", building.module_worth, actions.P_MODULE)
RATE.add("event", lambda mind, resource: 1.0 * resource, actions.P_DISCOUNT)
RATE.add("event", _tech, actions.P_TECHNOLOGY)
RATE.add("event", building.unit_worth, actions.P_UNIT)
RATE.add("event", lambda mind, unit: POWER[unit], actions.P_UNITS)
RATE.add("event", lambda mind, unit, area: 0.1 + POWER[unit] + 0.2 * mind.change(area, POWER[unit]), actions.P_PLACE)
RATE.add("event", lambda mind, seat: mind.denial(seat) * mind.view.pool[seat], actions.P_TARGET)


@RATE("event", actions.P_AREA)
def _area(mind: Mind, area: int) -> float:
    """Where a base, units or a strike do most; of a card that is restored what it gives."""
    foe = formulas.enemy_units(mind.view, mind.seat, area)
    if foe >= 0:
        return mind.denial(foe) * max([POWER[unit] for unit in mind.units(foe, area)])
    if mind.mine(area) and mind.view.bases[area] < 0 and names.PLANET_OF[area] not in mind.homes:
        return building.base_worth(mind, area)
    return mind.change(area, POWER[names.FIRST_UNIT[mind.view.race(mind.seat)]]) + 0.1 * names.VALUE[area]


@RATE("event", actions.P_ROUTES)
def _airlift(mind: Mind, route: int) -> float:
    one, other = space.ends(mind.view, route)
    home = one if one in mind.homes else other
    return 0.1 + building.route_worth(mind, home, route)


@RATE("event", actions.P_ROUTE)
def _shifted(mind: Mind, route: int) -> float:
    """Those of others that lead to own ground."""
    one, other = space.ends(mind.view, route)
    return 0.1 * (one in mind.homes) + 0.1 * (other in mind.homes)


RATE.add("event", lambda mind, end: 0.0, actions.P_END)
RATE.add("event", lambda mind, slot: -0.1 * (slot // 4 in mind.homes), actions.P_SLOT)


@RATE("end_benefit")
def _benefit(mind: Mind, take: int) -> float:
    return 1.0 if take == 0 else 0.2


# SC-11.9


def card_worth(mind: Mind, card: int) -> float:
    """Return what a combat card is worth in the hand: by the own units that it shows."""
    fit = mind.fit(cards.ICONS[card], 4)
    if not cards.STANDARD[card]:
        return 1.2 * min(2.0, fit)
    gains = sum(cards.MAJOR[card]) - sum(cards.MINOR[card])
    return 0.1 * sum(cards.MINOR[card]) + (0.5 + 0.25 * max(0, gains)) * min(3.0, fit)


@RATE.row("discard")
def _discard(mind: Mind, arg: int) -> list[int]:
    hand = list(mind.view.hands[mind.seat].cards)
    over = max(0, len(hand) - formulas.hand_limit(mind.view, mind.seat))
    return sorted(sorted(hand, key=lambda card: card_worth(mind, card))[:over])
