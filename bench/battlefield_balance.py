"""Compare greedy play of Battlefield with the figures of the spec (section 10.1); prints Markdown tables.

uv run python bench/battlefield_balance.py --write    # into docs/reference/battlefield-balance.md

`--matches` are for each preset with 2, 3, 4, 5 and 6 seats; match i has the same chance however many are played.
"""

from __future__ import annotations

from typing import NamedTuple

from balance import BEGIN, END, REFERENCE, counts_of, parser, percent, played, quantiles, row, share
from page import put

from shapan.bots import find, policy
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.battlefield import names
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.ruleset import PRESETS

SEATS = range(2, 7)
SPEC_ROUNDS = {2: "7 / 13 / 24", 3: "8 / 14 / 27", 4: "10 / 17 / 30", 5: "13 / 21 / 40", 6: "14 / 25 / 40"}
SPEC_ENDS = {2: "96 / – / 4", 3: "92 / 1.4 / 6", 4: "83 / 2.4 / 15", 5: "81 / 3 / 16", 6: "71 / 3 / 26"}
SPEC_SEATS = {
    2: ".54 .46", 3: ".41 .33 .27", 4: ".33 .28 .21 .18", 5: ".27 .23 .20 .15 .14", 6: ".24 .20 .14 .15 .16 .12"
}  # fmt: skip
SPEC_FACTIONS = {
    "free_cities": (1.27, 1.24, 1.32), "drift_fleet": (0.95, 1.11, 1.22), "northern_bastion": (0.85, 1.07, 1.15),
    "sky_league": (1.02, 1.04, 1.06), "verdant_pact": (1.03, 1.03, 0.97), "dawn_mandate": (1.03, 1.03, 0.95),
    "crimson_legion": (1.06, 0.93, 0.92), "iron_federation": (1.01, 0.92, 0.90), "machine_synod": (1.00, 0.97, 0.89),
    "shadow_bureau": (0.94, 0.88, 0.88), "golden_consortium": (0.88, 0.84, 0.87), "black_sun_order": (0.99, 0.96, 0.86),
}  # fmt: skip
"""Wins as a multiple of the fair share, with 2, 3 and 4 players."""
GOALS = ("conquest", "just_world", "round_limit", "nuclear_doomsday")
PAGE = REFERENCE / "battlefield-balance.md"


class Played(NamedTuple):
    """A match: its last round, how it ended, who won (-1: shared), the factions by seat."""

    rounds: int
    goal: str
    winner: int
    factions: list[int]


def play(job: tuple[str, int, int]) -> Played:
    """Play one match; factions are dealt one to a seat, so that none is left out for another."""
    preset, seats, number = job
    options = {"preset": preset, "factions_dealt": 1, "ask_empty_windows": "off"}
    state = GAME.start(options, seats, derive(b"balance", seats, number))
    bots = dict.fromkeys(range(seats), find("greedy"))
    GAME.play_out(state, PolicyTable(state, policy(GAME, bots, Stream(derive(b"bots", seats, number)))))
    outcome = GAME.outcome(state)
    assert outcome is not None
    winner = outcome.winners[0] if len(outcome.winners) == 1 else -1
    return Played(state.round, str(GAME.reason(state)["goal"] or "draw"), winner, list(state.factions))


def seat_rows(preset: str, found: dict[int, list[Played]]) -> list[str]:
    """Return the rows of a preset: length, ends, wins by seat, each beside the figure of the spec."""
    rows = []
    for seats, matches in found.items():
        count = len(matches)
        if not count:
            continue
        length = quantiles([match.rounds for match in matches])
        ends = " / ".join(percent(sum(match.goal == goal for match in matches), count) for goal in GOALS)
        wins = ", ".join(share(sum(match.winner == seat for match in matches), count) for seat in range(seats))
        spec = SPEC_ROUNDS[seats], SPEC_ENDS[seats], SPEC_SEATS[seats]
        rows.append(row(preset, seats, count, length, spec[0], ends, spec[1], wins, spec[2]))
    return rows


def faction_rows(found: dict[str, dict[int, list[Played]]]) -> list[str]:
    """Return the rows of the factions: their wins as a multiple of the fair share, both presets together."""
    rows = []
    for number, name in enumerate(names.FACTIONS):
        cells = []
        for seats in SEATS:
            matches = [match for by_seats in found.values() for match in by_seats[seats]]
            there = sum(number in match.factions for match in matches)
            won = sum(match.winner >= 0 and match.factions[match.winner] == number for match in matches)
            cells.append(share(won, there, seats))
            if seats <= 4:
                cells.append(f"{SPEC_FACTIONS[name][seats - 2]:.2f}")
        rows.append(row(name, *cells))
    return rows


def tables(found: dict[str, dict[int, list[Played]]]) -> str:
    """Return both tables."""
    rows = [line for preset, by_seats in found.items() for line in seat_rows(preset, by_seats)]
    return "\n".join([HEAD, *rows, FACTIONS_HEAD, *faction_rows(found)])


def main() -> None:
    """Play all matches, print the tables, and put them into the page."""
    arguments = parser(PAGE, "1000").parse_args()
    counts = counts_of(arguments.matches, SEATS)
    jobs = [(preset, seats, number) for seats in SEATS for preset in PRESETS for number in range(counts[seats])]
    kept = played(jobs, play, lambda match: Played(*match), arguments.keep, arguments.jobs)
    found: dict[str, dict[int, list[Played]]] = {preset: {seats: [] for seats in SEATS} for preset in PRESETS}
    for preset, seats, number in jobs:
        found[preset][seats].append(kept[preset, seats, number])
    text = tables(found)
    print(text)
    if arguments.write:
        put(PAGE, BEGIN, END, text)


HEAD = """All seats are `greedy`, each is dealt one faction (`factions_dealt` 1), so that all factions come up alike.
Shares have 95 % intervals (Wilson). Beside each figure stands that of the spec: of another program, with random-greedy
players, under `balanced` rules but for details (10.1). Made by `uv run python bench/battlefield_balance.py --write`.

| preset | seats | matches | rounds p10 / median / p90 | spec | % conquest / Just World / round limit / Doomsday \
| spec (first three) | share of wins by seat | spec |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

FACTIONS_HEAD = """
Wins of a faction as a multiple of its fair share, both presets together.

| faction | 2 seats | spec | 3 seats | spec | 4 seats | spec | 5 seats | 6 seats |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

if __name__ == "__main__":
    main()
