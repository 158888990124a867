"""What a position leaves to chance (13.2, 13.3): civilian ships of the opening, the Destiny deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.games.battlestar import actions, names
from shapan.games.battlestar.state import Battlestar, Table

STEP_FILL: Final = 11
OPENING_AREA: Final = 3


def fill_step(state: Battlestar, table: Table, civilians: int, destiny: int) -> None:
    """13.3: cards that a script names lie where it draws them; the rest is random. Scripts stay whole."""
    scripts = state.chance.scripts
    state.chance.scripts = []
    named = [list(script or ()) for script in scripts] or [[] for _ in range(actions.STREAM_CIVILIAN + 1)]
    for _ in range(civilians):
        pool = without(state.civilian_pile.cards, named[actions.STREAM_CIVILIAN])
        token = table.draw(actions.STREAM_CIVILIAN, pool)
        state.move(state.civilian_pile, state.civilian_pile.cards.index(token), state.civilians[OPENING_AREA])
    for type_ in range(len(names.TYPES) if destiny else 0):
        deck = state.skill_decks[type_]
        wanted = [
            card for card in named[actions.STREAM_DESTINY] if names.type_of(card) == type_ and card in deck.cards
        ][:2]
        while len(wanted) < 2 and len(deck) > len(wanted):
            pool = without(deck.cards, [*wanted, *named[actions.STREAM_SKILL + type_]]) or without(deck.cards, wanted)
            wanted.append(table.draw(actions.STREAM_SKILL + type_, pool))
        for card in wanted:
            if card in deck.cards:
                state.move(deck, deck.cards.index(card), state.destiny)
                state.likely[len(names.TYPES) * state.seats + type_] += 1
    if destiny:
        state.mix(state.destiny)
    state.chance.scripts = scripts


def without(cards: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return cards less some others, each once."""
    left = list(cards)
    for card in others:
        if card in left:
            left.remove(card)
    return left
