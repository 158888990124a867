"""Space: shots, orders to vipers, nukes, civilian ships, shortages (BSG-9)."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots.harm import harm
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.cards import AMBUSH, CIVILIAN_LOSSES

BOARDING_WORTHS: Final[tuple[float, ...]] = (3.0, 6.0, 12.0, 30.0)
"""What it is worth to destroy a centurion, by its space."""
BASESTAR_HIT: Final = 1.0
BASESTAR_LOSS: Final = 3.0
HEAVY_WORTH: Final = 1.3
assert len(names.BASESTAR_DAMAGE) == 4


def near(first: int, second: int) -> int:
    """Return how far two areas are apart."""
    apart = (first - second) % names.AREAS
    return min(apart, names.AREAS - apart)


def sign(mind: Mind) -> float:
    """Return -1 for a Cylon, to whom losses of the Cylons are bad, 1 for a human."""
    return -1.0 if mind.cylon else 1.0


def shot_worth(mind: Mind, area: int, unit: int, number: int, *, galactica: bool, unmanned: bool = False) -> float:
    """Return what an attack on a Cylon ship is worth to the humans, by the table C12."""
    less = 2 if unmanned and any(one.card == AMBUSH for one in mind.view.in_play) else 0
    if unit == names.RAIDER:
        return (6 - less) / 8 * mind.raider_worths[area]
    if unit == names.HEAVY:
        return max(0, 2 - less) / 8 * (HEAVY_WORTH + 0.6 * (area in (4, 5))) * mind.threat
    tokens = mind.view.space[area].basestars[number]
    more = 2 if names.STRUCTURAL_DAMAGE in tokens else 0
    hits = (4 if galactica else 1) + more - less
    points = len(tokens) + (names.CRITICAL_HIT in tokens)
    return max(0, min(8, hits)) / 8 * (BASESTAR_LOSS if points >= 2 else BASESTAR_HIT + 0.5 * points)


def best_shot(mind: Mind, areas: list[int], *, galactica: bool, unmanned: bool = False) -> float:
    """Return the worth of the best attack on Cylon ships in some areas."""
    best = 0.0
    for area in areas:
        space = mind.view.space[area]
        if space.raiders:
            best = max(best, shot_worth(mind, area, names.RAIDER, 0, galactica=galactica, unmanned=unmanned))
        if space.heavies:
            best = max(best, shot_worth(mind, area, names.HEAVY, 0, galactica=galactica, unmanned=unmanned))
        for number in range(len(space.basestars)):
            best = max(best, shot_worth(mind, area, names.BASESTAR, number, galactica=galactica, unmanned=unmanned))
    return best


def need(mind: Mind, area: int) -> float:
    """Return how much a viper more is needed in an area."""
    space = mind.view.space[area]
    guards = space.vipers + mind.pilots[area]
    raiders = space.raiders
    close = sum(mind.raiders[(area + step) % names.AREAS] for step in (-1, 1))
    total = 0.0
    if raiders:
        total += 0.45 + 0.05 * raiders
    if space.civilian_count:
        total += 0.15 + 0.4 * (raiders > guards) + 0.25 * (close > 0)
    elif close:
        total += 0.1
    return total * mind.threat - 0.2 * guards


def rate_target(mind: Mind, code: int) -> float:
    """Rate a target of Galactica's guns, of a pilot's shot, or of a nuke."""
    if code == DONE:
        return 0.0
    area, unit, number = actions.TARGET.values(code)
    return sign(mind) * shot_worth(mind, area, unit, number, galactica=True)


def nuke_worth(mind: Mind, area: int, number: int) -> float:
    """Return what a nuke at a basestar is worth, less what it is worth later."""
    tokens = mind.view.space[area].basestars[number]
    raiders = min(3, mind.raiders[area])
    later = 2.2 if mind.view.nukes > 1 else 2.8
    return BASESTAR_LOSS + 0.25 * raiders - 0.5 * len(tokens) - later + 0.25 * (mind.pressure - 4.0)


def rate_nuke(mind: Mind, code: int) -> float:
    """Rate the basestar a nuke is launched at."""
    area, _, number = actions.TARGET.values(code)
    return sign(mind) * nuke_worth(mind, area, number)


def best_nuke(mind: Mind) -> float:
    """Return the worth of the best nuke, below 0 without a basestar."""
    return max(
        (
            nuke_worth(mind, area, number)
            for area in range(names.AREAS)
            for number in range(len(mind.view.space[area].basestars))
        ),
        default=-1.0,
    )


def boarding_worth(mind: Mind) -> float:
    """Return what it is worth to destroy the centurion that has come farthest."""
    fronts = [worth for worth, number in zip(BOARDING_WORTHS, mind.view.boarding, strict=True) if number]
    return max(fronts, default=0.0) * mind.threat


def rate_centurion(mind: Mind, code: int) -> float:
    """Rate the centurion that is shot at."""
    return sign(mind) * BOARDING_WORTHS[actions.SHOOT_CENTURION.value(code)]


def order_worth(mind: Mind, code: int) -> float:
    """Return what an order to an unmanned viper is worth to the humans."""
    if actions.LAUNCH.has(code):
        return need(mind, actions.LAUNCH.value(code)) + 0.05
    if actions.FLY_UNMANNED.has(code):
        start, to = actions.FLY_UNMANNED.values(code)
        return need(mind, to) - need(mind, start) - 0.3
    area, unit, number = actions.ATTACK_UNMANNED.values(code)
    return shot_worth(mind, area, unit, number, galactica=False, unmanned=True)


def rate_order(mind: Mind, code: int) -> float:
    """Rate an order to an unmanned viper; a hidden Cylon gives useless ones."""
    if code == DONE:
        return 0.1
    worth = order_worth(mind, code)
    return 0.3 - abs(worth - 0.3) if mind.cylon else worth


def orders_worth(mind: Mind, number: int) -> float:
    """Return what so many orders to unmanned vipers are worth."""
    with_vipers = [area for area in range(names.AREAS) if mind.view.space[area].vipers]
    best = best_shot(mind, with_vipers, galactica=False, unmanned=True)
    if mind.view.vipers_reserves:
        best = max(best, *(need(mind, area) for area in (4, 5)))
    for area in with_vipers:
        best = max(best, *(need(mind, (area + step) % names.AREAS) - need(mind, area) - 0.3 for step in (-1, 1)))
    return best * (1.0 + 0.75 * (number - 1))


def rate_area(mind: Mind, code: int) -> float:
    """Rate an area to launch into: where a viper is needed."""
    return sign(mind) * need(mind, actions.LAUNCH_AREA.value(code))


def rate_recall(mind: Mind, code: int) -> float:
    """Rate an area whose viper is recalled: where it is needed least."""
    return -sign(mind) * need(mind, actions.LAUNCH_AREA.value(code))


def rate_next_area(mind: Mind, code: int) -> float:
    """Rate the area whose raiders act next; the order changes little: those beside vipers first."""
    area = actions.LAUNCH_AREA.value(code)
    return mind.view.space[area].vipers - mind.civilians[area] * 0.1


# Civilian ships


def cargo(mind: Mind, token: int) -> float:
    """Return what the loss of a civilian ship costs."""
    return mind.civilian_loss if token == UNKNOWN else harm(mind, CIVILIAN_LOSSES[token])


def rate_civilian(mind: Mind, code: int) -> float:
    """Rate a civilian ship that is lost: the least loss first, for a Cylon the greatest."""
    area, number = actions.PICK_CIVILIAN.values(code)
    return -sign(mind) * cargo(mind, mind.view.space[area].civilians[number])


def exposure(mind: Mind, area: int) -> float:
    """Return how exposed civilian ships are in an area."""
    guards = mind.view.space[area].vipers + mind.pilots[area]
    close = sum(mind.raiders[(area + step) % names.AREAS] for step in (-1, 1))
    here = mind.raiders[area]
    return ((1.0 if here > guards else 0.3 if here else 0.0) + 0.12 * min(close, 4)) * mind.threat - 0.1 * guards


def rate_look(mind: Mind, code: int) -> float:
    """Rate a civilian ship to look at, and to move: those that are exposed."""
    if code == DONE:
        return 0.0
    area, _ = actions.LOOK_CIVILIAN.values(code)
    return exposure(mind, area) - 0.15


def rate_shift(mind: Mind, code: int) -> float:
    """Rate a move of a civilian ship: only the best way, away from raiders (a Cylon: none)."""
    if code == DONE:
        return 0.0
    area, _, to = actions.SHIFT_CIVILIAN.values(code)
    if mind.cylon:
        return -1.0
    better = min(exposure(mind, (area + step) % names.AREAS) for step in (-1, 1))
    return exposure(mind, area) - better - 0.2 if exposure(mind, to) <= better else -1.0


# Losses and shortages


def rate_viper_lost(mind: Mind, code: int) -> float:
    """Rate a viper that is damaged: unmanned ones first, where they are needed least."""
    if actions.VIPER_OF.has(code):
        other = actions.VIPER_OF.value(code)
        return sign(mind) * -2.0 * mind.trust(other)
    return -sign(mind) * need(mind, actions.VIPER_IN.value(code)) - 0.2


def rate_shortage(mind: Mind, code: int) -> float:
    """Rate where few ships go: Cylon ships far from civilian ones, vipers where they are needed."""
    unit, area = actions.SHORT_AREA.values(code)
    danger = (
        mind.raider_worths[area]
        if unit in (names.BASESTAR, names.RAIDER, names.HEAVY, names.CENTURION)
        else -need(mind, area)
    )
    return -sign(mind) * danger


def rate_brutal(mind: Mind, code: int) -> float:
    """Rate what Brutal Force destroys."""
    if code == DONE:
        return 0.0
    if actions.DESTROY_CENTURION.has(code):
        worth = BOARDING_WORTHS[actions.DESTROY_CENTURION.value(code)]
    elif actions.DESTROY_HEAVY.has(code):
        worth = HEAVY_WORTH
    else:
        worth = mind.raider_worths[actions.DESTROY_RAIDER.value(code)] * min(3, sum(mind.raiders)) * 0.9
    return sign(mind) * worth


def brutal_worth(mind: Mind) -> float:
    """Return what Authorization of Brutal Force is worth."""
    fronts = [worth for worth, number in zip(BOARDING_WORTHS, mind.view.boarding, strict=True) if number]
    raiders = sum(
        sorted((mind.raider_worths[a] for a in range(names.AREAS) for _ in range(mind.raiders[a])), reverse=True)[:3]
    )
    heavies = HEAVY_WORTH if any(area.heavies for area in mind.view.space) else 0.0
    return max([0.0, raiders, heavies, *fronts]) - 0.25 * mind.loss(3, 1)


def boards(mind: Mind, area: int) -> float:
    """Return what it is worth to Apollo to board a viper in an area."""
    return need(mind, area) + 0.2 * (mind.me.character == names.APOLLO)
