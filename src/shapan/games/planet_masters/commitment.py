"""Which answers can be taken back by what their giver sees: those after which he is asked on and nothing is rolled."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.games.planet_masters import actions


def binds(key: str, picked: Sequence[int], code: int) -> bool:
    """PM-3.2, PM-4.1: return whether an answer binds; to end the step and to manage nothing lead to the next step."""
    return code != actions.DO_END and not (key == "manage" and code == DONE)
