"""Reads lists of effects by the table of operations: what no parameter of it allows is refused, with the path."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.action_filter import read_filter
from shapan.games.malifaux.cards.amount import read_amount
from shapan.games.malifaux.cards.cost import read_costs
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.flags import FLAGS
from shapan.games.malifaux.cards.hooks import HOOKS, RELEASE_HOOKS, SCOPES
from shapan.games.malifaux.cards.name import Name, read_words
from shapan.games.malifaux.cards.operations import OPERATIONS, Parameter
from shapan.games.malifaux.cards.part import AbilityPart, Release, ReleaseTest
from shapan.games.malifaux.cards.place import read_place
from shapan.games.malifaux.cards.row import Row, shown
from shapan.games.malifaux.cards.selector import number
from shapan.games.malifaux.cards.selector_reader import MOST, read_condition, read_number, read_selector


@dataclass(slots=True)
class References:
    """Ids that were named while reading, to be looked up when all files are read."""

    found: list[tuple[str, str, str, str]] = field(default_factory=list)
    """File, path, what is named (model, marker, upgrade, ability, or a word of cards: keyword, characteristic), id."""
    texts: dict[str, Name] = field(default_factory=dict)
    """What actions, abilities and triggers do in words, by the key that texts of the program would have."""

    def check(self, known: Mapping[str, Collection[str]]) -> None:
        """Look all of them up among the ids that are known of each kind. Raises CardFault."""
        for file, path, kind, of in self.found:
            if of not in known[kind]:
                raise CardFault(file, path, f"there is no {kind} {of!r}")

    def read_text(self, row: Row, table: str, of: str) -> None:
        """Read the field `text`: what a card says of itself to people."""
        if row.has("text"):
            self.texts[f"{table}.{of}"] = read_words(row, "text", 400)

    def note(self, row: Row, key: str, kind: str, of: str) -> None:
        self.found.append((row.file, row.at(key), kind, of))


def read_effects(row: Row, key: str, references: References) -> tuple[Effect, ...]:
    """Read a list of effects; nothing is none."""
    return tuple(_effect(item, references) for item in row.rows(key))


def read_effects_of_position(
    values: list[Any], file: str, path: str, models: frozenset[str], known: Mapping[str, Collection[str]]
) -> tuple[Effect, ...]:
    """13.1: read effects in which a selector may also be the id of a model on the table, and all ids are known."""
    references = References()
    before, _, key = path.rpartition(".")
    effects = read_effects(Row({key: values}, file, before, models), key, references)
    references.check(known)
    return effects


def _effect(row: Row, references: References) -> Effect:
    name = row.word("op", OPERATIONS)
    operation = OPERATIONS[name]
    values: dict[str, Any] = {}
    for one in operation.parameters:
        if row.has(one.name):
            values[one.name] = _value(row, one, references)
        elif one.needed:
            raise row.fault(one.name, f"is needed by {name}")
    row.close()
    _check(row, name, references)
    return operation.made(**values)


def _value(row: Row, parameter: Parameter, references: References) -> Any:
    kind, key = parameter.kind, parameter.name
    if kind == "word":
        return row.word(key, parameter.choices)
    if kind == "words":
        return row.words(key, parameter.choices)
    if kind in _SIMPLE:
        return _SIMPLE[kind](row, key)
    if kind == "effects":
        return read_effects(row, key, references)
    if kind == "options":
        lists = row.values(key)
        holder = row.numbered(key, lists)
        return tuple(read_effects(holder, str(at), references) for at in range(len(lists)))
    if kind == "release":
        return tuple(_release(item, references) for item in row.rows(key))
    if kind == "parts":
        return tuple(read_part(item, references) for item in row.rows(key))
    if kind == "cards":
        if isinstance(row.raw(key), str):
            references.note(row, key, "model", row.identifier(key))
            return row.identifier(key)
        return read_selector(row, key)
    assert kind == "value"
    return _of_subject(row, key) if row.fields["op"] == "modify" else _of_flag(row, key)


def _blasts(row: Row, key: str) -> Any:
    return _integers(row, key, 3)


def read_range(row: Row, key: str) -> tuple[int, ...]:
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


def read_mods(row: Row, key: str) -> tuple[str, ...]:
    """Read a list of + and −."""
    values = row.values(key)
    for value in values:
        if value not in words.MODS:
            raise row.fault(key, f'needs a list of "+" and "-", not {shown(value)}')
    return tuple(values)


def _rule(row: Row, key: str) -> Any:
    value = row.raw(key)
    return value if isinstance(value, str) and value in words.TARGET_RULES else read_selector(row, key)


def _stat(row: Row, key: str) -> Any:
    if isinstance(row.raw(key), int):
        return number(row.whole(key, 0, 20))
    return row.word(key, words.STATS)


_SIMPLE: Final[dict[str, Callable[[Row, str], Any]]] = {
    "who": read_selector,
    "amount": read_amount,
    "number": read_number,
    "condition": read_condition,
    "blasts": _blasts,
    "numbers": read_range,
    "flag": lambda row, key: row.flag(key),
    "id": lambda row, key: row.identifier(key),
    "suits": lambda row, key: row.suits(key),
    "mods": read_mods,
    "place": read_place,
    "filter": read_filter,
    "costs": read_costs,
    "rule": _rule,
    "stat": _stat,
}


def _release(row: Row, references: References) -> Release:
    hook = row.word("hook", RELEASE_HOOKS)
    test = None
    if row.has("test"):
        inner = row.row("test")
        test = ReleaseTest(inner.word("stat", words.STATS), read_number(inner, "tn"))
        inner.close()
    key = "on_pass" if test else "effects"
    effects = read_effects(row, key, references)
    if not effects:
        raise row.fault(key, "is needed")
    row.close()
    return Release(hook, test, effects)


def _of_subject(row: Row, key: str) -> Any:
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
    if kind == "general":
        return row.word(key, words.GENERAL_ACTIONS)
    if kind == "range":
        return row.word(key, words.RANGES)
    if kind == "condition":
        return row.word(key, (*words.CONDITIONS, "all"))
    return row.identifier(key)


def _check(row: Row, name: str, references: References) -> None:
    """Refuse what only several parameters together break."""
    if name == "flag":
        flag = row.word("name", FLAGS)
        if FLAGS[flag][0] and not row.has("value"):
            raise row.fault("value", f"is needed by the flag {flag}")
    elif name == "condition":
        mode = row.word("mode", words.MODES, "gain")
        if row.has("name") == (mode in {"end_one", "end_all"}):
            raise row.fault("name", f"is {'not for' if row.has('name') else 'needed by'} the mode {mode}")
        names_somebody = mode == "gain" and row.fields.get("name") == "adversary"  # MFX-12.9
        if row.has("arg") != names_somebody:
            raise row.fault("arg", "is needed by adversary" if names_somebody else "is only for gaining adversary")
    elif name == "if":
        _one_of(row, ("condition", "selector"))
    elif name == "each":
        _one_of(row, ("who", "times"))
    elif name == "choose":
        _one_of(row, ("who", "suit", "number", "options"))
    elif name in {"move", "push"}:
        free = row.word("direction", words.DIRECTIONS) == "free"
        if free == row.has("of"):
            raise row.fault("of", "is not for the direction free" if free else "is needed by the direction")
    elif name == "place":
        if not (row.has("within") or row.has("contact_with")):
            raise row.fault("within", "or contact_with is needed by place")
    elif name == "drop_marker":
        references.note(row, "type", "marker", row.identifier("type"))
    elif name in {"attach", "detach"}:
        references.note(row, "upgrade", "upgrade", row.identifier("upgrade"))
    for key, kind in (("upgrade", "upgrade"), ("arg", "word"), ("ability", "ability")):
        if name in {"summon", "condition", "modify"} and row.has(key):
            references.note(row, key, kind, row.identifier(key))


def _one_of(row: Row, keys: tuple[str, ...]) -> None:
    if sum(row.has(key) for key in keys) != 1:
        raise CardFault(row.file, row.path, f"needs exactly one of {', '.join(keys)}")


def read_part(row: Row, references: References) -> AbilityPart:
    """Read an object that holds one part of an ability and nothing else."""
    part = part_of(row, references)
    row.close()
    return part


def part_of(row: Row, references: References) -> AbilityPart:
    """Read the fields of a part of an ability."""
    hook = row.word("hook", HOOKS)
    scope, inches = _scope(row)
    resists = hook == "resist_trigger"
    if not resists:
        for key in ("stats", "suits", "timing"):
            if row.has(key):
                raise row.fault(key, "is for the hook resist_trigger alone")
    part = AbilityPart(
        hook=hook,
        scope=scope,
        inches=inches,
        side=row.word("side", words.SIDES, "any"),
        other=row.flag("other"),
        when=read_condition(row, "when") if row.has("when") else None,
        optional=row.flag("optional"),
        costs=read_costs(row, "costs"),
        once=row.word("once", words.ONCE, ""),
        stats=row.words("stats", words.RESISTS) if resists else (),
        suits=row.suits("suits") if resists else "",
        timing=row.word("timing", words.TIMINGS) if resists else "",
        effects=read_effects(row, "effects", references),
    )
    if resists and not part.stats:
        raise row.fault("stats", "is needed by the hook resist_trigger")
    if not part.effects:
        raise row.fault("effects", "is needed")
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
