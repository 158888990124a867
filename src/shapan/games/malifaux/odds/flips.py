"""How a flip may fall (MFX-1.3 to 1.6), in whole cases, from the cards that a viewer sees nowhere else.

A deck is a row of fifteen counts: how many cards of each value, the Black Joker first, the Red Joker last. A fall is
such a row, too: in how many equal cases each value is the one that counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb
from typing import Final

from shapan.games.malifaux import names
from shapan.games.malifaux.state import Malifaux

Row = tuple[int, ...]
VALUES: Final = 15
RED_VALUE: Final = VALUES - 1
FULL: Final[Row] = (1, *(len(names.SUITS) for _ in range(1, RED_VALUE)), 1)
BANDS: Final = ("black_joker", "weak", "moderate", "severe", "red_joker")
BLACK, WEAK, MODERATE, SEVERE, RED = range(len(BANDS))


def counted(cards: Iterable[int]) -> Row:
    """Return how many of some cards have each value."""
    counts = [0] * VALUES
    for card in cards:
        counts[names.VALUE[card]] += 1
    return tuple(counts)


def deck_of(view: Malifaux, seat: int) -> Row:
    """Return what a seat can turn up next; an empty deck is the discard pile shuffled (MFX-1.8)."""
    deck = counted(view.unseen(seat) if view.decks[seat].cards else view.discards[seat].cards)
    return deck if any(deck) else FULL


@lru_cache(maxsize=20_000)
def falls(deck: Row, number: int, net: int) -> Row:
    """MFX-1.4, 1.6: return in how many of the equal ways to draw so many cards, at least one, each value counts."""
    plain = sum(deck) - deck[0]
    numbers = plain - deck[RED_VALUE]
    bare = comb(plain, number)
    found = [0] * VALUES
    found[0], found[RED_VALUE] = comb(plain + deck[0], number) - bare, bare - comb(numbers, number)
    passed = before = 0
    for value in range(1, RED_VALUE) if net >= 0 else range(RED_VALUE - 1, 0, -1):
        passed += deck[value]
        ways = comb(passed, number)
        found[value], before = ways - before, ways
    return tuple(found)


def flip(deck: Row, net: int) -> Row:
    """Return how a flip with a net falls, of all cards where there are not enough."""
    return falls(deck, min(sum(deck), 1 + abs(net)), net)


def flip_of(view: Malifaux, seat: int, net: int) -> Row:
    """MFX-1.4, 1.6: return how a flip of a seat falls, behind the cards that all know to lie on its deck.

    Empty where its deck has not enough cards left for it: what is shuffled anew meanwhile nobody knows.
    """
    number = 1 + abs(net)
    known = [names.VALUE[card] for card in view.tops[seat].cards[:number]]
    left = number - len(known)
    if left > len(view.decks[seat]):
        return ()
    return behind(known, falls(deck_of(view, seat), left, net) if left else (), net)


def behind(known: Sequence[int], row: Row, net: int) -> Row:
    """MFX-1.6: return how a flip falls of some values that are known, and of what falls as a row, which may be none."""
    if not known:
        return row
    found = [0] * VALUES
    for value, times in enumerate(row):
        found[_counts((*known, value), net)] += times
    if not row:
        found[_counts(known, net)] = 1
    return tuple(found)


def _counts(values: Sequence[int], net: int) -> int:
    """MFX-1.6: return which of some values counts."""
    if 0 in values or RED_VALUE in values:
        return 0 if 0 in values else RED_VALUE
    return max(values) if net >= 0 else min(values)


def at_least(row: Row, value: int) -> int:
    """Return in how many cases a fall is so much or more."""
    return sum(row[max(0, value) :])


def by_band(row: Row) -> Row:
    """MFX-1.3: return in how many cases each of `BANDS` falls."""
    return row[0], sum(row[1:6]), sum(row[6:11]), sum(row[11:RED_VALUE]), row[RED_VALUE]


def amounts(bands: Sequence[int], *, is_damage: bool) -> Row:
    """MFX-6.4, 6.5, 6.16: return by `BANDS` what a flip for an amount comes to, whose numbers are these."""
    weak, moderate, severe = bands
    return 0 if is_damage else weak, weak, moderate, severe, severe + is_damage


def amount(bands: Sequence[int], card: int, *, is_damage: bool) -> int:
    """Return what a card comes to in a flip for an amount, or the amount that is not flipped for."""
    if len(bands) == 1:
        return bands[0]
    return amounts(bands, is_damage=is_damage)[band(card)]


def band(card: int) -> int:
    """MFX-1.3: return which of `BANDS` a card is."""
    value = names.VALUE[card]
    return BLACK if value == 0 else RED if value == RED_VALUE else WEAK + names.BAND[value]


def suits_of(card: int) -> Row:
    """MFX-1.2: return the suits of which a card brings one, packed: all of the Red Joker, 0 for none."""
    suit = names.SUIT_OF[card]
    return names.ONE_SUIT if card == names.RED_JOKER else (names.ONE_SUIT[suit] if suit >= 0 else 0,)


# Chances from 0 to 1, for who weighs instead of telling


@lru_cache(maxsize=2_000)
def mean(deck: Row) -> float:
    """Return what a card of a deck is worth on average, jokers as 0 and 14 (MFX-1.2)."""
    return sum(value * number for value, number in enumerate(deck)) / sum(deck)


@lru_cache(maxsize=20_000)
def bands(deck: Row, net: int) -> tuple[float, ...]:
    """MFX-1.3, 6.4, 6.5: return how likely each of `BANDS` is in a flip."""
    row = flip(deck, net)
    whole = sum(row)
    return tuple([times / whole for times in by_band(row)])


@lru_cache(maxsize=20_000)
def passes(deck: Row, net: int, needed: int) -> float:
    """MFX-4.3: return how likely a simple duel turns up so much or more."""
    row = flip(deck, net)
    return at_least(row, needed) / sum(row)


def holds_suit(view: Malifaux, seat: int, suit: int) -> float:
    """Return how likely the next card of a seat bears a suit; the Red Joker bears any."""
    cards = view.unseen(seat)
    fitting = sum(names.SUIT_OF[card] == suit or card == names.RED_JOKER for card in cards)
    return fitting / len(cards) if cards else 0.25


def beaten(deck: Row, cards: int, value: int) -> float:
    """Return how likely so many cards of a hand hold one of a value or more."""
    whole, low = sum(deck), sum(deck[: max(0, min(value, VALUES))])
    cards = min(cards, whole)
    return 1.0 - comb(low, cards) / comb(whole, cards) if cards > 0 else 0.0
