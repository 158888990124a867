"""Numbers that an answer changes for sure: dice that are built, won, destroyed or given up (PM-3 to PM-5)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator

from shapan.engine.becoming import Change
from shapan.games.planet_masters import actions
from shapan.games.planet_masters.state import PlanetMasters


def changes(view: PlanetMasters, seat: int, code: int) -> Iterator[Change]:
    """Yield what an answer adds to the supply, to fleets and to planets."""
    family = actions.ACTIONS.of(code)
    foe = -1 if view.attack is None else view.attack.defender
    if family is actions.BUILD:
        yield from _weapon(view, seat, 1)
    elif family in (actions.DISCARD, actions.LOSE):
        yield from _weapon(view, seat, -1)
    elif family is actions.DESTRUCTION and foe >= 0:
        yield from _weapon(view, foe, -1)
    elif family is actions.INVASION and foe >= 0:
        yield Change(f"panel:{seat}", view.totals(seat).planets, 1, "planets")
        yield Change(f"panel:{foe}", view.totals(foe).planets, -1, "planets")


def _weapon(view: PlanetMasters, seat: int, by: int) -> Iterator[Change]:
    """PM-3.2: a weapon die comes from the supply, and goes back there."""
    yield Change("zone:supply", len(view.supply), -by)
    yield Change(f"panel:{seat}", view.totals(seat).fleet, by, "fleet")
