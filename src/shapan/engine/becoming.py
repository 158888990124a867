"""Numbers that answers change: counted pick by pick from what each pick alone adds (`Target.becomes`)."""

# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from shapan.engine.scene import Become, Panel, Piece, Zone


@dataclass(slots=True, frozen=True)
class Change:
    """A number that is shown at a place, and what a pick adds to it."""

    where: str
    number: int
    """What is shown before any pick."""
    by: int
    fact: str = ""


def becomes(changes: Callable[[int], Iterable[Change]], picked: Sequence[int], code: int) -> list[Become]:
    """Return what a pick behind others makes of the numbers that it changes."""
    before: dict[tuple[str, str], int] = {}
    for one in picked:
        for change in changes(one):
            before[change.where, change.fact] = before.get((change.where, change.fact), 0) + change.by
    found = []
    for change in changes(code):
        was = change.number + before.get((change.where, change.fact), 0)
        if change.by:
            found.append(Become(change.where, was, was + change.by, change.fact))
    return found


def number_of(thing: Piece | Zone | Panel | None, fact: str = "") -> int | None:
    """Return the number that is shown at a place, 0 where nothing is drawn; None where no number is."""
    if thing is None:
        return 0
    if isinstance(thing, Panel):
        return next((one.value for one in thing.facts if one.name == fact), None)
    if isinstance(thing, Zone):
        return thing.count if thing.count >= 0 else None
    first = thing.mark.partition("/")[0]
    return int(first) if first.isdecimal() else thing.count
