"""Parts of abilities, and how buried models come back: effects with the hook at which they happen."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.selector import Expression


@dataclass(frozen=True, slots=True)
class ReleaseTest:
    """What a buried model has to pass: a stat against a number."""

    stat: str
    tn: Expression


@dataclass(frozen=True, slots=True)
class Release:
    """When and how a buried model comes back: a hook, a test if there is one, and what happens (then)."""

    hook: str
    test: ReleaseTest | None
    effects: tuple[Effect, ...]


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
