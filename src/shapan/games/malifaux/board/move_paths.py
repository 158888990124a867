"""Ways to aim at: walks with their legs, straight charges and pushes, flights (MFX-8.20, 8.21, 13.6 to 13.9)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, ceil, floor, tau
from typing import Final

from shapan.engine.ground import Aim, Leg, Snap, runs
from shapan.engine.phrases import say
from shapan.engine.scene import Phrase
from shapan.games.malifaux import actions, formulas, melee, names, places, roster, static
from shapan.games.malifaux.board.pieces import model_id, model_name
from shapan.games.malifaux.board.place_preview import valued
from shapan.games.malifaux.geometry import leg as legs
from shapan.games.malifaux.geometry.disc import completely_within
from shapan.games.malifaux.geometry.engagement import is_in_reaches
from shapan.games.malifaux.geometry.leg import Near, may_stand
from shapan.games.malifaux.geometry.push import push_length, through_end
from shapan.games.malifaux.geometry.reach import RASTER, reach_on_raster
from shapan.games.malifaux.geometry.spot import direct_spot, stands
from shapan.games.malifaux.geometry.unit import DIRECTIONS, INCH, LEGS, TABLE, length, point_at, point_in_direction
from shapan.games.malifaux.points import called
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import flight
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import inches

SIZE: Final = [TABLE, TABLE]
Points = set[tuple[int, int]]


def moving(view: Malifaux, model: int, allowance: int) -> Aim:
    """Return the aim of a model that may go so far, from where it stands."""
    rows = view.models
    made = Aim(rows.radii[model], model_id(model), [rows.xs[model], rows.ys[model]], rows.sides[model])
    made.label, made.step = model_name(view, model), RASTER
    if allowance >= 0:
        made.allowance = allowance
    return made


def raster_runs(points: Points, step: int = RASTER) -> list[list[int]]:
    """Return points of the raster as `Aim.reach` has them."""
    side = TABLE // step + 1
    fits = [[False] * side for _ in range(side)]
    for i, j in points:
        if 0 <= i < side and 0 <= j < side:
            fits[j][i] = True
    return runs(step, SIZE, fits)


def around(x: int, y: int, far: int, step: int = RASTER) -> list[tuple[int, int]]:
    """Return the points of the raster no farther from a place than a distance."""
    return [
        (i, j)
        for i in range(max(0, (x - far) // step), min(TABLE, x + far) // step + 1)
        for j in range(max(0, (y - far) // step), min(TABLE, y + far) // step + 1)
        if (i * step - x) ** 2 + (j * step - y) ** 2 <= far * far
    ]


# Walks: MFX-8.20.


def walk_aim(view: Malifaux, model: int, seat: int, picked: Sequence[int]) -> Aim:
    """MFX-8.20: return the way so far, and where the next leg may end; a model that flies may be put there instead."""
    most = formulas.stat(view, model, names.MV) * INCH
    made = moving(view, model, most)
    made.most = LEGS
    if picked and actions.SPOT.has(picked[-1]):
        made.most, made.legs = 1, [flight_leg(view, model, seat, picked[-1])]
        return made
    made.legs = [walk_leg(view, model, seat, picked[: place + 1]) for place in range(len(picked))]
    holders, reaches = melee.engagers(view, model), melee.reaches(view)
    end, rest = (made.legs[-1].at, made.legs[-1].left) if made.legs else (made.start, most)
    near = nearby(view, model, end[0], end[1], rest)
    points = set(reach_on_raster(near, rest, holders, reaches))
    if not picked and flight.flies(view, model, "walk"):
        points |= flights(view, model, most, "walk")
    made.reach = raster_runs(points)
    made.snaps = contacts(view, model, end[0], end[1], points, lambda x, y: called(view, "leg", x, y, picked))
    return made


def nearby(view: Malifaux, model: int, x: int, y: int, distance: int) -> Near:
    """Return what can matter to a model that goes on from a place."""
    return Near(view.field(), model, x, y, view.models.radii[model], distance, static.ignores(view, model, "severe"))


def walk_leg(view: Malifaux, model: int, seat: int, picked: Sequence[int]) -> Leg:
    """MFX-13.6: return the last of some legs with its inches, those that are left, and what its end is worth."""
    most = formulas.stat(view, model, names.MV) * INCH
    points = [actions.LEG.values(code) for code in picked]
    way = legs.path(
        places.near(view, model, most), [x for x, _ in points], [y for _, y in points],
        melee.engagers(view, model), melee.reaches(view), most,
    )  # fmt: skip
    x, y = points[-1]
    cost = way.costs[-1] if way.costs else 0
    return valued(view, model, seat, Leg([x, y], cost, max(0, most - way.cost)))


def contacts(
    view: Malifaux, model: int, x: int, y: int, points: Points, label_of: Callable[[int, int], Phrase]
) -> list[Snap]:
    """MFX-13.28: return the places in contact with models and markers that lie in an area, on the side of a place."""
    rows, markers, r = view.models, view.markers, view.models.radii[model]
    found: list[Snap] = []
    for other in view.up():
        if other != model:
            at = direct_spot(rows.xs[other], rows.ys[other], rows.radii[other], x, y, r)
            _snap(found, at, points, label_of(*at))
    for marker, type_ in enumerate(markers.types):
        if type_ >= 0:
            at = direct_spot(markers.xs[marker], markers.ys[marker], roster.radius_of(type_), x, y, r)
            label = say("board", "contact", what={"term": f"marker.{roster.MARKER_TYPES[type_].id}"})
            _snap(found, at, points, label)
    field = view.field()
    return [snap for snap in found if stands(field, snap.at[0], snap.at[1], r, model)]


def _snap(found: list[Snap], at: tuple[int, int], points: Points, label: Phrase) -> None:
    """Note a place if the raster round it belongs to an area."""
    i, j = at[0] // RASTER, at[1] // RASTER
    if any((i + di, j + dj) in points for di in (0, 1) for dj in (0, 1)):
        found.append(Snap([*at], label))


# Flight: MFX-13.9, 13.24.


def flights(view: Malifaux, model: int, most: int, action: str) -> Points:
    """MFX-13.24: return the points of the raster to which a model may fly."""
    rows, field = view.models, view.field()
    x, y, r = rows.xs[model], rows.ys[model], rows.radii[model]
    holders = melee.engagers(view, model) if action == "walk" else []
    reaches = melee.reaches(view) if holders else []
    near = places.near(view, model, most)
    return {
        (i, j)
        for i, j in around(x, y, most)
        if completely_within(i * RASTER, j * RASTER, r, x, y, r, most)
        and is_in_reaches(field, i * RASTER, j * RASTER, r, holders, reaches)
        and may_stand(near, i * RASTER, j * RASTER)
    }


def flight_leg(view: Malifaux, model: int, seat: int, code: int) -> Leg:
    """Return a place to which a model flies; it costs nothing."""
    x, y = actions.SPOT.values(code)
    return valued(view, model, seat, Leg([x, y]))


# Straight ways: MFX-8.21, 13.7.


def charge_aim(view: Malifaux, model: int, seat: int, picked: Sequence[int]) -> Aim:
    """MFX-8.21: return where a straight Charge may end, or a flight in its place."""
    most = formulas.stat(view, model, names.MV) * INCH
    made = moving(view, model, most)
    if picked:
        flown = actions.SPOT.has(picked[-1])
        made.legs = [
            flight_leg(view, model, seat, picked[-1])
            if flown
            else push_leg(view, Choice(model=model, most=most), seat, actions.PUSH.values(picked[-1]))
        ]
        return made
    points = straight(view, Choice(model=model, most=most))
    if flight.flies(view, model, "charge"):
        points |= flights(view, model, most, "charge")
    _add_ends(view, made, model, points, [actions.CHARGE])
    return made


def push_aim(view: Malifaux, choice: Choice) -> Aim:
    """MFX-13.7: return where a push may end: anywhere straight, or on the line toward or away from something."""
    made = moving(view, choice.model, choice.most)
    if choice.about < 0:
        _add_ends(view, made, choice.model, straight(view, choice), [])
        return made
    x, y = made.start
    for far in [*range(INCH, choice.most, INCH), choice.most]:
        at = point_at(x, y, choice.x, choice.y, far)
        if max(at) <= TABLE and min(at) >= 0 and not places.push_fault(view, choice, *at):
            made.snaps.append(Snap([*at], say("board", "push_by", number=far // INCH)))
    return made


def _add_ends(view: Malifaux, made: Aim, model: int, points: Points, picked: Sequence[int]) -> None:
    made.reach = raster_runs(points)
    x, y = made.start
    made.snaps = contacts(view, model, x, y, points, lambda x, y: called(view, "push", x, y, picked))


def straight(view: Malifaux, choice: Choice) -> Points:
    """MFX-13.23: return the points of the raster at which a straight way may really end.

    How far it comes is asked in 64 directions; between two of them it comes as far as the shorter one.
    """
    rows, model, most = view.models, choice.model, choice.most
    x, y = rows.xs[model], rows.ys[model]
    through = bool(choice.rules & places.THROUGH)
    near = places.near(view, model, most, through=through)
    lengths = [push_length(near, *point_in_direction(x, y, k, most), most) for k in range(DIRECTIONS)]
    found = set()
    for i, j in around(x, y, most):
        dx, dy = i * RASTER - x, j * RASTER - y
        turn = atan2(dy, dx) * DIRECTIONS / tau
        far = min(lengths[floor(turn) % DIRECTIONS], lengths[ceil(turn) % DIRECTIONS])
        if not 0 < dx * dx + dy * dy <= far * far:
            continue
        if not through or through_end(near, i * RASTER, j * RASTER, most) is not None:
            found.add((i, j))
    return found


def push_leg(view: Malifaux, choice: Choice, seat: int, at: Sequence[int]) -> Leg:
    """MFX-13.7, 13.23: return where a straight way toward a point ends, and whether it comes there."""
    rows, model = view.models, choice.model
    x, y = rows.xs[model], rows.ys[model]
    if (x, y) == (at[0], at[1]):
        return Leg([x, y], 0, choice.most)
    near = places.near(view, model, choice.most, through=bool(choice.rules & places.THROUGH))
    whole = length(x, y, at[0], at[1])
    far = push_length(near, at[0], at[1], choice.most)
    end = point_at(x, y, at[0], at[1], far)
    cost = legs.leg_cost(near, x, y, *end) if far else 0
    notes = [say("board", "stops_after", number=inches(far // 100 * 100))] if far < whole else []
    return valued(view, model, seat, Leg([*end], cost, max(0, choice.most - cost), notes))
