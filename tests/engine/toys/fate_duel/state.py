"""What lies on the table of fate duel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.state import State
from shapan.engine.zone import Zone

# Steps of the agenda

PLACE_STEP: Final = 1
TURN_STEP: Final = 2
ACT_STEP: Final = 3
CLOSE_STEP: Final = 4


@dataclass(slots=True, eq=False)
class Fate(State):
    turns: int = 4
    turn: int = 0
    active: int = 0
    xs: list[int] = field(default_factory=list)
    ys: list[int] = field(default_factory=list)
    wounds: list[int] = field(default_factory=list)
    """What is left, by model; 0 is killed."""
    acts: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    abilities: int = 0
    lasting: list[tuple[int, ...]] = field(default_factory=list)
    """FTD-7.3: model, ability, the moment that ends it, how often."""
    attacker: int = UNKNOWN
    target: int = UNKNOWN
    cheated: list[int] = field(default_factory=list)
    boost: int = 0
    """FTD-8.2: what spent cards add to the total of the attack under way."""
    decks: list[Zone] = field(default_factory=list)
    hands: list[Zone] = field(default_factory=list)
    flips: list[Zone] = field(default_factory=list)
    discards: list[Zone] = field(default_factory=list)


def is_up(state: Fate, model: int) -> bool:
    """FTD-1.3: a model stands on the table once it is placed and until it is killed."""
    return state.xs[model] >= 0 and state.wounds[model] > 0


def others(state: Fate, model: int) -> list[int]:
    """Return the other models on the table."""
    return [other for other in range(4) if other != model and is_up(state, other)]
