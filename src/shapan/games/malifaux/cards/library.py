"""All cards that are read together: models, actions, abilities, triggers, markers, upgrades, with their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.marker_type import MarkerType
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.trigger import Trigger
from shapan.games.malifaux.cards.upgrade import Upgrade


@dataclass(frozen=True, slots=True)
class Library:
    """The cards of some files. A number is a place in these rows, which follow the order of the files.

    The abilities have stand-ins for parameters here; what a model has stands in the model.
    """

    models: tuple[Model, ...]
    action_ids: tuple[str, ...]
    action_names: tuple[Name, ...]
    abilities: tuple[Ability, ...]
    triggers: tuple[Trigger, ...]
    markers: tuple[MarkerType, ...]
    upgrades: tuple[Upgrade, ...]
    model_numbers: Mapping[str, int]
    """By id of a model, its number."""
    texts: Mapping[str, Name]
    """What actions, abilities and triggers of a player's own files do in words, by key."""

    def model(self, of: str) -> Model:
        """Return a model by its id."""
        return self.models[self.model_numbers[of]]

    def known(self) -> dict[str, frozenset[str]]:
        """Return the ids that effects may refer to, by kind."""
        return {
            "model": frozenset(self.model_numbers),
            "marker": frozenset(marker.id for marker in self.markers),
            "upgrade": frozenset(upgrade.id for upgrade in self.upgrades),
            "ability": frozenset(ability.id for ability in self.abilities),
            "word": frozenset(
                word for model in self.models for word in (*model.keywords, *model.characteristics, model.id)
            ),
        }
