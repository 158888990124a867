"""BSG-15.2 to 15.5: how the match ends."""

from __future__ import annotations

from typing import Final, NoReturn

from shapan.games.battlestar import events, names, step_codes
from shapan.games.battlestar.state import Battlestar, Table

RESULTS: Final = ("humans", "cylons")
HUMANS, CYLONS = range(len(RESULTS))
REASONS: Final = ("resource", "boarding", "damage", "final_jump")
RESOURCE, BOARDING, DAMAGE, FINAL_JUMP = range(len(REASONS))


def is_cylon(state: Battlestar, seat: int) -> bool:
    """BSG-11.1: a You Are a Cylon card makes a Cylon, revealed or not; so does a revealed Sympathizer (11.4)."""
    return bool(state.revealed[seat]) or any(
        card in names.CYLON_CARDS for card in (*state.loyalty[seat].cards, *state.loyalty_open[seat].cards)
    )


def end(state: Battlestar, table: Table, side: int, reason: int) -> NoReturn:
    """BSG-15.5: one side wins, all of it. The loyalty cards are shown first, for the result tells them."""
    won = [False] * state.seats
    for seat in range(state.seats):
        won[seat] = is_cylon(state, seat) == (side == CYLONS)
        zone = state.loyalty[seat]
        while len(zone):
            card = state.move(zone, 0, state.loyalty_open[seat])
            table.tell(events.SHOWN_LOYALTY, seat, card)
    state.step, state.reason = step_codes.OVER, reason
    table.tell(events.END, reason, int(side == HUMANS))
    table.finish(side, [1 if winner else 2 for winner in won])


def check_resources(state: Battlestar, table: Table) -> None:
    """BSG-15.2a: a resource at 0 when a turn ends; one that was raised in time loses nothing (15.4)."""
    if 0 in state.dials:
        end(state, table, CYLONS, RESOURCE)
