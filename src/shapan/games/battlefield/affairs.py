"""Which events belong to one attack (BF-7) or one special attack (BF-8)."""
# Stays plain: told to people

from __future__ import annotations

from typing import Final

from shapan.engine.affairs import Affairs
from shapan.games.battlefield import events as e

AFFAIRS: Final = Affairs(
    levels=({e.ATTACKED_UNIT: "battle", e.ATTACKED_LAND: "battle", e.SPECIAL: "special"},),
    breaks=(
        e.TURN_BEGUN, e.INCOME, e.BATTLE, e.ATTACK_CARD, e.PLACED, e.PLACED_HIDDEN, e.EQUIPPED, e.BOARDED,
        e.LEFT_VEHICLE, e.TURNED, e.PLAYED, e.MOVED, e.REFITTED, e.OFFERED, e.PROPOSED, e.CONQUEST, e.JUST_WORLD,
        e.DOOMSDAY, e.ROUND_LIMIT, e.LEFT,
    ),
    own_breaks=(e.OPENED,),
)  # fmt: skip
"""BF-3.7: behind the battle the active player develops again; who is attacked may be opened by it."""
