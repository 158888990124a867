"""Triggers (crews 1, MFX-5): what a model may add to a duel whose final suits hold the right ones."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.selector import Expression


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger: when it happens and what it does. [ruling] `numbers`: least and most of a
    number that is named with it.
    """

    number: int
    id: str
    name: Name
    timing: str
    when: Expression | None
    costs: tuple[Cost, ...]
    forced: bool
    once: str
    numbers: tuple[int, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ActionTrigger:
    """A trigger of an action, with the suits that it needs there."""

    suits: str
    trigger: Trigger
