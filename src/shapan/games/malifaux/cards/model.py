"""Models (crews 1): a card as data."""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Annotated

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.action import Action, Suits
from shapan.games.malifaux.cards.kinds import CardStruct, Kind
from shapan.games.malifaux.cards.name import Name

Labels = Annotated[tuple[str, ...], Kind("labels")]
Number = Annotated[int, Kind("whole", (0, 20))]
"""Crews 8: numbers of a model lie within 0 and 20."""


class Model(CardStruct, frozen=True, kw_only=True):
    """One card. The number is its place in the files, in their order."""

    number: int
    id: str
    name: Name
    factions: Annotated[tuple[str, ...], Kind("ids")] = ()
    station: Annotated[str, Kind("word", words.STATIONS)]
    characteristics: Labels = ()
    keywords: Labels = ()
    crew_keywords: Labels = ()
    totem_for: Annotated[str, Kind("id", refers="model")] = ""
    allowance: Annotated[int, Kind("whole", (1, 99))] = 1
    cost: Number
    health: Annotated[int, Kind("whole", (1, 20))]
    df: Number
    wp: Number
    mv: Number
    sz: Number
    df_suits: Suits = ""
    wp_suits: Suits = ""
    base: Annotated[int, Kind("whole", (0, 99))]
    abilities: tuple[Ability, ...]
    actions: tuple[Action, ...]

    @property
    def faction(self) -> str:
        """The home faction."""
        return self.factions[0]

    @property
    def is_versatile(self) -> bool:
        return "versatile" in self.characteristics

    @property
    def is_totem(self) -> bool:
        return "totem" in self.characteristics

    def reach(self) -> int:
        """MFX-13.13: the longest printed range of its melee actions; −1: it engages nobody."""
        return max((action.inches for action in self.actions if action.range_type == "melee"), default=-1)

    def action(self, of: str) -> Action | None:
        """Return an action by its id."""
        return next((action for action in self.actions if action.id == of), None)

    def ability(self, of: str) -> Ability | None:
        """Return an ability by its id."""
        return next((ability for ability in self.abilities if ability.id == of), None)
