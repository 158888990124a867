"""What a seat makes of its view: its side, what dials are worth, whom it doubts, how dangerous space is."""

from __future__ import annotations

from functools import cached_property
from math import exp
from typing import Final

from shapan.games.battlestar import names
from shapan.games.battlestar.cards import CHARACTER_CARDS
from shapan.games.battlestar.view import Player, View

START: Final = (8, 8, 10, 12)
"""Dials at the start; the worth of a point depends on how much is left of it."""
SCALE: Final[tuple[float, ...]] = (1.0, 1.0, 0.95, 1.05)
DEATH: Final = 12.0
"""What the last point of a dial is worth beyond its scale."""
KOBOL: Final = 8
FINAL: Final = 2.5
"""The way to the final jump, in units of distance."""
EASE: Final = 0.5
"""How much easier dials are kept above 0 when less of the way is left."""
FUEL_A_JUMP: Final = 0.5
"""Fuel set aside for each jump that is still to come: destinations cost it."""
CYLONS: Final = {2: 1, 3: 1, 4: 1, 5: 2, 6: 2}
"""You Are a Cylon cards in play by number of seats (2.6)."""
FOUL: Final = 0.07
"""How much a tenth of a card in the open record adds to the log odds that a seat is a Cylon."""
EXPOSED: Final = 4
"""How far above the average of the others a record stands out."""
MEAN_STRENGTH: Final = 45 / 21
THREAT: Final = 0.5
"""How much more Cylon ships weigh for each revealed Cylon, who can let them act in his turn."""


def _worths(dial: int, distance: int) -> list[float]:
    """Return by value of a dial what its uppermost point is worth: less near the end, when little can still be lost."""
    ease = ((KOBOL + FINAL) / (max(0, KOBOL - distance) + FINAL)) ** EASE
    worths = [0.0]
    for value in range(1, 16):
        worths.append(SCALE[dial] * (1.0 + 5.0 / (ease * value * 8 / START[dial]) ** 1.5))
    worths[1] += DEATH
    return worths


WORTHS: Final = [[_worths(dial, distance) for distance in range(KOBOL + 1)] for dial in range(len(names.DIALS))]


def _shares(character: int) -> list[float]:
    """Return which share of a character's cards is of each type."""
    card = CHARACTER_CARDS[character]
    split = card.split_cards / 2
    counts = [number + (split if type_ in card.split else 0.0) for type_, number in enumerate(card.skills)]
    return [count / sum(counts) for count in counts]


SHARES: Final = [_shares(character) for character in range(len(CHARACTER_CARDS))]


class Mind:
    """The judgement of one view for one seat; parts are worked out when they are asked for."""

    def __init__(self, view: View, seat: int) -> None:
        self.view, self.seat = view, seat
        self.me: Player = view.seats[seat]
        own = [*(self.me.loyalty or ()), *self.me.open]
        self.revealed = bool(self.me.revealed)
        self.cylon = self.revealed or any(names.CYLON_BRIG <= card <= names.CYLON_DAMAGE for card in own)
        self.hidden = self.cylon and not self.revealed
        self.hand: list[int] = self.me.hand or []
        self.dials = (view.fuel, view.food, view.morale, view.population)
        self.plans: dict[object, list[int]] = {}
        """Answers of several picks that have been worked out, by prompt and argument."""

    # People

    @cached_property
    def humans(self) -> list[int]:
        """The players who are no revealed Cylons."""
        return [seat for seat, player in enumerate(self.view.seats) if not player.revealed]

    def others(self) -> list[int]:
        """Return the other humans."""
        return [seat for seat in self.humans if seat != self.seat]

    @cached_property
    def doubts(self) -> list[float]:
        """How likely each seat is a Cylon, from what this seat knows; 0 for itself where it is human."""
        return self._doubts(self.seat)

    @cached_property
    def heat(self) -> float:
        """How likely others must take this seat for a Cylon, from what all know."""
        return self._doubts(-1)[self.seat]

    @cached_property
    def exposed(self) -> bool:
        """Whether the open record of this seat stands out among those of all who are hidden."""
        records = [self.view.seats[other].fouls for other in self.others()]
        return bool(records) and self.view.seats[self.seat].fouls > sum(records) / len(records) + EXPOSED

    def _doubts(self, viewer: int) -> list[float]:
        players = self.view.seats
        cards = self.view.loyalty_deck_size + sum(one.loyalty_size + len(one.open) for one in players)
        if not cards:
            return [0.0] * len(players)
        cylons = CYLONS[len(players)]
        unknown: list[int] = []
        known: list[list[int]] = []
        for seat, player in enumerate(players):
            sure = list(player.open)
            if seat == viewer:
                sure += player.loyalty or []
            elif viewer >= 0 and self.me.seen is not None:
                sure += self.me.seen.loyalty[seat]
            known.append(sure)
            cards -= len(sure)
            cylons -= sum(names.CYLON_BRIG <= card <= names.CYLON_DAMAGE for card in sure)
            unknown.append(0 if seat == viewer else player.loyalty_size + len(player.open) - len(sure))
        chance = max(0.0, min(1.0, cylons / cards)) if cards > 0 else 0.0
        doubts = []
        for seat, player in enumerate(players):
            if player.revealed or any(names.CYLON_BRIG <= card <= names.CYLON_DAMAGE for card in known[seat]):
                doubts.append(1.0)
                continue
            prior = 1.0 - (1.0 - chance) ** unknown[seat]
            fouls = max(-25, min(45, player.fouls - names.ZERO))
            odds = prior / max(1e-9, 1.0 - prior) * exp(FOUL * fouls)
            doubts.append(odds / (1.0 + odds))
        return self._levelled(doubts, chance * sum(unknown))

    def _levelled(self, doubts: list[float], cylons: float) -> list[float]:
        """Return doubts scaled so that they add up to the Cylons that are expected among hidden seats."""
        open_seats = [seat for seat, doubt in enumerate(doubts) if 0.0 < doubt < 1.0]
        for _ in range(3):
            total = sum(doubts[seat] for seat in open_seats)
            if total <= 0.0 or cylons <= 0.0:
                break
            factor = cylons / total
            for seat in open_seats:
                odds = doubts[seat] / max(1e-6, 1.0 - doubts[seat]) * factor
                doubts[seat] = odds / (1.0 + odds)
        return doubts

    def trust(self, seat: int) -> float:
        """Return how much a seat is to be given: 1 to a sure friend, -1 to a sure foe."""
        if seat == self.seat:
            return 1.0
        return 1.0 - 2.0 * self.doubts[seat]

    # Dials

    def last_of(self, dial: int) -> int:
        """Return a dial as it counts: fuel without what the coming jumps need."""
        value = self.dials[dial]
        if dial == names.FUEL:
            left = max(0, KOBOL - self.view.distance)
            value = max(min(value, 1), value - int(FUEL_A_JUMP * left / 2 + 0.5))
        return value

    def loss(self, dial: int, number: int) -> float:
        """Return what it is worth to keep so many points of a dial."""
        value, worths = self.last_of(dial), WORTHS[dial][min(KOBOL, self.view.distance)]
        total = sum(worths[value - step] for step in range(min(number, value)))
        return total + DEATH if self.dials[dial] <= number and self.dials[dial] else total

    def gain(self, dial: int, number: int) -> float:
        """Return what so many points more of a dial are worth."""
        value, worths = self.last_of(dial), WORTHS[dial][min(KOBOL, self.view.distance)]
        return sum(worths[min(15, value + step)] for step in range(1, number + 1) if value + step <= 15)

    @cached_property
    def civilian_loss(self) -> float:
        """What a civilian ship is worth that nobody has seen: a little more than a point of population."""
        return 1.1 * self.loss(names.POPULATION, 1)

    # Space

    @cached_property
    def threat(self) -> float:
        """How much more Cylon ships weigh than without a revealed Cylon."""
        return 1.0 + THREAT * (len(self.view.seats) - len(self.humans))

    @cached_property
    def pilots(self) -> list[int]:
        """Piloted vipers by area."""
        counts = [0] * names.AREAS
        for player in self.view.seats:
            if names.SPACE <= player.at < names.SPACE + names.AREAS:
                counts[player.at - names.SPACE] += 1
        return counts

    @cached_property
    def raiders(self) -> list[int]:
        """Raiders by area."""
        return [area.raiders for area in self.view.space]

    @cached_property
    def civilians(self) -> list[int]:
        """Civilian ships by area."""
        return [area.civilian_count for area in self.view.space]

    @cached_property
    def raider_worths(self) -> list[float]:
        """What it is worth to destroy a raider, by area: more where civilian ships are near."""
        ships = self.civilians
        return [
            (
                0.55
                + (0.6 if ships[area] else 0.0)
                + (0.25 if ships[(area + 1) % names.AREAS] or ships[(area - 1) % names.AREAS] else 0.0)
            )
            * self.threat
            for area in range(names.AREAS)
        ]

    @cached_property
    def basestars(self) -> int:
        """Basestars in space."""
        return sum(len(area.basestars) for area in self.view.space)

    @cached_property
    def pressure(self) -> float:
        """How bad it is to stay where the fleet is."""
        total = 1.1 * self.basestars
        for area, raiders in enumerate(self.raiders):
            guards = self.view.space[area].vipers + self.pilots[area]
            exposed = min(max(0, raiders - guards), self.civilians[area])
            total += 0.3 * raiders + 0.5 * self.civilian_loss * exposed + 0.5 * self.view.space[area].heavies
        return total * self.threat

    # Cards

    def share(self, seat: int, types: list[int]) -> float:
        """Return which share of a seat's cards is of some types, by its skill set; a Cylon's are of all types."""
        if self.view.seats[seat].revealed:
            return len(types) / len(names.TYPES)
        shares = SHARES[self.view.seats[seat].character]
        return sum(shares[type_] for type_ in types)

    def keep(self, card: int) -> float:
        """Return what a card in the own hand is worth."""
        scarce = 0.15 / (1 + sum(names.type_of(other) == names.type_of(card) for other in self.hand))
        return 0.3 * names.strength_of(card) + scarce

    @cached_property
    def cheapest(self) -> list[int]:
        """The own cards, those first that are given away most gladly."""
        return sorted(self.hand, key=lambda card: (self.keep(card), card))

    @cached_property
    def card_worth(self) -> float:
        """What one more card in the own hand is worth."""
        size = len(self.hand)
        return 0.5 if size < 4 else 0.4 if size < 8 else 0.12

    def in_brig(self, seat: int) -> bool:
        """Tell whether a seat is in the Brig."""
        return self.view.seats[seat].at == names.BRIG


_last: list[Mind] = []


def mind_of(view: View, seat: int) -> Mind:
    """Return the mind of a view; that of the last one is kept, for an answer rates all its options by the same view."""
    for mind in _last:
        if mind.view is view and mind.seat == seat:
            return mind
    mind = Mind(view, seat)
    _last[:] = [mind]
    return mind
