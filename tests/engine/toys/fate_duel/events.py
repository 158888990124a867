"""What is told of a match of fate duel."""

from __future__ import annotations

from typing import Final

from engine.toys.fate_duel import names
from shapan.engine.event import Events

EVENTS = Events()
PLACED: Final = EVENTS.add("placed", "FTD-1.2", model=names.MODEL, x=names.PLACE, y=names.PLACE)
TURN_BEGUN: Final = EVENTS.add("turn_begun", "FTD-2.1", number=names.TURN)
DISCARDED: Final = EVENTS.add("discarded", "FTD-2.2", seat=names.SEAT, card=names.CARD)
DREW: Final = EVENTS.add("drew", "FTD-2.3", secret={"card": names.CARD}, seat=names.SEAT)
RESHUFFLED: Final = EVENTS.add("reshuffled", "FTD-2.4", seat=names.SEAT)
PASSED: Final = EVENTS.add("passed", "FTD-3.1", seat=names.SEAT)
WALKED: Final = EVENTS.add("walked", "FTD-3.2", model=names.MODEL, x=names.PLACE, y=names.PLACE)
ATTACKED: Final = EVENTS.add("attacked", "FTD-3.4", model=names.MODEL, target=names.MODEL)
FLIPPED: Final = EVENTS.add("flipped", "FTD-4.1", seat=names.SEAT, card=names.CARD)
CHEATED: Final = EVENTS.add("cheated", "FTD-4.2", seat=names.SEAT, card=names.CARD)
MISSED: Final = EVENTS.add("missed", "FTD-4.5", model=names.MODEL)
DAMAGED: Final = EVENTS.add("damaged", "FTD-5.1", model=names.MODEL, wounds=names.WOUNDS)
KILLED: Final = EVENTS.add("killed", "FTD-5.2", model=names.MODEL)
LASTS: Final = EVENTS.add("lasts", "FTD-7.3", model=names.MODEL, ability=names.WHILE)
SCORED: Final = EVENTS.add("scored", "FTD-6.1", seat=names.SEAT, points=names.POINTS)
WON: Final = EVENTS.add("won", "FTD-6.2", seat=names.SEAT)
