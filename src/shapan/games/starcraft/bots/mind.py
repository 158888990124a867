"""What a seat makes of its view: what areas are worth, what threatens them, what there is to pay with.

One resource is the measure: an area, a unit, a point are worth so many.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from shapan.engine.kinds import UNKNOWN
from shapan.engine.ratings import Ratings
from shapan.engine.valuation import Valuation, kept
from shapan.games.starcraft import formulas, names, space
from shapan.games.starcraft.bots.worths import (
    AHEAD,
    ALONE,
    ASSISTING,
    ATTACKED,
    BARE,
    BASE,
    DENIAL,
    GUARD,
    POINT,
    PRESENCE,
    RESOURCE,
    ROUNDS,
    SPECIAL_VICTORY,
)
from shapan.games.starcraft.records import UNIT_KINDS, Battle, Order
from shapan.games.starcraft.rules.execution import BUILDS
from shapan.games.starcraft.state import StarCraft

AREAS: Final = len(names.AREAS)
UNWILLING: Final = -5.0
POWER: Final = tuple(
    names.TOTAL_COST[unit] * (ASSISTING if names.ASSIST[unit] else 1.0) + 0.5 for unit in range(UNIT_KINDS)
)
"""What a unit counts for where strength is weighed."""


class Item(NamedTuple):
    """Something that can be bought: what kind of thing, the code, the step, the price, what it is worth beside that."""

    kind: int
    code: int
    step: int
    minerals: int
    gas: int
    worth: float
    unit: int = -1


class Mind(Valuation[StarCraft]):
    """The judgement of one view for one seat; parts are worked out when they are asked for."""

    view: StarCraft
    seat: int

    @cached_property
    def foes(self) -> list[int]:
        """The living seats on other sides, in turn order."""
        return [other for other in self.view.living() if not self.view.are_mates(self.seat, other)]

    @property
    def battle(self) -> Battle:
        """The battle that goes on."""
        battle = self.view.battle
        assert battle is not None
        return battle

    @property
    def order(self) -> Order:
        """The order that is carried out."""
        order = self.view.order
        assert order is not None
        return order

    @cached_property
    def orders(self) -> list[tuple[int, int]]:
        """The seat's own orders in the stacks, each with its planet; -1 for one that is not known."""
        return [
            (order, planet)
            for planet, stack in enumerate(self.view.stacks)
            for order, owner in zip(stack.cards, stack.marks[0], strict=True)
            if owner == self.seat
        ]

    # Who stands where

    @cached_property
    def power(self) -> list[list[float]]:
        """By seat and area, the strength of the units there."""
        found, there = [], [area for planet in self.planets for area in names.AREAS_OF[planet]]
        for row in self.view.units:
            sums = [0.0] * AREAS
            for area in there:
                counts = row[area * UNIT_KINDS : (area + 1) * UNIT_KINDS]
                if any(counts):
                    sums[area] = sum(number * POWER[unit] for unit, number in enumerate(counts) if number)
            found.append(sums)
        return found

    @cached_property
    def masters(self) -> list[int]:
        """By area, who has units or else a base there, -1 for nobody."""
        found = list(self.view.bases)
        for seat, sums in enumerate(self.power):
            for area, power in enumerate(sums):
                if power:
                    found[area] = seat
        return found

    @cached_property
    def planets(self) -> list[int]:
        """The planets of the galaxy."""
        return space.placed(self.view)

    @cached_property
    def homes(self) -> list[int]:
        """The planets with an own base."""
        return [names.PLANET_OF[area] for area, owner in enumerate(self.view.bases) if owner == self.seat]

    def units(self, seat: int, area: int) -> list[int]:
        """Return the units of a seat in an area, each figure by itself."""
        at, row = area * UNIT_KINDS, self.view.units[seat]
        return [unit for unit in range(UNIT_KINDS) for _ in range(row[at + unit])]

    def own(self, unit: int) -> int:
        """Return how many of a unit the seat has."""
        return sum(self.view.units[self.seat][unit::UNIT_KINDS])

    def fit(self, units: int, most: int = 99) -> float:
        """Return how many units of a mask there are, `most` of each; one that could be built counts for a half."""
        found = 0.0
        for unit in range(UNIT_KINDS):
            if units >> unit & 1:
                own = self.own(unit)
                found += min(most, own) + 0.5 * (own == 0 and formulas.is_unlocked(self.view, self.seat, unit))
        return found

    def mine(self, area: int) -> bool:
        """Tell whether the own side is alone in an area."""
        return self.masters[area] == self.seat and self.view.bases[area] in (self.seat, UNKNOWN)

    # How far the match is

    @cached_property
    def left(self) -> float:
        """About how many rounds are still to come."""
        view = self.view
        by_round = float(ROUNDS - view.round)
        by_points = min([formulas.target(view, seat) - view.points[seat] for seat in view.living()]) / 2.5
        by_events = 1.0 + (sum(view.events_left) - 8) / (2.5 * len(view.living()))
        return max(1.0, min(by_round, by_points, max(1.0, by_events)))

    @cached_property
    def lasting(self) -> float:
        """For how many rounds something that is gained now is reckoned to be of use."""
        return min(AHEAD, self.left)

    @cached_property
    def stage(self) -> int:
        """The current stage of the events."""
        return formulas.stage(self.view)

    @cached_property
    def nearness(self) -> float:
        """How near stage III is, in which special victories count: 0 to 1."""
        ahead = sum(self.view.events_left[: names.STAGE_III])
        return 1.0 / (1.0 + ahead / (1.5 * max(1, len(self.view.living()))))

    def menace(self, seat: int) -> float:
        """Return how near a seat is to victory, by points or by its condition: 0 to 1."""
        view = self.view
        points = max(0.0, view.points[seat] / formulas.target(view, seat) - 0.3) / 0.7
        return max(points, self.special(seat) * self.nearness)

    @kept
    def special(self, seat: int) -> float:
        """SC-12.3: return how much of its condition a seat fulfils, 0 to 1."""
        view, faction = self.view, self.view.factions[seat]
        if view.rules.no_specials or view.rules.galactic_conquest or faction in (names.ALDARIS, UNKNOWN):
            return 0.0
        held = [area for area in range(AREAS) if self.masters[area] == seat and view.bases[area] in (seat, UNKNOWN)]
        if faction == names.OVERMIND:
            return min(1.0, formulas.bases_of(view, seat) / 3)
        if faction == names.RAYNOR:
            return min(1.0, len([area for area in held if names.KIND[area] != names.CONQUEST]) / 6)
        if faction == names.QUEEN_OF_BLADES:
            return min(1.0, len([area for area in held if names.KIND[area] == names.CONQUEST]) / 3)
        if faction == names.MENGSK:
            shares = [sum(area in held for area in areas) / len(areas) for areas in names.AREAS_OF]
            return sum(sorted(shares)[-2:]) / 2
        most = max([sum(master == other for master in self.masters) for other in view.living() if other != seat])
        return min(1.0, len(held) / (most + 1))

    # What areas are worth

    @kept
    def hold(self, seat: int, area: int) -> float:
        """Return what it is worth to a seat to control an area, for as long as it is reckoned to."""
        view, kind, planet = self.view, names.KIND[area], names.PLANET_OF[area]
        settled = formulas.base_on(view, seat, planet) >= 0
        worth = PRESENCE
        if kind == names.CONQUEST:
            if not view.rules.galactic_conquest:
                worth += POINT * names.VALUE[area] * self.lasting
        elif view.depletion[area] != names.DEPLETED:
            worth += RESOURCE * names.VALUE[area] * self.lasting * (1.0 if settled else 0.35)
        return worth + self._wanted(seat, area)

    def _wanted(self, seat: int, area: int) -> float:
        """Return what an area is worth for the special victory of a seat."""
        if self.view.rules.no_specials or self.view.rules.galactic_conquest:
            return 0.0
        faction, planet = self.view.factions[seat], names.PLANET_OF[area]
        near = 1.0 + SPECIAL_VICTORY * self.nearness * self.special(seat) ** 2
        if faction == names.RAYNOR:
            return 0.7 * near * (names.KIND[area] != names.CONQUEST)
        if faction == names.QUEEN_OF_BLADES:
            return 1.2 * near * (names.KIND[area] == names.CONQUEST)
        if faction == names.TASSADAR:
            return 0.8 * near
        if faction == names.MENGSK:
            own = [one for one in names.AREAS_OF[planet] if self.masters[one] == seat or one == area]
            return 1.0 * near * (len(own) / len(names.AREAS_OF[planet])) ** 2
        return 0.0

    def denial(self, seat: int) -> float:
        """Return what of a loss of another seat is a gain of the own: the more the fewer and the nearer to victory."""
        return DENIAL / float(max(1, len(self.foes)) ** 0.7) + DENIAL * self.menace(seat)

    @kept
    def based(self, seat: int, planet: int) -> float:
        """Return what a base on a planet is worth to a seat: its cards, and what is built there."""
        view = self.view
        cards = sum(names.VALUE[area] for area in self._yielding(seat, planet))
        worth = BASE * min(1.0, self.lasting / AHEAD) + RESOURCE * cards * self.lasting
        if view.factions[seat] == names.OVERMIND and not view.rules.no_specials and formulas.bases_of(view, seat) <= 3:
            worth += 2.0 + 5.0 * self.nearness * self.special(seat) ** 2
        return worth

    def _yielding(self, seat: int, planet: int) -> list[int]:
        """SC-11.3: return the areas of a planet whose resource cards a base there gives to a seat."""
        view, areas = self.view, names.AREAS_OF[planet]
        alone = all(view.bases[area] in (seat, UNKNOWN) for area in areas)
        masters = (seat, -1) if alone else (seat,)
        rich = [area for area in areas if names.KIND[area] != names.CONQUEST and view.depletion[area] != names.DEPLETED]
        return [area for area in rich if self.masters[area] in masters]

    def settling(self, planet: int) -> float:
        """Return what it is worth that a first unit comes to a planet on which an own Build order waits for it."""
        view, seat = self.view, self.seat
        if formulas.is_on(view, seat, planet) or formulas.bases_of(view, seat) >= names.BASES:
            return 0.0
        waits = any(order in BUILDS and where == planet for order, where in self.orders)
        return self.based(seat, planet) if waits else 0.0

    # Threats

    @kept
    def threat(self, planet: int) -> float:
        """Return the strength that the strongest of the others could send into a planet's areas by one order."""
        return max([self._reaching(foe, planet) for foe in self.foes], default=0.0)

    def _reaching(self, foe: int, planet: int) -> float:
        sums = self.power[foe]
        return sum(sums[area] for one in formulas.reaches(self.view, foe, planet) for area in names.AREAS_OF[one])

    def safety(self, area: int, power: float, base: bool) -> float:
        """Return how likely it is that units of some strength, or a base alone, keep an area: 0 to 1."""
        threat = self.threat(names.PLANET_OF[area])
        if power <= 0:
            return (1.0 - BARE if threat else ALONE) if base else 0.0
        ratio = (threat / (GUARD * power)) ** 2
        return 1.0 - ATTACKED * ratio / (1.0 + ratio)

    def standing(self, area: int, power: float) -> float:
        """Return what own units of some strength in an area are worth there."""
        base = self.view.bases[area] == self.seat
        worth = self.hold(self.seat, area) + (self.based(self.seat, names.PLANET_OF[area]) if base else 0.0)
        return worth * self.safety(area, power, base)

    def change(self, area: int, weight: float) -> float:
        """Return what it is worth that so much strength comes to an area, or leaves it."""
        there = self.power[self.seat][area]
        return self.standing(area, there + weight) - self.standing(area, there)

    # Money

    @cached_property
    def free(self) -> tuple[int, int]:
        """Minerals and gas that can be had without forcing a card, were the pool without end."""
        found = [0, 0]
        for source in formulas.sources(self.view, self.seat):
            room = formulas.capacity(source) - formulas.working(self.view, self.seat, source)
            found[names.SOURCE_KIND[source]] += max(0, room)
        return found[0], found[1]

    @cached_property
    def income(self) -> int:
        """What all cards give a round from the next one on: those held, and those that Regrouping brings."""
        view, seat = self.view, self.seat
        areas = [area for planet in self.homes for area in self._yielding(seat, planet)]
        coming = sum(names.VALUE[area] for area in areas if view.holders[area] < 0)
        return formulas.resource_total(view, seat) + coming


RATE: Final[Ratings[StarCraft, Mind]] = Ratings(Mind)
