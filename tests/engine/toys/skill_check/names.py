"""What there is in skill check: cards, teams, crises, stages, and their kinds."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import Count, Enum, Seat

MOST: Final = 5
HAND: Final = 7
TYPES: Final = ("tact", "lead", "plan", "pilot", "mend")
NUMBERS: Final = (1, 1, 1, 2, 2, 3, 3, 5)
"""The numbers on the eight cards of each type."""
KINDS: Final = (1, 2, 3, 5)
CARDS: Final = [f"{name}_{number}" for name in TYPES for number in KINDS]
ALL: Final = len(TYPES) * len(NUMBERS)
SCOUT, REROLL, PLAN = 0, 4, 8  # tact_1, lead_1, plan_1: the cards that can be played
LOYAL, TRAITOR = 0, 1
LOYALTIES: Final = ("loyal", "traitor")
CREW_WINS, TRAITOR_WINS = 0, 1
# difficulty, the two types that count for the check
CRISES: Final = {
    "storm": (1, 0, 3),
    "riot": (0, 0, 1),
    "leak": (2, 2, 4),
    "raid": (3, 2, 3),
    "fire": (1, 3, 4),
    "panic": (2, 1, 2),
}
ROWS: Final = list(CRISES.values())
STAGES: Final = ("none", "draw", "action", "before", "after", "put", "show")
NONE, DRAWING, ACTING, BEFORE, AFTER, PUTTING, SHOWING = range(7)

TYPE, CARD, LOYALTY = Enum(TYPES, "type"), Enum(CARDS, "card"), Enum(LOYALTIES, "team")
CRISIS, SEAT, NUMBER = Enum(CRISES, "crisis"), Seat(MOST), Count(99)
