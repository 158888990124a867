"""What a state is made of: records of facts that can be copied, kept, and seen by a viewer, without a line in the game.

Copy, dump and what a viewer sees are functions written out for each class (see `shapan.engine.copier`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from importlib import import_module
from importlib.util import find_spec
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, Final, Self

import msgspec
from mypy_extensions import mypyc_attr

from shapan.engine.annotations import annotation_texts, annotation_types
from shapan.engine.chance import Chance
from shapan.engine.copier import BESIDE, OWN, copier_text, dumper_text, seer_text
from shapan.engine.fact import NOBODY, OWNER, declared
from shapan.engine.zone import Zone

ALL: Final = -1
"""The viewer of the things themselves: everything is there."""

_NAMES: dict[type, tuple[str, ...]] = {}
_TEXTS: dict[type, tuple[tuple[str, str], ...]] = {}
_COPIERS: dict[type, Callable[[Any], Any]] = {}
_DUMPERS: dict[type, Callable[[Any], list[Any]]] = {}
_SEERS: dict[type, Callable[[Any, int], Any]] = {}
_PLAIN: Final = ("int", "bool", "str", "bytes")
_VIEWER: Final = "viewer"
_BY_SEAT: Final = (*OWN, "list[Zone]", "list[MarkedZone]")
"""Annotations of fields whose entries may be their seats' own."""


def field_names(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a class that hold something, in their order."""
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = tuple(item.name for item in fields(cls) if item.name != _VIEWER)
    return names


def texts_of(cls: type) -> tuple[tuple[str, str], ...]:
    """Return name and annotation of those fields, in their order."""
    known = _TEXTS.get(cls)
    if known is None:
        texts = annotation_texts(cls)
        known = _TEXTS[cls] = tuple((name, str(texts[name])) for name in field_names(cls))
    return known


def copy_value(value: Any) -> Any:
    """Return an independent copy of a value of a state, whatever it is."""
    kind = value.__class__
    if kind is list:
        if value and value[0].__class__ not in (int, bool, str, tuple):
            return [copy_value(item) for item in value]
        return value[:]
    if kind is int or kind is bool or kind is str or kind is tuple or value is None:
        return value
    if kind is dict:
        return {key: copy_value(item) for key, item in value.items()}
    return value.copy()


def dump_value(value: Any) -> Any:
    """Return a value of a state as plain data, whatever it is."""
    kind = value.__class__
    if kind is list or kind is tuple:
        return [dump_value(item) for item in value]
    if kind is dict:
        return [[key, dump_value(value[key])] for key in sorted(value)]
    if isinstance(value, Part):
        return _dumped(value)
    return value.dump() if hasattr(value, "dump") else value


def _dumped(value: Part) -> list[Any]:
    cls = value.__class__
    dumper = _DUMPERS.get(cls)
    if dumper is None:
        dumper = _DUMPERS[cls] = dumper_of(cls)
    return dumper(value)


def seen_value(value: Any, viewer: int) -> Any:
    """Return what a viewer sees of a value: parts and zones as they let themselves be seen, all else as it is."""
    kind = value.__class__
    if kind is list:
        return [seen_value(item, viewer) for item in value]
    if hasattr(value, "seen"):
        return value.seen(viewer)
    return {key: seen_value(item, viewer) for key, item in value.items()} if kind is dict else value


def copier_of(cls: type) -> Callable[[Any], Any]:
    """Return a function that copies objects of a class."""
    return _compiled(cls, "COPIERS") or _read_in(cls, copier_text("written_out", cls.__name__, texts_of(cls)))


def dumper_of(cls: type) -> Callable[[Any], list[Any]]:
    """Return a function that lists what objects of a class hold."""
    return _compiled(cls, "DUMPERS") or _read_in(cls, dumper_text("written_out", cls.__name__, texts_of(cls)))


def seer_of(cls: type) -> Callable[[Any, int], Any]:
    """Return a function that makes of an object of a class what a viewer sees of it: the facts that are declared so."""
    return _compiled(cls, "SEERS") or _read_in(cls, seer_text("written_out", cls.__name__, seen_texts_of(cls)))


def seen_texts_of(cls: type) -> list[tuple[str, str, bool]]:
    """Return name and annotation of the fields that somebody may see, and whether each entry is its seat's own.

    Raises TypeError for facts of an owner that are neither integers, boards of integers nor zones.
    """
    facts, texts = dict(declared(cls)), dict(texts_of(cls))
    seen = [name for name, one in facts.items() if one.sees != NOBODY or "Zone" in texts[name]]
    for name in seen:
        if facts[name].sees == OWNER and texts[name] not in _BY_SEAT:
            raise TypeError(
                f"{cls.__name__}.{name}: no seat can own the entries of a {texts[name]}; those of a list[int], "
                "list[list[int]] or list[Zone] it can"
            )
    return [(name, texts[name], facts[name].sees == OWNER) for name in seen]


def _compiled(cls: type, table: str) -> Callable[..., Any] | None:
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ".py"
    if file.endswith(".py") or not find_spec(cls.__module__ + BESIDE):
        return None
    found: dict[type, Callable[..., Any]] = getattr(import_module(cls.__module__ + BESIDE), table, {})
    return found.get(cls)


def _read_in(cls: type, text: str) -> Callable[..., Any]:
    helpers = {"copy_value": copy_value, "dump_value": dump_value, "seen_value": seen_value}
    names: dict[str, Any] = {cls.__name__: cls, **helpers}
    exec(f"from __future__ import annotations\n{text}", names)  # noqa: S102 - made of names of fields alone
    return names["written_out"]  # type: ignore[no-any-return]


_LOADS: dict[str, Callable[[Any], Any]] = {
    **{f"list[{kind}]": list for kind in _PLAIN},
    "list[tuple[int, ...]]": lambda data: [tuple(row) for row in data],
    "list[list[int]]": lambda data: [list(row) for row in data],
    "tuple[int, ...]": tuple,
    "Chance": Chance.load,
    "Zone": Zone.load,
    "list[Zone]": lambda data: [Zone.load(row) for row in data],
    "dict[int, int]": dict,
}


def _load(cls: type, name: str, kind: str, sample: Any, data: Any) -> Any:
    """Return the value of a dump by its annotation; values of other classes by the `load` of a sample or of a class."""
    if kind in _LOADS:
        return _LOADS[kind](data)
    if "MarkedZone" in kind:  # what its rows are, the sample knows; a list of them is of one length
        rows = zip(sample, data, strict=True) if kind.startswith("list[") else [(sample, data)]
        zones = [one.loaded(row) for one, row in rows]
        return zones if kind.startswith("list[") else zones[0]
    if kind.endswith(" | None"):
        return None if data is None else annotation_types(cls)[name].__args__[0]().load(data)
    inner: Any = annotation_types(cls)[name].__args__[0] if kind.startswith("list[") else None
    if hasattr(inner, "load"):
        return [inner().load(row) for row in data]
    if hasattr(sample, "load"):
        return sample.load(data)
    if kind not in _PLAIN:
        raise TypeError(f"a state cannot keep a field of the type {kind}")
    return data


_ZONES: dict[type, tuple[str, ...]] = {}
_LISTERS: dict[type, Callable[[Any], list[Zone]]] = {}


def zone_names(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a class that are zones, lists of zones, or parts with zones, in their order."""
    names = _ZONES.get(cls)
    if names is None:
        types = annotation_types(cls)
        rows = [(name, text, types[name]) for name, text in texts_of(cls)]
        names = _ZONES[cls] = tuple(name for name, text, kind in rows if "Zone" in text or _part_with_zones(kind))
    return names


def _part_with_zones(kind: Any) -> bool:
    kinds = [one for one in (kind, *getattr(kind, "__args__", ())) if isinstance(one, type)]
    return any(issubclass(one, Part) and zone_names(one) for one in kinds)


def _lister_of(cls: type) -> Callable[[Any], list[Zone]]:
    """Return a function that lists the zones of objects of a class, written out from its annotations."""
    texts, rows = dict(texts_of(cls)), []
    for name in zone_names(cls):
        if texts[name] in ("Zone", "MarkedZone"):
            rows.append(f"one.{name}")
        elif texts[name] in ("list[Zone]", "list[MarkedZone]"):
            rows.append(f"*one.{name}")
        elif texts[name].endswith(" | None"):
            rows.append(f"*(() if one.{name} is None else one.{name}.all_zones())")
        elif texts[name].startswith("list["):
            rows.append(f"*(zone for part in one.{name} for zone in part.all_zones())")
        else:
            rows.append(f"*one.{name}.all_zones()")
    return eval(f"lambda one: [{', '.join(rows)}]")  # type: ignore[no-any-return]  # noqa: S307 - field names alone


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, eq=False)
class Part:
    """A record of facts in a state, such as a check under way; the state itself is one. Every field has a default."""

    viewer: int = field(default=ALL, init=False)
    """Who sees it so: a seat, the number of seats for spectators, or `ALL` for the thing itself."""

    def __init_subclass__(cls) -> None:
        """Let a subclass in Python keep the fields of a compiled class where compiled code looks for them."""
        for name, place in list(vars(cls).items()):
            if isinstance(place, MemberDescriptorType):  # made by dataclasses, which know nothing of compiled fields
                bases = cls.__mro__[1:]
                if any(isinstance(vars(base).get(name), GetSetDescriptorType) for base in bases):
                    delattr(cls, name)

    def copy(self) -> Self:
        """Return an independent copy."""
        cls = self.__class__
        copier = _COPIERS.get(cls)
        if copier is None:
            copier = _COPIERS[cls] = copier_of(cls)
        return copier(self)  # type: ignore[no-any-return]

    def seen(self, viewer: int) -> Self:
        """Return what a viewer may know, as an object of the same class in which all else has no value.

        Raises TypeError for facts of an owner that are neither integers, boards of integers nor zones.
        """
        cls = self.__class__
        seer = _SEERS.get(cls)
        if seer is None:
            seer = _SEERS[cls] = seer_of(cls)
        return seer(self, viewer)  # type: ignore[no-any-return]

    def dump(self) -> list[Any]:
        """Return everything as lists of plain values, in the order of the fields."""
        return msgspec.msgpack.decode(self.encoded())  # type: ignore[no-any-return]

    def encoded(self) -> bytes:
        """Return the dump as bytes: equal things give equal bytes."""
        return msgspec.msgpack.encode(_dumped(self))

    def load(self, data: list[Any]) -> Self:
        """Return what a dump holds; this object, made with the same options and seats, gives the shape."""
        cls = self.__class__
        new = cls.__new__(cls)
        new.viewer = ALL
        for (name, text), value in zip(texts_of(cls), data, strict=True):
            setattr(new, name, _load(cls, name, text, getattr(self, name), value))
        return new

    def zones(self) -> Iterator[tuple[str, Zone]]:
        """Yield all zones with their names, in the order of the fields."""
        for name in zone_names(self.__class__):
            value = getattr(self, name)
            rows = enumerate(value) if value.__class__ is list else [(-1, value)]
            for place, one in rows:
                path = name if place < 0 else f"{name}.{place}"
                if isinstance(one, Zone):
                    yield path, one
                elif one is not None:
                    yield from ((f"{path}.{inner}", zone) for inner, zone in one.zones())

    def all_zones(self) -> list[Zone]:
        """Return all zones, in the order of `zones`."""
        cls = self.__class__
        lister = _LISTERS.get(cls)
        if lister is None:
            lister = _LISTERS[cls] = _lister_of(cls)
        return lister(self)
