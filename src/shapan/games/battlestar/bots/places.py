"""What the actions of the human locations are worth (C9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.games.battlestar import names
from shapan.games.battlestar.bots.fleet import best_nuke, best_shot, boarding_worth, need, orders_worth, shift_worth
from shapan.games.battlestar.bots.harm import pass_chance
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.cards import COLONIAL_ONE_PLACES, SAFE_GALACTICA
from shapan.games.battlestar.rules.jump import BLUE, KOBOL_DISTANCE
from shapan.games.battlestar.rules.locations import (
    CHECK_ADMINISTRATION,
    CHECK_BRIG,
    CHECK_QUARTERS,
    is_closed,
    why_no_use,
)

STRONG_DOUBT: Final = 0.62
"""From here on a seat is sent to the Brig, or loses its title, if that can be done."""
WAIT: Final = 0.6
"""What a crisis costs that a jump makes needless."""
OFFICE: Final = 1.0
"""What the President's Office is worth to its owner: two Quorum cards, or one and a play."""
ILLNESS: Final = 0.7
"""What the two cards are worth that the action of a location costs Roslin."""
OTHER_SHIP: Final = 0.4
"""What a move to the other ship costs."""


def _ftl(mind: Mind, seat: int) -> float:
    view = mind.view
    at_stake = BLUE[view.track]
    planned = any(names.type_of(card) == names.TA and names.is_rare(card) for card in mind.hand)
    chance = 0.5 if planned else 0.75
    if view.distance >= KOBOL_DISTANCE:
        if min(view.dials) <= 0:
            return -50.0
        return 60.0 if view.dials[names.POPULATION] > at_stake else 60.0 * (1.0 - chance) - 20.0
    saved = (5 - view.track) * 1.75 * WAIT + 0.8 * mind.pressure
    return saved - chance * mind.loss(names.POPULATION, at_stake)


def _communications(mind: Mind, seat: int) -> float:
    worths = [shift_worth(mind, area) for area, number in enumerate(mind.civilians) for _ in range(number)]
    return 0.9 * sum(worth for worth in sorted(worths, reverse=True)[:2] if worth > 0.0)


def _quarters(mind: Mind, seat: int) -> float:
    foes = [other for other in mind.others() if other != seat and mind.view.at[other] not in (names.BRIG, names.OFF)]
    most = max((mind.doubts[other] for other in foes), default=0.0)
    if most < STRONG_DOUBT:
        return 0.0
    return pass_chance(mind, *CHECK_QUARTERS) * 5.0 * (most - 0.3) - 0.5


def _hangar(mind: Mind, seat: int) -> float:
    """Rate a launch of oneself, with an action after it."""
    gained = max(need(mind, area) + 0.5 * best_shot(mind, [area], galactica=False) for area in names.TUBES)
    return gained + 0.1 if gained > 0.25 else 0.0


def _brig(mind: Mind, seat: int) -> float:
    if seat != mind.seat:
        return 0.6 * mind.trust(seat)
    return 2.6 * pass_chance(mind, *CHECK_BRIG) * (1.0 - mind.heat) + 0.2


def _administration(mind: Mind, seat: int) -> float:
    president = mind.view.president
    doubt = 0.0 if president in (mind.seat, -1) else mind.doubts[president]
    return 0.0 if doubt < STRONG_DOUBT else 2.5 * (doubt - 0.3) * pass_chance(mind, *CHECK_ADMINISTRATION)


_WORTHS: Final[dict[int, Callable[[Mind, int], float]]] = {
    names.FTL_CONTROL: _ftl,
    names.WEAPONS_CONTROL: lambda mind, seat: best_shot(mind, range(names.AREAS), galactica=True),
    names.COMMAND: lambda mind, seat: orders_worth(mind, 2),
    names.COMMUNICATIONS: _communications,
    names.ADMIRALS_QUARTERS: _quarters,
    names.RESEARCH_LAB: lambda mind, seat: mind.card_worth(seat),
    names.HANGAR_DECK: _hangar,
    names.ARMORY: lambda mind, seat: 0.25 * (boarding_worth(mind) * mind.threat),
    names.BRIG: _brig,
    names.PRESS_ROOM: lambda mind, seat: 1.8 * mind.card_worth(seat),
    names.PRESIDENTS_OFFICE: lambda mind, seat: OFFICE,
    names.ADMINISTRATION: _administration,
}


def place_worth(mind: Mind, seat: int, place: int) -> float:
    """Return what the action of a location is worth to the humans if a seat takes it; 0 if it cannot."""
    if is_closed(mind.view, seat, place):
        return 0.0
    worth = 0.0 if why_no_use(mind.view, place) else _WORTHS[place](mind, seat)
    return worth - (ILLNESS if mind.view.is_character(seat, names.ROSLIN) else 0.0)


def best_elsewhere(mind: Mind, seat: int) -> float:
    """Return the best action that a seat could take after a move, or where it is."""
    view, at = mind.view, mind.view.at[seat]
    best = max(0.0, best_nuke(mind)) if seat == view.admiral and view.nukes else 0.0
    if at == names.BRIG:
        return max(best, place_worth(mind, seat, at))
    if view.piloting(seat):
        best = max(best, best_shot(mind, [view.area_of(seat)], galactica=False))
    for place in (*SAFE_GALACTICA, *COLONIAL_ONE_PLACES):
        other_ship = place != at and (place in SAFE_GALACTICA) != view.on_galactica(seat)
        best = max(best, place_worth(mind, seat, place) - (OTHER_SHIP if other_ship else 0.0))
    return best
