"""What things are worth, in resources, from `data/bots.toml`, which explains each number."""

from __future__ import annotations

from typing import Final

from shapan.engine.worths import read_worths
from shapan.games.starcraft import cards

_MEASURES: Final = (
    "point", "resource", "ahead", "presence", "base", "special_victory", "denial", "rounds", "attacked", "bare",
    "guard", "alone", "assisting", "attacker_matches", "defender_matches", "spread", "blind", "shown", "splash",
    "veiled", "holding", "reinforcement", "kept_card", "workers", "forced", "traded", "stir", "special_order",
    "event", "next_event", "guarding", "nothing",
)  # fmt: skip
_WORTHS: Final = read_worths(
    "shapan.games.starcraft", {"events": cards.EVENT_NAMES, "measures": _MEASURES}, complete=("measures",)
)
EVENTS: Final = {cards.EVENT_NAMES.index(name): worth for name, worth in _WORTHS["events"].items()}
"""What events are worth that hang on little else."""
_OF: Final = _WORTHS["measures"]

# Areas, bases and points

POINT: Final = _OF["point"]
RESOURCE: Final = _OF["resource"]
AHEAD: Final = _OF["ahead"]
PRESENCE: Final = _OF["presence"]
BASE: Final = _OF["base"]
SPECIAL_VICTORY: Final = _OF["special_victory"]
DENIAL: Final = _OF["denial"]
ROUNDS: Final = int(_OF["rounds"])

# Strength and battles

ATTACKED: Final = _OF["attacked"]
BARE: Final = _OF["bare"]
GUARD: Final = _OF["guard"]
ALONE: Final = _OF["alone"]
ASSISTING: Final = _OF["assisting"]
MATCHED: Final = (_OF["attacker_matches"], _OF["defender_matches"])
SPREAD: Final = _OF["spread"]
BLIND: Final = _OF["blind"]
SHOWN: Final = _OF["shown"]
SPLASH: Final = _OF["splash"]
VEILED: Final = _OF["veiled"]
HOLDING: Final = _OF["holding"]
REINFORCEMENT: Final = _OF["reinforcement"]
KEPT_CARD: Final = _OF["kept_card"]

# Orders and purchases

WORKERS: Final = int(_OF["workers"])
FORCED: Final = _OF["forced"]
TRADED: Final = _OF["traded"]
STIR: Final = _OF["stir"]
SPECIAL_ORDER: Final = _OF["special_order"]
EVENT: Final = _OF["event"]
NEXT_EVENT: Final = _OF["next_event"]
GUARDING: Final = _OF["guarding"]
NOTHING: Final = _OF["nothing"]
