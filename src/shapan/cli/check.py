"""`shapan check`: the conformance kit on one game."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.text import Text

from shapan.cli import arguments, match_files
from shapan.cli.bar import bar
from shapan.cli.errors import UsageError
from shapan.cli.integers import Whole, WholeOrNone
from shapan.cli.screen import screen
from shapan.cli.standstill import told_of_standstill
from shapan.engine import conformance
from shapan.engine.game import Game
from shapan.native import why_plain

MOST_LEFT = 12
"""How many lines are named that the translator cannot take."""


def check(
    game: str,
    /,
    *,
    matches: WholeOrNone = None,
    decisions: WholeOrNone = None,
    seed: Whole = 1,
    long: bool = False,
    positions: Path | None = None,
    pairs: WholeOrNone = None,
    as_json: arguments.AsJson = False,
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
    positions
        Scenario file, or folder of them: start from their positions instead, and try the laws on --decisions decisions
        from each; without it 12. Files of other games are skipped.
    pairs
        With --positions: instead of the files as they are, so many pairs made of them: another card, unit or the like
        put where one meets an event.
    as_json
        Print JSON.

    """
    found = arguments.game_of(game)
    if find_spec("shapan.server.pages.trouble") is not None:
        from shapan.server.pages.trouble import check_files

        wrong = check_files(found)
        for says in wrong:
            print(f"shapan: {found.name}: {says}", file=sys.stderr)
        if wrong:
            return 1
    if positions is not None:
        return _from_positions(found, positions, pairs, matches, decisions, seed, as_json)
    if pairs is not None:
        raise UsageError("--pairs needs --positions: pairs are made of scenario files")
    most, looked = conformance.LONG if long else conformance.USUAL
    most = most if matches is None else matches
    looked = looked if decisions is None else decisions
    for name, value in (("matches", most), ("decisions", looked)):
        if value < 1:
            raise UsageError(f"--{name}: {value} is not 1 or more")
    size = min(looked, most * found.max_decisions)
    with progress_if_interrupted(found), bar(found.name, size) as done, told_of_standstill(found, done) as told:
        report = conformance.check(found, matches=most, decisions=looked, seed=seed, progress=told)
    if found.native:
        left = why_plain(found)
        report.notes += [f"not in C++ yet: {line}" for line in left[:MOST_LEFT]]
        report.notes += [f"not in C++ yet: {len(left) - MOST_LEFT} lines more"] if len(left) > MOST_LEFT else []
    return _print(report, as_json)


@contextmanager
def progress_if_interrupted(game: Game[Any]) -> Iterator[None]:
    """Print how far a run was when somebody stops it."""
    try:
        yield
    except conformance.Interrupted as stop:
        print(f"shapan: interrupted; {game.name} so far: {stop.report.so_far()}", file=sys.stderr)
        raise


def _from_positions(
    game: Game[Any],
    path: Path,
    pairs: int | None,
    matches: int | None,
    decisions: int | None,
    seed: int,
    as_json: bool,
) -> int:
    """Run the kit from the positions of scenario files."""
    if matches is not None:
        raise UsageError("--matches has no meaning with --positions: each position is one match")
    each = conformance.FROM_POSITIONS if decisions is None else decisions
    if each < 1:
        raise UsageError(f"--decisions must be at least 1, not {each}")
    scenarios = _scenarios_of(game, path)
    if not scenarios:
        raise UsageError(f"{path} has no scenario of {game.name} with a position")
    if pairs is not None:
        if pairs < 1:
            raise UsageError(f"--pairs must be at least 1, not {pairs}")
        grid = conformance.Grid(game, scenarios)
        scenarios = [(pair.label, pair.data) for pair in grid.pairs(pairs, seed)]
    size = each * len(scenarios)
    with progress_if_interrupted(game), bar(game.name, size) as done, told_of_standstill(game, done) as told:
        report = conformance.check_positions(game, scenarios, each, seed, told)
    return _print(report, as_json)


def _scenarios_of(game: Game[Any], path: Path) -> list[tuple[str, dict[str, Any]]]:
    """Return the scenarios of a file or folder that have a position of a game and do not expect it to be refused."""
    if not path.exists():
        raise UsageError(f"{path}: not found")
    found = []
    for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
        data = match_files.read_json(file)
        if isinstance(data, dict) and data.get("game") == game.name and "position" in data:
            expect = data.get("expect")
            if not (isinstance(expect, dict) and "error" in expect):
                found.append((file.relative_to(path).as_posix() if path.is_dir() else file.name, data))
    return found


def _print(report: conformance.Report, as_json: bool) -> int:
    """Print a report and return the exit code."""
    if as_json:
        print(json.dumps(report.write(), ensure_ascii=False, indent=2))
    else:
        screen(soft_wrap=True).print(Text(str(report)))
    return 0 if report.passed else 1
