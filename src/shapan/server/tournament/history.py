"""What has been played: rounds with their tables, and what follows from them for the next one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Player = int
"""A player, by the number of their sign-up."""
Table = tuple[Player, ...]
"""The players of a table by their seats."""


@dataclass(frozen=True, slots=True)
class Round:
    """Who meets whom in a round, and who has a bye."""

    tables: Sequence[Table]
    byes: Sequence[Player] = ()


@dataclass(slots=True)
class History:
    """What the rounds before come to."""

    met: Counter[tuple[Player, Player]] = field(default_factory=Counter)
    """How often two have met, the lower number first."""
    byes: Counter[Player] = field(default_factory=Counter)
    sat: Counter[tuple[Player, int]] = field(default_factory=Counter)
    """How often a player had a seat."""

    def add(self, played: Round) -> None:
        """Take a round into account."""
        for table in played.tables:
            self.met.update(pairs(table))
            self.sat.update((player, seat) for seat, player in enumerate(table))
        self.byes.update(played.byes)

    def meetings(self, one: Player, other: Player) -> int:
        """Return how often two have met."""
        return self.met[min(one, other), max(one, other)]

    def played(self, player: Player) -> int:
        """Return how often a player sat at a table."""
        return sum(times for (one, _), times in self.sat.items() if one == player)


def history_of(rounds: Iterable[Round]) -> History:
    """Return what some rounds come to."""
    history = History()
    for played in rounds:
        history.add(played)
    return history


def pairs(table: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Return all who meet at a table, the lower number first."""
    return [(min(one, other), max(one, other)) for place, one in enumerate(table) for other in table[place + 1 :]]
