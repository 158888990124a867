"""13.6: what exactly is in the way of a point, so that a refusal can be read: who stands there, how far it is."""

from __future__ import annotations

from typing import Any

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.games.malifaux import places, roster
from shapan.games.malifaux.geometry import leg
from shapan.games.malifaux.geometry.disc import completely_within, shown_distance
from shapan.games.malifaux.geometry.spot import stand_fault
from shapan.games.malifaux.geometry.terrain import is_touched
from shapan.games.malifaux.geometry.unit import length
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import MatchWords, inches


def standing(state: Malifaux, rule: str, fault: int, what: int, path: str = "") -> Reason:
    """MFX-13.3, 13.22: return why a base cannot stand somewhere or come there: what is in the way."""
    words: dict[str, Any] = {}
    key = leg.FAULTS[fault]
    if fault == leg.BASE:
        key, words = "base_of", {"model": MatchWords(state).model(what)}
    elif fault == leg.IN_IMPASSABLE:
        key, words = "impassable_of", {"terrain": terrain(state, what)}
    elif fault == leg.LEAVES_REACH:
        key, words = "leaves_reach_of", {"model": MatchWords(state).model(what)}
    return Reason(rule, key, words, path)


def terrain(state: Malifaux, piece: int) -> Any:
    """13.6: return the name of a piece of the ground as it lies now; markers with traits come after the others."""
    name = state.field().ground.pieces[piece].name
    return {"key": "thing.marker"} if name.isdecimal() else {"term": f"terrain.{name}"}


def too_far(state: Malifaux, model: int, x: int, y: int, allowed: int) -> Reason:
    """MFX-13.7: return how far a point is from where a model stands, and how far it may be."""
    rows = state.models
    far = length(rows.xs[model], rows.ys[model], x, y)
    return Reason("MFX-13.7", "way_too_far", {"cost": inches(far), "allowed": inches(allowed)})


def spot(state: Malifaux, rule: str, choice: Choice, x: int, y: int, fault: str) -> Reason:
    """Return why nothing can be put at a place: distance, sight, what lies too near."""
    if fault in ("overlaps", "impassable"):
        why, what = stand_fault(state.field(), x, y, choice.radius, choice.about)
        is_shut = fault == "impassable" and why == leg.BASE
        return Reason(rule, fault) if is_shut or why == leg.FREE else standing(state, rule, why, what)
    if fault == "too_far":
        far = shown_distance(x, y, choice.radius, choice.x, choice.y, choice.r) * 10
        if choice.rules & places.COMPLETE:
            assert not completely_within(x, y, choice.radius, choice.x, choice.y, choice.r, choice.most)
            far += 2 * choice.radius
        return Reason(rule, "spot_too_far", {"far": inches(far), "most": inches(choice.most)})
    if fault == "no_sight":
        rows = state.models
        return behind(state, rule, rows.xs[choice.model], rows.ys[choice.model], x, y)
    if fault == "too_near" and choice.rules & places.APART:
        markers = state.markers
        near = min(
            shown_distance(x, y, choice.radius, markers.xs[one], markers.ys[one], roster.radius_of(markers.types[one]))
            for one in choice.marks
        )
        return Reason(rule, "too_near_by", {"far": inches(near * 10), "least": inches(choice.size)})
    return Reason(rule, fault or "not_possible")


def behind(state: Malifaux, rule: str, ax: int, ay: int, x: int, y: int) -> Reason:
    """MFX-13.11: return what hides a place: the piece on the line between the centres, with its height."""
    ground = state.field().ground
    found = [at for at in ground.stopping if is_touched(ground.pieces[at], ax, ay, x, y)]
    at = max(found, key=lambda one: ground.pieces[one].height, default=UNKNOWN)
    if at == UNKNOWN:
        return Reason(rule, "no_sight")
    return Reason(rule, "no_sight_past", {"terrain": terrain(state, at), "height": ground.pieces[at].height})
