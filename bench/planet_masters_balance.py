"""Compare greedy play of Planet Masters with the figures of the spec (sections 4.1 and 10); prints Markdown tables.

uv run python bench/planet_masters_balance.py --matches 1000 --write    # into docs/reference/planet-masters-balance.md
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any

from balance import wilson
from page import put

from shapan.bots import find, policy
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.planet_masters import GAME, names

SPEC_MEDIAN_ROUNDS = {2: 7.5, 3: 8.7, 4: 10.8, 5: 13.6, 6: 15.2}
SPEC_MEDIAN_TURNS = {2: 15, 3: 26, 4: 43, 5: 68, 6: 91}
SPEC_P95_ROUNDS = {2: 16, 3: 16, 4: 25, 5: 45, 6: 44}
SPEC_CAPPED = {2: 0.1, 3: 0.0, 4: 0.0, 5: 0.0, 6: 0.0}
SPEC_EMPTY_GALAXY = {2: 13, 3: 19, 4: 26, 5: 33, 6: 41}
SPEC_FIRST = "0.98..1.13"
PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "planet-masters-balance.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"

Face = tuple[str, str]
"""The options `planet_faces` and `colony_face_one`."""
Played = tuple[int, int, str, int, list[int], int]
"""Rounds, turns, result, winner, first player and races, turn of the empty Galaxy."""

TABLES: dict[str, Face] = {
    "T1": ("a_xrrii", "marines"),
    "T2": ("b_xmrri", "exhausted"),
    "T3": ("c_xmrii", "exhausted"),
    "T4": ("d_mrrii", "exhausted"),
    "T5": ("e_xxmri", "exhausted"),
    "T6": ("b_xmrri", "marines"),
    "T7": ("b_xmrri", "race"),
    "T8": ("f_xmmri", "exhausted"),
}
SPEC_TABLES = {
    "T1": ("15/26/43/68/91", "7.5/8.7/10.8/13.6/15.2", "16/16/25/45/44", "0.1/0/0/0/0", "0.83..1.20"),
    "T2": ("16/29/47/80/105", "8.0/9.7/11.8/16.0/17.5", "18/18/25/58/50", "0.4/0/0/0.5/0.1", "0.72..1.30"),
    "T3": ("19/32/56/91/119", "9.5/10.7/14.0/18.2/19.8", "21/20/33/53/46", "0.1/0/0/0.1/0.1", "0.74..1.42"),
    "T4": ("15/25/43/66/93", "7.5/8.3/10.8/13.2/15.5", "16/16/24/42/45", "0.1/0/0/0.2/0.1", "0.84..1.27"),
    "T5": ("22/37/67/112/144", "11.0/12.3/16.8/22.4/24.0", "22/24/33/68/61", "0.1/0/0/1.6/0.5", "0.72..1.40"),
    "T6": ("16/29/47/77/102", "8.0/9.7/11.8/15.4/17.0", "17/17/24/49/48", "0.5/0/0/0.4/0.1", "0.82..1.16"),
    "T7": ("17/27/48/79/107", "8.5/9.0/12.0/15.8/17.8", "19/19/27/73/63", "1.6/0.1/0/2.9/2.0", "0.57..1.40"),
    "T8": ("22/38/66/108/145", "11.0/12.7/16.5/21.6/24.2", "22/24/34/65/56", "0.1/0/0/1.0/0.2", "0.80..1.38"),
}
"""Median turns, median rounds, 95th percentile of rounds, % at the cap, for 2/3/4/5/6 seats; span of race rates."""


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


def play(job: tuple[Face, int, int]) -> Played:
    """Play one match."""
    (faces, colony), seats, number = job
    options = {"race_choice": "random", "planet_faces": faces, "colony_face_one": colony}
    state = GAME.start(options, seats, derive(b"balance", seats, number))
    bot = find("greedy")
    table = Watch(state, policy(GAME, dict.fromkeys(range(seats), bot), Stream(derive(b"bots", seats, number))))
    GAME.play_out(state, table)
    outcome = GAME.outcome(state)
    assert outcome is not None
    winner = outcome.winners[0] if outcome.result == "win" else -1
    return state.round, turns(state), outcome.result, winner, [state.first_player, *state.races], table.emptied


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


def measured(table: Face, matches: int, workers: ProcessPoolExecutor) -> dict[int, list[Played]]:
    """Play all numbers of seats under a table of faces."""
    found = {}
    for seats in range(2, 7):
        jobs = [(table, seats, number) for number in range(matches)]
        found[seats] = list(workers.map(play, jobs, chunksize=20))
        print(f"{table[0]} {table[1]}, {seats} seats: done", file=sys.stderr)
    return found


def default_table(played: dict[int, list[Played]], matches: int) -> str:
    """Return the tables of the default faces."""
    rows, race_rows = [], []
    for seats, results in played.items():
        emptied = sorted(row[5] for row in results if row[5])
        capped = sum(row[2] == "cap" for row in results)
        first = sum(row[3] == row[4][0] for row in results)
        low, high = wilson(capped, matches)
        first_low, first_high = wilson(first, matches)
        rows.append(
            f"| {seats} | {quantile(results, 1, 0.5)} | {SPEC_MEDIAN_TURNS[seats]} "
            f"| {quantile(results, 0, 0.5)} | {SPEC_MEDIAN_ROUNDS[seats]} "
            f"| {quantile(results, 0, 0.95)} | {SPEC_P95_ROUNDS[seats]} "
            f"| {100 * capped / matches:.1f} [{100 * low:.1f}, {100 * high:.1f}] | {SPEC_CAPPED[seats]} "
            f"| {seats * first / matches:.2f} [{seats * first_low:.2f}, {seats * first_high:.2f}] | {SPEC_FIRST} "
            f"| {cell(quantile_interval(emptied, 0.5))} | {SPEC_EMPTY_GALAXY[seats]} |"
        )
        cells = [f"{rate:.2f} [{low:.2f}, {high:.2f}]" for rate, low, high in race_rates(seats, results)]
        race_rows.append(f"| {seats} | " + " | ".join(cells) + " |")
    races = RACES_HEAD + " | ".join(names.RACES) + " |\n| --- |" + " --- |" * len(names.RACES)
    return "\n".join([HEAD.format(matches=matches), *rows, races, *race_rows])


def race_rates(seats: int, results: list[Played]) -> list[tuple[float, float, float]]:
    """Return the win rate of each race times the number of seats, with its interval."""
    found = []
    for race in range(len(names.RACES)):
        played = sum(row[4].count(race) - int(row[4][0] == race) for row in results)
        won = sum(row[3] >= 0 and row[4][1 + row[3]] == race for row in results)
        low, high = wilson(won, played)
        found.append((seats * won / played, seats * low, seats * high))
    return found


def face_tables(played: dict[str, dict[int, list[Played]]], matches: int) -> str:
    """Return the table of spec section 4.1 for all candidates, figure of the spec and measured one side by side."""
    parts = [TABLES_HEAD.format(matches=matches)]
    measures: tuple[tuple[str, Callable[[list[Played]], str]], ...] = (
        ("Median turns", lambda results: quantile(results, 1, 0.5)),
        ("Median rounds", lambda results: quantile(results, 0, 0.5)),
        ("95th percentile of rounds", lambda results: quantile(results, 0, 0.95)),
        ("% at the cap of 100 rounds", share_capped),
    )
    heading = "| table |" + "".join(f" {seats} spec | {seats} measured |" for seats in range(2, 7))
    for place, (title, of) in enumerate(measures):
        parts += ["", f"**{title}**, by number of seats", "", heading, "| --- |" + " --- |" * 10]
        for name, by_seats in played.items():
            spec = SPEC_TABLES[name][place].split("/")
            cells = [f"{said} | {of(results)}" for said, results in zip(spec, by_seats.values(), strict=True)]
            parts.append(f"| {name} | " + " | ".join(cells) + " |")
    parts += ["", "**Win rate of a race times the number of seats**, least to greatest of six races and five numbers"]
    parts += ["", "| table | spec | measured |", "| --- | --- | --- |"]
    for name, by_seats in played.items():
        rates = sorted(rate for seats, results in by_seats.items() for rate in race_rates(seats, results))
        ends = [f"{rate:.2f} [{low:.2f}, {high:.2f}]" for rate, low, high in (rates[0], rates[-1])]
        parts.append(f"| {name} | {SPEC_TABLES[name][4]} | {ends[0]} .. {ends[1]} |")
    return "\n".join(parts)


def share_capped(results: list[Played]) -> str:
    """Return the percentage of matches that ended at the cap, with its interval."""
    capped = sum(row[2] == "cap" for row in results)
    low, high = wilson(capped, len(results))
    return f"{100 * capped / len(results):.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def quantile(results: list[Played], column: int, share: float) -> str:
    """Return a quantile of rounds (0) or turns (1), with its interval."""
    return cell(quantile_interval(sorted(int(str(row[column])) for row in results), share))


def main() -> None:
    """Play all matches, print the tables, and put them into the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1000, help="for each table of faces and number of seats")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE.name}")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.jobs) as workers:
        played = {name: measured(table, arguments.matches, workers) for name, table in TABLES.items()}
    text = default_table(played["T1"], arguments.matches) + "\n\n" + face_tables(played, arguments.matches)
    print(text)
    if arguments.write:
        put(PAGE, BEGIN, END, text)


HEAD = """{matches} matches for each number of seats, all seats `greedy`, random distinct races, default options (a
random first player). Each cell has its 95 % interval (Wilson for shares, order statistics for quantiles); beside
it stands the figure of the spec (sections 4.1 and 10, 800 matches of an independent program). Made by
`uv run python bench/planet_masters_balance.py --write`.

| seats | median turns | spec | median rounds | spec | 95th percentile rounds | spec | % at the cap | spec \
| first player's wins x N | spec | Galaxy empty at turn | spec |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

RACES_HEAD = """
Win rate of each race times the number of seats (1 is fair; the spec measured 0.83 to 1.20 over all races and seats).

| seats | """

TABLES_HEAD = """## The eight tables of faces

The candidates of section 4.1, {matches} matches each, with the figures of the spec beside the measured ones."""

if __name__ == "__main__":
    main()
