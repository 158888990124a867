"""MFX-13.15: markers: how they come to lie on the table and leave it, whose they are."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import events, names, roster, whereabouts
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.rules import ops
from shapan.games.malifaux.state import Malifaux


def add(state: Malifaux, type_: int, x: int, y: int, owner: int, name: str = "") -> int:
    """MFX-13.15: put a marker on the table and return it; rows of markers that are gone are used again."""
    rows = state.markers
    if UNKNOWN in rows.types:
        marker = rows.types.index(UNKNOWN)
    else:
        marker = len(rows.types)
        rows.ids.append("")
        for row in (rows.types, rows.xs, rows.ys, rows.owners):
            row.append(UNKNOWN)
    rows.ids[marker] = name or free_id(state, roster.MARKER_TYPES[type_].id)
    rows.types[marker], rows.xs[marker], rows.ys[marker], rows.owners[marker] = type_, x, y, owner
    return marker


def free_id(state: Malifaux, word: str) -> str:
    """13.3: return the id of a new marker: its type with the first free number."""
    rows, number = state.markers, 1
    taken = [name for name, type_ in zip(rows.ids, rows.types, strict=True) if type_ != UNKNOWN]
    while f"{word}_{number}" in taken:
        number += 1
    return f"{word}_{number}"


def drop(state: Malifaux, table: Table[Malifaux], type_: int, x: int, y: int, owner: int) -> int:
    """MFX-13.15: a model or an effect drops a marker at a legal place."""
    marker = add(state, type_, x, y, owner if roster.MARKER_TYPES[type_].is_owned else names.NOBODY)
    if table.on:
        where = whereabouts.place(state, x, y, roster.radius_of(type_))
        table.tell(events.MARKER_DROPPED, marker, type_, whereabouts.spot(x, y), where)
    ops.at(state, table, "marker_dropped", [], marker=marker)
    return marker


def remove(state: Malifaux, table: Table[Malifaux], marker: int) -> None:
    """MFX-13.15: take a marker off the table."""
    table.tell(events.MARKER_REMOVED, marker, state.markers.types[marker])
    state.markers.types[marker] = UNKNOWN


def touching(state: Malifaux, model: int, type_: int, owner: int | None = None) -> list[int]:
    """MFX-13.15: return the markers of a type in base contact with a model."""
    models, rows, r = state.models, state.markers, roster.radius_of(type_)
    return [
        marker
        for marker in state.marker_list(type_, owner)
        if within(models.xs[model], models.ys[model], models.radii[model], rows.xs[marker], rows.ys[marker], r, 0)
    ]
