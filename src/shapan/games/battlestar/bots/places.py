"""What the actions of the human locations are worth (C9)."""

from __future__ import annotations

from typing import Final

from shapan.games.battlestar import names
from shapan.games.battlestar.bots.fleet import best_nuke, best_shot, boarding_worth, exposure, need, orders_worth
from shapan.games.battlestar.bots.harm import pass_chance
from shapan.games.battlestar.bots.mind import KOBOL, Mind
from shapan.games.battlestar.cards import CHARACTER_CARDS, JAMMED_ASSAULT, SAFE_GALACTICA

HUMAN_PLACES: Final = [*SAFE_GALACTICA, names.PRESS_ROOM, names.PRESIDENTS_OFFICE, names.ADMINISTRATION]
STRONG_DOUBT: Final = 0.62
"""From here on a seat is sent to the Brig, or loses its title, if that can be done."""
WAIT: Final = 0.6
"""What a crisis costs that a jump makes needless."""
OFFICE: Final = 1.0
"""What the President's Office is worth to its owner: two Quorum cards, or one and a play."""
FTL_LOSS: Final = {3: 3, 4: 1}


def is_damaged(mind: Mind, place: int) -> bool:
    """Tell whether a location is out of action."""
    return place in names.DAMAGED_LOCATIONS and names.DAMAGED_LOCATIONS.index(place) in mind.view.damaged


def jump_worth(mind: Mind) -> float:
    """Return what it is worth to use FTL Control now."""
    view = mind.view
    at_stake = FTL_LOSS[view.jump]
    planned = any(names.type_of(card) == names.TA and names.is_rare(card) for card in mind.hand)
    chance = 0.5 if planned else 0.75
    if view.distance >= KOBOL:
        if min(mind.dials) <= 0:
            return -50.0
        return 60.0 if view.population > at_stake else 60.0 * (1.0 - chance) - 20.0
    saved = (5 - view.jump) * 1.75 * WAIT + 0.8 * mind.pressure
    return saved - chance * mind.loss(names.POPULATION, at_stake)


def place_worth(mind: Mind, seat: int, place: int) -> float:
    """Return what the action of a location is worth to the humans if a seat takes it; 0 if it cannot."""
    view, player = mind.view, mind.view.seats[seat]
    if is_damaged(mind, place) or place == names.SICKBAY:
        return 0.0
    cost = 0.0
    if player.character == names.ROSLIN:
        if player.hand_size < 2:
            return 0.0
        cost = 0.7
    elif player.character == names.ZAREK and place != names.BRIG:
        if any(view.seats[other].at == place for other in mind.humans if other != seat):
            return 0.0
    elif player.character == names.ADAMA and place == names.ADMIRALS_QUARTERS:
        return 0.0
    worth = _WORTHS[place](mind, seat)
    return worth - cost


def _ftl(mind: Mind, seat: int) -> float:
    return jump_worth(mind) if mind.view.jump in FTL_LOSS else 0.0


def _weapons(mind: Mind, seat: int) -> float:
    return best_shot(mind, list(range(names.AREAS)), galactica=True)


def _command(mind: Mind, seat: int) -> float:
    return orders_worth(mind, 2)


def _communications(mind: Mind, seat: int) -> float:
    if any(one.card == JAMMED_ASSAULT for one in mind.view.in_play):
        return 0.0
    worths = sorted(
        (
            exposure(mind, area) - min(exposure(mind, (area + step) % names.AREAS) for step in (-1, 1)) - 0.2
            for area in range(names.AREAS)
            for _ in range(mind.civilians[area])
        ),
        reverse=True,
    )
    return 0.9 * sum(worth for worth in worths[:2] if worth > 0.0)


def _quarters(mind: Mind, seat: int) -> float:
    seats = mind.view.seats
    foes = [
        other
        for other in mind.humans
        if other not in (mind.seat, seat) and seats[other].at not in (names.BRIG, names.OFF)
    ]
    most = max((mind.doubts[other] for other in foes), default=0.0)
    if most < STRONG_DOUBT:
        return 0.0
    chance = pass_chance(mind, 1 << names.LE | 1 << names.TA, 7)
    return chance * 5.0 * (most - 0.3) - 0.5


def _research(mind: Mind, seat: int) -> float:
    return card_worth(mind, seat)


def card_worth(mind: Mind, seat: int) -> float:
    """Return what a card more is worth to a seat."""
    size = mind.view.seats[seat].hand_size
    return 0.5 if size < 4 else 0.4 if size < 8 else 0.12


def _hangar(mind: Mind, seat: int) -> float:
    """Launching oneself, with an action after it."""
    view = mind.view
    if not CHARACTER_CARDS[view.seats[seat].character].pilot:
        return 0.0
    if not view.vipers_reserves and not any(area.vipers for area in view.space):
        return 0.0
    gained = max(need(mind, area) + 0.5 * best_shot(mind, [area], galactica=False) for area in (4, 5))
    return gained + 0.1 if gained > 0.25 else 0.0


def _armory(mind: Mind, seat: int) -> float:
    return 0.25 * boarding_worth(mind)


def _brig(mind: Mind, seat: int) -> float:
    if seat != mind.seat:
        return 0.6 * mind.trust(seat)
    return 2.6 * pass_chance(mind, 1 << names.PO | 1 << names.TA, 7) * (1.0 - mind.heat) + 0.2


def _press(mind: Mind, seat: int) -> float:
    return 1.8 * card_worth(mind, seat)


def _office(mind: Mind, seat: int) -> float:
    return OFFICE if seat == mind.view.president else 0.0


def _administration(mind: Mind, seat: int) -> float:
    president = mind.view.president
    if president < 0 or president == mind.seat:
        return 0.0
    doubt = mind.doubts[president]
    if doubt < STRONG_DOUBT:
        return 0.0
    return 2.5 * (doubt - 0.3) * pass_chance(mind, 1 << names.PO | 1 << names.LE, 5)


_WORTHS: Final = {
    names.FTL_CONTROL: _ftl,
    names.WEAPONS_CONTROL: _weapons,
    names.COMMAND: _command,
    names.COMMUNICATIONS: _communications,
    names.ADMIRALS_QUARTERS: _quarters,
    names.RESEARCH_LAB: _research,
    names.HANGAR_DECK: _hangar,
    names.ARMORY: _armory,
    names.BRIG: _brig,
    names.PRESS_ROOM: _press,
    names.PRESIDENTS_OFFICE: _office,
    names.ADMINISTRATION: _administration,
}


def best_elsewhere(mind: Mind, seat: int) -> float:
    """Return the best action that a seat could take after a move, or where it is."""
    player = mind.view.seats[seat]
    at = player.at
    best = nuke = 0.0
    if seat == mind.view.admiral and mind.view.nukes:
        nuke = best_nuke(mind)
    if at == names.BRIG:
        return max(place_worth(mind, seat, names.BRIG), nuke)
    if names.SPACE <= at < names.SPACE + names.AREAS:
        best = max(best, best_shot(mind, [at - names.SPACE], galactica=False))
    on_galactica = at not in (names.PRESS_ROOM, names.PRESIDENTS_OFFICE, names.ADMINISTRATION) and at < names.SPACE
    for place in HUMAN_PLACES:
        other_ship = (place in SAFE_GALACTICA) != on_galactica and place != at
        best = max(best, place_worth(mind, seat, place) - (0.4 if other_ship else 0.0))
    return max(best, nuke)
