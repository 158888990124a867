"""Compare greedy play of Planet Masters with the figures of the spec (sections 4.1 and 10); prints a Markdown table.

uv run python bench/planet_masters_balance.py --matches 1000 > docs/reference/planet-masters-balance.md
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import Any

from shapan.bots import find, policy
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.planet_masters import GAME
from shapan.games.planet_masters.actions import RACES

SPEC_MEDIAN_ROUNDS = {2: 7.5, 3: 8.7, 4: 10.8, 5: 13.6, 6: 15.2}
SPEC_MEDIAN_TURNS = {2: 15, 3: 26, 4: 43, 5: 68, 6: 91}
SPEC_P95_ROUNDS = {2: 16, 3: 16, 4: 25, 5: 45, 6: 44}
SPEC_CAPPED = {2: 0.1, 3: 0.0, 4: 0.0, 5: 0.0, 6: 0.0}
SPEC_EMPTY_GALAXY = {2: 13, 3: 19, 4: 26, 5: 33, 6: 41}
SPEC_FIRST = "0.98..1.13"
SPEC_RACES = "0.83..1.20"


class Watch(PolicyTable[Any]):
    """A table that notes the turn in which the Galaxy became empty."""

    def __init__(self, state: Any, choose: Any) -> None:
        super().__init__(state, choose)
        self.emptied = 0

    def ask_many(self, prompt: Any, seat: int, arg: int = 0) -> list[int]:
        if not self.emptied and not self.state.galaxy:
            self.emptied = turns(self.state)
        return super().ask_many(prompt, seat, arg)


def turns(state: Any) -> int:
    """Return the number of turns begun."""
    return (state.round - 1) * state.seats + (state.active - state.first_player) % state.seats + 1


def play(job: tuple[int, int]) -> tuple[int, int, str, int, list[int], int]:
    """Play one match; return its rounds, turns, result, winner (as turn order), races, turn of the empty Galaxy."""
    seats, number = job
    state = GAME.start({"race_choice": "random"}, seats, derive(b"balance", seats, number))
    bot = find("greedy")
    table = Watch(state, policy(GAME, dict.fromkeys(range(seats), bot), Stream(derive(b"bots", seats, number))))
    GAME.play_out(state, table)
    outcome = GAME.outcome(state)
    assert outcome is not None
    winner = outcome.winners[0] if outcome.result == "win" else -1
    return state.round, turns(state), outcome.result, winner, [state.first_player, *state.races], table.emptied


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share."""
    if not tries:
        return 0.0, 1.0
    z, share = 1.96, hits / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries)) / (1 + z * z / tries)
    return max(0.0, middle - half), min(1.0, middle + half)


def quantile_interval(values: list[int], share: float) -> tuple[float, int, int]:
    """Return a quantile of sorted values and the 95 % interval of its rank."""
    count = len(values)
    half = 1.96 * sqrt(count * share * (1 - share))
    low = max(0, int(count * share - half) - 1)
    high = min(count - 1, int(count * share + half) + 1)
    middle = (values[int((count - 1) * share)] + values[min(count - 1, int((count - 1) * share + 0.999))]) / 2
    return middle, values[low], values[high]


def cell(triple: tuple[float, int, int]) -> str:
    """Return a quantile with its interval."""
    value, low, high = triple
    return f"{value:g} [{low}, {high}]"


def main() -> None:
    """Play all matches and print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1000)
    matches = parser.parse_args().matches
    rows, race_rows = [], []
    with ProcessPoolExecutor() as pool:
        for seats in range(2, 7):
            results = list(pool.map(play, [(seats, number) for number in range(matches)], chunksize=20))
            print(f"{seats} seats done", file=sys.stderr)
            rounds = sorted(row[0] for row in results)
            lengths = sorted(row[1] for row in results)
            emptied = sorted(row[5] for row in results if row[5])
            capped = sum(row[2] == "cap" for row in results)
            first = sum(row[3] == row[4][0] for row in results)
            low, high = wilson(capped, matches)
            first_low, first_high = wilson(first, matches)
            rows.append(
                f"| {seats} | {cell(quantile_interval(lengths, 0.5))} | {SPEC_MEDIAN_TURNS[seats]} "
                f"| {cell(quantile_interval(rounds, 0.5))} | {SPEC_MEDIAN_ROUNDS[seats]} "
                f"| {cell(quantile_interval(rounds, 0.95))} | {SPEC_P95_ROUNDS[seats]} "
                f"| {100 * capped / matches:.1f} [{100 * low:.1f}, {100 * high:.1f}] | {SPEC_CAPPED[seats]} "
                f"| {seats * first / matches:.2f} [{seats * first_low:.2f}, {seats * first_high:.2f}] | {SPEC_FIRST} "
                f"| {cell(quantile_interval(emptied, 0.5))} | {SPEC_EMPTY_GALAXY[seats]} |"
            )
            cells = []
            for race in range(len(RACES)):
                played = sum(row[4].count(race) - int(row[4][0] == race) for row in results)
                won = sum(row[3] >= 0 and row[4][1 + row[3]] == race for row in results)
                race_low, race_high = wilson(won, played)
                cells.append(f"{seats * won / played:.2f} [{seats * race_low:.2f}, {seats * race_high:.2f}]")
            race_rows.append(f"| {seats} | " + " | ".join(cells) + " |")
    print(HEAD.format(matches=matches))
    print("\n".join(rows))
    print(RACES_HEAD + " | ".join(RACES) + " |\n| --- |" + " --- |" * len(RACES))
    print("\n".join(race_rows))


HEAD = """# Planet Masters: greedy play against the spec's figures

{matches} matches for each number of seats, all seats `greedy`, random distinct races, random first player, default
options. Every measured cell has its 95 % interval (Wilson for shares, order statistics for quantiles); beside it stands
the figure of the spec (sections 4.1 and 10, 800 matches of an independent program). Made by
`uv run python bench/planet_masters_balance.py`.

| seats | median turns | spec | median rounds | spec | 95th percentile rounds | spec | % at the cap | spec \
| first player's wins x N | spec | Galaxy empty at turn | spec |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

RACES_HEAD = """
Win rate of each race times the number of seats (1 is fair; the spec measured 0.83 to 1.20 over all races and seats).

| seats | """

if __name__ == "__main__":
    main()
