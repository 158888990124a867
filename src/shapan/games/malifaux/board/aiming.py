"""What a question puts on the table or moves, and what a point costs and is worth (MFX-13.18)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.ground import Aim, Leg
from shapan.engine.prompt import Prompt
from shapan.games.malifaux.state import Malifaux


def aim(view: Malifaux, prompt: Prompt[Any], seat: int, arg: int, picked: Sequence[int]) -> Aim | None:
    """Return what the next point of a question puts there or moves, by what the seat sees."""
    return None


def leg(view: Malifaux, prompt: Prompt[Any], seat: int, arg: int, picked: Sequence[int], code: int) -> Leg | None:
    """Return what a legal point behind some picks costs and is worth."""
    return None
