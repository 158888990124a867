"""SC-6, SC-9.11, SC-10.1: where units go: what is attacked, what is taken, where those that leave a battle go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.games.starcraft import actions, formulas, names
from shapan.games.starcraft.bots.fighting import expected
from shapan.games.starcraft.bots.mind import POWER, RATE, UNWILLING, Mind
from shapan.games.starcraft.bots.worths import STIR, TRADED
from shapan.games.starcraft.rules import mobilize

Move = tuple[int, int, int]
"""Unit, goal, where it comes from."""
MAX_MOVES: Final = 8


class Army:
    """The units that one order could move, and what they are worth where they come to stand."""

    def __init__(self, mind: Mind, planet: int, special: bool = False) -> None:
        self.mind, self.planet, self.bonus = mind, planet, float(special)
        view, seat = mind.view, mind.seat
        planets = formulas.reaches(view, seat, planet)
        self.figures = [
            (unit, area) for one in planets for area in names.AREAS_OF[one] for unit in mind.units(seat, area)
        ]
        self.power = mind.power[seat]
        self.settling = mind.settling(planet)

    def enters(self, area: int, source: int) -> bool:
        """Tell whether units may go from one area into another."""
        return area != source and mobilize.may_enter(self.mind.view, self.mind.seat, area, source)

    # Areas that are friendly or empty

    def settled(self, moves: list[Move], number: int = MAX_MOVES) -> tuple[float, list[Move]]:
        """Return moves with the best quiet ones added, one by one, and what those gain."""
        mind = self.mind
        power, counts = list(self.power), dict[int, int]()
        left = list(self.figures)
        for unit, _, source in moves:
            power[source] -= POWER[unit]
            left.remove((unit, source))
            counts[source] = counts.get(source, 0) - 1
        quiet = [area for area in names.AREAS_OF[self.planet] if not formulas.is_enemy(mind.view, mind.seat, area)]
        gained, found, settling = 0.0, list(moves), self.settling
        while len(found) < number:
            best, choice = STIR, None
            for unit, source in dict.fromkeys(left):
                weight = POWER[unit]
                away = mind.change(source, -weight, power)
                for area in quiet:
                    there = mind.view.strength(mind.seat, area) + counts.get(area, 0)
                    if there >= names.UNIT_LIMIT[area] or not self.enters(area, source):
                        continue
                    gain = away + mind.standing(area, power[area] + weight) - mind.standing(area, power[area])
                    gain += settling * mind.kept(area, weight, base=True)
                    if gain > best + 1e-9:
                        best, choice = gain, (unit, area, source)
            if choice is None:
                break
            unit, area, source = choice
            left.remove((unit, source))
            power[source] -= POWER[unit]
            power[area] += POWER[unit]
            counts[source] = counts.get(source, 0) - 1
            counts[area] = counts.get(area, 0) + 1
            gained, settling = gained + best, 0.0
            found.append(choice)
        return gained, found

    # Areas of others

    def attacks(self, area: int) -> list[tuple[float, list[Move]]]:
        """Return ways to go into an area of others, with what each gains."""
        mind = self.mind
        foe = formulas.enemy_units(mind.view, mind.seat, area)
        owner = mind.view.bases[area]
        loser = foe if foe >= 0 else owner
        able = [(unit, source) for unit, source in self.figures if self.enters(area, source)]
        able.sort(key=lambda one: (-POWER[one[0]] * (not names.ASSIST[one[0]]), self._missed(one)))
        if mind.view.are_mates(mind.seat, loser):
            return []
        most = min(len(able), mobilize.most_in(mind.view, mind.seat, area))
        found = []
        spoils = mind.denial(loser) * mind.hold(loser, area)
        if owner >= 0 and owner != mind.seat:
            spoils += mind.denial(owner) * (mind.based(owner, names.PLANET_OF[area]) + 1.0)
        if foe < 0:
            able.sort(key=self._missed)
        for number in range(1, most + 1):
            moves = [(unit, area, source) for unit, source in able[:number]]
            units = [unit for unit, _, _ in moves]
            weight = sum(POWER[unit] for unit in units)
            left = self._left(moves)
            if foe < 0:
                found.append((spoils + mind.hold(mind.seat, area) * mind.kept(area, weight, False) + left, moves))
                continue
            ends = expected(units, mind.units(foe, area), self.bonus)
            stays = max(0.5, weight - ends.lost)
            saved = mind.based(mind.seat, self.planet) if owner == mind.seat else 0.0
            held = (mind.hold(mind.seat, area) + saved) * mind.kept(area, stays, False) + spoils
            trade = mind.denial(foe) * TRADED * ends.destroyed - TRADED * ends.lost
            calmed = ends.destroyed / max(ends.destroyed, mind.threat(self.planet))
            found.append((ends.won * held + trade + left * (1.0 - 0.8 * calmed), moves))
        return found

    def _missed(self, figure: tuple[int, int]) -> float:
        """Return what a figure is missed by where it stands."""
        unit, source = figure
        return -self.mind.change(source, -POWER[unit])

    def _left(self, moves: Sequence[Move]) -> float:
        """Return what it changes that units have left where they stood."""
        gone: dict[int, float] = {}
        for unit, _, source in moves:
            gone[source] = gone.get(source, 0.0) + POWER[unit]
        return sum(self.mind.change(source, -lost) for source, lost in gone.items())

    def plans(self) -> list[tuple[float, list[Move]]]:
        """Return what could be done with one order, best first: worth, and the moves."""
        mind, view = self.mind, self.mind.view
        found = [self.settled([]), (0.0, [])]
        for area in names.AREAS_OF[self.planet]:
            if not self.figures or not formulas.is_enemy(view, mind.seat, area) or view.strength(mind.seat, area):
                continue
            for worth, moves in self.attacks(area):
                if worth > -2.0:
                    gained, whole = self.settled(moves)
                    found.append((worth + gained, whole))
        found.sort(key=lambda plan: -plan[0])
        return found


def army(mind: Mind, planet: int, special: bool) -> list[tuple[float, list[Move]]]:
    """Return the plans of an order on a planet, worked out once for a view."""
    key = (planet, special)
    if key not in mind.marches:
        mind.marches[key] = Army(mind, planet, special).plans()
    return mind.marches[key]


@RATE.picks("move")
def _move(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
    """Follow the best plan that the moves made so far belong to; other plans come behind it."""
    order = mind.order
    best: float | None = None
    found: dict[int, float] = {}
    for worth, moves in army(mind, order.planet, order.order == names.SPECIAL_MOBILIZE):
        left = sorted([actions.MOVE.code(*move) for move in moves])
        try:
            for code in picked:
                left.remove(code)
        except ValueError:
            continue
        if best is None:
            best = worth
            found = dict.fromkeys(left, 1.0) if left else {DONE: 1.0}
        for code in left or [DONE]:
            found.setdefault(code, max(-0.9, worth - best - 0.1) if code != DONE else 0.0)
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
