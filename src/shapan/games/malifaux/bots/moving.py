"""Where models stand well: near what they have to do, away from blows, with enemies to strike at."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux.bots import fighting
from shapan.games.malifaux.bots.goals import away, errand
from shapan.games.malifaux.bots.kept import kept
from shapan.games.malifaux.bots.mind import Mind
from shapan.games.malifaux.geometry.unit import INCH

CAUTION: Final = 0.3
"""What of the best blow of each enemy that could come is reckoned as lost."""
LATER: Final = 0.6
"""The same of an enemy that has activated in this turn: much changes until it can strike."""
AMBITION: Final = 0.3
"""What of the best blow counts that could be struck from here in the next activation."""
DONE_NEXT: Final = 0.6
"""What of the worth of a goal counts that is done with the next action."""


@kept
def standing(mind: Mind, model: int, x: int, y: int, left: int = UNKNOWN) -> float:
    """Return what it is worth that an own model stands somewhere, by what it does there next."""
    return errand(mind, model, x, y, left) + _prospect(mind, model, x, y) - danger(mind, model, x, y)


def _prospect(mind: Mind, model: int, x: int, y: int) -> float:
    """Return what a model could strike at in its next activation: by distance, with one move."""
    if not mind.turns_left and not may_still_act(mind, model):
        return 0.0
    stride = mind.stride(model)
    best = 0.0
    for foe in mind.foes:
        for worth, reach in fighting.menaces(mind, model, foe):
            if worth > best:
                beyond = mind.gap_from(model, x, y, foe) - reach - stride
                best = max(best, worth * float(0.75 ** max(0.0, beyond / max(INCH, stride))))
    return AMBITION * best


def may_still_act(mind: Mind, model: int) -> bool:
    """Tell whether a model acts now or can be activated in this turn."""
    now = mind.view.activation
    return not mind.view.models.activated[model] or (now is not None and now.model == model)


def danger(mind: Mind, model: int, x: int, y: int) -> float:
    """Return what enemies could take of a model that stands somewhere: of each its best blow, if it comes so far."""
    found = 0.0
    for foe in mind.foes:
        waits = mind.view.models.activated[foe]
        if waits and not mind.turns_left:
            continue
        gap = mind.gap_from(model, x, y, foe)
        found += threat(mind, foe, model, gap) * (LATER if waits else 1.0)
    return CAUTION * found


def threat(mind: Mind, foe: int, model: int, gap: float) -> float:
    """Return what the best blow of one model at another is worth over a gap, after one move."""
    best = 0.0
    for worth, reach in fighting.menaces(mind, foe, model):
        beyond = gap - reach - mind.stride(foe)
        if beyond <= 0:
            best = max(best, worth)
        elif beyond < 3 * INCH:
            best = max(best, worth * (1.0 - beyond / (3.0 * INCH)) * 0.4)
    return best


def arrival(mind: Mind, model: int, x: int, y: int, actions_left: int) -> float:
    """Return what it is worth to come to a place with so many actions left there: to strike, or to do what waits."""
    found = standing(mind, model, x, y, actions_left)
    if actions_left > 0:
        struck, done = 0.85 * fighting.best_at(mind, model, x, y), 0.0
        tasks = mind.tasks.get(model, ())
        if tasks and tasks[0].acts and not mind.is_held(model, x, y, mind.foes):
            done = max(
                [DONE_NEXT * goal.worth for goal in tasks if goal.acts and away(mind, goal, model, x, y) <= 0],
                default=0.0,
            )
        found += max(struck, done) if actions_left == 1 else struck + done
    return found
