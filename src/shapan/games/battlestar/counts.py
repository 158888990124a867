"""What no rule may change: how many there are of each card, token and ship (C2 to C10)."""

from __future__ import annotations

from collections import Counter

from shapan.engine.zone import Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.state import Battlestar


def zones_by_kind(state: Battlestar) -> dict[str, list[Zone]]:
    """Return where the cards and tokens of each kind lie; together these are all zones."""
    return {
        "skill": [
            *state.skill_decks,
            *state.skill_discards,
            *state.hands,
            state.destiny,
            state.pile,
            state.shown,
        ],
        "crisis": [
            state.crisis_top,
            state.crisis_deck,
            state.crisis_bottom,
            state.crisis_drawn,
            state.crisis_now,
            state.crises_in_play,
            state.crisis_discards,
        ],
        "super_crisis": [
            state.super_deck,
            state.super_top,
            state.super_bottom,
            *state.super_hands,
            state.super_now,
            state.supers_in_play,
            state.super_discards,
        ],
        "quorum": [
            state.quorum_deck,
            state.quorum_top,
            state.quorum_bottom,
            state.quorum_hand,
            state.quorum_drawn,
            state.quorum_now,
            state.quorum_attached,
            state.quorum_discards,
            state.quorum_gone,
        ],
        "destination": [
            state.destination_top,
            state.destination_deck,
            state.destination_bottom,
            state.destination_drawn,
            state.kobol,
        ],
        "loyalty": [state.loyalty_deck, state.loyalty_box, *state.loyalty, *state.loyalty_open],
        "civilian": [state.civilian_pile, *state.civilians, state.civilians_lost],
        "damage": [state.damage_on, state.damage_gone, state.damage_pool, state.damage_drawn],
    }


def conserved(state: Battlestar) -> dict[str, int]:
    """Return the counts: of each card by its kind, of ships with what is left of their supply, never below 0."""
    counts: dict[str, int] = {}
    for kind, zones in zones_by_kind(state).items():
        cards = Counter(card for zone in zones for card in zone.cards)
        counts[kind] = sum(cards.values())
        for card in sorted(cards):
            counts[f"{kind} {card}"] = cards[card]
    tokens = [*state.basestar_pool, *(token for row in state.basestars for token in row[1:])]
    for token in sorted(tokens):
        counts[f"basestar token {token}"] = tokens.count(token)
    pilots = sum(state.piloting(seat) for seat in range(state.seats))
    away = state.vipers_damaged + state.vipers_destroyed + sum(state.vipers) + pilots
    for name, number, out in (
        ("vipers", names.VIPERS, away),
        ("raiders", names.RAIDERS, sum(state.raiders)),
        ("heavy raiders", names.HEAVIES, sum(state.heavies)),
        ("basestars", names.BASESTARS, len(state.basestars)),
        ("centurions", names.CENTURIONS, sum(state.boarding)),
    ):
        counts[name] = out + max(0, number - out)
    lists = (state.raiders, state.heavies, state.vipers, state.boarding)
    counts["below zero"] = sum(number < 0 for numbers in lists for number in numbers)
    return counts
