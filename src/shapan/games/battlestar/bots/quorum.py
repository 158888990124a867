"""Quorum cards: what playing one is worth to the humans (C6)."""

from __future__ import annotations

from shapan.engine.actions import DONE
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots.fleet import brutal_worth
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.bots.places import STRONG_DOUBT


def quorum_worth(mind: Mind, card: int) -> float:
    """Return what it is worth to play a Quorum card."""
    name = names.QUORUM_CARDS[card]
    others = mind.others()
    doubts = [mind.doubts[seat] for seat in others if not mind.in_brig(seat)]
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
        return max((1.6 * mind.trust(seat) for seat in others if mind.in_brig(seat)), default=-1.0)
    if name == "release_cylon_mugshots":
        return 0.9 - 0.375 * mind.loss(names.MORALE, 1) if others else -1.0
    if name == "encourage_mutiny":
        admiral = mind.view.admiral
        if admiral < 0 or admiral == mind.seat:
            return -1.0
        return 2.5 * (mind.doubts[admiral] - STRONG_DOUBT)
    if name == "accept_prophecy":
        return mind.card_worth + 0.05
    return 2.0 * mind.card_worth + 0.1


def rate_office(mind: Mind, code: int) -> float:
    """Rate what follows the first card of the President's Office."""
    if code == DONE:
        return 0.0
    if code == actions.DRAW_QUORUM.code():
        return 0.55 - 0.05 * mind.view.quorum_size
    return quorum_worth(mind, actions.PLAY_QUORUM.value(code)) * (-1.0 if mind.cylon else 1.0)


def rate_politician(mind: Mind, code: int) -> float:
    """Rate a card of Skilled Politician; the order of the others is no matter."""
    if not actions.PLAY_QUORUM.has(code):
        return 0.0
    return quorum_worth(mind, actions.PLAY_QUORUM.value(code)) * (-1.0 if mind.cylon else 1.0)
