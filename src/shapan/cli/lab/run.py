"""`shapan lab run`: many matches, a row of each kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from shapan.cli import given
from shapan.cli.bar import bar
from shapan.cli.lab.command import engine_of, faults, needs, place_of
from shapan.cli.winners import print_winners


def run(
    game: str,
    /,
    *,
    matches: int = 1000,
    bots: str = "greedy",
    seats: int | None = None,
    seed: str = "1",
    option: Sequence[str] = (),
    variant: Path | None = None,
    jobs: int = 0,
    engine: str = "local",
    cluster: str | None = None,
    out: Path | None = None,
    csv: bool = False,
    as_json: given.AsJson = False,
) -> None:
    """Let bots play many matches and keep a row of each match, and of each seat, in a folder.

    The same command goes on where it was stopped, and gives the same files however many processes play.

    Parameters
    ----------
    game
        The game; `shapan games` lists them.
    matches
        Number of matches; without it 1000.
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
        Number of processes; without it one on each core.
    engine
        Who plays: local (this machine) or ray (a Ray cluster); without it local.
    cluster
        Address of a Ray cluster, HOST:PORT or auto; without it RAY_ADDRESS, else one is started here for the time.
    out
        Folder of the results; without it one here that is named by game and plan.
    csv
        Write the tables as CSV too.
    as_json
        Print the summary as JSON.

    """
    needs("polars")
    from shapan.lab import results
    from shapan.lab import run as running
    from shapan.lab.folder import Folder

    plan = given.plan_of(game, bots, seats, matches, seed, option, variant)
    players = engine_of(engine, jobs, cluster)
    place = place_of(out, plan)
    with faults(place, plan), Folder(place, plan) as folder:
        with bar(plan.game, plan.matches) as progress:
            running.run(folder, players, progress, csv)
        written = results.summary(results.load(place))
    if as_json:
        print(json.dumps({"folder": str(place), **written}, ensure_ascii=False, indent=2))
    else:
        print_winners(written, plan.lineups[0])
        print(f"The tables are in {place}: a row a match in matches.parquet, a row a seat in seats.parquet")
