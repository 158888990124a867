"""Upgrades (crews 1): what an effect attaches to a model and what it grants. The printed set has none."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.name import Name


@dataclass(frozen=True, slots=True)
class StatChange:
    """A number that is added to a printed one."""

    stat: str
    by: int


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade; `special` are the words by which effects ask for it, such as `summon`."""

    number: int
    id: str
    name: Name
    special: tuple[str, ...]
    actions: tuple[Action, ...]
    stats: tuple[StatChange, ...]
