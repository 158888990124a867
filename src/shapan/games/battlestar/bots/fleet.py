"""Space: shots, orders to vipers, nukes, civilian ships, shortages (BSG-9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots.harm import harm
from shapan.games.battlestar.bots.mind import RATE, Mind, sided
from shapan.games.battlestar.cards import CIVILIAN_LOSSES
from shapan.games.battlestar.odds.rolls import shot
from shapan.games.battlestar.rules.attacks import MAX_DAMAGE, points
from shapan.games.battlestar.rules.vipers import neighbours, targets_in

BOARDING_WORTHS: Final[tuple[float, ...]] = (3.0, 6.0, 12.0, 30.0)
"""What it is worth to destroy a centurion, by its space."""
BASESTAR_HIT: Final = 1.0
BASESTAR_LOSS: Final = 3.0
HEAVY_WORTH: Final = 1.3
FLIGHT: Final = 0.3
"""What it costs that a viper flies to another area, beside what it leaves."""


def shot_worth(mind: Mind, area: int, unit: int, number: int, *, galactica: bool, unmanned: bool = False) -> float:
    """Return what an attack on a Cylon ship is worth to the humans, by the table C12."""
    chance = shot(mind.view, area, unit, number, galactica=galactica, manned=not unmanned) / names.DIE
    if unit == names.RAIDER:
        return chance * mind.raider_worths[area]
    if unit == names.HEAVY:
        return chance * (HEAVY_WORTH + 0.6 * (area in names.TUBES)) * mind.threat
    row = mind.view.basestars[mind.view.basestars_in(area)[number]]
    return chance * (BASESTAR_LOSS if points(row) >= MAX_DAMAGE - 1 else BASESTAR_HIT + 0.5 * points(row))


def best_shot(mind: Mind, areas: Iterable[int], *, galactica: bool, unmanned: bool = False) -> float:
    """Return the worth of the best attack on Cylon ships in some areas."""
    targets = [(area, *target) for area in areas for target in targets_in(mind.view, area)]
    return max((shot_worth(mind, *one, galactica=galactica, unmanned=unmanned) for one in targets), default=0.0)


@RATE("launch_area", by=sided)
def need(mind: Mind, area: int) -> float:
    """Return how much a viper more is needed in an area."""
    guards, raiders, close = mind.guards[area], mind.view.raiders[area], mind.raiders_beside[area]
    total = 0.0
    if raiders:
        total += 0.45 + 0.05 * raiders
    if mind.civilians[area]:
        total += 0.15 + 0.4 * (raiders > guards) + 0.25 * (close > 0)
    elif close:
        total += 0.1
    return total * mind.threat - 0.2 * guards


def nuke_worth(mind: Mind, row: list[int]) -> float:
    """Return what a nuke at a basestar, a row of `basestars`, is worth, less what it is worth later."""
    area, *tokens = row
    later = 2.2 if mind.view.nukes > 1 else 2.8
    destroyed = BASESTAR_LOSS + 0.25 * min(3, mind.view.raiders[area]) - 0.5 * len(tokens)
    return destroyed - later + 0.25 * (mind.pressure - 4.0)


def best_nuke(mind: Mind) -> float:
    """Return the worth of the best nuke, below 0 without a basestar."""
    return max((nuke_worth(mind, row) for row in mind.view.basestars), default=-1.0)


def boarding_worth(mind: Mind) -> float:
    """Return what it is worth to destroy the centurion that has come farthest."""
    return max(
        (worth for worth, number in zip(BOARDING_WORTHS, mind.view.boarding, strict=True) if number), default=0.0
    )


def useless(mind: Mind, code: int, worth: float) -> float:
    """Rate an order to an unmanned viper: a hidden Cylon gives useless ones."""
    return 0.3 - abs(worth - 0.3) if mind.cylon else worth


@RATE("viper_order", actions.FLY_UNMANNED, by=useless)
def flight_worth(mind: Mind, start: int, to: int) -> float:
    """Return what it is worth that a viper flies from an area to another."""
    return need(mind, to) - need(mind, start) - FLIGHT


def orders_worth(mind: Mind, number: int) -> float:
    """Return what so many orders to unmanned vipers are worth."""
    with_vipers = [area for area in range(names.AREAS) if mind.view.vipers[area]]
    best = best_shot(mind, with_vipers, galactica=False, unmanned=True)
    if mind.view.reserves():
        best = max(best, *(need(mind, area) for area in names.TUBES))
    for area in with_vipers:
        best = max(best, *(flight_worth(mind, area, to) for to in neighbours(area)))
    return best * (1.0 + 0.75 * (number - 1))


# Civilian ships


def cargo(mind: Mind, token: int) -> float:
    """Return what the loss of a civilian ship costs."""
    return mind.civilian_loss if token == UNKNOWN else harm(mind, CIVILIAN_LOSSES[token])


def exposure(mind: Mind, area: int) -> float:
    """Return how exposed civilian ships are in an area."""
    guards, close, here = mind.guards[area], mind.raiders_beside[area], mind.view.raiders[area]
    return ((1.0 if here > guards else 0.3 if here else 0.0) + 0.12 * min(close, 4)) * mind.threat - 0.1 * guards


def min_beside(mind: Mind, area: int) -> float:
    """Return how exposed civilian ships are in the better area beside another."""
    return min(exposure(mind, beside) for beside in neighbours(area))


def shift_worth(mind: Mind, area: int) -> float:
    """Return what it is worth to move a civilian ship out of an area."""
    return exposure(mind, area) - min_beside(mind, area) - 0.2


@RATE("shift_civilians")
def _shifted(mind: Mind, area: int, number: int, to: int) -> float:
    """Only the best way, away from raiders (a Cylon: none)."""
    if mind.cylon or exposure(mind, to) > min_beside(mind, area):
        return -1.0
    return shift_worth(mind, area)


def brutal_worth(mind: Mind) -> float:
    """Return what Authorization of Brutal Force is worth."""
    worths = [mind.raider_worths[area] for area, number in enumerate(mind.view.raiders) for _ in range(number)]
    heavies = HEAVY_WORTH if any(mind.view.heavies) else 0.0
    raiders = sum(sorted(worths, reverse=True)[:3])
    return max(raiders, heavies, boarding_worth(mind)) - 0.25 * mind.loss(names.POPULATION, 1)


# The questions


@RATE("shortage", by=sided)
def _short(mind: Mind, unit: int, area: int) -> float:
    """Where few ships go: Cylon ships far from civilian ones, vipers where they are needed."""
    return need(mind, area) if unit in (names.VIPER, names.CIVILIAN) else -mind.raider_worths[area]


@RATE("nuke_target", by=sided)
def _nuked(mind: Mind, area: int, unit: int, number: int) -> float:
    return nuke_worth(mind, mind.view.basestars[mind.view.basestars_in(area)[number]])


RATE.add(
    "attack_target", lambda mind, area, unit, number: shot_worth(mind, area, unit, number, galactica=True), by=sided
)
RATE.add("centurion_target", lambda mind, space: BOARDING_WORTHS[space], by=sided)
RATE.add("brutal_force", lambda mind, space: BOARDING_WORTHS[space], actions.DESTROY_CENTURION, by=sided)
RATE.add("brutal_force", lambda mind, area: HEAVY_WORTH, actions.DESTROY_HEAVY, by=sided)
RATE.add(
    "brutal_force",
    lambda mind, area: mind.raider_worths[area] * min(3, sum(mind.view.raiders)) * 0.9,
    actions.DESTROY_RAIDER,
    by=sided,
)
RATE.add("viper_order", lambda mind, area: need(mind, area) + 0.05, actions.LAUNCH, by=useless)
RATE.add(
    "viper_order",
    lambda mind, area, unit, number: shot_worth(mind, area, unit, number, galactica=False, unmanned=True),
    actions.ATTACK_UNMANNED,
    by=useless,
)
RATE.always_declined(0.1, "viper_order")
RATE.add("recall_viper", lambda mind, area: -need(mind, area), by=sided)
RATE.add(
    "next_area", lambda mind, area: mind.view.vipers[area] - mind.civilians[area] * 0.1
)  # those beside vipers first
RATE.add("pick_civilian", lambda mind, area, place: -cargo(mind, mind.view.civilians[area].cards[place]), by=sided)
RATE.add("look_civilians", lambda mind, area, place: exposure(mind, area) - 0.15)
RATE.add("pick_vipers", lambda mind, area: -mind.side * need(mind, area) - 0.2, actions.VIPER_IN)  # unmanned ones first
RATE.add("pick_vipers", lambda mind, seat: -2.0 * mind.trust(seat), actions.VIPER_OF, by=sided)
RATE.add("W11", lambda mind, area: 0.4 if mind.cylon else need(mind, area) + 0.2)  # Apollo boards where he is needed
RATE.always_declined(0.45, "W11")
