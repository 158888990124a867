"""Round robin: everybody meets everybody, as often as each other, as far as the rounds reach.

At tables of two it is the circle method. At larger ones the rounds are planned together, so that pairs meet as evenly
as can be. Who has withdrawn is left out: at tables of two their opponent has a bye, larger tables are made up again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from shapan.server.tournament.history import History, Player, Round, Table, history_of, pairs
from shapan.server.tournament.partition import EXACT, partition
from shapan.server.tournament.seats import seated
from shapan.server.tournament.sizes import table_sizes

_TRIES: Final = 4
_TRIES_LARGE: Final = 2
"""Plans of which the best is taken, and of more players than can be looked at in all ways."""
_PASSES: Final = 2
"""How often each round of a plan is looked at again."""


def robin_round(
    players: Sequence[Player],
    present: Collection[Player],
    past: Sequence[Round],
    seats: int,
    least: int,
    rounds: int,
    seed: str,
) -> Round:
    """Return the next round, after the `past` ones of so many in all, for those of the players who are `present`."""
    number = len(past)
    if seats == 2:
        return _by_circle(circle(tuple(players), seed), number, players, present)
    history = history_of(past)
    if all(player in present for player in players):
        plan = planned(tuple(players), seats, least, rounds, seed)
        return _seated(plan[number % len(plan)] if plan else Round([], players), history)
    random = Random(f"{seed} {number}")  # noqa: S311 - a plan, no secret
    left = [player for player in players if player in present]
    random.shuffle(left)
    sizes = table_sizes(len(left), seats, least)
    byes = sorted(left, key=lambda player: history.byes[player])[: len(left) - sum(sizes)]
    return _seated(_evenly([one for one in left if one not in byes], byes, sizes, history.met, random), history)


def _seated(wanted: Round, history: History) -> Round:
    return Round([seated(table, history) for table in wanted.tables], sorted(wanted.byes))


def _by_circle(plan: Sequence[Round], number: int, players: Sequence[Player], present: Collection[Player]) -> Round:
    """Return a round of a plan without those who are not here; every second time round the others begin."""
    time, place = divmod(number, len(plan))
    tables = [table[::-1] if time % 2 else table for table in plan[place].tables if set(table) <= set(present)]
    playing = {player for table in tables for player in table}
    return Round(tables, [player for player in players if player in present and player not in playing])


@lru_cache(maxsize=32)
def circle(players: tuple[Player, ...], seed: str) -> list[Round]:
    """Return the rounds in which each two meet once: one stays, the others move round by one place.

    Of who sits at the places 1 and up each second begins, so that everyone does about as often as not, in turn. With an
    odd number nobody stays: who would meet them has a bye.
    """
    order: list[Player | None] = list(players)
    Random(f"{seed} circle").shuffle(order)  # noqa: S311 - a plan, no secret
    if len(order) % 2:
        order.insert(0, None)
    found = []
    for number in range(len(order) - 1):
        tables: list[Table] = []
        byes: list[Player] = []
        for place, (one, other) in enumerate(zip(order[: len(order) // 2], reversed(order), strict=False)):
            if one is None or other is None:
                byes += [player for player in (one, other) if player is not None]
            else:
                tables.append((one, other) if (place or number) % 2 else (other, one))
        found.append(Round(tables, byes))
        order = [order[0], order[-1], *order[1:-1]]
    return found


@lru_cache(maxsize=32)
def planned(players: tuple[Player, ...], seats: int, least: int, rounds: int, seed: str) -> list[Round]:
    """Return rounds for tables of more than two in which pairs meet as evenly as was found."""
    sizes = table_sizes(len(players), seats, least)
    if not sizes:
        return []
    bound = _least_uneven(len(players), rounds * sum(size * (size - 1) // 2 for size in sizes))
    best: list[Round] = []
    for attempt in range(_TRIES if len(players) <= EXACT else _TRIES_LARGE):
        random = Random(f"{seed} plan {attempt}")  # noqa: S311 - a plan, no secret
        order = list(players)
        random.shuffle(order)
        begun = _turned(order, seats, rounds) if attempt == 0 and seats * len(sizes) == len(players) else []
        plan = _plan(order, sizes, rounds, begun, random)
        if not best or _uneven(plan) < _uneven(best):
            best = plan
        if _uneven(best) <= bound:
            break
    return best


def _plan(order: list[Player], sizes: list[int], rounds: int, begun: list[Round], random: Random) -> list[Round]:
    """Return rounds, each as even as the others let it be; then each is looked at again with all others known."""
    out = len(order) - sum(sizes)
    plan, met = list(begun), history_of(begun).met
    for number in range(len(begun), rounds):
        byes = [order[(number * out + place) % len(order)] for place in range(out)]
        plan.append(_evenly([one for one in order if one not in byes], byes, sizes, met, random))
        met.update(history_of(plan[-1:]).met)
    if len(order) > EXACT:
        return plan  # one at a time they are near the best already, and it takes long
    for number in list(range(rounds)) * _PASSES:
        met.subtract(history_of([plan[number]]).met)
        shuffled = random.sample(order, len(order))
        anew = _evenly([one for one in shuffled if one not in plan[number].byes], plan[number].byes, sizes, met, random)
        plan[number] = anew
        met.update(history_of([anew]).met)
    return plan


def _evenly(
    players: list[Player],
    byes: Sequence[Player],
    sizes: list[int],
    met: Counter[tuple[Player, Player]],
    random: Random,
) -> Round:
    """Return a round whose players have met as little as can be."""
    tables = partition(players, sizes, lambda one, other: met[min(one, other), max(one, other)], random)
    return Round([tuple(table) for table in tables], byes)


def _turned(order: list[Player], seats: int, rounds: int) -> list[Round]:
    """Return rounds in which no two meet twice, as far as they follow from turning rows against each other.

    The players stand in as many rows as a table has seats; in each round row n is turned by n places more. No two meet
    twice if the length of a row has no divisor below the number of seats.
    """
    length = len(order) // seats
    if any(length % divisor == 0 for divisor in range(2, min(seats, length))) or length < seats:
        return []
    found = [
        Round(
            [
                tuple(order[row * length + (place + turn * row) % length] for row in range(seats))
                for place in range(length)
            ]
        )
        for turn in range(min(rounds, length))
    ]
    if len(found) < rounds and length % seats == 0:
        rows = [order[row * length : (row + 1) * length] for row in range(seats)]
        parts = [tuple(row[place : place + seats]) for row in rows for place in range(0, length, seats)]
        found.append(Round(parts))
    return found


def _uneven(plan: Sequence[Round]) -> int:
    """Return how unevenly pairs meet: the sum of the squares of how often each two do."""
    met = Counter(pair for played in plan for table in played.tables for pair in pairs(table))
    return sum(times * times for times in met.values())


def _least_uneven(players: int, meetings: int) -> int:
    """Return what `_uneven` is at least with so many meetings."""
    count = players * (players - 1) // 2
    each, more = divmod(meetings, count)
    return more * (each + 1) ** 2 + (count - more) * each**2
