"""Boxes of crises, destinations, draws and discards, and what is played on dice."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import actions, names, occasions
from shapan.games.battlestar.bots.fleet import boarding_worth
from shapan.games.battlestar.bots.harm import behind_conditions, box_harm, crisis_harm, harm, hit_worth
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS, Crisis
from shapan.games.battlestar.records import Roll
from shapan.games.battlestar.rules.hands import due
from shapan.games.battlestar.rules.jump import BLUE, KOBOL_DISTANCE

TYPE_WORTHS: Final[tuple[float, ...]] = (1.0, 1.15, 1.2, 0.75, 0.75)
"""How often a type is wanted: what the checks ask for (C14), and the texts."""
DISTANCE_WORTH: Final = 3.6
"""A unit of distance: a destination is a jump less."""
MILD: Final = 1.6
"""A crisis that costs less than this stays on top of the deck."""
OBVIOUS: Final = 2.0
"""A hidden Cylon does not take a box that is worse by more than this, unless it is nearly over."""
AT_STAKE: Final = {
    occasions.GALACTICA_ATTACK: 0.9,
    occasions.NUKE_ATTACK: 1.2,
    occasions.SCOUT_ROLL: 0.8,
    occasions.MUTINY_ROLL: 0.8,
}
"""What rolls are worth at best that depend on nothing else."""
HITS: Final = {occasions.RAIDER_ON_GALACTICA: 8, occasions.BASESTAR_ON_GALACTICA: 5, occasions.HUMAN_FLEET_ROLL: 5}
"""From which result on rolls of Cylons hit Galactica."""
BAD: Final = {
    occasions.FTL_ROLL: 6,
    occasions.CENTURION_ATTACK: 6,
    occasions.CARD_ROLL: 4,
    occasions.GALACTICA_ATTACK: 4,
}
"""Up to which result other rolls are lost, by default up to 2."""


# Boxes


def crisis_now(mind: Mind) -> Crisis:
    """Return the crisis that is resolved."""
    return CRISIS_CARDS[mind.view.crisis_now.first]


def saved_by_other(mind: Mind, box: int) -> float:
    """Return how much more a box of the crisis costs the humans than the other one."""
    return box_harm(mind, crisis_now(mind), box) - box_harm(mind, crisis_now(mind), 1 - box)


def rate_box(mind: Mind, code: int) -> float:
    """Rate a box: the milder one; a Cylon takes the worse one, hidden only if that is not too obvious."""
    view, box = mind.view, actions.CHOOSE_BOX.value(code)
    cost = box_harm(mind, crisis_now(mind), box)
    obvious = abs(saved_by_other(mind, box)) > OBVIOUS and view.distance < 6 and min(view.dials) > 3
    return cost if mind.revealed or (mind.hidden and not obvious) else -cost


def rate_compass(mind: Mind, code: int) -> float:
    """W5: Moral Compass where the other box is much better."""
    return mind.side * saved_by_other(mind, mind.view.box) - (3.0 if mind.cylon else 1.2)


def rate_destiny(mind: Mind, code: int) -> float:
    """W4: Secret Destiny against a bad crisis."""
    cost = crisis_harm(mind, mind.view.crisis_now.first)
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
    left = max(0, KOBOL_DISTANCE - mind.view.distance)
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
    return mind.side * destination_worth(mind, actions.PICK_DESTINATION.value(code))


def rate_risk(mind: Mind, code: int) -> float:
    """Rate the risk of the destination just reached."""
    return mind.side * risk_worth(mind, mind.view.kobol.cards[-1])


def rate_restore(mind: Mind, code: int) -> float:
    """Rate what Ragnar Anchorage brings back: all of it."""
    vipers, raptor = actions.RESTORE.values(code)
    return (vipers + 2 * raptor) * (-0.1 if mind.revealed else 1.0)


def rate_pay(mind: Mind, code: int) -> float:
    """Crash Landing: fuel, or what the card takes otherwise."""
    return mind.side * (behind_conditions(mind, crisis_now(mind).on_fail) - mind.loss(names.FUEL, 1))


def rate_gain(mind: Mind, code: int) -> float:
    """Unconventional Tactics: what is worth most."""
    return mind.side * mind.gain(actions.GAIN.value(code), 1)


# Looking at decks


def rate_scout(mind: Mind, code: int) -> float:
    """The destinations before a jump, else the crises."""
    soon = mind.view.track in BLUE and mind.view.distance < KOBOL_DISTANCE
    return float((actions.SCOUT.value(code) == actions.DESTINATION_DECK) == soon)


def rate_top(mind: Mind, code: int) -> float:
    """Leave a card on top, or bury it: what was just looked at is known."""
    if code != actions.BOTTOM.code():
        return 0.0
    crisis, destination, worth = mind.view.crisis.top.first, mind.view.destination.top.first, 0.0
    if crisis != UNKNOWN:
        worth += crisis_harm(mind, crisis) - MILD
    if destination != UNKNOWN:
        worth += 3.0 - destination_worth(mind, destination)
    return mind.side * worth


# Cards of the hand


def to_draw(mind: Mind, arg: int) -> list[int]:
    """Return the types to draw: what is wanted and not yet in hand; a revealed Cylon wants what fails checks."""
    have = [sum(names.type_of(card) == type_ for card in mind.hand) for type_ in range(len(names.TYPES))]
    allowed = [type_ for type_ in range(len(names.TYPES)) if arg >> 4 >> type_ & 1]
    named: list[int] = []
    for _ in range(arg & 15):
        named.append(max(allowed, key=lambda type_: (_wanted(mind, type_) / (2 + have[type_]), -type_)))
        have[named[-1]] += 1
    return sorted(named)


def _wanted(mind: Mind, type_: int) -> float:
    return 2.0 - TYPE_WORTHS[type_] if mind.revealed else TYPE_WORTHS[type_]


def to_discard(mind: Mind, arg: int) -> list[int]:
    """Return the cards to discard: those worth least."""
    return mind.cheapest()[: due(mind.view, mind.seat, arg)]


def rate_take(mind: Mind, code: int) -> float:
    """Human Fleet: the strongest card, of a type that checks ask for."""
    card = actions.TAKE.value(code)
    return names.strength_of(card) * TYPE_WORTHS[names.type_of(card)]


# Dice


def at_stake(mind: Mind) -> tuple[float, float]:
    """Return what the roll under way is worth to the humans at best, and what two points more change in its chance."""
    view, roll = mind.view, rolled(mind)
    of, chance = roll.of, 0.2 if roll.of == occasions.VIPER_ATTACK else 0.25
    if of == occasions.FTL_ROLL:
        return mind.loss(names.POPULATION, BLUE.get(view.track, 1)), chance
    if of == occasions.CENTURION_ATTACK:
        return boarding_worth(mind), chance
    if of == occasions.VIPER_ATTACK:
        return mind.raider_worths[max(roll.area, 0)] * 0.8, chance
    if of == occasions.DESTINATION_ROLL and len(view.kobol):
        place = DESTINATION_CARDS[view.kobol.cards[-1]]
        return harm(mind, place.loss) - harm(mind, place.gain), chance
    if of == occasions.CARD_ROLL and len(view.crisis_now):
        card = crisis_now(mind)
        return behind_conditions(mind, card.box_b if view.box == 1 else card.on_fail), chance
    if of == occasions.QUORUM_ROLL:
        return mind.loss(names.POPULATION, 1) * 0.9, chance
    return AT_STAKE.get(of, 0.0), chance


def rolled(mind: Mind) -> Roll:
    """Return the die under way."""
    assert mind.view.roll is not None
    return mind.view.roll


def rate_before_roll(mind: Mind, code: int) -> float:
    """W2: Strategic Planning where two points matter."""
    if mind.cylon:
        return -1.0
    worth, change = at_stake(mind)
    paid = 0.09 * names.strength_of(actions.PLAY.value(code))
    return worth * change - 0.12 - paid + (0.1 if len(mind.hand) > 8 else 0.0)


def rate_after_roll(mind: Mind, code: int) -> float:
    """W3: Evasive Maneuvers for a viper that is hit, ECO Officer for a bad roll."""
    if mind.cylon:
        return -1.0
    roll = rolled(mind)
    result = max(1, min(names.DIE, roll.face + roll.changed() - names.ZERO))
    if roll.of == occasions.RAIDER_ON_VIPER:
        piloted = roll.pilot >= 0
        worth = (0.7 if result == 8 else 0.35) + (0.6 * mind.trust(roll.pilot) if piloted else 0.0)
        worth = worth * (0.75 if piloted else 0.5) if result >= 5 else -1.0
        if actions.PLAY.has(code):
            return worth - 0.3 - 0.2 * names.strength_of(actions.PLAY.value(code))
        return worth - 0.1
    if roll.of in HITS:
        return hit_worth(mind) - 0.8 if result >= HITS[roll.of] else -1.0
    return at_stake(mind)[0] - 0.4 if result <= BAD.get(roll.of, 2) else -1.0
