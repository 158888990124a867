"""Parts of abilities, and how buried models come back: effects with the hook at which they happen."""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Annotated

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.expression_tree import Expression
from shapan.games.malifaux.cards.hooks import HOOKS, RELEASE_HOOKS
from shapan.games.malifaux.cards.kinds import CardStruct, Kind
from shapan.games.malifaux.cards.selector import Switch

Costs = Annotated[tuple[Cost, ...], Kind("costs")]
Effects = Annotated[tuple[Effect, ...], Kind("effects")]
SomeEffects = Annotated[tuple[Effect, ...], Kind("some_effects")]
"""One at least."""


class ReleaseTest(CardStruct, frozen=True):
    """What a buried model has to pass: a stat against a number."""

    stat: Annotated[str, Kind("word", words.STATS)]
    tn: Annotated[Expression, Kind("number")]


class Release(CardStruct, frozen=True, kw_only=True):
    """When and how a buried model comes back: a hook, a test if there is one, and what happens (then).

    In files, `on_pass` holds the effects of a release with a test.
    """

    hook: Annotated[str, Kind("word", tuple(RELEASE_HOOKS))]
    test: Annotated[ReleaseTest | None, Kind("object", (ReleaseTest,))] = None
    effects: tuple[Effect, ...]


class AbilityPart(CardStruct, frozen=True, kw_only=True):
    """What happens at one hook. An ability with two moments has two parts [ruling].

    The subject of the hook has to be in scope and of the side, and `when` has to hold. Of a `resist_trigger` it is also
    said with which stats the model has to resist, which suits it needs, and the timing.
    """

    hook: Annotated[str, Kind("word", tuple(HOOKS))]
    scope: str
    inches: int
    side: Annotated[str, Kind("word", words.SIDES)] = "any"
    other: Switch = False
    when: Annotated[Expression | None, Kind("condition")] = None
    optional: Switch = False
    costs: Costs = ()
    once: Annotated[str, Kind("word", words.ONCE)] = ""
    stats: Annotated[tuple[str, ...], Kind("words", words.RESISTS)] = ()
    suits: Annotated[str, Kind("suits")] = ""
    timing: Annotated[str, Kind("word", words.TIMINGS)] = ""
    effects: SomeEffects

    written = ("side",)
