"""Reads models, their actions, and upgrades, with the checks of crews 8."""

from __future__ import annotations

from dataclasses import dataclass, field

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.ability_reader import given, read_ability, read_trigger
from shapan.games.malifaux.cards.action import Action, DuelMod, Limits, Stat, TargetNumber
from shapan.games.malifaux.cards.cost import read_costs
from shapan.games.malifaux.cards.effect_reader import References, read_effects, read_range
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.name import Name, read_name
from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.cards.selector_reader import read_condition, read_selector
from shapan.games.malifaux.cards.trigger import ActionTrigger, Trigger
from shapan.games.malifaux.cards.upgrade import StatChange, Upgrade

_NUMBERS = ("cost", "df", "wp", "mv", "sz")
"""Crews 8: numbers of a model lie within 0 and 20."""
_CHANGED = ("health", "df", "wp", "mv")
"""What an upgrade may change."""
_LIMITS = (
    "once_per_activation", "once_per_turn", "same_target_once", "not_engaged", "while_buried", "leader_only",
)  # fmt: skip


@dataclass(slots=True)
class Shelf:
    """What models refer to, and what they bring themselves: each new id gets the next number."""

    references: References
    triggers: list[Trigger] = field(default_factory=list)
    abilities: list[Ability] = field(default_factory=list)
    ability_rows: dict[str, Row] = field(default_factory=dict)
    actions: dict[str, Name] = field(default_factory=dict)


def read_model(row: Row, number: int, shelf: Shelf) -> Model:
    """Read a model."""
    of = row.identifier("id")
    factions = row.identifiers("factions")
    if not factions:
        raise row.fault("factions", "needs one faction at least")
    if row.has("totem_for"):
        shelf.references.note(row, "totem_for", "model", row.identifier("totem_for"))
    base = row.whole("base", 0, 99)
    if base not in words.BASES:
        raise row.fault("base", "needs 30, 40 or 50")
    model = Model(
        number=number,
        id=of,
        name=read_name(row, of),
        factions=factions,
        station=row.word("station", words.STATIONS),
        characteristics=row.labels("characteristics"),
        keywords=row.labels("keywords"),
        crew_keywords=row.labels("crew_keywords"),
        totem_for=row.identifier("totem_for") if row.has("totem_for") else "",
        allowance=row.whole("allowance", 1, 99, 1),
        health=row.whole("health", 1, 20),
        df_suits=row.suits("df_suits"),
        wp_suits=row.suits("wp_suits"),
        base=base,
        abilities=_abilities(row, shelf),
        actions=_actions(row, shelf),
        **{key: row.whole(key, 0, 20) for key in _NUMBERS},
    )
    without_reach = row.word("reach", ("none",), "") == "none"
    if (model.reach() < 0) != without_reach:
        raise row.fault("reach", "is not for a model with a melee action" if without_reach else _NO_MELEE)
    row.close()
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
        parameters = given(item, entry, shelf.references)
        item.close()
        return read_ability(Row(entry.fields, entry.file, entry.path), number, parameters, shelf.references)
    of = item.identifier("id")
    if any(one.id == of for one in shelf.abilities):
        raise item.fault("id", f"there is an ability {of!r} already: refer to it, or take another id")
    ability = read_ability(item, len(shelf.abilities), {}, shelf.references)
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
    shelf.references.read_text(row, "card_action_help", of)
    kind = row.word("kind", words.KINDS)
    range_type, inches = _range(row)
    if kind == "attack" and not row.has("stat"):
        raise row.fault("stat", "is needed by an attack")
    target = read_selector(row, "target") if row.has("target") else None
    action = Action(
        number=list(shelf.actions).index(of),
        id=of,
        name=name,
        kind=kind,
        bonus=row.flag("bonus"),
        range_type=range_type,
        inches=inches,
        stat=_stat(row),
        resist=row.word("resist", words.RESISTS, ""),
        tn=_tn(row),
        target=Selector() if target is None and kind == "attack" else target,
        marker=read_selector(row, "marker") if row.has("marker") else None,
        numbers=read_range(row, "numbers") if row.has("numbers") else (),
        costs=read_costs(row, "costs"),
        limits=_limits(row),
        ignores=row.words("ignores", words.IGNORES),
        duel_mods=_duel_mods(row),
        names_model=row.flag("names_model"),
        attaches_upgrade=row.flag("attaches_upgrade"),
        triggers_forced=row.flag("triggers_forced"),
        effects=read_effects(row, "effects", shelf.references),
        triggers=_triggers(row, shelf),
    )
    if not action.effects:
        raise row.fault("effects", "is needed")
    if action.stat is None and (action.triggers or action.resist or action.tn):
        raise row.fault("stat", "is needed by triggers, resist and tn")
    row.close()
    return action


def _range(row: Row) -> tuple[str, int]:
    if not row.has("range"):
        return "self", 0
    inner = row.row("range")
    kind = inner.word("type", words.RANGES)
    inches = 0 if kind == "self" else inner.whole("inches", 0, 50)
    inner.close()
    return kind, inches


def _stat(row: Row) -> Stat | None:
    if not row.has("stat"):
        return None
    inner = row.row("stat")
    mod = inner.word("mod", words.MODS, "")
    stat = Stat(inner.whole("value", 0, 20), inner.suits("suits"), _sign(mod) if mod else 0)
    inner.close()
    return stat


def _tn(row: Row) -> TargetNumber | None:
    if not row.has("tn"):
        return None
    inner = row.row("tn")
    tn = TargetNumber(inner.whole("value", 0, 40), inner.suits("suits"))
    inner.close()
    return tn


def _limits(row: Row) -> Limits:
    if not row.has("limits"):
        return Limits()
    inner = row.row("limits")
    flags = {key: inner.flag(key) for key in _LIMITS}
    limits = Limits(**flags, condition=read_condition(inner, "cond") if inner.has("cond") else None)
    inner.close()
    return limits


def _sign(mod: str) -> int:
    return 1 if mod == "+" else -1


def _duel_mods(row: Row) -> tuple[DuelMod, ...]:
    found: list[DuelMod] = []
    for item in row.rows("duel_mods"):
        found.append(DuelMod(read_condition(item, "when"), _sign(item.word("mod", words.MODS))))
        item.close()
    return tuple(found)


def _triggers(row: Row, shelf: Shelf) -> tuple[ActionTrigger, ...]:
    found: list[ActionTrigger] = []
    for item in row.rows("triggers"):
        suits = item.suits("suits")
        if item.has("ref"):
            of = item.identifier("ref")
            trigger = next((one for one in shelf.triggers if one.id == of), None)
            if trigger is None:
                raise item.fault("ref", f"there is no trigger {of!r}")
        else:
            of = item.identifier("id")
            if any(one.id == of for one in shelf.triggers):
                raise item.fault("id", f"there is a trigger {of!r} already: refer to it, or take another id")
            trigger = read_trigger(item, len(shelf.triggers), shelf.references)
            shelf.triggers.append(trigger)
        item.close()
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
