"""`shapan lab match`: one match of a run, played again as a match file that the table takes."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from shapan.cli import match_files
from shapan.cli.errors import UsageError
from shapan.cli.integers import Whole
from shapan.cli.lab.command import needs, unfinished


def match(folder: Path, number: Whole, /, *, out: Path | None = None) -> None:
    """Play one match of a run again, and write it as a file for `shapan import`, to be watched in the browser.

    Parameters
    ----------
    folder
        The folder of a `lab run` or `lab ladder`, or of one set of a `lab balance`.
    number
        The number of the match, from 0, as in the column `match` and in the report.
    out
        The file; without it one here that is named by game and number.

    """
    needs("polars")
    from shapan.lab import results
    from shapan.lab.errors import LabError
    from shapan.lab.rerun import plan_of, rerun
    from shapan.server.words import bot_name

    try:
        plan, kept = plan_of(folder), results.load(folder)
        if not 0 <= number < kept.count:
            raise UsageError(f"{folder} has the matches 0 to {kept.count - 1}, no {number}")
        with unfinished("the match"):
            found = rerun(plan, kept, number)
    except LabError as fault:
        raise UsageError(str(fault)) from None
    lineup = plan.lineup(number)
    names = [f"{bot_name('en', bot)[0]} {seat}"[:40] for seat, bot in enumerate(lineup, 1)]
    path = (out or Path(f"{plan.game}-{number}.shapan.json")).expanduser()
    data = found.save()
    del data["quiet"]
    bots = {str(seat): bot for seat, bot in enumerate(lineup)}
    match_files.write(path, {**data, "table": {"people": [], "bots": bots, "names": names, "over": True}})
    print(f"{path}: match {number} of {folder}, {len(found.log)} records; watch it: shapan import {quote(str(path))}")
