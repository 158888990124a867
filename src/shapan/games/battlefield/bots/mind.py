"""What a seat makes of its view: what units, land and cards are worth to it, who reaches what, how fights end."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, TypeVar

from shapan.engine.kinds import UNKNOWN
from shapan.engine.ratings import Ratings
from shapan.games.battlefield import abilities, actions, formulas, names, space
from shapan.games.battlefield.bots.worths import (
    BATTLE_LINE,
    CAPITAL,
    CARDS,
    FOLLOWED,
    LAND,
    LAST_CAPITAL,
    PLENTY,
    RESOURCE,
    SHARE_WON,
)
from shapan.games.battlefield.odds.exchange import Exchange, Stakes, Traits, exchange, traits, versus
from shapan.games.battlefield.records import AT, OPEN, OWNED, PAID, STAY
from shapan.games.battlefield.rules import attack
from shapan.games.battlefield.state import FIGHT, Battlefield

T = TypeVar("T")
KILLS: Final[tuple[float, ...]] = (1.0, 2.0, 4.0)
"""Stakes that exchanges are solved for; what lies between is taken for the nearest."""


def merit(card: int) -> float:
    """Return what a unit card is good for on the table: a body that can hit land, its numbers, Siege."""
    power, guard, reach = names.NUMBERS[card]
    siege = bool(names.PRINTED[card] & names.SIEGE2)
    useful = names.FINANCIER | names.COMMAND | names.WARDEN | names.ESCORT | names.STAFF | names.REPAIR
    return 1.5 + 0.25 * (power + guard) + 0.35 * (reach - 1) + 1.2 * siege + 0.8 * bool(names.PRINTED[card] & useful)


MERIT: Final = tuple(merit(card) if card in names.UNITS else CARDS[card] for card in range(len(names.CARDS)))


def card_worth(card: int) -> float:
    """Return what a card is worth in a hand."""
    if card in names.UNITS:
        return 0.55 * MERIT[card]
    return CARDS[card] * (0.6 if names.KIND[card] == names.MODIFICATION else 1.0)


class Mind:
    """The judgement of one view for one seat; parts are worked out when they are asked for."""

    def __init__(self, view: Battlefield, seat: int) -> None:
        self.view, self.seat = view, seat
        self.hand, self.capital = view.hands[seat].cards, view.capitals[seat]
        self.money, self.foes = view.resources[seat], view.others(seat)
        self._attackers: dict[tuple[int, bool], list[tuple[int, int, int, bool]]] = {}
        self._reaching: dict[tuple[int, int, bool], list[int]] = {}
        self._worths: dict[int, float] = {}
        self._garrisons: dict[int, list[int]] = {}
        self._made: dict[str, Any] = {}
        self._fronts: dict[tuple[int, int], float] = {}
        self._traits: dict[int, Traits] = {}

    def spent(self, price: int) -> float:
        """Return what it costs to give so many resource cards away."""
        return float(RESOURCE * price * min(1.0, PLENTY / max(1, self.money)) ** 1.5)

    # Units

    def worth(self, unit: int) -> float:
        """Return what a unit with its crew is worth to its owner; of a hidden one what was paid for it tells."""
        if unit not in self._worths:
            card, crew = self.view.card(unit), self.view.crew_of(unit)
            cost = names.COST[card] if card >= 0 else max(0, self.view.of(unit, PAID))
            self._worths[unit] = 1.2 + 0.8 * cost + (0.6 * names.COST[self.view.card(crew)] if crew >= 0 else 0.0)
        return self._worths[unit]

    def garrison(self, territory: int) -> list[int]:
        """BF-4.7: return the units that keep a territory from being aimed at."""
        if territory not in self._garrisons:
            view, owner = self.view, self.view.holders[territory]
            self._garrisons[territory] = [
                unit
                for unit in view.standing_at(territory)
                if view.of(unit, OPEN)
                and not view.is_empty_vehicle(unit)
                and (view.of(unit, OWNED) == owner or view.of(unit, STAY) == names.GUEST)
            ]
        return self._garrisons[territory]

    def attackers(self, seat: int, *, afresh: bool) -> list[tuple[int, int, int, bool]]:
        """Return the units of a seat that can attack, each with its range, where it is, and whether it walks.

        `afresh`: as in a battle to come.
        """
        key = (seat, afresh)
        if key not in self._attackers:
            view = self.view
            self._attackers[key] = [
                (unit, formulas.reach(view, unit), view.of(unit, AT), not abilities.flies(view, unit))
                for unit in attack.attackers(view, seat, afresh=afresh)
            ]
        return self._attackers[key]

    def reaching(self, seat: int, territory: int, *, afresh: bool = True) -> list[int]:
        """Return the units of a seat that could attack in a territory, as far as range goes (BF-2.6)."""
        key = (seat, territory, afresh)
        if key not in self._reaching:
            view, screen = self.view, formulas.screen(self.view, territory)
            forest = names.TERRAIN[territory] == names.FOREST
            self._reaching[key] = [
                unit
                for unit, reach, at, walks in self.attackers(seat, afresh=afresh)
                if space.distance(view, at, territory) + screen + (forest and walks) <= reach
            ]
        return self._reaching[key]

    def is_mine(self, unit: int) -> bool:
        """Tell whether a unit belongs to this seat."""
        return self.view.of(unit, OWNED) == self.seat

    def strength(self, seat: int) -> float:
        """Return how strong a seat is beside all that live, by what all see: 1 is as strong as the others."""
        powers = {one: self._power(one) for one in self.view.living()}
        return powers[seat] * len(powers) / sum(powers.values())

    def _power(self, seat: int) -> float:
        units = sum(self.worth(unit) for unit in self.view.units_of(seat))
        return 1.0 + units + LAND * len(self.view.domain(seat)) + 0.5 * self.view.resources[seat]

    def once(self, name: str, made: Callable[[Mind], T]) -> T:
        """Return what is worked out once for a view, by name."""
        if name not in self._made:
            self._made[name] = made(self)
        found: T = self._made[name]
        return found

    # Land

    @cached_property
    def outer(self) -> list[int]:
        """BF-2.4: the outer territories of the table."""
        return space.outer(self.view)

    def land_worth(self, territory: int) -> float:
        """Return what it is worth to capture a territory, the same to all: both sides of a fight reckon with it."""
        view = self.view
        if view.has_token(territory) and not view.rules.last_territory:
            decides = len(view.living()) == 2 or view.titles[names.HEIR_BOSS] == view.holders[territory]
            return LAST_CAPITAL if decides else CAPITAL
        return LAND

    def hit_worth(self, territory: int, loss: int) -> float:
        """Return what it is worth to take so many points from a territory."""
        left = self.view.durability[territory]
        return self.land_worth(territory) * (SHARE_WON[max(0, min(8, left - loss))] - SHARE_WON[min(8, left)])

    def opened(self, seat: int, territory: int, but: int) -> float:
        """Return what a seat gains by hitting a territory with all units that reach it, `but` one."""
        hits = sum(unit != but for unit in self.reaching(seat, territory, afresh=False))
        return self.hit_worth(territory, hits) if hits and territory in self.outer else 0.0

    def threat(self, territory: int) -> int:
        """Return how many units of others reach an own territory that they may aim at."""
        if territory not in self.outer:
            return 0
        return sum(len(self.reaching(foe, territory)) for foe in self.foes)

    def need(self, territory: int) -> float:
        """Return how much an own territory needs one more unit that guards it."""
        units, threat = len(self.garrison(territory)), self.threat(territory)
        if territory == self.capital:
            return float((4.0 if threat else 2.0) / (1 + units) ** 1.2)
        return float((1.0 if threat else 0.2) / (1 + units) ** 2)

    def front(self, territory: int, reach: int) -> float:
        """Return how much can be aimed at from an own territory with some range: capitals count most."""
        if (territory, reach) not in self._fronts:
            view, best = self.view, 0.0
            for other in self.outer:
                if view.holders[other] in (self.seat, UNKNOWN):
                    continue
                forest = names.TERRAIN[other] == names.FOREST
                if space.distance(view, territory, other) + forest + formulas.screen(view, other) <= reach:
                    best = max(best, BATTLE_LINE[view.has_token(other)])
            self._fronts[territory, reach] = best
        return self._fronts[territory, reach]

    def fit(self, card: int, territory: int) -> float:
        """Return how well a unit stands in an own territory: what it guards there, and what it reaches."""
        guard, reach, terrain = names.NUMBERS[card][1], names.NUMBERS[card][2], names.TERRAIN[territory]
        reach += terrain == names.SEA
        if self.view.has_modification(self.seat, names.COMBAT_ENGINE):
            reach = 99
        ground = 0.2 * (terrain in (names.MOUNTAIN, names.ORBIT))
        return self.need(territory) * (0.6 + guard / 8) + self.front(territory, reach) + ground

    # Fights

    def stakes(self, attacker: int, target: int) -> tuple[float, float, float]:
        """Return what a fight is about, by what all see: the target, the attacker, a point of the target."""
        view = self.view
        seat, ground = view.of(attacker, OWNED), view.of(target, AT)
        kill, guards = self.worth(target), self.garrison(ground)
        if target in guards:
            kill += self.opened(seat, ground, attacker) / len(guards)
        follows = any(unit != attacker for unit in self.reaching(seat, ground, afresh=False))
        return kill, self.worth(attacker), (FOLLOWED if follows else 0.04) * kill

    def solved(self, attacker: int, target: int, *, fourth: bool = False) -> Exchange:
        """Return the exchange of two units, solved for about what is at stake."""
        kill, die, hurt = self.stakes(attacker, target)
        ratio = min(KILLS, key=lambda one: abs(one * die - kill))
        share = FOLLOWED if hurt > 0.1 * kill else 0.04
        sides = versus(self.traits(attacker), self.traits(target), less_or_equal=self.view.rules.less_or_equal)
        return exchange(*sides, Stakes(ratio, share * ratio), fourth=fourth)

    def traits(self, unit: int) -> Traits:
        """Return what a unit brings to an exchange."""
        if unit not in self._traits:
            self._traits[unit] = traits(self.view, unit)
        return self._traits[unit]

    def fight_worth(self, attacker: int, target: int) -> float:
        """Return what it is worth that a unit attacks another."""
        kill, die, hurt = self.stakes(attacker, target)
        ends = self.solved(attacker, target)
        return ends.kills * kill - ends.dies * die + 1.1 * hurt * (hurt > 0.1 * kill)

    def attack_worth(self, unit: int, target: int) -> float:
        """Return what an attack is worth to its side: a fight, or land that is hit, more if it can fall by all."""
        if target < attack.LAND:
            return self.fight_worth(unit, target)
        territory, view = target - attack.LAND, self.view
        loss = 1 + abilities.has(view, unit, names.SIEGE2)
        left, seat = view.durability[territory], view.of(unit, OWNED)
        followers = len(self.reaching(seat, territory, afresh=False))
        falls = self.land_worth(territory) * 0.9 * min(loss, left) / left if followers >= left or loss >= left else 0.0
        return max(self.hit_worth(territory, loss), falls)

    @cached_property
    def onslaught(self) -> float:
        """Return what an Attack card is worth now: the best attack of each unit that can still attack."""
        view, best = self.view, dict[int, float]()
        afresh = view.step != FIGHT or view.has_modification(self.seat, names.NUCLEAR_REACTOR)
        for code in attack.pairs(view, self.seat, afresh=afresh):
            unit, target = actions.ATTACK.values(code)
            best[unit] = max(best.get(unit, 0.0), self.attack_worth(unit, target))
        return sum(best.values())


RATE: Final[Ratings[Battlefield, Mind]] = Ratings(Mind)
