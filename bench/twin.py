"""Is the program in C the same game? `python bench/twin.py [--write]`: random Planet Masters there and here, compared.

Decisions and rounds a match, matches at the turn limit, and wins by place in turn order, each with the difference and
its 95 % interval. With `--write` the table goes into docs/reference/performance.md.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

from page import put

from shapan.engine.chance import Stream, derive, key_of
from shapan.engine.registry import find
from shapan.engine.table import RandomTable

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "performance.md"
BEGIN, END = "<!-- twin: written by bench/twin.py --write -->", "<!-- end of the twin -->"


@dataclass
class Played:
    """What came of so many matches of one program; wins by place in turn order, the first player's first."""

    matches: int
    decisions: int = 0
    rounds: int = 0
    squares: int = 0
    caps: int = 0
    wins: list[int] = field(default_factory=list)


def there(program: Path, seats: int, matches: int, seed: int) -> Played:
    """Play in C."""
    words = [str(program), str(seats), str(matches), str(seed)]
    first, second = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    _, rounds, squares, caps, *wins = map(int, second.split())
    return Played(matches, int(first.split()[0]), rounds, squares, caps, wins)


def here(seats: int, matches: int, seed: int) -> Played:
    """Play on the engine."""
    game, rng = find("planet_masters"), Stream(f"twin {seed}")
    found, template = Played(matches, wins=[0] * seats), game.start({}, seats, seed)
    for number in range(matches):
        state = template.copy()
        state.chance.rekey(derive(key_of(seed), "twin", number))
        table = RandomTable(state, rng)
        game.play_out(state, table)
        outcome = game.outcome(state)
        assert outcome is not None
        found.decisions += table.decisions
        found.rounds += state.round
        found.squares += state.round**2
        if outcome.result == "cap":
            found.caps += 1
        else:
            found.wins[(outcome.winners[0] - state.first_player) % seats] += 1
    return found


def share_row(label: str, ours: tuple[int, int], theirs: tuple[int, int]) -> str:
    """Return a line that compares two shares, in percent."""
    one, two = ours[0] / ours[1], theirs[0] / theirs[1]
    half = 196 * sqrt(one * (1 - one) / ours[1] + two * (1 - two) / theirs[1])
    return f"{label} | {100 * one:.2f} | {100 * two:.2f} | {100 * (one - two):+.2f} ± {half:.2f} |"


def rows(seats: int, ours: Played, theirs: Played) -> list[str]:
    """Return the lines of one number of seats."""

    def variance(one: Played) -> float:
        return (one.squares / one.matches - (one.rounds / one.matches) ** 2) / one.matches

    one, two = (side.rounds / side.matches for side in (ours, theirs))
    half = 1.96 * sqrt(variance(ours) + variance(theirs))
    begun = f"| {seats} | "
    found = [
        f"{begun}decisions a match | {ours.decisions / ours.matches:.1f} | {theirs.decisions / theirs.matches:.1f} | |",
        f"{begun}rounds a match | {one:.2f} | {two:.2f} | {one - two:+.2f} ± {half:.2f} |",
        share_row(f"{begun}at the turn limit, %", (ours.caps, ours.matches), (theirs.caps, theirs.matches)),
    ]
    for place, (mine, other) in enumerate(zip(ours.wins, theirs.wins, strict=True), 1):
        label = f"{begun}won by number {place} in turn order, % of the won"
        found.append(share_row(label, (mine, sum(ours.wins)), (other, sum(theirs.wins))))
    return found


def main() -> None:
    """Play, print the table, and put it into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=20_000, help="of ours for each number of seats; of C ten times")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.name}")
    given = parser.parse_args()
    lines = [
        f"{given.matches:,} matches of ours and ten times as many of C for each number of seats, seed {given.seed}.",
        "",
        "| seats | what | ours | C | difference, 95 % |",
        "| ---: | --- | ---: | ---: | ---: |",
    ]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "planet_masters"
        source = ROOT / "bench" / "peers" / "planet_masters.c"
        subprocess.run(["cc", "-O3", "-o", str(program), str(source)], check=True)
        for seats in given.seats:
            ours = here(seats, given.matches, given.seed)
            lines += rows(seats, ours, there(program, seats, 10 * given.matches, given.seed))
    text = "\n".join(lines)
    print(text)
    if given.write:
        put(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    main()
