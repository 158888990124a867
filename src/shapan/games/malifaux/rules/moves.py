"""MFX-13.7 to 13.9: operations of place: moves, pushes, placing."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, names, places, roster, select, static, value, whereabouts
from shapan.games.malifaux.cards.operations import Move, Placed, Push, Swap
from shapan.games.malifaux.cards.place import Place
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import AS_TERRAIN, ActionContext, Source
from shapan.games.malifaux.geometry.leg import Near, fall_damage
from shapan.games.malifaux.geometry.push import aim_away, aim_toward, push_end, through_end
from shapan.games.malifaux.geometry.terrain import mask_of
from shapan.games.malifaux.geometry.unit import INCH, length
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, damage, hazards, killing, ops, order
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux

# Coming to a place


def put(
    state: Malifaux, table: Table[Malifaux], here: Source, model: int, x: int, y: int, event: int, *,
    passes: bool = True,
) -> bool:  # fmt: skip
    """MFX-12.21: a model comes to a place; tell whether that is another one. A Walk by Flight passes nothing.

    A Walk is told as a whole, when its last leg is done.
    """
    rows = state.models
    ax, ay = rows.xs[model], rows.ys[model]
    if (ax, ay) == (x, y):
        return False
    if passes and event in (events.WALKED, events.MOVED, events.PUSHED):
        hazards.note(state, here, model, ax, ay, x, y)
    rows.xs[model], rows.ys[model] = x, y
    killing.lift(state, model)
    if not table.on:
        return True
    if event == events.PLACED:
        table.tell(event, model, whereabouts.spot(x, y), whereabouts.place(state, x, y, rows.radii[model], model))
    elif event != events.WALKED:
        table.tell(event, model, whereabouts.spot(x, y), whereabouts.way(state, model, ax, ay, length(ax, ay, x, y)))
    return True


def moved(state: Malifaux, table: Table[Malifaux], here: Source, model: int) -> None:
    """MFX-12.21: a move, push or place is over."""
    if state.is_up(model):
        ops.at(state, table, "move_ended", model, here.deed, cause=here.me)


def push(state: Malifaux, table: Table[Malifaux], here: Source, code: int, most: int) -> None:
    """MFX-13.7: push the model whose effect it is toward the point of an answer, as far as it can go."""
    model = here.me
    if choices.is_there(state, model, code):
        return
    x, y = actions.PUSH.values(code)
    end = push_end(places.near(state, model, most), x, y, most)
    if put(state, table, here, model, *end, events.PUSHED):
        moved(state, table, here, model)


def fall(state: Malifaux, table: Table[Malifaux], model: int, heights: Sequence[int]) -> None:
    """MFX-13.16: damage of falling, which nobody has made."""
    if not heights or static.ignores(state, model, "falling"):
        return
    for height in heights:
        if state.is_up(model):
            seat = state.models.sides[model]
            damage.hurt(
                state, table, Source(UNKNOWN, seat, ActionContext(seat), AS_TERRAIN), model, fall_damage(height)
            )


def is_held(state: Malifaux, here: Source, model: int) -> bool:
    """MFX-12.21: tell whether a Staggered model cannot be moved by an effect of another friendly one."""
    staggered = state.condition(model, names.STAGGERED) > 0
    return staggered and model != here.me and state.are_friends(model, here.me)


def movable(state: Malifaux, table: Table[Malifaux], here: Source, effect: Move | Placed) -> list[int]:
    """MFX-6.17: return the models that an effect can move, in the order that its player chooses."""
    found = [one for one in choices.whom(state, table, here, effect.who) if state.is_up(one)]
    free = [one for one in found if not is_held(state, here, one)]
    return order.in_order(state, table, here.seat, here.me, free, free)


# Pushes and moves: MFX-13.7, 13.8, 13.23.


@op(Push, Move)
def _go(state: Malifaux, table: Table[Malifaux], here: Source, effect: Move) -> None:
    for model in movable(state, table, here, effect):
        if not state.is_up(model) or is_held(state, here, model):
            continue
        before, here.it = here.it, model
        most = value.value(state, here, effect.inches) * INCH
        if most > 0:
            go(state, table, here, model, most, effect)
        here.it = before


def go(state: Malifaux, table: Table[Malifaux], here: Source, model: int, most: int, effect: Move) -> None:
    """MFX-13.7, 13.23: push or move one model: toward or away from something, or where its player wants.

    [ruling] One that is not "up to" may not be declined: its player names the direction, and it goes as far as it can.
    """
    rows, through, up_to = state.models, effect.through_models, isinstance(effect, Push) and effect.up_to
    direction = effect.direction
    round_ = places.near(state, model, most, through=through)
    x, y = rows.xs[model], rows.ys[model]
    if effect.of is not None:
        at = centre_of(state, table, here, effect.of)
        if at is None or at == (x, y):
            return
        x, y = toward(round_, *at, most, direction)
    if direction == "free" or up_to:
        choice = Choice(model=model, most=most, rules=places.THROUGH if through else 0)
        if direction != "free":
            choice.about, choice.x, choice.y = 0, x, y
        state.choice = choice
        if through and not up_to and not places.push_aims(state, choice, 1):
            return  # in no direction can it end anywhere
        code = table.ask(choices.ask_push, here.seat, int(up_to))
        if code == actions.DECLINE or choices.is_there(state, model, code):
            return
        aim = actions.PUSH.values(code)
        x, y = aim if up_to else toward(round_, aim[0], aim[1], most, direction)
    end: tuple[int, int] | None
    end = through_end(round_, x, y, most) if through else push_end(round_, x, y, most)
    event = events.PUSHED if isinstance(effect, Push) else events.MOVED
    if end is not None and put(state, table, here, model, *end, event):
        moved(state, table, here, model)


def toward(round_: Near, x: int, y: int, most: int, direction: str) -> tuple[int, int]:
    """MFX-13.23: return the point that a push toward or away from a place is aimed at."""
    return (aim_away if direction == "away" else aim_toward)(round_, x, y, most)


def centre_of(state: Malifaux, table: Table[Malifaux], here: Source, selector: Selector) -> tuple[int, int] | None:
    """MFX-13.23: return the place of what a selector means: a model, a marker, or one of both that is chosen."""
    found = find(state, table, here, selector)
    return None if found is None else (found[0], found[1])


def find(state: Malifaux, table: Table[Malifaux], here: Source, selector: Selector) -> tuple[int, int, int, int] | None:
    """MFX-13.9, 13.23: return place, radius and model (-1: a marker) of what a selector means, by choice."""
    word = selector.single()
    if word:
        marker = value.marker_of(here, word)
        model = value.who(state, here, word) if marker < 0 else UNKNOWN
    else:
        both = [one for one in selector.any_of if one.markers]
        models: list[int] = []
        if selector.markers:
            lying = select.markers(state, here, selector)
        elif both:
            models = select.found_of(state, here, selector)
            lying = [one for part in both for one in select.markers(state, here, select.joined(selector, part))]
        else:
            models, lying = select.found(state, here, selector), []
        model = choices.one_of(state, table, here.seat, here.me, models, may_leave=bool(lying), tag=here.tag)
        marker = UNKNOWN
        if model < 0:
            marker = choices.one_of(state, table, here.seat, here.me, lying, marker=True, tag=here.tag)
    if marker >= 0:
        rows = state.markers
        return rows.xs[marker], rows.ys[marker], roster.radius_of(rows.types[marker]), UNKNOWN
    if model < 0:
        return None
    if not state.is_up(model):
        place = here.deed.left.get(model)
        return None if place is None else (*place, model)
    bases = state.models
    return bases.xs[model], bases.ys[model], bases.radii[model], model


# Placing: MFX-13.9.


@op(Placed)
def _place(state: Malifaux, table: Table[Malifaux], here: Source, effect: Placed) -> None:
    for model in movable(state, table, here, effect):
        if not state.is_up(model) or is_held(state, here, model):
            continue
        rows = state.models
        choice = Choice(model=model, radius=rows.radii[model], about=model, size=rows.sizes[model])
        if effect.contact_with is not None:
            found = find(state, table, here, effect.contact_with)
            if found is None:
                continue
            choice.x, choice.y, choice.r, choice.rules = *found[:3], places.CONTACT
        elif effect.within is not None:
            source = find(state, table, here, effect.of) if effect.of is not None else None
            at = source or (rows.xs[model], rows.ys[model], rows.radii[model], model)
            choice.x, choice.y, choice.r = at[:3]
            choice.most = value.value(state, here, effect.within) * INCH
            choice.rules = places.COMPLETE if effect.completely else 0
        if effect.constraint is not None:
            constrain(state, here, choice, effect.constraint)
        found_at = choices.spot(state, table, here.seat, choice)
        if found_at is not None and put(state, table, here, model, *found_at, events.PLACED):
            moved(state, table, here, model)


def constrain(state: Malifaux, here: Source, choice: Choice, place: Place) -> None:
    """MFX-13.9, Secret Passage: hold a spot to what a place says of terrain, sight, zones and halves."""
    if place.los:
        choice.rules |= places.SEEN
    if place.of is not None and place.of.terrain:
        choice.traits = mask_of(list(place.of.terrain))
        choice.near_terrain = 0 if place.within is None else value.value(state, here, place.within) * INCH
    areas(choice, place, state.models.sides[here.me])


def areas(choice: Choice, place: Place, seat: int) -> None:
    """MFX-13.20: hold a spot to a zone or a half of the table."""
    choice.least = seat
    if place.zone:
        choice.rules |= places.OWN_ZONE if place.zone == "own" else places.ENEMY_ZONE
    if place.half:
        choice.rules |= places.OWN_HALF if place.half == "own" else places.ENEMY_HALF


@op(Swap)
def _swap(state: Malifaux, table: Table[Malifaux], here: Source, effect: Swap) -> None:
    """Mistaken Identity: a goes into contact with b, then b into contact with the old place of a."""
    one, others = select.found(state, here, effect.a), choices.whom(state, table, here, effect.b)
    if not one or not others:
        return
    a, b, rows = one[0], others[0], state.models
    ax, ay, ar = rows.xs[a], rows.ys[a], rows.radii[a]
    for model, (x, y, r) in ((a, (rows.xs[b], rows.ys[b], rows.radii[b])), (b, (ax, ay, ar))):
        if is_held(state, here, model):
            continue
        at = choices.spot(state, table, here.seat, Choice(
            model=model, radius=rows.radii[model], about=model, x=x, y=y, r=r, rules=places.CONTACT
        ))  # fmt: skip
        if at is not None and put(state, table, here, model, *at, events.PLACED):
            moved(state, table, here, model)
