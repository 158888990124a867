"""Moves and actions (BSG-4, 5): each rated by what it is worth to the humans; a hidden Cylon avoids what helps most."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots import cylon
from shapan.games.battlestar.bots.fleet import best_nuke, best_shot, need, orders_worth, shot_worth
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.bots.places import STRONG_DOUBT, best_elsewhere, is_damaged, place_worth
from shapan.games.battlestar.bots.quorum import quorum_worth

REPAIRS: Final = {
    names.FTL_CONTROL: 1.5,
    names.WEAPONS_CONTROL: 0.8,
    names.COMMAND: 1.1,
    names.ADMIRALS_QUARTERS: 0.6,
    names.HANGAR_DECK: 0.9,
    names.ARMORY: 0.7,
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
    if player.at == names.OFF:
        return -1.0
    return (1.0 - mind.doubts[seat]) * max(best_elsewhere(mind, seat), twice_worth(mind, seat)) - ORDER_LOSS


def twice_worth(mind: Mind, seat: int) -> float:
    """Return what two actions of a seat are worth where it is now."""
    at = mind.view.seats[seat].at
    if names.SPACE <= at < names.OFF:
        return SECOND * best_shot(mind, [at - names.SPACE], galactica=False)
    once = place_worth(mind, seat, at)
    if at == names.FTL_CONTROL:  # one jump
        return once
    return once * SECOND


def card_action(mind: Mind, card: int) -> float:
    """Return what it is worth to play a skill card as an action, the card itself taken off."""
    type_, at = names.type_of(card), mind.me.at
    paid = 0.6 * mind.keep(card)
    if type_ == names.PO:
        return 2.0 * mind.card_worth - paid
    if type_ == names.LE:
        return max((order_worth(mind, seat) for seat in mind.others()), default=0.0) - paid
    if type_ == names.TA:
        return 0.45 - paid if mind.view.raptors > 1 else 0.1
    if type_ == names.PI:
        if not names.is_rare(card) or not names.SPACE <= at < names.OFF:
            return -1.0
        area = at - names.SPACE
        targets = mind.raiders[area] + mind.view.space[area].heavies
        return best_shot(mind, [area], galactica=False) * min(4, max(1, targets)) - paid
    if type_ == names.EN:
        worth = repair_worth(mind, at) if is_damaged(mind, at) else -1.0
        if at == names.HANGAR_DECK:
            ready = mind.view.vipers_reserves
            worth = max(worth, 0.3 * min(2, mind.view.vipers_damaged) * (2.0 if ready < 2 else 1.0))
        return worth - paid
    return -1.0


def ability_worth(mind: Mind) -> float:
    """Return what the once-a-game action of the own sheet is worth."""
    view, character = mind.view, mind.me.character
    if character == names.TIGH:
        if view.president < 0 or view.admiral < 0 or view.president == mind.seat:
            return -1.0
        return 2.0 * (mind.doubts[view.president] - STRONG_DOUBT) + 0.5 * (mind.trust(view.admiral) - 0.6)
    if character == names.ROSLIN:
        return 0.9
    if character == names.BALTAR:
        return 1.4 if view.sleeper_done else 0.4
    if character == names.ZAREK:
        return (
            max(mind.gain(dial, 1) for dial in (names.FUEL, names.FOOD, names.MORALE))
            - mind.loss(names.POPULATION, 1)
            - 0.7
        )
    return orders_worth(mind, 6) - 1.6 if character == names.APOLLO else -1.0


def action_worth(mind: Mind, code: int) -> float:
    """Return what an action is worth to the humans."""
    if code == DONE:
        return 0.0
    at = mind.me.at
    if code == actions.ACT_LOCATION.code():
        return place_worth(mind, mind.seat, at)
    if actions.PLAY.has(code):
        return card_action(mind, actions.PLAY.value(code))
    if code == actions.ABILITY.code():
        return ability_worth(mind)
    if actions.FLY.has(code):
        return need(mind, actions.FLY.value(code)) - need(mind, at - names.SPACE) - 0.3
    if actions.ATTACK.has(code):
        unit, number = actions.ATTACK.values(code)
        return shot_worth(mind, at - names.SPACE, unit, number, galactica=False)
    if code == actions.DRAW_QUORUM.code():
        return 0.55 - 0.05 * mind.view.quorum_size
    if actions.PLAY_QUORUM.has(code):
        return quorum_worth(mind, actions.PLAY_QUORUM.value(code))
    return best_nuke(mind) if code == actions.NUKE.code() else 0.0


def rate_action(mind: Mind, code: int) -> float:
    """Rate an action."""
    if mind.revealed:
        return cylon.rate_location(mind) if code != DONE else 0.0
    if actions.REVEAL.has(code):
        return cylon.rate_reveal(mind, actions.REVEAL.value(code))
    worth = action_worth(mind, code)
    if mind.hidden:
        return cylon.looks(mind, code, worth)
    return worth


def stay_worth(mind: Mind) -> float:
    """Return what can be done without a location: cards, shots, titles."""
    codes = [
        actions.PLAY.codes[card]
        for card in sorted({*mind.hand})
        if names.is_rare(card) == (names.type_of(card) == names.PI) and names.type_of(card) != names.EN
    ]
    return max([0.0, *(action_worth(mind, code) for code in sorted(codes))])


def rate_move(mind: Mind, code: int) -> float:
    """Rate a move by the best action after it."""
    if mind.revealed:
        return cylon.rate_move(mind, code)
    if code == DONE:
        return _after(mind, mind.me.at)
    paid = 0.0
    if actions.MOVE_PAYING.has(code):
        place, card = actions.MOVE_PAYING.values(code)
        paid = 0.15 + mind.keep(card)
    else:
        place = actions.MOVE.value(code)
    if place >= names.SPACE:
        area = place - names.SPACE
        return _after(mind, place) + 0.5 * (need(mind, area) - need(mind, mind.me.at - names.SPACE)) - 0.05
    if names.SPACE <= mind.me.at < names.OFF:
        paid += max(0.0, need(mind, mind.me.at - names.SPACE) + 0.2)
    return _after(mind, place) - paid - 0.02


def _after(mind: Mind, place: int) -> float:
    """Return the worth of the best action in a place."""
    plans = mind.plans.setdefault("places", [])
    if not plans:
        plans.append(int(1000 * stay_worth(mind)))
    best = plans[0] / 1000
    if place >= names.SPACE:
        if place < names.OFF:
            best = max(best, best_shot(mind, [place - names.SPACE], galactica=False))
        return best
    worth = place_worth(mind, mind.seat, place)
    engineers = any(names.type_of(card) == names.EN and not names.is_rare(card) for card in mind.hand)
    if engineers and is_damaged(mind, place):
        worth = max(worth, repair_worth(mind, place) - 0.25)
    if engineers and place == names.HANGAR_DECK and mind.view.vipers_damaged:
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
    if code == actions.MOVE_AND_ACT.code():
        return best_elsewhere(mind, mind.seat)
    return _after(mind, mind.me.at) * 1.5


def rate_repair(mind: Mind, code: int) -> float:
    """Rate what is repaired."""
    if actions.REPAIR_LOCATION.has(code):
        return repair_worth(mind, mind.me.at)
    assert actions.REPAIR_VIPERS.has(code)
    return 0.3 * actions.REPAIR_VIPERS.value(code) * (2.0 if mind.view.vipers_reserves < 2 else 1.0)
