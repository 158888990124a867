"""By how much a duel may be won (MFX-4.4), and what damage an attack may make of that (MFX-6.1, 6.2)."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from shapan.games.malifaux.odds.flips import RED_VALUE, VALUES, Row, amounts, at_least, bands, flip
from shapan.games.malifaux.rules.damage import MARGINS

_RISING: Final = MARGINS[::-1]


@lru_cache(maxsize=20_000)
def apart(acting: Row, resisting: Row, least: int) -> Row:
    """Return in how many cases the acting card is above the other by -14 … 14; below `least` it counts for nothing."""
    found = [0] * (2 * VALUES - 1)
    for value in range(max(0, least), VALUES):
        times = acting[value]
        if times:
            for other, more in enumerate(resisting):
                found[value - other + RED_VALUE] += times * more
    return tuple(found)


@lru_cache(maxsize=50_000)
def margins(acting: Row, resisting: Row, ahead: int, least: int = 0) -> Row:
    """MFX-4.4, 6.2: return in how many cases an action succeeds by a margin of 0, 1 to 5, 6 to 10, 11 and more.

    `acting` and `resisting` are falls, of whose pairs all are equal; the acting stat is `ahead` by so much.
    """
    row = apart(acting, resisting, least)
    edges = [*[max(0, RED_VALUE - ahead + lowest) for lowest, _ in _RISING], len(row)]
    return tuple([sum(row[one:next_]) for one, next_ in pairwise(edges)])


def opposed(acting: Row, resisting: Row, ahead: int, least: int = 0) -> tuple[int, int]:
    """MFX-4.4: return in how many of how many cases an action succeeds."""
    return sum(margins(acting, resisting, ahead, least)), sum(acting) * sum(resisting)


def margin_net(margin: int) -> int:
    """MFX-6.2: return what a margin does to the damage flip."""
    return next((net for least, net in MARGINS if margin >= least), 0)


@lru_cache(maxsize=50_000)
def struck(
    acting: Row, net: int, resisting: Row, ahead: int, least: int, track: tuple[int, int, int], more: int
) -> tuple[float, tuple[tuple[int, float], ...]]:
    """MFX-4.4, 6.1, 6.2: return how likely an attack succeeds, and how likely it makes each number of damage.

    `acting` and `resisting` are decks, `more` is the net of the damage flip without the margin; without `resisting`
    cards there is no margin.
    """
    mine = flip(acting, net)
    if resisting:
        theirs = flip(resisting, 0)
        won, whole = margins(mine, theirs, ahead, least), sum(mine) * sum(theirs)
        rows = [(times, mod) for times, (_, mod) in zip(won, _RISING, strict=True)]
    else:
        rows, whole = [(at_least(mine, least), 0)], sum(mine)
    numbers: dict[int, float] = {}
    if track[2]:
        for times, mod in rows:
            if times:
                for number, share in zip(amounts(track, is_damage=True), bands(acting, mod + more), strict=True):
                    numbers[number] = numbers.get(number, 0.0) + times / whole * share
    numbers.pop(0, None)
    return sum([times for times, _ in rows]) / whole, tuple(numbers.items())
