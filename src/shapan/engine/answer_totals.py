"""Numbers that answers change: counted pick by pick from what each pick alone adds (`Target.becomes`)."""

# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from shapan.engine.offers import things
from shapan.engine.piece import LEFT, TABLE
from shapan.engine.scene import Become, Panel, Piece, Scene, Zone

Thing = Piece | Zone | Panel | Scene
"""What bears a number, or several with names."""


@dataclass(slots=True, frozen=True)
class Change:
    """A number that is shown at a place, and what a pick adds to it."""

    where: str
    number: int
    """What is shown before any pick."""
    by: int
    fact: str = ""


Changes = Callable[[Sequence[int], int], Iterable[Change]]
"""What a pick changes behind others."""


def becomes(changes: Changes, picked: Sequence[int], code: int) -> list[Become]:
    """Return what a pick behind others makes of the numbers that it changes."""
    before: dict[tuple[str, str], int] = {}
    for place, one in enumerate(picked):
        for change in changes(picked[:place], one):
            before[change.where, change.fact] = before.get((change.where, change.fact), 0) + change.by
    found = []
    for change in changes(picked, code):
        was = change.number + before.get((change.where, change.fact), 0)
        if change.by:
            found.append(Become(change.where, was, was + change.by, change.fact))
    return found


def after(changes: Changes, codes: Sequence[int]) -> dict[tuple[str, str], int]:
    """Return what all picks of an answer together make of each number, by its place and fact."""
    told: dict[tuple[str, str], int] = {}
    for place, code in enumerate(codes):
        told |= {(one.where, one.fact): one.now for one in becomes(changes, codes[:place], code)}
    return told


def places(scene: Scene) -> dict[str, Thing]:
    """Return all that a scene shows a number of, by its place."""
    return {TABLE: scene, **dict(things(scene))}


def number_of(thing: Thing | None, fact: str = "") -> int | None:
    """Return the number that is shown at a place, 0 where nothing is drawn; None where no number is."""
    if thing is None:
        return 0
    if isinstance(thing, Panel | Scene):
        return next((one.value for one in thing.facts if one.name == fact), None)
    if isinstance(thing, Zone):
        if thing.kind == "track":
            return next((number for number, space in enumerate(thing.zones) if "here" in space.flags), None)
        return thing.count if thing.count >= 0 else None
    if fact:
        return _on_base(thing, fact)
    first = thing.mark.partition("/")[0]
    return int(first) if first.isdecimal() else thing.count


def _on_base(piece: Piece, fact: str) -> int | None:
    """Return what is left of a model, or how often it bears a mark."""
    if piece.base is None:
        return None
    if fact == LEFT:
        return piece.base.value
    return next((max(1, mark.value) for mark in piece.base.marks if mark.glyph == fact), 0)
