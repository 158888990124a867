"""What there is in order stacks: areas, tokens, battle cards, and their kinds."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import Cards, Count, Enum, Many, Seat

MOST: Final = 3
PLACES: Final = ("mesa", "ridge", "crater", "valley")
AREAS: Final = len(PLACES)
UNITS: Final = 4
"""The most units an area holds."""
PLACED: Final = 3

TOKENS: Final = ("march", "build", "spy")
MARCH, BUILD, SPY = range(3)
SET: Final = [MARCH, MARCH, BUILD, BUILD, SPY]
MAX_SPIES: Final = 1
"""ORD-2.2: so many spies of a seat lie on the stacks at once, however many it has."""

CARDS: Final = ("c1", "c2", "c3", "c4", "c5")
DECK: Final = [0, 0, 1, 1, 2, 2, 3, 4]

TOKEN, AREA, CARD = Enum(TOKENS, "token"), Count(AREAS - 1), Enum(CARDS, "card")
SEAT, NUMBER = Seat(MOST), Count(99)
STACK, OWNERS = Many(TOKEN, MOST * PLACED), Many(SEAT, MOST * PLACED)
HEAP, HELD = Cards(TOKENS, 7, "token"), Cards(CARDS, len(DECK))
