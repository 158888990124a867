"""What effects of cards cost the humans (C0 to C4), in points of a full dial; below 0 they gain."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from shapan.games.battlestar import names
from shapan.games.battlestar.bots.mind import MEAN_STRENGTH, Mind
from shapan.games.battlestar.cards import ATTACK, CHECK, CHOICE, CRISIS_CARDS, SUPER_CARDS, WAY_OUT, Crisis, places_of
from shapan.games.battlestar.effects import ADM, EACH, OPERATIONS, PRES, Effect, Effects

CARD: Final = 0.25
"""A card of a human's hand."""
ICON_R, ICON_L, ICON_H, ICON_B = range(4)
JUMP_ICON: Final = 1.6
"""One space of the jump track."""
SHIPS: Final = {names.BASESTAR: 2.2, names.RAIDER: 0.5, names.HEAVY: 0.8, names.CIVILIAN: 0.45, names.VIPER: -0.35}
GALACTICA_HIT: Final = 1.6
HIT_CHANCE: Final = 0.5
MOST_PUT: Final = 7
"""More cards of one hand than these rarely go into a check."""
WILLING: Final = 0.6
"""Which share of their matching cards humans put in where a check is worth it."""
FALSE_FRIEND: Final = 0.9
"""How much of what a seat would add is lost if it is a hidden Cylon, who adds little or spoils a little."""
FOE_CARD: Final = 2.5
"""What a revealed Cylon's card takes off a check."""
SPREAD: Final = 3.0
"""How wide the totals of checks scatter."""


def harm(mind: Mind, effects: Effects) -> float:
    """Return what a row of effects costs the humans."""
    return sum(_HARM[effect.operation](mind, effect) for effect in effects)


def role(mind: Mind, who: int) -> int:
    """Return the seat of a role, -1 for none."""
    view = mind.view
    if who == PRES:
        return view.president
    return view.admiral if who == ADM else view.active


def hand_of(mind: Mind, seat: int) -> int:
    """Return how many cards a human holds; nothing counts against a revealed Cylon (12.6)."""
    if seat < 0 or mind.view.seats[seat].revealed:
        return 0
    return mind.view.seats[seat].hand_size


def _dial(mind: Mind, effect: Effect) -> float:
    if effect.number < 0:
        return mind.loss(effect.what, -effect.number)
    return -mind.gain(effect.what, effect.number)


def _track(mind: Mind, effect: Effect) -> float:
    return -JUMP_ICON * max(effect.number, -mind.view.jump)


def _raptors(mind: Mind, effect: Effect) -> float:
    if effect.number < 0:
        return 0.4 * min(mind.view.raptors, -effect.number)
    return -0.4 * min(4 - mind.view.raptors, effect.number)


def _discard(mind: Mind, effect: Effect) -> float:
    if effect.who == EACH:
        return CARD * sum(min(effect.number, hand_of(mind, seat)) for seat in mind.humans)
    return CARD * min(effect.number, hand_of(mind, role(mind, effect.who)))


def _discard_hand(mind: Mind, effect: Effect) -> float:
    return CARD * hand_of(mind, role(mind, effect.who))


def _draw(mind: Mind, effect: Effect) -> float:
    return -CARD * effect.number


def _sent(mind: Mind, seat: int, worth: float) -> float:
    """Return what it costs that a seat is sent away: much if it is a friend, little if it is doubtful."""
    if seat < 0 or mind.view.seats[seat].revealed:
        return 0.0
    if seat == mind.seat:
        return worth * 1.3
    return worth * mind.trust(seat)


def _brig(mind: Mind, effect: Effect) -> float:
    return _sent(mind, role(mind, effect.who), 2.2)


def _sickbay(mind: Mind, effect: Effect) -> float:
    return _sent(mind, role(mind, effect.who), 0.9)


def _all_there(mind: Mind, effect: Effect) -> list[int]:
    places = places_of(effect.what)
    return [seat for seat in mind.humans if mind.view.seats[seat].at in places]


def _brig_all(mind: Mind, effect: Effect) -> float:
    return sum(_sent(mind, seat, 2.2) for seat in _all_there(mind, effect))


def _sickbay_all(mind: Mind, effect: Effect) -> float:
    return sum(_sent(mind, seat, 0.9) for seat in _all_there(mind, effect))


def _pick_brig(mind: Mind, effect: Effect) -> float:
    chooser = role(mind, effect.who)
    most = max((mind.doubts[seat] for seat in mind.others()), default=0.0)
    return 1.6 - 2.6 * most if chooser == mind.seat else 1.8 * (1.0 - mind.trust(chooser) / 2)


def _may_pick_brig(mind: Mind, effect: Effect) -> float:
    return min(0.0, _pick_brig(mind, effect))


def _pick_sickbay(mind: Mind, effect: Effect) -> float:
    return 0.6


def _look(mind: Mind, effect: Effect) -> float:
    return -0.6


def _title(mind: Mind, effect: Effect) -> float:
    """A new President: good if the old one is doubted more than who follows."""
    view = mind.view
    if view.president < 0 or view.admiral < 0:
        return 0.3
    return 0.3 + mind.trust(view.president) - mind.trust(view.admiral)


def _centurion(mind: Mind, effect: Effect) -> float:
    return 2.0 * effect.number


def _damage_galactica(mind: Mind, effect: Effect) -> float:
    return hit_worth(mind) * effect.number


def hit_worth(mind: Mind) -> float:
    """Return what a hit on Galactica costs: more the nearer the sixth damaged location is."""
    damaged = len(mind.view.damaged)
    return GALACTICA_HIT + (0.0, 0.1, 0.4, 1.0, 3.0, 20.0, 0.0)[damaged]


def _damage_vipers(mind: Mind, effect: Effect) -> float:
    return 0.4 * effect.number


def _recall(mind: Mind, effect: Effect) -> float:
    return 0.3 * sum(area.vipers for area in mind.view.space) * (sum(mind.raiders) > 0)


def _civilians_lost(mind: Mind, effect: Effect) -> float:
    return mind.civilian_loss * effect.number


def _place(mind: Mind, effect: Effect) -> float:
    return sum(SHIPS[unit] * number for _, unit, number in effect.ships)


def _activate(mind: Mind, effect: Effect) -> float:
    return icon_harm(mind, effect.what)


def icon_harm(mind: Mind, icon: int) -> float:
    """Return what it costs that Cylon ships act now (9.1 to 9.4)."""
    basestars, space = mind.basestars, mind.view.space
    if icon == ICON_B:
        return HIT_CHANCE * hit_worth(mind) * basestars
    if icon == ICON_L:
        return 3 * 0.5 * basestars
    if icon == ICON_H:
        boarding: float = sum(
            number * worth for number, worth in zip(mind.view.boarding, (0.6, 1.2, 3.0, 100.0), strict=True)
        )
        heavies = sum(area.heavies for area in space)
        return (
            boarding
            + sum((1.6 if place in (4, 5) else 0.5 for place in range(6) for _ in range(space[place].heavies)), 0.0)
            + (0.0 if heavies else 0.7 * basestars)
        )
    if not sum(mind.raiders):
        return 2 * 0.5 * basestars
    if not sum(mind.civilians):
        return 0.125 * hit_worth(mind) * sum(mind.raiders)
    cost = 0.0
    for area, raiders in enumerate(mind.raiders):
        vipers = space[area].vipers + mind.pilots[area]
        on_vipers = min(raiders, 2 * vipers)
        cost += 0.25 * on_vipers + mind.civilian_loss * min(raiders - on_vipers, mind.civilians[area])
        cost += 0.25 * max(0, raiders - on_vipers - mind.civilians[area])
    return cost


def _activate_new(mind: Mind, effect: Effect) -> float:
    return 1.2


def _lose_nuke(mind: Mind, effect: Effect) -> float:
    return 1.2


def _keep(mind: Mind, effect: Effect) -> float:
    return 0.8


def _kobol(mind: Mind, effect: Effect) -> float:
    return -3.0


def _extra(mind: Mind, effect: Effect) -> float:
    return 2.0


def _roll(mind: Mind, effect: Effect) -> float:
    return effect.number / 8 * harm(mind, effect.then)


def _if_below(mind: Mind, effect: Effect) -> float:
    return harm(mind, effect.then) if mind.dials[effect.what] < effect.number else 0.0


def _unless_paid(mind: Mind, effect: Effect) -> float:
    cost = harm(mind, effect.then)
    return min(cost, mind.loss(names.FUEL, 1)) if mind.view.fuel else cost


_BY_NAME: Final[dict[str, Callable[[Mind, Effect], float]]] = {
    "dial": _dial,
    "track": _track,
    "raptors": _raptors,
    "discard": _discard,
    "discard_random": _discard,
    "discard_hand": _discard_hand,
    "draw": _draw,
    "brig": _brig,
    "sickbay": _sickbay,
    "brig_all": _brig_all,
    "sickbay_all": _sickbay_all,
    "pick_brig": _pick_brig,
    "may_pick_brig": _may_pick_brig,
    "pick_sickbay": _pick_sickbay,
    "look": _look,
    "president": _title,
    "pick_president": _title,
    "title_or_brig": _title,
    "centurion": _centurion,
    "damage_galactica": _damage_galactica,
    "damage_vipers": _damage_vipers,
    "recall_vipers": _recall,
    "civilians_lost": _civilians_lost,
    "place": _place,
    "activate": _activate,
    "activate_new": _activate_new,
    "lose_nuke": _lose_nuke,
    "keep": _keep,
    "kobol": _kobol,
    "extra_crisis": _extra,
    "roll": _roll,
    "if_below": _if_below,
    "unless_paid": _unless_paid,
}
_HARM: Final = [_BY_NAME[name] for name in OPERATIONS]


# Whole cards


def pass_chance(mind: Mind, types: int, difficulty: int) -> float:
    """Return how likely the humans pass a check, from the hands and skill sets that all see."""
    row = [type_ for type_ in range(len(names.TYPES)) if types >> type_ & 1]
    pool = 2 * MEAN_STRENGTH * (2 * len(row) / len(names.TYPES) - 1)
    for seat, player in enumerate(mind.view.seats):
        cards = min(player.hand_size, 1 if player.revealed or mind.in_brig(seat) else MOST_PUT)
        if player.revealed:
            pool -= FOE_CARD * cards
        else:
            pool += WILLING * MEAN_STRENGTH * cards * mind.share(seat, row) * (1.0 - FALSE_FRIEND * mind.doubts[seat])
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


def card_harm(mind: Mind, card: Crisis) -> float:
    """Return what a card costs without its icons."""
    if card.kind == CHECK:
        return check_harm(mind, card)
    if card.kind == WAY_OUT:
        return min(check_harm(mind, card), harm(mind, card.box_b))
    if card.kind == CHOICE:
        return min(harm(mind, card.box_a), harm(mind, card.box_b))
    assert card.kind == ATTACK
    ships: float = sum(SHIPS[unit] * number for _, unit, number in card.ships)
    return sum((icon_harm(mind, icon) for icon in card.activate), 0.0) + ships + harm(mind, card.special)


def super_harm(mind: Mind, kind: int) -> float:
    """Return what a Super Crisis costs."""
    return card_harm(mind, SUPER_CARDS[kind])
