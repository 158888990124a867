"""Moves and actions (BSG-4, 5): each rated by what it is worth to the humans; a hidden Cylon avoids what helps most."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.games.battlestar.actions import (
    ABILITY,
    ACT_LOCATION,
    ATTACK,
    DRAW_QUORUM,
    FLY,
    MOVE,
    MOVE_AND_ACT,
    MOVE_PAYING,
    NUKE,
    PLAY,
    PLAY_QUORUM,
    REPAIR_LOCATION,
    REPAIR_VIPERS,
    REVEAL,
)
from shapan.games.battlestar.bots import cylon
from shapan.games.battlestar.bots.fleet import best_nuke, best_shot, need, orders_worth, shot_worth
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.bots.places import STRONG_DOUBT, best_elsewhere, is_damaged, place_worth
from shapan.games.battlestar.bots.quorum import quorum_worth
from shapan.games.battlestar.names import (
    ADMIRALS_QUARTERS,
    APOLLO,
    ARMORY,
    BALTAR,
    COMMAND,
    EN,
    FOOD,
    FTL_CONTROL,
    FUEL,
    HANGAR_DECK,
    LE,
    MORALE,
    OFF,
    PI,
    PO,
    POPULATION,
    ROSLIN,
    SPACE,
    TA,
    TIGH,
    WEAPONS_CONTROL,
    ZAREK,
    is_rare,
    type_of,
)

REPAIRS: Final = {
    FTL_CONTROL: 1.5,
    WEAPONS_CONTROL: 0.8,
    COMMAND: 1.1,
    ADMIRALS_QUARTERS: 0.6,
    HANGAR_DECK: 0.9,
    ARMORY: 0.7,
}
ORDER_LOSS: Final = 0.0
"""An Executive Order is not worth quite what the other can do: the other will do it in his own turn as well."""
SECOND: Final = 1.8
"""What two actions in a place are worth, against one."""


def repair_worth(mind: Mind, place: int) -> float:
    """Return what it is worth to repair a location: more the nearer the end is."""
    return REPAIRS.get(place, 0.0) + (0.0, 0.0, 0.1, 0.5, 1.5, 4.0, 0.0)[len(mind.view.damaged)]


def order_worth(mind: Mind, seat: int) -> float:
    """Return what an Executive Order on a seat is worth: a move and an action, or two actions where it is."""
    player = mind.view.seats[seat]
    if player.at == OFF:
        return -1.0
    return (1.0 - mind.doubts[seat]) * max(best_elsewhere(mind, seat), twice_worth(mind, seat)) - ORDER_LOSS


def twice_worth(mind: Mind, seat: int) -> float:
    """Return what two actions of a seat are worth where it is now."""
    at = mind.view.seats[seat].at
    if SPACE <= at < OFF:
        return SECOND * best_shot(mind, [at - SPACE], galactica=False)
    once = place_worth(mind, seat, at)
    if at == FTL_CONTROL:  # one jump
        return once
    return once * SECOND


def card_action(mind: Mind, card: int) -> float:
    """Return what it is worth to play a skill card as an action, the card itself taken off."""
    type_, at = type_of(card), mind.me.at
    paid = 0.6 * mind.keep(card)
    if type_ == PO:
        return 2.0 * mind.card_worth - paid
    if type_ == LE:
        return max((order_worth(mind, seat) for seat in mind.others()), default=0.0) - paid
    if type_ == TA:
        return 0.45 - paid if mind.view.raptors > 1 else 0.1
    if type_ == PI:
        if not is_rare(card) or not SPACE <= at < OFF:
            return -1.0
        area = at - SPACE
        targets = mind.raiders[area] + mind.view.space[area].heavies
        return best_shot(mind, [area], galactica=False) * min(4, max(1, targets)) - paid
    if type_ == EN:
        worth = repair_worth(mind, at) if is_damaged(mind, at) else -1.0
        if at == HANGAR_DECK:
            ready = mind.view.vipers_reserves
            worth = max(worth, 0.3 * min(2, mind.view.vipers_damaged) * (2.0 if ready < 2 else 1.0))
        return worth - paid
    return -1.0


def ability_worth(mind: Mind) -> float:
    """Return what the once-a-game action of the own sheet is worth."""
    view, character = mind.view, mind.me.character
    if character == TIGH:
        if view.president < 0 or view.admiral < 0 or view.president == mind.seat:
            return -1.0
        return 2.0 * (mind.doubts[view.president] - STRONG_DOUBT) + 0.5 * (mind.trust(view.admiral) - 0.6)
    if character == ROSLIN:
        return 0.9
    if character == BALTAR:
        return 1.4 if view.sleeper_done else 0.4
    if character == ZAREK:
        return max(mind.gain(dial, 1) for dial in (FUEL, FOOD, MORALE)) - mind.loss(POPULATION, 1) - 0.7
    return orders_worth(mind, 6) - 1.6 if character == APOLLO else -1.0


def action_worth(mind: Mind, code: int) -> float:
    """Return what an action is worth to the humans."""
    if code == DONE:
        return 0.0
    at = mind.me.at
    if code == ACT_LOCATION.code():
        return place_worth(mind, mind.seat, at)
    if PLAY.has(code):
        return card_action(mind, PLAY.value(code))
    if code == ABILITY.code():
        return ability_worth(mind)
    if FLY.has(code):
        return need(mind, FLY.value(code)) - need(mind, at - SPACE) - 0.3
    if ATTACK.has(code):
        unit, number = ATTACK.values(code)
        return shot_worth(mind, at - SPACE, unit, number, galactica=False)
    if code == DRAW_QUORUM.code():
        return 0.55 - 0.05 * mind.view.quorum_size
    if PLAY_QUORUM.has(code):
        return quorum_worth(mind, PLAY_QUORUM.value(code))
    return best_nuke(mind) if code == NUKE.code() else 0.0


def rate_action(mind: Mind, code: int) -> float:
    """Rate an action."""
    if mind.revealed:
        return cylon.rate_location(mind) if code != DONE else 0.0
    if REVEAL.has(code):
        return cylon.rate_reveal(mind, REVEAL.value(code))
    worth = action_worth(mind, code)
    if mind.hidden:
        return cylon.looks(mind, code, worth)
    return worth


def stay_worth(mind: Mind) -> float:
    """Return what can be done without a location: cards, shots, titles."""
    codes = [
        PLAY.codes[card]
        for card in sorted({*mind.hand})
        if is_rare(card) == (type_of(card) == PI) and type_of(card) != EN
    ]
    return max([0.0, *(action_worth(mind, code) for code in sorted(codes))])


def rate_move(mind: Mind, code: int) -> float:
    """Rate a move by the best action after it."""
    if mind.revealed:
        return cylon.rate_move(mind, code)
    if code == DONE:
        return _after(mind, mind.me.at)
    paid = 0.0
    if MOVE_PAYING.has(code):
        place, card = MOVE_PAYING.values(code)
        paid = 0.15 + mind.keep(card)
    else:
        place = MOVE.value(code)
    if place >= SPACE:
        area = place - SPACE
        return _after(mind, place) + 0.5 * (need(mind, area) - need(mind, mind.me.at - SPACE)) - 0.05
    if SPACE <= mind.me.at < OFF:
        paid += max(0.0, need(mind, mind.me.at - SPACE) + 0.2)
    return _after(mind, place) - paid - 0.02


def _after(mind: Mind, place: int) -> float:
    """Return the worth of the best action in a place."""
    plans = mind.plans.setdefault("places", [])
    if not plans:
        plans.append(int(1000 * stay_worth(mind)))
    best = plans[0] / 1000
    if place >= SPACE:
        if place < OFF:
            best = max(best, best_shot(mind, [place - SPACE], galactica=False))
        return best
    worth = place_worth(mind, mind.seat, place)
    engineers = any(type_of(card) == EN and not is_rare(card) for card in mind.hand)
    if engineers and is_damaged(mind, place):
        worth = max(worth, repair_worth(mind, place) - 0.25)
    if engineers and place == HANGAR_DECK and mind.view.vipers_damaged:
        worth = max(
            worth, 0.3 * min(2, mind.view.vipers_damaged) * (2.0 if mind.view.vipers_reserves < 2 else 1.0) - 0.2
        )
    if mind.hidden and not mind.exposed:
        best = min(best, cylon.CAP)
        worth = worth if worth <= cylon.CAP else 2 * cylon.CAP - worth
    return max(best, worth)


def rate_order_target(mind: Mind, other: int) -> float:
    """Rate who receives an Executive Order."""
    worth = order_worth(mind, other)
    return -worth if mind.cylon else worth


def rate_order_choice(mind: Mind, code: int) -> float:
    """Rate a move and an action, or two actions: two where the first place is nearly as good."""
    if code == MOVE_AND_ACT.code():
        return best_elsewhere(mind, mind.seat)
    return _after(mind, mind.me.at) * 1.5


def rate_repair(mind: Mind, code: int) -> float:
    """Rate what is repaired."""
    if REPAIR_LOCATION.has(code):
        return repair_worth(mind, mind.me.at)
    assert REPAIR_VIPERS.has(code)
    return 0.3 * REPAIR_VIPERS.value(code) * (2.0 if mind.view.vipers_reserves < 2 else 1.0)
