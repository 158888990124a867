"""Models (crews 1): a card as data."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.name import Name


@dataclass(frozen=True, slots=True)
class Model:
    """One card. The number is its place in the files, in their order."""

    number: int
    id: str
    name: Name
    factions: tuple[str, ...]
    station: str
    characteristics: tuple[str, ...]
    keywords: tuple[str, ...]
    crew_keywords: tuple[str, ...]
    totem_for: str
    allowance: int
    cost: int
    health: int
    df: int
    wp: int
    mv: int
    sz: int
    df_suits: str
    wp_suits: str
    base: int
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
