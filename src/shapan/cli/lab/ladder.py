"""`shapan lab ladder`: how strong bots are, by playing all of them against each other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from shapan import bots as players
from shapan.cli import arguments
from shapan.cli.bar import bar
from shapan.cli.errors import UsageError
from shapan.cli.integers import Whole
from shapan.cli.lab.command import engine_of, faults, needs, place_of
from shapan.cli.screen import screen
from shapan.lab import watchdog
from shapan.lab.errors import LabError
from shapan.lab.plan import Plan

if TYPE_CHECKING:
    from shapan.lab.ladder import Ladder


def ladder(
    game: arguments.GameName,
    /,
    *,
    bots: str | None = None,
    seats: arguments.LeastSeats = None,
    matches: Whole = 1000,
    until: Whole = 0,
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
    """Let bots play each other in every order and tell how strong they are, in Elo points; random has 0.

    The folder has the tables of `shapan lab run`, and the ladder as ladder.json, ladder.csv and ladder.parquet.

    Parameters
    ----------
    bots
        The bots, such as greedy,random; without it all that there are.
    matches
        Number of matches, rounded up so that every order is played equally often; without it 1000.
    until
        Stop early when every 95% interval is at most so many points wide; looked at after 200 matches, then after
        half as many more each time.
    as_json
        Print the ladder as JSON.

    """
    needs("polars")
    from shapan.lab import ladder as climbing
    from shapan.lab.folder import Folder

    plan = _plan(game, bots, seats, matches, until, seed, option, variant)
    plan.patience = arguments.patience_of(patience)
    who = engine_of(engine, jobs, cluster)
    place = place_of(out, plan)
    with faults(place, plan), Folder(place, plan) as folder:
        with bar(plan.game, plan.matches) as progress:
            found = climbing.climb(folder, who, progress, csv)
        folder.keep("ladder", [rung.write() for rung in found.rungs])
    if as_json:
        written = {"folder": str(place), "game": plan.game, "seats": plan.seats, "matches": found.matches}
        print(json.dumps({**written, "ladder": [rung.write() for rung in found.rungs]}, ensure_ascii=False, indent=2))
    else:
        _print(found, plan, place)


def _plan(
    game: str,
    bots: str | None,
    seats: int | None,
    matches: int,
    until: int,
    seed: str,
    option: Sequence[str],
    variant: Path | None,
) -> Plan:
    from shapan.lab.ladder import lineups

    found = arguments.game_of(game)
    names = arguments.bots_of(",".join(players.names()) if bots is None else bots, found)
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise UsageError("--bots: a ladder needs two bots or more, each named once")
    if matches < 1:
        raise UsageError(f"--matches: {matches} is not 1 or more")
    if until < 0:
        raise UsageError(f"--until: {until} is not 0 or more")
    number = arguments.seats_of(found, found.min_seats if seats is None else seats)
    if number < 2:
        raise UsageError("--seats: a ladder needs two seats or more")
    try:
        orders = lineups(sorted(names), number)
    except LabError as fault:
        raise UsageError(f"--bots: {fault}") from None
    plan = Plan(found.name, number, orders, {}, seed, len(orders) * ceil(matches / len(orders)), until)
    arguments.set_rules(plan, option, variant)
    return plan


def _print(found: Ladder, plan: Plan, place: Path) -> None:
    console = screen()
    early = f" of at most {plan.matches}, stopped early" if found.matches < plan.matches else ""
    console.print(
        f"{found.matches} matches of {plan.game}{early}: {plan.seats} seats in {len(plan.lineups)} orders", style="bold"
    )
    table = Table(box=None, padding=(0, 2), show_edge=False)
    for name in ("", "Elo", "95% from", "to", "won", "of", "%", "mean return"):
        table.add_column(name, justify="right" if name else "left")
    for rung in found.rungs:
        strength = rung.strength
        table.add_row(
            rung.bot,
            f"{strength.points:.0f}",
            f"{strength.low:.0f}",
            f"{strength.high:.0f}",
            str(rung.wins),
            str(rung.seats),
            f"{100 * rung.wins / rung.seats:.1f}",
            f"{rung.mean_return:+.3f}",
        )
    console.whole(table)
    print(f"The ladder and its matches are in {place}: ladder.json, ladder.csv, ladder.parquet")
