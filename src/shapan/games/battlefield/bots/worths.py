"""What things are worth, in resource cards, from `data/bots.toml`."""

from __future__ import annotations

from typing import Final

from shapan.engine.worths import read_worths
from shapan.games.battlefield import names

_MEASURES: Final = (
    "capital", "last_capital", "land", "lost_land", "reaches_land", "reaches_capital", "followed", "resource", "plenty",
    "attack_card", "expansion", "second_copy", "long_clause",
)  # fmt: skip
_DURABILITY: Final = tuple(map(str, range(9)))
_PRICED: Final = tuple(name for card, name in enumerate(names.CARDS) if card not in names.UNITS)
_WORTHS: Final = read_worths(
    "shapan.games.battlefield",
    {
        "cards": _PRICED,
        "factions": names.FACTIONS,
        "clauses": names.CLAUSES,
        "share_won": _DURABILITY,
        "measures": _MEASURES,
    },
    complete=("cards", "factions", "share_won", "measures"),
)
CARDS: Final[dict[int, float]] = {names.CARDS.index(name): worth for name, worth in _WORTHS["cards"].items()}
"""What a card is worth in the hand; a modification, what it is worth when it works."""
FACTIONS: Final = tuple(_WORTHS["factions"][name] for name in names.FACTIONS)
CLAUSES: Final = tuple(_WORTHS["clauses"].get(name, 0.0) for name in names.CLAUSES)
"""Clauses that are worth the same at any table: to whom they serve, and as much against who is bound."""
SHARE_WON: Final = tuple(_WORTHS["share_won"][points] for points in _DURABILITY)
"""By durability, how much of the worth of land is won already."""
_OF: Final = _WORTHS["measures"]
CAPITAL: Final = _OF["capital"]
LAST_CAPITAL: Final = _OF["last_capital"]
LAND: Final = _OF["land"]
LOST_LAND: Final = _OF["lost_land"]
BATTLE_LINE: Final = (_OF["reaches_land"], _OF["reaches_capital"])
"""What it is worth that a unit stands where it reaches land of others, or a capital."""
FOLLOWED: Final = _OF["followed"]
RESOURCE: Final = _OF["resource"]
PLENTY: Final = _OF["plenty"]
ATTACK_CARD: Final = _OF["attack_card"]
EXPANSION: Final = _OF["expansion"]
SECOND_COPY: Final = _OF["second_copy"]
LONG_CLAUSE: Final = int(_OF["long_clause"])
