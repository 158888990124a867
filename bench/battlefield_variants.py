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
from shapan.bots.bot import Bot, DecisionPoint, GreedyBot
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.battlefield import actions, formulas, names
from shapan.games.battlefield.bots import battle, mind
from shapan.games.battlefield.bots.mind import Mind
from shapan.games.battlefield.bots.worths import SHARE_WON
from shapan.games.battlefield.game import GAME

Change = tuple[Any, Any, Any]
"""A module, a class or the table of ratings, what of it is replaced, and by what."""
POINTS = 8


def even_points(one: Mind, territory: int, loss: int) -> float:
    """Return what a hit is worth if each point of a capital is worth the same."""
    left, worth = one.view.durability[territory], one.land_worth(territory)
    if one.view.has_token(territory):
        return worth * (min(POINTS, left) - min(POINTS, max(0, left - loss))) / POINTS
    return worth * (SHARE_WON[max(0, min(POINTS, left - loss))] - SHARE_WON[min(POINTS, left)])


def reckless(one: Mind, attacker: int, target: int) -> float:
    """Return what a fight is worth to who minds the fall of his own unit less than half."""
    kill, die, hurt = one.stakes(attacker, target)
    ends = one.solved(attacker, target)
    return ends.kills * kill - 0.4 * ends.dies * die + 1.1 * hurt * (hurt > 0.1 * kill)


def covering(one: Mind, territory: int) -> float:
    """Return what land is worth, more where it lies before a capital: once that is bare, it can be aimed at."""
    view, holder, worth = one.view, one.view.holders[territory], _land_worth(one, territory)
    capital = view.capitals[holder] if holder >= 0 else -1
    if capital < 0 or capital in one.outer:
        return worth
    before = [
        land
        for land in view.domain(holder)
        if view.layers[land] > view.layers[capital]
        and (not view.rules.outer_per_side or view.sides[land] == view.sides[capital])
    ]
    return worth + (0.4 * _land_worth(one, capital) / len(before) if territory in before else 0.0)


def half_guarded(one: Mind, territory: int) -> float:
    """Return half of what one more guard of the capital is worth."""
    return _need(one, territory) * (0.5 if territory == one.capital else 1.0)


def never(one: Mind, *values: int) -> float:
    """Rate what is never to be done."""
    return -9.0


_land_worth, _need = Mind.land_worth, Mind.need
RATED = mind.RATE._functions
YES = actions.ACTIONS.by_name["yes"]
ALIKE: list[Change] = [(Mind, "hit_worth", even_points)]
VARIANTS: dict[str, list[Change]] = {
    "greedy": [],
    "unguarded": [(Mind, "need", lambda one, territory: 0.0)],
    "half_guarded": [(Mind, "need", half_guarded)],
    "at_once": [(battle, "ATTACK_CARD", -3.0)],
    "sparing": [(battle, "ATTACK_CARD", 2.0)],
    "reckless": [(Mind, "fight_worth", reckless)],
    "even_points": ALIKE,
    "less_land": [(mind, "LAND", 1.0)],
    "capitals": [(mind, "CAPITAL", 28.0), (mind, "LAST_CAPITAL", 52.0)],
    "capitals_first": [*ALIKE, (mind, "LAND", 2.0), (Mind, "land_worth", covering)],
    "at_home": [(battle, "EXPANSION", -1.0)],
    "no_retreat": [(RATED, (key, None), (never, None)) for key in ("emergency_retreat", "evasive_retreat")],
    "no_treaty": [
        (RATED, ("development", actions.STRATEGIC_TREATY), (never, None)),
        (RATED, ("treaty_offer", YES), (never, None)),
    ],
}
"""What is changed: nobody stands guard, or half as eagerly at the capital; Attack cards are played wherever they hit,
or kept for more; own losses are minded less; each point of a capital is worth the same; land is worth a quarter, or
capitals twice as much, or all that leads to capitals comes first; no Expansion, no retreat in danger, no treaty.
"""


class Changed(GreedyBot):
    """Greedy with one change."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, decision: DecisionPoint) -> int:
        kept = [(where, what, put(where, what, other)) for where, what, other in VARIANTS[self.name]]
        try:
            return super().choose(decision)
        finally:
            for where, what, before in kept:
                put(where, what, before)


def put(where: Any, what: Any, other: Any) -> Any:
    """Put something else into a module, a class or a table of ratings, and return what was there."""
    mind.RATE._last = mind.RATE._followed = None
    if isinstance(where, dict):
        before, where[what] = where[what], other
        mind.RATE._found.clear()
    else:
        before = vars(where)[what]
        setattr(where, what, other)
    return before


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
