"""BF-8.9, BF-9: a player is out, and what becomes of cards, units and land; loyalty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlefield import actions, events, formulas, names, space
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.records import ABOARD, EVASION, OPEN, OWNED
from shapan.games.battlefield.rules import capture, ending, guests, titles, units
from shapan.games.battlefield.ruleset import CONQUEROR, PILE
from shapan.games.battlefield.state import Battlefield, Table

LAST_TWO: Final = EFFECTS.number("last_two")


@EFFECTS.op("eliminate", "")
def eliminate(state: Battlefield, table: Table, seat: int, by: int) -> None:
    """BF-8.9: a seat is out, by another or by nobody (-1), in seven steps."""
    if not state.is_in(seat):
        return
    state.fell[seat] = 1 + max(state.fell) if state.verdict < 0 else state.falling
    if by >= 0:
        table.tell(events.ELIMINATED, seat, by)
    else:
        table.tell(events.FELL, seat)
    was_boss = state.titles[names.HEIR_BOSS] == seat
    titles.take_spoils(state, table, seat, by)  # 1
    titles.leave_cards(state, table, seat)
    lose_cards(state, table, seat)  # 2
    lose_units(state, table, seat, by)  # 3
    lose_land(state, table, seat, by)  # 4
    space.survey(state)  # 5
    end_bonds(state, table, seat)
    EFFECTS.call(LAST_TWO, state, table)
    titles.end_titles(state, seat)  # 6
    titles.check_peace_envoy(state, table)
    if state.verdict < 0:  # 7
        ending.check_victory(state, table, by if was_boss else UNKNOWN)
    elif was_boss:
        state.just = by


def lose_cards(state: Battlefield, table: Table, seat: int) -> None:
    """BF-8.9 step 2: what is left of hand and modifications is discarded, resource cards go to their pile."""
    for zone, event in ((state.hands[seat], events.DISCARDED), (state.modifications[seat], events.REPLACED)):
        for card in zone.cards:
            table.tell(event, seat, card)
        state.move_all(zone, state.discard)
    if state.resources[seat]:
        table.tell(events.FALLEN_RESOURCES, seat, state.resources[seat])
    state.resources[seat] = 0


def lose_units(state: Battlefield, table: Table, seat: int, by: int) -> None:
    """BF-8.9 step 3: disloyal characters go over to the eliminator, all else is discarded."""
    for unit in state.tags():
        if state.of(unit, OWNED) == seat and names.KIND[state.card(unit)] == names.CHARACTER and by >= 0:
            check_defection(state, table, unit, by)
    for unit in state.tags():
        if state.is_there(unit) and state.of(unit, OWNED) == seat:
            units.disband(state, table, unit)


def check_defection(state: Battlefield, table: Table, unit: int, by: int) -> None:
    """BF-9.4: a character of the fallen checks; disloyal, it stands open in a territory of the eliminator's choice."""
    if not state.of(unit, OPEN):
        units.show(state, unit)
    if roll_loyalty(state, table, unit):
        return
    state.put(unit, ABOARD, UNKNOWN)
    units.give_to(state, unit, by)
    state.put(unit, EVASION, UNKNOWN)
    card, seat = state.card(unit), state.of(unit, OWNED)
    to = units.put_anywhere(state, table, seat, unit)
    table.tell(events.DEFECTED, by, card, by, to)


def roll_loyalty(state: Battlefield, table: Table, unit: int) -> bool:
    """BF-9.1: roll the die for a unit; return whether it is loyal: a result up to its loyalty."""
    face = table.roll(actions.DIE)
    loyalty = formulas.loyalty(state, unit)
    loyal = face <= loyalty
    table.tell(events.LOYAL if loyal else events.DISLOYAL, state.of(unit, OWNED), state.card(unit), face, loyalty)
    return loyal


def lose_land(state: Battlefield, table: Table, seat: int, by: int) -> None:
    """BF-8.9 step 4: his territories leave the game, or go where an option says; strange units there are ejected."""
    for territory in state.domain(seat):
        strangers = [unit for unit in state.standing_at(territory) if state.of(unit, OWNED) != by]
        if state.rules.on_elimination == CONQUEROR and by >= 0:
            space.take_away(state, territory)
            capture.lay(state, table, by, territory)
            state.durability[territory] = formulas.half(state, territory)
            table.tell(events.LAND_TAKEN, by, seat, territory, state.durability[territory])
            for unit in state.standing_at(territory):
                if state.of(unit, OWNED) == by:
                    units.stand(state, unit, territory)
        else:
            strangers = state.standing_at(territory)
            target = state.returned if state.rules.on_elimination == PILE else state.removed
            space.take_away(state, territory)
            state.move(state.land, state.land.cards.index(territory), target)
            table.tell(events.LAND_GONE, seat, territory)
        space.survey(state)
        leave_ground(state, table, strangers)


def leave_ground(state: Battlefield, table: Table, strangers: Sequence[int]) -> None:
    """BF-8.9 step 4: units of others have to leave ground that is lost.

    [ruling] Where their owner has no territory of his own to put them, they are discarded: there is no ground for them.
    """
    for unit in strangers:
        if not state.is_there(unit):
            continue
        if units.goals(state, state.of(unit, OWNED)):
            guests.eject(state, table, unit)
        else:
            units.disband(state, table, unit)


def end_bonds(state: Battlefield, table: Table, seat: int) -> None:
    """BF-8.9 step 5, BF-12.7, BF-3.7: treaties with him end, clauses that name him, what lies on him, his markers."""
    left = [row for row in state.treaties if seat not in row[:2] and row[6] != seat]
    ended = [row for row in state.treaties if row not in left]
    state.treaties = left
    state.harmed_by[seat] = [UNKNOWN] * len(names.HARMS)
    marks = state.units.marks
    marks[EVASION] = [UNKNOWN if one == seat else one for one in marks[EVASION]]
    for row in ended:
        if seat not in row[:2]:
            table.tell(events.CLAUSE_ENDED, row[0], row[1], row[2])
