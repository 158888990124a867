"""Kinds of fields: what the structs of the card language declare of each field, and how an object of a file is read.

A field of a struct is annotated with its `Kind`; a field without one is irregular, and read by hand. Whoever knows how
a kind is read registers it with `reads`.
"""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final, TypeVar, get_args, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from shapan.games.malifaux.cards.row import Row

T = TypeVar("T", bound="CardStruct")
F = TypeVar("F", bound=Callable[[Row, str], Any])
Reader = Callable[[Row, str, tuple[Any, ...]], Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field may hold: of a word its choices, of a whole number the least and the most, of an object its struct.

    `refers` says of an id what it is of: it is looked up when all files are read.
    """

    name: str
    of: tuple[Any, ...] = ()
    refers: str = ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One field: its name in files and as an attribute, its kind, whether it is required."""

    name: str
    attribute: str
    kind: str
    of: tuple[Any, ...]
    refers: str
    is_needed: bool
    default: Any


class CardStruct(Struct, frozen=True):
    """An object of a file of cards."""

    written: ClassVar[tuple[str, ...]] = ()
    """Fields that are written with their default, too."""
    one_of: ClassVar[tuple[str, ...]] = ()
    """Fields of which exactly one is required."""


@cache
def parameters(made: type[CardStruct]) -> tuple[Parameter, ...]:
    """Return the regular fields of a struct in their order."""
    hints = get_type_hints(made, include_extras=True)
    found = []
    for one in fields(made):
        hint = hints[one.name]
        kind = next((at for part in (hint, *get_args(hint)) for at in get_args(part) if isinstance(at, Kind)), None)
        if kind is not None:
            is_needed, default = one.default is NODEFAULT, None if one.default is NODEFAULT else one.default
            found.append(Parameter(one.encode_name, one.name, kind.name, kind.of, kind.refers, is_needed, default))
    return tuple(found)


READERS: Final[dict[str, Reader]] = {
    "flag": lambda row, key, _: row.flag(key),
    "answer": lambda row, key, _: row.maybe(key),
    "id": lambda row, key, _: row.identifier(key),
    "ids": lambda row, key, _: row.identifiers(key),
    "labels": lambda row, key, _: row.labels(key),
    "word": lambda row, key, of: row.word(key, of),
    "words": lambda row, key, of: row.words(key, of),
    "suits": lambda row, key, _: row.suits(key),
    "whole": lambda row, key, of: row.whole(key, *of),
    "object": lambda row, key, of: read(of[0], row.row(key)),
    "objects": lambda row, key, of: tuple(read(of[0], item) for item in row.rows(key)),
}
"""The reader of a given field, by kind."""


def reads(kind: str) -> Callable[[F], F]:
    """Register what reads a kind."""

    def registered(function: F) -> F:
        READERS[kind] = lambda row, key, _: function(row, key)
        return function

    return registered


def read(made: type[T], row: Row, needed_by: str = "", **irregular: Any) -> T:
    """Read an object by what its struct declares, with what was read by hand. Raises CardFault."""
    if made.one_of and sum(row.has(key) for key in made.one_of) != 1:
        raise row.fault("", f"needs exactly one of {', '.join(made.one_of)}")
    for one in parameters(made):
        if one.attribute in irregular:
            continue
        if row.has(one.name):
            irregular[one.attribute] = found = READERS[one.kind](row, one.name, one.of)
            if one.refers and isinstance(found, str):
                row.references.note(row.file, row.at(one.name), one.refers, found)
        elif one.is_needed:
            raise row.fault(one.name, f"is needed{needed_by}")
    row.close()
    return made(**irregular)
