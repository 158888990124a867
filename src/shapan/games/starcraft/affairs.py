"""Which events belong to one battle (SC-9)."""
# Stays plain: told to people

from __future__ import annotations

from typing import Final

from shapan.engine.affairs import Affairs
from shapan.games.starcraft import events as e

AFFAIRS: Final = Affairs(
    levels=({e.ATTACKED: "battle"},),
    breaks=(
        e.ROUND_BEGUN, e.REVEALED, e.EVENT_INSTEAD, e.EVENT_OBSTRUCTED, e.OBSTRUCTED_PASS, e.ORDER_DISCARDED, e.LIFTED,
        e.MOVED, e.RECALLED, e.UNIT_DESTROYED, e.BASE_DESTROYED, e.TRANSPORT_DESTROYED, e.BASE_LOST, e.TRANSPORT_LOST,
        e.CARD_LOST, e.CARD_GAINED, e.SCORED, e.EVENT_PLAYED, e.NO_EVENT, e.WON_BY_POINTS, e.WON_SPECIALLY, e.LAST_LEFT,
        e.LEFT,
    ),
)  # fmt: skip
