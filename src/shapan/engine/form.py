"""Forms: how one action is written as JSON, where section 13 of a spec has its own words for it.

A family has a form: the word of `do`, fields that are fixed, fields that may be left out, and parameters that share
one field (`"at": [x, y]`). Several families may bear one word; their fields tell them apart. Answers of several picks
are rows (`shapan.engine.row`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.actions import Family
from shapan.engine.kinds import Kind
from shapan.engine.words import PLAIN, Words

OWN: Final = ("do", "seat")
"""Fields that every answer may have: what it does, and who gives it."""


def fields_of(family: Family) -> dict[str, tuple[tuple[str, Kind], ...]]:
    """Return the fields of a family's form with the parameters that each holds."""
    kinds = dict(family.parameters)
    joined = {name: tuple((part, kinds[part]) for part in parts) for name, parts in family.form.joined.items()}
    inside = {part for parts in family.form.joined.values() for part in parts}
    return {**{name: ((name, kind),) for name, kind in family.parameters if name not in inside}, **joined}


def write_fields(family: Family, code: int, words: Words = PLAIN, without: Sequence[str] = ()) -> dict[str, Any]:
    """Return the parameters of a code as fields."""
    values = dict(zip((name for name, _ in family.parameters), family.values(code), strict=True))
    entry = {}
    for name, parts in fields_of(family).items():
        if name not in without:
            row = [words.word(kind, values[part]) for part, kind in parts]
            entry[name] = row if name in family.form.joined else row[0]
    return entry


def write_one(family: Family, code: int, words: Words = PLAIN) -> dict[str, Any]:
    """Return a code as the form of its family says."""
    return {"do": family.form.word, **family.form.fixed, **write_fields(family, code, words)}


def has_fields(family: Family, entry: Mapping[str, Any]) -> bool:
    """Tell whether an entry has the fields of a family: no more, and all that may not be left out."""
    form, own = family.form, fields_of(family)
    if any(entry.get(name) != value for name, value in form.fixed.items()):
        return False
    given = [name for name in entry if name not in OWN and name not in form.fixed]
    return all(name in own for name in given) and all(name in given or name in form.defaults for name in own)


def read_fields(family: Family, entry: Mapping[str, Any], words: Words = PLAIN) -> int:
    """Return the code of an entry's fields. Raises ValueError(field, reason)."""
    form, values = family.form, {}
    own = fields_of(family)
    for name, parts in own.items():
        if name not in entry:
            if name not in form.defaults:
                raise ValueError(name, f"{form.word} needs {name!r}")
            values[name] = form.defaults[name]
        elif name in form.joined:
            row = entry[name]
            if not isinstance(row, list) or len(row) != len(parts):
                raise ValueError(name, f"needs {', '.join(part for part, _ in parts)}")
            for place, (part, kind) in enumerate(parts):
                values[part] = _number(words, kind, row[place], f"{name}.{place}")
        else:
            values[name] = _number(words, parts[0][1], entry[name], name)
    for name in entry:
        if name not in own and name not in form.fixed and name not in OWN:
            raise ValueError(name, f"{form.word} has no field {name!r}")
    return family.code(*(values[name] for name, _ in family.parameters))


def read_one(families: Sequence[Family], entry: Mapping[str, Any], words: Words = PLAIN) -> int:
    """Return the code of an entry by the families that bear its word. Raises ValueError(field, reason)."""
    named = [family for family in families if family.form.word == entry.get("do")]
    if named and named[0].alone:
        return read_fields(named[0], entry, words)
    for family in named:
        if has_fields(family, entry):
            return read_fields(family, entry, words)
    if named:
        rows = " or ".join("+".join(name for name, _ in family.parameters) or "none" for family in named)
        raise ValueError("do", f"{entry.get('do')} has other fields: {rows}")
    known = sorted({family.form.word for family in families})
    raise ValueError("do", f"{entry.get('do')!r} is not one of {', '.join(known)}")


def _number(words: Words, kind: Kind, word: Any, field: str) -> int:
    try:
        return words.number(kind, word)
    except ValueError as error:
        raise ValueError(field, str(error)) from None


def takes_one(families: Sequence[Family], entry: Mapping[str, Any]) -> bool:
    """Tell whether an entry is meant for one of some families: by its word, where others bear it by its fields too."""
    named = [family for family in families if family.form.word == entry.get("do")]
    return any(family.alone or has_fields(family, entry) for family in named)
