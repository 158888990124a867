"""Places: where a marker is dropped, a model put, summoned or unburied."""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Annotated

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.expression_tree import Expression
from shapan.games.malifaux.cards.kinds import CardStruct, Kind
from shapan.games.malifaux.cards.selector import Selector, Switch

Area = Annotated[str, Kind("word", words.AREAS)]


class Place(CardStruct, frozen=True):
    """Where: all that is said has to hold; an empty object is anywhere."""

    contact: Annotated[Selector | None, Kind("who")] = None
    """In base contact with this: a selector."""
    within: Annotated[Expression | None, Kind("number")] = None
    """Within so many inches."""
    of: Annotated[Selector | None, Kind("who")] = None
    """Of this; without it of self."""
    completely: Switch = False
    """With the whole base."""
    los: Switch = False
    """In LoS of it."""
    zone: Area = ""
    """In the own deployment zone or that of the enemy."""
    half: Area = ""
    """On the own half or that of the enemy."""
