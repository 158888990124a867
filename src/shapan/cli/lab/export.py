"""`shapan lab export`: decisions of bots as a data set for learning programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

from shapan.cli import given
from shapan.cli.bar import bar
from shapan.cli.complaint import Complaint, near
from shapan.cli.lab.command import needs
from shapan.engine import registry
from shapan.lab.fault import Fault
from shapan.lab.plan import Plan
from shapan.lab.workers import local

FORMATS = ("parquet", "npz")


def export(
    source: str,
    /,
    *,
    matches: int | None = None,
    bots: str | None = None,
    seats: given.Seats = None,
    seed: str | None = None,
    option: given.RulesOptions = (),
    variant: given.VariantFile = None,
    format: str = "parquet",  # noqa: A002 - the name of the option
    jobs: given.Jobs = 0,
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
        Folder of the data set, a new one; without it one here that is named by game and plan.

    """
    needs("polars", "numpy")
    if format not in FORMATS:
        raise Complaint(f"--format: {format!r} is not one of {', '.join(FORMATS)}{near(format, FORMATS)}")
    given.jobs_of(jobs)
    folder = Path(source)
    if folder.is_dir() and ((folder / "plan.json").exists() or source not in registry.games()):
        extra = {"--bots": bots, "--seats": seats, "--seed": seed, "--option": option, "--variant": variant}
        for name, value in extra.items():
            if value:
                raise Complaint(f"{name} is for a game; {source} is a folder, and its plan says what is played")
        plan = _plan_of(folder, matches)
    else:
        number = 100 if matches is None else matches
        plan = given.plan_of(source, bots or "greedy", seats, number, seed or "1", option, variant)
    place = (out or Path(f"{plan.game}-data-{plan.digest()[:8]}")).expanduser()
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise Complaint(f"{place}: there is something else already; name a new folder")
    try:
        rows = _write(plan, place, format, jobs)
    except Fault as fault:
        raise Complaint(str(fault)) from None
    print(f"{rows} decisions of {plan.matches} matches are in {place}; dataset.json there says what the columns are")


def _plan_of(folder: Path, matches: int | None) -> Plan:
    from shapan.lab import results
    from shapan.lab.again import plan_of

    try:
        plan, kept = plan_of(folder), results.load(folder).count
    except Fault as fault:
        raise Complaint(str(fault)) from None
    number = kept if matches is None else matches
    if not 1 <= number <= kept:
        raise Complaint(f"--matches: {number} is not 1..{kept}; {folder} has {kept} matches")
    return replace(plan, matches=number)


def _write(plan: Plan, place: Path, kind: str, jobs: int) -> int:
    """Play, write a part for every so many matches, and then what they are. Return the number of decisions."""
    from shapan.cli.lab import dataset

    task = dataset.parquet if kind == "parquet" else dataset.npz
    size = dataset.MATCHES
    parts = ceil(plan.matches / size)
    rows = [0] * parts
    place.mkdir(parents=True, exist_ok=True)
    unplayed = [(first, min(size, plan.matches - first)) for first in range(0, plan.matches, size)]
    with bar(plan.game, plan.matches) as progress, local(task, plan, min(jobs, parts) if jobs else 0) as workers:
        there = 0
        progress(0)
        while unplayed or workers.busy:
            while unplayed and workers.busy < workers.ahead:
                workers.start(*unplayed.pop(0))
            for done in workers.finished():
                part = done.first // size
                rows[part], packed = done.value
                (place / f"part-{part:05d}.{kind}").write_bytes(packed)
                there += done.count
                progress(there)
    text = json.dumps(_said(plan, kind, rows), ensure_ascii=False, indent=2) + "\n"
    (place / "dataset.json").write_text(text, encoding="utf-8")
    return sum(rows)


def _said(plan: Plan, kind: str, rows: Sequence[int]) -> dict[str, Any]:
    from shapan.cli.lab.dataset import SCHEMA, setting_of

    setting = setting_of(plan)
    return {
        "schema": SCHEMA,
        "format": kind,
        "environment": setting.id,
        "plan": plan.write(),
        "decisions": sum(rows),
        "parts": [{"file": f"part-{part:05d}.{kind}", "decisions": count} for part, count in enumerate(rows)],
        "observation": setting.observation.names(),
        "actions": setting.index.names,
    }
