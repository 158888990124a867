"""Duels: what their totals are worth, which cards are cheated with, which triggers are declared (MFX-3 to 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import actions, formulas, model_traits, names, roster
from shapan.games.malifaux.bots import effects, fighting
from shapan.games.malifaux.bots.card_profiles import Strike, strike_of
from shapan.games.malifaux.bots.mind import RATE, Mind
from shapan.games.malifaux.bots.worths import ANY_TRIGGER, TRIGGERS
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.odds import flips, margins
from shapan.games.malifaux.records import ACTING, ASSIST, DAMAGE, DISENGAGE, HEAL, INITIATIVE, REDUCE, RESISTING

TESTED: Final = 2.2
"""What a failed test costs, about."""
ANSWERED: Final = 0.4
"""How often who can still cheat a duel that is lost to him does so, if he has the card."""
FIRST: Final = 1.6
"""What the initiative is worth."""
HEALED: Final = 0.7
"""What a point is worth that a model heals, or that a friend's Assist takes away."""
SHORTER: Final = 0.3
"""What it is worth that who disengages comes an inch less far (MFX-8.22)."""
REAL: Final = 0.15
"""What a card or stone has to bring beyond its worth."""


class Bout(NamedTuple):
    """A duel as the table shows it: who is in it, and what this seat has in it."""

    model: int
    target: int
    action: Action | None
    strike: Strike | None
    side: int
    """The side of this seat."""
    sign: float
    """1 if this seat wants it to succeed, else -1."""


def bout(mind: Mind) -> Bout | None:
    """Return the duel that runs, None where none does."""
    view = mind.view
    duel = view.duel
    if duel is None:
        return None
    action = model_traits.action(view, duel.model, duel.action) if duel.action >= 0 else None
    sides = view.models.sides
    flipped = view.flip.result if view.flip is not None and view.flip.seat == mind.seat else UNKNOWN
    side = ACTING if sides[duel.model] == mind.seat else RESISTING
    if duel.target >= 0 and sides[duel.target] == mind.seat == sides[duel.model]:
        side = RESISTING if len(duel.cards) == 2 and duel.cards[ACTING] != flipped else ACTING
    elif (duel.target >= 0 and sides[duel.target] != mind.seat != sides[duel.model]) or len(duel.cards) == 1:
        side = ACTING
    strike = strike_of(action) if action is not None else None
    return Bout(duel.model, duel.target, action, strike, side, 1.0 if side == ACTING else -1.0)


def result(mind: Mind, one: Bout, total: int, against: int, suits: int) -> float:
    """Return what a duel with these totals is worth to the acting side."""
    action = one.action
    if action is None:
        duel = mind.view.duel
        assert duel is not None
        met = total >= duel.tn and names.has_suits(suits, duel.tn_suits)
        return 0.0 if met else -TESTED
    tn = action.tn
    if total < against or (tn is not None and (total < tn.value or not names.has_suits(suits, names.packed(tn.suits)))):
        return 0.0
    return harm_of(mind, one, total - against) + beside(mind, one) + best_trigger(one, suits)


def beside(mind: Mind, one: Bout) -> float:
    """Return what an action that succeeds does beside its damage."""
    assert one.action is not None
    row = one.strike.effects if one.strike is not None else one.action.effects
    return effects.worth(mind, row, one.model, one.target)


def harm_of(mind: Mind, one: Bout, margin: int) -> float:
    """Return what the damage of an attack is worth that has won by a margin, before its flip."""
    if one.strike is None or one.target < 0 or not any(one.strike.track):
        return 0.0
    _, wound = fighting.nets(mind, one.model, one.strike, one.target)
    mod = margins.margin_net(margin) if one.strike.resist >= 0 else 0
    deck = mind.decks[mind.view.models.sides[one.model]]
    return fighting.harm(mind, one.strike.track, one.target, deck, mod + wound)


def best_trigger(one: Bout, suits: int) -> float:
    """Return what the best trigger is worth that these suits allow to the acting side."""
    if one.action is None:
        return 0.0
    return max(
        [
            0.8 * TRIGGERS.get(row.trigger.id, ANY_TRIGGER)
            for row in one.action.triggers
            if names.has_suits(suits, names.packed(row.suits))
        ],
        default=0.0,
    )


# Cheating (D16, D19).


@RATE.picks("cheat")
def _cheat(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    hand = mind.view.hands[mind.seat].cards
    if picked:
        return {actions.COST.codes[card]: -mind.card(card) for card in hand}
    beside = sum(sorted(mind.card(card) for card in hand)[: arg >> 1])
    rated = {actions.KEEP: 0.0}
    for card in hand:
        worth = gained(mind, card) - mind.card(card) - beside - REAL
        rated[actions.CHEAT.code(card, 0)] = worth
        rated[actions.CHEAT.code(card, 1)] = worth - 0.01
    return rated


def gained(mind: Mind, card: int) -> float:
    """Return what it is worth to the seat that a card takes the place of the one that was flipped."""
    view = mind.view
    flip = view.flip
    if flip is None:
        return 0.0
    old, new = names.VALUE[flip.result], names.VALUE[card]
    if flip.kind == INITIATIVE:
        others = [names.VALUE[one] for one in view.flipped[mind.foe].cards]
        theirs = (others[-1] if others else 7) + view.token_bids[mind.foe]
        own = view.token_bids[mind.seat]
        return FIRST * ((new + own > theirs) - (old + own > theirs))
    if flip.kind == DAMAGE:
        return dealt(mind, card) - dealt(mind, flip.result)
    if flip.kind not in (HEAL, ASSIST, REDUCE, DISENGAGE):
        return _better(mind, card)
    then, before = (flips.amount(flip.bands, one, is_damage=False) for one in (card, flip.result))
    blow = view.blow
    if flip.kind == REDUCE and blow is not None:
        return mind.loss(blow.model, max(0, blow.number - before)) - mind.loss(blow.model, max(0, blow.number - then))
    return (SHORTER if flip.kind == DISENGAGE else HEALED) * (then - before)


def _better(mind: Mind, card: int) -> float:
    """Return what a card brings in a duel: another end, a wider margin, a trigger."""
    view, one = mind.view, bout(mind)
    duel = view.duel
    if one is None or duel is None or len(duel.totals) <= one.side:
        return 0.0
    totals, suits = list(duel.totals), list(duel.suits)
    for side in range(len(totals)):
        if duel.cards[side] < 0:  # a card lies face down: it counts for as much as one of those unseen
            totals[side] += round(flips.mean(mind.decks[1 - mind.seat if side != one.side else mind.seat]))
    against = totals[RESISTING] if len(totals) == 2 else 0
    now = result(mind, one, totals[ACTING], against, suits[ACTING])
    flipped = duel.cards[one.side]
    stat = totals[one.side] - (names.VALUE[flipped] if flipped >= 0 else 0)
    total = stat + names.VALUE[card]
    if one.side == ACTING:
        bare = suits[ACTING] - (names.ONE_SUIT[names.SUIT_OF[flipped]] if flipped < names.BLACK_JOKER else 0)
        with_it = bare + (names.ONE_SUIT[names.SUIT_OF[card]] if card < names.BLACK_JOKER else 0)
        then = result(mind, one, total, against, with_it)
        undone = then <= now or len(totals) == 1 or totals[ACTING] >= against
        share = 0.0 if undone else _answer(mind, total - (against - _card_value(duel.cards[RESISTING])) + 1)
        return (then - now) * (1.0 - share)
    then = result(mind, one, totals[ACTING], total, suits[ACTING])
    share = 0.0
    if totals[ACTING] >= against and total > totals[ACTING]:
        share = _answer(mind, total - (totals[ACTING] - _card_value(duel.cards[ACTING])))
    return (now - then) * (1.0 - share)


def _card_value(card: int) -> int:
    return names.VALUE[card] if card >= 0 else 7


def _answer(mind: Mind, needed: int) -> float:
    """Return how likely the other side cheats in its turn and needs a card of so much for it."""
    held = len(mind.view.hands[mind.foe].cards)
    return ANSWERED * flips.beaten(mind.decks[mind.foe], held, needed)


def dealt(mind: Mind, card: int) -> float:
    """MFX-6.4, 6.5: return what a damage flip with a card is worth to this seat."""
    blow = mind.view.blow
    if blow is None:
        return 0.0
    number = flips.amount(blow.bands, card, is_damage=True)
    sign = 1.0 if mind.view.models.sides[blow.model] == mind.foe else -1.0
    return sign * mind.loss(blow.model, fighting.reduced(mind, blow.model, number))


# Cards of a flip, triggers, suits (D15, D17, D29).


@RATE("card")
def _card(mind: Mind, card: int) -> float:
    """D15: the highest card, or one a little lower whose suit allows a better trigger."""
    one, suit = bout(mind), names.SUIT_OF[card]
    value = float(names.VALUE[card])
    if one is None or suit < 0 or one.side == RESISTING or one.action is None or one.action.stat is None:
        return value
    held = names.packed(one.action.stat.suits)
    flip = mind.view.flip
    if flip is not None and flip.kind == DAMAGE:
        return value
    return value + best_trigger(one, held + names.ONE_SUIT[suit]) - best_trigger(one, held)


@RATE.picks("trigger")
def _trigger(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    choice = mind.view.asked()
    if picked:
        spent = {actions.COST.codes[card]: -mind.card(card) for card in mind.view.hands[mind.seat].cards}
        return {**spent, **{actions.NUMBER.codes[number]: -abs(number - 1) for number in range(9)}}
    rated = {actions.NO_TRIGGER: 0.0}
    for number, cost in zip(choice.options, choice.marks, strict=True):
        worth = TRIGGERS.get(roster.TRIGGERS[number], ANY_TRIGGER)
        rated[actions.TRIGGER.codes[number]] = worth - cost * mind.cheapest
    return rated


@RATE("suit")
def _which_suit(mind: Mind, suit: int) -> float:
    """D29: the suit that allows the best trigger, or meets the target number."""
    one = bout(mind)
    if one is None or one.action is None or one.action.stat is None:
        return 0.0
    held = names.packed(one.action.stat.suits) + names.ONE_SUIT[suit]
    tn = one.action.tn
    meets = tn is not None and bool(tn.suits) and names.has_suits(held, names.packed(tn.suits))
    return best_trigger(one, held) + 5.0 * meets


RATE.always(0.0, "relent")


@RATE("relent", actions.ACTIONS.of(actions.RELENT))
def _give_way(mind: Mind) -> float:
    """D13: a friend's action is let through, unless somebody else makes the friend act."""
    now = mind.view.activation
    return 1.0 if now is not None and mind.view.models.sides[now.model] == mind.seat else -1.0


# MFX-4.6: tests that friends ask for are worth passing.
RATE.always(0.0, "fail")
RATE.always(-1.0, "fail", actions.ACTIONS.of(actions.RELENT))


@RATE("strike", actions.STRIKE)
def _strike(mind: Mind, model: int, number: int) -> float:
    """D27: who hits best strikes at the model that disengages."""
    action = model_traits.action(mind.view, model, number)
    return 1.0 + action.stat.value if action is not None and action.stat is not None else 0.5


RATE.always(0.0, "strike", actions.ACTIONS.of(actions.DECLINE))


@RATE("pay", actions.PAY)
def _pay(mind: Mind, card: int) -> float:
    return -mind.card(card)


@RATE("pay", actions.ACTIONS.of(actions.PAY_STONE))
def _pay_stone(mind: Mind) -> float:
    return -mind.stone


@RATE("pay", actions.ACTIONS.of(actions.SUFFER))
def _suffer(mind: Mind) -> float:
    """D32: what comes of it is not told here: to be killed, or three points of damage."""
    now = mind.view.duel
    if now is None or now.target < 0:
        return -2.5
    return -max(2.5, 0.5 * mind.loss(now.target, formulas.max_health(mind.view, now.target)))


@RATE("redirect", actions.REDIRECT)
def _redirect(mind: Mind, model: int, card: int) -> float:
    """D31: a blow goes to who bears it better."""
    choice = mind.view.asked()
    spared = 0.4 * (mind.loss(choice.model, 3) - mind.loss(model, 3))
    return spared - mind.card(card) - REAL


RATE.always(0.0, "redirect", actions.ACTIONS.of(actions.DECLINE))
