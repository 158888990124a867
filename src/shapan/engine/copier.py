"""Copies, dumps and what is seen of states: functions that are written out field by field, from a class's annotations.

A copy is made at every step of a match, a dump for every hash and a view for every answer of a bot, and asking each
value what it is would be most of their cost. For plain classes `shapan.engine.part` reads the text in when a program
runs; for compiled ones that would mean to go through each field from outside, so the build (`scripts/compile.py`) has
it compiled too, as a module beside the one of the class.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Final

BESIDE = "_copiers"
"""What the name of such a module ends in; it has the functions by class in `COPIERS`, `DUMPERS` and `SEERS`."""
Texts = Iterable[tuple[str, str]]
"""Names of fields with their annotations."""
SeenTexts = Iterable[tuple[str, str, bool]]
"""The same of the fields that are seen, and whether their entries are their seats' own."""
_PLAIN = ("int", "bool", "str", "bytes")
_HOW = {
    **dict.fromkeys(_PLAIN, "{}"),
    **{f"list[{kind}]": "{}.copy()" for kind in (*_PLAIN, "tuple[int, ...]")},
    "list[list[int]]": "[row.copy() for row in {}]",
    "Chance": "{}.copy()",
    "Zone": "{}.copy()",
    "Deck": "{}.copy()",
    "list[Zone]": "[zone.copy() for zone in {}]",
}
_ZONE = "[{0}.cards, {0}.masks, {0}.groups, {0}.sees, int({0}.ordered)]"
_DUMPED = {
    **dict.fromkeys(_PLAIN, "{0}"),
    **{f"list[{kind}]": "{0}" for kind in (*_PLAIN, "tuple[int, ...]")},
    "list[list[int]]": "{0}",
    "tuple[int, ...]": "{0}",
    "Chance": "{0}.dump()",
    "Zone": _ZONE,
    "list[Zone]": f"[{_ZONE.format('zone')} for zone in {{0}}]",
}


def copier_text(function: str, name: str, texts: Texts, *, built: bool = False) -> str:
    """Return the text of a function that copies states of a class, from its fields and their annotations.

    `built`: the copy is made by the constructor, which is the short way where that is compiled, and only there.
    """
    rows = []
    for field, text in texts:
        maybe = text.endswith(" | None")
        how = _HOW.get(text, "None if {0} is None else {0}.copy()" if maybe else "copy_value({0})")
        rows.append((field, how.format("old." + field)))
    lines = [f"def {function}(old: {name}) -> {name}:", *_made(name, rows, built)]
    return "\n".join([*lines, "    new.viewer = old.viewer", "    return new", ""])


def dumper_text(function: str, name: str, texts: Texts) -> str:
    """Return the text of a function that lists what states of a class hold, for `State.encoded` to write at once.

    The lists are those of the state itself, not copies of them.
    """
    lines = [f"def {function}(state: {name}) -> list[Any]:", "    return ["]
    for field, text in texts:
        lines.append(f"        {_DUMPED.get(text, 'dump_value({0})').format('state.' + field)},")
    return "\n".join([*lines, "    ]", ""])


_SEEN = {
    **dict.fromkeys(_PLAIN, "{}"),
    **{f"list[{kind}]": "{}.copy()" for kind in (*_PLAIN, "tuple[int, ...]")},
    "list[list[int]]": "[row.copy() for row in {}]",
    "Zone": "{}.seen(viewer)",
    "Deck": "{}.seen(viewer)",
    "list[Zone]": "[zone.seen(viewer) for zone in {}]",
}
OWN: Final = {
    "list[int]": "[value if seat == viewer else -1 for seat, value in enumerate({})]",
    "list[list[int]]": "[row.copy() if seat == viewer else [-1] * len(row) for seat, row in enumerate({})]",
}
"""What a viewer sees of numbers and boards by seat that are their owners' alone: of the others as many `UNKNOWN`."""


def seer_text(function: str, name: str, texts: SeenTexts, *, built: bool = False) -> str:
    """Return the text of a function that makes what a viewer sees of an object; `built` as in `copier_text`.

    What he does not see has no value there, or in a built one that with which it begins.
    """
    rows = []
    for field, text, own in texts:
        maybe = text.endswith(" | None")
        how = _SEEN.get(text, "None if {0} is None else {0}.seen(viewer)" if maybe else "seen_value({}, viewer)")
        if own:
            how = OWN.get(text, how)
        rows.append((field, how.format("old." + field)))
    lines = [f"def {function}(old: {name}, viewer: int) -> {name}:", *_made(name, rows, built)]
    return "\n".join([*lines, "    new.viewer = viewer", "    return new", ""])


def _made(name: str, rows: Iterable[tuple[str, str]], built: bool) -> list[str]:
    if built:
        return [f"    new = {name}({', '.join(f'{field}={how}' for field, how in rows)})"]
    return [f"    new = {name}.__new__({name})", *[f"    new.{field} = {how}" for field, how in rows]]


def module_text(module: str, classes: Mapping[str, tuple[Texts, SeenTexts]], built: Container[str] = ()) -> str:
    """Return the text of a module with these functions for classes of another; `built` are names of some of them."""
    lines = ["from typing import Any, Callable", "from shapan.engine.part import copy_value, dump_value, seen_value"]
    lines += [f"from {module} import {name}" for name in classes]
    for name, (texts, seen) in classes.items():
        rows = list(texts)
        lines += [copier_text(f"copy_{name}", name, rows, built=name in built), dumper_text(f"dump_{name}", name, rows)]
        lines += [seer_text(f"see_{name}", name, seen, built=name in built)]
    for table, verb, taken in (("COPIERS", "copy", "Any"), ("DUMPERS", "dump", "Any"), ("SEERS", "see", "Any, int")):
        pairs = ", ".join(f"{name}: {verb}_{name}" for name in classes)
        lines.append(f"{table}: dict[type, Callable[[{taken}], Any]] = {{{pairs}}}")
    return "\n".join([*lines, ""])
