"""What it is worth to push, move or place somebody, enemies to where they stand badly (MFX-13.7 to 13.9)."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import names
from shapan.games.malifaux.bots import effects, fighting, moving
from shapan.games.malifaux.bots.card_profiles import MOVES
from shapan.games.malifaux.bots.goals import AWAY, POINT, duty
from shapan.games.malifaux.bots.kept import kept
from shapan.games.malifaux.bots.mind import CLOSE, Mind
from shapan.games.malifaux.cards.operations import Move, Placed
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.unit import CENTRE, INCH, TABLE
from shapan.games.malifaux.rules import acting
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK

IN_REACH: Final = 1.0
"""What of a blow counts that could be struck at once."""
WITH_A_WALK: Final = 0.6
"""The same of one that needs a Walk before it."""
NEXT_TURN: Final = 0.2
"""The same of who has activated in this turn."""
NEARER: Final = 0.35
"""What is left of it with each further Walk."""
EACH_MORE: Final = 0.6
"""What a further blow at the same enemy counts: not all are struck."""
THREAT: Final = 0.2
"""What of its own best blow counts that the enemy could strike from there."""
ERRANDS: Final = 0.7
"""What it is worth to keep an enemy from what it has to do."""
HELD: Final = 0.5
"""What is left of its errand while it is engaged: it cannot Interact."""
IN_THE_WAY: Final = 0.25
"""What of an errand is lost while an enemy engages who has it."""
SURE: Final = 0.7
"""What of the worth of a move counts: something may stand in its way."""
DIRECTIONS: Final = tuple((cos(step * pi / 4), sin(step * pi / 4)) for step in range(8))


@kept
def plight(mind: Mind, foe: int, x: int, y: int) -> float:
    """Return what it is worth to the own side that an enemy stands somewhere."""
    found = _blows(mind, foe, x, y) - _threat(mind, foe, x, y) + _for_schemes(mind, foe, x, y)
    errand = ERRANDS * duty(mind.rival, foe, x, y) * (HELD if mind.is_held(foe, x, y, mind.own) else 1.0)
    return found - errand - _in_the_way(mind, foe, x, y)


def _blows(mind: Mind, foe: int, x: int, y: int) -> float:
    """Return what own models could strike at an enemy there: the best in full, each further one less."""
    view, blows = mind.view, []
    now = view.activation.model if view.activation is not None else UNKNOWN
    for model in mind.own:
        gap, stride = mind.gap_from(foe, x, y, model), mind.stride(model)
        if view.models.activated[model] or (model == now and acting.left(view, model) <= (view.choice is None)):
            at_once = after = NEXT_TURN if mind.turns_left else 0.0
        else:
            at_once, after = IN_REACH, WITH_A_WALK
        best = 0.0
        for worth, reach in fighting.menaces(mind, model, foe):
            beyond = max(0.0, gap - reach - stride) / max(INCH, stride)
            best = max(best, worth * (at_once if gap <= reach + CLOSE else after * NEARER**beyond))
        blows.append(best)
    blows.sort(reverse=True)
    found = sum(worth * EACH_MORE**place for place, worth in enumerate(blows))
    return min(found, mind.loss(foe, 99))


def _threat(mind: Mind, foe: int, x: int, y: int) -> float:
    """Return what an enemy could strike at from there."""
    if mind.view.models.activated[foe] and not mind.turns_left:
        return 0.0
    share = THREAT * (moving.LATER if mind.view.models.activated[foe] else 1.0)
    return share * max(
        [moving.threat(mind, foe, model, mind.gap_from(foe, x, y, model)) for model in mind.own], default=0.0
    )


def _in_the_way(mind: Mind, foe: int, x: int, y: int) -> float:
    """Return what own models cannot do that an enemy engages there."""
    reach = mind.lore(foe).reach
    if reach < 0:
        return 0.0
    return IN_THE_WAY * sum(
        max([goal.worth for goal in tasks if goal.acts], default=0.0)
        for model, tasks in mind.tasks.items()
        if mind.gap_from(foe, x, y, model) <= reach + CLOSE
    )


def _for_schemes(mind: Mind, foe: int, x: int, y: int) -> float:
    """Return what it is worth to own schemes that an enemy stands somewhere: near who seeks it, far from who hides."""
    view, rows, found = mind.view, mind.view.models, 0.0
    row = view.schemes[mind.seat]
    for place, scheme in enumerate(row.cards):
        if scheme in (names.TAKE_PRISONER, names.DELIVER_MESSAGE) and row.marks[ENEMY_PICK][place] == foe:
            group = "prisoner" if scheme == names.TAKE_PRISONER else "message"
            for goal in mind.goals:
                if goal.group == group:
                    ways = [
                        mind.gap_from(foe, x, y, model) / max(INCH, mind.stride(model))
                        for model in mind.own
                        if goal.who is None or model in goal.who
                    ]
                    found += goal.worth * AWAY ** min(ways, default=9.0)
            if scheme == names.TAKE_PRISONER:
                near = any(mind.gap_from(foe, x, y, one) <= 4 * INCH for one in mind.foes if one != foe)
                found -= 0.2 * POINT * near
        own = row.marks[OWN_PICK][place]
        if scheme == names.CLAIM_JUMP and own >= 0 and view.is_up(own) and not view.revealed[mind.seat] >> place & 1:
            there = within(rows.xs[own], rows.ys[own], rows.radii[own], CENTRE, CENTRE, 0, 2 * INCH)
            found -= 0.5 * POINT * (there and mind.gap_from(foe, x, y, own) <= 3 * INCH)
    return found


def dragged(mind: Mind, model: int, most: int, toward: int = UNKNOWN, *, away: bool = False) -> float:
    """Return what it is worth to the own side that a model is brought up to so far, in u.

    That is toward another one or away from it; with none it is where the one who moves it wants.
    """
    rows = mind.view.models
    x, y = rows.xs[model], rows.ys[model]
    if toward >= 0:
        dx, dy = float(rows.xs[toward] - x), float(rows.ys[toward] - y)
        whole = max(1.0, (dx * dx + dy * dy) ** 0.5)
        length = -float(most) if away else min(float(most), mind.gap(model, toward))
        ends = [(dx / whole * length, dy / whole * length)]
    else:
        ends = [(cx * most, cy * most) for cx, cy in DIRECTIONS]
    own = rows.sides[model] == mind.seat
    worths = [_at(mind, model, own, _on_table(x + dx), _on_table(y + dy)) for dx, dy in ends]
    return max(worths) - _at(mind, model, own, x, y)


def _on_table(at: float) -> int:
    return round(min(TABLE - INCH / 2, max(INCH / 2, at)))


def _at(mind: Mind, model: int, own: bool, x: int, y: int) -> float:
    """Return what it is worth to the own side that a model stands somewhere, if nothing bars it."""
    if not own:
        return plight(mind, model, x, y)
    return moving.arrival(mind, model, x, y, int(moving.may_still_act(mind, model)))


def _move(mind: Mind, effect: Move | Placed, me: int, target: int) -> float:
    """Rate a push, move or place by where it can end."""
    if isinstance(effect, Placed):
        inches, of, direction, touches = effect.within, effect.of, "", effect.contact_with
    else:
        inches, of, direction, touches = effect.inches, effect.of, effect.direction, None
    of = of or touches
    near = effects.whom(mind, of, me, target)[:1] if of is not None else []
    sign = 1.0 if mind.view.models.sides[me] == mind.seat else -1.0
    found = 0.0
    for model in effects.whom(mind, effect.who, me, target):
        if inches is not None and inches.is_fixed():
            most = inches.value * INCH
        else:
            most = TABLE if touches is not None else mind.stride(model)
        toward = near[0] if near and near != [model] and direction != "free" else UNKNOWN
        found += SURE * sign * dragged(mind, model, most, toward, away=direction == "away")
    return found


effects.MAKERS.update(dict.fromkeys(MOVES, _move))
