"""Rows: how answers of several picks are written as JSON, where section 13 of a spec has its own words for them.

A row is an object of parts (`shapan.engine.shape`), each the picks of some families as one value, a list, a map, or
fields of the object itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shapan.engine.actions import Family
from shapan.engine.form import OWN, fields_of, has_fields, read_fields
from shapan.engine.shape import LIST, LISTS, ONE, Part, read_part, write_part
from shapan.engine.words import PLAIN, Words


@dataclass(slots=True, eq=False)
class Row:
    """One way to write an answer of several picks: its word, fixed fields, and its parts in the order of the picks."""

    word: str
    parts: tuple[Part, ...]
    fixed: dict[str, Any] = field(default_factory=dict)


def listed(name: str, *families: Family, word: str = "", shape: str = LIST) -> tuple[Row, ...]:
    """Return the one row of an answer that is a list: `{"do": word, name: [...]}`; by default of the family's word."""
    return (Row(word or families[0].form.word, (Part(name, families, shape),)),)


# Written


def write_row(rows: Sequence[Row], codes: Sequence[int], words: Words = PLAIN) -> dict[str, Any]:
    """Return picks as the first row that has a part for each of them, and a pick for each part that needs one."""
    fitting = [row for row in rows if all(any(_has(part, code) for part in row.parts) for code in codes)]
    row = next((row for row in fitting if all(_is_filled(part, codes) for part in row.parts)), fitting[0])
    entry: dict[str, Any] = {"do": row.word, **row.fixed}
    for part in row.parts:
        picks = [(family, code) for code in codes for family in part.families if family.has(code)]
        if picks or not part.optional:
            write_part(entry, part, picks, words)
    return entry


def _has(part: Part, code: int) -> bool:
    return any(family.has(code) for family in part.families)


def _is_filled(part: Part, codes: Sequence[int]) -> bool:
    """Tell whether a part has a pick, or needs none."""
    needs = not part.optional and (part.shape == ONE or not part.name)
    return not needs or any(_has(part, code) for code in codes)


# Where picks lie


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


# Read


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
            picks = read_part(row.word, part, entry, words)
            codes += sorted(picks) if part.heap else picks
    for name in entry:
        if name not in own:
            raise ValueError(name, f"{row.word} has no field {name!r}")
    return codes if ordered else sorted(codes)
