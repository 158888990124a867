"""Which answers can be taken back by what their giver sees: those after which he is asked on and nothing is drawn."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.actions import DONE
from shapan.games.battlestar import actions


def binds(key: str, code: int) -> bool:
    """BSG-3.2, BSG-3.3: return whether an answer binds; a move without a card leads on to the own action."""
    if key == "move":
        return code != DONE and not actions.MOVE.has(code)
    return key != "executive_choice"
