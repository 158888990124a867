"""Comparing: bytes of what a viewer learns, named paths at which two things differ, the objects a state is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

import msgspec

from shapan.engine.chance import Chance
from shapan.engine.fact import declared
from shapan.engine.game import Game
from shapan.engine.kinds import Cards
from shapan.engine.marked_zone import Marker
from shapan.engine.part import Part, field_names
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.state import State
from shapan.engine.view import difference
from shapan.engine.zone import Zone

MAX_PATHS = 4
PLAIN = (int, str, bytes, bool, float, type(None))


def encode(value: Any) -> bytes:
    """Return anything written as JSON: equal things give equal bytes."""
    return msgspec.json.encode(value)


def describe(value: Any) -> Any:
    """Return a state or a part of one as plain data with names, for messages and for finding what varies."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, Part):  # of what a viewer sees, only the facts that he sees
        return {name: describe(getattr(value, name)) for name in field_names(type(value)) if hasattr(value, name)}
    if isinstance(value, Zone):  # of what a viewer sees, the cards and what lies beside them
        names = ("cards", "masks", "groups", "marks")
        return {name: describe(getattr(value, name)) for name in names if hasattr(value, name)}
    if isinstance(value, Chance):
        return {
            "key": value.key.hex(),
            "counts": value.counts[:],
            "scripts": value.scripts[:],
        }
    if isinstance(value, (list, tuple)):
        return [describe(item) for item in value]
    if isinstance(value, dict):
        return {str(key): describe(item) for key, item in sorted(value.items())}
    if is_dataclass(value):
        return {item.name: describe(getattr(value, item.name)) for item in fields(value)}
    if not isinstance(value, PLAIN) and hasattr(value, "dump"):
        return describe(value.dump())
    return value


def at(value: Any, path: str) -> Any:
    """Return what stands at a dotted path of plain data."""
    for part in path.split(".") if path else []:
        if isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        elif isinstance(value, dict):
            value = value.get(part)
        else:
            return "nothing"
    return value


def told(game: Game[Any], prompt: str, line: str, seat: int, codes: Sequence[int]) -> str:
    """Return an answer in words: who was asked what, the line of the question if it is known, and the actions."""
    rows = [game.actions.write(code) for code in codes]
    said = [" ".join(str(word) for word in row.values()) for row in rows]
    at_line = f" ({line})" if line else ""
    return f"seat {seat} at {prompt}{at_line}: {', '.join(said) or 'nothing'}"


def named(state: State, path: str, value: Any) -> Any:
    """Return a value of a state with the words of its cards in place of their numbers."""
    field, _, rest = path.partition(".")
    kind = dict(declared(type(state)))[field].kind if field in dict(declared(type(state))) else None
    if isinstance(kind, Cards) and (rest.split(".")[-1:] == ["cards"] or rest == "cards") and isinstance(value, list):
        return [kind.card.word(card) if isinstance(card, int) and card >= 0 else "?" for card in value]
    return value


class Differing:
    """Where two things differ, with both values, the first few places: found only when it is printed."""

    def __init__(self, old: Any, new: Any) -> None:
        self.old = old
        self.new = new

    def __str__(self) -> str:
        first, second = _plain(self.old), _plain(self.new)
        paths = [path.lstrip(".") for path in difference(first, second)]
        if not paths:
            return "the same values, written in another order"
        rows = [f"{path or '(all)'}: {self._word(first, path)} / {self._word(second, path)}" for path in paths]
        more = f" and {len(rows) - MAX_PATHS} more" if len(rows) > MAX_PATHS else ""
        return "; ".join(rows[:MAX_PATHS]) + more

    def _word(self, plain: Any, path: str) -> str:
        found = at(plain, path)
        return _short(named(self.old, path, found) if isinstance(self.old, State) else found)


def _plain(value: Any) -> Any:
    if isinstance(value, State):
        return describe(value)
    if isinstance(value, bytes):
        return msgspec.json.decode(value)
    return msgspec.to_builtins(value)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def containers(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every object that can be changed and is reachable from a state, with its path."""
    if isinstance(
        value, (*PLAIN, type, SharedConstant, Marker)
    ):  # a marker is a declaration, which zones and views share
        return
    if not isinstance(value, tuple):
        yield path, value
    if isinstance(value, (list, tuple)):
        for place, item in enumerate(value):
            if not isinstance(item, PLAIN):
                yield from containers(item, f"{path}.{place}")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from containers(item, f"{path}.{key}")
    elif isinstance(value, (set, frozenset)):
        return
    else:
        for name in attributes(value):
            yield from containers(getattr(value, name, None), f"{path}.{name}" if path else name)


def attributes(value: Any) -> list[str]:
    """Return the names of an object's attributes: slots, fields of a compiled class, its dict."""
    names = [
        name
        for cls in type(value).__mro__
        for name, entry in cls.__dict__.items()
        if isinstance(entry, (MemberDescriptorType, GetSetDescriptorType)) and not name.startswith("__")
    ]
    return [*names, *getattr(value, "__dict__", {})]


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of plain data with their dotted paths."""
    if isinstance(data, dict):
        for key, item in data.items():
            yield from leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list):
        for place, item in enumerate(data):
            yield from leaves(item, f"{path}.{place}" if path else str(place))
    else:
        yield path, data
