"""BF-4.8: guests in the domains of others: who is there by a clause, who has to leave, and where to."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.question import question
from shapan.games.battlefield import actions, events, names, pacts
from shapan.games.battlefield.records import AT, OPEN, OWNED, STAY
from shapan.games.battlefield.rules import units
from shapan.games.battlefield.state import Battlefield, Table

# By a clause, or by consent


def permissions(state: Battlefield) -> list[int]:
    """BF-4.8: the guests that stand where they are by a clause."""
    return [
        unit
        for unit in state.tags()
        if state.of(unit, STAY) == names.GUEST
        and pacts.may_station(state, state.of(unit, OWNED), state.holders[state.of(unit, AT)])
    ]


def expel(state: Battlefield, table: Table) -> None:
    """BF-4.8: guests whose clause has ended and is not renewed are ejected, in the order in which they came."""
    still = permissions(state)
    state.permitted = [unit for unit in state.permitted if unit not in still]
    while state.permitted:
        unit = state.permitted.pop(0)
        if unit in state.units_of(state.of(unit, OWNED)):
            eject(state, table, unit)


def unwelcome(state: Battlefield, seat: int) -> list[int]:
    """BF-4.8: the guests in a domain that stay by consent alone."""
    return [
        unit
        for unit in state.tags()
        if state.of(unit, STAY) == names.GUEST
        and state.holders[state.of(unit, AT)] == seat
        and unit in state.units_of(state.of(unit, OWNED))
        and not pacts.may_station(state, state.of(unit, OWNED), seat)
    ]


@question("eject_guests", "BF-4.8", actions.EJECT, open=True)
def ask_eject(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D8: the guests that have to leave, one after another."""
    return [-1, *unwelcome(state, seat)]


# Ejected


def eject_all(state: Battlefield, table: Table, territory: int) -> None:
    """BF-4.8: guests of a territory that changes hands have to leave; intruders stay."""
    for unit in state.standing_at(territory):
        if state.is_there(unit) and state.of(unit, STAY) == names.GUEST and state.of(unit, AT) == territory:
            eject(state, table, unit)


def eject(state: Battlefield, table: Table, unit: int) -> None:
    """BF-4.8: a guest has to leave: its owner puts it into any own territory, free."""
    seat, at = state.of(unit, OWNED), state.of(unit, AT)
    to = units.put_anywhere(state, table, seat, unit)
    if to < 0:  # [ruling] Its owner has no territory that stands: it stays, as an intruder
        state.put(unit, STAY, names.INTRUDER)
        return
    tell_ejected(state, table, unit, at)


def tell_ejected(state: Battlefield, table: Table, unit: int, at: int) -> None:
    """BF-4.8: tell that a unit has left a territory for where it stands now; of a hidden one its owner alone knows."""
    seat = state.of(unit, OWNED)
    priv = -1 if state.of(unit, OPEN) else 1 << seat
    table.tell(events.EJECTED, seat, at, state.of(unit, AT), priv=priv, secret=(state.card(unit),))
