"""Boxes of crises, destinations, draws and discards, and what is played on dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import actions, names, occasions
from shapan.games.battlestar.bots.fleet import BOARDING_WORTHS
from shapan.games.battlestar.bots.harm import check_harm, crisis_harm, harm, hit_worth
from shapan.games.battlestar.bots.mind import KOBOL, Mind
from shapan.games.battlestar.bots.places import FTL_LOSS
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS, WAY_OUT
from shapan.games.battlestar.rules.hands import TO_THE_LIMIT

TYPE_WORTHS: Final = {names.PO: 1.0, names.LE: 1.15, names.TA: 1.2, names.PI: 0.75, names.EN: 0.75}
"""How often a type is wanted: what the checks ask for (C14), and the texts."""
DISTANCE_WORTH: Final = 3.6
"""A unit of distance: a destination is a jump less."""
MILD: Final = 1.6
"""A crisis that costs less than this stays on top of the deck."""
OBVIOUS: Final = 2.0
"""A hidden Cylon does not take a box that is worse by more than this, unless it is nearly over."""


# Boxes


def box_harm(mind: Mind, kind: int, box: int) -> float:
    """Return what a box of a crisis costs the humans."""
    card = CRISIS_CARDS[kind]
    if card.kind == WAY_OUT:
        return check_harm(mind, card) if box == 0 else harm(mind, card.box_b)
    return harm(mind, card.box_a if box == 0 else card.box_b)


def rate_box(mind: Mind, kind: int, code: int) -> float:
    """Rate a box: the milder one; a Cylon takes the worse one, hidden only if that is not too obvious."""
    cost = box_harm(mind, kind, actions.CHOOSE_BOX.value(code))
    if not mind.cylon:
        return -cost
    other = box_harm(mind, kind, 1 - actions.CHOOSE_BOX.value(code))
    if mind.hidden and abs(cost - other) > OBVIOUS and mind.view.distance < 6 and min(mind.dials) > 3:
        return -cost
    return cost


def rate_compass(mind: Mind, code: int) -> float:
    """W5: Moral Compass where the other box is much better."""
    view = mind.view
    if code == DONE or view.crisis_now == UNKNOWN or view.box < 0:
        return 0.0 if code == DONE else -1.0
    assert actions.BOX.size == 2
    saved = box_harm(mind, view.crisis_now, view.box) - box_harm(mind, view.crisis_now, 1 - view.box)
    return (-saved if mind.cylon else saved) - (3.0 if mind.cylon else 1.2)


def rate_destiny(mind: Mind, code: int) -> float:
    """W4: Secret Destiny against a bad crisis."""
    if code == DONE or mind.view.crisis_now == UNKNOWN:
        return 0.0 if code == DONE else -1.0
    cost = crisis_harm(mind, mind.view.crisis_now)
    return -cost if mind.cylon else cost - 4.0


def rate_title_or_brig(mind: Mind, code: int) -> float:
    """Requested Resignation B: the title goes rather than its holder, but not to a Cylon."""
    if code != actions.GIVE_TITLE.code():
        return 0.0
    admiral = mind.view.admiral
    return 1.0 if mind.cylon or admiral < 0 else 0.6 + mind.trust(admiral)


# Jumps


def destination_worth(mind: Mind, card: int) -> float:
    """Return what a destination is worth: distance against what it costs."""
    place = DESTINATION_CARDS[card]
    left = max(0, KOBOL - mind.view.distance)
    worth = DISTANCE_WORTH * min(place.distance, left) + 0.1 * max(0, place.distance - left)
    worth -= harm(mind, place.effects)
    if place.risk == "restore":
        worth += 0.3 * min(3, mind.view.vipers_damaged + mind.view.vipers_destroyed)
    elif place.risk:
        worth += max(0.0, risk_worth(mind, card))
    return worth


def risk_worth(mind: Mind, card: int) -> float:
    """Return what the risk of a destination is worth."""
    place = DESTINATION_CARDS[card]
    chance = (9 - place.reach) / 8
    return -chance * harm(mind, place.gain) - (1.0 - chance) * harm(mind, place.loss)


def rate_destination(mind: Mind, code: int) -> float:
    """Rate a destination; those put under the deck the better the sooner."""
    if actions.PUT_UNDER.has(code):
        return 0.0
    worth = destination_worth(mind, actions.PICK_DESTINATION.value(code))
    return -worth if mind.cylon else worth


def rate_risk(mind: Mind, code: int) -> float:
    """Rate the risk of the destination just reached."""
    if code == DONE or not mind.view.destinations:
        return 0.0
    worth = risk_worth(mind, mind.view.destinations[-1])
    return -worth if mind.cylon else worth


def rate_restore(mind: Mind, code: int) -> float:
    """Rate what Ragnar Anchorage brings back: all of it."""
    vipers, raptor = actions.RESTORE.values(code)
    return (vipers + 2 * raptor) * (-0.1 if mind.revealed else 1.0)


def rate_pay(mind: Mind, code: int) -> float:
    """Crash Landing: fuel, or what the card takes otherwise."""
    if code == DONE or mind.view.crisis_now == UNKNOWN:
        return 0.0
    unless = [effect for effect in CRISIS_CARDS[mind.view.crisis_now].on_fail if effect.then]
    saved = sum((harm(mind, effect.then) for effect in unless), 0.0) - mind.loss(names.FUEL, 1)
    return -saved if mind.cylon else saved


def rate_gain(mind: Mind, code: int) -> float:
    """Unconventional Tactics: what is worth most."""
    worth = mind.gain(actions.GAIN.value(code), 1)
    return -worth if mind.cylon else worth


# Looking at decks


def rate_scout(mind: Mind, code: int) -> float:
    """The destinations before a jump, else the crises."""
    soon = mind.view.jump >= 3 and mind.view.distance < KOBOL
    return float((actions.SCOUT.value(code) == 1) == soon)


def rate_top(mind: Mind, code: int) -> float:
    """Leave a card on top, or bury it: what was just looked at is known."""
    view, worth = mind.view, 0.0
    if view.crisis_top != UNKNOWN:
        worth += crisis_harm(mind, view.crisis_top) - MILD
    if view.destination_top != UNKNOWN:
        worth += 3.0 - destination_worth(mind, view.destination_top)
    if mind.cylon:
        worth = -worth
    return worth if code == actions.BOTTOM.code() else 0.0


# Cards of the hand


def rate_draw(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    """Rate a type to draw: what is wanted and not yet in hand; a revealed Cylon wants what fails checks."""
    key = ("draw", arg)
    if key not in mind.plans:
        have = [sum(names.type_of(card) == type_ for card in mind.hand) for type_ in range(len(names.TYPES))]
        named: list[int] = []
        for _ in range(arg & 15):
            allowed = [type_ for type_ in range(len(names.TYPES)) if arg >> 4 >> type_ & 1]
            best = max(allowed, key=lambda type_: (_wanted(mind, type_) / (2 + have[type_]), -type_))
            have[best] += 1
            named.append(best)
        mind.plans[key] = [actions.DRAW.codes[type_] for type_ in sorted(named)]
    return 1.0 if mind.plans[key].count(code) > picked.count(code) else 0.0


def _wanted(mind: Mind, type_: int) -> float:
    return 2.0 - TYPE_WORTHS[type_] if mind.revealed else TYPE_WORTHS[type_]


def rate_discard(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    """Rate a card to discard: those worth least."""
    key = ("discard", arg)
    if key not in mind.plans:
        limit = 8 if mind.me.character == names.TYROL and not mind.revealed else 10
        number = max(0, len(mind.hand) - limit) if arg == TO_THE_LIMIT else min(arg, len(mind.hand))
        mind.plans[key] = [actions.CARD.codes[card] for card in mind.cheapest[:number]]
    return 1.0 if mind.plans[key].count(code) > picked.count(code) else 0.0


def rate_take(mind: Mind, code: int) -> float:
    """Human Fleet: the strongest card, of a type that checks ask for."""
    card = actions.TAKE.value(code)
    return names.strength_of(card) * TYPE_WORTHS[names.type_of(card)]


# Dice


def at_stake(mind: Mind) -> tuple[float, float]:
    """Return what the roll under way is worth to the humans at best, and what two points more change in its chance."""
    roll, view = mind.view.roll, mind.view
    assert roll is not None
    of, area = roll.of, roll.area
    if of == occasions.FTL_ROLL:
        return mind.loss(names.POPULATION, FTL_LOSS.get(view.jump, 1)), 0.25
    if of == occasions.CENTURION_ATTACK:
        fronts = [worth for worth, number in zip(BOARDING_WORTHS, view.boarding, strict=True) if number]
        return max(fronts, default=0.0), 0.25
    if of == occasions.GALACTICA_ATTACK:
        return 0.9, 0.25
    if of == occasions.VIPER_ATTACK:
        return mind.raider_worths[max(area, 0)] * 0.8, 0.2
    if of == occasions.NUKE_ATTACK:
        return 1.2, 0.25
    if of == occasions.SCOUT_ROLL:
        return 0.8, 0.25
    if of == occasions.DESTINATION_ROLL and view.destinations:
        place = DESTINATION_CARDS[view.destinations[-1]]
        return harm(mind, place.loss) - harm(mind, place.gain), 0.25
    if of == occasions.CARD_ROLL and view.crisis_now != UNKNOWN:
        card = CRISIS_CARDS[view.crisis_now]
        effects = card.box_b if view.box == 1 else card.on_fail
        return sum(harm(mind, effect.then) for effect in effects if effect.then), 0.25
    if of == occasions.QUORUM_ROLL:
        return mind.loss(names.POPULATION, 1) * 0.9, 0.25
    return (0.8, 0.25) if of == occasions.MUTINY_ROLL else (0.0, 0.0)


def rate_before_roll(mind: Mind, code: int) -> float:
    """W2: Strategic Planning where two points matter."""
    if code == DONE:
        return 0.0
    if mind.cylon:
        return -1.0
    worth, change = at_stake(mind)
    return (
        worth * change
        - 0.12
        - 0.09 * names.strength_of(actions.PLAY.value(code))
        + (0.1 if len(mind.hand) > 8 else 0.0)
    )


def result_of(mind: Mind) -> int:
    """Return the result of the roll as it lies."""
    roll = mind.view.roll
    assert roll is not None
    return max(1, min(8, roll.face + roll.bonus - names.ZERO))


def rate_after_roll(mind: Mind, code: int) -> float:
    """W3: Evasive Maneuvers for a viper that is hit, ECO Officer for a bad roll."""
    if code == DONE:
        return 0.0
    if mind.cylon:
        return -1.0
    roll, result = mind.view.roll, result_of(mind)
    assert roll is not None
    if roll.of == occasions.RAIDER_ON_VIPER:
        piloted = roll.pilot >= 0
        worth = (0.7 if result == 8 else 0.35) + (0.6 * mind.trust(roll.pilot) if piloted else 0.0)
        worth = worth * (0.75 if piloted else 0.5) if result >= 5 else -1.0
        return (
            worth
            - (0.3 if actions.PLAY.has(code) else 0.1)
            - (0.2 * names.strength_of(actions.PLAY.value(code)) if actions.PLAY.has(code) else 0.0)
        )
    assert code == actions.ECO_OFFICER.code()
    worth = at_stake(mind)[0]
    if roll.of in (occasions.RAIDER_ON_GALACTICA, occasions.BASESTAR_ON_GALACTICA, occasions.HUMAN_FLEET_ROLL):
        return hit_worth(mind) - 0.8 if result >= (8 if roll.of == occasions.RAIDER_ON_GALACTICA else 5) else -1.0
    bad = {
        occasions.FTL_ROLL: 6,
        occasions.CENTURION_ATTACK: 6,
        occasions.CARD_ROLL: 4,
        occasions.DESTINATION_ROLL: 2,
        occasions.GALACTICA_ATTACK: 4,
    }.get(roll.of, 2)
    return worth - 0.4 if result <= bad else -1.0
