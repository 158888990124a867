"""Swiss: who has as many points meet, none whom they have met before, as far as that can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from shapan.server.tournament.history import Player, Round, history_of
from shapan.server.tournament.partition import partition
from shapan.server.tournament.seats import seated
from shapan.server.tournament.sizes import table_sizes

_AGAIN: Final = 1 << 64
"""What it costs that two meet again: more than all differences of points together."""
_APART: Final = 1 << 26
"""What the square of a difference counts: more than who has begun how often."""


def swiss_round(scores: Mapping[Player, int], past: Sequence[Round], seats: int, least: int, seed: str) -> Round:
    """Return the next round for those who are here, with their points of today.

    A bye goes to who has the fewest points of those who had the fewest byes. Then as few as can be meet again; of
    such ways, points differ least within tables, by the sum of the squares of all differences; and of these, those
    who have begun often meet those who have not.
    """
    history, random = history_of(past), Random(f"{seed} {len(past)}")  # noqa: S311 - a plan, no secret
    drawn = sorted(scores)
    random.shuffle(drawn)
    sizes = table_sizes(len(drawn), seats, least)
    lowest = sorted(drawn, key=lambda player: (history.byes[player], scores[player]))
    byes = lowest[: len(drawn) - sum(sizes)]
    playing = sorted((one for one in drawn if one not in byes), key=lambda player: -scores[player])

    begun = {player: seats * history.sat[player, 0] - history.played(player) for player in playing}

    def weight(one: Player, other: Player) -> int:
        apart = (scores[one] - scores[other]) ** 2
        return history.meetings(one, other) * _AGAIN + apart * _APART + max(0, begun[one] * begun[other])

    tables = partition(playing, sizes, weight, random)
    tables.sort(key=lambda table: -sum(scores[player] for player in table) / len(table))
    return Round([seated(table, history) for table in tables], sorted(byes))
