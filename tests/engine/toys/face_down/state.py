"""What lies on the table of face down, and what its orders and bonds change (FDN-6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.toys.face_down import names
from shapan.engine.effects import Effects, Selector
from shapan.engine.kinds import UNKNOWN
from shapan.engine.lasting import lasting_on
from shapan.engine.marked import MarkedZone
from shapan.engine.state import State
from shapan.engine.zone import Zone

STOCK: Final = 0
SPIED: Final = 1


@dataclass(slots=True, eq=False)
class Field(State):
    rounds: int = 6
    most_strength: int = 4
    round: int = 1
    turn: int = 0
    strength: list[int] = field(default_factory=list)
    fell: list[int] = field(default_factory=list)
    """0 while a seat is in, then which in the order of falling."""
    bound: list[list[int]] = field(default_factory=list)
    """bound[a][b]: the last round in which a may not attack b; 0 is never."""
    orders: list[int] = field(default_factory=list)
    """The orders that a seat has left, as a mask."""
    bonds: list[tuple[int, ...]] = field(default_factory=list)
    """FDN-6.3: seat, bond, the moment that ends it, how often."""
    offer_by: int = UNKNOWN
    offer_to: int = UNKNOWN
    offer: list[int] = field(default_factory=list)
    attacker: int = UNKNOWN
    defender: int = UNKNOWN
    stock: Zone = field(default_factory=Zone)
    discard: Zone = field(default_factory=Zone)
    hands: list[Zone] = field(default_factory=list)
    rows: list[MarkedZone] = field(default_factory=list)


def standing(state: Field) -> list[int]:
    """FDN-5.1: the seats that are still in."""
    return [seat for seat in range(len(state.fell)) if not state.fell[seat]]


def is_bound(state: Field, seat: int, other: int) -> bool:
    """FDN-4.3: whether a treaty forbids a seat to attack another."""
    return state.bound[seat][other] >= state.round


def has_treaty(state: Field, seat: int, other: int) -> bool:
    """FDN-4.4: whether a treaty between two seats is in force."""
    return is_bound(state, seat, other) or is_bound(state, other, seat)


# FDN-6: orders, whom they mean and what bonds do

SEATS: Final[Selector[Field]] = Selector(
    me=lambda state, here, number: [here.source],
    it=lambda state, here, number: [here.about],
)
EFFECTS: Final[Effects[Field]] = Effects(standing, lambda state, seat: lasting_on(state.bonds, seat))
TURN_ENDS, ROUND_ENDS = (EFFECTS.moment(name) for name in ("turn_ends", "round_ends"))
ATTACKING, RESTING = (EFFECTS.moment(name) for name in ("attack", "rest"))
BLOCKADED, INSPIRED = (EFFECTS.ability({}, name) for name in names.BONDS)
EFFECTS.gives(BLOCKADED, "attack", -1, SEATS, "me")
EFFECTS.gives(INSPIRED, "rest", 1, SEATS, "me")
LAST: Final = (TURN_ENDS, ROUND_ENDS)
"""When a bond ends: with the next turn of its seat, with the round."""
CELLS: Final = [EFFECTS.cell(text, f"orders, {name}") for name, text in names.ORDERS.items()]


def least_paid(card: int) -> int:
    """FDN-7.2: the least that is paid for a card."""
    return names.FEINT_PRICE if card == names.FEINT else 0
