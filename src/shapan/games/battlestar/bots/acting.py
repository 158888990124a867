"""Moves and actions (BSG-4, 5): each rated by what it is worth to the humans; a hidden Cylon avoids what helps most."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots import cylon
from shapan.games.battlestar.bots.fleet import best_nuke, best_shot, flight_worth, need, orders_worth, shot_worth
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.bots.places import STRONG_DOUBT, best_elsewhere, place_worth
from shapan.games.battlestar.bots.quorum import draw_worth, quorum_worth
from shapan.games.battlestar.rules.attacks import is_damaged

REPAIRS: Final = {
    names.FTL_CONTROL: 1.5,
    names.WEAPONS_CONTROL: 0.8,
    names.COMMAND: 1.1,
    names.ADMIRALS_QUARTERS: 0.6,
    names.HANGAR_DECK: 0.9,
    names.ARMORY: 0.7,
}
SECOND: Final = 1.8
"""What two actions in a place are worth, against one."""


def repair_worth(mind: Mind, place: int) -> float:
    """Return what it is worth to repair a location: more the nearer the end is."""
    return REPAIRS.get(place, 0.0) + (0.0, 0.0, 0.1, 0.5, 1.5, 4.0, 0.0)[len(mind.view.damage_on)]


def vipers_worth(mind: Mind, number: int) -> float:
    """Return what it is worth to repair so many vipers: more if few are ready."""
    return 0.3 * number * (2.0 if mind.view.reserves() < 2 else 1.0)


def order_worth(mind: Mind, seat: int) -> float:
    """Return what an Executive Order on a seat is worth: a move and an action, or two actions where it is."""
    if mind.view.at[seat] == names.OFF:
        return -1.0
    return (1.0 - mind.doubts[seat]) * max(best_elsewhere(mind, seat), twice_worth(mind, seat))


def twice_worth(mind: Mind, seat: int) -> float:
    """Return what two actions of a seat are worth where it is now."""
    if mind.view.piloting(seat):
        return SECOND * best_shot(mind, [mind.view.area_of(seat)], galactica=False)
    once = place_worth(mind, seat, mind.view.at[seat])
    return once if mind.view.at[seat] == names.FTL_CONTROL else once * SECOND  # one jump


def card_action(mind: Mind, card: int) -> float:
    """Return what it is worth to play a skill card as an action, the card itself taken off."""
    view, type_, paid = mind.view, names.type_of(card), 0.6 * mind.keep(card)
    if type_ == names.PO:
        return 2.0 * mind.card_worth(mind.seat) - paid
    if type_ == names.LE:
        return max((order_worth(mind, seat) for seat in mind.others()), default=0.0) - paid
    if type_ == names.TA:
        return 0.45 - paid if view.raptors > 1 else 0.1
    if type_ == names.PI:
        if not names.is_rare(card) or not view.piloting(mind.seat):
            return -1.0
        area = view.area_of(mind.seat)
        targets = view.raiders[area] + view.heavies[area]
        return best_shot(mind, [area], galactica=False) * min(4, max(1, targets)) - paid
    worth = repair_worth(mind, mind.at) if is_damaged(view, mind.at) else -1.0
    if mind.at == names.HANGAR_DECK:
        worth = max(worth, vipers_worth(mind, min(2, view.vipers_damaged)))
    return worth - paid


def ability_worth(mind: Mind) -> float:
    """Return what the once-a-game action of the own sheet is worth."""
    view, character = mind.view, mind.view.characters[mind.seat]
    if character == names.TIGH:
        if view.president < 0 or view.admiral < 0 or view.president == mind.seat:
            return -1.0
        return 2.0 * (mind.doubts[view.president] - STRONG_DOUBT) + 0.5 * (mind.trust(view.admiral) - 0.6)
    if character == names.ROSLIN:
        return 0.9
    if character == names.BALTAR:
        return 1.4 if view.sleeper_done else 0.4
    if character == names.ZAREK:
        best = max(mind.gain(dial, 1) for dial in (names.FUEL, names.FOOD, names.MORALE))
        return best - mind.loss(names.POPULATION, 1) - 0.7
    return orders_worth(mind, 6) - 1.6 if character == names.APOLLO else -1.0


def action_worth(mind: Mind, code: int) -> float:
    """Return what an action is worth to the humans."""
    if code == DONE:
        return 0.0
    if code == actions.ACT_LOCATION.code():
        return place_worth(mind, mind.seat, mind.at)
    if actions.PLAY.has(code):
        return card_action(mind, actions.PLAY.value(code))
    if code == actions.ABILITY.code():
        return ability_worth(mind)
    if actions.FLY.has(code):
        return flight_worth(mind, mind.at - names.SPACE, actions.FLY.value(code))
    if actions.ATTACK.has(code):
        return shot_worth(mind, mind.at - names.SPACE, *actions.ATTACK.values(code), galactica=False)
    if code == actions.DRAW_QUORUM.code():
        return draw_worth(mind)
    if actions.PLAY_QUORUM.has(code):
        return quorum_worth(mind, actions.PLAY_QUORUM.value(code))
    return best_nuke(mind) if code == actions.NUKE.code() else 0.0


def rate_action(mind: Mind, code: int) -> float:
    """Rate an action."""
    if mind.revealed:
        return cylon.location_worth(mind, mind.at) if code != DONE else 0.0
    if actions.REVEAL.has(code):
        return cylon.rate_reveal(mind, actions.REVEAL.value(code))
    worth = action_worth(mind, code)
    return cylon.looks(mind, code, worth) if mind.hidden else worth


def stay_worth(mind: Mind) -> float:
    """Return what can be done without a location: cards, shots, titles."""
    worths = [0.0]
    for card in sorted({*mind.hand}):
        if names.type_of(card) != names.EN and names.is_rare(card) == (names.type_of(card) == names.PI):
            worths.append(card_action(mind, card))
    return max(worths)


def rate_move(mind: Mind, code: int) -> float:
    """Rate a move by the best action after it."""
    if mind.revealed:
        return cylon.rate_move(mind, code)
    if code == DONE:
        return _after(mind, mind.at)
    paid, place = 0.0, actions.MOVE.value(code)
    if actions.MOVE_PAYING.has(code):
        place, card = actions.MOVE_PAYING.values(code)
        paid = 0.15 + mind.keep(card)
    if place >= names.SPACE:
        flown = need(mind, place - names.SPACE) - need(mind, mind.at - names.SPACE)
        return _after(mind, place) + 0.5 * flown - 0.05
    if mind.view.piloting(mind.seat):
        paid += max(0.0, need(mind, mind.at - names.SPACE) + 0.2)
    return _after(mind, place) - paid - 0.02


def _after(mind: Mind, place: int) -> float:
    """Return the worth of the best action in a place."""
    plans = mind.plans.setdefault("places", [])
    if not plans:
        plans.append(int(1000 * stay_worth(mind)))
    best = plans[0] / 1000
    if place == names.OFF:
        return best
    if place >= names.SPACE:
        return max(best, best_shot(mind, [place - names.SPACE], galactica=False))
    worth = place_worth(mind, mind.seat, place)
    engineers = any(names.type_of(card) == names.EN and not names.is_rare(card) for card in mind.hand)
    if engineers and is_damaged(mind.view, place):
        worth = max(worth, repair_worth(mind, place) - 0.25)
    if engineers and place == names.HANGAR_DECK and mind.view.vipers_damaged:
        worth = max(worth, vipers_worth(mind, min(2, mind.view.vipers_damaged)) - 0.2)
    if mind.hidden and not mind.exposed:
        best = min(best, cylon.CAP)
        worth = worth if worth <= cylon.CAP else 2 * cylon.CAP - worth
    return max(best, worth)


def rate_order_target(mind: Mind, other: int) -> float:
    """Rate who receives an Executive Order."""
    return mind.side * order_worth(mind, other)


def rate_order_choice(mind: Mind, code: int) -> float:
    """Rate a move and an action, or two actions: two where the first place is nearly as good."""
    if code == actions.MOVE_AND_ACT.code():
        return best_elsewhere(mind, mind.seat)
    return _after(mind, mind.at) * 1.5


def rate_repair(mind: Mind, code: int) -> float:
    """Rate what is repaired."""
    if actions.REPAIR_LOCATION.has(code):
        return repair_worth(mind, mind.at)
    return vipers_worth(mind, actions.REPAIR_VIPERS.value(code))
