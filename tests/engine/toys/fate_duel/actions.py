"""The actions of fate duel."""

from __future__ import annotations

from typing import Final

from engine.toys.fate_duel import names
from shapan.engine.actions import Actions

ACTIONS = Actions()
DEPLOY: Final = ACTIONS.family(1, "deploy", tested=True, x=names.PLACE, y=names.PLACE)
WALK: Final = ACTIONS.family(2, "walk", model=names.MODEL)
STEP: Final = ACTIONS.family(3, "step", tested=True, x=names.PLACE, y=names.PLACE)
ATTACK: Final = ACTIONS.family(4, "attack", model=names.MODEL, target=names.MODEL)
PASS: Final = ACTIONS.family(5, "pass")
CHEAT: Final = ACTIONS.family(6, "cheat", card=names.CARD)
DISCARD: Final = ACTIONS.family(7, "discard", card=names.CARD)
