"""`shapan lab fit --rounds`: a judgement fitted several times over, each time to matches of who goes by the last."""

from __future__ import annotations

import json
import shutil
from hashlib import blake2b
from pathlib import Path

from shapan.cli.bar import bar
from shapan.cli.errors import UsageError
from shapan.cli.lab.command import stopped
from shapan.engine.judgement import FILE
from shapan.lab.errors import LabError
from shapan.lab.judgement_rounds import IN_USE, Record, Rounds, Setup, against, searches
from shapan.lab.plan import plain
from shapan.lab.sequential import FAIR, LESS, MORE, OPEN

VERDICTS = {
    MORE: "kept",
    FAIR: "not kept: within five points of half",
    LESS: "not kept: less than half",
    OPEN: "not kept: more pairs would have to tell",
}


def fit_in_rounds(setup: Setup, rounds: int, out: Path | None, jobs: int, target: Path | None, as_json: bool) -> None:
    """Play the rounds, say what came of each, and put the best weights into the game if there is a file for them."""
    _check(setup)
    game = setup.plans[0].game
    digest = blake2b(plain(setup.write()).encode(), digest_size=4).hexdigest()
    place = (out or Path(f"{game}-rounds-{digest}")).expanduser()
    try:
        with stopped(place):
            course = Rounds(place, setup, jobs)
            for number in range(1, rounds + 1):
                with bar(f"{game}, round {number}", course.total()) as progress:
                    record = course.run(number, progress)
                if not as_json:
                    print("\n".join(lines_of(record)), flush=True)
    except LabError as fault:
        raise UsageError(str(fault)) from None
    best = course.best(rounds + 1)
    fitted = best not in ("", IN_USE)
    file = place / f"round{best}" / FILE if fitted else None
    if file and target:
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, target)
    if as_json:
        written = {"folder": str(place), **setup.write(), "rounds": course.records[:rounds], "best": best}
        print(json.dumps(written, ensure_ascii=False, indent=2))
    elif file is None:
        print("Nothing fitted has won more: the game plays as before")
    else:
        kept = f"in use from now on, in {target}" if target else "not in use: --write puts them into the game"
        print(f"The weights of round {best} are the best, in {file}; {kept}")


def _check(setup: Setup) -> None:
    """Raise UsageError for rounds that cannot be compared."""
    if not any(searches(name) for name in setup.names):
        raise UsageError("--rounds needs a bot that searches with a number of passes, such as --bots search:100,greedy")
    if setup.pairs < 1:
        raise UsageError(f"--pairs: {setup.pairs} is not 1 or more")
    if any(plan.seats < 2 for plan in setup.plans):
        raise UsageError("--seats: with one seat there is nobody to compare weights with")


def lines_of(record: Record) -> list[str]:
    """Return what came of a round, in plain lines."""
    losses = record["losses"]
    said = {"fitted": "fitted", "best": "best before", "in_use": "in use", "constant": "constant"}
    earlier, fade = record["earlier"], record["fade"]
    more = f", and {earlier:,} of earlier rounds, each round at {fade:g} of the next one's weight" if earlier else ""
    low, high = 100 * record["low"], 100 * record["high"]
    by_seats = ", ".join(f"{100 * share:.1f} % with {seats} seats" for seats, share in record["by_seats"].items())
    return [
        f"Round {record['round']}: {record['positions']:,} positions{more}",
        f"  log loss in the {record['held_out']:,} positions held out: "
        + ", ".join(f"{words} {losses[name]:.4f}" for name, words in said.items() if name in losses),
        f"  against {against(record)}: {100 * record['share']:.1f} % of {record['pairs']} pairs of matches "
        f"[{low:.1f}, {high:.1f}]" + (f" ({by_seats})" if len(record["by_seats"]) > 1 else ""),
        f"  {VERDICTS[record['verdict']]}",
    ]
