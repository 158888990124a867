"""The actions of face down."""

from __future__ import annotations

from typing import Final

from engine.toys.face_down import names
from shapan.engine.actions import Actions, Form
from shapan.engine.kinds import Count

ACTIONS = Actions()
ATTACK: Final = ACTIONS.family(1, "attack", other=names.SEAT)
TEAR: Final = ACTIONS.family(2, "tear", other=names.SEAT)
LAY: Final = ACTIONS.family(3, "lay", card=names.CARD)
GO_ON: Final = ACTIONS.family(4, "go_on").code()
RETREAT: Final = ACTIONS.family(5, "retreat").code()
PARTNER: Final = ACTIONS.family(6, "partner", other=names.SEAT)
TREATY: Final = ACTIONS.family(7, "treaty", clause=names.CLAUSE, rounds=Count(names.LONGEST))
ACCEPT: Final = ACTIONS.family(8, "accept").code()
REFUSE: Final = ACTIONS.family(9, "refuse").code()
ORDER: Final = ACTIONS.family(10, "order", order=names.ORDER_NAME, other=names.SEAT)
LAY_PAYING: Final = ACTIONS.family(11, "lay_paying", Form("lay"), card=names.CARD, paid=names.PRICE)
