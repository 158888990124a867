"""Standing orders: what a seat wants answered to reaction windows without being asked.

An order is for one kind of window or for all; the one for the kind counts more, so that "ask me" is an exception from
"pass everywhere". It is known to its seat alone: it stands in no record, no replay and no frame of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.server.rows import Order

EVERY: Final = ""
"""The kind of an order for all windows."""


def answer_of(orders: Sequence[Order], kind: str) -> str:
    """Return what the orders of a seat say of a kind of window: `pass`, `ask`, or nothing."""
    mine = {order.kind: order.answer for order in orders}
    return mine.get(kind) or mine.get(EVERY, "")
