"""The course of a turn: who activates when, passes, cards and tokens, pushes and targets, points that are taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from shapan.games.malifaux import actions, formulas, names, roster
from shapan.games.malifaux.bots import dragging, fighting, moving
from shapan.games.malifaux.bots.goals import POINT, away
from shapan.games.malifaux.bots.mind import RATE, Mind
from shapan.games.malifaux.bots.worths import CONDITION
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.rules import schemes, turn
from shapan.games.malifaux.state import DISCARD

URGENT: Final = 0.7
"""What of its danger speaks for a model to act before it is struck."""
WAITING: Final = 0.35
"""What the worth of a model speaks for it to wait while little can be done yet."""
TOKEN: Final = 0.4
TRADED: Final = 5
"""By the option `refill` cards up to this value are changed for others."""
REFUSED: Final = frozenset({"masochistic_thoughts", "stampede"})
"""Optional effects that are rather left."""

# Activations (D10).


@RATE("activate", actions.ACTIVATE)
def _activate(mind: Mind, model: int) -> float:
    """D10: who can strike or score now, or may not live to do it later, goes first."""
    return call(mind, model)


def call(mind: Mind, model: int) -> float:
    """Return how much speaks for a model to activate now."""
    view, rows = mind.view, mind.view.models
    if not view.is_up(model):
        return 0.1
    x, y = rows.xs[model], rows.ys[model]
    stride = formulas.stat(view, model, names.MV) * INCH
    blow = max(fighting.best_at(mind, model, x, y), 0.8 * fighting.best_at(mind, model, x, y, more=stride))
    done = 0.0
    for goal in mind.tasks.get(model, ()):
        if away(mind, goal, model, x, y) <= stride and goal.acts:
            done = max(done, 0.3 * goal.worth)
    waits = sum(1 for foe in mind.foes if not rows.activated[foe])
    danger = moving.danger(mind, model, x, y) / moving.CAUTION if waits else 0.0
    return blow + done + URGENT * min(danger, mind.worth(model)) * 0.5 - WAITING * (mind.worth(model) / 10)


@RATE("activate", actions.ACTIONS.of(actions.PASS))
def _pass(mind: Mind) -> float:
    """D10: a token is well spent while nothing presses and the others have more models to wait for."""
    ready = mind.ready(mind.seat)
    pressing = max([call(mind, model) for model in ready], default=0.0)
    ahead = len(mind.ready(mind.foe)) - len(ready)
    return TOKEN + 0.35 * ahead + 0.2 - 0.15 * max(0.0, pressing - 1.0) if ahead >= 0 else pressing - 1.0


@RATE.picks("chain")
def _chain(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    """D28: a chained activation is worth its price where the model has something to do."""
    choice = mind.view.asked()
    if picked:
        cards = {actions.BY_CARD.codes[card]: -mind.card(card) for card in mind.view.hands[mind.seat].cards}
        return {actions.BY_TOKEN: -TOKEN, **cards}
    price = min(mind.cheapest, TOKEN if mind.view.pass_tokens[mind.seat] else 9.0)
    rated = {actions.CHAIN.codes[model]: 0.25 * call(mind, model) - price - 0.3 for model in choice.options}
    return {actions.DECLINE: 0.0, **rated}


# Cards (D7, D8, D9).


@RATE.row("discard")
def _discard(mind: Mind, arg: int) -> list[int]:
    """D7: the cards that are worth least."""
    view = mind.view
    hand = sorted(view.hands[mind.seat].cards, key=lambda card: (mind.card(card), card))
    if view.rules.refill and view.step == DISCARD:
        return [card for card in hand if names.VALUE[card] <= TRADED]
    number = arg & 255 if arg else turn.surplus(view, mind.seat, 0)
    return hand[:number]


@RATE("stone_draw", actions.ACTIONS.of(actions.STONE_DRAW))
def _stone_draw(mind: Mind) -> float:
    """D8: two cards for the two worst, if stones are plenty."""
    worths = sorted(mind.card(card) for card in mind.view.hands[mind.seat].cards)
    return 1.3 - sum(worths[:2]) - mind.stone


RATE.always(0.0, "stone_draw", actions.ACTIONS.of(actions.DECLINE))


@RATE("tokens")
def _tokens(mind: Mind, number: int) -> float:
    return -float(number)


# What effects ask (D12, D21 to D23).


@RATE("target", actions.TARGET)
def _target(mind: Mind, model: int) -> float:
    """D12: an enemy that is worth much; of friends who misses most Health."""
    view = mind.view
    if view.models.sides[model] == mind.foe:
        return 1.0 + 0.1 * mind.worth(model)
    return 0.2 * (formulas.max_health(view, model) - view.models.health[model])


@RATE("target", actions.MARKER)
def _marker(mind: Mind, marker: int) -> float:
    """D12: rather an enemy's marker than an own one."""
    owner = mind.view.markers.owners[marker]
    return 1.0 if owner == mind.foe else 0.0 if owner == mind.seat else 0.5


RATE.always(0.1, "target", actions.ACTIONS.of(actions.DECLINE))


@RATE.picks("may")
def _may(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    refused = arg < len(roster.TAGS) and roster.TAGS[arg] in REFUSED
    return {actions.DECLINE: 0.0, actions.YES: -1.0 if refused else 1.0}


@RATE("choose")
def _choose(mind: Mind, number: int) -> float:
    """D22: of cards the dearest, else the first."""
    choice = mind.view.choice
    if choice is not None and number < len(choice.options) and choice.options[number] < len(roster.MODELS):
        return float(roster.MODELS[choice.options[number]].cost)
    return 0.0


@RATE("choose_condition")
def _condition(mind: Mind, condition: int) -> float:
    """MFX-8.32: what harms a friend, or helps an enemy."""
    choice = mind.view.choice
    own = choice is None or choice.model < 0 or mind.view.models.sides[choice.model] == mind.seat
    return -CONDITION[condition] if own else CONDITION[condition]


@RATE("push", actions.PUSH)
def _push(mind: Mind, x: int, y: int) -> float:
    """D12: own models to where they stand better, enemies away from what they have come for."""
    choice, view = mind.view.asked(), mind.view
    model = choice.model
    rows = view.models
    if rows.sides[model] == mind.seat:
        left = 1 if view.activation is not None and view.activation.model == model else 0
        return moving.arrival(mind, model, x, y, left) - moving.arrival(
            mind, model, rows.xs[model], rows.ys[model], left
        )
    return dragging.plight(mind, model, x, y) - dragging.plight(mind, model, rows.xs[model], rows.ys[model])


RATE.always(0.05, "push", actions.ACTIONS.of(actions.DECLINE))
RATE.always(0.0, "order")

# Points (D24).


@RATE.picks("reveal")
def _reveal(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    return _taken(mind, picked, actions.REVEAL.codes)


@RATE.picks("end_point")
def _end_point(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    return _taken(mind, picked, actions.END_POINT.codes)


def _taken(mind: Mind, picked: tuple[int, ...], codes: tuple[int, ...] | list[int]) -> Mapping[int, float]:
    """Take every point, with the markers that no other scheme needs."""
    if not picked:
        return {actions.DECLINE: 0.0, **dict.fromkeys(codes, POINT)}
    view, seat = mind.view, mind.seat
    others = [scheme for scheme in view.schemes[seat].cards if scheme in schemes.NEEDED and codes[scheme] != picked[0]]
    return {
        actions.REMOVED.codes[marker]: -float(sum(bool(schemes.touched(view, seat, one, marker)) for one in others))
        for marker, type_ in enumerate(view.markers.types)
        if type_ >= 0
    }
