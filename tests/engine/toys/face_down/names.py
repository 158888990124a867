"""What there is in face down: cards, clauses, orders, bonds, prices, and their kinds."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import Cards, Count, Enum, Seat
from shapan.engine.marked_zone import KNOWERS, Marker

MOST: Final = 3
COLUMNS: Final = 3
HAND: Final = 5
COPIES: Final = 6
LONGEST: Final = 3
"""Most rounds of a clause."""

NAMES: Final = ("strike", "guard", "feint", "rest")
STRIKE, GUARD, FEINT, REST = range(4)
CLAUSES: Final = ("peace", "spare", "pledge")
"""What a clause binds: both seats, the one who offers, the one who answers."""
PEACE, SPARE, PLEDGE = range(3)
ORDERS: Final = {
    "rally": "heal(me,1); if strength<3: heal(me,1)",
    "spy": "look(it,2)",
    "blockade": "bind(it,blockaded)",
    "banner": "bind(me,inspired)",
}
"""FDN-6.1: what each order does to its seat and to the one it names."""
BONDS: Final = ("blockaded", "inspired")
"""FDN-6.3: what binds a seat for a while."""

MAX_PAID: Final = 2
"""FDN-7.1: the most that is paid for all cards of a row."""
FEINT_PRICE: Final = 1
"""FDN-7.2: the least that is paid for a feint."""

SEAT: Final = Seat(MOST)
CARD: Final = Enum(NAMES, "card")
PILE: Final = Cards(NAMES, len(NAMES) * COPIES)
CLAUSE: Final = Enum(CLAUSES, "clause")
ROUND: Final = Count(99)
STRENGTH: Final = Count(9)
ORDER_NAME: Final = Enum(ORDERS, "order")
BOND: Final = Enum(BONDS, "bond")
PRICE: Final = Count(MAX_PAID)

PAID: Final = 0
MARKERS: Final = {
    "off": (),
    "open": (Marker("paid", PRICE),),
    "secret": (Marker("paid", PRICE, sees=KNOWERS),),
}
"""FDN-7.1: what lies beside the cards of a row."""
