"""Skill checks: what is at stake, which cards go in, and what is played round them (BSG-8, W6 to W10)."""

from __future__ import annotations

from math import exp
from typing import Final

from shapan.games.battlestar import actions, names, step_codes
from shapan.games.battlestar.bots.harm import destiny_worth, harm, pass_chance
from shapan.games.battlestar.bots.mind import MEAN_STRENGTH, RATE, Mind
from shapan.games.battlestar.cards import CRISIS_CARDS, SUPER_CARDS, Crisis
from shapan.games.battlestar.records import DESTINY, Check
from shapan.games.battlestar.rules.checks import EMERGENCY, limit_of
from shapan.games.battlestar.rules.hands import skill_set
from shapan.games.battlestar.rules.record import worth

MARGIN: Final = 3.0
"""How far above the difficulty the humans aim, against chance."""
OTHERS: Final = 0.52
"""Which share of their matching cards others put in."""
MEAN_PUT: Final = 2.3
SCATTER: Final = 2.4
"""How wide the total of a check scatters about what is expected."""
KEPT_BACK: Final = 0.5
"""Which share of what later seats can add the earlier ones count on."""
STRENGTH_COST: Final = 0.06
"""What a point of strength costs that is put into a check: more out of a small hand, little out of a full one."""
SPOIL: Final = 0.9
"""What must be at stake for a hidden Cylon to spoil a check."""


def crisis_of(check: Check) -> Crisis | None:
    """Return the card a check is of, None for a location."""
    if check.of == step_codes.OF_CRISIS:
        return CRISIS_CARDS[check.card]
    return SUPER_CARDS[check.card] if check.of == step_codes.OF_SUPER else None


def stake(mind: Mind) -> float:
    """Return what it is worth to this seat that the check under way is passed; below 0 it wants it to fail."""
    view, check = mind.view, mind.view.running()
    card, of, target = crisis_of(check), check.of, check.target
    if card is not None:
        return mind.side * (harm(mind, card.on_fail) - harm(mind, card.on_pass))
    if mind.cylon and target == mind.seat:
        return {step_codes.OF_ADMINISTRATION: 2.0, step_codes.OF_QUARTERS: -3.0, step_codes.OF_BRIG: 3.0}[of]
    if mind.cylon:
        worths = {step_codes.OF_ADMINISTRATION: -0.4, step_codes.OF_QUARTERS: 1.4, step_codes.OF_BRIG: -1.2}
        return 0.0 if view.revealed[target] else worths[of]
    if of == step_codes.OF_ADMINISTRATION:
        return 2.0 * (mind.trust(target) - (mind.trust(view.president) if view.president >= 0 else -0.5))
    if target == mind.seat:
        return -3.0 if of == step_codes.OF_QUARTERS else 3.0
    if of == step_codes.OF_QUARTERS:
        return 4.0 * (mind.doubts[target] - 0.5)
    trust = mind.trust(target)
    return 1.0 + 1.2 * trust if trust > 0.0 else 1.6 * trust


def so_far(mind: Mind) -> float:
    """Return the total that the cards in the check are taken to have, Destiny too."""
    check = mind.view.running()
    destiny = destiny_worth(check.types | check.research << names.EN)
    cards = check.cards()
    if cards is not None:
        known = sum(worth(check, one.card) for one in cards)
        return known + (0.0 if any(one.seat == DESTINY for one in cards) else destiny)
    total = destiny
    for seat, number in enumerate(check.put):
        if not number or seat == mind.seat:
            continue
        if mind.view.revealed[seat]:
            total -= 2.5 * number
        else:
            total += number * put_worth(number, mind.doubts[seat])
    return total + sum(worth(check, card) for card in check.mine() or ())


def put_worth(number: int, doubt: float) -> float:
    """Return what a card of so many that a seat has put in is taken to add: nobody spoils a check with three."""
    if number > 2:
        return MEAN_PUT * (1.0 - doubt**4)
    return max(-MEAN_PUT / 2, MEAN_PUT - (5.0 if number == 1 else 3.4) * doubt)


def to_come(mind: Mind) -> float:
    """Return what those who put cards in after this seat are likely to add."""
    view, check = mind.view, mind.view.running()
    total, seat = 0.0, mind.seat
    while seat != view.active:
        seat = (seat + 1) % view.seats
        most = min(len(view.hands[seat]), limit_of(view, seat))
        if view.revealed[seat]:
            total -= 2.5 * most
        else:
            total += OTHERS * MEAN_STRENGTH * most * mind.share(seat, check.types) * (1.0 - mind.doubts[seat])
    return total


def over(mind: Mind) -> float:
    """Return how far above the difficulty the total of the check under way is expected."""
    return so_far(mind) + max(0.0, to_come(mind)) - mind.view.running().difficulty


def bundle(cards: list[int], target: float, most: int) -> list[int]:
    """Return few cards whose strength reaches a target, with little to spare."""
    left = target
    chosen: list[int] = []
    rest = sorted(cards, key=lambda card: (-names.strength_of(card), card))
    for card in list(rest):
        if left <= 0.0 or len(chosen) == most:
            break
        if names.strength_of(card) <= left + 0.5 or most == 1:
            chosen.append(card)
            rest.remove(card)
            left -= names.strength_of(card)
    if left > 0.0 and rest and len(chosen) < most:
        enough = [card for card in rest if names.strength_of(card) >= left]
        chosen.append(enough[-1] if enough else rest[0])
    return sorted(chosen)


@RATE.row("contribute")
def plan(mind: Mind, most: int) -> list[int]:
    """Return the cards this seat puts in, rising."""
    if not mind.hand:
        return []
    value, card = stake(mind), crisis_of(mind.view.running())
    if mind.hidden and card is not None:
        return spoiling(mind, -value, most)
    if value > 0.0:
        return helping(mind, value, most)
    if not mind.cylon and card is not None:
        return []  # a card against a crisis looks like a Cylon's, whatever it is for
    return hindering(mind, -value, most)


def helping(mind: Mind, value: float, most: int) -> list[int]:
    """Return matching cards: the own share of the total that is worth most, or none if nothing is worth its cards."""
    check = mind.view.running()
    cards = [card for card in mind.hand if worth(check, card) > 0]
    own = float(sum(sorted((names.strength_of(card) for card in cards), reverse=True)[:most]))
    if not own:
        return []
    before, after = so_far(mind), 0.0 if mind.revealed else max(0.0, to_come(mind))
    card = crisis_of(check)
    partial = 0.0
    if check.partial >= 0 and card is not None:
        partial = min(value, harm(mind, card.on_fail) - harm(mind, card.on_partial))
    size = len(mind.hand)
    cost = STRENGTH_COST * (1.5 if size < 4 else 1.0 if size < 8 else 0.4)

    def gained(put: float) -> float:
        total = before + put
        won = (value - partial) * reached(total - check.difficulty)
        return won + (partial * reached(total - check.partial) if partial else 0.0) - cost * put

    best = max(range(int(own + after) + 1), key=gained)
    if not best or gained(float(best)) < gained(0.0) + 0.05:
        return []
    mine = max(best - KEPT_BACK * after, best * own / (own + after))
    return bundle(cards, mine, most)


def reached(over: float) -> float:
    """Return how likely a check is passed whose expected total is so far above the difficulty."""
    return 1.0 / (1.0 + exp(-over / SCATTER))


def hindering(mind: Mind, value: float, most: int) -> list[int]:
    """Return cards against a check that is to fail: of a revealed Cylon, or of a human on the way to the Brig."""
    against = [card for card in mind.hand if worth(mind.view.running(), card) < 0]
    target = over(mind) + MARGIN
    if not against or target < -2.0 or value < 0.5:
        return []
    if mind.revealed:
        return [max(against, key=names.strength_of)]
    return bundle(against, target, min(most, 2))


def spoiling(mind: Mind, value: float, most: int) -> list[int]:
    """Return the cards of a hidden Cylon: against the check if that can decide it and others may be blamed."""
    view, check = mind.view, mind.view.running()
    little = [card for card in mind.hand if worth(check, card) == 1][:1] if len(mind.hand) > 3 else []
    excess = over(mind)
    if value < SPOIL or excess < -4.0 or check.cards() is not None:
        return little[:most]
    others = 0
    for seat in mind.others():
        others |= skill_set(view, seat)
    against = [card for card in mind.hand if worth(check, card) < 0 and others >> names.type_of(card) & 1]
    if not against:
        return little[:most]
    number = 2 if value >= 2.5 or view.distance >= 6 else 1
    return bundle(against, excess + 3.0, min(most, number))


# Windows


@RATE("W6")
def _intuition(mind: Mind, result: int) -> float:
    """Mysterious Intuition: a pass where much is at stake and little hope."""
    check, value = mind.view.running(), stake(mind)
    passes = result == actions.RESULT.number("pass")
    if mind.cylon:
        return -1.0 if passes or mind.heat < 0.6 else -value - 2.0
    return value * (1.0 - pass_chance(mind, check.types, check.difficulty)) - 1.6 if passes else -1.0


# Modifiers of a location's check towards what is wanted
RATE.add("W7", lambda mind: stake(mind) - 0.4, actions.HATRED)
RATE.add("W7", lambda mind, more: (-stake(mind) if more else stake(mind)) - 0.4, actions.FRIENDS)
RATE.add("W7", lambda mind, more: (-stake(mind) if more else stake(mind)) - 1.0, actions.ARBITRATOR)


@RATE("W7", actions.PLAY)
def _before_cards(mind: Mind, card: int) -> float:
    """Research; an open check where much is lost."""
    check, value = mind.view.running(), stake(mind)
    type_, strength = names.type_of(card), names.strength_of(card)
    if mind.cylon or crisis_of(check) is None or check.types >> type_ & 1:
        return -1.0
    if type_ == names.EN and value > 1.5:
        others = sum(names.strength_of(other) for other in mind.hand if names.type_of(other) == names.EN) - strength
        return 0.15 * others - 0.35 * strength
    return 0.2 - 0.01 * strength if type_ == names.PO and value > 2.5 else -1.0


@RATE("W8")
def _devotion(mind: Mind, type_: int) -> float:
    """Blind Devotion, where the cards lie open and one type decides."""
    check = mind.view.running()
    cards = check.cards()
    if cards is None:
        return -1.0
    total = sum(worth(check, one.card) for one in cards)
    without = total - sum(worth(check, one.card) for one in cards if names.type_of(one.card) == type_)
    turned = (without >= check.difficulty) - (total >= check.difficulty)
    return turned * stake(mind) - 1.0


@RATE("W9")
def _emergency(mind: Mind, card: int) -> float:
    """Declare Emergency where it turns a check that is worth it; the weakest card."""
    check = mind.view.running()
    turns = 0 < check.difficulty - check.total <= EMERGENCY
    return stake(mind) - 0.25 * names.strength_of(card) if turns else -1.0


RATE.add("W10", lambda mind: min(10 - len(mind.hand), mind.view.running().size()) - 5.5)  # for many cards
