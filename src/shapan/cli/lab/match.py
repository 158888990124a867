"""`shapan lab match`: one match of a run, played again as a match file that the table takes."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from shapan.cli import saving
from shapan.cli.complaint import Complaint
from shapan.cli.lab.command import needs, unfinished
from shapan.cli.whole import Whole


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
    from shapan.lab.again import again, plan_of
    from shapan.lab.fault import Fault
    from shapan.server.words import bot_name

    try:
        plan, kept = plan_of(folder), results.load(folder)
        if not 0 <= number < kept.count:
            raise Complaint(f"{folder} has the matches 0 to {kept.count - 1}, no {number}")
        with unfinished("the match"):
            found = again(plan, kept, number)
    except Fault as fault:
        raise Complaint(str(fault)) from None
    lineup = plan.lineup(number)
    names = [f"{bot_name('en', bot)[0]} {seat}"[:40] for seat, bot in enumerate(lineup, 1)]
    path = (out or Path(f"{plan.game}-{number}.shapan.json")).expanduser()
    data = found.save()
    del data["quiet"]
    bots = {str(seat): bot for seat, bot in enumerate(lineup)}
    saving.write(path, {**data, "table": {"people": [], "bots": bots, "names": names, "over": True}})
    print(f"{path}: match {number} of {folder}, {len(found.log)} records; watch it: shapan import {quote(str(path))}")
