"""Upgrades (crews 1, MFX-11.10): what is attached to a model and what it grants. The printed set has none."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.trigger import ActionTrigger


@dataclass(frozen=True, slots=True)
class StatChange:
    """A number that is added to a printed one."""

    stat: str
    by: int


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade. `restricted` names keywords; a model needs one of them, if there are any."""

    number: int
    id: str
    name: Name
    cost: int
    plentiful: int
    special: tuple[str, ...]
    restricted: tuple[str, ...]
    abilities: tuple[Ability, ...]
    actions: tuple[Action, ...]
    triggers: tuple[ActionTrigger, ...]
    stats: tuple[StatChange, ...]
