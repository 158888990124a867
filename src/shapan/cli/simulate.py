"""`shapan simulate`: bots against each other, a small number of matches, a table of who won."""

from __future__ import annotations

import json
from time import perf_counter

from shapan.cli import arguments, playout
from shapan.cli.bar import bar
from shapan.cli.errors import UsageError
from shapan.cli.integers import Whole
from shapan.cli.playout import Tally
from shapan.cli.winners import print_winners
from shapan.lab.errors import LabError
from shapan.lab.in_cpp import quick, rules_run_in
from shapan.lab.plan import Plan
from shapan.lab.workers import Done, Pace, local, spread


def simulate(
    game: arguments.GameName,
    /,
    *,
    matches: Whole = 100,
    bots: arguments.Bots = "greedy",
    seats: arguments.Seats = None,
    seed: arguments.Seed = "1",
    option: arguments.RulesOptions = (),
    variant: arguments.VariantFile = None,
    jobs: Whole = 1,
    as_json: arguments.AsJson = False,
) -> None:
    """Let bots play each other and count who wins; a match with several winners is a win for each.

    Parameters
    ----------
    matches
        Number of matches; without it 100.
    jobs
        Number of processes, 0 for one on each core; the result is the same; without it 1.
    as_json
        Print JSON. `capped` counts the matches that ended with a result that nobody won, such as at a limit of
        rounds; who is ranked first there has won all the same.

    """
    plan = arguments.plan_of(game, bots, seats, matches, seed, option, variant)
    arguments.jobs_of(jobs)
    started = perf_counter()
    try:
        tally = _play(plan, jobs)
    except LabError as fault:
        raise UsageError(str(fault)) from None
    written = tally.write(plan, perf_counter() - started)
    if as_json:
        print(json.dumps(written, ensure_ascii=False, indent=2))
    else:
        print_winners(written, plan.lineups[0], rules_run_in(plan))


def _play(plan: Plan, jobs: int) -> Tally:
    total = Tally()
    quick(plan)  # built, if at all, before several processes ask for it
    with bar(plan.game, plan.matches) as progress, local(playout.count, plan, jobs) as workers:

        def take(done: Done[Tally]) -> None:
            total.add(done.value)
            progress(total.matches)

        progress(0)
        spread(workers, [(0, plan.matches)], Pace(), take)
    return total
