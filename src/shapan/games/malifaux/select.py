"""Whom selectors mean (crews 2.2): models, markers and pieces of terrain, in the order of their rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import formulas, model_traits, names, roster, value
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import ActionContext, Source
from shapan.games.malifaux.geometry import zone
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.terrain import is_within, mask_of
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.state import Malifaux

TESTS: Final[list[Callable[[Malifaux, Source, int, Selector], bool]]] = []
"""Further tests of a model; each stands where its rule is: characteristics and abilities in `static`, say."""


def found(state: Malifaux, here: Source, selector: Selector) -> list[int]:
    """Return the models (or, if it is about markers, the markers) that a selector means now."""
    if selector.markers:
        return markers(state, here, selector)
    word = selector.single()
    if word:
        model = value.who(state, here, word)
        return [model] if model >= 0 and holds(state, here, model, selector) else []
    if selector.buried:
        candidates = [model for model in state.in_play() if state.models.buried[model]]
    else:
        candidates = state.up()
    return [model for model in candidates if holds(state, here, model, selector)]


def holds(state: Malifaux, here: Source, model: int, selector: Selector) -> bool:
    """Tell whether a model is one that a selector means."""
    if not _is_of_card(state, here, model, selector) or not _is_of_now(state, here, model, selector):
        return False
    for test in TESTS:
        if not test(state, here, model, selector):
            return False
    if selector.reach and not _is_reached(state, here, model, selector):
        return False
    if selector.los and not selector.reach and not _is_seen(state, here, model, selector):
        return False
    if selector.when is not None:
        before, here.it = here.it, model
        good = value.truth(state, here, selector.when)
        here.it = before
        if not good:
            return False
    return not selector.any_of or any(holds(state, here, model, one) for one in selector.any_of)


def _is_of_card(state: Malifaux, here: Source, model: int, s: Selector) -> bool:
    """Tell whether a model is on the side, and of the card, that a selector says."""
    me = here.me
    if s.side == "friendly" and not state.are_friends(model, me):
        return False
    if s.side == "enemy" and state.are_friends(model, me):
        return False
    if s.other and model == me:
        return False
    if s.excluded and any(value.who(state, here, word) == model for word in s.excluded):
        return False
    if s.keyword and not model_traits.has_keyword(state, model, s.keyword):
        return False
    card = model_traits.card(state, model)
    if (s.stations and card.station not in s.stations) or card.station in s.not_stations:
        return False
    if s.name and card.id != (model_traits.card(state, me).id if s.name == "self" else s.name):
        return False
    return s.cost is None or value.compare(card.cost, s.cost.sign, value.value(state, here, s.cost.right))


def _is_of_now(state: Malifaux, here: Source, model: int, s: Selector) -> bool:
    """Tell whether a model has become what a selector says in the course of the match."""
    if s.sz is not None:
        size = formulas.stat(state, model, names.SZ)
        if not value.compare(size, s.sz.sign, value.value(state, here, s.sz.right)):
            return False
    rows = state.models
    return (
        (s.buried == (rows.buried[model] > 0) or s.single() != "")
        and (s.activated is None or s.activated == bool(rows.activated[model]))
        and (s.leader is None or s.leader == bool(rows.leaders[model]))
        and (s.damaged is None or s.damaged == (model in here.deed.damaged))
        and (not s.condition or state.condition(model, names.CONDITIONS.index(s.condition)) > 0)
        and (not s.upgrade or model_traits.has_upgrade(state, model, s.upgrade))
        and (not s.faction or _is_of_faction(state, here, model, s.faction))
        and (not s.half or is_on_half(state, here.me, s.half, rows.xs[model], rows.ys[model]))
    )


def _is_of_faction(state: Malifaux, here: Source, model: int, word: str) -> bool:
    faction = model_traits.card(state, here.me).faction if word == "self" else word
    return faction in model_traits.card(state, model).factions


def is_on_half(state: Malifaux, me: int, area: str, x: int, y: int) -> bool:
    """MFX-14.5: tell whether a point lies on the own half of a model's crew, or on that of the enemy."""
    upper = (state.models.sides[me] != state.lower) == (area == "own")
    return zone.is_on_half(state.deployment, upper, x, y)


# Distance (crews 2.2: within, aura, pulse)


def centre(state: Malifaux, here: Source, selector: Selector) -> tuple[int, int]:
    """Return the model and the marker from which a selector measures; UNKNOWN for what it is not."""
    if selector.of is None:
        return here.me, UNKNOWN
    word = selector.of.single()
    marker = value.marker_of(here, word) if word else UNKNOWN
    return (UNKNOWN, marker) if marker >= 0 else (value.who(state, here, word), UNKNOWN)


def _is_reached(state: Malifaux, here: Source, model: int, selector: Selector) -> bool:
    assert selector.inches is not None
    inches = value.value(state, here, selector.inches)
    inches += sum(more for holder, tag, more in here.deed.wider if holder == here.me and tag == here.tag)
    if selector.of is not None and not selector.of.single():
        return any(
            _is_near(state, here, selector, one if not selector.of.markers else UNKNOWN,
                     one if selector.of.markers else UNKNOWN, model, inches)
            for one in found(state, here, selector.of)
        )  # fmt: skip
    middle, marker = centre(state, here, selector)
    return _is_near(state, here, selector, middle, marker, model, inches)


def _is_near(
    state: Malifaux, here: Source, selector: Selector, middle: int, marker: int, model: int, inches: int
) -> bool:
    """Tell whether a model is near a model or marker, as a selector asks it (MFX-12.13, 12.18, 13.27)."""
    if not state.is_up(model):
        return False
    sees_it = selector.los or selector.reach in {"aura", "pulse"}
    if marker >= 0:
        return formulas.is_near_marker(state, model, marker, inches * INCH) and (
            not sees_it or formulas.sees_marker(state, model, marker)
        )
    if middle < 0 or not state.is_up(middle):
        return middle == model and middle >= 0
    if middle == model:
        return selector.reach != "pulse"
    return formulas.is_within(state, middle, model, inches) and (not sees_it or formulas.sees(state, middle, model))


def _is_seen(state: Malifaux, here: Source, model: int, selector: Selector) -> bool:
    middle, marker = centre(state, here, selector)
    if marker >= 0:
        return formulas.sees_marker(state, model, marker)
    return middle >= 0 and state.is_up(middle) and (middle == model or formulas.sees(state, middle, model))


# Markers and terrain


def markers(state: Malifaux, here: Source, selector: Selector) -> list[int]:
    """Return the markers that a selector means."""
    word = selector.single()
    if word:
        marker = value.marker_of(here, word)
        return [marker] if marker >= 0 and _is_marker(state, here, marker, selector) else []
    rows = state.markers
    return [
        marker for marker, type_ in enumerate(rows.types) if type_ >= 0 and _is_marker(state, here, marker, selector)
    ]


def _is_marker(state: Malifaux, here: Source, marker: int, s: Selector) -> bool:
    rows, seat = state.markers, state.models.sides[here.me]
    if rows.types[marker] < 0:
        return False
    owner = rows.owners[marker]
    if roster.MARKER_TYPES[rows.types[marker]].id not in s.markers:
        if "scheme" not in s.markers or rows.types[marker] != names.CORPSE_MARKER:
            return False
        owner = next((one for one in range(names.SEATS) if marker in counted_as_schemes(state, one)), UNKNOWN)
        if owner == UNKNOWN:
            return False
    if (s.side == "friendly" and owner != seat) or (s.side == "enemy" and owner != 1 - seat):
        return False
    if s.half and not is_on_half(state, here.me, s.half, rows.xs[marker], rows.ys[marker]):
        return False
    if not s.reach and not s.los:
        return True
    middle, other = centre(state, here, s)
    inches = 0 if s.inches is None else value.value(state, here, s.inches)
    if other >= 0:
        r = roster.radius_of(rows.types[other])
        own = roster.radius_of(rows.types[marker])
        return within(rows.xs[other], rows.ys[other], r, rows.xs[marker], rows.ys[marker], own, inches * INCH)
    if middle < 0 or not state.is_up(middle):
        return False
    near = not s.reach or formulas.is_near_marker(state, middle, marker, inches * INCH)
    sees_it = s.los or s.reach in {"aura", "pulse"}
    return near and (not sees_it or formulas.sees_marker(state, middle, marker))


def pieces(state: Malifaux, here: Source, selector: Selector) -> list[int]:
    """Return the pieces of terrain that a selector means: by trait, within a distance of its centre."""
    mask, ground = mask_of(list(selector.terrain)), state.field().ground
    middle, _ = centre(state, here, selector)
    rows, inches = state.models, 0 if selector.inches is None else value.value(state, here, selector.inches)
    return [
        place
        for place, piece in enumerate(ground.pieces)
        if piece.traits & mask
        and (
            middle < 0
            or not selector.reach
            or is_within(piece, rows.xs[middle], rows.ys[middle], rows.radii[middle], inches * INCH)
        )
    ]


def near_model(state: Malifaux, here: Source, model: int, selector: Selector) -> bool:
    """Tell whether a model that counts as a marker is as near as a selector of markers asks."""
    middle, marker = centre(state, here, selector)
    inches = 0 if selector.inches is None else value.value(state, here, selector.inches)
    return _is_near(state, here, selector, middle, marker, model, inches)


def found_of(state: Malifaux, here: Source, selector: Selector) -> list[int]:
    """Return the models that a selector of models and markers means."""
    parts = [joined(selector, one) for one in selector.any_of if not one.markers]
    return [model for model in state.up() if any(holds(state, here, model, one) for one in parts)]


def uncounted(selector: Selector) -> Selector:
    """Return a selector of all that it could mean, of which so many as it counts are chosen."""
    return selector if selector.count is None else replace(selector, count=None)


def joined(selector: Selector, part: Selector) -> Selector:
    """Return a part of a selector of several sorts of things, with what holds for all of them."""
    return replace(
        part, side=part.side if part.side != "any" else selector.side, reach=part.reach or selector.reach,
        inches=part.inches or selector.inches, of=part.of or selector.of, los=part.los or selector.los,
        other=part.other or selector.other, count=selector.count,
    )  # fmt: skip


def counted_as_schemes(state: Malifaux, seat: int) -> list[int]:
    """Mourn the Dead: return the corpses that count as scheme markers of a seat; those of both sides are of none."""
    if not state.lasting:
        return []
    areas = [
        _mourned(state, row, effect.who)
        for row, granted, effect in state.lasts().of("flag counts_as_marker")
        if granted is None and effect.value == "scheme" and state.is_up(row[3])
    ]
    if not areas:
        return []
    return [
        marker
        for marker in state.marker_list(names.CORPSE_MARKER)
        if {side for side, lying in areas if marker in lying} == {seat}
    ]


def _mourned(state: Malifaux, row: tuple[int, ...], selector: Selector) -> tuple[int, list[int]]:
    """Mourn the Dead: return whose the area of what lasts on a model is, and the markers that lie in it."""
    me, seat = row[3], state.models.sides[row[3]]
    return seat, markers(state, Source(me, seat, ActionContext(seat)), selector)


def _number_of(state: Malifaux, here: Source, selector: Selector) -> int:
    return len(pieces(state, here, selector) if selector.terrain else found(state, here, selector))


value.CALLS["number_of"] = _number_of
