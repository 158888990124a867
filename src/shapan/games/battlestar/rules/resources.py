"""BSG-15.1: resource dials; C15: what cards cost that has no chapter of its own."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.effects import AMOUNT
from shapan.games.battlestar import events, names
from shapan.games.battlestar.effects import ADM, DECIDER, EFFECTS
from shapan.games.battlestar.rules import choice
from shapan.games.battlestar.state import Battlestar, Table

MOST: Final = 15


@EFFECTS.op("dial", "{dial}{number}", dial=names.DIAL, number=AMOUNT)
def change(state: Battlestar, table: Table, dial: int, number: int) -> None:
    """BSG-15.1: turn a dial, between 0 and 15; whether it is 0 counts at the end of a turn only (3.7, 15.4)."""
    before = state.dials[dial]
    now = max(0, min(MOST, before + number))
    state.dials[dial] = now
    if now > before:
        table.tell(events.GAINED, dial, now - before, now)
    elif now < before:
        table.tell(events.LOST, dial, before - now, now)


@EFFECTS.op("if_below", "if {dial}<{least}:", dial=names.DIAL, least=AMOUNT)
def is_below(state: Battlestar, table: Table, dial: int, least: int) -> bool:
    """Tell whether a resource is below a number at this moment."""
    return state.dials[dial] < least


def in_red(state: Battlestar) -> int:
    """BSG-11.4: how many resources are in their red zone."""
    return sum(1 for dial, value in enumerate(state.dials) if value <= names.RED[dial])


# Operations that cost something, or give it back


@EFFECTS.op("unless_paid", "unless {who} pays:", who=DECIDER)
def leave_unpaid(state: Battlestar, table: Table, seat: int) -> bool:
    """Crash Landing: let the Admiral pay 1 fuel, if there is any (R11); return whether it stays unpaid."""
    if state.dials[names.FUEL] and table.ask(ask_pay, seat) != DONE:
        table.tell(events.FUEL_PAID, seat)
        change(state, table, names.FUEL, -1)
        return False
    return True


ask_pay = choice.yes("pay_fuel", "BSG-R11", plan=True)
"""D-17: whether fuel is paid."""
ask_use_reveal = choice.yes("use_reveal", "BSG-12.2")
"""D-21: whether the text of the revealed card is carried out."""


@EFFECTS.op("raptors", "raptors{number}", number=AMOUNT)
def change_raptors(state: Battlestar, table: Table, number: int) -> None:
    """BSG-9.17: raptors leave Reserves for good, or destroyed ones come back."""
    before = state.raptors
    state.raptors = max(0, min(names.RAPTORS, before + number))
    if number > 0:
        table.tell(events.RAPTORS_BACK, state.raptors - before)
    else:
        table.tell(events.RAPTORS_LOST, before - state.raptors)


@EFFECTS.op("recall_vipers")
def recall_vipers(state: Battlestar, table: Table) -> None:
    """BSG-R9: all vipers in space to Reserves, piloted ones too; pilots to Hangar Deck."""
    number = sum(state.vipers) + state.land()
    state.vipers[:] = [0] * names.AREAS
    table.tell(events.VIPERS_RECALLED, number)


@EFFECTS.op("lose_nuke")
def lose_nuke(state: Battlestar, table: Table) -> None:
    """Build Cylon Detector A: a nuke leaves the game."""
    state.nukes -= 1
    table.tell(events.NUKE_GONE, DECIDER.one(state, ADM))
