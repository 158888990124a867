"""SC-6, SC-9.11, SC-10.1: where units go: what is attacked, what is taken, where those that leave a battle go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.valuation import kept
from shapan.games.starcraft import actions, formulas, names
from shapan.games.starcraft.bots.fighting import expected
from shapan.games.starcraft.bots.mind import AREAS, POWER, RATE, UNWILLING, Mind
from shapan.games.starcraft.bots.worths import STIR, TRADED
from shapan.games.starcraft.rules import mobilize

MAX_MOVES: Final = 8


@dataclass(slots=True, frozen=True)
class March:
    """A way to carry a Mobilize order out: what it gains, and the moves as codes."""

    worth: float
    moves: list[int]


@kept
def figures(mind: Mind, planet: int) -> list[int]:
    """Return the units that an order on a planet could move, each as its kind and area: kind * AREAS + area."""
    planets = formulas.reaches(mind.view, mind.seat, planet)
    areas = [area for one in planets for area in names.AREAS_OF[one]]
    return [unit * AREAS + area for area in areas for unit in mind.units(mind.seat, area)]


def _enters(mind: Mind, area: int, source: int) -> bool:
    """Tell whether units may go from one area into another."""
    return area != source and mobilize.may_enter(mind.view, mind.seat, area, source)


# Areas that are friendly or empty


def _settled(mind: Mind, planet: int, moves: list[int]) -> March:
    """Return moves with the best quiet ones added, one by one, and what those gain."""
    power, counts = list(mind.power[mind.seat]), [0] * AREAS
    left = list(figures(mind, planet))
    for code in moves:
        unit, _, source = actions.MOVE.values(code)
        power[source] -= POWER[unit]
        left.remove(unit * AREAS + source)
        counts[source] -= 1
    quiet = [area for area in names.AREAS_OF[planet] if not formulas.is_enemy(mind.view, mind.seat, area)]
    gained, found, settling = 0.0, list(moves), mind.settling(planet)
    while len(found) < MAX_MOVES:
        best, choice = STIR, -1
        for place, figure in enumerate(left):
            if left.index(figure) < place:
                continue
            unit, source = divmod(figure, AREAS)
            weight = POWER[unit]
            away = mind.standing(source, power[source] - weight) - mind.standing(source, power[source])
            for area in quiet:
                there = mind.view.strength(mind.seat, area) + counts[area]
                if there >= names.UNIT_LIMIT[area] or not _enters(mind, area, source):
                    continue
                gain = away + mind.standing(area, power[area] + weight) - mind.standing(area, power[area])
                gain += settling * mind.safety(area, weight, True)
                if gain > best + 1e-9:
                    best, choice = gain, actions.MOVE.code(unit, area, source)
        if choice < 0:
            break
        unit, area, source = actions.MOVE.values(choice)
        left.remove(unit * AREAS + source)
        power[source] -= POWER[unit]
        power[area] += POWER[unit]
        counts[source] -= 1
        counts[area] += 1
        gained, settling = gained + best, 0.0
        found.append(choice)
    return March(gained, found)


# Areas of others


def _attacks(mind: Mind, planet: int, area: int, bonus: float) -> list[March]:
    """Return ways to go into an area of others, with what each gains."""
    foe = formulas.enemy_units(mind.view, mind.seat, area)
    owner = mind.view.bases[area]
    loser = foe if foe >= 0 else owner
    if mind.view.are_mates(mind.seat, loser):
        return []
    able = [figure for figure in figures(mind, planet) if _enters(mind, area, figure % AREAS)]
    able.sort(key=lambda figure: _missed(mind, figure))
    able.sort(key=lambda figure: -POWER[figure // AREAS] * (not names.ASSIST[figure // AREAS]))
    if foe < 0:
        able.sort(key=lambda figure: _missed(mind, figure))
    most = min(len(able), mobilize.most_in(mind.view, mind.seat, area))
    found: list[March] = []
    spoils = mind.denial(loser) * mind.hold(loser, area)
    if owner >= 0 and owner != mind.seat:
        spoils += mind.denial(owner) * (mind.based(owner, names.PLANET_OF[area]) + 1.0)
    for number in range(1, most + 1):
        units = [figure // AREAS for figure in able[:number]]
        moves = [actions.MOVE.code(figure // AREAS, area, figure % AREAS) for figure in able[:number]]
        weight = sum(POWER[unit] for unit in units)
        left = _left(mind, able[:number])
        worth = spoils + mind.hold(mind.seat, area) * mind.safety(area, weight, False) + left
        if foe >= 0:
            ends = expected(units, mind.units(foe, area), bonus)
            stays = max(0.5, weight - ends.lost)
            saved = mind.based(mind.seat, planet) if owner == mind.seat else 0.0
            held = (mind.hold(mind.seat, area) + saved) * mind.safety(area, stays, False) + spoils
            trade = mind.denial(foe) * TRADED * ends.destroyed - TRADED * ends.lost
            calmed = ends.destroyed / max(ends.destroyed, mind.threat(planet))
            worth = ends.won * held + trade + left * (1.0 - 0.8 * calmed)
        found.append(March(worth, moves))
    return found


def _missed(mind: Mind, figure: int) -> float:
    """Return what a figure is missed by where it stands."""
    return -mind.change(figure % AREAS, -POWER[figure // AREAS])


def _left(mind: Mind, gone: Sequence[int]) -> float:
    """Return what it changes that figures have left where they stood."""
    lost: dict[int, float] = {}
    for figure in gone:
        source = figure % AREAS
        lost[source] = lost.get(source, 0.0) + POWER[figure // AREAS]
    return sum(mind.change(source, -weight) for source, weight in lost.items())


@kept
def army(mind: Mind, planet: int, special: int) -> list[March]:
    """Return what could be done with one order on a planet, best first."""
    view = mind.view
    found = [_settled(mind, planet, []), March(0.0, [])]
    for area in names.AREAS_OF[planet]:
        if not figures(mind, planet) or not formulas.is_enemy(view, mind.seat, area) or view.strength(mind.seat, area):
            continue
        for attack in _attacks(mind, planet, area, float(special)):
            if attack.worth > -2.0:
                whole = _settled(mind, planet, attack.moves)
                found.append(March(attack.worth + whole.worth, list(whole.moves)))
    found.sort(key=lambda march: -march.worth)
    return found


@RATE.picks("move")
def _move(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
    """Follow the best plan that the moves made so far belong to; other plans come behind it."""
    order = mind.order
    best, is_first = 0.0, True
    found: dict[int, float] = {}
    for march in army(mind, order.planet, int(order.order == names.SPECIAL_MOBILIZE)):
        left = sorted(march.moves)
        if any(list(picked).count(code) > left.count(code) for code in picked):
            continue
        for code in picked:
            left.remove(code)
        if is_first:
            best, is_first = march.worth, False
            for code in left or [DONE]:
                found[code] = 1.0
        for code in left or [DONE]:
            found[code] = found.get(code, max(-0.9, march.worth - best - 0.1) if code != DONE else 0.0)
    return found


# SC-6.8


@RATE("lift_off", actions.LIFT_OFF)
def _lift_off(mind: Mind, source: int, area: int) -> float:
    """Choose a base where a point can be had by it alone, or where units guard it."""
    power = mind.power[mind.seat]
    threat = mind.threat(names.PLANET_OF[area])
    if threat and not power[area]:
        return UNWILLING
    gained = mind.hold(mind.seat, area) * (not power[area]) - mind.hold(mind.seat, source) * (not power[source])
    if names.KIND[area] != names.CONQUEST and not power[area]:
        gained = -1.0  # alone on the planet its card comes by itself
    return gained + (1.0 if threat and not power[source] and power[area] else 0.0) - 0.6


RATE.always(0.0, "lift_off", actions.ACTIONS.of(actions.PASS))
RATE.always(0.0, "recall", actions.ACTIONS.of(actions.PASS))


@RATE("recall", actions.RECALL)
def _recall(mind: Mind, unit: int, source: int, area: int) -> float:
    there, weight = mind.power[mind.seat][area], POWER[unit]
    return mind.change(source, -weight) + mind.standing(area, there + weight) - mind.standing(area, there) - STIR


# Leaving a battle


RATE.add("withdraw_area", lambda mind, area: mind.change(area, 1.5))


@RATE("retreat_area")
def _retreat(mind: Mind, area: int) -> float:
    """Where all find room: who finds none is lost."""
    battle = mind.battle
    units = [unit for _, unit in battle.leaving]
    lost = max(0, len(units) - formulas.room(mind.view, mind.seat, area))
    weights = sorted([POWER[unit] for unit in units])
    return mind.change(area, sum(weights[lost:])) - TRADED * sum(weights[:lost])


@RATE.row("excess")
def _excess(mind: Mind, arg: int) -> list[int]:
    """Let the weakest leave, and of those that find no room lose the weakest."""
    battle = mind.battle
    there = [unit for _, unit in battle.leaving] if arg else mind.units(mind.seat, battle.area)
    return sorted(sorted(there, key=lambda unit: POWER[unit])[: battle.needed])


def near(mind: Mind, planet: int) -> bool:
    """Tell whether own units could be moved to a planet, or about it."""
    return any(
        mind.power[mind.seat][area]
        for one in formulas.reaches(mind.view, mind.seat, planet)
        for area in names.AREAS_OF[one]
    )
