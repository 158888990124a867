"""MFX-8.20 to 8.27: which general actions a model may take, and at what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import actions, formulas, melee, names, nature, places, roster, select, static
from shapan.games.malifaux.geometry.terrain import DESTRUCTIBLE, IMPASSABLE, is_within
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import markers, strategies
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


def may_interact(state: Malifaux, model: int) -> bool:
    """MFX-8.23, 12.8: tell whether a model may Interact: not engaged, not after Disengage, not Insignificant."""
    now = state.activation
    gone = now is not None and now.model == model and now.disengaged
    return not gone and not static.has_flag(state, model, "cannot_interact")


def is_played(state: Malifaux, use: int) -> bool:
    """MFX-8.23, 14: tell whether strategy and schemes of this match know a use of Interact."""
    if use == roster.DELIVER:
        return names.DELIVER_MESSAGE in state.pool
    return _STRATEGIES.get(use, UNKNOWN) in (UNKNOWN, state.strategy)


def may_use(state: Malifaux, model: int, use: int) -> bool:
    """MFX-8.23: tell whether a model that may Interact can do so in some way."""
    if use == roster.DELIVER:
        return bool(messages(state, model))
    if use == roster.PLANT:
        if not state.token(model, names.EXPLOSIVE):
            return False
    elif use != roster.DROP:
        there = scheme_markers_touching if use == roster.REMOVE else strategy_markers_touching
        if not there(state, model):
            return False
    if melee.is_engaged(state, model):
        return False
    if use in (roster.DROP, roster.PLANT):
        return bool(places.spots(state, marker_choice(state, model, use), 1))
    return use != roster.TURN or bool(turn_markers(state, model))


def strategy_markers_touching(state: Malifaux, model: int) -> list[int]:
    """MFX-14.2, 14.3: return the strategy markers in contact."""
    return markers.touching(state, model, names.STRATEGY_MARKER)


def scheme_markers_touching(state: Malifaux, model: int) -> list[int]:
    """MFX-8.23 b, E24: return all scheme markers in contact, whoever owns them; Mourn the Dead lets corpses be such."""
    there = markers.touching(state, model, names.CORPSE_MARKER) if state.lasting else []
    corpses = [one for seat in range(names.SEATS) for one in select.counted_as_schemes(state, seat)] if there else []
    return [*markers.touching(state, model, names.SCHEME_MARKER), *(one for one in there if one in corpses)]


_STRATEGIES: Final = {
    roster.TURN: names.TURF_WAR, roster.PLANT: names.PLANT_EXPLOSIVES, roster.DEFUSE: names.PLANT_EXPLOSIVES,
    roster.IDOL: names.CORRUPTED_IDOLS,
}  # fmt: skip
"""By use of Interact, the strategy that it belongs to."""


def marker_choice(state: Malifaux, model: int, use: int) -> Choice:
    """MFX-8.23 a, 14.2: return what a marker must obey that Interact drops, be there a place for it or not.

    In contact, and more than 4 inches from one's other scheme markers, 6 from one's other explosives. Friendly is what
    the crew of the model has, whoever controls it (MFX-12.2).
    """
    rows, seat = state.models, state.models.sides[model]
    type_ = names.SCHEME_MARKER if use == roster.DROP else names.STRATEGY_MARKER
    distance = markers.SCHEME_APART if use == roster.DROP else markers.EXPLOSIVES_APART
    more = select.counted_as_schemes(state, seat) if use == roster.DROP else []
    return Choice(
        model=model, x=rows.xs[model], y=rows.ys[model], r=rows.radii[model], radius=roster.radius_of(type_),
        rules=places.CONTACT | places.IS_MARKER | places.APART, size=distance, least=seat,
        marks=[*state.marker_list(type_, seat), *more],
    )  # fmt: skip


def turn_markers(state: Malifaux, model: int) -> list[int]:
    """MFX-14.1: return the strategy markers in contact that can be turned."""
    return [
        marker
        for marker in markers.touching(state, model, names.STRATEGY_MARKER)
        if state.markers.owners[marker] != state.models.sides[model]
    ]


def messages(state: Malifaux, model: int) -> list[int]:
    """MFX-15, Deliver a Message: return the enemy leaders and masters within 1 inch that Interact may target.

    It is open to every seat while the scheme is in the pool: else doing it would tell who has chosen it. The target
    does not count as engaging.
    """
    if not is_played(state, roster.DELIVER) or strategies.is_ignored(state, model):
        return []
    found = []
    for foe in state.up(1 - state.models.sides[model]):
        leads = state.models.leaders[foe] or nature.station(state, foe) == "master"
        if not leads or not formulas.is_within(state, model, foe, 1):
            continue
        if all(one == foe for one in melee.engagers(state, model)):
            found.append(foe)
    return found


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
    use = actions.INTERACT.value(code)
    return is_played(state, use) and may_interact(state, model) and may_use(state, model, use)
