"""Numbers that an answer changes for sure: dice that are built, won, destroyed or given up (PM-3 to PM-5)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from shapan.engine.answer_totals import Change
from shapan.games.planet_masters import actions
from shapan.games.planet_masters.board import FACTS
from shapan.games.planet_masters.state import PlanetMasters


def changes(view: PlanetMasters, seat: int, code: int) -> Iterator[Change]:
    """Yield what an answer adds to the supply and to the numbers of boards."""
    family = actions.ACTIONS.of(code)
    foe = -1 if view.attack is None else view.attack.defender
    if family is actions.BUILD:
        yield Change("zone:supply", len(view.supply), -1)
        yield Change(f"panel:{seat}", view.totals(seat).fleet, 1, "fleet")
    elif family in (actions.DISCARD, actions.LOSE):
        yield from _lost(view, seat, family.value(code))
    elif family is actions.DESTRUCTION and foe >= 0:
        yield from _lost(view, foe, family.value(code))
    elif family is actions.INVASION and foe >= 0:
        yield Change(f"panel:{seat}", view.totals(seat).planets, 1, "planets")
        yield from _without(view, foe, family.value(code))


def _lost(view: PlanetMasters, seat: int, die: int) -> Iterator[Change]:
    """PM-5.5: a weapon die goes back to the supply."""
    yield Change("zone:supply", len(view.supply), 1)
    yield from _without(view, seat, die)


def _without(view: PlanetMasters, seat: int, die: int) -> Iterator[Change]:
    """PM-7: yield what a board loses with a die of its fleet or of its colonies."""
    new = copy(view)
    new.fleet, new.colonies = (
        [[one for one in row if one != die] for row in rows] for rows in (view.fleet, view.colonies)
    )
    before, after = view.totals(seat), new.totals(seat)
    for name, _, _ in FACTS:
        yield Change(f"panel:{seat}", getattr(before, name), getattr(after, name) - getattr(before, name), name)
