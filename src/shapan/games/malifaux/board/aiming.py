"""What a question puts on the table or moves, and what a point costs and is worth (MFX-13.18).

Walks, charges and pushes are in `move_paths.py`; here is what is put down: models that are deployed, placed or
summoned, markers, blasts.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.ground import Aim, Leg, Snap
from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say
from shapan.engine.prompt import Prompt
from shapan.games.malifaux import actions, places, roster
from shapan.games.malifaux.board import move_paths
from shapan.games.malifaux.board.deploying import places_of_zone, proposed_place
from shapan.games.malifaux.board.ground import zone_area
from shapan.games.malifaux.board.pieces import crew_id, model_id, model_name
from shapan.games.malifaux.board.place_preview import named, valued
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.geometry.disc import touches, within
from shapan.games.malifaux.geometry.engagement import touched_by_marker
from shapan.games.malifaux.geometry.reach import RASTER
from shapan.games.malifaux.geometry.spot import contact_spots, direct_spot, stands
from shapan.games.malifaux.geometry.unit import DIRECTIONS, TABLE, point_in_direction
from shapan.games.malifaux.geometry.zone import is_completely_in_zone
from shapan.games.malifaux.points import called
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import acting, interact
from shapan.games.malifaux.state import Malifaux

COARSE: Final = 500
"""Half an inch: the raster of areas that may be as large as the table."""
NEAR: Final = 7000
"""An area no larger than this each way gets the fine raster."""
_SNAPS: Final = 32


def aim(view: Malifaux, prompt: Prompt[Any], seat: int, arg: int, picked: Sequence[int]) -> Aim | None:
    """Return what the next point of a question puts there or moves, by what the seat sees; None where it asks none."""
    row = [code for code in picked if not actions.ACTOR.has(code)]
    choice = view.choice
    if prompt.key == "deploy" and row:
        return deploy_aim(view, seat, row)
    if isinstance(prompt, acting.Act) and row:
        return _act_aim(view, prompt.who(view, seat, arg), row)
    if prompt.key in ("spot", "blast") and choice is not None:
        return spot_aim(view, choice, seat)
    if prompt.key == "push" and choice is not None:
        return move_paths.push_aim(view, choice)
    return None


def leg(view: Malifaux, prompt: Prompt[Any], seat: int, arg: int, picked: Sequence[int], code: int) -> Leg | None:
    """Return what a legal point behind some picks costs and is worth; without the area, so that it is cheap."""
    row = [one for one in picked if not actions.ACTOR.has(one)]
    choice = view.choice
    if prompt.key == "deploy":
        return Leg([*actions.SPOT.values(code)])
    if isinstance(prompt, acting.Act) and row:
        return _act_leg(view, prompt.who(view, seat, arg), row, code)
    if choice is None:
        return None
    if prompt.key == "push" and actions.PUSH.has(code):
        return move_paths.push_leg(view, choice, seat, actions.PUSH.values(code))
    return spot_leg(view, choice, seat, code) if actions.SPOT.has(code) else None


# Actions: MFX-8.20 to 8.23.


def _act_aim(view: Malifaux, who: Actor, row: Sequence[int]) -> Aim | None:
    verb = row[0]
    if verb == actions.WALK:
        return move_paths.walk_aim(view, who.model, who.seat, row[1:])
    if verb == actions.CHARGE:
        return move_paths.charge_aim(view, who.model, who.seat, row[1:])
    if actions.INTERACT.has(verb) and actions.INTERACT.value(verb) in (roster.DROP, roster.PLANT):
        choice = interact.marker_choice(view, who.model, actions.INTERACT.value(verb))
        made = spot_aim(view, choice, who.seat)
        if len(row) > 1:
            made.legs, made.reach, made.snaps = [spot_leg(view, choice, who.seat, row[1])], [], []
        return made
    return None


def _act_leg(view: Malifaux, who: Actor, row: Sequence[int], code: int) -> Leg | None:
    if actions.LEG.has(code):
        return move_paths.walk_leg(view, who.model, who.seat, [*row[1:], code])
    if actions.PUSH.has(code):
        made = move_paths.charge_aim(view, who.model, who.seat, [code])
        return made.legs[-1]
    if actions.SPOT.has(code) and row[0] in (actions.WALK, actions.CHARGE):
        return move_paths.flight_leg(view, who.model, who.seat, code)
    choice = interact.marker_choice(view, who.model, actions.INTERACT.value(row[0]))
    return spot_leg(view, choice, who.seat, code)


# Deployment: MFX-10.7.


def deploy_aim(view: Malifaux, seat: int, row: Sequence[int]) -> Aim:
    """MFX-10.7: return where a model may be deployed: completely within the zone, clear of all that stands there."""
    model = actions.DEPLOY.value(row[0])
    r, upper = roster.RADIUS[view.models.cards[model]], seat != view.lower
    made = Aim(r, crew_id(model), owner=seat, label=model_name(view, model), step=COARSE)
    made.zones = [zone_area(view.deployment, upper, seat, True)]
    field, side = view.field(), range(TABLE // COARSE + 1)
    whole = [
        (i, j) for i in side for j in side if is_completely_in_zone(view.deployment, upper, i * COARSE, j * COARSE, r)
    ]
    free = [(i, j) for i, j in whole if stands(field, i * COARSE, j * COARSE, r)]
    made.reach = move_paths.raster_runs(set(free), COARSE)
    made.snaps = places_of_zone(whole, free, COARSE)
    rows = view.models
    if len(row) > 1:
        made.legs = [Leg([*actions.SPOT.values(row[1])])]
    else:
        crew = [(rows.xs[other], rows.ys[other], rows.radii[other]) for other in view.up(seat)]
        made.proposed = proposed_place(whole, free, COARSE, crew, r)
    for other in view.up(seat):
        spots = contact_spots(field, rows.xs[other], rows.ys[other], rows.radii[other], r, count=4)
        spots = [at for at in spots if is_completely_in_zone(view.deployment, upper, *at, r)]
        made.snaps += [Snap([x, y], called(view, "spot", x, y, row)) for x, y in spots]
    return made


# What is put somewhere: MFX-12.20, 13.9, 13.15, 6.12.


def spot_aim(view: Malifaux, choice: Choice, seat: int) -> Aim:
    """Return what is put down: a model that is placed, one that comes, a marker, a blast; and where it fits."""
    made = Aim(choice.radius, owner=seat)
    model = choice.about
    if choice.rules & places.BLASTED:
        made.label = say("board", "blast")
    elif choice.rules & places.IS_MARKER:
        made.label = say("board", "marker")
    elif model >= 0:
        made.label, made.piece = model_name(view, model), model_id(model)
        if view.is_up(model):
            made.start = [view.models.xs[model], view.models.ys[model]]
    else:
        made.label = say("board", "newcomer")
    if choice.rules & places.LISTED:
        made.snaps = [Snap([x, y], called(view, "spot", x, y)) for x, y in places.listed(choice)]
        return made
    if choice.rules & (places.BLASTED | places.CONTACT):
        made.snaps = _ring(view, choice)
        return made
    made.step, points = area(view, choice)
    made.reach = move_paths.raster_runs(points, made.step)
    made.snaps = _beside(view, choice)
    return made


def area(view: Malifaux, choice: Choice) -> tuple[int, move_paths.Points]:
    """Return the raster on which the area is shown in which something fits, and its points."""
    far = TABLE if choice.rules & places.ANYWHERE or choice.x == UNKNOWN else choice.most + choice.r + choice.radius
    step = RASTER if far <= NEAR else COARSE
    x, y = (choice.x, choice.y) if choice.x != UNKNOWN else (TABLE // 2, TABLE // 2)
    found = {
        (i, j) for i, j in move_paths.around(x, y, far, step) if not places.spot_fault(view, choice, i * step, j * step)
    }
    return step, found


def _ring(view: Malifaux, choice: Choice) -> list[Snap]:
    """MFX-13.28, 6.12: return places in contact with what the spot must touch, in so many directions."""
    label = say("board", "in_contact")
    found = []
    for k in range(0, DIRECTIONS, DIRECTIONS // _SNAPS):
        x, y = point_in_direction(choice.x, choice.y, k, choice.r + choice.radius)
        if not places.spot_fault(view, choice, x, y):
            found.append(Snap([x, y], label))
    return found


def _beside(view: Malifaux, choice: Choice) -> list[Snap]:
    """MFX-13.28: return the places in contact with models near by that fit, on the side of where it comes from."""
    if choice.x == UNKNOWN or choice.rules & places.ANYWHERE:
        return []
    rows, found = view.models, []
    for model in view.up():
        x, y, r = rows.xs[model], rows.ys[model], rows.radii[model]
        far = choice.most + choice.r + 2 * choice.radius
        if model == choice.about or not within(x, y, r, choice.x, choice.y, 0, far):
            continue
        if (x, y) == (choice.x, choice.y):
            continue
        at = direct_spot(x, y, r, choice.x, choice.y, choice.radius)
        if not places.spot_fault(view, choice, *at):
            found.append(Snap([*at], called(view, "spot", *at)))
    return found


def spot_leg(view: Malifaux, choice: Choice, seat: int, code: int) -> Leg:
    """Return what a place is worth: whom a blast hits, what a model can do from there."""
    x, y = actions.SPOT.values(code)
    made = Leg([x, y])
    if choice.rules & places.BLASTED:
        hit = touched_by_marker(view.field(), x, y, choice.radius)
        made.notes = [say("board", "hits", models=named(view, hit))] if hit else []
    elif choice.rules & places.IS_MARKER:
        rows = view.models
        on = [one for one in view.up() if touches(x, y, choice.radius, rows.xs[one], rows.ys[one], rows.radii[one])]
        made.notes = [say("board", "contact", what=named(view, on))] if on else []
    elif choice.about >= 0 and view.is_up(choice.about):
        return valued(view, choice.about, seat, made)
    return made
