"""Measure how often a person alone wins, and find the levels of bots that give him a chance; into `odds.toml`.

uv run python bench/odds.py battlestar planet_masters --write    # about a quarter of an hour on one core

The person's seat is the first one and is played by `greedy`; of the other seats' answers some are left to chance, with
sides in secret only those of seats that oppose the side which is aimed at. How many is found by trying
some and reading between them; the figures that are kept are of other matches than those.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any

from shapan.bots import find, policy
from shapan.bots.bot import Bot
from shapan.bots.odds import CHANCES, FILE, Measured, OddsBot, Share, odds_of
from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game
from shapan.engine.registry import find as game_called
from shapan.engine.table import PolicyTable

GAMES = Path(__file__).resolve().parent.parent / "src" / "shapan" / "games"
PERSON = 0
NEAR = 4.0
"""So far from its chance a level may be."""
STEPS = (0, 10, 20, 35, 50, 65, 80, 100)
"""Percentages of answers left to chance that are tried."""
AIMED = {"battlestar": ("human", "cylon")}
"""Of games with sides: the side which is aimed at, and the one whose bots may be weaker."""

Result = tuple[bool, str]
"""Whether the person won, and on which side he was at the end."""


def play(game: Game[Any], seats: int, careless: dict[str, int], label: bytes, number: int) -> Result:
    """Play one match."""
    state = game.start({}, seats, derive(b"odds", label, seats, number))
    bots: dict[int, Bot] = dict.fromkeys(range(seats), OddsBot("odds", 0, careless))
    bots[PERSON] = find("greedy")
    game.play_out(state, PolicyTable(state, policy(game, bots, Stream(derive(b"bots", label, seats, number)))))
    outcome = game.outcome(state)
    assert outcome is not None
    return PERSON in outcome.winners, game.side(game.view(state, PERSON), PERSON)


def results(game: Game[Any], seats: int, careless: dict[str, int], label: bytes, matches: int) -> list[Result]:
    """Play many matches."""
    return [play(game, seats, careless, label, number) for number in range(matches)]


def share_of(found: Sequence[Result], side: str) -> Share:
    """Return how often the person won on a side, with its 95 % Wilson interval."""
    won = [won for won, on in found if on == side]
    count, z = max(1, len(won)), 1.96
    share = sum(won) / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    low, high = (round(100 * max(0.0, min(1.0, end)), 1) for end in (middle - half, middle + half))
    return Share(side, round(100 * share, 1), low, high, len(won))


def levels(game: Game[Any], percent: int) -> dict[str, int]:
    """Return how many answers each side leaves to chance."""
    if game.name not in AIMED:
        return {"": percent}
    aimed, weaker = AIMED[game.name]
    return {aimed: 0, weaker: percent}


def curve(game: Game[Any], seats: int, tries: int) -> list[tuple[int, float]]:
    """Return how often the person wins by how many answers are left to chance: never less often with more of them."""
    side = AIMED.get(game.name, ("",))[0]
    found = [[share_of(results(game, seats, levels(game, percent), b"search", tries), side).won] for percent in STEPS]
    pooled: list[list[float]] = []
    for values in found:  # neighbours in the wrong order are chance: they share their mean
        pooled.append(values)
        while len(pooled) > 1 and mean(pooled[-2]) > mean(pooled[-1]):
            last = pooled.pop()
            pooled[-1] = pooled[-1] + last
    smooth = [mean(values) for values in pooled for _ in values]
    return list(zip(STEPS, smooth, strict=True))


def level_for(points: Sequence[tuple[int, float]], chance: int) -> int:
    """Return how many answers are to be left to chance so that the person wins so often, as near as can be."""
    for (low, before), (high, after) in pairwise(points):
        if before <= chance <= after and after > before:
            return round(low + (high - low) * (chance - before) / (after - before))
    return points[0][0] if chance < points[0][1] else points[-1][0]


def measured(game: Game[Any], seats: int, chance: int, percent: int, matches: int) -> Measured:
    """Measure a level: of matches other than those it was found by."""
    found, careless = results(game, seats, levels(game, percent), b"kept", matches), levels(game, percent)
    row = Measured(seats, chance, careless, [share_of(found, side) for side in AIMED.get(game.name, ("",))])
    print(game.name, row, file=sys.stderr, flush=True)
    return row


def all_of(game: Game[Any], tries: int, matches: int) -> list[Measured]:
    """Find and measure the levels for each number of seats and each chance."""
    rows = []
    for seats in range(game.least_seats, game.most_seats + 1):
        points = curve(game, seats, tries)
        rows.append(measured(game, seats, 0, 0, matches))
        rows += [measured(game, seats, chance, level_for(points, chance), matches) for chance in CHANCES]
    return rows


def mended(game: Game[Any], rows: Sequence[Measured], matches: int) -> list[Measured]:
    """Measure those again that miss their chance, with levels moved by what the others of their table say."""
    made = []
    for row in rows:
        aim = row.shares[0]
        if row.chance and abs(aim.won - row.chance) > NEAR:
            known = [(sum(one.careless.values()), one.shares[0].won) for one in rows if one.seats == row.seats]
            (low, before), (high, after) = min(known), max(known)
            slope = max(0.2, (after - before) / max(1, high - low))
            percent = round(sum(row.careless.values()) + (row.chance - aim.won) / slope)
            made.append(measured(game, row.seats, row.chance, min(100, max(0, percent)), matches))
        else:
            made.append(row)
    return made


def written(rows: Sequence[Measured], command: str) -> str:
    """Return the data file."""
    lines = [
        "# How often a person alone wins, by what he has chosen: measured, not computed.",
        f"# Made by: {command}",
        "# and once more with --mend; how many matches were played stands in each row.",
        "# `greedy` sat in the person's seat; docs/how-to/offer-fair-odds.md tells more.",
    ]
    for row in rows:
        careless = ", ".join(f'"{side}" = {percent}' for side, percent in row.careless.items())
        lines += ["", "[[odds]]", f"seats = {row.seats}", f"chance = {row.chance}", f"careless = {{ {careless} }}"]
        lines.append("shares = [")
        for one in row.shares:
            words = f'side = "{one.side}", won = {one.won}, low = {one.low}, high = {one.high}'
            lines.append(f"    {{ {words}, matches = {one.matches} }},")
        lines.append("]")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+")
    parser.add_argument("--matches", type=int, default=500, help="that are kept, for each number of seats and chance")
    parser.add_argument("--tries", type=int, default=150, help="for each percentage that is tried")
    parser.add_argument("--mend", action="store_true", help="measure only again what misses its chance in the file")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {FILE} of the games")
    arguments = parser.parse_args()
    for name in arguments.games:
        game = game_called(name)
        odds = odds_of(game)
        if arguments.mend and odds is not None:
            rows = mended(game, odds.odds, arguments.matches)
        else:
            rows = all_of(game, arguments.tries, arguments.matches)
        command = f"uv run python bench/odds.py {name} --write"
        text = written(rows, command)
        print(text)
        if arguments.write:
            (GAMES / name / FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
