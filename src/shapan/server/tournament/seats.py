"""Who sits where at a table, so that everybody begins about equally often."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from shapan.server.tournament.history import History, Player, Table

_FIRST: Final = 8
"""How much more it counts who begins than who has another seat."""
_ALL_WAYS: Final = 6
"""Up to so many seats all ways are looked at."""


def seated(players: Sequence[Player], history: History) -> Table:
    """Return the players of a table by seats: who has begun less often sits further in front.

    Of ways that are as fair it is the first in the order of the players.
    """
    if len(players) > _ALL_WAYS:
        left, table = list(players), []
        for seat in range(len(players)):
            costs = [_cost(player, seat, history) for player in left]
            table.append(left.pop(costs.index(min(costs))))
        return tuple(table)
    return min(
        permutations(players),
        key=lambda table: sum(_cost(player, seat, history) for seat, player in enumerate(table)),
    )


def _cost(player: Player, seat: int, history: History) -> int:
    """Return what it costs to give a player a seat: the more, the more often they had it."""
    return (2 * history.sat[player, seat] + 1) * (_FIRST if seat == 0 else 1)
