"""How answers are drawn and under which heading they stand in a list."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.actions import Family
from shapan.games.planet_masters import actions

VERBS: Final[dict[Family, str]] = {
    actions.BUILD: "place",
    actions.CONQUER: "attack",
    actions.INVASION: "move",
    actions.DESTRUCTION: "attack",
    actions.DISCARD: "pay",
    actions.LOSE: "pay",
}
HEADINGS: Final[dict[Family, str]] = {actions.CONQUER: "conquer", actions.COUNCIL: "council"}
"""PM-5.1, PM-5.5: the two actions that name a player."""
