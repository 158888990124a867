"""Who is likely to win: the chance of the humans from what lies on the table (section 10), and so of every seat.

The weights are a logit fitted to the beginnings of turns, so a table is judged best when a turn has just begun.
"""

from __future__ import annotations

import itertools
from typing import Final

from shapan.engine.judgement import read_judgement
from shapan.games.battlestar import names
from shapan.games.battlestar.bots.mind import CYLONS
from shapan.games.battlestar.initial_state import new_state
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.rules.jump import KOBOL_DISTANCE
from shapan.games.battlestar.ruleset import resolve_options, ruleset
from shapan.games.battlestar.state import Battlestar

STEPS: Final[tuple[int, ...]] = (1, 2, 4, 12)
"""Between these values of a dial each point weighs the same."""
A_JUMP: Final = 2.3
"""The distance of a jump on average: a space of the jump track is a fifth of it."""
FTL_TOKEN: Final = names.DAMAGED_LOCATIONS.index(names.FTL_CONTROL)


def weighed(table: Battlestar, hidden: float, to_come: float) -> dict[str, float]:
    """Return what is weighed for the humans: of Cylons, how many hide, or may be expected to, and are to come.

    By name; with + or - what can only help or only harm them.
    """
    arrived = float(table.distance >= KOBOL_DISTANCE)
    way = min(float(KOBOL_DISTANCE), table.distance + A_JUMP * table.track / 5)
    damaged = table.damage_on.cards
    exposed = 0
    for area, raiders in enumerate(table.raiders):
        guards = table.vipers[area] + len(table.pilots_in(area))
        exposed += min(max(0, raiders - 2 * guards), len(table.civilians[area]))
    revealed = sum(table.revealed)
    humans = table.humans()
    cards = sum(min(10, len(table.hands[seat])) for seat in humans) / 10
    return {
        "one": 1.0,
        **{
            f"+{dial} {low} to {high}": min(1.0, max(0.0, (value - low) / (high - low)))
            for dial, value in zip(names.DIALS, table.dials, strict=True)
            for low, high in itertools.pairwise(STEPS)
        },
        "+way": way / KOBOL_DISTANCE,
        "+way over 4": max(0.0, way - 4) / 4,
        "+distance 8": arrived,
        "+jump track of the last jump": table.track / 5 * arrived,
        **{f"-centurions on {space}": float(number) for space, number in enumerate(table.boarding, 1)},
        "-damaged": len(damaged) / 6,
        "-5 damaged": float(len(damaged) >= 5),
        "-FTL Control damaged": float(FTL_TOKEN in damaged),
        "-raiders": sum(table.raiders) / 4,
        "-heavy raiders": sum(table.heavies) / 2,
        "-civilian ships exposed": float(exposed),
        "+vipers at hand": min(3, table.reserves()) / 3,
        "+nukes": table.nukes / 2,
        "cards": cards,
        "cards squared": cards * cards / 3,
        "cards for each human": cards / max(1, len(humans)),
        "-revealed": float(revealed),
        "second revealed": float(revealed >= 2),
        "-hidden": hidden,
        "-Cylons to come": to_come,
        "-in the Brig": float(table.at.count(names.BRIG)),
        "-in Sickbay": float(table.at.count(names.SICKBAY)),
        "turn of a Cylon": float(table.revealed[table.active]) if table.active >= 0 else 0.0,
        "turns": table.turn / 30,
        **{f"{seats} seats": float(table.seats == seats) for seats in (4, 5, 6)},
    }


FEATURES: Final = tuple(weighed(new_state(ruleset(resolve_options({}, 3), 3), 3), 0.0, 0.0))
JUDGEMENT: Final = read_judgement("shapan.games.battlestar", FEATURES)


def opposed(row: list[float]) -> list[float]:
    """Return for the Cylons what is weighed for the humans."""
    return [-value for value in row]


def features(state: Battlestar) -> list[list[float]]:
    """Return what is weighed of a state, where sides are known, for every seat."""
    cylons = [is_cylon(state, seat) for seat in range(state.seats)]
    to_come = 0.0 if state.sleeper_done else max(0.0, float(CYLONS[state.seats] - sum(cylons)))
    humans = list(weighed(state, float(sum(cylons) - sum(state.revealed)), to_come).values())
    return [opposed(humans) if cylon else humans for cylon in cylons]


def evaluate(view: Battlestar, seat: int) -> float:
    """Return a seat's chance to win, from its view: half of the Cylons' cards are dealt before the sleeper phase."""
    cylon = is_cylon(view, seat)
    left = max(0.0, float(CYLONS[view.seats] - sum(view.revealed)))
    hidden = left if view.sleeper_done else left / 2
    hiding = cylon and not view.revealed[seat]
    humans = list(weighed(view, max(1.0, hidden) if hiding else hidden, left - hidden).values())
    return JUDGEMENT.chances([opposed(humans) if cylon else humans], independent=True)[0]
