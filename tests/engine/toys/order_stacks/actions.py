"""The actions of order stacks."""

from __future__ import annotations

from engine.toys.order_stacks import names
from shapan.engine.actions import Actions

ACTIONS = Actions()
PLACE = ACTIONS.family(1, "place", token=names.TOKEN, area=names.AREA)
TURN = ACTIONS.family(2, "turn", area=names.AREA)
FROM = ACTIONS.family(3, "from", area=names.AREA)
LOOK = ACTIONS.family(4, "look", area=names.AREA)
FIGHT = ACTIONS.family(5, "fight", card=names.CARD)
