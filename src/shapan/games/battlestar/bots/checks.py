"""Skill checks: what is at stake, which cards go in, and what is played round them (BSG-8, W6 to W10)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots.harm import harm, pass_chance
from shapan.games.battlestar.bots.mind import MEAN_STRENGTH, SHARES, Mind
from shapan.games.battlestar.cards import CRISIS_CARDS, SUPER_CARDS, Crisis
from shapan.games.battlestar.view import DESTINY, Check

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
"""What a point of strength costs that is put into a check."""
SPOIL: Final = 0.9
"""What must be at stake for a hidden Cylon to spoil a check."""


def crisis_of(check: Check) -> Crisis | None:
    """Return the card a check is of, None for a location."""
    if check.of < len(names.CRISES):
        return CRISIS_CARDS[check.of]
    place = check.of - len(names.CRISES)
    return SUPER_CARDS[place] if place < len(names.SUPER_CRISES) else None


def human_stake(mind: Mind, check: Check) -> float:
    """Return what it is worth to the humans that a check is passed; below 0 they want it to fail."""
    card = crisis_of(check)
    if card is not None:
        return harm(mind, card.on_fail) - harm(mind, card.on_pass)
    target, place = check.target, check.of - len(names.CRISES) - len(names.SUPER_CRISES)
    if place == 0:  # Administration
        president = mind.view.president
        return 2.0 * (mind.trust(target) - (mind.trust(president) if president >= 0 else -0.5))
    if target == mind.seat:
        return -3.0 if place == 1 else 3.0
    if place == 1:  # Admiral's Quarters
        return 4.0 * (mind.doubts[target] - 0.5)
    trust = mind.trust(target)
    return 1.0 + 1.2 * trust if trust > 0.0 else 1.6 * trust


def stake(mind: Mind) -> float:
    """Return what it is worth to this seat that the check under way is passed."""
    check = mind.view.check
    assert check is not None
    if not mind.cylon:
        return human_stake(mind, check)
    place = check.of - len(names.CRISES) - len(names.SUPER_CRISES)
    if place < 0:
        return -human_stake(mind, check)
    if check.target == mind.seat:
        return (2.0, -3.0, 3.0)[place]
    foe = 1.0 if not mind.view.seats[check.target].revealed else 0.0
    return (-0.4, 1.4, -1.2)[place] * foe


def matches(check: Check, card: int) -> bool:
    """Tell whether a card counts for a check (BSG-SC6)."""
    type_ = names.type_of(card)
    return (
        type_ in check.types
        or bool(check.research and type_ == names.EN)
        or bool(check.ones and names.strength_of(card) == 1)
    )


def worth(check: Check, card: int) -> int:
    """Return what a card adds to the total of a check."""
    if names.type_of(card) == check.void:
        return 0
    return names.strength_of(card) if matches(check, card) else -names.strength_of(card)


def so_far(mind: Mind, check: Check) -> float:
    """Return the total that the cards in the check are taken to have, Destiny too."""
    types = [*check.types, names.EN] if check.research and names.EN not in check.types else check.types
    destiny = 2 * MEAN_STRENGTH * (2 * len(types) / len(names.TYPES) - 1)
    if check.cards is not None:
        known = sum(worth(check, one.card) for one in check.cards)
        return known + (0.0 if any(one.seat == DESTINY for one in check.cards) else destiny)
    total = destiny
    for seat, number in enumerate(check.counts[: len(mind.view.seats)]):
        if not number or seat == mind.seat:
            continue
        if mind.view.seats[seat].revealed:
            total -= 2.5 * number
        else:
            total += number * put_worth(number, mind.doubts[seat])
    return total + sum(worth(check, card) for card in check.mine or ())


def put_worth(number: int, doubt: float) -> float:
    """Return what a card of so many that a seat has put in is taken to add: nobody spoils a check with three."""
    if number > 2:
        return MEAN_PUT * (1.0 - doubt**4)
    return max(-MEAN_PUT / 2, MEAN_PUT - (5.0 if number == 1 else 3.4) * doubt)


def to_come(mind: Mind, check: Check) -> float:
    """Return what those who put cards in after this seat are likely to add."""
    seats = len(mind.view.seats)
    last = mind.view.active
    total, seat = 0.0, mind.seat
    while seat != last:
        seat = (seat + 1) % seats
        player = mind.view.seats[seat]
        most = min(player.hand_size, 1) if player.revealed or mind.in_brig(seat) else player.hand_size
        if player.revealed:
            total -= 2.5 * most
        else:
            total += OTHERS * MEAN_STRENGTH * most * mind.share(seat, check.types) * (1.0 - mind.doubts[seat])
    return total


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


def plan(mind: Mind, most: int) -> list[int]:
    """Return the cards this seat puts in, rising."""
    check = mind.view.check
    if check is None or not mind.hand:
        return []
    value = stake(mind)
    if mind.hidden and check.of < len(names.CRISES) + len(names.SUPER_CRISES):
        return spoiling(mind, check, -value, most)
    if value > 0.0:
        return helping(mind, check, value, most)
    if not mind.cylon and crisis_of(check) is not None:
        return []  # a card against a crisis looks like a Cylon's, whatever it is for
    return hindering(mind, check, -value, most)


def helping(mind: Mind, check: Check, value: float, most: int) -> list[int]:
    """Return matching cards: the own share of the total that is worth most, or none if nothing is worth its cards."""
    cards = [card for card in mind.hand if matches(check, card)]
    own = float(sum(sorted((names.strength_of(card) for card in cards), reverse=True)[:most]))
    if not own:
        return []
    before, after = so_far(mind, check), 0.0 if mind.revealed else max(0.0, to_come(mind, check))
    card = crisis_of(check)
    partial = 0.0
    if check.partial >= 0 and card is not None:
        partial = min(value, harm(mind, card.on_fail) - harm(mind, card.on_partial))
    difficulty, cost = check.difficulty - names.ZERO, strength_cost(mind)

    def gained(put: float) -> float:
        total = before + put
        won = (value - partial) * reached(total - difficulty)
        return won + (partial * reached(total - check.partial) if partial else 0.0) - cost * put

    best = max(range(int(own + after) + 1), key=gained)
    if not best or gained(float(best)) < gained(0.0) + 0.05:
        return []
    mine = max(best - KEPT_BACK * after, best * own / (own + after))
    return bundle(cards, mine, most)


def reached(over: float) -> float:
    """Return how likely a check is passed whose expected total is so far above the difficulty."""
    return 1.0 / (1.0 + exp(-over / SCATTER))


def strength_cost(mind: Mind) -> float:
    """Return what a point of strength costs that is put into a check: little for a full hand."""
    size = len(mind.hand)
    return STRENGTH_COST * (1.5 if size < 4 else 1.0 if size < 8 else 0.4)


def hindering(mind: Mind, check: Check, value: float, most: int) -> list[int]:
    """Return cards against a check that is to fail: of a revealed Cylon, or of a human on the way to the Brig."""
    against = [card for card in mind.hand if not matches(check, card)]
    expected = so_far(mind, check) + max(0.0, to_come(mind, check))
    over = expected - (check.difficulty - names.ZERO) + MARGIN
    if not against or over < -2.0 or value < 0.5:
        return []
    if mind.revealed:
        return [max(against, key=names.strength_of)]
    return bundle(against, over, min(most, 2))


def spoiling(mind: Mind, check: Check, value: float, most: int) -> list[int]:
    """Return the cards of a hidden Cylon: against the check if that can decide it and others may be blamed."""
    matching = [card for card in mind.hand if matches(check, card)]
    little = [card for card in matching if names.strength_of(card) == 1][:1] if len(mind.hand) > 3 else []
    expected = so_far(mind, check) + max(0.0, to_come(mind, check))
    over = expected - (check.difficulty - names.ZERO)
    if value < SPOIL or over < -4.0 or check.cards is not None:
        return little[:most]
    others = [type_ for type_ in range(len(names.TYPES)) if any(_may_hold(mind, seat, type_) for seat in mind.others())]
    against = [card for card in mind.hand if not matches(check, card) and names.type_of(card) in others]
    if not against:
        return little[:most]
    number = 2 if value >= 2.5 or mind.view.distance >= 6 else 1
    return bundle(against, over + 3.0, min(most, number))


def _may_hold(mind: Mind, seat: int, type_: int) -> bool:
    player = mind.view.seats[seat]
    return SHARES[player.character][type_] > 0.0


def rate_contribution(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    """Rate a pick: those of the plan that are still missing are above `DONE`."""
    if "cards" not in mind.plans:
        mind.plans["cards"] = [actions.CARD.codes[card] for card in plan(mind, arg)]
    codes = mind.plans["cards"]
    if code == DONE:
        return 0.0
    return 1.0 if codes.count(code) > picked.count(code) else -1.0


# Windows


def rate_intuition(mind: Mind, code: int) -> float:
    """W6: Mysterious Intuition: a pass where much is at stake and little hope."""
    if code == DONE:
        return 0.0
    check = mind.view.check
    if check is None:
        return -1.0
    value = stake(mind)
    passes = actions.INTUITION.value(code) == actions.RESULT.number("pass")
    if mind.cylon:
        return -1.0 if passes or mind.heat < 0.6 else -value - 2.0
    if not passes:
        return -1.0
    types = sum(1 << type_ for type_ in check.types)
    return value * (1.0 - pass_chance(mind, types, check.difficulty - names.ZERO)) - 1.6


def rate_before_cards(mind: Mind, code: int) -> float:
    """W7: modifiers of a location's check towards what is wanted; research; an open check where much is lost."""
    if code == DONE:
        return 0.0
    value = stake(mind)
    check = mind.view.check
    assert check is not None
    if code == actions.HATRED.code():
        return value - 0.4
    if actions.FRIENDS.has(code) or actions.ARBITRATOR.has(code):
        harder = bool((actions.FRIENDS if actions.FRIENDS.has(code) else actions.ARBITRATOR).value(code))
        return (-value if harder else value) - (0.4 if actions.FRIENDS.has(code) else 1.0)
    card = actions.PLAY.value(code)
    if mind.cylon or check.of >= len(names.CRISES) + len(names.SUPER_CRISES):
        return -1.0
    if names.type_of(card) == names.EN:
        if names.EN in check.types:
            return -1.0
        gained = sum(
            names.strength_of(other) for other in mind.hand if names.type_of(other) == names.EN
        ) - names.strength_of(card)
        return 0.15 * gained - 0.35 * names.strength_of(card) if value > 1.5 else -1.0
    if names.type_of(card) == names.PO and names.PO not in check.types and value > 2.5:
        return 0.2 - 0.01 * names.strength_of(card)
    return -1.0


def rate_devotion(mind: Mind, code: int) -> float:
    """W8: Blind Devotion, where the cards lie open and one type decides."""
    check = mind.view.check
    if code == DONE or check is None or check.cards is None:
        return 0.0 if code == DONE else -1.0
    total = sum(worth(check, one.card) for one in check.cards)
    type_ = actions.BLIND_DEVOTION.value(code)
    without = total - sum(worth(check, one.card) for one in check.cards if names.type_of(one.card) == type_)
    difficulty, value = check.difficulty - names.ZERO, stake(mind)
    turned = (without >= difficulty) - (total >= difficulty)
    return turned * value - 1.0


def rate_emergency(mind: Mind, code: int) -> float:
    """W9: Declare Emergency where it turns a check that is worth it; the weakest card."""
    if code == DONE:
        return 0.0
    check = mind.view.check
    if check is None or check.total == UNKNOWN:
        return -1.0
    lacking = check.difficulty - check.total
    if not 0 < lacking <= 2:
        return -1.0
    return stake(mind) - 0.25 * names.strength_of(actions.PLAY.value(code))


def rate_authority(mind: Mind, code: int) -> float:
    """W10: Command Authority for many cards."""
    check = mind.view.check
    if code == DONE:
        return 0.0
    if check is None or check.cards is None:
        return -1.0
    room = 10 - len(mind.hand)
    return min(room, len(check.cards)) - 5.5
