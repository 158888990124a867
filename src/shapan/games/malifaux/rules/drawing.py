"""One legal answer to what a model does, drawn by a number: random play looks for one, and lists none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.games.malifaux import actions, formulas, melee, names, nature, places
from shapan.games.malifaux.context import Who
from shapan.games.malifaux.geometry import leg
from shapan.games.malifaux.geometry.unit import EPS, INCH, LEGS, TABLE, point_in_direction
from shapan.games.malifaux.rules import following, interact, options
from shapan.games.malifaux.state import Malifaux

STAYS: Final = 25
"""One in so many walks and charges goes nowhere: as often as if it were one more of the places that are offered."""
STOPS: Final = 8
"""One in so many walks stops after each leg."""
WAYS: Final = 8


def drawn_next(state: Malifaux, who: Who, picked: Sequence[int], number: int) -> int:
    """D11: return one of the picks that may follow, `DONE` where the answer stops."""
    verb, model = picked[0], who.model
    if actions.ACT.has(verb):
        return drawn_part(state, who, picked, number)
    if verb in (actions.END, actions.DECLINE):
        return DONE
    if verb == actions.WALK:
        return drawn_leg(state, model, number) if len(picked) == 1 else drawn_further(state, model, picked, number)
    if verb == actions.CHARGE:
        return drawn_charge(state, model, number) if len(picked) == 1 else DONE
    if interact.drops(verb):
        return interact.drawn(state, model, picked, number)
    codes = following.following(state, who, picked)
    return codes[number % len(codes)] if codes else DONE


def drawn_part(state: Malifaux, who: Who, picked: Sequence[int], number: int) -> int:
    """MFX-8.6: return a pick that follows an action of a card: its target, what else it asks for; `DONE` at last."""
    action = nature.action(state, who.model, actions.ACT.value(picked[0]))
    assert action is not None
    if len(picked) == 1 and options.needs_target(action):
        target = options.drawn_target(state, who, action, number)
        if target >= 0:
            return actions.AIM.codes[target]
    elif len(picked) == 2 and actions.AIM.has(picked[1]) and options.ends_with_target(action):
        return DONE
    codes = following.act_next(state, who, action, picked)
    return codes[number % len(codes)] if codes else DONE


def drawn_leg(state: Malifaux, model: int, number: int) -> int:
    """MFX-8.20: return the first leg of a Walk, its place by Flight, or `DONE` where it stays."""
    number, stays = number // STAYS, number % STAYS
    if not stays:
        return DONE
    most = formulas.stat(state, model, names.MV) * INCH
    holders = melee.engagers(state, model)
    if number & 1 and following.flies(state, model, "walk"):
        at = places.drawn_end(places.flight_slots(state, model, most, holders), number >> 1)
        return DONE if at is None else actions.SPOT.code(*at)
    at = places.drawn_end(places.walk_slots(state, model, most, holders), number >> 1)
    return DONE if at is None else actions.LEG.code(*at)


def drawn_further(state: Malifaux, model: int, picked: Sequence[int], number: int) -> int:
    """MFX-8.20: return a further leg of a Walk, `DONE` where it stops."""
    number, stops = number // STOPS, number % STOPS
    if not stops or actions.SPOT.has(picked[1]) or len(picked) > LEGS:
        return DONE
    most = formulas.stat(state, model, names.MV) * INCH
    xs, ys = [actions.LEG.value(code) for code in picked[1:]], [actions.LEG.value(code, 1) for code in picked[1:]]
    round_, holders, reaches = places.near(state, model, most), melee.engagers(state, model), melee.reaches(state)
    so_far = leg.path(round_, xs, ys, holders, reaches, most)
    rest, left = most - so_far.cost, most + EPS - so_far.spent
    if rest < INCH // 2:
        return DONE
    ax, ay = xs[-1], ys[-1]
    for k in range(WAYS):
        x, y = point_in_direction(ax, ay, (number + k) % WAYS * 8, rest)
        if not (0 <= x <= TABLE and 0 <= y <= TABLE):
            continue
        if leg.judged_leg(leg.reaching(round_, x, y), ax, ay, x, y, holders, reaches, left)[0] == leg.FREE:
            return actions.LEG.code(x, y)
    return DONE


def drawn_charge(state: Malifaux, model: int, number: int) -> int:
    """MFX-8.21: return where a Charge goes, `DONE` where it stays."""
    number, stays = number // STAYS, number % STAYS
    most = formulas.stat(state, model, names.MV) * INCH
    if not stays or not most:
        return DONE
    if number & 1 and following.flies(state, model, "charge"):
        at = places.drawn_end(places.flight_slots(state, model, most, []), number >> 1)
        return DONE if at is None else actions.SPOT.code(*at)
    at = places.drawn_push(state, model, most, number >> 1)
    return DONE if at is None else actions.PUSH.code(*at)
