"""What is told of a match of face down."""

from __future__ import annotations

from typing import Final

from engine.toys.face_down import names
from shapan.engine.event import Events
from shapan.engine.kinds import Count

EVENTS = Events()
TURN_BEGUN: Final = EVENTS.add("turn_begun", "FDN-1.1", seat=names.SEAT, number=names.ROUND)
DREW: Final = EVENTS.add("drew", "FDN-1.4", secret={"card": names.CARD}, seat=names.SEAT)
RESHUFFLED: Final = EVENTS.add("reshuffled", "FDN-1.5")
ATTACKED: Final = EVENTS.add("attacked", "FDN-2.1", seat=names.SEAT, target=names.SEAT)
LAID: Final = EVENTS.add("laid", "FDN-2.2", secret={"card": names.CARD}, seat=names.SEAT)
PAID_OPENLY: Final = EVENTS.add("paid_openly", "FDN-7.1", seat=names.SEAT, price=names.PRICE)
PAID_UNSEEN: Final = EVENTS.add("paid_unseen", "FDN-7.1", secret={"price": names.PRICE}, seat=names.SEAT)
REVEALED: Final = EVENTS.add("revealed", "FDN-2.3", seat=names.SEAT, card=names.CARD)
RETREATED: Final = EVENTS.add("retreated", "FDN-2.4", seat=names.SEAT)
TOOK_BACK: Final = EVENTS.add("took_back", "FDN-2.5", seat=names.SEAT, cards=Count(names.COLUMNS))
CHANGED: Final = EVENTS.add("changed", "FDN-3.2", seat=names.SEAT, strength=names.STRENGTH)
OFFERED: Final = EVENTS.add(
    "offered", "FDN-4.1", seat=names.SEAT, partner=names.SEAT, clause=names.CLAUSE, rounds=Count(names.LONGEST)
)
ACCEPTED: Final = EVENTS.add("accepted", "FDN-4.2", seat=names.SEAT)
REFUSED: Final = EVENTS.add("refused", "FDN-4.2", seat=names.SEAT)
TORN: Final = EVENTS.add("torn", "FDN-4.5", seat=names.SEAT, partner=names.SEAT)
ORDERED: Final = EVENTS.add("ordered", "FDN-6.1", seat=names.SEAT, order=names.ORDER_NAME, other=names.SEAT)
SEEN: Final = EVENTS.add("seen", "FDN-6.2", secret={"card": names.CARD}, seat=names.SEAT, other=names.SEAT)
BOUND: Final = EVENTS.add("bound", "FDN-6.3", seat=names.SEAT, bond=names.BOND)
FELL: Final = EVENTS.add("fell", "FDN-5.1", seat=names.SEAT)
SHOWN: Final = EVENTS.add("shown", "FDN-5.1", seat=names.SEAT, card=names.CARD)
WON: Final = EVENTS.add("won", "FDN-5.2", seat=names.SEAT)
