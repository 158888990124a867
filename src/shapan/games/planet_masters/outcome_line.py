"""How a match has ended, in one sentence (PM-6.1, PM-6.5)."""

from __future__ import annotations

from typing import Any, Final

from shapan.engine.game import Outcome
from shapan.engine.scene import Phrase
from shapan.games.planet_masters.state import PlanetMasters

CRITERIA: Final = ("planets", "win_faces", "attack", "defense")
"""PM-6.5: the order in which the turn limit ranks the seats."""


def ending(view: PlanetMasters, outcome: Outcome) -> Phrase | None:
    """Return who won and by what; None for an ending that is not of the rules, such as a seat given up."""
    if not outcome.winners:
        return None
    seat = outcome.winners[0]
    totals = view.totals(seat)
    words: dict[str, Any] = {"seat": {"seat": seat}, "planets": totals.planets, "round": view.round}
    if outcome.result == "win":
        return Phrase("ending.win", words)
    if outcome.result != "cap":
        return None
    if len(outcome.winners) > 1:
        return Phrase("ending.cap_shared", {**words, "count": len(outcome.winners)})
    left = [other for other in range(view.seats) if other != seat]
    for name in CRITERIA:
        mine = getattr(totals, name)
        left = [other for other in left if getattr(view.totals(other), name) == mine]
        if not left:
            return Phrase(f"ending.cap_{name}", {**words, "value": mine})
    return None
