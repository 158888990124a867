"""Copies of states: functions that are written out field by field, from the annotations of a class.

A copy is made at every step of a match, and asking each value what it is would be most of its cost. For plain classes
`shapan.engine.state` reads the text in when a program runs; for compiled ones that would mean to go through each field
from outside, so the build (`scripts/compile.py`) has it compiled too, as a module beside the one of the class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

BESIDE = "_copiers"
"""What the name of such a module ends in; it has the functions by class in `COPIERS`."""
_PLAIN = ("int", "bool", "str", "bytes")
_HOW = {
    **dict.fromkeys(_PLAIN, "{}"),
    **{f"list[{kind}]": "{}[:]" for kind in (*_PLAIN, "tuple[int, ...]")},
    "list[list[int]]": "[row[:] for row in {}]",
    "Chance": "{}.copy()",
    "Zone": "{}.copy()",
    "list[Zone]": "[zone.copy() for zone in {}]",
}


def copier_text(function: str, name: str, texts: Iterable[tuple[str, str]]) -> str:
    """Return the text of a function that copies states of a class, from its fields and their annotations."""
    lines = [f"def {function}(old: {name}) -> {name}:", f"    new = {name}.__new__({name})"]
    for field, text in texts:
        how = _HOW.get(text, "copy_value({})")
        lines.append(f"    new.{field} = {how.format('old.' + field)}")
    return "\n".join([*lines, "    return new", ""])


def module_text(module: str, classes: Mapping[str, Iterable[tuple[str, str]]]) -> str:
    """Return the text of a module with the copiers of the classes of another."""
    lines = ["from typing import Any, Callable", "from shapan.engine.state import copy_value"]
    lines += [f"from {module} import {name}" for name in classes]
    lines += [copier_text(f"copy_{name}", name, texts) for name, texts in classes.items()]
    rows = ", ".join(f"{name}: copy_{name}" for name in classes)
    return "\n".join([*lines, f"COPIERS: dict[type, Callable[[Any], Any]] = {{{rows}}}", ""])
