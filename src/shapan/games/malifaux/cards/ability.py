"""Abilities (crews 1): what a model does by itself, at a hook or all the time."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.part import AbilityPart


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability as a model has it: the number of its id in the library, and its parts with the parameters put in."""

    number: int
    id: str
    name: Name
    parameters: tuple[tuple[str, str | int], ...]
    parts: tuple[AbilityPart, ...]
