"""What there is in fate duel: lengths in 1/1000 inch, models, cards, and their kinds."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import Cards, Count, Enum, Seat

SIDE: Final = 12_000
RADIUS: Final = 500
EPS: Final = 10
HOME: Final = 3_000
WALK_LENGTH: Final = 5_000
REACH: Final = 2_000
HAND: Final = 6
WAY_POINTS: Final = 2

FIGHT: Final = (6, 5, 6, 5)
"""Fight value by model; models 0 and 1 belong to seat 0, 2 and 3 to seat 1."""
PLACING: Final = (0, 2, 3, 1)
"""The order in which the models are placed."""

SUITS: Final = ("ram", "crow", "tome", "mask")
NAMES: Final = (
    *(f"{suit}_{number}" for suit in SUITS for number in range(1, 14)),
    "black_joker",
    "red_joker",
)

BLACK: Final = 52
RED: Final = 53
VALUE: Final = (*(number for _ in SUITS for number in range(1, 14)), 0, 14)

WHILES: Final = ("slowed", "braced")
"""FTD-7.3: the abilities that models have for a while."""

SEAT: Final = Seat(2)
MODEL: Final = Count(3)
PLACE: Final = Count(SIDE)
CARD: Final = Enum(NAMES, "card")
PILE: Final = Cards(NAMES, len(NAMES))
TURN: Final = Count(99)
ACTS: Final = Count(2)
WOUNDS: Final = Count(9)
POINTS: Final = Count(40)
WHILE: Final = Enum(WHILES, "ability")
