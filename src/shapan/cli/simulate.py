"""`shapan simulate`: bots against each other, a small number of matches, a table of who won."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from shapan.cli import given, playout
from shapan.cli.bar import bar
from shapan.cli.complaint import Complaint
from shapan.cli.playout import Tally
from shapan.cli.winners import print_winners
from shapan.lab.fault import Fault
from shapan.lab.plan import Plan
from shapan.lab.workers import Done, Pace, local, spread


def simulate(
    game: str,
    /,
    *,
    matches: int = 100,
    bots: str = "greedy",
    seats: int | None = None,
    seed: str = "1",
    option: Sequence[str] = (),
    variant: Path | None = None,
    jobs: int = 1,
    as_json: given.AsJson = False,
) -> None:
    """Let bots play each other and count who wins; a match with several winners is a win for each.

    Parameters
    ----------
    game
        The game; `shapan games` lists them.
    matches
        Number of matches; without it 100.
    bots
        The bot of all seats, or one for each, such as greedy,random; without it greedy.
    seats
        Number of seats; without it one for each bot named, or the game's least.
    seed
        Text that fixes all chance; each match has its own part of it; without it 1.
    option
        A rules option as NAME=VALUE; may be given several times.
    variant
        File of a variant: options and data tables in TOML.
    jobs
        Number of processes, 0 for one on each core; the result is the same; without it 1.
    as_json
        Print JSON. `capped` counts the matches that ended with a result that nobody won, such as at a limit of
        rounds; who is ranked first there has won all the same.

    """
    plan = given.plan_of(game, bots, seats, matches, seed, option, variant)
    given.jobs_of(jobs)
    started = perf_counter()
    try:
        tally = _play(plan, jobs)
    except Fault as fault:
        raise Complaint(str(fault)) from None
    written = tally.write(plan, perf_counter() - started)
    if as_json:
        print(json.dumps(written, ensure_ascii=False, indent=2))
    else:
        print_winners(written, plan.lineups[0])


def _play(plan: Plan, jobs: int) -> Tally:
    total = Tally()
    with bar(plan.game, plan.matches) as progress, local(playout.count, plan, jobs) as workers:

        def take(done: Done[Tally]) -> None:
            total.add(done.value)
            progress(total.matches)

        progress(0)
        spread(workers, [(0, plan.matches)], Pace(), take)
    return total
