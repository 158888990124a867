"""The table of fate duel, to scale: where models stand, how far they reach, what a question aims at.

All of it is made from a view. What is legal the questions say, by the same functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.toys.fate_duel import actions, names
from engine.toys.fate_duel.questions import DEPLOYING, WALKING
from engine.toys.fate_duel.state import Fate, is_up, others
from shapan.engine.ground import Aim, Area, Base, End, Ground, Leg, Mark, Ring, Rule, Ruler, Snap, TargetLine, runs
from shapan.engine.offers import Offers, Places
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase, Piece, Scene, Zone

GROUND: Final = "ground"
INCH: Final = 1_000
RASTER: Final = 250
MAX_WOUNDS: Final = 4
"""A model with so many is seen to be unhurt."""
PLACES: Final[Places] = {
    actions.WALK: lambda model: ("model", model),
    actions.ATTACK: lambda model, target: ("model", target),
}
"""Which model offers an act: the one that walks, the one that is attacked."""


def scale_zone(view: Fate, viewer: int, offers: Offers) -> Zone:
    """Return the table to scale with the models that stand."""
    side, home = names.SIDE, names.HOME
    areas = [
        Area(Phrase("label.home", {"seat": {"seat": seat}}), _box(0, low, side, low + home), owner=seat)
        for seat, low in ((0, 0), (1, side - home))
    ]
    middle = Rule([[0, side // 2], [side, side // 2]], Phrase("label.middle"))
    centre = Ring([side // 2, side // 2], names.REACH, Phrase("label.centre"), "aura")
    ground = Ground([side, side], INCH, grid=[INCH, 6 * INCH], turned=viewer == 1, areas=areas, lines=[middle])
    ground.rings = [centre]
    pieces = []
    for model in range(4):
        if is_up(view, model):
            pieces.append(_piece(view, model))
            pieces[-1].targets = offers.take("model", model)
    return Zone(GROUND, "ground", Phrase("label.table"), pieces=pieces, ground=ground)


def _piece(view: Fate, model: int) -> Piece:
    left = view.wounds[model]
    base = Base([view.xs[model], view.ys[model]], names.RADIUS, left, max(left, MAX_WOUNDS))
    base.marks = [
        Mark(Phrase(f"ability.{names.WHILES[one]}"), "", times)
        for holder, one, _, times in view.lasting
        if holder == model and one < len(names.WHILES)
    ]
    base.spent = view.turn > 0 and not view.acts[model]
    return Piece(f"model.{model}", "model", label=_named(model), owner=model // 2, mark=str(model), base=base)


def _named(model: int) -> Phrase:
    return Phrase("label.model", {"model": model})


def _box(left: int, low: int, right: int, high: int) -> list[list[int]]:
    return [[left, low], [right, low], [right, high], [left, high]]


def aim(view: Fate, prompt: Prompt[Any], seat: int, model: int, picked: Sequence[int]) -> Aim:
    """Return what a question puts on the table, or moves with the legs so far."""
    made = Aim(names.RADIUS, owner=seat, label=_named(model), step=RASTER)
    if prompt.key != DEPLOYING.key:
        made.piece, made.start = f"model.{model}", [view.xs[model], view.ys[model]]
        made.allowance, made.most = WALKING.reached(view, model, ())[2], names.WAY_POINTS
        made.legs = [leg(view, model, picked[:place], code) for place, code in enumerate(picked)]

    def fits(x: int, y: int) -> bool:
        if prompt.key == DEPLOYING.key:
            return DEPLOYING.fault(view, seat, model, actions.DEPLOY.code(x, y)) is None
        return WALKING.fault(view, model, picked, actions.STEP.code(x, y)) is None

    if len(made.legs) < made.most:
        across = range(0, names.SIDE + 1, RASTER)
        made.reach = runs(RASTER, [names.SIDE] * 2, [[fits(x, y) for x in across] for y in across])
        made.snaps = [
            Snap(at, Phrase("label.contact", {"model": other}))
            for other in others(view, model)
            for at in _contacts(view, other, made.legs[-1].at if made.legs else made.start)
            if min(at) >= 0 and max(at) <= names.SIDE and fits(*at)
        ]
    return made


def leg(view: Fate, model: int, picked: Sequence[int], code: int) -> Leg:
    """Return a leg with its cost, and who would be in reach from its end."""
    before, after = WALKING.reached(view, model, picked)[2], WALKING.reached(view, model, [*picked, code])
    return Leg([*after[:2]], before - after[2], after[2], notes(view, model, *after[:2]))


def notes(view: Fate, model: int, x: int, y: int) -> list[Phrase]:
    """FTD-3.4: the enemies within reach of a point."""
    enemies = [other for other in others(view, model) if other // 2 != model // 2]
    near = (2 * names.RADIUS + names.REACH + names.EPS) ** 2
    found = [other for other in enemies if (x - view.xs[other]) ** 2 + (y - view.ys[other]) ** 2 <= near]
    return [Phrase("label.in_reach", {"model": other}) for other in found]


def target_lines(view: Fate, seat: int) -> list[TargetLine]:
    """FTD-3.4: return whom the models of a seat may strike, from edge to edge."""
    found = []
    for model in range(2 * seat, 2 * seat + 2):
        for other in others(view, model) if is_up(view, model) else ():
            far = _apart([view.xs[model], view.ys[model]], [view.xs[other], view.ys[other]]) - 2 * names.RADIUS
            if other // 2 != seat and far <= names.REACH:
                found.append(TargetLine(f"model.{model}", f"model.{other}", distance=far))
    return found


def measured(view: Fate, one: End, other: End) -> Ruler:
    """Return how far two ends are apart, from the edges of what stands there; nothing on this table hides anything."""
    radii = sum(names.RADIUS for end in (one, other) if end.piece)
    return Ruler(max(0, _apart(one.at, other.at) - radii), seen=True)


def _apart(one: Sequence[int], other: Sequence[int]) -> int:
    return int(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _contacts(view: Fate, other: int, start: Sequence[int]) -> list[list[int]]:
    """Return the points in contact with a model: on the side of the mover, or on four sides."""
    x, y, apart = view.xs[other], view.ys[other], 2 * names.RADIUS
    if not start:
        return [[x + apart, y], [x - apart, y], [x, y + apart], [x, y - apart]]
    dx, dy = start[0] - x, start[1] - y
    far = max(1, int((dx * dx + dy * dy) ** 0.5))
    return [[x + dx * apart // far, y + dy * apart // far]]


def at_scale(scene: Scene, view: Fate, viewer: int, offers: Offers) -> Scene:
    """Return the plain scene with the models on a ground, in place of rows of numbers."""
    scene.zones = [scale_zone(view, viewer, offers)]
    for panel in scene.panels:
        panel.zones = [zone for zone in panel.zones if not zone.id.startswith("seats.models")]
    scene.round = max(0, view.turn)
    scene.buttons = offers.buttons()
    return scene
