"""Triggers (crews 1, MFX-5): what a model may add to a duel whose final suits hold the right ones."""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.expression_tree import Expression
from shapan.games.malifaux.cards.kinds import CardStruct, Kind
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.part import Costs, SomeEffects
from shapan.games.malifaux.cards.selector import Switch


class Trigger(CardStruct, frozen=True, kw_only=True):
    """A trigger: when it happens and what it does. [ruling] `numbers`: least and most of a
    number that is named with it.
    """

    number: int
    id: str
    name: Name
    timing: Annotated[str, Kind("word", words.TIMINGS)] = "success"
    when: Annotated[Expression | None, Kind("condition")] = None
    costs: Costs = ()
    forced: Switch = False
    once: Annotated[str, Kind("word", words.ONCE)] = ""
    numbers: Annotated[tuple[int, ...], Kind("numbers")] = ()
    effects: SomeEffects


@dataclass(frozen=True, slots=True)
class ActionTrigger:
    """A trigger of an action, with the suits that it needs there."""

    suits: str
    trigger: Trigger
