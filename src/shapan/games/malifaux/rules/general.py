"""MFX-8.20 to 8.33: the general actions."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, melee, names, nature, places, roster, static, whereabouts
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import AS_ACTION, AS_TERRAIN, BY_CHARGE, Deed, Here, Who
from shapan.games.malifaux.geometry import leg
from shapan.games.malifaux.geometry.terrain import DESTRUCTIBLE
from shapan.games.malifaux.geometry.unit import INCH, length
from shapan.games.malifaux.records import ASSIST, DISENGAGE, Choice
from shapan.games.malifaux.rules import (
    choices,
    conditions,
    damage,
    deeds,
    fate,
    general_options,
    generated,
    interact,
    moves,
    ops,
    options,
    removing,
)  # fmt: skip
from shapan.games.malifaux.rules.ops import LATER
from shapan.games.malifaux.state import Malifaux

SHORTER = (2, 4, 6)
"""MFX-8.22: by how many inches a successful strike shortens the way, by band."""
ASSISTED = (1, 2, 3)
"""MFX-8.25, C4: by how much Assist lowers by the option `assist_amount`, by band."""


def do(state: Malifaux, table: Table[Malifaux], who: Who, picks: Sequence[int]) -> None:
    """MFX-8.20 to 8.27: a general action."""
    verb, model = picks[0], who.model
    deed = Deed(who.seat, model, roster.GENERAL + general_of(verb))
    here = Here(model, who.seat, deed, AS_ACTION, roster.TAG[roster.GENERAL_ACTIONS[general_of(verb)]])
    ops.at(state, table, "action_declared", model, deed)
    if not state.is_up(model):
        return
    if verb == actions.WALK:
        walk(state, table, here, picks)
    elif verb == actions.CHARGE:
        charge(state, table, here, picks)
    elif verb == actions.DISENGAGE:
        disengage(state, table, here, picks)
    elif verb == actions.CONCENTRATE:
        pay_cards(state, table, who.seat, picks)
        note(state, model, "concentrate")
        table.tell(events.CONCENTRATED, model)
        conditions.gain(state, table, model, names.FOCUSED, 1)
    elif verb == actions.ASSIST:
        assist(state, table, here, picks)
    elif verb in (actions.DEMOLISH, actions.SLAM):
        if actions.MARKER.has(picks[1]):
            demolish_marker(state, table, here, actions.MARKER.value(picks[1]))
        else:
            demolish(state, table, who, actions.PIECE.value(picks[1]))
    else:
        interact.do(state, table, here, picks)
    deeds.after(state, table, deed)


def general_of(verb: int) -> int:
    """MFX-8.20: return the number of a general action from the first pick of an answer."""
    if actions.INTERACT.has(verb):
        return roster.INTERACT_ACTION
    return roster.GENERAL_ACTIONS.index(actions.ACTIONS.of(verb).name)


def note(state: Malifaux, model: int, name: str) -> None:
    """MFX-12.17: note that a general action was taken in this activation."""
    if state.activation is not None:
        state.activation.used.append((model, roster.TAG[name]))


def pay_cards(state: Malifaux, table: Table[Malifaux], seat: int, picks: Sequence[int]) -> None:
    """MFX-8.5, Guild Authority, Hunting Partner: the cards that a general action costs."""
    for code in picks:
        if actions.COST.has(code):
            fate.discard(state, table, seat, actions.COST.value(code))


def point_of(code: int) -> tuple[int, int]:
    """D21: return the point of an answer that names a spot."""
    x, y = actions.SPOT.values(code)
    return x, y


# Walk and Charge: MFX-8.20, 8.21.


def walk(state: Malifaux, table: Table[Malifaux], here: Here, picks: Sequence[int]) -> None:
    """MFX-8.20, 13.6: along the legs, or to a place by Flight."""
    model, rows = here.me, state.models
    start = (rows.xs[model], rows.ys[model])
    legs = [actions.LEG.values(code) for code in picks if actions.LEG.has(code)]
    most = formulas.stat(state, model, names.MV) * INCH
    round_ = places.near(state, model, most)
    falls: list[int] = []
    if round_.high:  # else there is nothing to fall from
        holders, reaches = melee.engagers(state, model), melee.reaches(state)
        falls = leg.path(round_, [x for x, _ in legs], [y for _, y in legs], holders, reaches, most).falls
    far = 0
    for x, y in legs:
        far += length(rows.xs[model], rows.ys[model], x, y)
        moves.put(state, table, here, model, x, y, events.WALKED)
    for code in picks:
        if actions.SPOT.has(code):
            x, y = actions.SPOT.values(code)
            far += length(rows.xs[model], rows.ys[model], x, y)
            moves.put(state, table, here, model, x, y, events.WALKED, passes=False)
    if table.on:
        at = whereabouts.spot(rows.xs[model], rows.ys[model])
        table.tell(events.WALKED, model, at, whereabouts.way(state, model, *start, far))
    if start == (rows.xs[model], rows.ys[model]):
        return
    fall(state, table, model, falls)
    moves.moved(state, table, here, model)


def fall(state: Malifaux, table: Table[Malifaux], model: int, heights: Sequence[int]) -> None:
    """MFX-13.16: damage of falling, which nobody has made."""
    if not heights or static.ignores(state, model, "falling"):
        return
    for height in heights:
        if state.is_up(model):
            seat = state.models.sides[model]
            damage.hurt(state, table, Here(UNKNOWN, seat, Deed(seat), AS_TERRAIN), model, leg.fall_damage(height))


def charge(state: Malifaux, table: Table[Malifaux], here: Here, picks: Sequence[int]) -> None:
    """MFX-8.21, 8.28: a push up to Mv, reactions to the end of the move, then a melee action."""
    model, now = here.me, state.activation
    if now is not None and now.model == model:
        now.charged = 1
    table.tell(events.CHARGED, model)
    for code in picks:
        if actions.PUSH.has(code):
            moves.push(state, table, here, code, formulas.stat(state, model, names.MV) * INCH)
        elif actions.SPOT.has(code) and moves.put(state, table, here, model, *point_of(code), events.PLACED):
            moves.moved(state, table, here, model)
    if state.is_up(model):
        ranges = ["melee", *static.flag_words(state, model, "charge_with")]
        generated.offer(state, table, here.seat, model, ranges=ranges, rules=BY_CHARGE)


# Disengage: MFX-8.22.


@question("strike", "MFX-8.22", actions.STRIKE, actions.ACTIONS.of(actions.DECLINE), open=True)
def ask_strike(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D27: the enemy and its melee action against the model `arg` that disengages, or none."""
    codes = [actions.DECLINE]
    for foe in melee.engagers(state, arg):
        for action in nature.actions(state, foe):
            if can_strike(state, Who(foe, seat), action, arg):
                codes.append(actions.STRIKE.code(foe, roster.ACTION.numbers[action.id]))
    return codes


def can_strike(state: Malifaux, who: Who, action: Action, model: int) -> bool:
    """MFX-8.22, 8.4, E5: tell whether an action is a melee one, as it can be taken, that is not a bonus action."""
    as_melee = action.range_type == "projectile" and options.melee_reach(state, who.model) > 0
    if action.bonus or not (as_melee or action.range_type == "melee"):
        return False
    return options.is_possible(state, who, action) and model in options.targets(state, who, action, as_melee=as_melee)


def disengage(state: Malifaux, table: Table[Malifaux], here: Here, picks: Sequence[int]) -> None:
    """MFX-8.22: an enemy may strike; then the model pushes up to Mv, shorter if the strike succeeded."""
    model, seat, now = here.me, 1 - state.models.sides[here.me], state.activation
    pay_cards(state, table, here.seat, picks)
    if now is not None and now.model == model:
        now.disengaged = 1
    table.tell(events.DISENGAGED, model)
    others = len(melee.engagers(state, model)) - 1
    most = formulas.stat(state, model, names.MV) * INCH
    if len(ask_strike.legal(state, seat, model)) > 1:
        code = table.ask(ask_strike, seat, model)
        if code != actions.DECLINE:
            foe, number = actions.STRIKE.values(code)
            table.tell(events.STRUCK_AT, foe, model)
            action = nature.action(state, foe, number)
            assert action is not None
            row = [actions.ACT.codes[number], actions.AIM.codes[model]]
            if action.range_type == "projectile":
                row.append(actions.AS.codes[0])
            deed = deeds.take(
                state, table, Who(foe, seat), action, row, no_triggers=True, no_effects=not state.rules.disengage_hurts
            )
            if deed.success and state.is_up(model):
                margin = damage.margin_mod(deed)
                fate.tell_change(table, model, margin, roster.MARGIN)
                fate.tell_change(table, model, others, roster.MORE_ENGAGED)
                card = fate.flip_band(state, table, Here(foe, seat, deed), DISENGAGE, margin + others, SHORTER)
                most = max(0, most - SHORTER[names.BAND[names.VALUE[card]]] * INCH)
    if not state.is_up(model) or not most:
        return
    state.choice = Choice(model=model, most=most)
    code = table.ask(choices.ask_push, here.seat, 1)
    if code != actions.DECLINE:
        moves.push(state, table, here, code, most)


# Assist, Demolish: MFX-8.25, 8.26.


def assist(state: Malifaux, table: Table[Malifaux], here: Here, picks: Sequence[int]) -> None:
    """MFX-8.25, 8.32: a condition of a friend is lowered, by 1 or by a flip."""
    target, condition = actions.TARGET.value(picks[1]), actions.CONDITION.value(picks[2])
    table.tell(events.ASSISTED, here.me, target)
    number = 1
    if state.rules.assist_flip:
        card = fate.flip_band(state, table, here, ASSIST, 0, ASSISTED)
        number = ASSISTED[names.BAND[names.VALUE[card]]]
    conditions.lower(state, table, target, condition, number)


def demolish(state: Malifaux, table: Table[Malifaux], who: Who, piece: int) -> None:
    """MFX-8.26: a piece of terrain goes; who stands on it falls."""
    height = state.map.pieces[piece].height
    standing = [model for model in state.up() if state.models.lifts[model]]
    state.gone |= 1 << piece
    table.tell(events.DEMOLISHED, who.model, piece)
    ground = state.field().ground
    for model in standing:
        rows = state.models
        lift = ground.lift(rows.xs[model], rows.ys[model])
        if lift < rows.lifts[model]:
            rows.lifts[model] = lift
            fall(state, table, model, [height])


def demolish_marker(state: Malifaux, table: Table[Malifaux], here: Here, marker: int) -> None:
    """MFX-8.26, C14: a Destructible marker goes; Slam places another one within 1 inch."""
    model, rows, bases = here.me, state.markers, state.models
    if roster.TRAITS[rows.types[marker]] & DESTRUCTIBLE:
        removing.remove(state, table, here, marker, model)
        return
    type_, rows.types[marker] = rows.types[marker], UNKNOWN
    at = choices.spot(state, table, here.seat, Choice(
        model=model, x=bases.xs[model], y=bases.ys[model], r=bases.radii[model], radius=roster.radius_of(type_),
        most=general_options.DEMOLISH_RANGE, rules=places.IS_MARKER | places.NO_BASE,
    ))  # fmt: skip
    rows.types[marker] = type_
    if at is not None:
        rows.xs[marker], rows.ys[marker] = at
        table.tell(
            events.MARKER_DROPPED,
            marker,
            type_,
            whereabouts.spot(*at),
            whereabouts.place(state, *at, roster.radius_of(type_)),
        )


LATER.general = do
