"""`shapan lab run`: many matches, a row of each kept in a folder."""

from __future__ import annotations

import json

from shapan.cli import arguments
from shapan.cli.bar import bar
from shapan.cli.integers import Whole
from shapan.cli.lab.command import engine_of, faults, needs, place_of
from shapan.cli.winners import print_winners
from shapan.lab import watchdog


def run(
    game: arguments.GameName,
    /,
    *,
    matches: Whole = 1000,
    bots: arguments.Bots = "greedy",
    seats: arguments.Seats = None,
    seed: arguments.Seed = "1",
    option: arguments.RulesOptions = (),
    variant: arguments.VariantFile = None,
    jobs: arguments.Jobs = 0,
    engine: arguments.EngineName = "local",
    cluster: arguments.ClusterAddress = None,
    patience: arguments.Patience = watchdog.SECONDS,
    out: arguments.PlanFolder = None,
    csv: arguments.Csv = False,
    as_json: arguments.AsJson = False,
) -> None:
    """Let bots play many matches and keep a row of each match, and of each seat, in a folder.

    The same command goes on where it was stopped, and gives the same files however many processes play.

    Parameters
    ----------
    matches
        Number of matches; without it 1000.
    as_json
        Print the summary as JSON.

    """
    needs("polars")
    from shapan.lab import results
    from shapan.lab import run as running
    from shapan.lab.folder import Folder
    from shapan.lab.in_cpp import rules_run_in

    plan = arguments.plan_of(game, bots, seats, matches, seed, option, variant)
    plan.patience = arguments.patience_of(patience)
    players = engine_of(engine, jobs, cluster)
    place = place_of(out, plan)
    with faults(place, plan), Folder(place, plan) as folder:
        with bar(plan.game, plan.matches) as progress:
            running.run(folder, players, progress, csv)
        written = results.summary(results.load(place))
    if as_json:
        print(json.dumps({"folder": str(place), **written}, ensure_ascii=False, indent=2))
    else:
        print_winners(written, plan.lineups[0], rules_run_in(plan))
        says = "a row a match in matches.parquet, a row a seat in seats.parquet, whole answers in answers.parquet"
        print(f"The tables are in {place}: {says}")
