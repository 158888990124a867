"""What a seat makes of its view: its side, what dials are worth, whom it doubts, how dangerous space is."""

from __future__ import annotations

from functools import cached_property
from math import exp
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.ratings import Ratings
from shapan.games.battlestar import names
from shapan.games.battlestar.cards import CHARACTER_CARDS
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.rules.jump import KOBOL_DISTANCE
from shapan.games.battlestar.rules.resources import MOST
from shapan.games.battlestar.rules.vipers import neighbours
from shapan.games.battlestar.state import Battlestar

START: Final = (8, 8, 10, 12)
"""Dials at the start; the worth of a point depends on how much is left of it."""
SCALE: Final[tuple[float, ...]] = (1.0, 1.0, 0.95, 1.05)
DEATH: Final = 12.0
"""What the last point of a dial is worth beyond its scale."""
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
    ease = ((KOBOL_DISTANCE + FINAL) / (max(0, KOBOL_DISTANCE - distance) + FINAL)) ** EASE
    worths = [0.0]
    for value in range(1, MOST + 1):
        worths.append(SCALE[dial] * (1.0 + 5.0 / (ease * value * 8 / START[dial]) ** 1.5))
    worths[1] += DEATH
    return worths


WORTHS: Final = [
    [_worths(dial, distance) for distance in range(KOBOL_DISTANCE + 1)] for dial in range(len(names.DIALS))
]


def _shares(character: int) -> list[float]:
    """Return which share of a character's cards is of each type."""
    card = CHARACTER_CARDS[character]
    split = card.split_cards / 2
    counts = [number + (split if type_ in card.split else 0.0) for type_, number in enumerate(card.skills)]
    return [count / sum(counts) for count in counts]


SHARES: Final = [_shares(character) for character in range(len(CHARACTER_CARDS))]


class Mind:
    """The judgement of one view for one seat; parts are worked out when they are asked for."""

    def __init__(self, view: Battlestar, seat: int) -> None:
        self.view, self.seat = view, seat
        self.at, self.hand = view.at[seat], view.hands[seat].cards
        self.revealed, self.cylon = bool(view.revealed[seat]), is_cylon(view, seat)
        self.hidden = self.cylon and not self.revealed
        self.side = -1.0 if self.cylon else 1.0
        """What a gain of the humans is worth to this seat."""
        self.staying = -1.0
        """What can be done without a location, once that is worked out."""

    # People

    def others(self) -> list[int]:
        """Return the other humans."""
        return [seat for seat in self.view.humans() if seat != self.seat]

    @cached_property
    def doubts(self) -> list[float]:
        """How likely each seat is a Cylon, from what this seat knows; 0 for itself where it is human."""
        return self._doubts(knowing=True)

    @cached_property
    def heat(self) -> float:
        """How likely others must take this seat for a Cylon, from what all know."""
        return self._doubts(knowing=False)[self.seat]

    @cached_property
    def exposed(self) -> bool:
        """Whether the open record of this seat stands out among those of all who are hidden."""
        records = [self.view.fouls[other] for other in self.others()]
        return bool(records) and self.view.fouls[self.seat] > sum(records) / len(records) + EXPOSED

    def _doubts(self, *, knowing: bool) -> list[float]:
        """Return how likely each seat is a Cylon, `knowing` what this seat has seen or only what all have."""
        view = self.view
        known = [list(cards.cards) for cards in view.loyalty_open]
        if knowing:
            for cards, zone in zip(known, view.loyalty, strict=True):
                cards += [card for card in zone.cards if card != UNKNOWN]
        cylons = [sum(card in names.CYLON_CARDS for card in cards) for cards in known]
        unknown = [
            len(view.loyalty[seat]) + len(view.loyalty_open[seat]) - len(known[seat]) for seat in range(view.seats)
        ]
        cards_left = len(view.loyalty_deck) + sum(unknown)
        chance = max(0.0, min(1.0, (CYLONS[view.seats] - sum(cylons)) / cards_left)) if cards_left else 0.0
        doubts = []
        for seat in range(view.seats):
            if view.revealed[seat] or cylons[seat]:
                doubts.append(1.0)
                continue
            prior = 1.0 - (1.0 - chance) ** unknown[seat]
            odds = prior / max(1e-9, 1.0 - prior) * exp(FOUL * max(-25, min(45, view.fouls[seat])))
            doubts.append(odds / (1.0 + odds))
        return _levelled(doubts, chance * sum(unknown))

    def trust(self, seat: int) -> float:
        """Return how much a seat is to be given: 1 to a sure friend, -1 to a sure foe."""
        return 1.0 if seat == self.seat else 1.0 - 2.0 * self.doubts[seat]

    # Dials

    def last_of(self, dial: int) -> int:
        """Return a dial as it counts: fuel without what the coming jumps need."""
        value = self.view.dials[dial]
        if dial == names.FUEL:
            left = max(0, KOBOL_DISTANCE - self.view.distance)
            value = max(min(value, 1), value - int(FUEL_A_JUMP * left / 2 + 0.5))
        return value

    def loss(self, dial: int, number: int) -> float:
        """Return what it is worth to keep so many points of a dial."""
        value, worths = self.last_of(dial), WORTHS[dial][min(KOBOL_DISTANCE, self.view.distance)]
        total = sum(worths[value - step] for step in range(min(number, value)))
        return total + DEATH if 0 < self.view.dials[dial] <= number else total

    def gain(self, dial: int, number: int) -> float:
        """Return what so many points more of a dial are worth."""
        value, worths = self.last_of(dial), WORTHS[dial][min(KOBOL_DISTANCE, self.view.distance)]
        return sum(worths[value + step] for step in range(1, number + 1) if value + step <= MOST)

    @cached_property
    def civilian_loss(self) -> float:
        """What a civilian ship is worth that nobody has seen: a little more than a point of population."""
        return 1.1 * self.loss(names.POPULATION, 1)

    # Space

    @cached_property
    def threat(self) -> float:
        """How much more Cylon ships weigh than without a revealed Cylon."""
        return 1.0 + THREAT * sum(self.view.revealed)

    @cached_property
    def guards(self) -> list[int]:
        """Vipers by area, unmanned and piloted."""
        return [number + len(self.view.pilots_in(area)) for area, number in enumerate(self.view.vipers)]

    @cached_property
    def civilians(self) -> list[int]:
        """Civilian ships by area."""
        return [len(ships) for ships in self.view.civilians]

    @cached_property
    def raiders_beside(self) -> list[int]:
        """Raiders in the areas beside each area."""
        return [sum(self.view.raiders[beside] for beside in neighbours(area)) for area in range(names.AREAS)]

    @cached_property
    def raider_worths(self) -> list[float]:
        """What it is worth to destroy a raider, by area: more where civilian ships are near."""
        ships = self.civilians
        return [
            (0.55 + (0.6 if ships[area] else 0.0) + (0.25 if any(ships[near] for near in neighbours(area)) else 0.0))
            * self.threat
            for area in range(names.AREAS)
        ]

    @cached_property
    def pressure(self) -> float:
        """How bad it is to stay where the fleet is."""
        total = 1.1 * len(self.view.basestars)
        for area, raiders in enumerate(self.view.raiders):
            exposed = min(max(0, raiders - self.guards[area]), self.civilians[area])
            total += 0.3 * raiders + 0.5 * self.civilian_loss * exposed + 0.5 * self.view.heavies[area]
        return total * self.threat

    # Cards

    def share(self, seat: int, types: int) -> float:
        """Return which share of a seat's cards is of a mask of types, by its skill set; a Cylon's are of all types."""
        if self.view.revealed[seat]:
            return types.bit_count() / len(names.TYPES)
        return sum(share for type_, share in enumerate(SHARES[self.view.characters[seat]]) if types >> type_ & 1)

    def keep(self, card: int) -> float:
        """Return what a card in the own hand is worth."""
        scarce = 0.15 / (1 + sum(names.type_of(other) == names.type_of(card) for other in self.hand))
        return 0.3 * names.strength_of(card) + scarce

    def card_worth(self, seat: int) -> float:
        """Return what one more card is worth to a seat."""
        size = len(self.view.hands[seat])
        return 0.5 if size < 4 else 0.4 if size < 8 else 0.12


def _levelled(doubts: list[float], cylons: float) -> list[float]:
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


RATE: Final[Ratings[Battlestar, Mind]] = Ratings(Mind)


def sided(mind: Mind, code: int, worth: float) -> float:
    """Rate what is worth so much to the humans: a Cylon wants what costs them most."""
    return mind.side * worth
