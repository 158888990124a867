"""Boxes of crises, destinations, draws and discards, and what is played on dice."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import actions, names, step_codes
from shapan.games.battlestar.bots.fleet import boarding_worth
from shapan.games.battlestar.bots.harm import behind_conditions, box_harm, crisis_harm, harm, hit_worth
from shapan.games.battlestar.bots.mind import RATE, Mind, sided
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS, Crisis
from shapan.games.battlestar.odds.rolls import faces, rungs_of
from shapan.games.battlestar.records import Roll
from shapan.games.battlestar.rules.attacks import VIPER_DAMAGED, VIPER_DESTROYED, needed
from shapan.games.battlestar.rules.hands import due
from shapan.games.battlestar.rules.jump import BLUE, KOBOL_DISTANCE, UNHARMED

TYPE_WORTHS: Final[tuple[float, ...]] = (1.0, 1.15, 1.2, 0.75, 0.75)
"""How often a type is wanted: what the checks ask for (C14), and the texts."""
DISTANCE_WORTH: Final = 3.6
"""A unit of distance: a destination is a jump less."""
MILD: Final = 1.6
"""A crisis that costs less than this stays on top of the deck."""
OBVIOUS: Final = 2.0
"""A hidden Cylon does not take a box that is worse by more than this, unless it is nearly over."""
AT_STAKE: Final = {
    step_codes.GALACTICA_ATTACK: 0.9,
    step_codes.NUKE_ATTACK: 1.2,
    step_codes.SCOUT_ROLL: 0.8,
    step_codes.MUTINY_ROLL: 0.8,
}
"""What rolls are worth at best that depend on nothing else."""
ON_GALACTICA: Final = (step_codes.RAIDER_ON_GALACTICA, step_codes.BASESTAR_ON_GALACTICA, step_codes.HUMAN_FLEET_ROLL)
"""Rolls of Cylons that hit Galactica from their only threshold on."""
BAD: Final = {
    step_codes.FTL_ROLL: UNHARMED - 1,
    step_codes.CENTURION_ATTACK: needed(step_codes.CENTURION_ATTACK, names.CENTURION) - 1,
    step_codes.CARD_ROLL: 4,
    step_codes.GALACTICA_ATTACK: 4,
}
"""Up to which result other rolls are lost, by default up to 2."""


# Boxes


def crisis_now(mind: Mind) -> Crisis:
    """Return the crisis that is resolved."""
    return CRISIS_CARDS[mind.view.crisis_now.first]


def saved_by_other(mind: Mind, box: int) -> float:
    """Return how much more a box of the crisis costs the humans than the other one."""
    return box_harm(mind, crisis_now(mind), box) - box_harm(mind, crisis_now(mind), 1 - box)


@RATE("box")
def _box(mind: Mind, box: int) -> float:
    """Prefer the milder one; a Cylon takes the worse one, hidden only if that is not too obvious."""
    view = mind.view
    cost = box_harm(mind, crisis_now(mind), box)
    obvious = abs(saved_by_other(mind, box)) > OBVIOUS and view.distance < 6 and min(view.dials) > 3
    return cost if mind.revealed or (mind.hidden and not obvious) else -cost


@RATE("W5")
def _moral_compass(mind: Mind) -> float:
    """Where the other box is much better."""
    return mind.side * saved_by_other(mind, mind.view.box) - (3.0 if mind.cylon else 1.2)


@RATE("W4")
def _secret_destiny(mind: Mind) -> float:
    """Against a bad crisis."""
    cost = crisis_harm(mind, mind.view.crisis_now.first)
    return -cost if mind.cylon else cost - 4.0


@RATE("title_or_brig", actions.GIVE_TITLE)
def _give_title(mind: Mind) -> float:
    """Rate Requested Resignation B: the title goes rather than its holder, but not to a Cylon."""
    admiral = mind.view.admiral
    return 1.0 if mind.cylon or admiral < 0 else 0.6 + mind.trust(admiral)


RATE.always(0.0, "title_or_brig", actions.GO_TO_BRIG)


# Jumps


@RATE("destination", actions.PICK_DESTINATION, by=sided)
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
    chance = faces(place.reach) / names.DIE
    return -chance * harm(mind, place.gain) - (1.0 - chance) * harm(mind, place.loss)


RATE.always(0.0, "destination", actions.PUT_UNDER)
RATE.add("risk", lambda mind: risk_worth(mind, mind.view.kobol.cards[-1]), by=sided)


RATE.add("restore", lambda mind, vipers, raptor: (vipers + 2 * raptor) * (-0.1 if mind.revealed else 1.0))  # all of it
RATE.add(
    "pay_fuel", lambda mind: behind_conditions(mind, crisis_now(mind).on_fail) - mind.loss(names.FUEL, 1), by=sided
)  # Crash Landing
RATE.add("gain", lambda mind, dial: mind.gain(dial, 1), by=sided)


# Looking at decks


@RATE("scout_deck")
def _scouted(mind: Mind, deck: int) -> float:
    """Look at the destinations before a jump, else at the crises."""
    soon = mind.view.track in BLUE and mind.view.distance < KOBOL_DISTANCE
    return float((deck == actions.DESTINATION_DECK) == soon)


@RATE("top_or_bottom", actions.BOTTOM, by=sided)
def _buried(mind: Mind) -> float:
    """Use what was just looked at: it is known."""
    crisis, destination, worth = mind.view.crisis.top.first, mind.view.destination.top.first, 0.0
    if crisis != UNKNOWN:
        worth += crisis_harm(mind, crisis) - MILD
    if destination != UNKNOWN:
        worth += 3.0 - destination_worth(mind, destination)
    return worth


RATE.always(0.0, "top_or_bottom", actions.TOP)


# Cards of the hand


@RATE.row("draw_types")
def _to_draw(mind: Mind, arg: int) -> list[int]:
    """Prefer types that are wanted and not yet in hand; a revealed Cylon wants what fails checks."""
    have = [sum(names.type_of(card) == type_ for card in mind.hand) for type_ in range(len(names.TYPES))]
    allowed = [type_ for type_ in range(len(names.TYPES)) if arg >> 4 >> type_ & 1]
    wanted = [2.0 - worth for worth in TYPE_WORTHS] if mind.revealed else TYPE_WORTHS
    named: list[int] = []
    for _ in range(arg & 15):
        named.append(max(allowed, key=lambda type_: (wanted[type_] / (2 + have[type_]), -type_)))
        have[named[-1]] += 1
    return sorted(named)


@RATE.row("discard")
def _to_discard(mind: Mind, arg: int) -> list[int]:
    """Those worth least."""
    return sorted(mind.hand, key=lambda card: (mind.keep(card), card))[: due(mind.view, mind.seat, arg)]


@RATE("take_card")
def _taken(mind: Mind, card: int) -> float:
    """Human Fleet: the strongest card, of a type that checks ask for."""
    return names.strength_of(card) * TYPE_WORTHS[names.type_of(card)]


# Dice


def at_stake(mind: Mind) -> float:
    """Return what the roll under way is worth to the humans at best."""
    view, roll = mind.view, rolled(mind)
    of = roll.of
    if of == step_codes.FTL_ROLL:
        return mind.loss(names.POPULATION, BLUE.get(view.track, 1))
    if of == step_codes.CENTURION_ATTACK:
        return boarding_worth(mind)
    if of == step_codes.VIPER_ATTACK:
        return mind.raider_worths[max(roll.area, 0)] * 0.8
    if of == step_codes.DESTINATION_ROLL and len(view.kobol):
        place = DESTINATION_CARDS[view.kobol.cards[-1]]
        return harm(mind, place.loss) - harm(mind, place.gain)
    if of == step_codes.CARD_ROLL and len(view.crisis_now):
        card = crisis_now(mind)
        return behind_conditions(mind, card.box_b if view.box == 1 else card.on_fail)
    if of == step_codes.QUORUM_ROLL:
        return mind.loss(names.POPULATION, 1) * 0.9
    return AT_STAKE.get(of, 0.0)


def rolled(mind: Mind) -> Roll:
    """Return the die under way."""
    assert mind.view.roll is not None
    return mind.view.roll


def result(mind: Mind) -> int:
    """Return the result of the roll under way as it stands."""
    roll = rolled(mind)
    return max(1, min(names.DIE, roll.face + roll.changed() - names.ZERO))


def shot_viper(mind: Mind) -> float:
    """Return what it is worth that a viper is shot at once more, below 0 if it was missed."""
    pilot, hit = rolled(mind).pilot, result(mind)
    if hit < VIPER_DAMAGED:
        return -1.0
    worth = 0.7 if hit >= VIPER_DESTROYED else 0.35
    return worth * 0.5 if pilot < 0 else (worth + 0.6 * mind.trust(pilot)) * 0.75


@RATE("W2")
def _planned(mind: Mind, card: int) -> float:
    """Strategic Planning where two points matter."""
    if mind.cylon:
        return -1.0
    change = 0.2 if rolled(mind).of == step_codes.VIPER_ATTACK else 0.25  # in the chance
    paid = 0.09 * names.strength_of(card)
    return at_stake(mind) * change - 0.12 - paid + (0.1 if len(mind.hand) > 8 else 0.0)


@RATE("W3", actions.PLAY)
def _evaded(mind: Mind, card: int) -> float:
    """Evasive Maneuvers for a viper that is hit."""
    return -1.0 if mind.cylon else shot_viper(mind) - 0.3 - 0.2 * names.strength_of(card)


@RATE("W3", actions.ECO_OFFICER)
def _eco_officer(mind: Mind) -> float:
    """For a bad roll."""
    of = rolled(mind).of
    if mind.cylon:
        return -1.0
    if of == step_codes.RAIDER_ON_VIPER:
        return shot_viper(mind) - 0.1
    if of in ON_GALACTICA:
        return hit_worth(mind) - 0.8 if result(mind) >= rungs_of(mind.view, rolled(mind))[0] else -1.0
    return at_stake(mind) - 0.4 if result(mind) <= BAD.get(of, 2) else -1.0
