"""`shapan check`: the conformance kit on one game."""

from __future__ import annotations

import json

from rich.markup import escape
from rich.text import Text

from shapan.cli import given
from shapan.cli.complaint import Complaint
from shapan.cli.screen import errors, screen
from shapan.cli.whole import Whole
from shapan.engine import conformance


def check(
    game: str,
    /,
    *,
    matches: Whole = 200,
    decisions: Whole = 20_000,
    seed: Whole = 1,
    as_json: given.AsJson = False,
) -> int:
    """Hold a game to the laws of the engine; exit code 1 if it breaks one.

    Parameters
    ----------
    game
        The game; `shapan games` lists them.
    matches
        Play at most so many matches with all laws; without it 200.
    decisions
        Look at so many decisions; without it 20000.
    seed
        Number that fixes which matches are played; without it 1.
    as_json
        Print JSON.

    """
    found = given.game_of(game)
    for name, value in (("matches", matches), ("decisions", decisions)):
        if value < 1:
            raise Complaint(f"--{name}: {value} is not 1 or more")
    console = errors()
    with console.status(f"{found.name} ...") as status:
        report = conformance.check(
            found, matches=matches, decisions=decisions, seed=seed, progress=lambda line: status.update(escape(line))
        )
    if as_json:
        print(json.dumps(report.write(), ensure_ascii=False, indent=2))
    else:
        screen(soft_wrap=True).print(Text(str(report)))
    return 0 if report.passed else 1
