"""Which events belong to one attack or one motion (PM-5): the action ends the turn, so both last to its end."""
# Stays plain: told to people

from __future__ import annotations

from typing import Final

from shapan.engine.affairs import Affairs
from shapan.games.planet_masters import events

AFFAIRS: Final = Affairs(
    levels=({events.ATTACK: "attack", events.MOTION: "motion"},),
    breaks=(events.TURN_BEGINS, events.WON, events.CAP, events.LEFT),
)
