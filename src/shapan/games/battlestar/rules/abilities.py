"""C1, BSG-5.13: the once-a-game abilities that are actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.cards import DETECTOR_SABOTAGE
from shapan.games.battlestar.rules import choice, decks, loyalty, maintenance, quorum, resources, titles, vipers
from shapan.games.battlestar.state import Battlestar, Table

CAG: Final = 6
"""Activations that Apollo's CAG gives."""


def why_no_ability(state: Battlestar, seat: int) -> str:
    """Return the rule for which the once-a-game action of a sheet is not possible, or nothing."""
    character = state.characters[seat]
    if character not in (names.TIGH, names.ROSLIN, names.BALTAR, names.ZAREK, names.APOLLO):
        return "BSG-5.1"
    if state.used[seat]:
        return "BSG-5.13"
    if character == names.ROSLIN:
        able = not state.quorum.is_empty()
    elif character == names.BALTAR:
        able = bool(detector_targets(state, seat))
    elif character == names.ZAREK:
        able = state.dials[names.POPULATION] > 0
    else:
        able = character == names.TIGH or vipers.can_order(state)
    return "" if able else "BSG-5.15"


def detector_targets(state: Battlestar, seat: int) -> list[int]:
    """R13: any other player with a face-down card; nobody under Detector Sabotage."""
    if DETECTOR_SABOTAGE in state.crises_in_play.cards:
        return []
    return [other for other in range(state.seats) if other != seat and len(state.loyalty[other])]


def use_ability(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-5.13: the once-a-game action of a sheet, used up when it is announced."""
    character = state.characters[seat]
    state.used[seat] = 1
    table.tell(events.ABILITY, seat, character)
    if character == names.TIGH:
        if state.admiral >= 0:
            titles.give_president(state, table, state.admiral)
    elif character == names.ROSLIN:
        skilled_politician(state, table, seat)
    elif character == names.BALTAR:
        owner = choice.ask_who(state, table, ask_detector, seat, detector_targets(state, seat))
        loyalty.look_at_all(state, table, seat, owner)
    elif character == names.ZAREK:
        resources.change(state, table, names.POPULATION, -1)
        maintenance.gain(state, table, seat)
    else:
        vipers.order_vipers(state, table, seat, CAG)


ask_detector = choice.who("look_target", "BSG-11.2")
"""Cylon Detector: whose loyalty cards Baltar sees."""


# Skilled Politician


def skilled_politician(state: Battlestar, table: Table, seat: int) -> None:
    """C1, R49: Roslin carries out one of four fresh Quorum cards; the others go under the deck in her order."""
    drawn = state.quorum_drawn
    decks.draw_seen(state, table, seat, state.quorum, drawn, 4, events.QUORUM_DRAWN)
    if len(drawn):
        carry_out_fresh(state, table, seat)


def carry_out_fresh(state: Battlestar, table: Table, seat: int) -> None:
    """R49: one of the fresh cards is carried out, once the others lie under the deck."""
    drawn = state.quorum_drawn
    codes = table.ask_many(ask_politician, seat)
    card = actions.PLAY_QUORUM.value(codes[0])
    for code in codes[1:]:
        state.move(drawn, drawn.cards.index(actions.PUT_BOTTOM.value(code)), state.quorum.bottom)
    quorum.play_quorum(state, table, seat, card, drawn)


def fresh_cards(state: Battlestar, seat: int, arg: int) -> int:
    """Return how many fresh Quorum cards there are."""
    return len(state.quorum_drawn)


@decks.sorting("skilled_politician", "BSG-R49", actions.PLAY_QUORUM, actions.PUT_BOTTOM, fresh_cards)
def ask_politician(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D-9: the card that is carried out, then the order of the others under the deck."""
    return decks.sort_out(state.quorum_drawn, actions.PLAY_QUORUM, actions.PUT_BOTTOM, picked)
