"""Quorum cards: what playing one is worth to the humans (C6)."""

from __future__ import annotations

from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots.fleet import brutal_worth
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.bots.places import STRONG_DOUBT


def quorum_worth(mind: Mind, card: int) -> float:
    """Return what it is worth to play a Quorum card."""
    name = names.QUORUM_CARDS[card]
    others = mind.others()
    doubts = [mind.doubts[seat] for seat in others if not mind.view.in_brig(seat)]
    most = max(doubts, default=0.0)
    if name == "inspirational_speech":
        return 0.375 * mind.gain(names.MORALE, 1) + 0.15
    if name == "food_rationing":
        return 0.375 * mind.gain(names.FOOD, 1) + 0.15
    if name == "authorization_of_brutal_force":
        return brutal_worth(mind)
    if name == "arrest_order":
        return 4.0 * (most - STRONG_DOUBT)
    if name == "presidential_pardon":
        return max((1.6 * mind.trust(seat) for seat in others if mind.view.in_brig(seat)), default=-1.0)
    if name == "release_cylon_mugshots":
        return 0.9 - 0.375 * mind.loss(names.MORALE, 1) if others else -1.0
    if name == "encourage_mutiny":
        admiral = mind.view.admiral
        if admiral < 0 or admiral == mind.seat:
            return -1.0
        return 2.5 * (mind.doubts[admiral] - STRONG_DOUBT)
    if name == "accept_prophecy":
        return mind.card_worth(mind.seat) + 0.05
    return 2.0 * mind.card_worth(mind.seat) + 0.1


def draw_worth(mind: Mind) -> float:
    """Return what it is worth to draw a Quorum card."""
    return 0.55 - 0.05 * len(mind.view.quorum_hand)


def rate_card(mind: Mind, code: int) -> float:
    """Rate what follows the first card of the President's Office, and a card of Skilled Politician.

    Which cards Skilled Politician puts under the deck in which order is no matter.
    """
    if actions.PLAY_QUORUM.has(code):
        return mind.side * quorum_worth(mind, actions.PLAY_QUORUM.value(code))
    return draw_worth(mind) if code == actions.DRAW_QUORUM.code() else 0.0
