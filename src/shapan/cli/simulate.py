"""`shapan simulate`: bots against each other, a small number of matches, a table of who won."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from time import perf_counter
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from shapan.cli import given, playout
from shapan.cli.complaint import Complaint
from shapan.cli.playout import Plan, Tally
from shapan.cli.screen import errors, screen
from shapan.engine.text import catalogue

PARTS = 8
MOST_PART = 50
"""The matches are split into so many parts a worker, of at most so many matches: for the bar, and for an even end."""


def simulate(
    game: str,
    /,
    *,
    matches: int = 100,
    bots: str = "greedy",
    seats: int | None = None,
    seed: str = "1",
    option: Sequence[str] = (),
    jobs: int = 1,
    as_json: given.AsJson = False,
) -> None:
    """Let bots play each other and count who wins; a match with several winners is a win for each.

    Parameters
    ----------
    game
        The game; `shapan games` lists them.
    matches
        Number of matches; without it 100.
    bots
        The bot of all seats, or one for each, such as greedy,random; without it greedy.
    seats
        Number of seats; without it one for each bot named, or the game's least.
    seed
        Text that fixes all chance; each match has its own part of it; without it 1.
    option
        A rules option as NAME=VALUE; may be given several times.
    jobs
        Number of processes, 0 for one on each core; the result is the same; without it 1.
    as_json
        Print JSON. `capped` counts the matches that ended with a result that nobody won, such as at a limit of
        rounds; who is ranked first there has won all the same.

    """
    found = given.game_of(game)
    names = given.bots_of(bots)
    number = given.seats_of(found, max(found.least_seats, len(names)) if seats is None else seats)
    if matches < 1:
        raise Complaint(f"--matches: {matches} is not 1 or more")
    if jobs < 0:
        raise Complaint(f"--jobs: {jobs} is not 0 or more")
    by_seat = given.bots_for(names, range(number))
    plan = Plan(found.name, number, list(by_seat.values()), given.options_of(found, option, number), seed)
    started = perf_counter()
    tally = _play(plan, matches, min(jobs or _cores(), matches))
    written = tally.write(plan, perf_counter() - started)
    if as_json:
        print(json.dumps(written, ensure_ascii=False, indent=2))
    else:
        _print(written, plan)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(plan: Plan, matches: int, jobs: int) -> Tally:
    size = max(1, min(MOST_PART, matches // (jobs * PARTS)))
    parts = [(first, min(size, matches - first)) for first in range(0, matches, size)]
    total = Tally()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = errors()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(plan.game, total=matches)
        for tally in _here(plan, parts) if jobs == 1 else _in_workers(plan, parts, jobs):
            total.add(tally)
            progress.update(bar, completed=total.matches)
    return total


def _here(plan: Plan, parts: list[tuple[int, int]]) -> Iterator[Tally]:
    for first, count in parts:
        yield playout.play(plan, first, count)


def _in_workers(plan: Plan, parts: list[tuple[int, int]], jobs: int) -> Iterator[Tally]:
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    context.set_forkserver_preload([playout.__name__])
    with ProcessPoolExecutor(jobs, context, initializer=playout.let_the_parent_stop_us) as pool:
        try:
            for done in as_completed([pool.submit(playout.play, plan, *part) for part in parts]):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


def _print(written: dict[str, Any], plan: Plan) -> None:
    console = screen()
    console.print(
        Text.assemble(
            (f"{written['matches']} matches of {plan.game}", "bold"),
            f", {plan.seats} seats, {written['decisions']} decisions ({written['decisions_per_second']:,} a second), ",
            f"rounds: median {written['rounds']['median']:g}, 95 % within {written['rounds']['p95']:g}, ",
            f"capped: {written['capped']}",
        )
    )
    table = Table(box=None, padding=(0, 2), show_edge=False)
    for name in ("", "won", "of", "%"):
        table.add_column(name, justify="right" if name else "left")
    for seat, wins in enumerate(written["wins_by_seat"]):
        _row(table, f"Seat {seat + 1} ({plan.bots[seat]})", wins, written["matches"])
    texts = catalogue(given.game_of(plan.game), "en")
    for group in [name for name in written if name.startswith("wins_by_") and name != "wins_by_seat"]:
        if len(written[group]) < 2:
            continue
        table.add_section()
        for word, counts in written[group].items():
            known = texts.get(f"{group.removeprefix('wins_by_')}.{word}", word)
            _row(table, known, counts["wins"], counts["played"])
    console.print(table)
    sys.stdout.flush()


def _row(table: Table, name: str, wins: int, played: int) -> None:
    table.add_row(name, str(wins), str(played), f"{100 * wins / played:.1f}")
