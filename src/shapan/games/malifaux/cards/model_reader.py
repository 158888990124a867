"""Reads models, their actions, and upgrades, with the checks of crews 8."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.ability_reader import given, read_ability, read_trigger
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.kinds import read
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.name_reader import read_name, read_text
from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.cards.trigger import ActionTrigger, Trigger
from shapan.games.malifaux.cards.upgrade import StatChange, Upgrade

_CHANGED = ("health", "df", "wp", "mv")
"""What an upgrade may change."""


@dataclass(slots=True)
class Shelf:
    """What models refer to, and what they bring themselves: each new id gets the next number."""

    triggers: list[Trigger] = field(default_factory=list)
    abilities: list[Ability] = field(default_factory=list)
    ability_rows: dict[str, Row] = field(default_factory=dict)
    actions: dict[str, Name] = field(default_factory=dict)


def read_model(row: Row, number: int, shelf: Shelf) -> Model:
    """Read a model."""
    of = row.identifier("id")
    without_reach = row.word("reach", ("none",), "") == "none"
    abilities, actions = _abilities(row, shelf), _actions(row, shelf)
    model = read(Model, row, number=number, id=of, name=read_name(row, of), abilities=abilities, actions=actions)
    if not model.factions:
        raise row.fault("factions", "needs one faction at least")
    if model.base not in words.BASES:
        raise row.fault("base", "needs 30, 40 or 50")
    if (model.reach() < 0) != without_reach:
        raise row.fault("reach", "is not for a model with a melee action" if without_reach else _NO_MELEE)
    return model


_NO_MELEE = 'is needed: a model without a melee action says "reach": "none"'


def _abilities(row: Row, shelf: Shelf) -> tuple[Ability, ...]:
    found: list[Ability] = []
    for item in row.rows("abilities"):
        found.append(_ability(item, shelf))
        if any(found[-1].id == earlier.id for earlier in found[:-1]):
            raise item.fault("", f"the ability {found[-1].id!r} stands here twice")
    return tuple(found)


def _ability(item: Row, shelf: Shelf) -> Ability:
    if item.has("ref"):
        of = item.identifier("ref")
        entry = shelf.ability_rows.get(of)
        if entry is None:
            raise item.fault("ref", f"there is no ability {of!r}")
        number = next(one.number for one in shelf.abilities if one.id == of)
        parameters = given(item, entry)
        item.close()
        plain = Row(entry.fields, entry.file, entry.path, references=item.references)
        return read_ability(plain, number, parameters)
    of = item.identifier("id")
    if any(one.id == of for one in shelf.abilities):
        raise item.fault("id", f"there is an ability {of!r} already: refer to it, or take another id")
    ability = read_ability(item, len(shelf.abilities), {})
    shelf.abilities.append(ability)
    return ability


def _actions(row: Row, shelf: Shelf) -> tuple[Action, ...]:
    found: list[Action] = []
    for item in row.rows("actions"):
        found.append(read_action(item, shelf))
        if any(found[-1].id == earlier.id for earlier in found[:-1]):
            raise item.fault("id", f"the action {found[-1].id!r} stands here twice")
    return tuple(found)


def read_action(row: Row, shelf: Shelf) -> Action:
    """Read an action; the first of an id gives it its number and its name."""
    of = row.identifier("id")
    if of in words.GENERAL_ACTIONS:
        raise row.fault("id", f"{of!r} is a general action")
    name = read_name(row, of)
    shelf.actions.setdefault(of, name)
    read_text(row, "card_action_help", of)
    is_attack = row.word("kind", words.KINDS) == "attack"
    range_type, inches = _range(row)
    if is_attack and not row.has("stat"):
        raise row.fault("stat", "is needed by an attack")
    aimed: dict[str, Any] = {"target": Selector()} if is_attack and not row.has("target") else {}
    action = read(
        Action,
        row,
        number=list(shelf.actions).index(of),
        id=of,
        name=name,
        range_type=range_type,
        inches=inches,
        triggers=_triggers(row, shelf),
        **aimed,
    )
    if action.stat is None and (action.triggers or action.resist or action.tn):
        raise row.fault("stat", "is needed by triggers, resist and tn")
    return action


def _range(row: Row) -> tuple[str, int]:
    if not row.has("range"):
        return "self", 0
    inner = row.row("range")
    kind = inner.word("type", words.RANGES)
    inches = 0 if kind == "self" else inner.whole("inches", 0, 50)
    inner.close()
    return kind, inches


def _triggers(row: Row, shelf: Shelf) -> tuple[ActionTrigger, ...]:
    found: list[ActionTrigger] = []
    for item in row.rows("triggers"):
        suits = item.suits("suits")
        if item.has("ref"):
            of = item.identifier("ref")
            trigger = next((one for one in shelf.triggers if one.id == of), None)
            if trigger is None:
                raise item.fault("ref", f"there is no trigger {of!r}")
            item.close()
        else:
            of = item.identifier("id")
            if any(one.id == of for one in shelf.triggers):
                raise item.fault("id", f"there is a trigger {of!r} already: refer to it, or take another id")
            trigger = read_trigger(item, len(shelf.triggers))
            shelf.triggers.append(trigger)
        if any(one.trigger.id == of for one in found):
            raise item.fault("", f"the trigger {of!r} stands here twice")
        found.append(ActionTrigger(suits, trigger))
    return tuple(found)


def read_upgrade(row: Row, number: int, shelf: Shelf) -> Upgrade:
    """Read an upgrade."""
    of = row.identifier("id")
    grants = row.inside("grants", row.fields["grants"] if row.has("grants") else {})
    stats = grants.inside("stats", grants.fields["stats"] if grants.has("stats") else {})
    for key in stats.fields:
        if key not in _CHANGED:
            raise stats.fault(key, f"is no stat; known: {', '.join(_CHANGED)}")
    upgrade = Upgrade(
        number=number,
        id=of,
        name=read_name(row, of),
        special=row.identifiers("special"),
        actions=_actions(grants, shelf),
        stats=tuple(StatChange(key, stats.whole(key, -20, 20)) for key in stats.fields),
    )
    grants.close()
    row.close()
    return upgrade
