"""Space: shots, orders to vipers, nukes, civilian ships, shortages (BSG-9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots.harm import harm
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.cards import AMBUSH, CIVILIAN_LOSSES
from shapan.games.battlestar.rules.attacks import MOST_DAMAGE, STRUCTURE, points
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
    less = 2 if unmanned and AMBUSH in mind.view.crises_in_play.cards else 0
    if unit == names.RAIDER:
        return (6 - less) / 8 * mind.raider_worths[area]
    if unit == names.HEAVY:
        return max(0, 2 - less) / 8 * (HEAVY_WORTH + 0.6 * (area in names.TUBES)) * mind.threat
    row = mind.view.basestars[mind.view.basestars_in(area)[number]]
    more = STRUCTURE if names.STRUCTURAL_DAMAGE in row[1:] else 0
    hits = (4 if galactica else 1) + more - less
    worth = BASESTAR_LOSS if points(row) >= MOST_DAMAGE - 1 else BASESTAR_HIT + 0.5 * points(row)
    return max(0, min(8, hits)) / 8 * worth


def best_shot(mind: Mind, areas: Iterable[int], *, galactica: bool, unmanned: bool = False) -> float:
    """Return the worth of the best attack on Cylon ships in some areas."""
    targets = [(area, *target) for area in areas for target in targets_in(mind.view, area)]
    return max((shot_worth(mind, *one, galactica=galactica, unmanned=unmanned) for one in targets), default=0.0)


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


def flight_worth(mind: Mind, start: int, to: int) -> float:
    """Return what it is worth that a viper flies from an area to another."""
    return need(mind, to) - need(mind, start) - FLIGHT


def rate_target(mind: Mind, code: int) -> float:
    """Rate a target of Galactica's guns, of a pilot's shot, or of a nuke."""
    area, unit, number = actions.TARGET.values(code)
    return mind.side * shot_worth(mind, area, unit, number, galactica=True)


def nuke_worth(mind: Mind, row: list[int]) -> float:
    """Return what a nuke at a basestar, a row of `basestars`, is worth, less what it is worth later."""
    area, *tokens = row
    later = 2.2 if mind.view.nukes > 1 else 2.8
    destroyed = BASESTAR_LOSS + 0.25 * min(3, mind.view.raiders[area]) - 0.5 * len(tokens)
    return destroyed - later + 0.25 * (mind.pressure - 4.0)


def rate_nuke(mind: Mind, code: int) -> float:
    """Rate the basestar a nuke is launched at."""
    area, _, number = actions.TARGET.values(code)
    return mind.side * nuke_worth(mind, mind.view.basestars[mind.view.basestars_in(area)[number]])


def best_nuke(mind: Mind) -> float:
    """Return the worth of the best nuke, below 0 without a basestar."""
    return max((nuke_worth(mind, row) for row in mind.view.basestars), default=-1.0)


def boarding_worth(mind: Mind) -> float:
    """Return what it is worth to destroy the centurion that has come farthest."""
    return max(
        (worth for worth, number in zip(BOARDING_WORTHS, mind.view.boarding, strict=True) if number), default=0.0
    )


def rate_centurion(mind: Mind, code: int) -> float:
    """Rate the centurion that is shot at."""
    return mind.side * BOARDING_WORTHS[actions.SHOOT_CENTURION.value(code)]


def order_worth(mind: Mind, code: int) -> float:
    """Return what an order to an unmanned viper is worth to the humans."""
    if actions.LAUNCH.has(code):
        return need(mind, actions.LAUNCH.value(code)) + 0.05
    if actions.FLY_UNMANNED.has(code):
        return flight_worth(mind, *actions.FLY_UNMANNED.values(code))
    area, unit, number = actions.ATTACK_UNMANNED.values(code)
    return shot_worth(mind, area, unit, number, galactica=False, unmanned=True)


def rate_order(mind: Mind, code: int) -> float:
    """Rate an order to an unmanned viper; a hidden Cylon gives useless ones."""
    worth = order_worth(mind, code)
    return 0.3 - abs(worth - 0.3) if mind.cylon else worth


def orders_worth(mind: Mind, number: int) -> float:
    """Return what so many orders to unmanned vipers are worth."""
    with_vipers = [area for area in range(names.AREAS) if mind.view.vipers[area]]
    best = best_shot(mind, with_vipers, galactica=False, unmanned=True)
    if mind.view.reserves():
        best = max(best, *(need(mind, area) for area in names.TUBES))
    for area in with_vipers:
        best = max(best, *(flight_worth(mind, area, to) for to in neighbours(area)))
    return best * (1.0 + 0.75 * (number - 1))


def rate_area(mind: Mind, code: int) -> float:
    """Rate an area to launch into: where a viper is needed."""
    return mind.side * need(mind, actions.LAUNCH_AREA.value(code))


def rate_recall(mind: Mind, code: int) -> float:
    """Rate an area whose viper is recalled: where it is needed least."""
    return -mind.side * need(mind, actions.LAUNCH_AREA.value(code))


def rate_next_area(mind: Mind, code: int) -> float:
    """Rate the area whose raiders act next; the order changes little: those beside vipers first."""
    area = actions.LAUNCH_AREA.value(code)
    return mind.view.vipers[area] - mind.civilians[area] * 0.1


# Civilian ships


def cargo(mind: Mind, token: int) -> float:
    """Return what the loss of a civilian ship costs."""
    return mind.civilian_loss if token == UNKNOWN else harm(mind, CIVILIAN_LOSSES[token])


def rate_civilian(mind: Mind, code: int) -> float:
    """Rate a civilian ship that is lost: the least loss first, for a Cylon the greatest."""
    area, number = actions.PICK_CIVILIAN.values(code)
    return -mind.side * cargo(mind, mind.view.civilians[area].cards[number])


def exposure(mind: Mind, area: int) -> float:
    """Return how exposed civilian ships are in an area."""
    guards, close, here = mind.guards[area], mind.raiders_beside[area], mind.view.raiders[area]
    return ((1.0 if here > guards else 0.3 if here else 0.0) + 0.12 * min(close, 4)) * mind.threat - 0.1 * guards


def least_beside(mind: Mind, area: int) -> float:
    """Return how exposed civilian ships are in the better area beside another."""
    return min(exposure(mind, beside) for beside in neighbours(area))


def shift_worth(mind: Mind, area: int) -> float:
    """Return what it is worth to move a civilian ship out of an area."""
    return exposure(mind, area) - least_beside(mind, area) - 0.2


def rate_look(mind: Mind, code: int) -> float:
    """Rate a civilian ship to look at, and to move: those that are exposed."""
    return exposure(mind, actions.LOOK_CIVILIAN.value(code)) - 0.15


def rate_shift(mind: Mind, code: int) -> float:
    """Rate a move of a civilian ship: only the best way, away from raiders (a Cylon: none)."""
    area, _, to = actions.SHIFT_CIVILIAN.values(code)
    if mind.cylon or exposure(mind, to) > least_beside(mind, area):
        return -1.0
    return shift_worth(mind, area)


# Losses and shortages


def rate_viper_lost(mind: Mind, code: int) -> float:
    """Rate a viper that is damaged: unmanned ones first, where they are needed least."""
    if actions.VIPER_OF.has(code):
        return mind.side * -2.0 * mind.trust(actions.VIPER_OF.value(code))
    return -mind.side * need(mind, actions.VIPER_IN.value(code)) - 0.2


def rate_shortage(mind: Mind, code: int) -> float:
    """Rate where few ships go: Cylon ships far from civilian ones, vipers where they are needed."""
    unit, area = actions.SHORT_AREA.values(code)
    ours = unit in (names.VIPER, names.CIVILIAN)
    return mind.side * (need(mind, area) if ours else -mind.raider_worths[area])


def rate_brutal(mind: Mind, code: int) -> float:
    """Rate what Brutal Force destroys."""
    if actions.DESTROY_CENTURION.has(code):
        worth = BOARDING_WORTHS[actions.DESTROY_CENTURION.value(code)]
    elif actions.DESTROY_HEAVY.has(code):
        worth = HEAVY_WORTH
    else:
        raiders = min(3, sum(mind.view.raiders))
        worth = mind.raider_worths[actions.DESTROY_RAIDER.value(code)] * raiders * 0.9
    return mind.side * worth


def brutal_worth(mind: Mind) -> float:
    """Return what Authorization of Brutal Force is worth."""
    worths = [mind.raider_worths[area] for area, number in enumerate(mind.view.raiders) for _ in range(number)]
    heavies = HEAVY_WORTH if any(mind.view.heavies) else 0.0
    raiders = sum(sorted(worths, reverse=True)[:3])
    return max(raiders, heavies, boarding_worth(mind)) - 0.25 * mind.loss(names.POPULATION, 1)


def boards(mind: Mind, code: int) -> float:
    """W11: Apollo boards where he is needed; a hidden Cylon does not."""
    if mind.cylon:
        return 0.4
    return need(mind, actions.BOARD.value(code)) + 0.2
