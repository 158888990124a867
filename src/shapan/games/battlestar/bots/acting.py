"""Moves and actions (BSG-4, 5): each rated by what it is worth to the humans; a hidden Cylon avoids what helps most."""

from __future__ import annotations

from typing import Final

from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots import cylon
from shapan.games.battlestar.bots.cylon import looks
from shapan.games.battlestar.bots.fleet import best_nuke, best_shot, flight_worth, need, orders_worth, shot_worth
from shapan.games.battlestar.bots.mind import RATE, Mind, sided
from shapan.games.battlestar.bots.places import STRONG_DOUBT, best_elsewhere, place_worth
from shapan.games.battlestar.rules.attacks import is_damaged

REPAIRS: Final = dict(zip(names.DAMAGED_LOCATIONS, (1.5, 0.8, 1.1, 0.6, 0.9, 0.7), strict=True))
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


@RATE("action", actions.PLAY, by=looks)
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


@RATE("action", actions.ABILITY, by=looks)
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


@RATE("action", actions.ACT_LOCATION, by=looks)
def _act(mind: Mind) -> float:
    return cylon.location_worth(mind, mind.at) if mind.revealed else place_worth(mind, mind.seat, mind.at)


RATE.add("action", lambda mind, area: flight_worth(mind, mind.at - names.SPACE, area), actions.FLY, by=looks)
RATE.add(
    "action",
    lambda mind, unit, number: shot_worth(mind, mind.at - names.SPACE, unit, number, galactica=False),
    actions.ATTACK,
    by=looks,
)
RATE.add("action", best_nuke, actions.NUKE, by=looks)


@RATE.declined("action")
def _pass(mind: Mind) -> float:
    """Nothing looks worse than to pass."""
    return -0.25 if mind.hidden and not mind.exposed else 0.0


def stay_worth(mind: Mind) -> float:
    """Return what can be done without a location: cards, shots, titles."""
    worths = [0.0]
    for card in sorted({*mind.hand}):
        if names.type_of(card) != names.EN and names.is_rare(card) == (names.type_of(card) == names.PI):
            worths.append(card_action(mind, card))
    return max(worths)


@RATE.declined("move")
def _stay(mind: Mind) -> float:
    return cylon.location_worth(mind, mind.at) + 0.01 if mind.revealed else _after(mind, mind.at)


@RATE("move", actions.MOVE)
def _move(mind: Mind, place: int, paid: float = 0.0) -> float:
    """Rate a move by the best action after it."""
    if mind.revealed:
        return cylon.location_worth(mind, place)
    if place >= names.SPACE:
        flown = need(mind, place - names.SPACE) - need(mind, mind.at - names.SPACE)
        return _after(mind, place) + 0.5 * flown - 0.05
    if mind.view.piloting(mind.seat):
        paid += max(0.0, need(mind, mind.at - names.SPACE) + 0.2)
    return _after(mind, place) - paid - 0.02


RATE.add("move", lambda mind, place, card: _move(mind, place, 0.15 + mind.keep(card)), actions.MOVE_PAYING)


def _after(mind: Mind, place: int) -> float:
    """Return the worth of the best action in a place."""
    if mind.staying < 0.0:
        mind.staying = int(1000 * stay_worth(mind)) / 1000
    best = mind.staying
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


RATE.add("order_target", order_worth, by=sided)
RATE.add("executive_choice", lambda mind: best_elsewhere(mind, mind.seat), actions.MOVE_AND_ACT)
RATE.add("executive_choice", lambda mind: _after(mind, mind.at) * 1.5, actions.TWO_ACTIONS)
RATE.add("repair", lambda mind: repair_worth(mind, mind.at), actions.REPAIR_LOCATION)
RATE.add("repair", vipers_worth, actions.REPAIR_VIPERS)
RATE.add("exit_location", lambda mind, place: place_worth(mind, mind.seat, place))  # to where most can be done
