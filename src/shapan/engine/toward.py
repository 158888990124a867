"""Ways to a goal: the answers that do something to a place of the table, for people who point there first.

They are made from the view of the seat and its own legal answers, and from nothing else.
"""

# Stays plain: reads what people point at

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.aiming import point_of
from shapan.engine.game import Game
from shapan.engine.offers import things
from shapan.engine.prompt import Prompt

MOST_WAYS: Final = 7
"""So many ways are listed at most."""
MOST_PICKS: Final = 3
"""A way comes to its goal within so many picks."""
MOST_LOOKS: Final = 150
"""Rows that are looked at for one goal."""
MOST_POINTS: Final = 40
"""Points whose worth is asked for one goal."""
MOST_COMPLETED: Final = 3
"""So many picks at most are chosen unasked."""


def ways(
    game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], arg: int, legal: Sequence[int], place: str
) -> list[list[int]]:
    """Return the answers, or their beginnings, that lead to a place: of each beginning the best, the best first."""
    rows = [[code] for code in legal if code != DONE or not prompt.many]
    found: dict[tuple[int, ...], tuple[float, list[int]]] = {}
    looks = [MOST_LOOKS, MOST_POINTS]
    for length in range(1, MOST_PICKS + 1):
        there = _places(game, view, viewer, prompt, [row[-1] for row in rows])
        open_ = []
        for row in rows:
            if _leads(game, view, viewer, prompt, arg, row, place, there, looks):
                rated = _rated(game, view, viewer, prompt, arg, row)
                begin = tuple(row[:-1]) or tuple(row)
                if begin not in found or rated > found[begin][0]:
                    found[begin] = rated, row
            else:
                open_.append(row)
        if not prompt.many or length == MOST_PICKS:
            break
        rows = list(_longer(prompt, view, viewer, arg, open_, looks))
    best = sorted(found.values(), key=lambda one: one[0], reverse=True)[:MOST_WAYS]
    return [completed(game, view, viewer, prompt, arg, row) for _, row in best]


def _places(
    game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], codes: Iterable[int]
) -> Mapping[int, set[str]]:
    """Return by code the places to which it leads, and those that offer it as a later pick."""
    scene = game.board(view, viewer, list(dict.fromkeys(codes)), prompt)
    found: dict[int, set[str]] = {}
    for place, thing in things(scene):
        for target in thing.targets:
            found.setdefault(target.code, set()).update([f"by {place}", *target.onto, *target.into])
    return found


def _leads(
    game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], arg: int, row: Sequence[int], place: str,
    there: Mapping[int, set[str]], looks: list[int],
) -> bool:  # fmt: skip
    """Return whether a row leads to a place with its last pick: there, at what lies there, or by a point beside it."""
    code = row[-1]
    known = there.get(code, set())
    if place in known or (len(row) > 1 and f"by {place}" in known):
        return True
    if code == DONE or len(row) < 2 or looks[1] <= 0 or not point_of(game.actions.of(code), code):
        return False
    looks[1] -= 1
    leg = game.leg(view, prompt, viewer, arg, row[:-1], code)
    return leg is not None and any(f"piece:{one.target}" == place for one in leg.bearings)


def _longer(
    prompt: Prompt[Any], view: Any, viewer: int, arg: int, rows: Iterable[Sequence[int]], looks: list[int]
) -> Iterable[list[int]]:
    """Yield rows with one pick more, as far as there is time for it."""
    for row in rows:
        if looks[0] <= 0:
            return
        looks[0] -= 1
        for code in prompt.offers(view, viewer, arg, row):
            if code != DONE:
                yield [*row, code]


def _rated(game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], arg: int, row: Sequence[int]) -> float:
    """Rate a row by its first and its last pick."""
    places = {0, len(row) - 1}
    return sum(game.rate(view, prompt, viewer, arg, row[place], row[:place]) for place in places)


def completed(game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], arg: int, row: Sequence[int]) -> list[int]:
    """Return a row with the best picks behind it, until the answer may stop; as it is where it gets too long."""
    whole = list(row)
    for _ in range(MOST_COMPLETED if prompt.many else 0):
        options = prompt.offers(view, viewer, arg, whole)
        if not options or DONE in options:
            return whole
        rates = [game.rate(view, prompt, viewer, arg, one, whole) for one in options]
        whole.append(options[rates.index(max(rates))])
    return list(row) if prompt.many else whole
