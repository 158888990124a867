"""States as rows of numbers: how they go to translated rules, and come back as the very same objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from struct import pack, unpack
from typing import Any

from shapan.engine.chance import Chance
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.zone import Zone
from shapan.native.types import BOOL, CHANCE, FLOAT, INT, STEPS, Type

Fields = Callable[[type], dict[str, Type]]


def flat(value: Any, kind: Type, fields: Fields) -> Iterator[int]:
    """Yield the numbers of a value, in the order in which C++ reads them."""
    if kind in (INT, BOOL):
        yield int(value)
    elif kind == FLOAT:
        yield unpack("<q", pack("<d", value))[0]
    elif kind == CHANCE:
        yield from (len(value.key), *value.key, len(value.counts), *value.counts)
    elif kind == STEPS:
        yield len(value)
        for step in value:
            yield from (len(step), *step)
    elif kind.name == "list":
        yield len(value)
        for one in value:
            yield from flat(one, kind.inner[0], fields)
    elif kind.name == "maybe":
        yield int(value is not None)
        if value is not None:
            yield from flat(value, kind.inner[0], fields)
    else:
        assert kind.cls is not None
        for name, inner in fields(kind.cls).items():
            yield from flat(getattr(value, name), inner, fields)


def whole(numbers: Iterator[int], kind: Type, fields: Fields, sample: Any = None) -> Any:
    """Return the value that numbers say; what is shared by all copies of a state is that of the sample."""
    if kind == INT:
        return next(numbers)
    if kind == BOOL:
        return bool(next(numbers))
    if kind == FLOAT:
        return unpack("<d", pack("<q", next(numbers)))[0]
    if kind == CHANCE:
        return _chance(numbers)
    if kind == STEPS:
        return [tuple([next(numbers) for _ in range(next(numbers))]) for _ in range(next(numbers))]
    if kind.name == "list":
        return [whole(numbers, kind.inner[0], fields) for _ in range(next(numbers))]
    if kind.name == "maybe":
        return whole(numbers, kind.inner[0], fields) if next(numbers) else None
    assert kind.cls is not None
    made = sample.copy() if sample is not None else Zone() if kind.cls is Zone else kind.cls()
    for name, inner in fields(kind.cls).items():
        if inner.cls is None or not issubclass(inner.cls, SharedConstant):
            setattr(made, name, whole(numbers, inner, fields))
    return made


def _chance(numbers: Iterator[int]) -> Chance:
    key = bytes([next(numbers) for _ in range(next(numbers))])
    counts = [next(numbers) for _ in range(next(numbers))]
    made = Chance(key, len(counts))
    made.counts = counts
    return made


def longest(value: Any, kind: Type, fields: Fields) -> int:
    """Return the length of the longest list of lists or records in a value."""
    if kind.name == "list" and kind.inner[0].name in ("list", "record", "maybe"):
        return max([len(value), *(longest(one, kind.inner[0], fields) for one in value)])
    if kind.name == "maybe":
        return 0 if value is None else longest(value, kind.inner[0], fields)
    if kind.cls is None:
        return 0
    return max([0, *(longest(getattr(value, name), inner, fields) for name, inner in fields(kind.cls).items())])
