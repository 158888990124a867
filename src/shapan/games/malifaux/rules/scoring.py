"""MFX-15, 15.6: what schemes score: the questions whether one is revealed, and whether its end point is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import Family
from shapan.engine.question import picks
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, names, roster, static
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.rules import markers
from shapan.games.malifaux.rules.schemes import (
    AT_END_OF_TURN,
    NEEDED,
    can_choose,
    holds,
    is_revealed,
    meets,
    own_markers,
    pick,
    place_of,
    possible_picks,
    useful,
)  # fmt: skip
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK, Malifaux

# Whether a seat is asked depends on what lies open alone: on the pool, on what was revealed, and on the table. Who is
# asked and has no such scheme can only decline, and nobody learns it.

BY_PLACE: Final = 16
"""In the argument of a question: from here on it is about the scheme at a place, else about the scheme of a number."""


def could(state: Malifaux, seat: int, scheme: int, *, end: bool) -> bool:
    """MFX-15: tell whether for all that others know a seat meets a scheme now: with some legal pick it does."""
    if scheme in NEEDED:
        return can_choose(state, seat, scheme, end, [])
    picks = possible_picks(state, seat, scheme)
    return any(meets(state, seat, scheme, *one, end=end, shown=False) for one in picks)


def is_hidden(state: Malifaux, seat: int, scheme: int) -> bool:
    """MFX-15: tell whether a scheme is in the pool, and not known to all as one of a seat's."""
    row = state.schemes[seat]
    shown = [card for place, card in enumerate(row.cards) if is_revealed(state, seat, place)]
    return scheme in state.pool and scheme not in shown


def _asked(state: Malifaux, seat: int, arg: int) -> int:
    """Return the place of the scheme that a question is about, -1 where the seat has not chosen it."""
    return arg - BY_PLACE if arg >= BY_PLACE else place_of(state, seat, arg)


@picks("reveal", "MFX-15", *(actions.REVEAL, actions.REMOVED, actions.ACTIONS.of(actions.DECLINE)),
       rows=actions.MARKS_ROWS, ordered=True)  # fmt: skip
def ask_reveal(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D24: whether a scheme is revealed, and the markers that go for it."""
    place = _asked(state, seat, arg)
    if place < 0 or is_revealed(state, seat, place) or not _now(state, seat, arg, place):
        return [] if picked else [actions.DECLINE]
    return _marks(state, seat, place, picked, actions.REVEAL, end=False)


def _now(state: Malifaux, seat: int, arg: int, place: int) -> bool:
    """Tell whether the moment is that of the scheme at a place, and its condition is met."""
    scheme = state.schemes[seat].cards[place]
    if arg < BY_PLACE:
        own, foe = pick(state, seat, place, OWN_PICK), pick(state, seat, place, ENEMY_PICK)
        if scheme == names.DELIVER_MESSAGE:
            return foe == state.messaged
        if scheme == names.VENDETTA:
            return own == state.avenged[0] and foe in state.avenged[1:]
        return True
    return scheme in AT_END_OF_TURN and holds(state, seat, place, end=False)


@picks("end_point", "MFX-15", *(actions.END_POINT, actions.REMOVED, actions.ACTIONS.of(actions.DECLINE)),
       rows=actions.MARKS_ROWS, ordered=True)  # fmt: skip
def ask_end_point(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D24: whether the end point of a scheme is taken, and the markers that go for it."""
    place = _asked(state, seat, arg)
    if not holds(state, seat, place, end=True):
        return [] if picked else [actions.DECLINE]
    return _marks(state, seat, place, picked, actions.END_POINT, end=True)


def _marks(
    state: Malifaux, seat: int, place: int, picked: Sequence[int], family: Family, *, end: bool
) -> Sequence[int]:
    scheme = state.schemes[seat].cards[place]
    if not picked:
        return [actions.DECLINE, family.codes[scheme]]
    if picked[0] == actions.DECLINE or scheme not in NEEDED:
        return []
    chosen = [actions.REMOVED.value(one) for one in picked[1:]]
    if len(chosen) == NEEDED[scheme][int(end)]:
        return []
    return [
        actions.REMOVED.codes[marker]
        for marker in useful(state, seat, scheme, end=end)
        if (not chosen or marker > chosen[-1]) and can_choose(state, seat, scheme, end, [*chosen, marker])
    ]


def reveal_at_end_of_turn(state: Malifaux, table: Table[Malifaux], seat: int) -> None:
    """MFX-15: a seat is asked for each scheme that it has not revealed, if the opponent may think that it can be."""
    shown, might = -1, False
    for place in range(len(state.schemes[seat].cards)):
        if is_revealed(state, seat, place):
            continue
        if shown != state.revealed[seat]:  # what could be revealed changes only when something is
            shown = state.revealed[seat]
            hidden = [one for one in state.pool if one in AT_END_OF_TURN and is_hidden(state, seat, one)]
            might = any(could(state, seat, one, end=False) for one in hidden)
        if might:
            _reveal(state, table, seat, BY_PLACE + place)


def reveal_at(state: Malifaux, table: Table[Malifaux], seat: int, scheme: int) -> None:
    """MFX-15: a scheme that is revealed at a moment of its own, which has come for all to see."""
    if is_hidden(state, seat, scheme) and scored(state):
        _reveal(state, table, seat, scheme)


def scored(state: Malifaux) -> bool:
    """MFX-15: tell whether points are scored in this turn: not in the first one."""
    return state.turn > 1 or state.rules.scores_at_once


def _reveal(state: Malifaux, table: Table[Malifaux], seat: int, arg: int) -> None:
    answer = table.ask_many(ask_reveal, seat, arg)
    if answer[0] != actions.DECLINE:
        scheme = actions.REVEAL.value(answer[0])
        table.tell(events.SCHEME_REVEALED, seat, scheme)
        _score(state, table, seat, scheme, answer[1:])


def end_points(state: Malifaux, table: Table[Malifaux], seat: int) -> None:
    """MFX-15.6: the end points of a seat, its schemes in its own order; unrevealed ones are shown then."""
    for place in range(len(state.schemes[seat].cards)):
        shown = is_revealed(state, seat, place)
        if shown and not holds(state, seat, place, end=True):
            continue
        if not shown and not any(could(state, seat, scheme, end=True) for scheme in state.pool):
            continue
        answer = table.ask_many(ask_end_point, seat, BY_PLACE + place)
        if answer[0] != actions.DECLINE:
            scheme = actions.END_POINT.value(answer[0])
            table.tell(events.END_POINT, seat, scheme)
            _score(state, table, seat, scheme, answer[1:])


def _score(state: Malifaux, table: Table[Malifaux], seat: int, scheme: int, removed: Sequence[int]) -> None:
    """MFX-15: a point for a scheme, which all see with its picks; its markers go at once."""
    place = place_of(state, seat, scheme)
    state.reveal(state.schemes[seat], place)
    state.revealed[seat] |= 1 << place
    state.scheme_points[seat] += 1
    state.scored.append((state.turn, seat, scheme))
    for code in removed:
        markers.remove(state, table, actions.REMOVED.value(code))


def vendetta(state: Malifaux, table: Table[Malifaux], model: int) -> None:
    """MFX-15, E41: at the end of its activation a model has damaged an enemy that is at half Health or less."""
    now, seat = state.activation, state.models.sides[model]
    assert now is not None
    if names.VENDETTA not in state.pool or not state.is_in_play(model):
        return
    picks = possible_picks(state, seat, names.VENDETTA)
    hurt = [
        foe
        for foe in now.damaged
        if (model, foe) in picks
        and state.is_in_play(foe)
        and 2 * state.models.health[foe] <= formulas.max_health(state, foe)
    ]
    if hurt and not static.ignored_for(state, model, "schemes"):
        state.avenged = [model, *hurt]
        reveal_at(state, table, seat, names.VENDETTA)
        state.avenged = []


def dig_graves(state: Malifaux, table: Table[Malifaux], by: int, x: int, y: int, r: int) -> None:
    """MFX-15, Dig Graves: a model was killed at a place with friendly scheme markers within 1 inch."""
    rows, seat = state.markers, state.models.sides[by]
    state.graves = [
        marker
        for marker in own_markers(state, seat)
        if within(x, y, r, rows.xs[marker], rows.ys[marker], roster.radius_of(rows.types[marker]), INCH)
    ]
    if state.graves:
        reveal_at(state, table, seat, names.DIG_GRAVES)
        state.graves = []
