"""How a flip may fall (MFX-1.4 to 1.6), from the cards that a viewer cannot see elsewhere and from nothing else."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from typing import Final

from shapan.games.malifaux import names
from shapan.games.malifaux.state import Malifaux

Fall = Mapping[int, int]
"""By value of the card that counts, 0 to 14, in how many equal cases it falls."""
BANDS: Final = ("black_joker", "weak", "moderate", "severe", "red_joker")
BLACK, WEAK, MODERATE, SEVERE, RED = range(len(BANDS))
_RED_VALUE: Final = names.VALUE[names.RED_JOKER]
_VALUES: Final = _RED_VALUE + 1


def fall(view: Malifaux, seat: int, net: int) -> Fall:
    """MFX-1.4, 1.6: return how a flip of a seat falls with a net, the highest card taken where one may choose.

    Nothing where its deck has not enough cards left for it.
    """
    number = 1 + abs(net)
    known, left = view.tops[seat].cards[:number], number - min(number, len(view.tops[seat].cards))
    if left > len(view.decks[seat]):
        return {}
    return falls(view.unseen(seat), known, left, net)


def falls(pool: Sequence[int], known: Sequence[int], number: int, net: int) -> Fall:
    """Return how many of the equal ways to draw a number of cards from a pool, besides known ones, bring each value."""
    plain = Counter(names.VALUE[card] for card in pool if names.SUIT_OF[card] != names.NOBODY)
    black, red = names.BLACK_JOKER in pool, names.RED_JOKER in pool
    size, found = len(pool), Counter[int]()
    drawn = Counter[int]()
    if number == 0:
        drawn[-1] = 1
    else:
        drawn[0] = comb(size - 1, number - 1) if black else 0
        drawn[_RED_VALUE] = comb(size - black - 1, number - 1) if red else 0
        low = 0
        for value in range(1, _RED_VALUE):
            high = low + plain[value]
            above, rest = plain.total() - low, plain.total() - high
            drawn[value] = (
                comb(high, number) - comb(low, number) if net >= 0 else comb(above, number) - comb(rest, number)
            )
            low = high
    fixed = [names.VALUE[card] for card in known]
    for value, times in drawn.items():
        found[_counts([*fixed, *([value] if value >= 0 else [])], net)] += times
    return {value: times for value, times in sorted(found.items()) if times}


def _counts(values: Sequence[int], net: int) -> int:
    """MFX-1.6: return which of some values counts."""
    if 0 in values or _RED_VALUE in values:
        return 0 if 0 in values else _RED_VALUE
    return max(values) if net >= 0 else min(values)


def by_band(fall_: Fall) -> list[int]:
    """MFX-1.3: return in how many cases each of `BANDS` falls."""
    found = [0] * len(BANDS)
    for value, times in fall_.items():
        place = BLACK if value == 0 else RED if value == _RED_VALUE else WEAK + names.BAND[value]
        found[place] += times
    return found


def wins(mine: Fall, theirs: Fall, lead: int) -> tuple[int, int]:
    """Return in how many of all cases the own card is worth at least as much as the other one less a lead."""
    good = sum(
        times * others for value, times in mine.items() for other, others in theirs.items() if value + lead >= other
    )
    return good, sum(mine.values()) * sum(theirs.values())
