"""Measure greedy play of Battlestar Galactica: who wins, how, how long it takes, how well seats guess; Markdown tables.

uv run python bench/battlestar_balance.py --matches 500 --write    # into docs/reference/battlestar-balance.md
uv run python bench/battlestar_balance.py --humans search:200 --seats 4 --matches 100    # beside greedy humans
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

from balance import wilson
from page import put

from shapan.bots import answer, find, policy
from shapan.engine.chance import Stream, derive
from shapan.engine.match import Match
from shapan.engine.table import PolicyTable
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.rules.ending import REASONS, is_cylon

SEATS = (3, 4, 5, 6)
HITS = "basestar_hits_galactica_min"
PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "battlestar-balance.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


@dataclass
class Played:
    """How one match went."""

    humans: bool
    reason: str
    turns: int
    distance: int
    dials: list[int]
    decisions: int
    seconds: float
    cylons: int
    guesses: list[tuple[float, bool]] = field(default_factory=list)
    """At the start of turns: how likely a human took another hidden seat for a Cylon, and the truth."""


Job = tuple[str, int, int, int]
"""Bot, seats, `basestar_hits_galactica_min`, number."""


def guesses(state: Any) -> list[tuple[float, bool]]:
    """Return what each human seat takes each other hidden one for."""
    rows = []
    for seat in state.humans():
        if is_cylon(state, seat):
            continue
        mind = Mind(GAME.view(state, seat), seat)
        others = mind.others()
        rows += [(mind.doubts[other], is_cylon(state, other)) for other in others]
    return rows


def play(job: Job) -> Played:
    """Play one match."""
    name, seats, hits, number = job
    state = GAME.start({HITS: hits}, seats, derive(b"balance", seats, number))
    inner = policy(GAME, dict.fromkeys(range(seats), find(name)), Stream(derive(b"bots", seats, number)))
    seen, found = [0], []

    def choose(state: Any, prompt: Any, seat: int, arg: int, options: Any, picked: Any) -> int:
        if state.turn > seen[0]:
            seen[0] = state.turn
            if state.turn % 4 == 0 and name != "random":
                found.extend(guesses(state))
        return inner(state, prompt, seat, arg, options, picked)

    table = PolicyTable(state, choose)
    begun = process_time()
    GAME.play_out(state, table)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return Played(
        outcome.result == "humans",
        REASONS[state.reason],
        state.turn,
        state.distance,
        list(state.dials),
        table.decisions,
        process_time() - begun,
        sum(is_cylon(state, seat) for seat in range(seats)),
        found,
    )


def percent(hits: int, tries: int) -> str:
    """Return a share in percent with its 95 % Wilson interval."""
    low, high = wilson(hits, tries)
    return f"{100 * hits / tries:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def mean(values: list[float]) -> float:
    """Return the mean, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def measured(name: str, hits: int, matches: int, workers: ProcessPoolExecutor) -> dict[int, list[Played]]:
    """Play all numbers of seats."""
    found = {}
    for seats in SEATS:
        jobs = [(name, seats, hits, number) for number in range(matches)]
        found[seats] = list(workers.map(play, jobs, chunksize=10))
        print(f"{name}, hits from {hits}, {seats} seats: done", file=sys.stderr)
    return found


def result_row(label: str, seats: int, results: list[Played]) -> str:
    """Return a row of the table of results."""
    count = len(results)
    lost = [row for row in results if not row.humans]
    zero = [sum(row.dials[dial] == 0 for row in lost) for dial in range(4)]
    ends = [sum(row.reason == reason for row in lost) for reason in ("resource", "boarding", "damage", "final_jump")]
    turns = sorted(row.turns for row in results)
    shares = " | ".join(f"{100 * number / count:.1f}" for number in (*ends, *zero))
    return (
        f"| {label} | {seats} | {percent(count - len(lost), count)} | {mean([float(one) for one in turns]):.1f} "
        f"({turns[count // 20]} to {turns[count - 1 - count // 20]}) | {shares} "
        f"| {mean([float(row.distance) for row in results]):.1f} | {mean([float(row.cylons) for row in results]):.2f} |"
    )


def brier_row(seats: int, results: list[Played]) -> str:
    """Return a row of the table of guesses: squared errors of the doubts, and of saying the base rate to all."""
    rows = [guess for one in results for guess in one.guesses]
    rate = mean([float(truth) for _, truth in rows])
    own = mean([(doubt - truth) ** 2 for doubt, truth in rows])
    base = rate * (1.0 - rate)
    return f"| {seats} | {len(rows)} | {own:.3f} | {base:.3f} | {1 - own / base if base else 0:.2f} |"


def tables(matches: int, few: int, workers: ProcessPoolExecutor) -> str:
    """Return all tables."""
    five, four = (measured("greedy", hits, matches, workers) for hits in (5, 4))
    chance = measured("random", 5, few, workers)
    lines = [HEAD.format(matches=matches, few=few)]
    lines += [result_row("greedy, 5 and more", seats, results) for seats, results in five.items()]
    lines += [result_row("greedy, 4 and more", seats, results) for seats, results in four.items()]
    lines += [result_row("random", seats, results) for seats, results in chance.items()]
    lines.append(BRIER_HEAD)
    lines += [brier_row(seats, results) for seats, results in five.items()]
    played = [row for results in five.values() for row in results]
    speed = sum(row.decisions for row in played) / sum(row.seconds for row in played)
    decisions = mean([float(row.decisions) for row in played])
    lines += ["", f"A match of `greedy` has {decisions:.0f} decisions on average, {speed:,.0f} are made in a second."]
    return "\n".join(lines)


def humans_win(job: tuple[str, int, int]) -> bool:
    """Play a match in which whoever is human at the time is played by the bot of the job, and Cylons by greedy."""
    name, seats, number = job
    bots = {False: find(name), True: find("greedy")}
    match = Match(GAME, seats, {"reaction_prompts": "holders_only"}, seed=f"sm{number}", hashes=False)
    while match.outcome is None:
        seat = match.waiting[0]
        match.answer(seat, answer(bots[is_cylon(match.live, seat)], match, seat), by="bot")
    return match.outcome.result == "humans"


def compared(name: str, seats: int, numbers: range, workers: ProcessPoolExecutor) -> str:
    """Return how often humans played by the bot win, beside greedy ones in the same matches."""
    own, greedy = (list(workers.map(humans_win, [(bot, seats, k) for k in numbers])) for bot in (name, "greedy"))
    only, without = (sum(a and not b for a, b in zip(*pair, strict=True)) for pair in ((own, greedy), (greedy, own)))
    shares = ", ".join(f"{bot} {percent(sum(won), len(won))}" for bot, won in ((name, own), ("greedy", greedy)))
    return f"{len(numbers)} matches, {seats} seats, humans win: {shares}; only {name} {only}, only greedy {without}"


def main() -> None:
    """Play all matches and print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=500, help="for each number of seats")
    parser.add_argument("--random", type=int, default=100, help="of equal chances, for each number of seats")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE.name}")
    parser.add_argument("--humans", metavar="BOT", help="compare humans played by it with greedy ones instead")
    parser.add_argument("--seats", type=int, choices=SEATS, default=4, help="with --humans")
    parser.add_argument("--first", type=int, default=0, help="with --humans: number of the first match")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.jobs) as workers:
        if arguments.humans:
            numbers = range(arguments.first, arguments.first + arguments.matches)
            print(compared(arguments.humans, arguments.seats, numbers, workers))
            return
        text = tables(arguments.matches, arguments.random, workers)
    print(text)
    if arguments.write:
        put(PAGE, BEGIN, END, text)


HEAD = """{matches} matches for each number of seats, of `random` {few}; all seats are the same bot, characters are
picked at random, options are the default ones but for the numbers with which a basestar hits Galactica. Shares are in
percent, the humans' with its 95 % Wilson interval. "Ended by" says how the humans lost, "on 0" which dials stood there
then; turns with the 5 % and 95 % quantiles; Cylons at the end, revealed or hidden. Made by
`uv run python bench/battlestar_balance.py --matches {matches} --random {few} --write`.

| bots, hits | seats | humans win | turns | ended by resource | by boarding | by damage | by the final jump \
| fuel on 0 | food | morale | population | distance | Cylons |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

BRIER_HEAD = """
How well human seats guess who is a Cylon among those who are hidden: every fourth turn, mean squared error of their
doubt (Brier score) beside that of whoever says the share of Cylons in all guesses each time; skill is 1 - quotient.

| seats | guesses | Brier score | of the base rate | skill |
| --- | --- | --- | --- | --- |"""

if __name__ == "__main__":
    main()
