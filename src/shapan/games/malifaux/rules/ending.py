"""MFX-16: the end and the result."""

from __future__ import annotations

from typing import Final

from shapan.engine.table import Table
from shapan.games.malifaux import events
from shapan.games.malifaux.state import Malifaux

RESULTS: Final = ("win", "draw", "forfeit")
WIN, DRAW, FORFEIT = range(len(RESULTS))


def finish(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-16.1: more victory points win; equal ones are a draw."""
    for seat, row in enumerate(state.schemes):
        for place in range(len(row.cards)):
            state.reveal(row, place)
        state.revealed[seat] = (1 << len(row.cards)) - 1
    points = [state.points(seat) for seat in (0, 1)]
    if points[0] == points[1]:
        table.tell(events.DRAWN)
        table.finish(DRAW, [1, 1])
    winner = points.index(max(points))
    table.tell(events.WON, winner)
    table.finish(WIN, [1 + (seat != winner) for seat in (0, 1)])
