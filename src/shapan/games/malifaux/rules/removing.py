"""MFX-12.20, Walking Dead: markers are removed, as costs and by effects, and models that count as markers."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import select, static, value
from shapan.games.malifaux.cards.operations import RemoveMarker
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.rules import choices, killing, markers, ops
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux


def stand_ins(state: Malifaux, here: Source, selector: Selector) -> list[int]:
    """MFX-12.20, Walking Dead: return the models that may count as markers that a selector means."""
    found: list[int] = []
    if static.is_printed(state, "flag counts_as_marker"):
        return found
    types = set(selector.markers)
    for model in state.up():
        if not state.are_friends(model, here.me):
            continue
        if types.isdisjoint(static.flag_words(state, model, "counts_as_marker")):
            continue
        rows = state.models
        if selector.half and not select.is_on_half(state, here.me, selector.half, rows.xs[model], rows.ys[model]):
            continue
        if selector.inches is None or select.near_model(state, here, model, selector):
            found.append(model)
    return found


def stand_in(state: Malifaux, table: Table[Malifaux], here: Source, selector: Selector) -> int:
    """MFX-12.20, Walking Dead: let a model be chosen that counts as a marker; -1 for none, or for a marker."""
    there = bool(select.markers(state, here, selector))
    able = stand_ins(state, here, selector)
    return choices.one_of(state, table, here.seat, here.me, able, may_leave=there, tag=here.tag)


def remove_one(state: Malifaux, table: Table[Malifaux], here: Source, selector: Selector) -> None:
    """MFX-12.20: remove a marker that is chosen, or a model that counts as one."""
    model = stand_in(state, table, here, selector)
    if model >= 0:
        kill_as_marker(state, table, here, model)
        return
    there = select.markers(state, here, selector)
    marker = choices.one_of(state, table, here.seat, here.me, there, marker=True, tag=here.tag)
    remove(state, table, here, marker, here.me)


def kill_as_marker(state: Malifaux, table: Table[Malifaux], here: Source, model: int) -> None:
    """Kill a model that counted as a corpse and was removed, without a corpse (Walking Dead, E35)."""
    here.deed.removed += 1
    killing.kill(state, table, here, model, leaves=False)


def remove(state: Malifaux, table: Table[Malifaux], here: Source, marker: int, by: int) -> None:
    """MFX-12.20: a marker is removed by a model."""
    if marker < 0 or state.markers.types[marker] == UNKNOWN:
        return
    here.deed.removed += 1
    before, here.marker = here.marker, marker
    ops.at(state, table, "marker_removed", [by] if by >= 0 else [], marker=marker, cause=by)
    here.marker = before
    if state.markers.types[marker] != UNKNOWN:
        markers.remove(state, table, marker)


@op(RemoveMarker)
def _remove(state: Malifaux, table: Table[Malifaux], here: Source, effect: RemoveMarker) -> None:
    selector = effect.selector
    by = here.me
    if effect.by is not None:
        found = select.found(state, here, effect.by)
        by = found[0] if found else here.me
    if selector.single():
        marker = value.marker_of(here, selector.single())
        if marker >= 0:
            remove(state, table, here, marker, by)
            return
        model = value.who(state, here, selector.single())
        if model >= 0:
            kill_as_marker(state, table, here, model)
        return
    if effect.count is not None or selector.count is not None:
        remove_one(state, table, here, selector)
        return
    for marker in select.markers(state, here, selector):
        remove(state, table, here, marker, by)
    for model in stand_ins(state, here, selector):
        if choices.ask_yes(state, table, here.seat, here):
            kill_as_marker(state, table, here, model)
