"""What Interact is worth: markers dropped, removed, turned, planted, moved; messages delivered (MFX-8.23, 14, 15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import actions, names, places, roster
from shapan.games.malifaux.bots import dragging, moving
from shapan.games.malifaux.bots import places as wanted
from shapan.games.malifaux.bots.goals import POINT
from shapan.games.malifaux.bots.mind import RATE, Mind
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.geometry import zone
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.unit import INCH, MARKER
from shapan.games.malifaux.rules import interact, markers, schemes, strategies
from shapan.games.malifaux.state import ENEMY_PICK

SURE: Final = 0.8
"""What a thing that is done is worth beside what it is worth to stand before it."""
THEIRS: Final = 1.5
"""What it is worth that an enemy's scheme marker goes: it lies there for something."""
OURS: Final = 3.0
UNWILLING: Final = -5.0
KINDS: Final = {roster.TURN: "turf", roster.DEFUSE: "defuse", roster.IDOL: "idol"}
"""By use of Interact, the group of goals that are done with it at a strategy marker."""


def use(mind: Mind, who: Actor, how: int) -> float:
    """Return what a use of Interact is worth."""
    view, model = mind.view, who.model
    if how in interact.DROPS:
        spots, rate = places.spots(view, interact.marker_choice(view, model, how), 8), DROPPED[how]
        return SURE * max([rate(mind, x, y) for x, y in spots], default=0.0) - 0.05
    if how == roster.REMOVE:
        return removal(mind, markers.touching(view, model, names.SCHEME_MARKER))
    if how == roster.TURN:
        return SURE * max([_goal(mind, f"turf{one}") for one in strategies.turnable(view, model)], default=0.0)
    if how == roster.DELIVER:
        there = interact.messages(view, model)
        return SURE * POINT if any(_is_awaited(mind, one) for one in there) else -0.1
    touched = markers.touching(view, model, names.STRATEGY_MARKER)
    return SURE * max([_goal(mind, f"{KINDS[how]}{one}") for one in touched], default=0.0) - 0.05


def part(mind: Mind, who: Actor, how: int, code: int) -> float:
    """Return what the place, marker or target of a use of Interact is worth."""
    if code == DONE:
        return 0.0
    if actions.SPOT.has(code):
        return DROPPED[how](mind, *actions.SPOT.values(code))
    if actions.MARKER.has(code):
        return _goal(mind, f"{KINDS[how]}{actions.MARKER.value(code)}")
    if actions.TARGET.has(code):
        return 1.0 if _is_awaited(mind, actions.TARGET.value(code)) else 0.0
    return 0.0


def _goal(mind: Mind, group: str) -> float:
    """Return what the best goal of a group is worth."""
    return max([goal.worth for goal in mind.goals if goal.group == group], default=0.0)


def _is_awaited(mind: Mind, foe: int) -> bool:
    """Deliver a Message: tell whether an enemy is the one that was picked, and the scheme is not revealed."""
    view, row = mind.view, mind.view.schemes[mind.seat]
    return view.turn > 1 and any(
        scheme == names.DELIVER_MESSAGE
        and row.marks[ENEMY_PICK][place] == foe
        and not view.revealed[mind.seat] >> place & 1
        for place, scheme in enumerate(row.cards)
    )


def dropped(mind: Mind, x: int, y: int) -> float:
    """Return what a scheme marker at a place is worth to the own schemes."""
    found = 0.0
    for scheme in mind.view.schemes[mind.seat].cards:
        worth = max(_goal(mind, f"scheme{scheme}"), _goal(mind, f"later{scheme}"))
        if worth > 0 and fits(mind, scheme, x, y):
            found += worth
        elif scheme == names.DELIVER_MESSAGE and _lies_by_leader(mind, x, y):
            found += _goal(mind, "beside")
    return found


def fits(mind: Mind, scheme: int, x: int, y: int) -> bool:
    """MFX-15: tell whether a marker at a place would be one more that counts for a scheme."""
    if scheme not in schemes.NEEDED:
        return False
    view, seat, models = mind.view, mind.seat, mind.view.models
    lying = view.marker_list(names.SCHEME_MARKER, seat)
    if scheme == names.DETONATE_CHARGES:
        return any(
            within(x, y, MARKER, models.xs[foe], models.ys[foe], models.radii[foe], 2 * INCH)
            for foe in wanted.charged(view, seat, lying)
        )
    there = schemes.touched_at(view, seat, scheme, x, y, MARKER, UNKNOWN)
    if scheme in (names.SEARCH_RUINS, names.POWER_RITUAL):
        done = {thing for one in lying for thing in schemes.touched(view, seat, scheme, one)}
        return any(thing not in done for thing in there)
    return bool(there) or (
        scheme == names.DIG_GRAVES
        and any(within(x, y, MARKER, models.xs[foe], models.ys[foe], models.radii[foe], INCH) for foe in mind.foes)
    )


def _lies_by_leader(mind: Mind, x: int, y: int) -> bool:
    rows = mind.view.models
    return any(
        rows.leaders[foe] and within(x, y, MARKER, rows.xs[foe], rows.ys[foe], rows.radii[foe], 2 * INCH)
        for foe in mind.foes
    )


def removal(mind: Mind, there: Sequence[int]) -> float:
    """Return what it is worth that scheme markers go."""
    owners = mind.view.markers.owners
    late = min(1.0, 0.4 + mind.left)
    return late * sum(-OURS if owners[one] == mind.seat else THEIRS if owners[one] >= 0 else 0.0 for one in there)


def planted(mind: Mind, x: int, y: int) -> float:
    """MFX-14.2: return what an explosive at a place is worth: only on the enemy's half, and better deep in it."""
    view = mind.view
    if not zone.is_on_half(view.deployment, mind.seat == view.lower, x, y):
        return UNWILLING
    return _goal(mind, "plant") + 0.3 * wanted.progress(view, mind.seat, x, y)


DROPPED: Final = {roster.DROP: dropped, roster.PLANT: planted}


# Corrupted Idols (MFX-14.3).


@RATE("idol")
def _hurt(mind: Mind, number: int) -> float:
    """D25: no more damage than brings the marker onto the enemy's half."""
    view = mind.view
    now = view.activation
    if now is None:
        return -float(number)
    there = markers.touching(view, now.model, names.STRATEGY_MARKER)
    rows = view.markers
    needed = min([wanted.inches_to_go(view, mind.seat, rows.xs[one], rows.ys[one]) for one in there], default=0)
    moved = POINT + 0.8 * (number - needed) if number >= needed else 1.2 * number
    return moved - mind.loss(now.model, number)


@RATE("spot")
def _spot(mind: Mind, x: int, y: int) -> float:
    """D30: where a marker or a model comes to lie or stand."""
    view, choice = mind.view, mind.view.asked()
    if choice.rules & places.NO_MODEL and choice.rules & places.IS_MARKER:
        deep = wanted.is_deep(view, mind.foe, x, y)
        return POINT * deep + wanted.progress(view, mind.seat, x, y)
    model = choice.model
    if choice.rules & places.IS_MARKER or model < 0:
        return dropped(mind, x, y)
    if view.models.sides[model] == mind.seat:
        return moving.arrival(mind, model, x, y, 1)
    return dragging.plight(mind, model, x, y)


@RATE("blast")
def _blast(mind: Mind, x: int, y: int) -> float:
    """D21: where a blast hits enemies and spares friends."""
    rows, found = mind.view.models, 0.0
    for model in mind.view.up():
        if within(x, y, mind.view.asked().radius, rows.xs[model], rows.ys[model], rows.radii[model], 0):
            found += mind.loss(model, 2) * (1.0 if rows.sides[model] == mind.foe else -1.2)
    return found
