"""MFX-8.26: Demolish and Slam: terrain or a marker goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, places, roster, whereabouts
from shapan.games.malifaux.context import Actor, Source
from shapan.games.malifaux.geometry.terrain import DESTRUCTIBLE, IMPASSABLE, is_within
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, moves, removing, verbs
from shapan.games.malifaux.rules.verbs import Verb
from shapan.games.malifaux.state import Malifaux

RANGE: Final = INCH


class Demolish(Verb):
    """MFX-8.26, C14, E3: a Destructible piece or marker within 1 inch; Slam also moves an Impassable marker."""

    def may(self, state: Malifaux, who: Actor, code: int) -> bool:
        if code == actions.SLAM and not state.rules.slam:
            return False
        return bool(pieces(state, who.model) or markers(state, who.model, code))

    def refused(self, state: Malifaux, who: Actor, code: int) -> Reason:
        return Reason("MFX-8.26", "no_terrain")

    def next(self, state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
        if len(picked) > 1:
            return []
        there = [actions.PIECE.codes[one] for one in pieces(state, who.model)]
        return [*there, *(actions.MARKER.codes[one] for one in markers(state, who.model, picked[0]))]

    def refused_part(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason:
        return Reason("MFX-8.26", "no_terrain")

    def do(self, state: Malifaux, table: Table[Malifaux], here: Source, picks: Sequence[int]) -> None:
        if actions.PIECE.has(picks[1]):
            remove_piece(state, table, here.me, actions.PIECE.value(picks[1]))
            return
        marker = actions.MARKER.value(picks[1])
        if roster.TRAITS[state.markers.types[marker]] & DESTRUCTIBLE:
            removing.remove(state, table, here, marker, here.me)
        else:
            move_marker(state, table, here, marker)


def markers(state: Malifaux, model: int, code: int) -> list[int]:
    """MFX-8.26, C14, E3: return the markers within 1 inch that Demolish (or Slam, also Impassable ones) may target."""
    traits = DESTRUCTIBLE | (IMPASSABLE if code == actions.SLAM else 0)
    return [
        marker
        for marker, type_ in enumerate(state.markers.types)
        if type_ >= 0 and roster.TRAITS[type_] & traits and formulas.is_near_marker(state, model, marker, RANGE)
    ]


def pieces(state: Malifaux, model: int) -> list[int]:
    """MFX-8.26, C14: return the Destructible pieces within 1 inch, by index of the map."""
    rows = state.models
    return [
        place
        for place, piece in enumerate(state.map.pieces)
        if not state.gone >> place & 1
        and piece.traits & DESTRUCTIBLE
        and is_within(piece, rows.xs[model], rows.ys[model], rows.radii[model], RANGE)
    ]


def remove_piece(state: Malifaux, table: Table[Malifaux], model: int, piece: int) -> None:
    """MFX-8.26: a piece of terrain goes; who stands on it falls."""
    height = state.map.pieces[piece].height
    standing = [one for one in state.up() if state.models.lifts[one]]
    state.gone |= 1 << piece
    table.tell(events.DEMOLISHED, model, piece)
    ground, rows = state.field().ground, state.models
    for one in standing:
        lift = ground.lift(rows.xs[one], rows.ys[one])
        if lift < rows.lifts[one]:
            rows.lifts[one] = lift
            moves.fall(state, table, one, [height])


def move_marker(state: Malifaux, table: Table[Malifaux], here: Source, marker: int) -> None:
    """MFX-8.26, C14: Slam places a marker within 1 inch that cannot be destroyed."""
    model, rows, bases = here.me, state.markers, state.models
    type_, rows.types[marker] = rows.types[marker], UNKNOWN
    at = choices.spot(state, table, here.seat, Choice(
        model=model, x=bases.xs[model], y=bases.ys[model], r=bases.radii[model], radius=roster.radius_of(type_),
        most=RANGE, rules=places.IS_MARKER | places.NO_BASE,
    ))  # fmt: skip
    rows.types[marker] = type_
    if at is not None:
        rows.xs[marker], rows.ys[marker] = at
        where = whereabouts.place(state, *at, roster.radius_of(type_))
        table.tell(events.MARKER_DROPPED, marker, type_, whereabouts.spot(*at), where)


verbs.VERBS[actions.DEMOLISH] = verbs.VERBS[actions.SLAM] = Demolish()
