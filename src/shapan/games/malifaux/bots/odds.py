"""What flips, duels and damage come to, enumerated from the cards that a deck can still hold (MFX-1, MFX-4, MFX-6).

A deck is a row of fifteen counts: how many cards of each value, the Black Joker first, the Red Joker last.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from shapan.games.malifaux import names
from shapan.games.malifaux.state import Malifaux

Deck = tuple[int, ...]
VALUES: Final = 15
RED: Final = 14
FULL: Final[Deck] = (1, *(len(names.SUITS) for _ in range(1, RED)), 1)
MARGINS: Final = (0, 1, 6, 11)
"""MFX-6.2: from which margin on the damage flip is another one."""
MARGIN_NETS: Final = (-2, -1, 0, 1)


def deck_of(view: Malifaux, seat: int) -> Deck:
    """Return what a seat can turn up next; an empty deck is the discard pile shuffled (MFX-1.8)."""
    cards = view.unseen(seat) if view.decks[seat].cards else view.discards[seat].cards
    counts = [0] * VALUES
    for card in cards:
        counts[names.VALUE[card]] += 1
    return tuple(counts) if any(counts) else FULL


@lru_cache(maxsize=2_000)
def mean(deck: Deck) -> float:
    """Return what a card of a deck is worth on average, jokers as 0 and 14 (MFX-1.2)."""
    return sum(value * number for value, number in enumerate(deck)) / sum(deck)


@lru_cache(maxsize=20_000)
def flip(deck: Deck, net: int) -> tuple[float, ...]:
    """MFX-1.4, 1.6: return how likely each value is the result of a flip, of several cards without replacement."""
    whole = sum(deck)
    number = min(whole, 1 + abs(net))
    ways = comb(whole, number)
    plain = whole - deck[0]
    found = [0.0] * VALUES
    found[0] = 1.0 - comb(plain, number) / ways if deck[0] else 0.0
    numbers = plain - deck[RED]
    found[RED] = (comb(plain, number) - comb(numbers, number)) / ways
    passed = 0
    for value in range(1, RED) if net >= 0 else range(RED - 1, 0, -1):
        before = comb(passed, number)
        passed += deck[value]
        found[value] = (comb(passed, number) - before) / ways
    return tuple(found)


@lru_cache(maxsize=20_000)
def apart(acting: Deck, net: int, resisting: Deck, other_net: int, least: int) -> tuple[float, ...]:
    """Return how likely the acting card is above the other by -14 … 14; cards below `least` count as missed."""
    found = [0.0] * (2 * VALUES - 1)
    ours, theirs = flip(acting, net), flip(resisting, other_net)
    for value, chance in enumerate(ours):
        if chance and value >= least:
            for other, share in enumerate(theirs):
                found[value - other + RED] += chance * share
    return tuple(found)


class Duel(NamedTuple):
    """MFX-6.2: how likely an attack succeeds by a margin of 0, of 1 to 5, of 6 to 10, of 11 and more."""

    tie: float
    near: float
    clear: float
    far: float

    @property
    def won(self) -> float:
        return self.tie + self.near + self.clear + self.far


@lru_cache(maxsize=50_000)
def duel(acting: Deck, net: int, resisting: Deck, other_net: int, ahead: int, least: int = 0) -> Duel:
    """MFX-4.4: return how an opposed duel ends in which the acting stat is ahead by so much."""
    row = apart(acting, net, resisting, other_net, least)
    sums = [0.0] * 4
    for step, chance in enumerate(row):
        margin = step - RED + ahead
        if margin >= 0:
            sums[0 if margin == 0 else 1 if margin <= 5 else 2 if margin <= 10 else 3] += chance
    return Duel(*sums)


@lru_cache(maxsize=20_000)
def bands(deck: Deck, net: int) -> tuple[float, float, float, float, float]:
    """MFX-1.3, 6.4, 6.5: return how likely a damage flip is the Black Joker, weak, moderate, severe, the Red Joker."""
    row = flip(deck, net)
    return row[0], sum(row[1:6]), sum(row[6:11]), sum(row[11:RED]), row[RED]


@lru_cache(maxsize=20_000)
def passes(deck: Deck, net: int, needed: int) -> float:
    """MFX-4.3: return how likely a simple duel turns up so much or more."""
    return sum(flip(deck, net)[max(0, needed) :]) if needed < VALUES else 0.0


@lru_cache(maxsize=50_000)
def struck(
    acting: Deck, net: int, resisting: Deck, ahead: int, least: int, track: tuple[int, int, int], more: int
) -> tuple[float, tuple[tuple[int, float], ...]]:
    """MFX-4.4, 6.1, 6.2: return how likely an attack succeeds, and how likely it makes each number of damage.

    `more` is the net of its damage flip without the margin; without `resisting` cards there is no margin.
    """
    if resisting:
        chances: tuple[float, ...] = duel(acting, net, resisting, 0, ahead, least)
    else:
        chances = (0.0, 0.0, passes(acting, net, least), 0.0)
    numbers: dict[int, float] = {}
    if track[2]:
        for chance, mod in zip(chances, MARGIN_NETS, strict=True):
            if chance:
                row = bands(acting, mod + more)
                for number, share in zip((0, *track, track[2] + 1), row, strict=True):
                    numbers[number] = numbers.get(number, 0.0) + chance * share
    numbers.pop(0, None)
    return sum(chances), tuple(numbers.items())


def holds_suit(view: Malifaux, seat: int, suit: int) -> float:
    """Return how likely the next card of a seat bears a suit; the Red Joker bears any."""
    cards = view.unseen(seat)
    fitting = sum(names.SUIT_OF[card] == suit or card == names.RED_JOKER for card in cards)
    return fitting / len(cards) if cards else 0.25


def beaten(deck: Deck, cards: int, value: int) -> float:
    """Return how likely so many cards of a hand hold one of a value or more."""
    whole, low = sum(deck), sum(deck[: max(0, min(value, VALUES))])
    cards = min(cards, whole)
    return 1.0 - comb(low, cards) / comb(whole, cards) if cards > 0 else 0.0


def margin_net(margin: int) -> int:
    """MFX-6.2: return what a margin does to the damage flip."""
    rows = zip(reversed(MARGINS), reversed(MARGIN_NETS), strict=True)
    return next((net for least, net in rows if margin >= least), MARGIN_NETS[0])
