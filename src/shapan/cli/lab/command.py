"""`shapan lab`: the commands, and what they share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App, Parameter

from shapan.cli import arguments
from shapan.cli.errors import UsageError, did_you_mean
from shapan.installing import installing_extra
from shapan.lab import workers
from shapan.lab.errors import LabError
from shapan.lab.plan import Plan

if TYPE_CHECKING:
    from shapan.lab.run import Engine

COMMANDS = {
    "run": ("shapan.cli.lab.run:run", "Let bots play many matches and keep a row of each in a folder."),
    "ladder": ("shapan.cli.lab.ladder:ladder", "Let bots play each other in every order and tell how strong they are."),
    "balance": ("shapan.cli.lab.balance:balance", "Play until it is clear whether all win fairly, or two sets alike."),
    "fit": ("shapan.cli.lab.fit:fit", "Find how much what a game weighs of a table tells of who wins."),
    "report": ("shapan.cli.lab.report:report", "Write a page about the results in a folder, with figures."),
    "match": ("shapan.cli.lab.match:match", "Play one match of a run again, as a file to be watched in the browser."),
    "export": ("shapan.cli.lab.export:export", "Write decisions of bots as a data set for learning programs."),
}

lab = App(
    name="lab",
    help="The laboratory: many matches of bots, on all cores, kept as tables.",
    default_parameter=Parameter(negative=(), show_default=False),
    help_format="plaintext",
)
for _name, (_path, _help) in COMMANDS.items():
    lab.command(_path, name=_name, help=_help)

ENGINES = ("local", "ray")


def needs(*packages: str) -> None:
    """Complain of packages that are not installed."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise UsageError(f"this needs {' and '.join(missing)}, which is not installed: {installing_extra('lab')}")


def engine_of(name: str, jobs: int, cluster: str | None) -> Engine:
    """Return who plays."""
    arguments.jobs_of(jobs)
    if name == "ray":
        needs("ray")
        from shapan.lab.cluster import Cluster

        return lambda task, plan: Cluster(task, plan, jobs, cluster or os.environ.get("RAY_ADDRESS", ""))
    if cluster is not None:
        raise UsageError("--cluster is for --engine ray")
    if name == "local":
        return lambda task, plan: workers.local(task, plan, jobs)
    raise UsageError(f"--engine: {name!r} is not one of {', '.join(ENGINES)}{did_you_mean(name, ENGINES)}")


def place_of(out: Path | None, plan: Plan) -> Path:
    """Return the folder of a run: the one given, or one in this folder that is named by game and plan."""
    return (out or Path(f"{plan.game}-{plan.digest()[:8]}")).expanduser()


@contextmanager
def faults(place: Path, plan: Plan) -> Iterator[None]:
    """Turn what is in the way into a complaint, and say after an interrupt that what is finished is kept."""
    try:
        with stopped(place):
            yield
    except LabError as fault:
        raise UsageError(str(fault)) from None


@contextmanager
def unfinished(what: str) -> Iterator[None]:
    """Say after an interrupt that something was not written."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"shapan: stopped; {what} is not written, and the same command begins it again", file=sys.stderr)
        raise


@contextmanager
def stopped(place: Path) -> Iterator[None]:
    """Say after an interrupt that what is finished is kept."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"shapan: stopped; what is finished is kept in {place}, and the same command goes on", file=sys.stderr)
        raise
