"""What no rule may change: how many there are of each card, token and ship (C2 to C10)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from shapan.engine.zone import Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.state import Battlestar

KINDS: Final = {
    "skill": ("skill_", "hands", "destiny", "check"),
    "crisis": ("crisis", "crises"),
    "super_crisis": ("super",),
    "quorum": ("quorum",),
    "destination": ("destination", "kobol"),
    "loyalty": ("loyalty",),
    "civilian": ("civilian",),
    "damage": ("damage",),
}
"""How the names of the zones begin where cards or tokens of a kind lie."""


def zones_by_kind(state: Battlestar) -> dict[str, list[Zone]]:
    """Return where the cards and tokens of each kind lie; together these are all zones."""
    zones = list(state.zones())
    return {kind: [zone for name, zone in zones if name.startswith(words)] for kind, words in KINDS.items()}


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
    for unit, name in enumerate(names.UNITS):
        if unit != names.CIVILIAN:
            left = state.supply(unit)
            counts[name] = names.SUPPLY[unit] - left + max(0, left)
    lists = (state.raiders, state.heavies, state.vipers, state.boarding)
    counts["below zero"] = sum(number < 0 for numbers in lists for number in numbers)
    return counts
