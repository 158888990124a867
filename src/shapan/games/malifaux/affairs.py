"""Which events belong to one action with its duel (MFX-8.5), or to one test (MFX-4.7)."""
# Stays plain: told to people

from __future__ import annotations

from typing import Final

from shapan.engine.affairs import Affairs
from shapan.games.malifaux import events as e

AFFAIRS: Final = Affairs(
    levels=(dict.fromkeys((e.ATTACKED, e.ACTED, e.DISENGAGED, e.STRUCK_AT), "action"), {e.TESTED: "test"}),
    breaks=(
        e.TURN_BEGUN, e.TURN_ENDED, e.INITIATIVE_WON, e.INITIATIVE_TIED, e.TOKENS_SPENT, e.ACTIVATED,
        e.ACTIVATION_ENDED, e.PASSED, e.CHAINED, e.WALKED, e.CHARGED, e.INTERACTED, e.CONCENTRATED, e.ASSISTED,
        e.DEMOLISHED, e.END_POINT, e.WON, e.DRAWN, e.LEFT,
    ),
)  # fmt: skip
