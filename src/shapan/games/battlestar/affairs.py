"""Which events belong to one crisis with its check (BSG-7, BSG-8), or to one attack (BSG-9)."""
# Stays plain: told to people

from __future__ import annotations

from typing import Final

from shapan.engine.affairs import Affairs
from shapan.games.battlestar import events as e

_ATTACKS: Final = (e.ICON, e.VIPER_ATTACKS, e.PILOT_ATTACKS, e.GALACTICA_ATTACKS, e.NUKE)
AFFAIRS: Final = Affairs(
    levels=({e.CRISIS: "crisis", e.SUPER: "crisis", **dict.fromkeys(_ATTACKS, "attack")}, {e.CHECK: "check"}),
    breaks=(
        e.TURN, e.TURN_ENDS, e.TURN_CUT, e.TRACK, e.JUMP, e.FINAL_JUMP, e.EXTRA, e.NO_CRISIS, e.STAYED, e.MOVED,
        e.PASSED, e.LOCATION, e.PLAYED, e.QUORUM_PLAYED, e.QUORUM_DRAWN, e.VIPER_LAUNCHED,
        e.PILOT_LAUNCHED, e.END, e.LEFT,
    ),
)  # fmt: skip
