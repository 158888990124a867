"""Sharing players out among tables so that what it costs to bring each two together is least in sum.

Up to ten players all ways are looked at. Beyond that a way is improved by exchanging players until no exchange
helps, shaken and improved again; it always does the same for the same generator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Final

from shapan.server.tournament.history import Player

Weight = Callable[[Player, Player], int]
"""What it costs to bring two together, not below 0; the same both ways round."""
EXACT: Final = 10
"""Up to so many players the best way is found for certain."""
_WORK: Final = 15_000
"""By the square of the number of players it gives how often a way is shaken."""


def partition(players: Sequence[Player], sizes: Sequence[int], weight: Weight, random: Random) -> list[list[Player]]:
    """Return the players of each table, all in the order given; `sizes` have to add up to their number.

    Of ways that cost the same it is one near the order of the players.
    """
    costs = [[weight(one, other) if one != other else 0 for other in players] for one in players]
    if len(players) <= EXACT:
        found = _best(len(players), sizes, costs)
    else:
        found = _improved(len(players), sizes, costs, random)
    return [[players[place] for place in sorted(table)] for table in found]


def _best(count: int, sizes: Sequence[int], costs: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the tables that cost least, by looking at all ways and leaving off where one costs too much."""
    best: list[list[int]] = []
    least = -1

    def share(left: list[int], open_sizes: list[int], tables: list[list[int]], cost: int) -> None:
        nonlocal best, least
        if not left:
            best, least = [list(table) for table in tables], cost
            return
        first, rest = left[0], left[1:]
        for size in sorted(set(open_sizes), reverse=True):
            remaining = list(open_sizes)
            remaining.remove(size)
            for others in combinations(rest, size - 1):
                table = [first, *others]
                total = cost + _cost(table, costs)
                if least < 0 or total < least:
                    share([one for one in rest if one not in others], remaining, [*tables, table], total)
                if least == 0:
                    return

    share(list(range(count)), list(sizes), [], 0)
    return best


def _cost(table: Sequence[int], costs: Sequence[Sequence[int]]) -> int:
    return sum(costs[one][other] for place, one in enumerate(table) for other in table[place + 1 :])


def _improved(count: int, sizes: Sequence[int], costs: Sequence[Sequence[int]], random: Random) -> list[list[int]]:
    """Return tables that no exchange of two players makes better, the best of several such."""
    order = iter(range(count))
    best = [[next(order) for _ in range(size)] for size in sizes]
    least = _descend(best, costs, set(range(len(best))))
    for _ in range(max(4, _WORK // count**2)):
        if not least or len(sizes) == 1:
            break
        tables = [list(table) for table in best]
        touched = set()
        for _ in range(random.randrange(2, 5)):
            one, other = random.sample(range(len(tables)), 2)
            mine, theirs = random.randrange(len(tables[one])), random.randrange(len(tables[other]))
            tables[one][mine], tables[other][theirs] = tables[other][theirs], tables[one][mine]
            touched |= {one, other}
        cost = _descend(tables, costs, touched)
        if cost <= least:
            best, least = tables, cost
    return best


def _descend(tables: list[list[int]], costs: Sequence[Sequence[int]], stale: set[int]) -> int:
    """Exchange players of `stale` tables with others as long as that helps; return what the tables cost in the end."""
    while stale:
        one = min(stale)
        stale.discard(one)
        for other in range(len(tables)):
            if other != one and _exchange(tables[one], tables[other], costs):
                stale |= {one, other}
    return sum(_cost(table, costs) for table in tables)


def _exchange(one: list[int], other: list[int], costs: Sequence[Sequence[int]]) -> bool:
    """Exchange the two of two tables by whom they gain most; return whether any gain."""
    gain, found = 0, (0, 0)
    for mine, player in enumerate(one):
        row = costs[player]
        here, there = sum(row[mate] for mate in one), sum(row[mate] for mate in other)
        for theirs, rival in enumerate(other):
            line = costs[rival]
            both = 2 * row[rival]
            now = here + sum(line[mate] for mate in other)
            then = there + sum(line[mate] for mate in one) - both
            if now - then > gain:
                gain, found = now - then, (mine, theirs)
    if not gain:
        return False
    mine, theirs = found
    one[mine], other[theirs] = other[theirs], one[mine]
    return True
