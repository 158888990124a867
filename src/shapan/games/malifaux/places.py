"""Places offered: spots for models and markers, aims of pushes, candidates of moves (MFX-13.19, 13.25, 13.28)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import formulas, melee, roster, static
from shapan.games.malifaux.geometry import zone
from shapan.games.malifaux.geometry.candidate import MoveSlots, PlaceSlots, PushSlots, SeenPoints, candidates
from shapan.games.malifaux.geometry.disc import completely_within, overlaps, touches, within
from shapan.games.malifaux.geometry.leg import Near
from shapan.games.malifaux.geometry.push import push_reaches, through_end
from shapan.games.malifaux.geometry.spot import RING, marker_fits, stands
from shapan.games.malifaux.geometry.terrain import is_within
from shapan.games.malifaux.geometry.unit import CENTRE, DIRECTIONS, EPS, TABLE, length, point_at, point_in_direction
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.state import Malifaux

WAYS: Final = 16
CONTACT, COMPLETE, IS_MARKER, SEEN, APART, OWN_ZONE, ENEMY_ZONE, ANYWHERE = 1, 2, 8, 16, 32, 64, 128, 256
OWN_HALF, ENEMY_HALF, NO_MODEL, NO_BASE = 512, 1024, 2048, 16384
"""What a spot must obey, in `Choice.rules`: touch the disc; be completely within; be that of a marker; be seen by the
model; be apart from markers of its kind; lie in a zone or on a half; touch no model; overlap none."""
BLASTED: Final = 4096
"""MFX-6.15: a blast marker may lie over everything; its centre is on the table."""
LISTED: Final = 8192
"""MFX-14.6: one of some places, whose coordinates are the options."""


# What a move can meet


def near(state: Malifaux, model: int, distance: int, *, through: bool = False) -> Near:
    """Return what can matter to a model that goes at most a distance (u)."""
    return state.standing().near(model, distance, static.ignores(state, model, "severe"), through)


def seen(state: Malifaux, model: int, round_: Near) -> SeenPoints:
    """Return what the candidates of a mover are named by: markers and enemies."""
    rows = state.markers
    there = [marker for marker, type_ in enumerate(rows.types) if type_ >= 0]
    reaches = melee.reaches(state)
    return SeenPoints(
        round_, [rows.xs[one] for one in there], [rows.ys[one] for one in there],
        [roster.radius_of(rows.types[one]) for one in there], state.up(1 - state.models.sides[model]), reaches,
        reaches[model],
    )  # fmt: skip


def walk_slots(state: Malifaux, model: int, allowed: int, holders: list[int]) -> MoveSlots:
    """MFX-13.19: return the slots of a walk of one leg."""
    round_ = near(state, model, allowed)
    return MoveSlots(round_, seen(state, model, round_), allowed, holders)


def flight_slots(state: Malifaux, model: int, allowed: int, holders: list[int]) -> PlaceSlots:
    """MFX-13.9, 13.24: return the slots of a model that flies."""
    round_ = near(state, model, allowed)
    return PlaceSlots(round_, seen(state, model, round_), True, holders)


def push_slots(state: Malifaux, model: int, most: int, *, through: bool = False) -> PushSlots:
    """MFX-13.19: return the slots of a push."""
    round_ = near(state, model, most, through=through)
    return PushSlots(round_, seen(state, model, round_), most)


def ends(state: Malifaux, slots: MoveSlots | PlaceSlots) -> list[tuple[int, int]]:
    """MFX-13.19: return the ends of a walk or flight that are offered."""
    return [(x, y) for x, y, _, _ in candidates(slots, state.rules.candidates)]


def drawn_end(slots: MoveSlots | PlaceSlots, number: int) -> tuple[int, int] | None:
    """MFX-13.19: return the first legal place from a slot on that is not where the model stands; None for none."""
    for k in range(slots.count):
        place = slots.place((number + k) % slots.count)
        if place is not None and (place[0] != slots.near.x or place[1] != slots.near.y):
            return place[0], place[1]
    return None


# Pushes


def push_fault(state: Malifaux, choice: Choice, x: int, y: int) -> str:
    """MFX-13.7: return why a push may not be aimed at a point; "" if it may."""
    round_ = near(state, choice.model, choice.most, through=bool(choice.rules & THROUGH))
    if not push_reaches(round_, x, y, choice.most):
        return "too_far"
    if choice.about >= 0 and not is_toward(state, choice, x, y):
        return "not_straight"
    if choice.rules & THROUGH and through_end(round_, x, y, choice.most) is None:
        return "overlaps"
    return ""


THROUGH: Final = 1


def is_toward(state: Malifaux, choice: Choice, x: int, y: int) -> bool:
    """MFX-13.7: tell whether a point lies on the line toward (or away from) what a push is directed by."""
    rows = state.models
    mx, my = rows.xs[choice.model], rows.ys[choice.model]
    whole = length(mx, my, x, y)
    wx, wy = point_at(mx, my, choice.x, choice.y, whole)
    return abs(wx - x) <= 2 and abs(wy - y) <= 2


def push_aims(state: Malifaux, choice: Choice, most: int) -> list[tuple[int, int]]:
    """MFX-13.19: return the points that a push is offered to be aimed at."""
    rows = state.models
    model = choice.model
    x, y = rows.xs[model], rows.ys[model]
    if choice.about >= 0:
        aims = [point_at(x, y, choice.x, choice.y, part) for part in (choice.most, choice.most // 2)]
    else:
        slots = push_slots(state, model, choice.most, through=bool(choice.rules & THROUGH))
        aims = [(px, py) for px, py, _, _ in candidates(slots, most)]
    on_table = [aim for aim in dict.fromkeys(aims) if min(aim) >= 0 and max(aim) <= TABLE]
    return [aim for aim in on_table if not push_fault(state, choice, *aim)][:most]


def any_aim(state: Malifaux, choice: Choice) -> tuple[int, int]:
    """MFX-13.7: return a point at which a push may be aimed that cannot move its model anywhere: a direction."""
    x, y = state.models.xs[choice.model], state.models.ys[choice.model]
    return (x + 1 if x < CENTRE else x - 1), y


def drawn_push(state: Malifaux, model: int, most: int, number: int) -> tuple[int, int] | None:
    """MFX-13.19: return a point that a push is aimed at, by a number; None where it moves nothing."""
    slots = push_slots(state, model, most)
    for k in range(slots.count):
        place = slots.place((number + k) % slots.count)
        if place is not None:
            x, y = place[0], place[1]
            if 0 <= x <= TABLE and 0 <= y <= TABLE and push_reaches(slots.near, x, y, most):
                return x, y
    return None


# Spots


def is_near_terrain(state: Malifaux, choice: Choice, x: int, y: int) -> bool:
    """Secret Passage: tell whether a place is as near to terrain of some traits as is asked."""
    return any(
        piece.traits & choice.traits and is_within(piece, x, y, choice.radius, choice.near_terrain)
        for piece in state.field().ground.pieces
    )


def is_in_zones(state: Malifaux, choice: Choice, x: int, y: int) -> bool:
    """Tell whether a place lies in the zone or on the half that a choice asks for."""
    rules = choice.rules
    upper = choice.least != state.lower
    if rules & (OWN_ZONE | ENEMY_ZONE):
        return zone.is_in_zone(state.deployment, upper == bool(rules & OWN_ZONE), x, y, choice.radius)
    if rules & (OWN_HALF | ENEMY_HALF):
        return zone.is_on_half(state.deployment, upper == bool(rules & OWN_HALF), x, y)
    return True


def apart_fault(state: Malifaux, choice: Choice, x: int, y: int) -> str:
    """MFX-8.23, 14.2, 14.3, C14: return why a marker lies too near others, or on a model; "" if it does not."""
    rows = state.markers
    if choice.rules & APART:
        for other in choice.marks:
            r = roster.radius_of(rows.types[other])
            if within(x, y, choice.radius, rows.xs[other], rows.ys[other], r, choice.size):
                return "too_near"
    if choice.rules & (NO_MODEL | NO_BASE):
        models, x_y_r = state.models, (x, y, choice.radius)
        for model in state.up():
            base = models.xs[model], models.ys[model], models.radii[model]
            if within(*x_y_r, *base, 0) if choice.rules & NO_MODEL else overlaps(*x_y_r, *base):
                return "on_a_model"
    return ""


def spot_fault(state: Malifaux, choice: Choice, x: int, y: int) -> str:
    """MFX-12.20, 13.9, 13.15: return why something may not be put at a place; "" if it may."""
    field, rules = state.field(), choice.rules
    if rules & LISTED:
        return "" if (x, y) in listed(choice) else "not_possible"
    if rules & BLASTED:
        return (
            ""
            if 0 <= x <= TABLE and 0 <= y <= TABLE and touches(x, y, choice.radius, choice.x, choice.y, choice.r)
            else "not_contact"
        )
    if rules & IS_MARKER:
        if not marker_fits(field, x, y, choice.radius):
            return "impassable"
    elif not stands(field, x, y, choice.radius, choice.about):
        return "overlaps"
    if rules & ANYWHERE:
        return "" if is_in_zones(state, choice, x, y) else "out_of_zone"
    if rules & CONTACT:
        if not touches(x, y, choice.radius, choice.x, choice.y, choice.r) and not (
            rules & IS_MARKER and within(x, y, choice.radius, choice.x, choice.y, choice.r, 0)
        ):
            return "not_contact"
    elif choice.r or choice.x != UNKNOWN:
        test = completely_within if rules & COMPLETE else within
        if not test(x, y, choice.radius, choice.x, choice.y, choice.r, choice.most):
            return "too_far"
    if rules & SEEN and not formulas.sees_place(state, choice.model, x, y, choice.radius, choice.size, choice.about):
        return "no_sight"
    if not is_in_zones(state, choice, x, y):
        return "out_of_zone"
    if choice.traits and not is_near_terrain(state, choice, x, y):
        return "no_terrain"
    return apart_fault(state, choice, x, y)


def spots(state: Malifaux, choice: Choice, most: int) -> list[tuple[int, int]]:
    """Return up to so many legal places for what is put somewhere: in contact, in rings, in the zone."""
    found: list[tuple[int, int]] = []
    if is_crowded(state, choice):
        return found
    for x, y in proposed(state, choice):
        if 0 <= x <= TABLE and 0 <= y <= TABLE and (x, y) not in found and not spot_fault(state, choice, x, y):
            found.append((x, y))
            if len(found) == most:
                break
    return found


def is_crowded(state: Malifaux, choice: Choice) -> bool:
    """MFX-8.23: tell whether another marker is so near that no place in contact is apart from it."""
    if choice.rules & CONTACT and choice.rules & APART:
        rows = state.markers
        for other in choice.marks:
            r = roster.radius_of(rows.types[other])
            dx, dy = rows.xs[other] - choice.x, rows.ys[other] - choice.y
            most = choice.size + r - choice.r - 2 * EPS
            if most > 0 and dx * dx + dy * dy <= most * most:
                return True
    return False


def drawn_spot(state: Malifaux, choice: Choice, number: int) -> tuple[int, int] | None:
    """Return one legal place: the first from one of the proposed on, by a number; None if none is."""
    is_ring = choice.rules & (BLASTED | CONTACT) and not choice.rules & (LISTED | ANYWHERE) and choice.x != UNKNOWN
    among = [] if is_ring else list(proposed(state, choice))
    count = RING if is_ring else len(among)
    for k in range(count):
        at = (number + k) % count
        x, y = beside(choice, at) if is_ring else among[at]
        if 0 <= x <= TABLE and 0 <= y <= TABLE and not spot_fault(state, choice, x, y):
            return x, y
    return None


def listed(choice: Choice) -> list[tuple[int, int]]:
    """MFX-14.6: return the places of a choice that names them."""
    return list(zip(choice.options[::2], choice.options[1::2], strict=True))


def proposed(state: Malifaux, choice: Choice) -> Iterator[tuple[int, int]]:
    """Yield places that may be legal, in the order in which they are offered."""
    if choice.rules & LISTED:
        yield from listed(choice)
    elif choice.rules & ANYWHERE or choice.x == UNKNOWN:
        yield from RASTER
    elif choice.rules & (BLASTED | CONTACT):
        for k in range(RING):
            yield beside(choice, k)
    else:
        yield from _around(state, choice)


def beside(choice: Choice, number: int) -> tuple[int, int]:
    """MFX-13.28: return one of the places in contact, by its number."""
    return point_in_direction(choice.x, choice.y, number * (DIRECTIONS // RING), choice.r + choice.radius)


def _around(state: Malifaux, choice: Choice) -> Iterator[tuple[int, int]]:
    """Yield places within a distance: the middle, rings, contact with markers and models."""
    yield choice.x, choice.y
    limit = choice.most + choice.r + (choice.radius if not choice.rules & COMPLETE else -choice.radius)
    for ring in (max(0, limit), max(0, limit // 2), choice.r + choice.radius):
        for k in range(0, DIRECTIONS, DIRECTIONS // WAYS):
            yield point_in_direction(choice.x, choice.y, k, ring)
    markers, models = state.markers, state.models
    for marker, type_ in enumerate(markers.types):
        if type_ >= 0:
            r = roster.radius_of(type_) + choice.radius
            if (markers.xs[marker], markers.ys[marker]) != (choice.x, choice.y):
                yield point_at(markers.xs[marker], markers.ys[marker], choice.x, choice.y, r)
    for model in state.up():
        r = models.radii[model] + choice.radius
        if (models.xs[model], models.ys[model]) != (choice.x, choice.y):
            yield point_at(models.xs[model], models.ys[model], choice.x, choice.y, r)


_STEP: Final = 1500
RASTER: Final = sorted(
    [(x, y) for y in range(_STEP // 2, TABLE, _STEP) for x in range(_STEP // 2, TABLE, _STEP)],
    key=lambda at: ((at[0] - CENTRE) ** 2 + (at[1] - CENTRE) ** 2, at),
)
"""Places all over the table, from its centrepoint outwards."""
