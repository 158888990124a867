"""Standing orders: what a seat wants answered to reaction windows without being asked.

An order is for one kind of window or for all; the one for the kind counts more, so that "ask me" is an exception from
"pass everywhere". It is known to its seat alone: it stands in no record, no replay and no frame of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.server.match.lifecycle import Lifecycle
from shapan.server.store.row import Order

EVERY: Final = ""
"""The kind of an order for all windows."""

DECIDES: Final = "decides"
"""Ask only where an answer would decide something (`Game.decides`): for who plays alone, others would learn by it."""


def answer_of(orders: Sequence[Order], kind: str) -> str:
    """Return what the orders of a seat say of a kind of window: `pass`, `decides`, `ask`, or nothing."""
    mine = {order.kind: order.answer for order in orders}
    return mine.get(kind) or mine.get(EVERY, "")


class Orders:
    """The standing orders of one match, at most one of a seat for a kind of window."""

    def __init__(self, course: Lifecycle) -> None:
        self.rows: list[Order] = []
        self._course = course

    def put(self, order: Order) -> None:
        """Set an order in place of an earlier one, or with an empty answer take it back."""
        rest = [old for old in self.rows if (old.seat, old.kind) != (order.seat, order.kind)]
        self.rows = [*rest, order] if order.answer else rest

    def standing(self, seat: int) -> list[Order]:
        """Return the orders of a seat that are good now."""
        mine = [order for order in self.rows if order.seat == seat]
        turn = self.turn() if any(order.until for order in mine) else ""
        return [order for order in mine if order.until in ("", turn)]

    def turn(self) -> str:
        """Return what an order "this turn" is good for: it changes when the turn goes on, and all can see it."""
        match = self._course.match
        scene = match.game.board(match.view(match.seats), match.seats, [], None)
        return f"{scene.round}.{scene.turns[0] if scene.turns else scene.active}"
