"""BSG-2: set-up, in its order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.question import question
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.cards import ALONE_WITHOUT, CHARACTER_CARDS, CHARACTER_TYPES, QUORUM_COPIES
from shapan.games.battlestar.effects import read_ships
from shapan.games.battlestar.rules import decks, hands, loyalty, quorum, space, titles, turn, vipers
from shapan.games.battlestar.state import FREE, Battlestar, Table

STEP_PICK: Final = 1
STEP_DEAL: Final = 2
FIRST_HAND: Final = 3
FIRST_PRESIDENTS: Final = ("laura_roslin", "tom_zarek", "gaius_baltar")
"""K3: the list of the seed, used at set-up only."""
FIRST_SHIPS: Final = read_ships("0: BS 3R; 4: V; 5: V; 3: 2C")
EASY_DIALS: Final = (8, 7, 9, 10)
"""Dials of the variants without Sympathizer and with all on one side (section 11)."""
LOYALTY_COUNTS: Final = {2: (0, 0), 3: (5, 1), 4: (6, 1), 5: (8, 2), 6: (9, 2)}
"""BSG-2.6: Not a Cylon and You Are a Cylon cards by number of players."""


def pick_step(state: Battlestar, table: Table) -> None:
    """BSG-2.2, 2.3: the first player at random; clockwise from him each picks a character."""
    if state.rules.no_sympathizer or state.rules.full_cooperative:
        state.dials[:] = EASY_DIALS
    if state.rules.full_cooperative:
        state.nukes = 1
        for card in ALONE_WITHOUT:
            for _ in range(QUORUM_COPIES[card]):
                state.move(state.quorum.heap, state.quorum.heap.cards.index(card), state.quorum_gone)
    if state.first < 0:
        state.first = table.draw(actions.STREAM_FIRST, range(state.seats))
        table.tell(events.FIRST, state.first)
    state.active = state.first
    for seat in state.clockwise(state.first):
        if state.characters[seat] < 0:
            character = table.pick(ask_character, seat)
            state.characters[seat] = character
            table.tell(events.CHARACTER, seat, character)
    state.push(STEP_DEAL)


@question("character", "BSG-2.3", actions.PICK_CHARACTER, open=True, why="character_type")
def ask_character(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-1: a character of a type that has most left, or one of the support type (2.3).

    [ruling] Boomer counts as left where a variant bars her.
    """
    free = [character for character in range(len(names.CHARACTERS)) if character not in state.characters]
    left = {type_: sum(CHARACTER_CARDS[one].type == type_ for one in free) for type_ in CHARACTER_TYPES[:-1]}
    most = max(left.values())
    without_boomer = state.rules.two_player or state.rules.no_sympathizer
    return [
        one
        for one in free
        if left.get(CHARACTER_CARDS[one].type, most) == most and not (one == names.BOOMER and without_boomer)
    ]


def deal_step(state: Battlestar, table: Table) -> None:
    """BSG-2.4 to 2.10: places, titles, loyalty, decks, first hands, Destiny deck, ships."""
    place_characters(state, table)
    first_titles(state, table)
    make_loyalty(state, table)
    for seat in state.clockwise((state.first + 1) % state.seats)[: state.seats - 1]:  # 2.8
        first_hand(state, table, seat)
    decks.build_destiny(state, table)
    space.place_ships(state, table, FIRST_SHIPS)
    state.placed_vipers[:] = [0] * names.AREAS  # Alert Viper Pilot does not work during set-up
    table.tell(events.SET_UP)
    turn.go_on(state, step_codes.START)


def place_characters(state: Battlestar, table: Table) -> None:
    """BSG-2.4: everybody to the start location; Apollo in a viper, Helo off the board."""
    for seat in state.clockwise(state.first):
        start = CHARACTER_CARDS[state.characters[seat]].start
        if state.characters[seat] == names.APOLLO:
            state.at[seat] = names.SPACE + table.pick(vipers.ask_launch_area, seat)
        else:
            state.at[seat] = names.OFF if start == "off" else names.LOCATIONS.index(start)
        table.tell(events.PLACED, seat, state.at[seat])


def first_titles(state: Battlestar, table: Table) -> None:
    """BSG-2.5: President and Admiral; the Quorum deck is ready, and the President draws a card."""
    seats = list(range(state.seats))
    president = titles.first_in_line(state, titles.PRESIDENT, seats)
    if not state.rules.president_by_succession:
        named = [names.CHARACTERS.index(name) for name in FIRST_PRESIDENTS]
        present = [state.characters.index(one) for one in named if one in state.characters]
        president = present[0] if present else president
    titles.give_president(state, table, president)
    titles.give_admiral(state, table, titles.first_in_line(state, titles.ADMIRAL, seats))
    quorum.draw_quorum(state, table, president)


# Loyalty


def make_loyalty(state: Battlestar, table: Table) -> None:
    """BSG-2.6: the loyalty deck by number of players, a card to each (Baltar two), then the Sympathizer joins."""
    if state.rules.full_cooperative or state.rules.two_player:
        return
    loyal, cylons = LOYALTY_COUNTS[state.seats]
    loyal += (names.BALTAR in state.characters) + (names.BOOMER in state.characters)
    loyalty.fill_loyalty(state, table, loyal, cylons)
    for seat in state.clockwise(state.first):
        loyalty.deal_loyalty(state, table, seat, 2 if state.characters[seat] == names.BALTAR else 1)
    if state.rules.sympathizer or state.rules.no_sympathizer:
        box, joins = state.loyalty_box, names.SYMPATHIZER if state.rules.sympathizer else names.NOT_A_CYLON
        state.move(box, box.cards.index(joins), state.loyalty_deck)
        state.loyalty_box = state.deck(list(box.cards))  # everybody knows what left it
        state.shuffle(state.loyalty_deck)


def first_hand(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-2.8: three cards of types of the own skill set, named first; by an option within its numbers (K7)."""
    card = CHARACTER_CARDS[state.characters[seat]]
    if state.rules.listed_counts:
        for type_, number in enumerate(card.skills):
            state.max_types[type_] = number + (card.split_cards if type_ in card.split else 0)
    hands.draw_cards(state, table, seat, FIRST_HAND, hands.skill_set(state, seat))
    state.max_types[:] = [FREE] * len(state.max_types)
