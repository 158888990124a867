"""Who is likely to win: the chance of the humans from what lies on the table (section 10), and so of every seat.

The weights are a logit fitted by `bench/battlestar_balance.py --fit` to the beginnings of turns of greedy matches, so a
table is judged best when a turn has just begun.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from shapan.games.battlestar import names
from shapan.games.battlestar.bots.mind import CYLONS, KOBOL
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.state import Battlestar
from shapan.games.battlestar.view import View

STEPS: Final[tuple[int, ...]] = (1, 2, 4, 12)
"""Between these values of a dial each point weighs the same."""
A_JUMP: Final = 2.3
"""The distance of a jump on average: a space of the jump track is a fifth of it."""
FTL_TOKEN: Final = names.DAMAGED_LOCATIONS.index(names.FTL_CONTROL)
FEATURES: Final[tuple[str, ...]] = (
    "one",
    *(
        f"{dial} {low} to {high}"
        for dial in ("fuel", "food", "morale", "population")
        for low, high in itertools.pairwise(STEPS)
    ),
    "way",
    "way over 4",
    "distance 8",
    "jump track of the last jump",
    *(f"centurions on {space}" for space in range(1, 5)),
    "damaged",
    "5 damaged",
    "FTL Control damaged",
    "raiders",
    "heavy raiders",
    "civilian ships exposed",
    "vipers at hand",
    "nukes",
    "cards",
    "cards squared",
    "cards for each human",
    "revealed",
    "second revealed",
    "hidden",
    "Cylons to come",
    "in the Brig",
    "in Sickbay",
    "turn of a Cylon",
    "turns",
    "4 seats",
    "5 seats",
    "6 seats",
)
"""What is weighed, in this order."""
WEIGHTS: Final[tuple[float, ...]] = (
    -7.31,  # one
    0.41,  # fuel 1 to 2
    0.49,  # fuel 2 to 4
    0.54,  # fuel 4 to 12
    0.41,  # food 1 to 2
    0.27,  # food 2 to 4
    0.36,  # food 4 to 12
    0.64,  # morale 1 to 2
    0.85,  # morale 2 to 4
    0.64,  # morale 4 to 12
    0.11,  # population 1 to 2
    1.45,  # population 2 to 4
    1.14,  # population 4 to 12
    1.69,  # way
    2.57,  # way over 4
    0.81,  # distance 8
    4.36,  # jump track of the last jump
    -0.15,  # centurions on 1
    -0.30,  # centurions on 2
    -0.65,  # centurions on 3
    -1.20,  # centurions on 4
    -0.72,  # damaged
    -0.85,  # 5 damaged
    -0.30,  # FTL Control damaged
    -0.11,  # raiders
    0.00,  # heavy raiders
    -0.16,  # civilian ships exposed
    0.15,  # vipers at hand
    0.22,  # nukes
    0.56,  # cards
    -0.08,  # cards squared
    -1.09,  # cards for each human
    -1.47,  # revealed
    -0.01,  # second revealed
    -1.75,  # hidden
    -1.31,  # Cylons to come
    -0.12,  # in the Brig
    -0.09,  # in Sickbay
    -0.31,  # turn of a Cylon
    -0.24,  # turns
    0.32,  # 4 seats
    0.16,  # 5 seats
    0.76,  # 6 seats
)


@dataclass(slots=True)
class Table:
    """What is weighed of a table, by seat and area."""

    dials: Sequence[int]
    distance: int
    track: int
    boarding: Sequence[int]
    damaged: Sequence[int]
    """Damage tokens on Galactica."""
    raiders: Sequence[int]
    heavies: int
    vipers: Sequence[int]
    civilians: Sequence[int]
    vipers_at_hand: int
    nukes: int
    hands: Sequence[int]
    places: Sequence[int]
    revealed: Sequence[int]
    hidden: float
    """Cylons in hiding, or how many are to be expected."""
    to_come: float
    """Cylons whose cards are still in the deck."""
    active: int
    turn: int


def features(table: Table) -> list[float]:
    """Return what is weighed of a table."""
    row = [1.0]
    for value in table.dials:
        for low, high in itertools.pairwise(STEPS):
            row.append(min(1.0, max(0.0, (value - low) / (high - low))))
    arrived = float(table.distance >= KOBOL)
    way = min(float(KOBOL), table.distance + A_JUMP * table.track / 5)
    row += [way / KOBOL, max(0.0, way - 4) / 4, arrived, table.track / 5 * arrived]
    row += [float(number) for number in table.boarding]
    row += [len(table.damaged) / 6, float(len(table.damaged) >= 5)]
    guards = list(table.vipers)
    for place in table.places:
        if names.SPACE <= place < names.SPACE + names.AREAS:
            guards[place - names.SPACE] += 1
    exposed = sum(
        min(max(0, table.raiders[area] - 2 * guards[area]), table.civilians[area]) for area in range(names.AREAS)
    )
    revealed = sum(table.revealed)
    humans = len(table.revealed) - revealed
    cards = sum(min(10, hand) for hand, one in zip(table.hands, table.revealed, strict=True) if not one) / 10
    row += [
        float(FTL_TOKEN in table.damaged),
        sum(table.raiders) / 4,
        table.heavies / 2,
        float(exposed),
        min(3, table.vipers_at_hand) / 3,
        table.nukes / 2,
        cards,
        cards * cards / 3,
        cards / max(1, humans),
        float(revealed),
        float(revealed >= 2),
        table.hidden,
        table.to_come,
        float(sum(place == names.BRIG for place in table.places)),
        float(sum(place == names.SICKBAY for place in table.places)),
        float(table.revealed[table.active]) if table.active >= 0 else 0.0,
        table.turn / 30,
    ]
    return row + [float(len(table.revealed) == seats) for seats in (4, 5, 6)]


def chance(row: Sequence[float]) -> float:
    """Return the humans' chance from what is weighed."""
    total = 0.0
    for weight, value in zip(WEIGHTS, row, strict=True):
        total += weight * value
    return 1.0 / (1.0 + exp(-total))


def features_of(state: Battlestar) -> list[float]:
    """Return what is weighed of a state, where sides are known."""
    cylons = [is_cylon(state, seat) for seat in range(state.seats)]
    hidden = sum(one and not revealed for one, revealed in zip(cylons, state.revealed, strict=True))
    return features(
        Table(
            dials=state.dials,
            distance=state.distance,
            track=state.track,
            boarding=state.boarding,
            damaged=state.damage_on.cards,
            raiders=state.raiders,
            heavies=sum(state.heavies),
            vipers=state.vipers,
            civilians=[len(zone) for zone in state.civilians],
            vipers_at_hand=state.reserves(),
            nukes=state.nukes,
            hands=[len(hand) for hand in state.hands],
            places=state.at,
            revealed=state.revealed,
            hidden=float(hidden),
            to_come=0.0 if state.sleeper_done else max(0.0, float(CYLONS[state.seats] - sum(cylons))),
            active=state.active,
            turn=state.turn,
        )
    )


def judge(state: Battlestar) -> list[float]:
    """Return each seat's chance to win in a world, where sides are known."""
    humans = chance(features_of(state))
    return [1.0 - humans if is_cylon(state, seat) else humans for seat in range(state.seats)]


def evaluate(view: View, seat: int) -> float:
    """Return a seat's chance to win, from its view: half of the Cylons' cards are dealt before the sleeper phase."""
    space, players = view.space, view.seats
    me = players[seat]
    hiding = not me.revealed and any(
        names.CYLON_BRIG <= card <= names.CYLON_DAMAGE for card in [*(me.loyalty or ()), *me.open]
    )
    revealed = [player.revealed for player in players]
    left = max(0.0, float(CYLONS[len(players)] - sum(revealed)))
    hidden = left if view.sleeper_done else left / 2
    row = features(
        Table(
            dials=(view.fuel, view.food, view.morale, view.population),
            distance=view.distance,
            track=view.jump,
            boarding=view.boarding,
            damaged=view.damaged,
            raiders=[area.raiders for area in space],
            heavies=sum(area.heavies for area in space),
            vipers=[area.vipers for area in space],
            civilians=[area.civilian_count for area in space],
            vipers_at_hand=view.vipers_reserves,
            nukes=view.nukes,
            hands=[player.hand_size for player in players],
            places=[player.at for player in players],
            revealed=revealed,
            hidden=max(1.0, hidden) if hiding else hidden,
            to_come=0.0 if view.sleeper_done else left - hidden,
            active=view.active,
            turn=view.turn,
        )
    )
    return 1.0 - chance(row) if hiding or me.revealed else chance(row)
