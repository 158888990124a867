"""Find out what makes greedy play of Battlefield long: change one thing of it, alone or at all seats.

uv run python bench/battlefield_variants.py --variant unguarded --deals 60              # all four seats play so
uv run python bench/battlefield_variants.py --variant unguarded --deals 15 --among one  # one seat among greedy

What the change does to the length of matches, and whether who plays so wins his share. Deals are those of
`battlefield_balance.py`. Functions and numbers of the ratings are replaced for the answers of one bot, which a compiled
build does not allow; of the Drift Fleet it is an effect that is taken away, at all seats (`--without`).
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import combinations
from math import sqrt
from statistics import mean, median, pvariance
from typing import Any, NamedTuple

from battlefield_balance import percent, wilson

from shapan.bots import policy
from shapan.bots.bot import Asked, Bot, GreedyBot
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.battlefield import formulas, names
from shapan.games.battlefield.bots import battle, mind
from shapan.games.battlefield.bots.mind import NEAR, Mind
from shapan.games.battlefield.game import GAME

Change = tuple[Any, str, Any]
"""A module or class, what of it is replaced, and by what."""
POINTS = 8


def even_points(one: Mind, territory: int, loss: int) -> float:
    """Return what a hit is worth if each point of a capital is worth the same."""
    left, worth = one.view.durability[territory], one.land_worth(territory)
    if one.view.has_token(territory):
        return worth * (min(POINTS, left) - min(POINTS, max(0, left - loss))) / POINTS
    return worth * (NEAR[max(0, min(POINTS, left - loss))] - NEAR[min(POINTS, left)])


def reckless(one: Mind, attacker: int, target: int) -> float:
    """Return what a fight is worth to who minds the fall of his own unit less than half."""
    kill, die, hurt = one.stakes(attacker, target)
    ends = one.solved(attacker, target)
    return ends.kills * kill - 0.4 * ends.dies * die + 1.1 * hurt * (hurt > 0.1 * kill)


VARIANTS: dict[str, list[Change]] = {
    "greedy": [],
    "unguarded": [(Mind, "need", lambda one, territory: 0.0)],
    "at_once": [(battle, "ATTACK_CARD", -3.0)],
    "sparing": [(battle, "ATTACK_CARD", 2.0)],
    "reckless": [(Mind, "fight_worth", reckless)],
    "even_points": [(Mind, "hit_worth", even_points)],
    "less_land": [(mind, "LAND", 1.0)],
    "capitals": [(mind, "CAPITAL", 28.0), (mind, "LAST_CAPITAL", 52.0)],
    "at_home": [(battle, "EXPANSION", -1.0)],
    "capitals_first": [(mind, "LAND", 2.0), (Mind, "hit_worth", even_points)],
}
"""Nobody stands guard; Attack cards played wherever they hit; kept for more; own losses minded less; points of capitals
alike; land worth a quarter; capitals twice as much; no Expansion; points alike and land worth half.
"""


class Changed(GreedyBot):
    """Greedy with one change."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, asked: Asked) -> int:
        kept = [(where, what, vars(where)[what]) for where, what, _ in VARIANTS[self.name]]
        mind.RATE._last = mind.RATE._followed = None
        try:
            for where, what, other in VARIANTS[self.name]:
                setattr(where, what, other)
            return super().choose(asked)
        finally:
            mind.RATE._last = mind.RATE._followed = None
            for where, what, before in kept:
                setattr(where, what, before)


class Job(NamedTuple):
    """One match: the deal, and who plays where; `without` names effects of the Drift Fleet that do not work."""

    preset: str
    number: int
    lineup: list[str]
    without: str = ""


class Match(NamedTuple):
    """What came of it: the last round, whether the round limit ended it, who won (-1: shared)."""

    rounds: int
    at_limit: bool
    winner: int
    factions: list[int]


EFFECTS = ("settlers", "anchorage")
"""The talent of the Drift Fleet and the effect of its capital."""
_has_talent, _half = formulas.has_talent, formulas.half


def take_away(without: str) -> None:
    """Let effects of the Drift Fleet do nothing in the rules."""
    formulas.has_talent = (
        (lambda state, seat, one: one != names.DRIFT_FLEET and _has_talent(state, seat, one))
        if "settlers" in without
        else _has_talent
    )
    formulas.half = (lambda state, territory, more=0: _half(state, territory)) if "anchorage" in without else _half


class Dealt(Exception):
    """The factions are dealt: no more was to be known of a match."""


class DealTable(PolicyTable[Any]):
    """A table that gives up a match at its first question after the factions are dealt."""

    def choose(self, prompt: Any, seat: int, arg: int, options: Any, picked: Any) -> int:
        if self.state.factions[0] >= 0:
            raise Dealt
        return super().choose(prompt, seat, arg, options, picked)


def begun(job: Job) -> tuple[Any, Any]:
    """Return a match before its first question, and the policy of its bots."""
    seats = len(job.lineup)
    options = {"preset": job.preset, "factions_dealt": 1, "ask_empty_windows": "off"}
    state = GAME.start(options, seats, derive(b"balance", seats, job.number))
    bots: dict[int, Bot] = {seat: Changed(name) for seat, name in enumerate(job.lineup)}
    return state, policy(GAME, bots, Stream(derive(b"bots", seats, job.number)))


def has_fleet(job: Job) -> bool:
    """Tell whether a seat of a match plays the Drift Fleet."""
    state, answers = begun(job)
    with suppress(Dealt):
        GAME.play_out(state, DealTable(state, answers))
    return names.DRIFT_FLEET in state.factions


def play(job: Job) -> Match:
    """Play one match."""
    take_away(job.without)
    state, answers = begun(job)
    GAME.play_out(state, PolicyTable(state, answers))
    outcome = GAME.outcome(state)
    assert outcome is not None
    winner = outcome.winners[0] if len(outcome.winners) == 1 else -1
    return Match(state.round, GAME.reason(state)["goal"] == "round_limit", winner, list(state.factions))


def lineups(variant: str, seats: int, among: str, deal: int) -> list[list[str]]:
    """Return who plays where in one deal: all alike, one among greedy at each seat, or half and half both ways."""
    if among == "alike":
        return [[variant] * seats]
    if among == "one":
        return [[variant if seat == own else "greedy" for seat in range(seats)] for own in range(seats)]
    halves = [own for own in combinations(range(seats), seats // 2) if 0 not in own]
    mine = halves[deal % len(halves)]
    whole = [variant if seat in mine else "greedy" for seat in range(seats)]
    return [whole, [variant if seat not in mine else "greedy" for seat in range(seats)]]


def main() -> None:
    """Play the matches that are asked for and print what came of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", choices=list(VARIANTS), default="greedy")
    parser.add_argument("--preset", default="balanced")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--among", choices=("alike", "one", "half"), default="alike", help="who plays the variant")
    parser.add_argument("--without", choices=(*EFFECTS, "settlers anchorage", "nothing"), help="deals with the fleet")
    parser.add_argument("--jobs", type=int, default=None)
    arguments = parser.parse_args()
    variant, seats, number, deals = arguments.variant, arguments.seats, arguments.first, 0
    jobs: list[Job] = []
    while deals < arguments.deals:
        made = lineups(variant, seats, arguments.among, number)
        if not arguments.without or has_fleet(Job(arguments.preset, number, made[0])):
            deals += 1
            jobs += [Job(arguments.preset, number, lineup, arguments.without or "") for lineup in made]
        number += 1
    with ProcessPoolExecutor(arguments.jobs) as workers:
        matches = list(workers.map(play, jobs, chunksize=2))
    rounds, count = sorted(match.rounds for match in matches), len(matches)
    at_limit = percent(sum(match.at_limit for match in matches), count)
    print(f"{count} matches: rounds {median(rounds):g}, mean {mean(rounds):.1f}; % at the round limit {at_limit}")
    if arguments.among != "alike":
        won = [
            match.winner >= 0 and job.lineup[match.winner] == variant for job, match in zip(jobs, matches, strict=True)
        ]
        by_deal = [mean(won[at : at + count // deals]) for at in range(0, count, count // deals)]
        error = sqrt(pvariance(by_deal) / (deals - 1))
        print(f"{variant} won {sum(won)}, {100 * mean(by_deal):.1f} % (give or take {196 * error:.1f}, deal by deal)")
    if arguments.without:
        fleet = [match.winner >= 0 and match.factions[match.winner] == names.DRIFT_FLEET for match in matches]
        low, high = (seats * end for end in wilson(sum(fleet), count))
        late = sum(one and match.at_limit for one, match in zip(fleet, matches, strict=True))
        share = f"{seats * sum(fleet) / count:.2f} [{low:.2f}, {high:.2f}]"
        print(f"Drift Fleet won {sum(fleet)}, {late} of them at the limit: {share} of its share")


if __name__ == "__main__":
    main()
