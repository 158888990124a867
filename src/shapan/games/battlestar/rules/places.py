"""BSG-10: Sickbay, Brig, who may be sent there, and leaving a viper (9.16)."""

from __future__ import annotations

from shapan.games.battlestar import events, names
from shapan.games.battlestar.cards import places_of
from shapan.games.battlestar.effects import DECIDER, EFFECTS, PLACES, WHOM
from shapan.games.battlestar.rules import choice, titles
from shapan.games.battlestar.state import Battlestar, Table


def on_board(state: Battlestar, seat: int) -> bool:
    """Tell whether a seat is a human on the board (5.12: Helo may be off it)."""
    return not state.revealed[seat] and state.at[seat] != names.OFF


@EFFECTS.op("sickbay", who=WHOM)
def send_to_sickbay(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-10.1: to Sickbay; who is in the Brig stays there (10.3), revealed Cylons are never meant (12.6)."""
    if seat < 0 or not on_board(state, seat) or state.at[seat] in (names.SICKBAY, names.BRIG):
        return
    state.at[seat] = names.SICKBAY  # a viper goes back to Reserves by itself (9.16)
    table.tell(events.SICKBAY, seat)


@EFFECTS.op("brig", who=WHOM)
def send_to_brig(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-10.5: to the Brig, from anywhere; an Admiral loses the title at once (13.3)."""
    if seat < 0 or not on_board(state, seat) or state.at[seat] == names.BRIG:
        return
    state.at[seat] = names.BRIG
    table.tell(events.BRIG, seat)
    titles.admiral_enters_brig(state, table, seat)


def seats_in(state: Battlestar, place: int) -> list[int]:
    """Return the humans in a location, or on Colonial One, clockwise from the current player."""
    places = places_of(place)
    return [seat for seat in state.clockwise(state.active) if not state.revealed[seat] and state.at[seat] in places]


@EFFECTS.op("sickbay_all", place=PLACES)
def send_all_to_sickbay(state: Battlestar, table: Table, place: int) -> None:
    """Send every character in a location to Sickbay."""
    for seat in seats_in(state, place):
        send_to_sickbay(state, table, seat)


@EFFECTS.op("brig_all", place=PLACES)
def send_all_to_brig(state: Battlestar, table: Table, place: int) -> None:
    """Send every character in a location to the Brig."""
    for seat in seats_in(state, place):
        send_to_brig(state, table, seat)


# Choosing whom


def brig_targets(state: Battlestar) -> list[int]:
    """BSG-10.4: who may be chosen for the Brig: human, on the board, not in the Brig."""
    return [seat for seat in range(state.seats) if on_board(state, seat) and state.at[seat] != names.BRIG]


def sickbay_targets(state: Battlestar) -> list[int]:
    """BSG-10.4: who may be chosen for Sickbay: human, on the board, neither there nor in the Brig."""
    return [seat for seat in brig_targets(state) if state.at[seat] != names.SICKBAY]


@EFFECTS.op("pick_brig", who=DECIDER)
def pick_for_brig(state: Battlestar, table: Table, seat: int) -> None:
    """Somebody chooses who goes to the Brig."""
    send_to_brig(state, table, choice.ask_who(state, table, ask_brig, seat, brig_targets(state)))


@EFFECTS.op("may_pick_brig", who=DECIDER)
def let_pick_for_brig(state: Battlestar, table: Table, seat: int) -> None:
    """Somebody chooses who goes to the Brig, or nobody."""
    send_to_brig(state, table, choice.ask_who(state, table, ask_brig, seat, brig_targets(state), may=True))


@EFFECTS.op("pick_sickbay", who=DECIDER)
def pick_for_sickbay(state: Battlestar, table: Table, seat: int) -> None:
    """Somebody chooses who goes to Sickbay."""
    send_to_sickbay(state, table, choice.ask_who(state, table, ask_sickbay, seat, sickbay_targets(state)))


ask_brig = choice.who("brig_target", "BSG-10.4")
"""D-16: who goes to the Brig."""
ask_sickbay = choice.who("sickbay_target", "BSG-10.4")
"""D-16: who goes to Sickbay."""
