"""Who is likely to win: the chance of the humans from what lies on the table (section 10), and so of every seat.

The weights are a logit fitted to the beginnings of turns, so a table is judged best when a turn has just begun.
"""

from __future__ import annotations

import itertools
from typing import Final

from shapan.engine.judgement import read_judgement
from shapan.games.battlestar import names
from shapan.games.battlestar.bots.mind import CYLONS
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.rules.jump import KOBOL_DISTANCE
from shapan.games.battlestar.state import Battlestar

STEPS: Final[tuple[int, ...]] = (1, 2, 4, 12)
"""Between these values of a dial each point weighs the same."""
A_JUMP: Final = 2.3
"""The distance of a jump on average: a space of the jump track is a fifth of it."""
FTL_TOKEN: Final = names.DAMAGED_LOCATIONS.index(names.FTL_CONTROL)
FEATURES: Final[tuple[str, ...]] = (
    "one",
    *(
        f"+{dial} {low} to {high}"
        for dial in ("fuel", "food", "morale", "population")
        for low, high in itertools.pairwise(STEPS)
    ),
    "+way",
    "+way over 4",
    "+distance 8",
    "+jump track of the last jump",
    *(f"-centurions on {space}" for space in range(1, 5)),
    "-damaged",
    "-5 damaged",
    "-FTL Control damaged",
    "-raiders",
    "-heavy raiders",
    "-civilian ships exposed",
    "+vipers at hand",
    "+nukes",
    "cards",
    "cards squared",
    "cards for each human",
    "-revealed",
    "second revealed",
    "-hidden",
    "-Cylons to come",
    "-in the Brig",
    "-in Sickbay",
    "turn of a Cylon",
    "turns",
    "4 seats",
    "5 seats",
    "6 seats",
)
"""What is weighed, in this order, for the humans; with + or - what can only help or only harm them."""
JUDGEMENT: Final = read_judgement("shapan.games.battlestar", FEATURES)


def weighed(table: Battlestar, hidden: float, to_come: float) -> list[float]:
    """Return what is weighed for the humans: of Cylons, how many hide, or may be expected to, and are to come."""
    row = [1.0]
    for value in table.dials:
        for low, high in itertools.pairwise(STEPS):
            row.append(min(1.0, max(0.0, (value - low) / (high - low))))
    arrived = float(table.distance >= KOBOL_DISTANCE)
    way = min(float(KOBOL_DISTANCE), table.distance + A_JUMP * table.track / 5)
    row += [way / KOBOL_DISTANCE, max(0.0, way - 4) / 4, arrived, table.track / 5 * arrived]
    row += [float(number) for number in table.boarding]
    damaged = table.damage_on.cards
    row += [len(damaged) / 6, float(len(damaged) >= 5)]
    exposed = 0
    for area, raiders in enumerate(table.raiders):
        guards = table.vipers[area] + len(table.pilots_in(area))
        exposed += min(max(0, raiders - 2 * guards), len(table.civilians[area]))
    revealed = sum(table.revealed)
    humans = table.humans()
    cards = sum(min(10, len(table.hands[seat])) for seat in humans) / 10
    row += [
        float(FTL_TOKEN in damaged),
        sum(table.raiders) / 4,
        sum(table.heavies) / 2,
        float(exposed),
        min(3, table.reserves()) / 3,
        table.nukes / 2,
        cards,
        cards * cards / 3,
        cards / max(1, len(humans)),
        float(revealed),
        float(revealed >= 2),
        hidden,
        to_come,
        float(table.at.count(names.BRIG)),
        float(table.at.count(names.SICKBAY)),
        float(table.revealed[table.active]) if table.active >= 0 else 0.0,
        table.turn / 30,
    ]
    return row + [float(table.seats == seats) for seats in (4, 5, 6)]


def opposed(row: list[float]) -> list[float]:
    """Return for the Cylons what is weighed for the humans."""
    return [-value for value in row]


def features(state: Battlestar) -> list[list[float]]:
    """Return what is weighed of a state, where sides are known, for every seat."""
    cylons = [is_cylon(state, seat) for seat in range(state.seats)]
    to_come = 0.0 if state.sleeper_done else max(0.0, float(CYLONS[state.seats] - sum(cylons)))
    humans = weighed(state, float(sum(cylons) - sum(state.revealed)), to_come)
    return [opposed(humans) if cylon else humans for cylon in cylons]


def evaluate(view: Battlestar, seat: int) -> float:
    """Return a seat's chance to win, from its view: half of the Cylons' cards are dealt before the sleeper phase."""
    cylon = is_cylon(view, seat)
    left = max(0.0, float(CYLONS[view.seats] - sum(view.revealed)))
    hidden = left if view.sleeper_done else left / 2
    hiding = cylon and not view.revealed[seat]
    row = weighed(view, max(1.0, hidden) if hiding else hidden, left - hidden)
    return JUDGEMENT.chances([opposed(row) if cylon else row], apart=True)[0]
