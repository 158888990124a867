"""What effects of cards cost the humans (C0 to C4), in points of a full dial; below 0 they gain."""

from __future__ import annotations

from math import exp
from typing import Final

from shapan.engine.effect_values import EffectValues
from shapan.engine.effects import Cell
from shapan.games.battlestar import names
from shapan.games.battlestar.bots.mind import MEAN_STRENGTH, Mind
from shapan.games.battlestar.cards import ATTACK, CHECK, CHOICE, CRISIS_CARDS, SUPER_CARDS, WAY_OUT, Crisis
from shapan.games.battlestar.effects import EACH, EFFECTS, PICTURE, Picture
from shapan.games.battlestar.rules.checks import limit_of
from shapan.games.battlestar.rules.places import seats_in
from shapan.games.battlestar.rules.space import ICON_B, ICON_H, ICON_L

CARD: Final = 0.25
"""A card of a human's hand."""
JUMP_ICON: Final = 1.6
"""One space of the jump track."""
SHIPS: Final = {names.BASESTAR: 2.2, names.RAIDER: 0.5, names.HEAVY: 0.8, names.CIVILIAN: 0.45, names.VIPER: -0.35}
GALACTICA_HIT: Final = 1.6
HIT_CHANCE: Final = 0.5
BRIGGED: Final = 2.2
"""Somebody of use who is sent to the Brig; `HURT` to Sickbay."""
HURT: Final = 0.9
MAX_PUT: Final = 7
"""More cards of one hand than these rarely go into a check."""
WILLING: Final = 0.6
"""Which share of their matching cards humans put in where a check is worth it."""
FALSE_FRIEND: Final = 0.9
"""How much of what a seat would add is lost if it is a hidden Cylon, who adds little or spoils a little."""
FOE_CARD: Final = 2.5
"""What a revealed Cylon's card takes off a check."""
SPREAD: Final = 3.0
"""How wide the totals of checks scatter."""
HARM: Final[EffectValues[Mind]] = EffectValues(EFFECTS)


def harm(mind: Mind, cell: Cell) -> float:
    """Return what the effects of a cell cost the humans."""
    return HARM.of(mind, cell.effects)


def behind_conditions(mind: Mind, cell: Cell) -> float:
    """Return what the conditions of a cell bring, should they hold."""
    return sum((HARM.of(mind, effect.then) for effect in cell.effects), 0.0)


def role(mind: Mind, who: int) -> int:
    """Return the seat of a role of `effects.WHOM`, -1 for none."""
    return (mind.view.active, mind.view.admiral, mind.view.president)[who]


def hand_of(mind: Mind, seat: int) -> int:
    """Return how many cards a human holds; nothing counts against a revealed Cylon (12.6)."""
    return 0 if seat < 0 or mind.view.revealed[seat] else len(mind.view.hands[seat])


HARM.always(pick_sickbay=0.6, look=-0.6, activate_new=1.2, lose_nuke=1.2, keep=0.8, kobol=-3.0, extra_crisis=2.0)


@HARM("raptors")
def _raptors(mind: Mind, number: int) -> float:
    if number < 0:
        return 0.4 * min(mind.view.raptors, -number)
    return -0.4 * min(names.RAPTORS - mind.view.raptors, number)


@HARM("discard_each")
def _discard_each(mind: Mind, number: int) -> float:
    return CARD * sum(min(number, hand_of(mind, seat)) for seat in mind.view.humans())


@HARM("discard", "discard_random")
def _discard(mind: Mind, who: int, number: int) -> float:
    if who == EACH:
        return _discard_each(mind, number)
    return CARD * min(number, hand_of(mind, role(mind, who)))


def _sent(mind: Mind, seats: list[int], worth: float) -> float:
    """Return what it costs that seats are sent away: much of a friend, little of who is doubtful; -1 is nobody."""
    humans = [seat for seat in seats if seat >= 0 and not mind.view.revealed[seat]]
    return sum(worth * (1.3 if seat == mind.seat else mind.trust(seat)) for seat in humans)


@HARM("pick_brig")
def _pick_brig(mind: Mind, who: int) -> float:
    chooser = role(mind, who)
    most = max((mind.doubts[seat] for seat in mind.others()), default=0.0)
    return 1.6 - 2.6 * most if chooser == mind.seat else 1.8 * (1.0 - mind.trust(chooser) / 2)


@HARM("president", "pick_president", "title_or_brig")
def _title(mind: Mind, who: int = -1) -> float:
    """Rate a new President: good if the old one is doubted more than who follows."""
    view = mind.view
    if view.president < 0 or view.admiral < 0:
        return 0.3
    return 0.3 + mind.trust(view.president) - mind.trust(view.admiral)


def hit_worth(mind: Mind) -> float:
    """Return what a hit on Galactica costs: more the nearer the sixth damaged location is."""
    return GALACTICA_HIT + (0.0, 0.1, 0.4, 1.0, 3.0, 20.0, 0.0)[len(mind.view.damage_on)]


def ships_harm(picture: Picture) -> float:
    """Return what the ships of a picture cost."""
    return sum(SHIPS[unit] * number for _, unit, number in picture)


@HARM("activate")
def icon_harm(mind: Mind, icon: int) -> float:
    """Return what it costs that Cylon ships act now (9.1 to 9.4)."""
    view = mind.view
    basestars, raiders = len(view.basestars), sum(view.raiders)
    if icon == ICON_B:
        return HIT_CHANCE * hit_worth(mind) * basestars
    if icon == ICON_L:
        return 3 * 0.5 * basestars
    if icon == ICON_H:
        boarding: float = sum(
            number * worth for number, worth in zip(view.boarding, (0.6, 1.2, 3.0, 100.0), strict=True)
        )
        there = [area for area, number in enumerate(view.heavies) for _ in range(number)]
        return (
            boarding
            + sum((1.6 if area in names.TUBES else 0.5 for area in there), 0.0)
            + (0.0 if there else 0.7 * basestars)
        )
    if not raiders:
        return 2 * 0.5 * basestars
    if not sum(mind.civilians):
        return 0.125 * hit_worth(mind) * raiders
    cost = 0.0
    for area, number in enumerate(view.raiders):
        on_vipers = min(number, 2 * mind.guards[area])
        cost += 0.25 * on_vipers + mind.civilian_loss * min(number - on_vipers, mind.civilians[area])
        cost += 0.25 * max(0, number - on_vipers - mind.civilians[area])
    return cost


@HARM("unless_paid")
def _unless_paid(mind: Mind, rest: float, who: int) -> float:
    return min(rest, mind.loss(names.FUEL, 1)) if mind.view.dials[names.FUEL] else rest


HARM.add(
    dial=lambda mind, dial, number: mind.loss(dial, -number) if number < 0 else -mind.gain(dial, number),
    track=lambda mind, number: -JUMP_ICON * max(number, -mind.view.track),
    draw=lambda mind, who, number, type_: -CARD * number,
    discard_hand=lambda mind, who: CARD * hand_of(mind, role(mind, who)),
    brig=lambda mind, who: _sent(mind, [role(mind, who)], BRIGGED),
    brig_all=lambda mind, place: _sent(mind, sorted(seats_in(mind.view, place)), BRIGGED),
    sickbay=lambda mind, who: _sent(mind, [role(mind, who)], HURT),
    sickbay_all=lambda mind, place: _sent(mind, sorted(seats_in(mind.view, place)), HURT),
    may_pick_brig=lambda mind, who: min(0.0, _pick_brig(mind, who)),
    centurion=lambda mind, number: 2.0 * number,
    damage_galactica=lambda mind, number: hit_worth(mind) * number,
    damage_vipers=lambda mind, number, in_space: 0.4 * number,
    recall_vipers=lambda mind: 0.3 * sum(mind.view.vipers) * (sum(mind.view.raiders) > 0),
    civilians_lost=lambda mind, number: mind.civilian_loss * number,
    place=lambda mind, picture: ships_harm(PICTURE.rows[picture]),
    roll=lambda mind, rest, most: most / 8 * rest,
    if_below=lambda mind, rest, dial, least: rest if mind.view.dials[dial] < least else 0.0,
)


# Whole cards


def destiny_worth(types: int) -> float:
    """Return what the two cards of the Destiny deck add to a check of a mask of types, on average."""
    return 2 * MEAN_STRENGTH * (2 * types.bit_count() / len(names.TYPES) - 1)


def pass_chance(mind: Mind, types: int, difficulty: int) -> float:
    """Return how likely the humans pass a check, from the hands and skill sets that all see."""
    view = mind.view
    pool = destiny_worth(types)
    for seat, hand in enumerate(view.hands):
        cards = min(len(hand), MAX_PUT, limit_of(view, seat))
        if view.revealed[seat]:
            pool -= FOE_CARD * cards
        else:
            pool += WILLING * MEAN_STRENGTH * cards * mind.share(seat, types) * (1.0 - FALSE_FRIEND * mind.doubts[seat])
    return 1.0 / (1.0 + exp((difficulty - pool) / SPREAD))


def check_harm(mind: Mind, card: Crisis) -> float:
    """Return what a crisis with a check costs, with the cards that go into it."""
    chance = pass_chance(mind, card.types, card.difficulty)
    spent = 0.6 * CARD * card.difficulty / MEAN_STRENGTH
    return chance * (harm(mind, card.on_pass) + spent) + (1.0 - chance) * harm(mind, card.on_fail)


def crisis_harm(mind: Mind, kind: int, *, steps: bool = True) -> float:
    """Return what a crisis costs; with `steps` its icons too."""
    card = CRISIS_CARDS[kind]
    cost = card_harm(mind, card)
    if steps and card.icon >= 0:
        cost += icon_harm(mind, card.icon)
    if steps and card.jump:
        cost -= JUMP_ICON
    return cost


def box_harm(mind: Mind, card: Crisis, box: int) -> float:
    """Return what a box of a card costs: box A of a check with a way out is the check."""
    if card.kind == WAY_OUT and box == 0:
        return check_harm(mind, card)
    return harm(mind, card.box_b if box else card.box_a)


def card_harm(mind: Mind, card: Crisis) -> float:
    """Return what a card costs without its icons."""
    if card.kind == CHECK:
        return check_harm(mind, card)
    if card.kind in (WAY_OUT, CHOICE):
        return min(box_harm(mind, card, 0), box_harm(mind, card, 1))
    assert card.kind == ATTACK
    activated = sum((icon_harm(mind, icon) for icon in card.activate), 0.0)
    return activated + ships_harm(card.ships) + harm(mind, card.special)


def super_harm(mind: Mind, kind: int) -> float:
    """Return what a Super Crisis costs."""
    return card_harm(mind, SUPER_CARDS[kind])
