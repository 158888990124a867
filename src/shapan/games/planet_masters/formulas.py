"""What rules, board and bots ask of the numbers of PM-7 (`PlanetMasters.totals`): who wins, who beats whom."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.games.planet_masters import names
from shapan.games.planet_masters.state import PlanetMasters, Totals


def fleet_limit(state: PlanetMasters, seat: int) -> int:
    """PM-3.3: the number of planet dice owned now."""
    return 1 + len(state.colonies[seat])


def excess(state: PlanetMasters, seat: int) -> int:
    """PM-5.4: how many weapon dice a seat has beyond its limit."""
    return len(state.fleet[seat]) - fleet_limit(state, seat)


def showing(state: PlanetMasters, seat: int, face: int) -> int:
    """Return how many planet dice of a seat show a face."""
    faces = state.faces
    count = 1 if faces[seat] == face else 0
    for die in state.colonies[seat]:
        if faces[die] == face:
            count += 1
    return count


def resources(state: PlanetMasters, seat: int) -> int:
    """PM-7.1: points to build with; the same as in `totals`, alone, since every turn begins with it."""
    gives = state.ability(seat).resources
    return showing(state, seat, names.RESOURCE) + (gives * showing(state, seat, names.RACE) if gives else 0)


def votes(state: PlanetMasters, seat: int) -> int:
    """PM-7.3: one, and one for each influence; the same as in `totals`, alone, since each motion asks all seats."""
    gives = state.ability(seat).votes
    return 1 + showing(state, seat, names.INFLUENCE) + (gives * showing(state, seat, names.RACE) if gives else 0)


def may_cancel(state: PlanetMasters, mine: Totals, theirs: Totals) -> bool:
    """PM-5.2: whether a defender has the influence to cancel an attack, if the match knows cancelling."""
    return state.ruleset.influence_cancel and theirs.influence > mine.influence


def beats(mine: Totals, theirs: Totals) -> bool:
    """PM-5.3, PM-0.2: whether an attack wins if nobody cancels it: strictly more power than the defender has."""
    return mine.attack > theirs.defense


def tally(state: PlanetMasters, given: Sequence[int]) -> list[int]:
    """PM-5.7: the votes against and for a motion, of those that are given and known; `given` is by seat."""
    sums = [0, 0]
    for seat, vote in enumerate(given):
        if 0 <= vote <= 1:
            sums[vote] += votes(state, seat)
    return sums


def wins(state: PlanetMasters, seat: int, face: int) -> bool:
    """PM-7.6: whether a planet face counts for a seat: resource, influence, `race` where its ability says so."""
    if face == names.RACE:
        return state.ability(seat).win_face
    return face in (names.RESOURCE, names.INFLUENCE)


def is_win_face(state: PlanetMasters, seat: int, die: int) -> bool:
    """PM-7.6: whether a planet die of a seat lies on a win face."""
    return wins(state, seat, state.faces[die])


def is_complete(state: PlanetMasters, seat: int, kept: Sequence[int], rolled: int = 0) -> bool:
    """PM-6.1: whether these planet dice, with those rolled on win faces, are enough and all count for victory.

    [ruling] `n_plus_1` means at least N+1, as the integers of `win_planets` do (PM-E23).
    """
    if len(kept) + rolled < state.ruleset.win_planets:
        return False
    return all(is_win_face(state, seat, die) for die in kept)


def has_won(state: PlanetMasters, seat: int) -> bool:
    """PM-6.1: enough planet dice, and every one of them on a win face."""
    if 1 + len(state.colonies[seat]) < state.ruleset.win_planets:
        return False
    return all(is_win_face(state, seat, die) for die in state.planets(seat))
