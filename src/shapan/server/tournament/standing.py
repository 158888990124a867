"""Standings: who leads by points, and by what it is decided who comes before whom with as many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from itertools import groupby

from shapan.server.tournament.history import Player


@dataclass(frozen=True, slots=True)
class Played:
    """A table that counts: its players, and the points of each."""

    players: Sequence[Player]
    points: Sequence[int]


@dataclass(slots=True)
class Standing:
    """Where a player stands."""

    player: Player
    place: int = 0
    points: int = 0
    strength: Fraction = Fraction(0)
    """The points that those have on average whom they played, each as often as they met."""
    direct: Fraction = Fraction(0)
    """Of those with as many points and such opponents: how many they left behind at common tables; a tie is half."""
    wins: int = 0
    """Tables at which no one was ahead of them."""
    lot: bytes = b""
    by_lot: bool = False
    """Whether only the lot puts them before or behind another."""
    met: list[Player] = field(default_factory=list)


def standings(
    players: Iterable[Player], played: Sequence[Played], given: Mapping[Player, int], seed: str
) -> list[Standing]:
    """Return all players, the first one first; `given` are points without a table, for byes."""
    rows = {player: Standing(player, points=given.get(player, 0), lot=_lot(seed, player)) for player in players}
    for table in played:
        for player, points in zip(table.players, table.points, strict=True):
            row = rows[player]
            row.points += points
            row.wins += points == max(table.points)
            row.met += [other for other in table.players if other != player]
    for row in rows.values():
        if row.met:
            row.strength = Fraction(sum(rows[other].points for other in row.met), len(row.met))
    order = sorted(rows.values(), key=lambda row: (-row.points, -row.strength))
    for _, group in groupby(order, key=lambda row: (row.points, row.strength)):
        _compare(list(group), played)
    order.sort(key=lambda row: (-row.points, -row.strength, -row.direct, -row.wins, row.lot))
    for _, group in groupby(order, key=lambda row: (row.points, row.strength, row.direct, row.wins)):
        alike = list(group)
        for row in alike:
            row.by_lot = len(alike) > 1
    for place, row in enumerate(order):
        row.place = place + 1
    return order


def _compare(group: list[Standing], played: Sequence[Played]) -> None:
    """Note how those who have the same points and opponents did against each other."""
    if len(group) < 2:
        return
    rows = {row.player: row for row in group}
    for table in played:
        here = [(player, points) for player, points in zip(table.players, table.points, strict=True) if player in rows]
        for player, points in here:
            for other, theirs in here:
                if other != player and points >= theirs:
                    rows[player].direct += Fraction(1) if points > theirs else Fraction(1, 2)


def _lot(seed: str, player: Player) -> bytes:
    return blake2b(f"{seed} lot {player}".encode(), digest_size=8).digest()
