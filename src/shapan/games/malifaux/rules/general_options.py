"""MFX-8.20 to 8.27: which general actions a model may take, and at what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.games.malifaux import actions, formulas, melee, names, roster, static
from shapan.games.malifaux.geometry.terrain import DESTRUCTIBLE, IMPASSABLE, is_within
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.rules import interact
from shapan.games.malifaux.state import Malifaux

ASSIST_RANGE: Final = 2
"""MFX-8.25."""
DEMOLISH_RANGE: Final = INCH


def may_charge(state: Malifaux, model: int) -> bool:
    """MFX-8.21: tell whether a model may Charge: not engaged, once in an activation."""
    now = state.activation
    is_new = now is None or now.model != model or not now.charged
    may = is_new or static.has_word(state, model, "unlimited", "charge")
    return may and not melee.is_engaged(state, model)


def assisted(state: Malifaux, model: int) -> list[int]:
    """MFX-8.25, 8.32: return the friendly models within 2 inches and sight that have a condition to be lowered."""
    return [
        other
        for other in state.up(state.models.sides[model])
        if other != model
        and any(state.condition(other, one) for one in names.ASSISTED)
        and formulas.is_within(state, model, other, ASSIST_RANGE)
        and formulas.sees(state, model, other)
    ]


def destructible_markers(state: Malifaux, model: int, *, slam: bool = False) -> list[int]:
    """MFX-8.26, C14, E3: return the markers within 1 inch that Demolish (or Slam, also Impassable ones) may target."""
    traits = DESTRUCTIBLE | (IMPASSABLE if slam else 0)
    return [
        marker
        for marker, type_ in enumerate(state.markers.types)
        if type_ >= 0
        and roster.TRAITS[type_] & traits
        and formulas.is_near_marker(state, model, marker, DEMOLISH_RANGE)
    ]


def can_demolish(state: Malifaux, model: int, *, slam: bool = False) -> bool:
    """MFX-8.26: tell whether there is something to demolish."""
    return bool(destructible(state, model) or destructible_markers(state, model, slam=slam))


def destructible(state: Malifaux, model: int) -> list[int]:
    """MFX-8.26, C14: return the Destructible pieces within 1 inch, by index of the map."""
    rows = state.models
    return [
        place
        for place, piece in enumerate(state.map.pieces)
        if not state.gone >> place & 1
        and piece.traits & DESTRUCTIBLE
        and is_within(piece, rows.xs[model], rows.ys[model], rows.radii[model], DEMOLISH_RANGE)
    ]


def can_discard(state: Malifaux, seat: int, model: int, action: str) -> bool:
    """MFX-8.5, Guild Authority, Hunting Partner: tell whether what a general action costs can be paid."""
    return len(state.hands[seat].cards) >= static.action_cost(state, model, action)


def may_concentrate(state: Malifaux, seat: int, model: int) -> bool:
    """MFX-8.24, C5: tell whether a model may Concentrate: once in an activation, unless the option lets it often."""
    now = state.activation
    used = now is not None and (model, roster.TAG["concentrate"]) in now.used
    return (not used or state.rules.concentrate_often) and can_discard(state, seat, model, "concentrate")


def general(state: Malifaux, seat: int, model: int, allowed: Sequence[str] = roster.GENERAL_ACTIONS) -> list[int]:
    """MFX-8.20 to 8.27: return the first picks of the general actions that are possible."""
    if state.models.buried[model]:
        return []
    return [code for name, codes in _BY_NAME if name in allowed for code in codes if may_take(state, seat, model, code)]


_BY_NAME: Final = (
    ("walk", [actions.WALK]), ("charge", [actions.CHARGE]), ("disengage", [actions.DISENGAGE]),
    ("interact", list(actions.INTERACT.codes)), ("concentrate", [actions.CONCENTRATE]), ("assist", [actions.ASSIST]),
    ("demolish", [actions.DEMOLISH]), ("slam", [actions.SLAM]),
)  # fmt: skip
CODES: Final = [code for _, codes in _BY_NAME for code in codes]
"""The first picks of all general actions, in the order in which they are offered."""


def may_take(state: Malifaux, seat: int, model: int, code: int) -> bool:
    """MFX-8.20 to 8.27: tell whether a model on the table may take a general action, or use Interact in some way."""
    if code == actions.WALK:
        return True
    if code == actions.CHARGE:
        return may_charge(state, model)
    if code == actions.DISENGAGE:
        return melee.is_engaged(state, model) and can_discard(state, seat, model, "disengage")
    if code == actions.CONCENTRATE:
        return may_concentrate(state, seat, model)
    if code == actions.ASSIST:
        return bool(assisted(state, model))
    if code == actions.DEMOLISH:
        return can_demolish(state, model)
    if code == actions.SLAM:
        return state.rules.slam and can_demolish(state, model, slam=True)
    return interact.may(state, model, code)
