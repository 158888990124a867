"""What a seat makes of its view: what units, land and cards are worth to it, who reaches what, how fights end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.ratings import Ratings
from shapan.engine.valuation import Valuation, kept
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
from shapan.games.battlefield.odds.exchange import Exchange, Stakes, Traits, exchange, fighter, traits
from shapan.games.battlefield.records import AT, OPEN, OWNED, PAID, STAY
from shapan.games.battlefield.rules import attack
from shapan.games.battlefield.state import FIGHT, Battlefield

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


class Mind(Valuation[Battlefield]):
    """The judgement of one view for one seat; parts are worked out when they are asked for."""

    view: Battlefield
    seat: int

    @property
    def hand(self) -> list[int]:
        """Return the cards of the seat's hand."""
        return self.view.hands[self.seat].cards

    @property
    def money(self) -> int:
        """Return how many resource cards this seat has."""
        return self.view.resources[self.seat]

    @property
    def capital(self) -> int:
        """Return the capital of the seat, -1 for none."""
        return self.view.capitals[self.seat]

    @cached_property
    def foes(self) -> list[int]:
        """BF-1.1: the other living seats in turn order."""
        return self.view.others(self.seat)

    def spent(self, price: int) -> float:
        """Return what it costs to give so many resource cards away."""
        return float(RESOURCE * price * min(1.0, PLENTY / max(1, self.money)) ** 1.5)

    # Units

    @kept
    def worth(self, unit: int) -> float:
        """Return what a unit with its crew is worth to its owner; of a hidden one what was paid for it tells."""
        card, crew = self.view.card(unit), self.view.crew_of(unit)
        cost = names.COST[card] if card >= 0 else max(0, self.view.of(unit, PAID))
        return 1.2 + 0.8 * cost + (0.6 * names.COST[self.view.card(crew)] if crew >= 0 else 0.0)

    @kept
    def garrison(self, territory: int) -> list[int]:
        """BF-4.7: return the units that keep a territory from being aimed at."""
        view, owner = self.view, self.view.holders[territory]
        return [
            unit
            for unit in view.standing_at(territory)
            if view.of(unit, OPEN)
            and not view.is_empty_vehicle(unit)
            and (view.of(unit, OWNED) == owner or view.of(unit, STAY) == names.GUEST)
        ]

    @kept
    def fresh(self, seat: int) -> list[Sequence[int]]:
        """Return the units of a seat that can attack in a battle to come, as `_aims`."""
        return self._aims(attack.attackers(self.view, seat, afresh=True))

    @kept
    def ready(self, seat: int) -> list[Sequence[int]]:
        """Return the units of a seat that can still attack, as `_aims`."""
        return self._aims(attack.attackers(self.view, seat))

    def _aims(self, units: Sequence[int]) -> list[Sequence[int]]:
        """Return units each with its range, where it is, and whether it walks."""
        view = self.view
        return [
            (unit, formulas.reach(view, unit), view.of(unit, AT), int(not abilities.flies(view, unit)))
            for unit in units
        ]

    @kept
    def reaching(self, seat: int, territory: int) -> list[int]:
        """Return the units of a seat that could attack in a territory in a battle to come, as far as range goes."""
        return self._in_range(self.fresh(seat), territory)

    @kept
    def following(self, seat: int, territory: int) -> list[int]:
        """Return the units of a seat that can still attack in a territory, as far as range goes."""
        return self._in_range(self.ready(seat), territory)

    def _in_range(self, aims: Sequence[Sequence[int]], territory: int) -> list[int]:
        """BF-2.6: return which units, with their aims, reach a territory."""
        view, screen = self.view, formulas.screen(self.view, territory)
        forest = names.TERRAIN[territory] == names.FOREST
        return [
            unit
            for unit, reach, at, walks in aims
            if space.distance(view, at, territory) + screen + (forest and walks) <= reach
        ]

    def is_mine(self, unit: int) -> bool:
        """Tell whether a unit belongs to this seat."""
        return self.view.of(unit, OWNED) == self.seat

    def strength(self, seat: int) -> float:
        """Return how strong a seat is beside all that live, by what all see: 1 is as strong as the others."""
        powers = [self._power(one) for one in self.view.living()]
        return self._power(seat) * len(powers) / sum(powers)

    def _power(self, seat: int) -> float:
        units = sum(self.worth(unit) for unit in self.view.units_of(seat))
        return 1.0 + units + LAND * len(self.view.domain(seat)) + 0.5 * self.view.resources[seat]

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
        hits = sum(unit != but for unit in self.following(seat, territory))
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

    @kept
    def front(self, territory: int, reach: int) -> float:
        """Return how much can be aimed at from an own territory with some range: capitals count most."""
        view, best = self.view, 0.0
        for other in self.outer:
            if view.holders[other] in (self.seat, UNKNOWN):
                continue
            forest = names.TERRAIN[other] == names.FOREST
            if space.distance(view, territory, other) + forest + formulas.screen(view, other) <= reach:
                best = max(best, BATTLE_LINE[view.has_token(other)])
        return best

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
        follows = any(unit != attacker for unit in self.following(seat, ground))
        return kill, self.worth(attacker), (FOLLOWED if follows else 0.04) * kill

    def solved(self, attacker: int, target: int, *, fourth: bool = False) -> Exchange:
        """Return the exchange of two units, solved for about what is at stake."""
        kill, die, hurt = self.stakes(attacker, target)
        ratio = min(KILLS, key=lambda one: abs(one * die - kill))
        share = FOLLOWED if hurt > 0.1 * kill else 0.04
        mine, theirs, by = self.traits(attacker), self.traits(target), self.view.rules.less_or_equal
        one, other = fighter(mine, theirs, less_or_equal=by), fighter(theirs, mine, less_or_equal=by)
        return exchange(one, other, Stakes(ratio, share * ratio), fourth=fourth)

    @kept
    def traits(self, unit: int) -> Traits:
        """Return what a unit brings to an exchange."""
        return traits(self.view, unit)

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
        followers = len(self.following(seat, territory))
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
