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
    state.sure = [0] * (seats * len(names.TYPES))
    state.likely = [0] * ((seats + 1) * len(names.TYPES))
    state.groups = SKILL_GROUP + 1
    state.skill_decks = [Zone(cards, NOBODY, group=SKILL_GROUP) for cards in SKILL_DECK_OF]
    state.civilian_pile = state.deck(deck_of(CIVILIAN_COPIES))
    state.damage_pool = state.deck(list(range(len(names.DAMAGE))))
    state.crisis.heap = state.deck(deck_of([card.copies for card in CRISIS_CARDS]))
    state.supers.heap = state.deck(deck_of([card.copies for card in SUPER_CARDS]))
    state.quorum.heap = state.deck(deck_of(QUORUM_COPIES))
    state.destination.heap = state.deck(deck_of([card.copies for card in DESTINATION_CARDS]))
    state.loyalty_box = state.deck(deck_of(LOYALTY_COPIES))
    return state
