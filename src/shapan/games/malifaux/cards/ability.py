"""Abilities (crews 1): what a model does by itself, at a hook or all the time."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.expression import Expression
from shapan.games.malifaux.cards.name import Name


@dataclass(frozen=True, slots=True)
class AbilityPart:
    """What happens at one hook. An ability with two moments has two parts [ruling].

    The subject of the hook has to be in scope and of the side, and `when` has to hold. Of a `resist_trigger` it is also
    said with which stats the model has to resist, which suits it needs, and the timing.
    """

    hook: str
    scope: str
    inches: int
    side: str
    other: bool
    when: Expression | None
    optional: bool
    costs: tuple[Cost, ...]
    once: str
    stats: tuple[str, ...]
    suits: str
    timing: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability as a model has it: the number of its id in the library, and its parts with the parameters put in."""

    number: int
    id: str
    name: Name
    parameters: tuple[tuple[str, str | int], ...]
    parts: tuple[AbilityPart, ...]
