"""What the active model does: each action is rated by what it brings at once and where it leaves the model.

An answer has many picks. Each next pick is rated when it is offered, so that nothing is worked out that is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import actions, formulas, melee, model_traits, names, static
from shapan.games.malifaux.bots import effects, fighting, goals, interacting, moving, worths
from shapan.games.malifaux.bots.card_profiles import Strike, strike_of
from shapan.games.malifaux.bots.mind import RATE, Mind
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.rules import acting, costs, options, verbs

FOCUS: Final = 0.4
ASSIST: Final = 0.7
STAY_PUT: Final = 0.25
"""By how much a further leg of a Walk must be better: few are."""
OBEYED: Final = 0.85
UNWILLING: Final = -5.0


class Rated(Mapping[int, float]):
    """The options of a pick, rated one by one as they are asked for."""

    def __init__(self, mind: Mind, who: Actor, picked: Sequence[int]) -> None:
        self._mind, self._who, self._picked = mind, who, picked

    def __getitem__(self, code: int) -> float:
        if not self._picked:
            return first(self._mind, self._who, code)
        return further(self._mind, self._who, self._picked, code)

    def __iter__(self) -> Iterator[int]:
        return iter(())

    def __len__(self) -> int:
        return 0


@RATE.picks("action")
def _action(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    now = mind.view.activation
    assert now is not None
    return Rated(mind, Actor(now.model, mind.seat), picked)


@RATE.picks("free_action")
def _free_action(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    choice = mind.view.asked()
    row = tuple(code for code in picked if not actions.ACTOR.has(code))
    return Rated(mind, Actor(choice.model, mind.seat, choice), row)


def actions_after(mind: Mind, who: Actor) -> int:
    """Return how many actions the acting model has left behind the one that is chosen now."""
    now = mind.view.activation
    if now is None or now.model != who.model:
        return 0
    return max(0, acting.left(mind.view, who.model) - (who.free is None))


def here(mind: Mind, model: int) -> tuple[int, int]:
    """Return where a model stands."""
    return mind.view.models.xs[model], mind.view.models.ys[model]


def is_own(mind: Mind, model: int) -> bool:
    """Tell whether a model is of the own crew, not one that is made to obey."""
    return mind.view.models.sides[model] == mind.seat


# The first pick


def first(mind: Mind, who: Actor, code: int) -> float:
    """Return what it is worth to begin an answer with a pick: the best of what may follow."""
    key = ("first", who.model, code, who.free is None)
    if key not in mind.kept:
        mind.kept[key] = _first(mind, who, code)
    found: float = mind.kept[key]
    return found


def _first(mind: Mind, who: Actor, code: int) -> float:
    model = who.model
    if code in (actions.END, actions.DECLINE, DONE):
        return 0.0
    if actions.ACT.has(code):
        action = model_traits.action(mind.view, model, actions.ACT.value(code))
        return act(mind, who, action) if action is not None else UNWILLING
    if not is_own(mind, model):
        return -0.1
    if code in (actions.WALK, actions.CHARGE):
        return _best_way(mind, who, code)
    if code == actions.DISENGAGE:
        stride = formulas.stat(mind.view, model, names.MV) * 1000
        return 0.5 * goals.drift(mind, model, stride) - 0.4
    if actions.INTERACT.has(code):
        return interacting.use(mind, who, actions.INTERACT.value(code))
    if code == actions.CONCENTRATE:
        paid = static.action_cost(mind.view, model, "concentrate") * mind.cheapest
        return FOCUS / (1 + mind.view.condition(model, names.FOCUSED)) * min(1.0, 3 * mind.left) - paid
    if code == actions.ASSIST:
        return ASSIST
    return -0.1


def _best_way(mind: Mind, who: Actor, verb: int) -> float:
    """Return what the best Walk or Charge is worth beside standing still."""
    picked = [verb]
    ways = [further(mind, who, picked, code) for code in verbs.following(mind.view, who, picked) if code != DONE]
    return max(ways, default=UNWILLING) - further(mind, who, picked, DONE)


# Actions of cards


def act(mind: Mind, who: Actor, action: Action) -> float:
    """Return what an action of a card is worth with its best target."""
    paid = costs.discards_of(action.costs) * mind.cheapest + sum(1.5 for cost in action.costs if cost.stone)
    if not options.needs_target(action):
        return _untargeted(mind, who, action) - paid
    best = [aim(mind, who, action, target) for target in options.targets(mind.view, who, action)]
    if action.target is not None and action.target.markers:
        best += [aim_marker(mind, who, action, one) for one in options.target_markers(mind.view, who, action)]
    return max(best, default=UNWILLING) - paid


def _untargeted(mind: Mind, who: Actor, action: Action) -> float:
    sign, known = 1.0 if is_own(mind, who.model) else -1.0, worths.ACTIONS.get(action.id)
    worth = effects.worth(mind, action.effects, who.model, UNKNOWN) if known is None else known
    return sign * effects.chance(mind, action, who.model) * worth


def aim(mind: Mind, who: Actor, action: Action, target: int) -> float:
    """Return what an action is worth at a model."""
    own, theirs = is_own(mind, who.model), is_own(mind, target)
    if own and theirs and any(effect.op == "control_action" for effect in action.effects):
        return effects.chance(mind, action, who.model) * obeying(mind, target)
    strike = strike_of(action)
    if strike is None:
        sign = 1.0 if own else -1.0
        return sign * effects.chance(mind, action, who.model) * effects.worth(mind, action.effects, who.model, target)
    if own == theirs:  # a model of the same crew: only what does it good is for friends
        if not own:
            return fighting.blow(mind, who.model, strike, target).worth
        good = effects.worth(mind, strike.effects, who.model, target) - 3.0 * any(strike.track)
        return good * effects.chance(mind, action, who.model) if good > 0 else good
    if not own:
        return UNWILLING
    return fighting.blow(mind, who.model, strike, target, hindered(mind, who, strike, target)).worth


def obeying(mind: Mind, model: int) -> float:
    """Return what an own model does when it is made to act: the best blow from where it stands, or a Walk."""
    x, y = here(mind, model)
    return max(OBEYED * fighting.best_at(mind, model, x, y), OBEYED * goals.drift(mind, model, mind.stride(model)))


def hindered(mind: Mind, who: Actor, strike: Strike, target: int) -> int:
    """MFX-8.10, 13.12: return the minus of friendly fire and concealment to an attack from where the model stands."""
    key = ("hindered", who.model, strike.number, target)
    if key not in mind.kept:
        view, net, action = mind.view, 0, strike.action
        if not strike.melee and view.is_up(who.model) and view.is_up(target):
            if "concealment" not in action.ignores:
                net -= formulas.is_concealed(view, who.model, target)
            if action.range_type == "projectile" and "friendly_fire" not in action.ignores:
                net -= any(
                    one != who.model and melee.engages(view, one, target)
                    for one in view.up(view.models.sides[who.model])
                )
        mind.kept[key] = max(-2, net)
    found: int = mind.kept[key]
    return found


def aim_marker(mind: Mind, who: Actor, action: Action, marker: int) -> float:
    """Return what an action is worth at a marker: what it does, and that the marker may go."""
    rows, found = mind.view.markers, effects.worth(mind, action.effects, who.model, UNKNOWN)
    if rows.types[marker] == names.SCHEME_MARKER:
        found += interacting.removal(mind, [marker])
    return effects.chance(mind, action, who.model) * found


# What follows


def further(mind: Mind, who: Actor, picked: Sequence[int], code: int) -> float:
    """Return what a next pick is worth."""
    verb, model = picked[0], who.model
    if verb == actions.WALK:
        return _walk(mind, who, picked, code)
    if verb == actions.CHARGE:
        return _charge(mind, who, code)
    if actions.INTERACT.has(verb):
        return interacting.part(mind, who, actions.INTERACT.value(verb), code)
    if actions.ACT.has(verb):
        action = model_traits.action(mind.view, model, actions.ACT.value(verb))
        if action is not None:
            return _part(mind, who, action, code)
    if actions.COST.has(code):
        return -0.1 * mind.card(actions.COST.value(code))
    if actions.TARGET.has(code):
        return mind.worth(actions.TARGET.value(code))
    return 0.0


def _walk(mind: Mind, who: Actor, picked: Sequence[int], code: int) -> float:
    left = actions_after(mind, who)
    if code == DONE:
        last = picked[-1]
        at = actions.LEG.values(last) if actions.LEG.has(last) else here(mind, who.model)
        return moving.arrival(mind, who.model, at[0], at[1], left) + STAY_PUT * (len(picked) > 1)
    if len(picked) > 2:
        return UNWILLING
    x, y = (actions.LEG if actions.LEG.has(code) else actions.SPOT).values(code)
    return moving.arrival(mind, who.model, x, y, left)


def _charge(mind: Mind, who: Actor, code: int) -> float:
    if code == DONE:
        x, y = here(mind, who.model)
        return moving.arrival(mind, who.model, x, y, actions_after(mind, who))
    x, y = (actions.PUSH if actions.PUSH.has(code) else actions.SPOT).values(code)
    struck = fighting.best_at(mind, who.model, x, y, melee=True)
    return moving.arrival(mind, who.model, x, y, actions_after(mind, who)) + struck - 0.3 * (struck == 0)


def _part(mind: Mind, who: Actor, action: Action, code: int) -> float:
    """Return what a target, card, marker or number is worth with an action of a card."""
    if code == DONE:
        return 0.0
    if actions.AIM.has(code):
        thing = actions.AIM.value(code)
        if thing < names.MAX_MODELS:
            return aim(mind, who, action, thing)
        return aim_marker(mind, who, action, thing - names.MAX_MODELS)
    if actions.COST.has(code):
        return -0.1 * mind.card(actions.COST.value(code))
    if actions.AS.has(code):
        return 0.1
    if actions.NUMBER.has(code):
        return 0.5 - 0.1 * actions.NUMBER.value(code)
    if actions.CHOSEN.has(code):
        return 0.2
    return 0.0
