"""Copies and dumps of states: functions that are written out field by field, from the annotations of a class.

A copy is made at every step of a match and a dump for every hash, and asking each value what it is would be most of
their cost. For plain classes `shapan.engine.state` reads the text in when a program runs; for compiled ones that would
mean to go through each field from outside, so the build (`scripts/compile.py`) has it compiled too, as a module beside
the one of the class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

BESIDE = "_copiers"
"""What the name of such a module ends in; it has the functions by class in `COPIERS` and `DUMPERS`."""
_PLAIN = ("int", "bool", "str", "bytes")
_HOW = {
    **dict.fromkeys(_PLAIN, "{}"),
    **{f"list[{kind}]": "{}.copy()" for kind in (*_PLAIN, "tuple[int, ...]")},
    "list[list[int]]": "[row.copy() for row in {}]",
    "Chance": "{}.copy()",
    "Zone": "{}.copy()",
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


def copier_text(function: str, name: str, texts: Iterable[tuple[str, str]]) -> str:
    """Return the text of a function that copies states of a class, from its fields and their annotations."""
    lines = [
        f"def {function}(old: {name}) -> {name}:",
        f"    new = {name}.__new__({name})",
        "    new.viewer = old.viewer",
    ]
    for field, text in texts:
        maybe = text.endswith(" | None")
        how = _HOW.get(text, "None if {0} is None else {0}.copy()" if maybe else "copy_value({0})")
        lines.append(f"    new.{field} = {how.format('old.' + field)}")
    return "\n".join([*lines, "    return new", ""])


def dumper_text(function: str, name: str, texts: Iterable[tuple[str, str]]) -> str:
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
    "list[Zone]": "[zone.seen(viewer) for zone in {}]",
}
_OWN = "[value if seat == viewer else -1 for seat, value in enumerate({})]"


def seer_text(function: str, name: str, texts: Iterable[tuple[str, str, bool]]) -> str:
    """Return the text of a function that makes what a viewer sees of an object; with a field, if it is an owner's."""
    lines = [f"def {function}(old: {name}, viewer: int) -> {name}:", f"    new = {name}.__new__({name})"]
    lines.append("    new.viewer = viewer")
    for field, text, own in texts:
        how = _OWN if own and text == "list[int]" else _SEEN.get(text, "seen_value({}, viewer)")
        lines.append(f"    new.{field} = {how.format('old.' + field)}")
    return "\n".join([*lines, "    return new", ""])


def module_text(module: str, classes: Mapping[str, Iterable[tuple[str, str]]]) -> str:
    """Return the text of a module with the copiers and dumpers of the classes of another."""
    lines = ["from typing import Any, Callable", "from shapan.engine.part import copy_value, dump_value"]
    lines += [f"from {module} import {name}" for name in classes]
    for name, texts in classes.items():
        rows = list(texts)
        lines += [copier_text(f"copy_{name}", name, rows), dumper_text(f"dump_{name}", name, rows)]
    for table, verb in (("COPIERS", "copy"), ("DUMPERS", "dump")):
        pairs = ", ".join(f"{name}: {verb}_{name}" for name in classes)
        lines.append(f"{table}: dict[type, Callable[[Any], Any]] = {{{pairs}}}")
    return "\n".join([*lines, ""])
