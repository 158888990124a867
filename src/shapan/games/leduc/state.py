"""What lies on the table of Leduc poker, and who sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from shapan.engine.deck import hidden, own
from shapan.engine.fact import NOBODY, by_seat, fact
from shapan.engine.kinds import Cards, Count, Enum, Many, Seat
from shapan.engine.state import State
from shapan.engine.zone import Zone

RANKS: Final = ("jack", "queen", "king")
BETS: Final = ("fold", "call", "raise")
SEAT, CHIPS, RANK, BET = Seat(2), Count(13), Enum(RANKS, "card"), Enum(BETS, "bet")


@dataclass(slots=True, eq=False)
class Leduc(State):
    """Chips and bets are open; who knows which card is kept by the zone where it lies."""

    MAX_SEATS: ClassVar[int] = 2

    round: int = fact(Count(1), start=0)
    turn: int = fact(SEAT, start=0)
    raises: int = fact(Count(2), start=0)
    paid: list[int] = by_seat(CHIPS, start=1)  # LED-2
    bets: list[int] = fact(Many(BET, 8), start=())
    stock: Zone = fact(Cards(RANKS, 6), start=hidden, sees=NOBODY)
    hands: list[Zone] = by_seat(Cards(RANKS, 1), at="hand", start=own)
    public: Zone = fact(Cards(RANKS, 1), start=Zone)
