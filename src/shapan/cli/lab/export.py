"""`shapan lab export`: decisions of bots as a data set for learning programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from shapan.cli import arguments
from shapan.cli.bar import bar
from shapan.cli.errors import UsageError, did_you_mean
from shapan.cli.integers import WholeOrNone
from shapan.cli.lab.command import needs, stopped
from shapan.engine import registry
from shapan.lab.errors import LabError
from shapan.lab.plan import Plan

FORMATS = ("parquet", "npz")


def export(
    source: str,
    /,
    *,
    matches: WholeOrNone = None,
    bots: str | None = None,
    seats: arguments.Seats = None,
    seed: str | None = None,
    option: arguments.RulesOptions = (),
    variant: arguments.VariantFile = None,
    format: str = "parquet",  # noqa: A002 - the name of the option
    jobs: arguments.Jobs = 0,
    out: Path | None = None,
) -> None:
    """Write what bots saw, what they could do, what they did and what came of it: a row for each decision.

    Observations, masks and action numbers are those of the environments for learning (Gymnasium, PettingZoo).

    Parameters
    ----------
    source
        A game, or the folder of a `lab run`, whose matches are played again.
    matches
        Number of matches; without it those of the folder, or 100 of a game.
    bots
        The bot of all seats, or one for each; without it greedy. For a game only, as are the next four.
    seed
        Text that fixes all chance; without it 1.
    format
        parquet or npz (NumPy); without it parquet.
    out
        Folder of the data set, a new one or one of the same export, which then goes on; without it one here that is
        named by game and plan.

    """
    needs("polars", "numpy")
    if format not in FORMATS:
        raise UsageError(f"--format: {format!r} is not one of {', '.join(FORMATS)}{did_you_mean(format, FORMATS)}")
    arguments.jobs_of(jobs)
    folder = Path(source)
    if folder.is_dir() and ((folder / "plan.json").exists() or source not in registry.games()):
        extra = {"--bots": bots, "--seats": seats, "--seed": seed, "--option": option, "--variant": variant}
        for name, value in extra.items():
            if value:
                raise UsageError(f"{name} is for a game; {source} is a folder, and its plan says what is played")
        plan = _plan_of(folder, matches)
    else:
        number = 100 if matches is None else matches
        plan = arguments.plan_of(source, bots or "greedy", seats, number, seed or "1", option, variant)
    place = (out or Path(f"{plan.game}-data-{plan.digest()[:8]}")).expanduser()
    try:
        with stopped(place):
            rows = _written(plan, place, format, jobs)
    except LabError as fault:
        raise UsageError(str(fault)) from None
    print(f"{rows} decisions of {plan.matches} matches are in {place}; dataset.json there says what the columns are")


def _plan_of(folder: Path, matches: int | None) -> Plan:
    from shapan.lab import results
    from shapan.lab.rerun import plan_of

    try:
        plan, kept = plan_of(folder), results.load(folder).count
    except LabError as fault:
        raise UsageError(str(fault)) from None
    number = kept if matches is None else matches
    if not 1 <= number <= kept:
        raise UsageError(f"--matches: {number} is not 1..{kept}; {folder} has {kept} matches")
    return replace(plan, matches=number)


def _written(plan: Plan, place: Path, kind: str, jobs: int) -> int:
    """Write what is not there yet of a data set. Return its number of decisions."""
    from shapan.cli.lab import dataset
    from shapan.cli.lab.datafolder import DataFolder
    from shapan.lab.run import faults

    task = dataset.parquet if kind == "parquet" else dataset.npz
    with DataFolder(place, plan, kind) as folder, faults(place):
        if folder.whole is None:
            with bar(plan.game, plan.matches) as progress:
                folder.fill(task, jobs, progress)
            folder.finish()
        return sum(folder.rows.values())
