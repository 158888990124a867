"""BSG-15.1: resource dials."""

from __future__ import annotations

from typing import Final

from shapan.engine.table import Table
from shapan.games.battlestar import events, names
from shapan.games.battlestar.state import Battlestar

MOST: Final = 15


def change(state: Battlestar, table: Table[Battlestar], dial: int, number: int) -> None:
    """BSG-15.1: turn a dial, between 0 and 15; whether it is 0 counts at the end of a turn only (3.7, 15.4)."""
    before = state.dials[dial]
    now = max(0, min(MOST, before + number))
    state.dials[dial] = now
    if now > before:
        table.tell(events.GAINED, dial, now - before, now)
    elif now < before:
        table.tell(events.LOST, dial, before - now, now)


def in_red(state: Battlestar) -> int:
    """BSG-11.4: how many resources are in their red zone."""
    return sum(1 for dial, value in enumerate(state.dials) if value <= names.RED[dial])
