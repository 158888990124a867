"""Parts of an answer of several picks, each written in one of some shapes: a value, a list, a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from shapan.engine.actions import Family
from shapan.engine.form import fields_of, has_fields, read_fields, write_fields
from shapan.engine.words import Words, place_in

ONE: Final = "one"
LIST: Final = "list"
LISTS: Final = "lists"
MAP: Final = "map"
TALLY: Final = "tally"
NUMBERED: Final = "numbered"
COUNTS: Final = "counts"
GROUPS: Final = "groups"
RECORDS: Final = "records"


@dataclass(slots=True, eq=False)
class Part:
    """A field of an answer of several picks: `ONE` value, a `LIST` of them, `LISTS` of parameters, a `MAP`.

    A pick with one parameter is its word, one with several an object. Without a name the one pick's fields lie in the
    answer itself. `common` names parameters that all picks share: they lie in the answer, beside the list. Of a `heap`
    the order means nothing, though it may in other parts: its picks are in rising order.

    Equal picks are counted in three shapes: a `TALLY` by the one parameter (`{"gas": 2}`), a `NUMBERED` list of objects
    with their number `n`, 1 if left out, and `COUNTS`, a table by the first parameter of tallies by the second.
    `GROUPS` are lists of the second parameter, one for each value of the first. `RECORDS` are objects by the first
    parameter, in which each pick is a field: its second parameter, or what its form says is fixed.
    """

    name: str
    families: tuple[Family, ...]
    shape: str = LIST
    optional: bool = False
    common: tuple[str, ...] = ()
    heap: bool = False


# Written


def write_part(entry: dict[str, Any], part: Part, picks: Sequence[tuple[Family, int]], words: Words) -> None:
    """Enter the picks of a part into an answer that is written."""
    if not part.name:
        for family, code in picks:
            entry.update(family.form.fixed | write_fields(family, code, words))
        return
    if part.common:
        first = write_fields(*picks[0], words) if picks else {}
        entry.update({name: first.get(name) for name in part.common})
    row = [_word(part, family, code, words) for family, code in picks]
    if part.shape == ONE:
        entry[part.name] = row[0]
    elif part.shape == LISTS:
        entry[part.name] = [list(word.values()) for word in row]
    elif part.shape == MAP:
        entry[part.name] = {str(key): value for key, value in (word.values() for word in row)}
    elif part.shape in _GATHERED:
        entry[part.name] = _gathered(part, picks, row)
    else:
        entry[part.name] = row


_GATHERED: Final = (TALLY, NUMBERED, COUNTS, GROUPS, RECORDS)
"""Shapes in which several picks may share an entry."""


def _gathered(part: Part, picks: Sequence[tuple[Family, int]], row: Sequence[dict[str, Any]]) -> Any:
    """Return picks in a shape in which several of them may share an entry."""
    if part.shape == NUMBERED:
        first = [code for place, (_, code) in enumerate(picks) if (_, code) not in picks[:place]]
        numbers = {code: sum(other == code for _, other in picks) for code in first}
        words = {code: word for (_, code), word in zip(picks, row, strict=True)}
        return [{**words[code], **({"n": number} if number > 1 else {})} for code, number in numbers.items()]
    if part.shape == GROUPS:
        groups: list[list[Any]] = [[] for _ in range(max((next(iter(word.values())) + 1 for word in row), default=0))]
        for word in row:
            group, value = word.values()
            groups[group].append(value)
        return groups
    table: dict[str, Any] = {}
    for (family, _), word in zip(picks, row, strict=True):
        key, *rest = word.values()
        if part.shape == TALLY:
            table[str(key)] = table.get(str(key), 0) + 1
        elif part.shape == COUNTS:
            inner = table.setdefault(str(key), {})
            inner[rest[0]] = inner.get(rest[0], 0) + 1
        else:
            table.setdefault(str(key), {}).update(dict(list(word.items())[1:]) or family.form.fixed)
    return table


def _word(part: Part, family: Family, code: int, words: Words) -> Any:
    """Return one pick: its word if it has one field, else an object."""
    fields = write_fields(family, code, words, part.common)
    alone = len(part.families) == 1 and len(fields) == 1 and part.shape in {ONE, LIST}
    return next(iter(fields.values())) if alone else fields


# Read


def read_part(act: str, part: Part, entry: Mapping[str, Any], words: Words) -> list[int]:
    """Return the picks of a part of an answer of the word `act`. Raises ValueError(field, reason)."""
    value, name = entry.get(part.name), part.name
    common = {key: entry.get(key) for key in part.common}
    if part.shape == ONE:
        if name not in entry:
            raise ValueError(name, f"{act} needs {name!r}")
        return [_read_pick(part, value, name, common, words)]
    if part.shape == MAP:
        if not isinstance(value, dict):
            raise ValueError(name, f"{act} needs the object {name!r}")
        first, second = fields_of(part.families[0])
        return [
            _read_pick(part, {first: place_in(key, key), second: word}, f"{name}.{key}", common, words)
            for key, word in value.items()
        ]
    if part.shape in _GATHERED:
        return _read_gathered(act, part, value, words)
    if not isinstance(value, list):
        raise ValueError(name, f"{act} needs the list {name!r}")
    return [_read_pick(part, word, f"{name}.{place}", common, words) for place, word in enumerate(value)]


def _read_gathered(act: str, part: Part, value: Any, words: Words) -> list[int]:
    """Return the picks of a shape in which several may share an entry. Raises ValueError(field, reason)."""
    name, family = part.name, part.families[0]
    codes: list[int] = []
    if part.shape not in {NUMBERED, GROUPS}:
        if not isinstance(value, dict):
            raise ValueError(name, f"{act} needs the object {name!r}")
        return _read_table(part, value, words)
    if not isinstance(value, list):
        raise ValueError(name, f"{act} needs the list {name!r}")
    if part.shape == NUMBERED:
        for place, one in enumerate(value):
            path = f"{name}.{place}"
            number = _positive(one.get("n", 1) if isinstance(one, dict) else 1, f"{path}.n")
            word = {key: inner for key, inner in one.items() if key != "n"} if isinstance(one, dict) else one
            codes += [_read_pick(part, word, path, {}, words)] * number
    else:
        first, second = fields_of(family)
        for group, members in enumerate(value):
            if not isinstance(members, list):
                raise ValueError(f"{name}.{group}", "needs a list")
            for place, word in enumerate(members):
                codes.append(_read_at(family, {first: group, second: word}, f"{name}.{group}.{place}", words))
    return codes


def _read_table(part: Part, value: Mapping[str, Any], words: Words) -> list[int]:
    """Return the picks of an object in which several may share an entry. Raises ValueError(field, reason)."""
    name, family = part.name, part.families[0]
    codes: list[int] = []
    if part.shape == TALLY:
        first = next(iter(fields_of(family)))
        for key, number in value.items():
            code = _read_at(family, {first: key}, f"{name}.{key}", words)
            codes += [code] * _positive(number, f"{name}.{key}")
    elif part.shape == COUNTS:
        first, second = fields_of(family)
        for key, inner in value.items():
            if not isinstance(inner, dict):
                raise ValueError(f"{name}.{key}", "needs an object")
            for word, number in inner.items():
                code = _read_at(family, {first: key, second: word}, f"{name}.{key}.{word}", words)
                codes += [code] * _positive(number, f"{name}.{key}.{word}")
    else:
        for key in sorted(value, key=lambda word: (int(word) if word.isdecimal() else 0, word)):
            codes += _read_record(part, key, value[key], words)
    return codes


def _read_at(family: Family, entry: Mapping[str, Any], path: str, words: Words) -> int:
    """Return the code of a pick that is no object of its own: what is wrong with it is wrong at its path."""
    try:
        return read_fields(family, entry, words)
    except ValueError as error:
        raise ValueError(path, error.args[1]) from None


def _read_record(part: Part, key: str, value: Any, words: Words) -> list[int]:
    """Return the picks of an object of `RECORDS`: one for each field, in the order of the families."""
    path = f"{part.name}.{key}"
    if not isinstance(value, dict):
        raise ValueError(path, "needs an object")
    codes, left = [], dict(value)
    for family in part.families:
        first, *rest = fields_of(family)
        wanted = rest or list(family.form.fixed)
        if all(name in left for name in wanted):
            given = {name: left.pop(name) for name in wanted}
            if not rest and given != family.form.fixed:
                raise ValueError(f"{path}.{wanted[0]}", f"can only be {family.form.fixed[wanted[0]]!r}")
            entry = {first: int(key) if key.isdecimal() else key, **given}
            try:
                codes.append(read_fields(family, entry, words))
            except ValueError as error:
                field, reason = error.args
                raise ValueError(path if field == first else f"{path}.{field}", reason) from None
    for name in left:
        raise ValueError(f"{path}.{name}", "there is no such field")
    return codes


def _positive(number: Any, path: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 99:
        raise ValueError(path, f"{number!r} is not an integer 1..99")
    return number


def _read_pick(part: Part, word: Any, path: str, common: Mapping[str, Any], words: Words) -> int:
    """Return the code of one pick: a word, a list of parameters, or an object whose fields tell its family."""
    own = [name for name in fields_of(part.families[0]) if name not in part.common]
    alone = len(part.families) == 1 and len(own) == 1 and part.shape in {ONE, LIST}
    if part.shape == LISTS:
        if not isinstance(word, list) or len(word) != len(own):
            raise ValueError(path, f"needs the list of {', '.join(own)}")
        word = dict(zip(own, word, strict=True))
    elif alone:
        word = {own[0]: word}
    if not isinstance(word, dict):
        raise ValueError(path, f"needs an object of {', '.join(own)}")
    for family in part.families:
        entry = {**family.form.fixed, **common, **word}
        if has_fields(family, entry):
            try:
                return read_fields(family, entry, words)
            except ValueError as error:
                field, reason = error.args
                inside = path + field.removeprefix(own[0]) if alone else f"{path}.{field}"
                raise ValueError(field if field in common else inside, reason) from None
    raise ValueError(path, f"needs {' or '.join('+'.join(fields_of(family)) for family in part.families)}")
