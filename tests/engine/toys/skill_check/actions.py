"""The actions of skill check."""

from __future__ import annotations

from engine.toys.skill_check import names
from shapan.engine.actions import Actions

ACTIONS = Actions()
DRAW = ACTIONS.family(1, "draw", type=names.TYPE)
SPY = ACTIONS.family(2, "spy", other=names.SEAT)
ORDER = ACTIONS.family(3, "order", other=names.SEAT)
REPAIR = ACTIONS.family(4, "repair").code()
REST = ACTIONS.family(5, "rest").code()
UNMASK = ACTIONS.family(6, "unmask").code()
PUT = ACTIONS.family(7, "put", card=names.CARD)
PLAY = ACTIONS.family(8, "play", card=names.CARD)
