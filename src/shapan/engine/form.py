"""Forms: how answers are written as JSON, where section 13 of a spec has its own words for them.

A family has a form: the word of `do`, fields that are fixed, fields that may be left out, and parameters that share
one field (`"at": [x, y]`). Several families may bear one word; their fields tell them apart. An answer of several
picks is a row: an object of parts, each the picks of some families as one value, a list, a map, or fields of the
object itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from shapan.engine.actions import Family
from shapan.engine.kinds import Kind
from shapan.engine.words import PLAIN, Words

OWN: Final = ("do", "seat")
"""Fields that every answer may have: what it does, and who gives it."""

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


@dataclass(slots=True, eq=False)
class Row:
    """One way to write an answer of several picks: its word, fixed fields, and its parts in the order of the picks."""

    word: str
    parts: tuple[Part, ...]
    fixed: dict[str, Any] = field(default_factory=dict)


def listed(name: str, *families: Family, word: str = "", shape: str = LIST) -> tuple[Row, ...]:
    """Return the one row of an answer that is a list: `{"do": word, name: [...]}`; by default of the family's word."""
    return (Row(word or families[0].form.word, (Part(name, families, shape),)),)


# One action


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


# Several picks


def write_row(rows: Sequence[Row], codes: Sequence[int], words: Words = PLAIN) -> dict[str, Any]:
    """Return picks as the first row that has a part for each of them, and a pick for each part that needs one."""
    fitting = [row for row in rows if all(any(_has(part, code) for part in row.parts) for code in codes)]
    row = next((row for row in fitting if all(_is_filled(part, codes) for part in row.parts)), fitting[0])
    entry: dict[str, Any] = {"do": row.word, **row.fixed}
    for part in row.parts:
        picks = [(family, code) for code in codes for family in part.families if family.has(code)]
        if picks or not part.optional:
            _write_part(entry, part, picks, words)
    return entry


def _has(part: Part, code: int) -> bool:
    return any(family.has(code) for family in part.families)


def _is_filled(part: Part, codes: Sequence[int]) -> bool:
    """Tell whether a part has a pick, or needs none."""
    needs = not part.optional and (part.shape == ONE or not part.name)
    return not needs or any(_has(part, code) for code in codes)


def _write_part(entry: dict[str, Any], part: Part, picks: Sequence[tuple[Family, int]], words: Words) -> None:
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


def part_of(rows: Sequence[Row], family: Family) -> str:
    """Return the field that holds picks of a family; "" where they lie in the answer itself or in no row."""
    return next((part.name for row in rows for part in row.parts if family in part.families), "")


def path_of(rows: Sequence[Row], codes: Sequence[int], place: int) -> str:
    """Return where in the written answer a pick lies, as a dotted path; "do" for one that lies in the answer itself."""
    for part in (part for row in rows for part in row.parts):
        mine = [at for at, code in enumerate(codes) if _has(part, code)]
        if place in mine:
            is_list = part.name and part.shape in {LIST, LISTS}
            return f"{part.name}.{mine.index(place)}" if is_list else part.name or "do"
    return f"picks.{place}"


def picks_at(rows: Sequence[Row], codes: Sequence[int], path: str) -> list[int] | None:
    """Return the places of the picks that lie at a path of the written answer; None where it has no such field.

    A field may hold none of the picks, as a path that is still to be walked. `picks` are all of them, where no row has
    a field for them. What this allows names parts of the form and places in it, which whoever answers knows.
    """
    word, *inner = path.split(".")
    named = [part for row in rows for part in row.parts if _names(part, word)]
    if not named and word not in {"do", "picks"}:
        return None
    every = not named and word == "picks"
    mine = [place for place, code in enumerate(codes) if every or any(_has(part, code) for part in named)]
    if inner and (every or (word == named[0].name and named[0].shape in {LIST, LISTS})):
        place, *inner = inner
        if not (place.isascii() and place.isdecimal() and int(place) < len(mine)):
            return None
        mine = [mine[int(place)]]
    fields = {field for part in named if part.name == word for family in part.families for field in fields_of(family)}
    return mine if not inner or (len(inner) == 1 and inner[0] in fields) else None


def _names(part: Part, word: str) -> bool:
    """Tell whether a field of an answer is that of a part, or one in which its picks lie."""
    if part.name:
        return word == part.name or word in part.common
    return word == "do" or any(word in fields_of(family) for family in part.families)


_HEAPS: dict[tuple[Row, ...], tuple[tuple[Family, ...], ...]] = {}


def heaps_of(rows: tuple[Row, ...]) -> tuple[tuple[Family, ...], ...]:
    """Return the families of those parts of an answer whose order means nothing; asked at every pick, found once."""
    found = _HEAPS.get(rows)
    if found is None:
        found = _HEAPS[rows] = tuple({part.families: 0 for row in rows for part in row.parts if part.heap})
    return found


def takes_row(rows: Sequence[Row], entry: Mapping[str, Any]) -> bool:
    """Tell whether an entry is meant for one of some rows: by its word."""
    return any(row.word == entry.get("do") for row in rows)


def read_row(rows: Sequence[Row], entry: Mapping[str, Any], *, ordered: bool, words: Words = PLAIN) -> list[int]:
    """Return the picks of an entry; where order means nothing, in rising order. Raises ValueError(field, reason)."""
    named = [row for row in rows if row.word == entry.get("do")]
    fitting = [row for row in named if all(entry.get(name) == value for name, value in row.fixed.items())]
    for row in fitting[:-1]:
        if all(part.optional or not part.name or part.name in entry for part in row.parts) and _has_parts(row, entry):
            return _read_row(row, entry, ordered, words)
    if not fitting:
        raise ValueError("do", f"{entry.get('do')!r} is not one of {', '.join(sorted({row.word for row in rows}))}")
    return _read_row(fitting[-1], entry, ordered, words)


def _has_parts(row: Row, entry: Mapping[str, Any]) -> bool:
    """Tell whether the parts of a row that lie in the entry itself find their fields there."""
    inside = _inside(row, entry)
    return all(part.name or any(has_fields(family, inside) for family in part.families) for part in row.parts)


def _inside(row: Row, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an entry that its parts without a name may have: those of no other part."""
    fixed = {name for part in row.parts if not part.name for one in part.families for name in one.form.fixed}
    taken = {*OWN, *row.fixed, *(name for part in row.parts for name in (part.name, *part.common))} - fixed
    return {name: value for name, value in entry.items() if name not in taken}


def _read_row(row: Row, entry: Mapping[str, Any], ordered: bool, words: Words) -> list[int]:
    codes: list[int] = []
    own, inside = {*OWN, *row.fixed}, _inside(row, entry)
    for part in row.parts:
        own |= {part.name, *part.common}
        if not part.name:
            family = next((family for family in part.families if has_fields(family, inside)), part.families[0])
            own |= {*fields_of(family), *family.form.fixed}
            codes.append(read_fields(family, inside, words))
        elif part.name in entry or not part.optional:
            picks = _read_part(row, part, entry, words)
            codes += sorted(picks) if part.heap else picks
    for name in entry:
        if name not in own:
            raise ValueError(name, f"{row.word} has no field {name!r}")
    return codes if ordered else sorted(codes)


def _read_part(row: Row, part: Part, entry: Mapping[str, Any], words: Words) -> list[int]:
    value, name = entry.get(part.name), part.name
    common = {key: entry.get(key) for key in part.common}
    if part.shape == ONE:
        if name not in entry:
            raise ValueError(name, f"{row.word} needs {name!r}")
        return [_read_pick(part, value, name, common, words)]
    if part.shape == MAP:
        if not isinstance(value, dict):
            raise ValueError(name, f"{row.word} needs the object {name!r}")
        first, second = fields_of(part.families[0])
        return [
            _read_pick(part, {first: int(key) if key.isdigit() else key, second: word}, f"{name}.{key}", common, words)
            for key, word in value.items()
        ]
    if part.shape in _GATHERED:
        return _read_gathered(row, part, value, words)
    if not isinstance(value, list):
        raise ValueError(name, f"{row.word} needs the list {name!r}")
    return [_read_pick(part, word, f"{name}.{place}", common, words) for place, word in enumerate(value)]


def _read_gathered(row: Row, part: Part, value: Any, words: Words) -> list[int]:
    """Return the picks of a shape in which several may share an entry. Raises ValueError(field, reason)."""
    name, family = part.name, part.families[0]
    codes: list[int] = []
    if part.shape not in {NUMBERED, GROUPS}:
        if not isinstance(value, dict):
            raise ValueError(name, f"{row.word} needs the object {name!r}")
        return _read_table(part, value, words)
    if not isinstance(value, list):
        raise ValueError(name, f"{row.word} needs the list {name!r}")
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
