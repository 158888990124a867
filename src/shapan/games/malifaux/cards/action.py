"""Actions (crews 1): what a model can do, as its card says it."""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Annotated

from msgspec import field

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.expression_tree import Expression
from shapan.games.malifaux.cards.kinds import CardStruct, Kind
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.part import Costs, SomeEffects
from shapan.games.malifaux.cards.selector import Selector, Switch
from shapan.games.malifaux.cards.trigger import ActionTrigger

Suits = Annotated[str, Kind("suits")]
Sign = Annotated[int, Kind("sign")]


class Stat(CardStruct, frozen=True):
    """What an action is done with: a number, built-in suits, and a built-in + (1) or − (−1)."""

    value: Annotated[int, Kind("whole", (0, 20))]
    suits: Suits = ""
    mod: Sign = 0


class TargetNumber(CardStruct, frozen=True):
    """What a duel has to reach, with suits that it needs (MFX-4.2)."""

    value: Annotated[int, Kind("whole", (0, 40))]
    suits: Suits = ""


class Limits(CardStruct, frozen=True):
    """When an action may be taken at all; `while_buried`: also then; `condition` has to hold."""

    once_per_activation: Switch = False
    once_per_turn: Switch = False
    same_target_once: Switch = False
    not_engaged: Switch = False
    while_buried: Switch = False
    leader_only: Switch = False
    condition: Annotated[Expression | None, Kind("condition")] = field(name="cond", default=None)


class DuelMod(CardStruct, frozen=True):
    """A + (1) or − (−1) to the duel of an action, while a condition holds."""

    when: Annotated[Expression, Kind("condition")]
    mod: Sign


class Action(CardStruct, frozen=True, kw_only=True):
    """An action of a model.

    The number is that of its id: actions of the same id on several models share it. Without a stat there is no duel.
    [ruling] `numbers` are least and most of a number that is named when it is declared, `marker` selects a marker that
    is chosen then (it has to be there), and attacks that do not say so may target any model (MFX-8.11).
    """

    number: int
    id: str
    name: Name
    kind: Annotated[str, Kind("word", words.KINDS)]
    bonus: Switch = False
    range_type: str
    inches: int
    stat: Annotated[Stat | None, Kind("object", (Stat,))] = None
    resist: Annotated[str, Kind("word", words.RESISTS)] = ""
    tn: Annotated[TargetNumber | None, Kind("object", (TargetNumber,))] = None
    target: Annotated[Selector | None, Kind("who")] = None
    marker: Annotated[Selector | None, Kind("who")] = None
    numbers: Annotated[tuple[int, ...], Kind("numbers")] = ()
    costs: Costs = ()
    limits: Annotated[Limits, Kind("object", (Limits,))] = Limits()
    ignores: Annotated[tuple[str, ...], Kind("words", words.IGNORES)] = ()
    duel_mods: Annotated[tuple[DuelMod, ...], Kind("objects", (DuelMod,))] = ()
    names_model: Switch = False
    attaches_upgrade: Switch = False
    triggers_forced: Switch = False
    effects: SomeEffects
    triggers: tuple[ActionTrigger, ...]

    @property
    def is_attack(self) -> bool:
        return self.kind == "attack"

    def trigger(self, of: str) -> ActionTrigger | None:
        """Return a trigger of the action by its id."""
        return next((one for one in self.triggers if one.trigger.id == of), None)
