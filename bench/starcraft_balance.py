"""Measure greedy play of StarCraft and hold it against section 10 of the spec; prints Markdown tables.

uv run python bench/starcraft_balance.py --write    # into docs/reference/starcraft-balance.md

`--matches` are for 2, 3, 4, 5 and 6 seats; match i has the same chance however many are played. Those in which Aldaris
plays are played again under the official rule of his (2 and 3 seats) and without special victories (2 seats).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from balance import BEGIN, END, REFERENCE, counts_of, parser, percent, played, quantiles, row, share
from page import put
from starcraft_battles import PAIRINGS, TIERS, Fought, fight

from shapan.bots import find, policy
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.starcraft import names
from shapan.games.starcraft.game import GAME

SEATS = range(2, 7)
RULES: dict[str, dict[str, str]] = {
    "seed": {},
    "official": {"aldaris_rule": "official"},
    "no_specials": {"special_victories": "off"},
}
"""Options by the name of a set of rules; the first are those of all matches, the others of those with Aldaris."""
BESIDE: dict[str, tuple[int, ...]] = {"official": (2, 3), "no_specials": (2,)}
"""With how many seats matches are played again under the other rules."""
SAID = {"seed": "default rules", "official": "`aldaris_rule` official", "no_specials": "`special_victories` off"}
SPEC_ROUNDS = "6 to 9"
SPEC_BATTLES = {
    ("terran", "protoss"): ("60 / 66", "42 / 57", "47 / 48", "48 / 55"),
    ("terran", "zerg"): ("58 / 57", "48 / 54", "61 / 57", "56 / 56"),
    ("protoss", "zerg"): ("58 / 47", "49 / 47", "64 / 57", "57 / 51"),
}
"""By pairing, for the three tiers and for all: the better trade and the area held, in percent."""
ENDS = ("normal", "special", "end_game", "elimination")
PAGE = REFERENCE / "starcraft-balance.md"


class Played(NamedTuple):
    """A match: its last round, how it ended, who won, the factions and the points by seat."""

    rounds: int
    result: str
    winners: list[int]
    factions: list[int]
    points: list[int]


Job = tuple[str, int, int]
"""Name of the rules, seats, number."""


def play(job: Job) -> Played:
    """Play one match; factions come by chance."""
    rules, seats, number = job
    options = {"faction_choice": "random", **RULES[rules]}
    state = GAME.start(options, seats, derive(b"balance", seats, number))
    bots = dict.fromkeys(range(seats), find("greedy"))
    GAME.play_out(state, PolicyTable(state, policy(GAME, bots, Stream(derive(b"bots", seats, number)))))
    outcome = GAME.outcome(state)
    assert outcome is not None
    return Played(state.round, outcome.result, list(outcome.winners), list(state.factions), list(state.points))


def won(matches: Sequence[Played], faction: int) -> float:
    """Return how many matches a faction has won; winners together have each their part."""
    return sum(1 / len(match.winners) for match in matches for seat in match.winners if match.factions[seat] == faction)


def there(matches: Sequence[Played], faction: int) -> list[Played]:
    """Return the matches in which a faction plays."""
    return [match for match in matches if faction in match.factions]


def seat_rows(found: Mapping[int, Sequence[Played]]) -> list[str]:
    """Return for each number of seats length, ends, and wins by seat."""
    rows = []
    for seats, matches in found.items():
        count = len(matches)
        if not count:
            continue
        length = quantiles([match.rounds for match in matches])
        ends = [percent(sum(match.result == end for match in matches), count) for end in ENDS]
        wins = [
            share(sum(1 / len(match.winners) for match in matches if seat in match.winners), count)
            for seat in range(seats)
        ]
        rows.append(row(seats, count, length, SPEC_ROUNDS, *ends, ", ".join(wins)))
    return rows


def faction_rows(found: Mapping[int, Sequence[Played]]) -> list[str]:
    """Return the wins of each faction as a multiple of its fair share, by number of seats."""
    rows = []
    for faction, name in enumerate(names.FACTIONS):
        cells = []
        for seats in SEATS:
            with_it = there(found[seats], faction)
            cells.append(share(won(with_it, faction), len(with_it), seats))
        rows.append(row(name, *cells))
    return rows


def end_rows(found: Mapping[int, Sequence[Played]]) -> list[str]:
    """Return by faction, over all numbers of seats, how it wins, and its points at the end."""
    matches, rows = [match for by_seats in found.values() for match in by_seats], []
    for faction, name in enumerate(names.FACTIONS):
        with_it = there(matches, faction)
        wins = [match for match in with_it if any(match.factions[seat] == faction for seat in match.winners)]
        ends = [percent(sum(match.result == end for match in wins), len(wins)) for end in ENDS]
        points = sum(match.points[match.factions.index(faction)] for match in with_it) / max(1, len(with_it))
        rows.append(row(name, len(wins), *ends, f"{points:.1f}"))
    return rows


def aldaris_rows(found: Mapping[str, Mapping[int, Sequence[Played]]]) -> list[str]:
    """Return what Aldaris wins in the same matches under each set of rules."""
    rows = []
    for rules, by_seats in found.items():
        cells = []
        for seats in BESIDE["official"]:
            matches = there(by_seats[seats], names.ALDARIS)
            cells.append(share(won(matches, names.ALDARIS), len(matches), seats))
        rows.append(row(SAID[rules], *cells))
    return rows


def battle_rows(fought: Mapping[Any, Fought]) -> list[str]:
    """Return by pairing what battles of equal cost come to: the better trade and the area held, beside the spec."""
    rows = []
    for pairing in PAIRINGS:
        by_tier = [
            [one for (first, second, level, _), one in fought.items() if (first, second) == pairing and level == tier]
            for tier in range(len(TIERS))
        ]
        cells = []
        for place, battles in enumerate([*by_tier, [one for tier in by_tier for one in tier]]):
            shown = [percent(sum(one[what] for one in battles), len(battles)) for what in (0, 1)]
            cells += [" / ".join(shown), SPEC_BATTLES[pairing][place]]
        rows.append(row(" against ".join(pairing), *cells))
    return rows


def main() -> None:
    """Play all matches and battles, print the tables, and put them into the page."""
    flags = parser(PAGE, "1000")
    flags.add_argument("--battles", type=int, default=700, help="for each pairing and tier")
    arguments = flags.parse_args()
    counts, keep, processes = counts_of(arguments.matches, SEATS), arguments.keep, arguments.jobs
    found: dict[str, dict[int, list[Played]]] = {}
    for rules in RULES:
        jobs = [
            (rules, seats, number)
            for seats in SEATS
            for number in range(counts[seats])
            if rules == "seed" or (seats in BESIDE[rules] and names.ALDARIS in found["seed"][seats][number].factions)
        ]
        kept = played(jobs, play, lambda match: Played(*match), keep, processes)
        found[rules] = {seats: [kept[job] for job in jobs if job[1] == seats] for seats in SEATS}
    battles = [
        (*pairing, tier, number)
        for pairing in PAIRINGS
        for tier in range(len(TIERS))
        for number in range(arguments.battles)
    ]
    beside = keep.with_suffix(".battles" + keep.suffix) if keep else None
    fought = played(battles, fight, lambda one: Fought(*one), beside, processes)
    plain = found["seed"]
    text = "\n".join([
        HEAD, *seat_rows(plain), FACTIONS_HEAD, *faction_rows(plain), ENDS_HEAD, *end_rows(plain),
        ALDARIS_HEAD, *aldaris_rows(found), BATTLES_HEAD.format(number=arguments.battles), *battle_rows(fought),
    ])  # fmt: skip
    print(text)
    if arguments.write:
        put(PAGE, BEGIN, END, text)


HEAD = """All seats are `greedy`, factions come by chance. Shares have 95 % intervals (Wilson); beside measured figures
stand those of the spec (section 10). Made by `uv run python bench/starcraft_balance.py --write`.

| seats | matches | rounds p10 / median / p90 | spec | % by points | % special | % end of the events | % elimination \
| share of wins by seat |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

FACTIONS_HEAD = """
Wins of a faction as a multiple of its fair share (0.6 to 1.4 is asked for).

| faction | 2 seats | 3 seats | 4 seats | 5 seats | 6 seats |
| --- | --- | --- | --- | --- | --- |"""

ENDS_HEAD = """
How a faction wins, all numbers of seats together.

| faction | wins | % by points | % special | % end of the events | % elimination | points at the end, mean |
| --- | --- | --- | --- | --- | --- | --- |"""

ALDARIS_HEAD = """
Aldaris in the same matches under other rules, as a multiple of the fair share.

| rules | 2 seats | 3 seats |
| --- | --- | --- |"""

BATTLES_HEAD = """
Battles of armies of equal cost, {number} for each pairing and tier, each race attacking in half of them. Shown is for
the first race the share of battles with the better trade (cost destroyed against cost lost, a draw counts half) /
the share in which it holds the area, in percent, each beside the spec's.

| pairing | tier 1 (cost 4, 6) | spec | tier 2 (8, 10) | spec | tier 3 (12, 14) | spec | all | spec |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

if __name__ == "__main__":
    main()
