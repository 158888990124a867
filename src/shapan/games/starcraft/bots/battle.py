"""SC-9: pairs, supporters, cards, abilities, victims: what the units and the hand make of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from shapan.engine.actions import DONE
from shapan.engine.valuation import kept
from shapan.games.starcraft import actions, cards, formulas, names, strength
from shapan.games.starcraft.bots.fighting import VALUES, chance, expected
from shapan.games.starcraft.bots.lines import Field
from shapan.games.starcraft.bots.mind import POWER, RATE, Mind
from shapan.games.starcraft.bots.worths import BLIND, KEPT_CARD, REINFORCEMENT
from shapan.games.starcraft.records import ATTACKER, DEFENDER, UNIT_KINDS
from shapan.games.starcraft.rules import battle as rules
from shapan.games.starcraft.rules import start
from shapan.games.starcraft.strength import hits

# SC-9.4, SC-9.5: who meets whom


def duel(unit: int, foe: int, added: float = 0.0, against: float = 0.0) -> float:
    """Return what it is worth to the attacker that two units meet, with what supporters add on both sides."""
    kills = chance(VALUES[ATTACKER][unit][0] + added, VALUES[DEFENDER][foe][1]) * (1.0 if hits(unit, foe) else BLIND)
    dies = chance(VALUES[DEFENDER][foe][0] + against, VALUES[ATTACKER][unit][1]) * (1.0 if hits(foe, unit) else BLIND)
    return kills * (POWER[foe] + 1.5) - dies * POWER[unit]


def best_pairs(attackers: Sequence[int], defenders: Sequence[int]) -> list[tuple[int, int]]:
    """Return who meets whom, for the greatest gain of the attacker; every front of the fewer side is met."""
    number = min(len(attackers), len(defenders))
    best, found = -1e9, list[tuple[int, int]]()
    fewer = len(attackers) <= len(defenders)
    many, few = (defenders, attackers) if fewer else (attackers, defenders)
    for chosen in dict.fromkeys(combinations(sorted(many), number)):
        left, pairs, worth = list(chosen), list[tuple[int, int]](), 0.0
        for one in sorted(few, key=lambda unit: -POWER[unit]):
            other = max(left, key=lambda unit: duel(one, unit) if fewer else duel(unit, one))
            left.remove(other)
            pair = (one, other) if fewer else (other, one)
            pairs.append(pair)
            worth += duel(*pair)
        helping = list(attackers)
        for unit, _ in pairs:
            helping.remove(unit)
        worth += 0.5 * sum(names.SUPPORT[unit] for unit in helping)
        if worth > best:
            best, found = worth, pairs
    return found


@RATE.picks("pairs")
def _pairs(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
    battle = mind.battle
    sides = [
        [unit for unit, number in enumerate(rules.fighters(mind.view, battle, side)) for _ in range(number)]
        for side in (ATTACKER, DEFENDER)
    ]
    return _in_order(sorted([actions.PAIR.code(*pair) for pair in best_pairs(*sides)]), picked)


def _in_order(plan: list[int], picked: Sequence[int]) -> dict[int, float]:
    """Return the next pick of a plan whose picks come in its order; nothing where others were made."""
    place = len(picked)
    if plan[:place] != list(picked) or place >= len(plan):
        return {}
    return {plan[place]: 1.0}


RATE.add("assist_front", lambda mind, unit: -POWER[unit])


@RATE.picks("supporters")
def _support(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
    """Each supporter goes where it turns most; those that cannot fight stand where least is lost with them."""
    battle = mind.battle
    side = int(mind.seat == battle.defender)
    added = [[0.0] * battle.number, [0.0] * battle.number]
    for number in range(battle.number):
        for one in (ATTACKER, DEFENDER):
            added[one][number] = float(strength.support(battle, 2 * number + one))
    for code in picked:
        number, unit = actions.SUPPORT.values(code)
        added[side][number] += names.SUPPORT[unit]
    found: dict[int, float] = {}
    for number in range(battle.number):
        unit, foe = battle.fronts[2 * number], battle.fronts[2 * number + 1]
        if unit < 0 or foe < 0:
            continue
        before = duel(unit, foe, added[0][number], added[1][number])
        opposing = (unit, foe)[1 - side]
        for helper in range(UNIT_KINDS):
            more = names.SUPPORT[helper] if hits(helper, opposing) else 0
            plus = (added[0][number] + more * (side == 0), added[1][number] + more * (side == 1))
            gain = duel(unit, foe, *plus) - before
            value = (gain if side == ATTACKER else -gain) + 0.05 * POWER[(unit, foe)[side]] - 0.02 * added[side][number]
            found[actions.SUPPORT.code(number, helper)] = value
    return found


# SC-9.6: cards


@RATE.picks("cards")
def _cards(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
    plan = laid(mind, arg)
    return _in_order(plan, picked) or ({DONE: 1.0} if list(picked) == plan else {DONE: 0.5})


@kept
def laid(mind: Mind, mask: int) -> list[int]:
    """Return the cards that are laid in the skirmishes of a mask, in their order.

    The skirmish that gains most by its best card gets it first; then reinforcements, where they turn something.
    """
    field = Field(mind)
    hand = list(mind.view.hands[mind.seat].cards)
    waiting = [number for number in range(mask.bit_length()) if mask >> number & 1]
    blind = {number: field.blind(number) for number in waiting}
    chosen: dict[int, tuple[int, int]] = {}
    left = list(waiting)
    while left:
        best, choice = -1e9, (left[0], -1)
        for number in left:
            for card in dict.fromkeys(hand):
                if cards.STANDARD[card]:
                    elsewhere = KEPT_CARD * needed_elsewhere(field, left, number, card)
                    gain = field.score(number, card) - blind[number] - elsewhere
                    if gain > best:
                        best, choice = gain, (number, card)
        number, card = choice
        if card < 0 or best <= 0.0:
            break
        left.remove(number)
        hand.remove(card)
        chosen[number] = (card, -1)
    for number in sorted(chosen, key=lambda one: -_stake(field, one)):
        card, best, extra = chosen[number][0], REINFORCEMENT, -1
        for other in dict.fromkeys(hand):
            if not cards.STANDARD[other]:
                gain = field.score(number, card, other) - field.score(number, card)
                if gain > best:
                    best, extra = gain, other
        if extra >= 0:
            hand.remove(extra)
            chosen[number] = (card, extra)
    plan: list[int] = []
    for number in waiting:
        card, extra = chosen.get(number, (-1, -1))
        if card < 0:
            plan.append(actions.PLACE_TOP.codes[number])
            continue
        plan.append(actions.PLACE.code(number, card))
        if extra >= 0:
            plan.append(actions.REINFORCE.code(number, extra))
    return plan


def needed_elsewhere(field: Field, left: Sequence[int], number: int, card: int) -> float:
    """Return how many other skirmishes have a front-line unit that a card shows."""
    fronts = [field.battle.fronts[2 * other + field.side] for other in left if other != number]
    return float(sum(front >= 0 and cards.ICONS[card] >> front & 1 for front in fronts))


def _stake(field: Field, number: int) -> float:
    fronts = field.battle.fronts[2 * number : 2 * number + 2]
    return sum(POWER[unit] for unit in fronts if unit >= 0)


RATE.add("skirmish_order", lambda mind, skirmish: -0.01 * skirmish)

# SC-9.2: abilities at the start


def _outlook(mind: Mind) -> tuple[float, float]:
    """Return how likely the own side is to have the area, and what it loses, as a share of what there is."""
    battle = mind.battle
    attackers, defenders = [mind.units(seat, battle.area) for seat in (battle.attacker, battle.defender)]
    ends = expected(attackers, defenders, float(battle.special))
    if mind.seat == battle.attacker:
        return ends.won, ends.lost
    return 1.0 - ends.won, ends.destroyed


@RATE("start_of_battle", actions.USE)
def _use(mind: Mind, card: int) -> float:
    """Use what returns to the technology deck, or is kept for once, where something depends on it."""
    battle = mind.battle
    holds, lost = _outlook(mind)
    tech = start.technology_of(card)
    if tech in (cards.BUNKER, cards.SHIELD_BATTERY):
        return 3.0
    if tech >= 0:
        return 2.0
    event = cards.EVENT_OF[start.event_of(card)]
    weight = sum(POWER[unit] for unit in mind.units(mind.seat, battle.area))
    if event == cards.RETREAT:
        own_base = mind.view.bases[battle.area] == mind.seat
        return 2.5 * (0.4 - holds) + 0.3 * lost - 3.0 * own_base
    if event == cards.FLAWLESS_DEFENSE_PLAN:
        return 0.4 * weight - 0.8
    if event == cards.BLOODBATH:
        foe = strength.seat_of(battle, int(mind.seat == battle.attacker))
        return 1.0 if len(mind.units(foe, battle.area)) > 1 else -0.5
    return 0.3 * weight - 0.7


@RATE("start_of_battle", actions.USE_ON_WORKER)
def _consume_worker(mind: Mind, card: int) -> float:
    lacking = formulas.hand_limit(mind.view, mind.seat) - len(mind.view.hands[mind.seat])
    return 0.4 * lacking


RATE.add("start_of_battle", lambda mind, card, lose: -POWER[lose], actions.USE_ON_UNIT)
RATE.always(0.0, "start_of_battle", actions.ACTIONS.of(actions.PASS))

# d_victim


@RATE("victim", actions.LOSE)
def _lose(mind: Mind, unit: int) -> float:
    """Lose the least; rather what withdraws instead of dying."""
    battle = mind.view.battle
    if battle is not None and battle.fighting >= 0:
        line = 2 * battle.fighting + int(mind.seat == battle.defender)
        if strength.cloaked(mind.view, battle, line) >> unit & 1:
            return -0.4 * POWER[unit]
    return -POWER[unit]


@RATE("victim", actions.LOSE_AT)
def _lose_at(mind: Mind, unit: int, skirmish: int, front: int) -> float:
    """Choose a supporter rather than a front-line unit of the same kind."""
    return -POWER[unit] - 0.3 * front
