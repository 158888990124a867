"""Matches of bots against each other, counted: what `simulate` hands to its workers.

Tallies only add up: the result does not depend on how the matches are split.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shapan.engine.game import Game
from shapan.lab.plan import Plan
from shapan.lab.playout import Played, play


@dataclass(slots=True)
class Tally:
    """What came of some matches."""

    matches: int = 0
    decisions: int = 0
    capped: int = 0
    """Matches that ended with a result that nobody won, such as at a limit of rounds (`Game.cut_off`)."""
    rounds: Counter[int] = field(default_factory=Counter)
    wins_by_seat: Counter[int] = field(default_factory=Counter)
    won: dict[str, Counter[str]] = field(default_factory=dict)
    """For each grouping (`bot`, and those of the game) the wins by its words."""
    played: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Add the matches of another tally."""
        self.matches += other.matches
        self.decisions += other.decisions
        self.capped += other.capped
        self.rounds += other.rounds
        self.wins_by_seat += other.wins_by_seat
        for mine, theirs in ((self.won, other.won), (self.played, other.played)):
            for name, counts in theirs.items():
                mine.setdefault(name, Counter()).update(counts)

    def group(self, name: str, words: list[str], winners: list[int]) -> None:
        """Count one match for a grouping: a word a seat."""
        self.played.setdefault(name, Counter()).update(words)
        self.won.setdefault(name, Counter()).update(words[seat] for seat in winners)

    def write(self, plan: Plan, seconds: float) -> dict[str, Any]:
        """Return the tally as JSON."""
        groups = {
            f"wins_by_{name}": {
                word: {"wins": self.won[name][word], "played": played}
                for word, played in sorted(self.played[name].items())
            }
            for name in sorted(self.played, key=lambda name: (name != "bot", name))
        }
        return {
            "game": plan.game,
            "seats": plan.seats,
            "bots": plan.lineups[0],
            "options": plan.options,
            "seed": plan.seed,
            "variant": plan.variant,
            "matches": self.matches,
            "decisions": self.decisions,
            "decisions_per_second": round(self.decisions / seconds) if seconds else 0,
            "rounds": {"median": median(self.rounds), "p95": quantile(self.rounds, 0.95)},
            "wins_by_seat": [self.wins_by_seat[seat] for seat in range(plan.seats)],
            **groups,
            "capped": self.capped,
        }


def quantile(counts: Mapping[int, int], share: float) -> int:
    """Return the least value that at least this share of the counted ones does not exceed."""
    total, below = sum(counts.values()), 0
    for value in sorted(counts):
        below += counts[value]
        if below >= share * total:
            return value
    return 0


def median(counts: Mapping[int, int]) -> float:
    """Return the median: of an even number the middle of the two in the middle."""
    ordered = sorted(Counter(counts).elements())
    half = len(ordered) // 2
    return (ordered[half - 1] + ordered[half]) / 2 if len(ordered) % 2 == 0 else ordered[half]


def count(plan: Plan, first: int, number: int) -> Tally:
    """Play the matches `first`, `first` + 1 and so on, and count them."""
    game, tally = plan.definition(), Tally()
    for played in play(plan, first, number):
        _count(game, played, tally)
    return tally


def _count(game: Game[Any], played: Played, tally: Tally) -> None:
    outcome = played.outcome
    winners = [] if outcome is None else outcome.winners
    tally.matches += 1
    tally.decisions += len(played.chosen)
    tally.capped += outcome is None or outcome.result in game.cut_off
    tally.rounds[game.rounds(played.state)] += 1
    tally.wins_by_seat.update(winners)
    tally.group("bot", list(played.lineup), winners)
    for name, words in game.groups(played.state).items():
        tally.group(name, words, winners)
