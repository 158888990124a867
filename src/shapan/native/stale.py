"""Names that mean a list or record which has been put out of its place.

`old = state.fresh; state.fresh = []; old.append(1)`: in Python `old` is the list of before, in C++ what lies there now.
While a function is translated it notes what happens to such names, and the whole is looked through when its text is
known: what would be read after its place was filled again leaves the subset (rule 4).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from shapan.native.types import LeavesSubset, Type
from shapan.native.value import Root

Condition = tuple[str, frozenset[Root]]
"""Something is put where what is handed over for a parameter may lie: the parameter, and where something is put."""
ALWAYS: Final[Condition] = ("", frozenset())
Stale = dict[str, frozenset[Condition]]


@dataclass(slots=True)
class Event:
    """One thing that happens: a name is bound to what lies at some roots, a name is read, or a root is filled anew."""

    name: str = ""
    roots: frozenset[Root] = frozenset()
    node: ast.AST | None = None
    filled: frozenset[Root] = frozenset()
    ways: list[list[Event]] = field(default_factory=list)
    """Blocks of which one is run; a single one is a loop, which may be run not at all or again and again."""
    leaves: bool = False
    """The function is left."""


class Story:
    """What happens in a function, in the order of its text."""

    def __init__(self) -> None:
        self._events: list[Event] = []

    def bind(self, name: str, roots: frozenset[Root]) -> None:
        """Note that a name means what lies at some roots."""
        self._events.append(Event(name, roots))

    def read(self, name: str, node: ast.AST | None) -> None:
        """Note that a name is read."""
        self._events.append(Event(name, node=node))

    def fill(self, roots: frozenset[Root]) -> None:
        """Note that places get something new."""
        if roots:
            self._events.append(Event(filled=roots))

    def leave(self) -> None:
        """Note that the function is left here."""
        self._events.append(Event(leaves=True))

    @contextmanager
    def block(self, ways: list[list[Event]]) -> Iterator[None]:
        """Note apart what happens inside: one more of some ways."""
        before, self._events = self._events, []
        yield
        ways.append(self._events)
        self._events = before

    def fork(self, ways: list[list[Event]]) -> None:
        """Note blocks of which one is run."""
        self._events.append(Event(ways=ways))

    def check(self, bound: dict[str, frozenset[Root]]) -> set[Condition]:
        """Raise LeavesSubset if a name is read that no longer means the same; parameters are bound from the start.

        Return what of this depends on what is handed over for parameters.
        """
        found: set[Condition] = set()
        _walk(self._events, dict(bound), {}, found)
        return found


def _walk(events: list[Event], bound: dict[str, frozenset[Root]], stale: Stale, found: set[Condition]) -> bool:
    """Go through what happens; return whether its end is reached."""
    for event in events:
        if event.leaves:
            return False
        if event.ways:
            if not _fork(event.ways, bound, stale, found):
                return False
        elif event.filled:
            for name, roots in bound.items():
                why = conditions(roots, event.filled)
                if why:
                    stale[name] = stale.get(name, frozenset()) | why
        elif event.roots:
            bound[event.name] = event.roots
            stale.pop(event.name, None)
        elif event.name in stale:
            found |= stale[event.name]
            if ALWAYS in stale[event.name]:
                raise _read_too_late(event)
    return True


def _read_too_late(event: Event) -> LeavesSubset:
    error = LeavesSubset(4, f"{event.name} is read after something else was put where it lies: copy it before")
    error.node = event.node
    return error


def conditions(roots: frozenset[Root], filled: frozenset[Root]) -> frozenset[Condition]:
    """Return for which parameters something that lies at some roots has been put out of its place.

    It has been in any case if `ALWAYS` is among them.
    """
    handed = [what for kind, what in roots if kind == "param"]
    if _meet(frozenset(root for root in roots if root[0] != "param"), filled):
        return frozenset([ALWAYS])
    return frozenset((name, filled) for name, one in handed if _meet(frozenset([("type", one)]), filled))


def _fork(ways: list[list[Event]], bound: dict[str, frozenset[Root]], stale: Stale, found: set[Condition]) -> bool:
    """Go through blocks of which one is run: what may be stale after one of them is stale."""
    ways = ways if len(ways) > 1 else [ways[0] * 2, []]
    tried = [(way, dict(bound), dict(stale)) for way in ways]
    ends = [(names, old) for way, names, old in tried if _walk(way, names, old, found)]
    stale.clear()
    for names, old in ends:
        for name, why in old.items():
            stale[name] = stale.get(name, frozenset()) | why
        for name, roots in names.items():
            bound[name] = bound.get(name, frozenset()) | roots
    return bool(ends)


def _meet(roots: frozenset[Root], filled: frozenset[Root]) -> bool:
    if roots & filled:
        return True
    somewhere = [root[1] for root in roots if root[0] == "type"]
    return any(kind == "type" and any(holds(what, one) for one in somewhere) for kind, what in filled)


def holds(whole: Type, part: Type) -> bool:
    """Tell whether things of a type are, or have within, things of another, as far as lists and options go."""
    return whole == part or any(holds(inner, part) for inner in whole.inner)
