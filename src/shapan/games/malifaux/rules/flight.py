"""MFX-13.24: a model that places itself instead of the movement of a general action, as with Flight."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.games.malifaux import actions, places, static
from shapan.games.malifaux.geometry.disc import completely_within, shown_distance
from shapan.games.malifaux.geometry.spot import stand_fault
from shapan.games.malifaux.rules import placement_refusals
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import inches


def flies(state: Malifaux, model: int, action: str) -> bool:
    """MFX-13.24: tell whether a model may place itself instead of the movement of a general action."""
    return static.has_word(state, model, "place_instead", action)


def ends(state: Malifaux, model: int, most: int, holders: list[int]) -> list[int]:
    """MFX-13.24: return the places to which a flight may be offered; it leaves no reach of `holders`."""
    slots = places.flight_slots(state, model, most, holders)
    return [actions.SPOT.code(*end) for end in places.ends(state, slots)]


def drawn(state: Malifaux, model: int, most: int, holders: list[int], number: int) -> int:
    """MFX-13.24: return a place to which a model flies by a number, `DONE` where there is none."""
    at = places.drawn_end(places.flight_slots(state, model, most, holders), number)
    return DONE if at is None else actions.SPOT.code(*at)


def fault(state: Malifaux, model: int, action: str, picked: Sequence[int], code: int, most: int) -> Reason | None:
    """MFX-13.9, 13.24: return why a model may not fly to a place instead of the movement of a general action."""
    if len(picked) != 1 or not flies(state, model, action):
        return Reason("MFX-13.9", "not_possible")
    rows, (x, y) = state.models, actions.SPOT.values(code)
    r = rows.radii[model]
    if not completely_within(x, y, r, rows.xs[model], rows.ys[model], r, most):
        return too_far(state, model, x, y, r, most)
    why, what = stand_fault(state.field(), x, y, r, model)
    return placement_refusals.standing(state, "MFX-13.9", why, what) if why else None


def too_far(state: Malifaux, model: int, x: int, y: int, r: int, most: int) -> Reason:
    """MFX-13.9: return how far away the far edge of a place is, and how far it may be."""
    rows = state.models
    far = shown_distance(x, y, r, rows.xs[model], rows.ys[model], r) * 10 + 2 * r
    return Reason("MFX-13.9", "spot_too_far", {"far": inches(far), "most": inches(most)})
