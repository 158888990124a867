"""Cylons: when to reveal, what to do hidden and revealed (BSG-12, C5, C9)."""

from __future__ import annotations

from typing import Final

from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots.harm import crisis_harm, hit_worth, icon_harm, super_harm
from shapan.games.battlestar.bots.mind import RATE, Mind
from shapan.games.battlestar.rules.actions import own_cylon_cards
from shapan.games.battlestar.rules.locations import is_sympathizer
from shapan.games.battlestar.rules.space import ICON_B, ICON_H, ICON_R

TWO_CRISES: Final = 2.0
"""What the worse of two crises does, without its icons."""
CAP: Final = 0.45
"""A hidden Cylon does nothing that helps the humans more than this, if he can do something else."""
LAST_HANDOVER: Final = 7
HANDOVER: Final = 2.6
"""What it is worth to hand the own hidden cards on, not too late: a human may turn."""
HIDING: Final = 6.0
"""What it is worth to stay hidden until the sleepers are dealt: till then as much harm, or nearly, is done in hiding,
and the others have somebody to doubt."""
FOUND: Final = 0.4
"""Whoever is doubted more than this is about to be sent to the Brig, where the text of his card is lost."""


# Hidden


def looks(mind: Mind, code: int, worth: float) -> float:
    """Rate an action of a hidden Cylon: it looks useful and helps little; what gains most for humans is left alone.

    While his record stands out he does what a human would do.
    """
    if not mind.hidden or mind.exposed:
        return worth
    if code == actions.NUKE.code():
        return 0.3 if worth > -1.0 else -1.0  # a nuke that is wasted is gone
    if code == actions.ABILITY.code() and mind.view.is_character(mind.seat, names.BALTAR):
        return -0.5
    if code == actions.ACT_LOCATION.code() and mind.at == names.FTL_CONTROL:
        return -worth
    if code == actions.ACT_LOCATION.code() and mind.at == names.BRIG:
        return worth
    if actions.PLAY.has(code) and names.type_of(actions.PLAY.value(code)) == names.TA:
        return 0.25
    return worth if worth <= CAP else 2 * CAP - worth


def text_worth(mind: Mind, card: int) -> float:
    """Return what the text of a You Are a Cylon card does."""
    if mind.at == names.BRIG:
        return 0.0
    if card == names.CYLON_MORALE:
        return mind.loss(names.MORALE, 1)
    if card == names.CYLON_DAMAGE:
        return 2.0 * hit_worth(mind)
    return 2.0 if card == names.CYLON_BRIG else 1.8


@RATE("action", actions.REVEAL)
def _reveal(mind: Mind, card: int) -> float:
    """Revealing beside what can be done in hiding: where the text hurts, in the Brig or near it, and late."""
    view = mind.view
    worth = text_worth(mind, card)
    if mind.at == names.BRIG:
        worth += 4.0
    elif not view.sleeper_done and mind.heat < FOUND:
        worth -= HIDING
    worth += 2.5 * max(0.0, mind.heat - 0.45)
    worth += 0.35 * view.distance
    worth += 0.5 * sum(value <= 3 for value in view.dials)
    if mind.seat in (view.president, view.admiral):
        worth -= 0.6
    worth -= 0.08 * max(0, len(mind.hand) - 4)
    return worth


# Revealed


def icons(mind: Mind) -> list[float]:
    """Return what each choice of the Cylon Fleet does: R, H, B, launch."""
    launched = (1.7 if sum(mind.view.raiders) < 12 else 0.5) * len(mind.view.basestars)
    return [*(icon_harm(mind, icon) for icon in (ICON_R, ICON_H, ICON_B)), launched]


def location_worth(mind: Mind, place: int) -> float:
    """Return what the action of a Cylon location does."""
    if place == names.CAPRICA:
        own = mind.view.super_hands[mind.seat]
        return max(TWO_CRISES, super_harm(mind, own.first)) if len(own) else TWO_CRISES
    if place == names.CYLON_FLEET:
        return -1.0 if is_sympathizer(mind.view, mind.seat) else max(icons(mind))
    if place == names.HUMAN_FLEET:
        return 0.5 * hit_worth(mind) + 0.5
    if mind.view.distance <= LAST_HANDOVER and own_cylon_cards(mind.view, mind.seat):
        return HANDOVER
    return 0.05 if len(mind.view.super_hands[mind.seat]) else 0.0


@RATE("keep_crisis")
def _kept(mind: Mind, card: int) -> float:
    """Choose a crisis to be resolved: a Cylon the worst, Roslin the mildest."""
    return -mind.side * crisis_harm(mind, card, steps=not mind.revealed)


@RATE("damage_tokens")
def _token(mind: Mind, token: int) -> float:
    """Return what hurts the humans most."""
    if token >= len(names.DAMAGED_LOCATIONS):
        return mind.loss(names.FUEL if token == len(names.DAMAGED_LOCATIONS) else names.FOOD, 1)
    return (1.8, 1.1, 1.4, 0.9, 1.1, 1.2)[token] + 0.5 * mind.view.at.count(names.DAMAGED_LOCATIONS[token])


RATE.add("caprica", lambda mind: super_harm(mind, mind.view.super_hands[mind.seat].first) + 0.8, actions.PLAY_SUPER)
RATE.always(TWO_CRISES, "caprica", actions.TWO_CRISES)
RATE.add("cylon_fleet", lambda mind, icon: icons(mind)[icon])
RATE.add("exchange", lambda mind: 1.5 - super_harm(mind, mind.view.super_hands[mind.seat].first))  # only a weak one
RATE.add("reveal_location", lambda mind, place: float(place == names.CAPRICA))
