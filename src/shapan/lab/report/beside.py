"""Sets of rules beside each other, for the page about a balance test and for the terminal."""

from __future__ import annotations

from pathlib import Path

from shapan.lab.report.parts import Table
from shapan.lab.report.wording import Wording
from shapan.lab.results import ends_of, load, summary
from shapan.lab.shares import SEAT


def beside(sets: list[str], place: Path, wording: Wording) -> Table:
    """Return the sets in columns beside each other: how long, how many decisions, how matches end, who wins."""
    say = wording.say
    found = [load(place / f"set{number}") for number in range(1, len(sets) + 1)]
    sums = [summary(results) for results in found]
    ends = [ends_of(results) for results in found]
    rows = [
        [say("beside_decisions"), *(f"{one['decisions'] / one['matches']:.1f}" for one in sums)],
        [say("beside_half"), *(f"{one['rounds']['median']:g}" for one in sums)],
        [say("beside_most"), *(f"{one['rounds']['p95']:g}" for one in sums)],
    ]
    for result in sorted({result for one in ends for result in one}):
        shares = (wording.percent(one.get(result, 0) / sum(one.values())) for one in ends)
        rows.append([say("beside_end", result=wording.result(result)), *shares])
    for seat in range(sums[0]["seats"]):
        shares = (wording.percent(one["wins_by_seat"][seat] / one["matches"]) for one in sums)
        rows.append([say("beside_wins", name=wording.word(SEAT, str(seat))), *shares])
    return Table(say("beside"), ["", *(wording.rules(name) for name in sets)], rows)
