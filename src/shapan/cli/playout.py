"""Matches of bots against each other, counted: what `simulate` hands to its workers.

Match i has a key of its own, made from the seed and i, and tallies only add up: the result does not depend on how the
matches are split.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shapan import bots
from shapan.engine import registry
from shapan.engine.chance import Stream, derive, key_of
from shapan.engine.game import Game
from shapan.engine.state import State
from shapan.engine.table import PolicyTable, RandomTable


@dataclass(slots=True)
class Plan:
    """What is played: plain data, so that it can be sent to a worker."""

    game: str
    seats: int
    bots: list[str]
    """The bot of each seat."""
    options: dict[str, Any]
    seed: str


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
            "bots": plan.bots,
            "options": plan.options,
            "seed": plan.seed,
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


def play(plan: Plan, first: int, count: int) -> Tally:
    """Play the matches `first`, `first` + 1 and so on."""
    game = registry.find(plan.game)
    players = {seat: bots.find(name) for seat, name in enumerate(plan.bots)}
    seed = key_of(plan.seed)
    tally = Tally()
    for number in range(first, first + count):
        key = derive(seed, "match", number)
        state = game.start(plan.options, plan.seats, key)
        table = _table(game, state, plan, players, Stream(derive(key, "bots")))
        game.play_out(state, table)
        _count(game, state, table, plan, tally)
    return tally


def _table(game: Game[Any], state: State, plan: Plan, players: dict[int, bots.Bot], rng: Stream) -> PolicyTable[Any]:
    if set(plan.bots) == {"random"}:
        return RandomTable(state, rng)
    return PolicyTable(state, bots.policy(game, players, rng))


def _count(game: Game[Any], state: State, table: PolicyTable[Any], plan: Plan, tally: Tally) -> None:
    outcome = game.outcome(state)
    winners = [] if outcome is None else outcome.winners
    tally.matches += 1
    tally.decisions += table.decisions
    tally.capped += outcome is None or outcome.result in game.cut_off
    tally.rounds[game.rounds(state)] += 1
    tally.wins_by_seat.update(winners)
    tally.group("bot", plan.bots, winners)
    for name, words in game.groups(state).items():
        tally.group(name, words, winners)


def let_the_parent_stop_us() -> None:
    """In a worker: an interrupt at the keyboard is for the parent, who ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
