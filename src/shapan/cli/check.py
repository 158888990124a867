"""`shapan check`: the conformance kit on one game."""

from __future__ import annotations

import json
import sys

from rich.text import Text

from shapan.cli import given
from shapan.cli.bar import bar
from shapan.cli.complaint import Complaint
from shapan.cli.screen import screen
from shapan.cli.whole import Whole, WholeOrNone
from shapan.engine import conformance


def check(
    game: str,
    /,
    *,
    matches: WholeOrNone = None,
    decisions: WholeOrNone = None,
    seed: Whole = 1,
    long: bool = False,
    as_json: given.AsJson = False,
) -> int:
    """Hold a game to the laws of the engine; exit code 1 if it breaks one.

    Parameters
    ----------
    game
        The game; `shapan games` lists them.
    matches
        Play at most so many matches with all laws; without it 20, or 200 with --long.
    decisions
        Look at so many decisions; without it 500, or 20000 with --long.
    seed
        Number that fixes which matches are played; without it 1. The same three numbers repeat a run.
    long
        Play at length, for what is rare: before a release.
    as_json
        Print JSON.

    """
    found = given.game_of(game)
    most, looked = conformance.LONG if long else conformance.USUAL
    most = most if matches is None else matches
    looked = looked if decisions is None else decisions
    for name, value in (("matches", most), ("decisions", looked)):
        if value < 1:
            raise Complaint(f"--{name}: {value} is not 1 or more")
    try:
        with bar(found.name, min(looked, most * found.most_decisions)) as done:
            report = conformance.check(found, matches=most, decisions=looked, seed=seed, progress=done)
    except conformance.Interrupted as stop:
        print(f"shapan: interrupted; {found.name} so far: {stop.report.so_far()}", file=sys.stderr)
        raise
    if as_json:
        print(json.dumps(report.write(), ensure_ascii=False, indent=2))
    else:
        screen(soft_wrap=True).print(Text(str(report)))
    return 0 if report.passed else 1
