"""What effects of cards are worth, about: operation by operation, from where the models stand (crews 2.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import formulas, names, roster
from shapan.games.malifaux.bots.mind import CLOSE, Mind
from shapan.games.malifaux.bots.worths import CONDITION, OPERATION
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.operations import (
    Bury,
    Conditioned,
    Damage,
    Draw,
    Heal,
    Kill,
    PassToken,
    Stone,
    Token,
    Trial,
)
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.odds import flips

BURIED: Final = 2.2
LIKELY: Final = 0.6
"""How often an effect inside a condition happens."""
PER_CARD: Final = 0.55
TOKEN: Final = 0.3


def worth(mind: Mind, effects: Sequence[Effect], me: int, target: int) -> float:
    """Return what effects are worth to the side of who causes them."""
    return sum(_one(mind, effect, me, target) for effect in effects)


def _one(mind: Mind, effect: Effect, me: int, target: int) -> float:
    maker = MAKERS.get(effect.op)
    if maker is not None:
        return maker(mind, effect, me, target)
    return OPERATION.get(effect.op, 0.0)


def whom(mind: Mind, selector: Selector, me: int, target: int) -> list[int]:
    """Return the models that a selector may mean, by side, keyword, characteristic and distance."""
    word = selector.single()
    if word:
        model = {"self": me, "attacker": me, "target": target, "it": target, "chosen": target}.get(word, UNKNOWN)
        return [model] if model >= 0 else []
    view, found = mind.view, []
    side = view.models.sides[me]
    reach = selector.inches.value if selector.inches is not None else 99
    centre = target if selector.of is not None and selector.of.single() == "target" and target >= 0 else me
    for model in view.up():
        friendly = view.models.sides[model] == side
        if (selector.side == "friendly" and not friendly) or (selector.side == "enemy" and friendly):
            continue
        if (selector.other and model == me) or (model == centre and selector.reach == "pulse"):
            continue
        card = roster.MODELS[view.models.cards[model]]
        if selector.keyword and selector.keyword not in card.keywords:
            continue
        if selector.characteristics and not set(selector.characteristics) & set(card.characteristics):
            continue
        if model == centre or not view.is_up(centre) or mind.gap(centre, model) <= reach * INCH + CLOSE:
            found.append(model)
    if selector.count is not None:
        return found[:1]
    return found


def _signed(mind: Mind, me: int, model: int, good_for_it: float) -> float:
    """Return what is good for a model as the side of another sees it."""
    rows = mind.view.models
    return good_for_it if rows.sides[model] == rows.sides[me] else -good_for_it


def _damage(mind: Mind, effect: Damage, me: int, target: int) -> float:
    row, found = effect.amount.track(), 0.0
    number = sum(row) / len(row) if row else 1.5
    for model in whom(mind, effect.who, me, target):
        found += _signed(mind, me, model, -mind.loss(model, number))
    return found * (0.7 if effect.unless else 1.0)


def _heal(mind: Mind, effect: Heal, me: int, target: int) -> float:
    row, found = effect.amount.track(), 0.0
    number = sum(row) / len(row) if row else 1.5
    for model in whom(mind, effect.who, me, target):
        health, most = mind.view.models.health[model], formulas.max_health(mind.view, model)
        found += _signed(mind, me, model, 0.75 * mind.worth(model) * min(number, most - health) / most)
    return found


def _condition(mind: Mind, effect: Conditioned, me: int, target: int) -> float:
    found, view = 0.0, mind.view
    for model in whom(mind, effect.who, me, target):
        if effect.mode == "gain" and effect.name:
            condition = names.CONDITIONS.index(effect.name)
            there = view.condition(model, condition) and condition not in names.VALUED
            worth = CONDITION[condition]
            if condition in (names.SLOW, names.STUNNED, names.STAGGERED) and view.models.activated[model]:
                worth *= 0.6 if mind.turns_left else 0.0
            found += 0.0 if there else _signed(mind, me, model, worth)
        else:
            held = [one for one in range(len(names.CONDITIONS)) if view.condition(model, one)]
            lost = sum(CONDITION[one] for one in held)
            one_only = effect.mode in ("end_one", "lower") and len(held) > 1
            found -= _signed(mind, me, model, lost / (len(held) if one_only else 1))
    return found


def _bury(mind: Mind, effect: Bury, me: int, target: int) -> float:
    return sum(_signed(mind, me, one, -BURIED * (1 + mind.left)) for one in whom(mind, effect.who, me, target))


def _kill(mind: Mind, effect: Kill, me: int, target: int) -> float:
    share = 0.5 if effect.unless else 1.0
    return sum(_signed(mind, me, one, -mind.loss(one, 99) * share) for one in whom(mind, effect.who, me, target))


def _cards(mind: Mind, effect: Draw, me: int, target: int) -> float:
    number = effect.n.value or 1
    mine = effect.side in ("self", "attacker")
    good = effect.op == "draw"
    return PER_CARD * number * (1.0 if mine == good else -1.0)


def _stone(mind: Mind, effect: Stone, me: int, target: int) -> float:
    return 1.5 * (effect.n.value or 1)


def _token(mind: Mind, effect: PassToken | Token, me: int, target: int) -> float:
    return TOKEN * (effect.n.value or 1)


def _test(mind: Mind, effect: Trial, me: int, target: int) -> float:
    return 0.5 * worth(mind, effect.on_fail, me, target)


def _inside(mind: Mind, effect: Effect, me: int, target: int) -> float:
    return LIKELY * max([worth(mind, row, me, target) for row in effect.branches], default=0.0)


MAKERS: Final[dict[str, Callable[..., float]]] = {
    "damage": _damage, "heal": _heal, "condition": _condition, "bury": _bury, "kill": _kill, "draw": _cards,
    "discard": _cards, "stone": _stone, "pass_token": _token, "token": _token, "test": _test, "if": _inside,
    "each": _inside, "choose": _inside, "may": _inside, "sequence": _inside,
}  # fmt: skip
"""By operation, what it is worth; `dragging` adds those that move somebody."""


def chance(mind: Mind, action: Action, me: int) -> float:
    """Return how likely a simple duel for an action succeeds; one without a stat always does."""
    if action.stat is None:
        return 1.0
    side = mind.view.models.sides[me]
    if action.tn is None:
        return 1.0
    found = flips.passes(mind.decks[side], action.stat.mod, action.tn.value - action.stat.value)
    held, needed = names.packed(action.stat.suits), names.packed(action.tn.suits)
    if not names.has_suits(held, needed):
        for suit in range(len(names.SUITS)):
            if names.suits_in(needed, suit) > names.suits_in(held, suit):
                found *= mind.suited(side, suit)
    return found
