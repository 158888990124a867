"""The table as a match opens: every deck made, nothing dealt (section 2)."""

from __future__ import annotations

from typing import Final

from shapan.engine.zone import NOBODY, Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.cards import (
    CIVILIAN_COPIES,
    CRISIS_CARDS,
    DESTINATION_CARDS,
    LOYALTY_COPIES,
    QUORUM_COPIES,
    SKILL_COPIES,
    SUPER_CARDS,
    deck_of,
)
from shapan.games.battlestar.ruleset import Ruleset
from shapan.games.battlestar.state import SKILL_GROUP, Battlestar

SKILL_DECK_OF: Final = [
    [5 * type_ + strength for strength in range(len(names.STRENGTHS)) for _ in range(SKILL_COPIES[strength])]
    for type_ in range(len(names.TYPES))
]


def new_state(rules: Ruleset, seats: int) -> Battlestar:
    """BSG-2: the table before set-up, decks made and nothing dealt."""
    state = Battlestar(rules=rules, seats=seats)
    state.characters = [-1] * seats
    state.at = [names.OFF] * seats
    state.revealed = [0] * seats
    state.used = [0] * seats
    state.turns = [0] * seats
    state.put = [0] * seats
    state.fouls = [0] * seats
    state.sure = [0] * (seats * len(names.TYPES))
    state.likely = [0] * ((seats + 1) * len(names.TYPES))
    state.groups = SKILL_GROUP + 1
    state.civilian_pile = state.deck(deck_of(CIVILIAN_COPIES))
    state.civilians = [Zone(sees=NOBODY, ordered=True) for _ in range(names.AREAS)]
    state.damage_pool = state.deck(list(range(len(names.DAMAGE))))
    state.damage_drawn = Zone(sees=NOBODY)
    state.skill_decks = [Zone(cards, NOBODY, group=SKILL_GROUP) for cards in SKILL_DECK_OF]
    state.skill_discards = [Zone(ordered=True) for _ in names.TYPES]
    state.crisis_discards, state.super_discards, state.quorum_discards = (Zone(ordered=True) for _ in range(3))
    state.hands = [Zone(sees=1 << seat) for seat in range(seats)]
    state.destiny = Zone(sees=NOBODY)
    state.pile = Zone(sees=NOBODY, ordered=True)
    state.crisis_top = Zone(sees=NOBODY, ordered=True)
    state.crisis_deck = state.deck(deck_of([card.copies for card in CRISIS_CARDS]))
    state.crisis_bottom = Zone(sees=NOBODY, ordered=True)
    state.crisis_drawn = Zone(sees=NOBODY)
    state.super_deck = state.deck(deck_of([card.copies for card in SUPER_CARDS]))
    state.super_top = Zone(sees=NOBODY, ordered=True)
    state.super_bottom = Zone(sees=NOBODY, ordered=True)
    state.super_hands = [Zone(sees=1 << seat) for seat in range(seats)]
    state.quorum_deck = state.deck(deck_of(QUORUM_COPIES))
    state.quorum_top = Zone(sees=NOBODY, ordered=True)
    state.quorum_bottom = Zone(sees=NOBODY, ordered=True)
    state.quorum_hand = Zone(sees=NOBODY)
    state.quorum_drawn = Zone(sees=NOBODY)
    state.destination_top = Zone(sees=NOBODY, ordered=True)
    state.destination_deck = state.deck(deck_of([card.copies for card in DESTINATION_CARDS]))
    state.destination_bottom = Zone(sees=NOBODY, ordered=True)
    state.destination_drawn = Zone(sees=NOBODY)
    state.kobol = Zone(ordered=True)
    state.loyalty_deck = Zone(sees=NOBODY)
    state.loyalty_box = state.deck(deck_of(LOYALTY_COPIES))
    state.loyalty = [Zone(sees=1 << seat, ordered=True) for seat in range(seats)]
    state.loyalty_open = [Zone() for _ in range(seats)]
    return state
