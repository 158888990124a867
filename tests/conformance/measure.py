"""What the runs of the kit cost and find, to set `sizes.toml` by.

    PYTHONPATH=tests uv run python -m conformance.measure usual [GAME ...]     or long
    PYTHONPATH=tests uv run python -m conformance.measure plants [GAME ...]

Of a run of a game: processor seconds, matches, decisions, and how many decisions would take twenty seconds. Of a plant:
at which decision it was found, of how many, and how often as much the run could have looked at.
"""

from __future__ import annotations

import sys
from functools import partial
from time import process_time

from conformance.plants import chance, knowledge, questions, rules, source, views
from conformance.plants.base import PLANTS, TOYS, shown
from conformance.sizes import kept
from shapan.engine.conformance import check
from shapan.engine.registry import games

MODULES = (chance, knowledge, questions, rules, source, views)
SECONDS = 20


def measure_games(kind: str, names: list[str]) -> None:
    for game in (*games().values(), *TOYS):
        if names and game.name not in names:
            continue
        before = process_time()
        report = kept(game, kind)
        spent = process_time() - before
        each = spent / max(1, report.decisions)
        print(
            f"{game.name:<16} {spent:7.1f} s  {report.matches:4} matches  {report.decisions:6} decisions"
            f"  {SECONDS / each:8.0f} in {SECONDS} s  {'passed' if report.passed else 'FAILED'}",
            flush=True,
        )


def measure_plants(names: list[str]) -> None:
    for plant in PLANTS:
        if plant.edits or (names and plant.game.name not in names):
            continue
        before = process_time()
        report = check(plant.make(plant.game), plant.matches, plant.decisions, until=partial(shown, plant))
        spent = process_time() - before
        found = any(shown(plant, failure) for failure in report.failures)
        times = min(plant.decisions / max(1, report.decisions), plant.matches / max(1, report.matches))
        room = "for certain" if plant.matches == 1 else f"{times:6.1f} times"
        print(
            f"{plant.id:<52} {spent:6.2f} s  match {report.matches:3} of {plant.matches:3}"
            f"  decision {report.decisions:4} of {plant.decisions:4}  {room if found else 'MISSED'}",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["plants"]:
        measure_plants(sys.argv[2:])
    elif sys.argv[1:2] in (["usual"], ["long"]):
        measure_games(sys.argv[1], sys.argv[2:])
    else:
        sys.exit(__doc__)
