"""Reads lists of effects by what each operation declares: what it does not allow is refused, with the path."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.action_filter import ActionFilter
from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.expression_tree import number
from shapan.games.malifaux.cards.flags import FLAGS
from shapan.games.malifaux.cards.hooks import RELEASE_HOOKS, SCOPES
from shapan.games.malifaux.cards.kinds import read, reads
from shapan.games.malifaux.cards.operations import OPERATIONS, Conditioned, Flag, Move, Placed
from shapan.games.malifaux.cards.part import AbilityPart, Release
from shapan.games.malifaux.cards.place import Place
from shapan.games.malifaux.cards.row import Row, shown
from shapan.games.malifaux.cards.selector_reader import MOST, read_number, read_selector


@reads("effects")
def read_effects(row: Row, key: str) -> tuple[Effect, ...]:
    """Read a list of effects; nothing is none."""
    return tuple(_effect(item) for item in row.rows(key))


@reads("some_effects")
def _some_effects(row: Row, key: str) -> tuple[Effect, ...]:
    found = read_effects(row, key)
    if not found:
        raise row.fault(key, "is needed")
    return found


def read_effects_of_position(
    values: list[Any], file: str, path: str, models: frozenset[str], known: Mapping[str, Collection[str]]
) -> tuple[Effect, ...]:
    """13.1: read effects in which a selector may also be the id of a model on the table, and all ids are known."""
    before, _, key = path.rpartition(".")
    row = Row({key: values}, file, before, models)
    effects = read_effects(row, key)
    row.references.check(known)
    return effects


def _effect(row: Row) -> Effect:
    name = row.word("op", OPERATIONS)
    effect = read(OPERATIONS[name], row, f" by {name}")
    _check(row, effect)
    return effect


def _check(row: Row, effect: Effect) -> None:
    """Refuse what only several parameters together break."""
    if isinstance(effect, Flag):
        if FLAGS[effect.name][0] and effect.value is None:
            raise row.fault("value", f"is needed by the flag {effect.name}")
    elif isinstance(effect, Conditioned):
        has_name, mode = effect.name is not None, effect.mode
        if has_name == (mode in {"end_one", "end_all"}):
            raise row.fault("name", f"is {'not for' if has_name else 'needed by'} the mode {mode}")
        names_somebody = mode == "gain" and effect.name == "adversary"  # MFX-12.9
        if (effect.arg is not None) != names_somebody:
            raise row.fault("arg", "is needed by adversary" if names_somebody else "is only for gaining adversary")
    elif isinstance(effect, Move):
        free = effect.direction == "free"
        if free == (effect.of is not None):
            raise row.fault("of", "is not for the direction free" if free else "is needed by the direction")
    elif isinstance(effect, Placed) and effect.within is None and effect.contact_with is None:
        raise row.fault("within", "or contact_with is needed by place")


# Kinds of parameters


@reads("options")
def _options(row: Row, key: str) -> tuple[tuple[Effect, ...], ...]:
    lists = row.values(key)
    holder = row.numbered(key, lists)
    return tuple(read_effects(holder, str(at)) for at in range(len(lists)))


@reads("release")
def _releases(row: Row, key: str) -> tuple[Release, ...]:
    return tuple(_release(item) for item in row.rows(key))


def _release(row: Row) -> Release:
    hook = row.word("hook", RELEASE_HOOKS)
    return read(Release, row, hook=hook, effects=_some_effects(row, "on_pass" if row.has("test") else "effects"))


@reads("place")
def _place(row: Row, key: str) -> Place:
    return read(Place, row.row(key))


@reads("filter")
def _filter(row: Row, key: str) -> ActionFilter:
    return read(ActionFilter, row.row(key))


@reads("costs")
def read_costs(row: Row, key: str) -> tuple[Cost, ...]:
    """Read a list of costs, all of which are paid; nothing is none."""
    return tuple(read(Cost, item) for item in row.rows(key))


@reads("alternatives")
def _alternatives(row: Row, key: str) -> tuple[Cost, ...]:
    costs = read_costs(row, key)
    if len(costs) < 2:
        raise row.fault(key, "needs two costs at least")
    return costs


@reads("cards")
def _cards(row: Row, key: str) -> Any:
    return row.identifier(key) if isinstance(row.raw(key), str) else read_selector(row, key)


@reads("blasts")
def _blasts(row: Row, key: str) -> tuple[int, ...]:
    return _integers(row, key, 3)


@reads("numbers")
def _numbers(row: Row, key: str) -> tuple[int, ...]:
    """Read the least and the most number that may be named."""
    least, most = _integers(row, key, 2)
    if least > most:
        raise row.fault(key, "needs the least number first")
    return least, most


def _integers(row: Row, key: str, count: int) -> tuple[int, ...]:
    values = row.values(key)
    if len(values) != count or not all(
        isinstance(one, int) and not isinstance(one, bool) and 0 <= one <= MOST for one in values
    ):
        raise row.fault(key, f"needs {'two' if count == 2 else 'three'} numbers of 0 to {MOST}")
    return tuple(values)


@reads("sign")
def _sign(row: Row, key: str) -> int:
    return 1 if row.word(key, words.MODS) == "+" else -1


@reads("mods")
def _mods(row: Row, key: str) -> tuple[str, ...]:
    values = row.values(key)
    for value in values:
        if value not in words.MODS:
            raise row.fault(key, f'needs a list of "+" and "-", not {shown(value)}')
    return tuple(values)


@reads("rule")
def _rule(row: Row, key: str) -> Any:
    value = row.raw(key)
    return value if isinstance(value, str) and value in words.TARGET_RULES else read_selector(row, key)


@reads("stat")
def _stat(row: Row, key: str) -> Any:
    return number(row.whole(key, 0, 20)) if isinstance(row.raw(key), int) else row.word(key, words.STATS)


@reads("value")
def _value(row: Row, key: str) -> Any:
    """Read what a `modify` adds, by its subject, or what a `flag` asks for."""
    if row.fields["op"] == "flag":
        return _of_flag(row, key)
    if row.fields.get("subject") != "suits":
        return read_number(row, key)
    return "none" if row.raw(key) == "none" else row.suits(key)


def _of_flag(row: Row, key: str) -> Any:
    name = row.word("name", FLAGS)
    kind = FLAGS[name][0]
    if not kind:
        raise row.fault(key, f"is not for the flag {name}")
    if kind == "number":
        return read_number(row, key)
    choices = {"general": words.GENERAL_ACTIONS, "range": words.RANGES, "condition": (*words.CONDITIONS, "all")}
    return row.word(key, choices[kind]) if kind in choices else row.identifier(key)


# Parts of abilities


@reads("parts")
def _parts(row: Row, key: str) -> tuple[AbilityPart, ...]:
    return tuple(read_part(item) for item in row.rows(key))


def read_part(row: Row) -> AbilityPart:
    """Read a part of an ability."""
    scope, inches = _scope(row)
    part = read(AbilityPart, row, scope=scope, inches=inches)
    resists = part.hook == "resist_trigger"
    for key in ("stats", "suits", "timing"):
        if row.has(key) and not resists:
            raise row.fault(key, "is for the hook resist_trigger alone")
    for key in ("timing", "stats") if resists else ():
        if not row.has(key):
            raise row.fault(key, "is needed by the hook resist_trigger")
    return part


def _scope(row: Row) -> tuple[str, int]:
    if not row.has("scope"):
        return "self", 0
    if isinstance(row.fields["scope"], str):
        return row.word("scope", ("self", "table")), 0
    inner = row.row("scope")
    for scope in SCOPES:
        if scope in {"aura", "within"} and inner.has(scope):
            inches = inner.whole(scope, 0, 50)
            inner.close()
            return scope, inches
    raise row.fault("scope", 'needs "self", "table", {"aura": n} or {"within": n}')
