"""The table to scale: terrain, zones and lines, rings, markers, and the models on their bases (MFX-13)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.ground import Area, Base, Camera, Ground, Mark, Ring, Rule, Terrain, Trait
from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import inner, say, seat_of
from shapan.engine.scene import Phrase, Piece, Zone
from shapan.games.malifaux import actions, melee, names, roster
from shapan.games.malifaux import state as steps
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.pieces import (
    card_id,
    condition_glyph,
    emblem,
    marker_id,
    model_id,
    model_name,
    station,
)
from shapan.games.malifaux.board.scoring import marks_of, rings_of
from shapan.games.malifaux.geometry import terrain, zone
from shapan.games.malifaux.geometry.polygon import Part
from shapan.games.malifaux.geometry.terrain import TRAITS
from shapan.games.malifaux.geometry.unit import CENTRE, INCH, TABLE
from shapan.games.malifaux.odds import reckoning
from shapan.games.malifaux.state import Malifaux

GROUND: Final = "ground"
_KINDS: Final = {"forest": "wood", "pool": "water", "fog": "smoke"}
"""By name of a piece, how it is drawn; others are drawn as they are called."""
_GLYPHS: Final = (
    (terrain.CONCEALING, "t-concealing"), (terrain.HAZARDOUS, "t-hazard"), (terrain.DESTRUCTIBLE, "t-destruct"),
    (terrain.BLOCKING, "t-blocking"), (terrain.IMPASSABLE, "t-impass"), (terrain.SEVERE, "t-severe"),
)  # fmt: skip
"""MFX-13.5: by trait, the sign of a piece; the first that it has counts."""
_MARKER_GLYPHS: Final = {
    names.SCHEME_MARKER: "m-scheme", names.STRATEGY_MARKER: "m-flag", names.CORPSE_MARKER: "m-corpse",
    names.SCRAP_MARKER: "m-scrap",
}  # fmt: skip
_QUARTERED: Final = frozenset({names.TURF_WAR, names.CORRUPTED_IDOLS})
"""The strategies that are about table quarters or what lies in them."""


def make_ground(view: Malifaux, asked: BoardPrompt) -> Zone:
    """Return the table to scale, with the side of the viewer below."""
    turned = view.step > steps.ZONE and asked.viewer < view.seats and asked.viewer != view.lower
    ground = Ground([TABLE, TABLE], INCH, grid=[INCH, 6 * INCH], turned=turned)
    if view.turn or view.step:
        ground.areas = _zones(view, asked)
        ground.lines = _lines(view)
    ground.terrain = _terrain(view)
    ground.rings = [*_rings(view, asked), *rings_of(view, asked.viewer)]
    ground.camera = _camera(view, asked)
    pieces = [*_markers(view, asked), *_models(view, asked)]
    counting = marks_of(view)
    for piece in pieces:
        word, _, number = piece.id.partition(".")
        if piece.base is not None:
            piece.base.marks = [*piece.base.marks, *counting.get((word, int(number)), [])]
    return Zone(GROUND, "ground", say("board", "table"), pieces=pieces, ground=ground)


def _zones(view: Malifaux, asked: BoardPrompt) -> list[Area]:
    """MFX-10.10: return the deployment zones of both seats; before they are theirs (MFX-10.5) each is an answer."""
    if view.step == steps.ZONE:
        free = [zone_area(view.deployment, bool(upper), UNKNOWN, asked.key == "zone") for upper in range(view.seats)]
        for upper, area in enumerate(free):
            area.label, area.code = say("board", f"zone_{names.ZONES[upper]}"), actions.ZONE.codes[upper]
        return free
    lit = asked.key == "deploy"
    return [
        zone_area(view.deployment, seat != view.lower, seat, lit and seat == asked.viewer) for seat in range(view.seats)
    ]


def zone_area(deployment: int, upper: bool, owner: int, lit: bool) -> Area:
    """MFX-10.10: return a deployment zone."""
    parts, border = zone.ZONES[deployment].parts, zone.ZONES[deployment].border
    area = Area(say("board", "zone_of", seat=seat_of(owner)), owner=owner, lit=lit)
    corners = list(zip(parts[0].x, parts[0].y, strict=True))
    if len(parts) > 1:  # one outline round all of them, from the corner of the table along the border
        corners = [(0, 0), *((x, y) for x, y, _, _ in border), border[-1][2:]]
    points = [[TABLE - x, TABLE - y] if upper else [x, y] for x, y in corners]
    if len(points) == 1:
        area.at, area.radius = points[0], parts[0].radius
    else:
        area.points = points
    return area


def _lines(view: Malifaux) -> list[Rule]:
    """MFX-10.10: return the centreline, and the quarters where the strategy is about them."""
    ends = [list(zone.centreline_end(view.deployment, False, side)) for side in (zone.LEFT, zone.RIGHT)]
    lines = [Rule(ends, say("board", "centreline"))]
    if view.strategy in _QUARTERED:
        lines += [Rule([[CENTRE, 0], [CENTRE, TABLE]], kind="dots"), Rule([[0, CENTRE], [TABLE, CENTRE]], kind="dots")]
    return lines


def _terrain(view: Malifaux) -> list[Terrain]:
    """MFX-13.4: return the pieces of terrain that lie there."""
    made = []
    for index, piece in enumerate(view.map.pieces):
        if view.gone >> index & 1:
            continue
        one = Terrain(f"terrain.{index}", _KINDS.get(piece.term, piece.term), say("terrain", piece.term))
        one.points = outline(piece.parts)
        one.height = piece.height * INCH
        one.traits = [
            Trait(say("trait", name), say("trait_help", name))
            for bit, name in enumerate(TRAITS)
            if piece.traits >> bit & 1
        ]
        one.glyph = next((glyph for trait, glyph in _GLYPHS if piece.traits & trait), "")
        made.append(one)
    return made


def outline(parts: list[Part]) -> list[list[int]]:
    """Return the corners of a piece of one part."""
    return [[x, y] for part in parts for x, y in zip(part.x, part.y, strict=True)]


def _rings(view: Malifaux, asked: BoardPrompt) -> list[Ring]:
    """MFX-13.13: return how far enemies engage round the model that acts now."""
    now = view.activation
    if now is None or not view.is_up(now.model):
        return []
    rows, found = view.models, []
    for foe in view.up(1 - rows.sides[now.model]):
        reach = melee.reach(view, foe)
        if reach >= 0:
            label = say("board", "engages_within", number=reach // INCH, model=_inner(view, foe))
            found.append(
                Ring([rows.xs[foe], rows.ys[foe]], rows.radii[foe] + reach, label, "engage", rows.sides[foe], True)
            )
    return found


_SEEN: Final = 6 * INCH
"""So much round the model that acts a table shows at least."""
_FIGHTING: Final = frozenset({"modify", "card", "cheat", "suit", "trigger", "relent", "fail", "block", "reduce"})
"""Questions that a duel asks."""


def _camera(view: Malifaux, asked: BoardPrompt) -> Camera | None:
    """Return what the question is about: both models of a duel, or the table round the model that is to act.

    Where something is chosen on the table nothing is said: what may be chosen is looked at.
    """
    rows, now = view.models, view.activation
    if (asked.prompt is None or asked.key in _FIGHTING) and view.duel is not None and reckoning.is_on(view):
        both = [one for one in (view.duel.model, view.duel.target) if one != UNKNOWN and view.is_up(one)]
        lows = [min((row[one] - rows.radii[one] for one in both), default=0) for row in (rows.xs, rows.ys)]
        highs = [max((row[one] + rows.radii[one] for one in both), default=TABLE) for row in (rows.xs, rows.ys)]
        return Camera([max(0, at) for at in lows], [min(TABLE, at) for at in highs])
    if now is None or asked.key != "action" or not view.is_up(now.model):
        return None
    x, y = rows.xs[now.model], rows.ys[now.model]
    low, high = [max(0, at - _SEEN) for at in (x, y)], [min(TABLE, at + _SEEN) for at in (x, y)]
    return Camera(low, high)


def _inner(view: Malifaux, model: int) -> object:
    return inner(model_name(view, model))


def _markers(view: Malifaux, asked: BoardPrompt) -> list[Piece]:
    """MFX-13.15: return the markers."""
    rows, made = view.markers, []
    for marker, type_ in enumerate(rows.types):
        if type_ == UNKNOWN:
            continue
        piece = Piece(marker_id(marker), "marker", _MARKER_GLYPHS.get(type_, ""), owner=rows.owners[marker])
        piece.label = say("marker", roster.MARKER_TYPES[type_].id)
        piece.base = Base([rows.xs[marker], rows.ys[marker]], roster.radius_of(type_))
        piece.targets = asked.take("marker", marker)
        made.append(piece)
    return made


def _models(view: Malifaux, asked: BoardPrompt) -> list[Piece]:
    return [model_piece(view, model, asked) for model in view.up()]


def model_piece(view: Malifaux, model: int, asked: BoardPrompt) -> Piece:
    """Return a model on its base: emblem, health, conditions, whether it has activated."""
    rows = view.models
    card = rows.cards[model]
    piece = Piece(model_id(model), "model", emblem(card), model_name(view, model), owner=rows.sides[model])
    base = Base([rows.xs[model], rows.ys[model]], rows.radii[model], rows.health[model], roster.MODELS[card].health)
    base.spent = bool(rows.activated[model])
    base.marks = marks(view, model)
    piece.base, piece.station = base, station(view, model)
    piece.card = card_id(card)
    piece.targets = asked.take("model", model)
    if view.activation is not None and view.activation.model == model:
        piece.flags = ["acts"]
    return piece


def marks(view: Malifaux, model: int) -> list[Mark]:
    """MFX-12.9: return the conditions of a model, with their values."""
    return [
        Mark(condition_name(view, model, condition), condition_glyph(condition), value if valued else 0)
        for condition in range(len(names.CONDITIONS))
        if (value := view.condition(model, condition))
        for valued in (condition in names.VALUED,)
    ]


def condition_name(view: Malifaux, model: int, condition: int) -> Phrase:
    """Return a condition with its value, where it has one."""
    named = say("condition", names.CONDITIONS[condition])
    if condition not in names.VALUED:
        return named
    return say("board", "valued", what=inner(named), value=view.condition(model, condition))
