"""SC-9: pairs, supporters, cards, abilities, victims: what the units and the hand make of a battle."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.valuation import kept
from shapan.games.starcraft import actions, cards, formulas, names, strength
from shapan.games.starcraft.bots import lines
from shapan.games.starcraft.bots.fighting import VALUES, chance, expected
from shapan.games.starcraft.bots.mind import POWER, RATE, Mind
from shapan.games.starcraft.bots.worths import BLIND, KEPT_CARD, REINFORCEMENT
from shapan.games.starcraft.records import ATTACKER, DEFENDER, MAX_SKIRMISHES, UNIT_KINDS
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
    best = -1e9
    found: list[tuple[int, int]] = []
    fewer = len(attackers) <= len(defenders)
    many, few = sorted(defenders if fewer else attackers), attackers if fewer else defenders
    chosen = list(range(len(few)))
    while True:
        pairs = _pairs_of([many[place] for place in chosen], few, fewer)
        worth = 0.0
        helping = list(attackers)
        for unit, foe in pairs:
            worth += duel(unit, foe)
            helping.remove(unit)
        worth += 0.5 * sum(names.SUPPORT[unit] for unit in helping)
        if worth > best:
            best, found = worth, list(pairs)
        rising = [place for place, at in enumerate(chosen) if at < len(many) - len(few) + place]
        if not rising:
            return found
        last = rising[-1]
        chosen = [*chosen[:last], *range(chosen[last] + 1, chosen[last] + 1 + len(few) - last)]


def _pairs_of(chosen: Sequence[int], few: Sequence[int], fewer: bool) -> list[tuple[int, int]]:
    """Return whom each of the fewer side meets, the strongest first; `fewer` are the attackers, or the defenders."""
    left = list(chosen)
    pairs: list[tuple[int, int]] = []
    for one in sorted(few, key=lambda unit: -POWER[unit]):
        other = max(left, key=lambda unit: duel(one, unit) if fewer else duel(unit, one))
        left.remove(other)
        pairs.append((one, other) if fewer else (other, one))
    return pairs


@RATE.picks("pairs")
def _pairs(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
    attackers, defenders = [_fighters(mind, side) for side in (ATTACKER, DEFENDER)]
    return _in_order(sorted([actions.PAIR.code(unit, foe) for unit, foe in best_pairs(attackers, defenders)]), picked)


def _fighters(mind: Mind, side: int) -> list[int]:
    """Return the units of a side that can fight in front, each figure by itself."""
    numbers = rules.fighters(mind.view, mind.battle, side)
    return [unit for unit, number in enumerate(numbers) for _ in range(number)]


def _in_order(plan: list[int], picked: Sequence[int]) -> dict[int, float]:
    """Return the next pick of a plan whose picks come in its order; nothing where others were made."""
    found: dict[int, float] = {}
    place = len(picked)
    if plan[:place] != list(picked) or place >= len(plan):
        return found
    found[plan[place]] = 1.0
    return found


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
            attacker, defender = added[0][number] + more * (side == 0), added[1][number] + more * (side == 1)
            gain = duel(unit, foe, attacker, defender) - before
            value = (gain if side == ATTACKER else -gain) + 0.05 * POWER[(unit, foe)[side]] - 0.02 * added[side][number]
            found[actions.SUPPORT.code(number, helper)] = value
    return found


# SC-9.6: cards


@RATE.picks("cards")
def _cards(mind: Mind, arg: int, picked: tuple[int, ...]) -> dict[int, float]:
    plan = laid(mind, arg)
    found = _in_order(plan, picked)
    if len(picked) >= len(plan) or plan[: len(picked)] != list(picked):
        found[DONE] = 1.0 if list(picked) == plan else 0.5
    return found


@kept
def laid(mind: Mind, mask: int) -> list[int]:
    """Return the cards that are laid in the skirmishes of a mask, in their order.

    The skirmish that gains most by its best card gets it first; then reinforcements, where they turn something.
    """
    hand = list(mind.view.hands[mind.seat].cards)
    waiting = [number for number in range(MAX_SKIRMISHES) if mask >> number & 1]
    standard, extras = [UNKNOWN] * MAX_SKIRMISHES, [UNKNOWN] * MAX_SKIRMISHES
    order: list[int] = []
    left = list(waiting)
    while left:
        best, chosen, laying = 0.0, -1, -1
        for number in left:
            for place, card in enumerate(hand):
                if cards.STANDARD[card] and hand.index(card) == place:
                    elsewhere = KEPT_CARD * needed_elsewhere(mind, left, number, card)
                    gain = lines.score(mind, number, card, -1) - lines.blind(mind, number) - elsewhere
                    if gain > best:
                        best, chosen, laying = gain, number, card
        if laying < 0:
            break
        left.remove(chosen)
        hand.remove(laying)
        standard[chosen] = laying
        order.append(chosen)
    for number in sorted(order, key=lambda one: -_stake(mind, one)):
        best, extra = REINFORCEMENT, -1
        for place, other in enumerate(hand):
            if not cards.STANDARD[other] and hand.index(other) == place:
                alone = lines.score(mind, number, standard[number], -1)
                gain = lines.score(mind, number, standard[number], other) - alone
                if gain > best:
                    best, extra = gain, other
        if extra >= 0:
            hand.remove(extra)
            extras[number] = extra
    return _as_codes(waiting, standard, extras)


def _as_codes(waiting: Sequence[int], standard: Sequence[int], extras: Sequence[int]) -> list[int]:
    """Return what is laid in some skirmishes, as codes: the top of the deck where there is no card."""
    plan: list[int] = []
    for number in waiting:
        if standard[number] < 0:
            plan.append(actions.PLACE_TOP.codes[number])
            continue
        plan.append(actions.PLACE.code(number, standard[number]))
        if extras[number] >= 0:
            plan.append(actions.REINFORCE.code(number, extras[number]))
    return plan


def needed_elsewhere(mind: Mind, left: Sequence[int], number: int, card: int) -> float:
    """Return how many other skirmishes have a front-line unit that a card shows."""
    side = lines.side_of(mind)
    fronts = [mind.battle.fronts[2 * other + side] for other in left if other != number]
    return float(sum(front >= 0 and cards.ICONS[card] >> front & 1 for front in fronts))


def _stake(mind: Mind, number: int) -> float:
    fronts = mind.battle.fronts[2 * number : 2 * number + 2]
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
