"""Repairs, scouts and gains: parts of actions that ask a question of their own (BSG-5.10, 5.11, C1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.question import question
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.rules import attacks, decks, dice, resources
from shapan.games.battlestar.state import Battlestar, Table

# Repair


def can_repair(state: Battlestar, seat: int) -> bool:
    """R26: something to repair: the own location, or vipers in Hangar Deck."""
    place = state.at[seat]
    return attacks.is_damaged(state, place) or (place == names.HANGAR_DECK and state.vipers_damaged > 0)


def repair(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-5.11: the own location, its token back to the others; or up to two vipers in Hangar Deck."""
    code = table.ask(ask_repair, seat)
    if actions.REPAIR_VIPERS.has(code):
        number = actions.REPAIR_VIPERS.value(code)
        state.vipers_damaged -= number
        table.tell(events.VIPERS_REPAIRED, seat, number)
        return
    token = names.DAMAGED_LOCATIONS.index(state.at[seat])
    state.move(state.damage_on, state.damage_on.cards.index(token), state.damage_pool)
    state.shuffle(state.damage_pool)
    table.tell(events.REPAIRED, seat, state.at[seat])


@question("repair", "BSG-5.11", actions.REPAIR_LOCATION, actions.REPAIR_VIPERS, open=True, why="nothing_to_repair")
def ask_repair(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-7: what is repaired."""
    codes = [actions.REPAIR_LOCATION.code()] if attacks.is_damaged(state, state.at[seat]) else []
    if state.at[seat] == names.HANGAR_DECK:
        codes += [actions.REPAIR_VIPERS.codes[number] for number in range(min(2, state.vipers_damaged), 0, -1)]
    return codes


# Scouts


SCOUT_RETURNS: Final = 3
"""BSG-5.10: the least result with which a scout comes back."""


def launch_scout(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-5.10: on 3 and more a deck is named and its top card seen; otherwise a raptor is lost."""
    if dice.roll(state, table, step_codes.SCOUT_ROLL, seat) < SCOUT_RETURNS:
        state.raptors -= 1
        table.tell(events.RAPTORS_LOST, 1)
        return
    decks = scoutable(state)
    if not decks:
        return
    deck = table.pick(ask_scout, seat)
    peek(state, table, seat, deck)


def scoutable(state: Battlestar) -> list[int]:
    """R54: the decks with a card to look at."""
    decks = [actions.CRISIS_DECK] if not state.crisis.is_empty() else []
    if state.destination.size():
        decks.append(actions.DESTINATION_DECK)
    return decks


def peek(state: Battlestar, table: Table, seat: int, deck: int) -> None:
    """See the top card of a deck, and keep it there or bury it at the bottom: which is open, the card is not."""
    crisis = deck == actions.CRISIS_DECK
    scouted = state.crisis if crisis else state.destination
    top, bottom = scouted.top, scouted.bottom
    if not len(top) and not decks.take(state, table, scouted, top):
        return
    state.scouted = deck
    card = state.look(top, 0, seat)
    table.tell(events.SCOUTED if crisis else events.SCOUTED_DESTINATION, seat, priv=1 << seat, secret=(card,))
    buried = table.ask(ask_top, seat) == actions.BOTTOM.code()
    if buried:
        state.move(top, 0, bottom)
    table.tell(events.LEFT_ON, seat, deck, int(buried))
    state.scouted = -1


@question("scout_deck", "BSG-5.10", actions.SCOUT, open=True)
def ask_scout(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-7: the deck that is scouted, named after the roll."""
    return scoutable(state)


@question("top_or_bottom", "BSG-5.10", actions.TOP, actions.BOTTOM, open=True)
def ask_top(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-7, D-20: the card stays on top or goes to the bottom."""
    return [actions.TOP.code(), actions.BOTTOM.code()]


# Unconventional Tactics


def gain(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-5.13: gain one of a resource of the seat's choice."""
    resources.change(state, table, table.pick(ask_gain, seat), 1)


@question("gain", "BSG-5.13", actions.GAIN, open=True, why="not_this_resource")
def ask_gain(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-7: fuel, food or morale."""
    return (names.FUEL, names.FOOD, names.MORALE)
