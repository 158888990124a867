"""Actions (crews 1): what a model can do, as its card says it."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.selector import Expression, Selector
from shapan.games.malifaux.cards.trigger import ActionTrigger


@dataclass(frozen=True, slots=True)
class Stat:
    """What an action is done with: a number, built-in suits, and a built-in + (1) or − (−1)."""

    value: int
    suits: str
    mod: int


@dataclass(frozen=True, slots=True)
class TargetNumber:
    """What a duel has to reach, with suits that it needs (MFX-4.2)."""

    value: int
    suits: str


@dataclass(frozen=True, slots=True)
class Limits:
    """When an action may be taken at all; `while_buried`: also then; `condition` has to hold."""

    once_per_activation: bool = False
    once_per_turn: bool = False
    same_target_once: bool = False
    not_engaged: bool = False
    while_buried: bool = False
    leader_only: bool = False
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class DuelMod:
    """A + (1) or − (−1) to the duel of an action, while a condition holds."""

    when: Expression
    mod: int


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a model.

    The number is that of its id: actions of the same id on several models share it. Without a stat there is no duel.
    [ruling] `numbers` are least and most of a number that is named when it is declared, `marker` selects a marker that
    is chosen then (it has to be there), and attacks that do not say so may target any model (MFX-8.11).
    """

    number: int
    id: str
    name: Name
    kind: str
    bonus: bool
    range_type: str
    inches: int
    stat: Stat | None
    resist: str
    tn: TargetNumber | None
    target: Selector | None
    marker: Selector | None
    numbers: tuple[int, ...]
    costs: tuple[Cost, ...]
    limits: Limits
    ignores: tuple[str, ...]
    duel_mods: tuple[DuelMod, ...]
    names_model: bool
    attaches_upgrade: bool
    triggers_forced: bool
    effects: tuple[Effect, ...]
    triggers: tuple[ActionTrigger, ...]

    @property
    def is_attack(self) -> bool:
        return self.kind == "attack"

    def trigger(self, of: str) -> ActionTrigger | None:
        """Return a trigger of the action by its id."""
        return next((one for one in self.triggers if one.trigger.id == of), None)
