"""MFX-14: the four strategies: what stands at the start, what scores, who may turn markers."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import events, model_traits, names, roster, static
from shapan.games.malifaux.geometry import zone
from shapan.games.malifaux.geometry.unit import CENTRE, TABLE
from shapan.games.malifaux.rules import choices, markers
from shapan.games.malifaux.state import Malifaux

MAX_POINTS: Final = 4
"""MFX-14: so many points a strategy brings at most."""
QUARTER: Final = 9000
TURF: Final = (
    *((x, y) for y in (QUARTER, TABLE - QUARTER) for x in (QUARTER, TABLE - QUARTER)),
    (CENTRE, CENTRE),
)
"""MFX-14.1: the centres of the quarters, and the centrepoint."""
WORTH: Final = {"master": 3, "henchman": 2}
"""MFX-14.4: what a killed model counts; all others 1, a leader 3."""


def set_up(state: Malifaux) -> None:
    """MFX-14.1: Turf War begins with five neutral markers, which lie there from deployment on [ruling]."""
    if state.strategy == names.TURF_WAR and not state.marker_list(names.STRATEGY_MARKER):
        for x, y in TURF:
            markers.add(state, names.STRATEGY_MARKER, x, y, names.NOBODY)


def is_ignored(state: Malifaux, model: int) -> bool:
    """MFX-12.8: tell whether a model is ignored for strategies and schemes."""
    return static.has_ability(state, model, "insignificant")


def count(state: Malifaux, seat: int) -> int:
    """MFX-14: return what a seat has for its strategy now; a point needs more than it has of it."""
    strategy, upper = state.strategy, seat != state.lower
    rows = state.markers
    found = state.marker_list(names.STRATEGY_MARKER)
    if strategy == names.TURF_WAR:
        return sum(rows.owners[one] == seat for one in found)
    if strategy == names.PLANT_EXPLOSIVES:
        return sum(zone.is_on_half(state.deployment, not upper, rows.xs[one], rows.ys[one]) for one in found)
    if strategy == names.CORRUPTED_IDOLS:
        r = roster.radius_of(names.STRATEGY_MARKER)
        return sum(
            zone.is_completely_on_half(state.deployment, not upper, rows.xs[one], rows.ys[one], r) for one in found
        )
    return state.killed_cost[seat]


def scores(state: Malifaux, seat: int) -> bool:
    """MFX-14: tell whether a seat would score for its strategy now."""
    if count(state, seat) > state.strategy_points[seat]:
        return True
    return state.strategy == names.RECKONING and not state.up(1 - seat) and not state.in_play(1 - seat)


def score(state: Malifaux, table: Table[Malifaux], seat: int) -> None:
    """MFX-14: one point at the end of a turn, four at the most."""
    if scores(state, seat) and state.strategy_points[seat] < MAX_POINTS:
        state.strategy_points[seat] += 1
        state.scored.append((state.turn, seat, UNKNOWN))
        table.tell(events.STRATEGY_SCORED[state.strategy], seat, state.strategy_points[seat])


def note_killed(state: Malifaux, model: int) -> None:
    """MFX-14.4: an enemy model that was killed counts for the other side, by whatever cause."""
    if is_ignored(state, model):
        return
    worth = 3 if state.models.leaders[model] else WORTH.get(model_traits.station(state, model), 1)
    state.killed_cost[1 - state.models.sides[model]] += worth


# Turf War (MFX-14.1)


def turn(state: Malifaux, table: Table[Malifaux], seat: int, marker: int) -> None:
    """MFX-14.1: turn a marker one step towards a seat."""
    owners = state.markers.owners
    owners[marker] = seat if owners[marker] == names.NOBODY else names.NOBODY
    table.tell(events.MARKER_TURNED, marker, seat, int(owners[marker] == names.NOBODY))


def turnable(state: Malifaux, model: int) -> list[int]:
    """MFX-14.1: return the strategy markers in contact that can be turned."""
    return [
        marker
        for marker in markers.touching(state, model, names.STRATEGY_MARKER)
        if state.markers.owners[marker] != state.models.sides[model]
    ]


def free_marker(state: Malifaux, table: Table[Malifaux], by: int, x: int, y: int, r: int) -> None:
    """MFX-14.1: who has killed an enemy at a place may turn an enemy marker of its quarters neutral."""
    if state.strategy != names.TURF_WAR:
        return
    seat, quarters, rows = state.models.sides[by], zone.quarters_of(x, y, r), state.markers
    freed = []
    for marker in state.marker_list(names.STRATEGY_MARKER, 1 - seat):
        mx, my = rows.xs[marker], rows.ys[marker]
        if (mx, my) == (CENTRE, CENTRE) or zone.quarters_of(mx, my, 0) & quarters:
            freed.append(marker)
    chosen = choices.one_of(state, table, seat, by, freed, marker=True, may_leave=True, tag=roster.OF_MARKER)
    if chosen >= 0:
        rows.owners[chosen] = names.NOBODY
        table.tell(events.MARKER_TURNED, chosen, seat, 1)
