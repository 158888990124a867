"""Who is likely to win: the chance of the humans from a few numbers of section 10, and so of every seat.

The weights are a logit fitted by `bench/battlestar_balance.py --fit` to positions of matches of the greedy bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from shapan.games.battlestar.names import BRIG, CYLON_BRIG, CYLON_DAMAGE
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.state import Battlestar
from shapan.games.battlestar.view import View

STARTS: Final = (8, 8, 10, 12)
KOBOL: Final = 8
FEATURES: Final = (
    "one",
    "fuel",
    "food",
    "morale",
    "population",
    "least dial",
    "distance",
    "jump track",
    "front centurion",
    "damage",
    "raiders",
    "basestars",
    "civilians",
    "brig",
    "revealed",
    "hand",
)
"""What is weighed, in this order; dials and distance as shares of what they are at the start, or need to be."""
WEIGHTS: Final = (
    -4.18,  # one
    0.00,  # fuel
    0.00,  # food
    0.00,  # morale
    1.58,  # population
    0.42,  # least dial
    3.39,  # distance
    1.14,  # jump track
    -0.97,  # front centurion
    -1.37,  # damage
    -0.45,  # raiders
    -0.09,  # basestars
    0.00,  # civilians
    0.00,  # brig
    -2.86,  # revealed
    0.42,  # hand
)


def features(
    dials: Sequence[int],
    distance: int,
    track: int,
    boarding: Sequence[int],
    damaged: int,
    ships: tuple[int, int, int],
    places: Sequence[int],
    revealed: Sequence[int],
    hands: Sequence[int],
) -> list[float]:
    """Return what is weighed; `ships` are raiders, basestars and civilian ships in space."""
    shares = [min(1.5, value / start) for value, start in zip(dials, STARTS, strict=True)]
    front = max((space + 1 for space, number in enumerate(boarding) if number), default=0)
    seats = len(revealed)
    humans = seats - sum(revealed)
    cards = sum(min(10, size) for size, one in zip(hands, revealed, strict=True) if not one)
    return [
        1.0,
        *shares,
        min(shares),
        min(distance, KOBOL + 2) / KOBOL,
        track / 5,
        front / 4,
        damaged / 6,
        ships[0] / 8,
        ships[1] / 2,
        ships[2] / 6,
        sum(place == BRIG for place in places) / seats,
        sum(revealed) / seats,
        cards / (6 * max(1, humans)),
    ]


def chance(row: Sequence[float]) -> float:
    """Return the humans' chance from what is weighed."""
    total = sum(weight * value for weight, value in zip(WEIGHTS, row, strict=True))
    return 1.0 / (1.0 + exp(-total))


def features_of(state: Battlestar) -> list[float]:
    """Return what is weighed of a state."""
    ships = (sum(state.raiders), len(state.basestars), sum(len(zone) for zone in state.civilians))
    return features(
        state.dials,
        state.distance,
        state.track,
        state.boarding,
        len(state.damage_on),
        ships,
        state.at,
        state.revealed,
        [len(hand) for hand in state.hands],
    )


def judge(state: Battlestar) -> list[float]:
    """Return each seat's chance to win in a world, where sides are known."""
    humans = chance(features_of(state))
    return [1.0 - humans if is_cylon(state, seat) else humans for seat in range(state.seats)]


def evaluate(view: View, seat: int) -> float:
    """Return a seat's chance to win, from its view."""
    space, players = view.space, view.seats
    ships = (
        sum(area.raiders for area in space),
        sum(len(area.basestars) for area in space),
        sum(area.civilian_count for area in space),
    )
    row = features(
        (view.fuel, view.food, view.morale, view.population),
        view.distance,
        view.jump,
        view.boarding,
        len(view.damaged),
        ships,
        [player.at for player in players],
        [player.revealed for player in players],
        [player.hand_size for player in players],
    )
    me = players[seat]
    cylon = me.revealed or any(CYLON_BRIG <= card <= CYLON_DAMAGE for card in [*(me.loyalty or ()), *me.open])
    return 1.0 - chance(row) if cylon else chance(row)
