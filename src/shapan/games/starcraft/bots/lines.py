"""A battle as it lies, with cards tried in it: what each side can be expected to lay, and what comes of a skirmish."""

from __future__ import annotations

from typing import NamedTuple

from shapan.engine.kinds import UNKNOWN
from shapan.engine.valuation import kept
from shapan.games.starcraft import cards, names, strength
from shapan.games.starcraft.bots.mind import POWER, Mind
from shapan.games.starcraft.bots.worths import BLIND, HOLDING, SHOWN, SPLASH, VEILED
from shapan.games.starcraft.odds.unseen_cards import trial, unseen
from shapan.games.starcraft.records import UNIT_KINDS, Battle


class Card(NamedTuple):
    """What a side comes to with some cards: attack, health, how likely they are laid."""

    attack: int
    health: int
    weight: float


def side_of(mind: Mind) -> int:
    """Return on which side a seat fights."""
    return int(mind.seat == mind.battle.defender)


@kept
def _pool(mind: Mind) -> list[int]:
    """Return the cards that the other side may hold or draw: its deck, technologies bought, less what lies open."""
    foe = strength.seat_of(mind.battle, 1 - side_of(mind))
    return unseen(mind.view, foe, mind.view.discards[foe].cards)


@kept
def _deck(mind: Mind) -> list[int]:
    """Return the cards that the seat's deck may hold."""
    view, seat = mind.view, mind.seat
    return unseen(view, seat, [*view.hands[seat].cards, *view.discards[seat].cards])


@kept
def likely(mind: Mind, line: int) -> list[Card]:
    """Return what the other side may come to in a line, by the cards that are open there or may be laid."""
    view, lies = mind.view, mind.battle
    open_card, extra = lies.standard[line].first, lies.reinforcement[line].first
    pool = [open_card] if open_card >= 0 else [card for card in _pool(mind) if cards.STANDARD[card]]
    found: list[Card] = []
    for card in pool:
        battle = trial(lies, line, card, extra)
        attack, health = strength.attack(view, battle, line), strength.health(battle, line)
        weight = SHOWN if strength.matches(battle, line) else 1.0
        place = next((at for at, one in enumerate(found) if one.attack == attack and one.health == health), -1)
        if place < 0:
            found.append(Card(attack, health, weight))
        else:
            found[place] = Card(attack, health, found[place].weight + weight)
    whole = sum(one.weight for one in found)
    if not found:
        return [Card(strength.attack(view, trial(lies, line, UNKNOWN), line), 4, 1.0)]
    return [Card(one.attack, one.health, one.weight / whole) for one in found]


@kept
def score(mind: Mind, number: int, card: int, extra: int) -> float:
    """Return what a skirmish is worth with some own cards: what is destroyed less what is lost."""
    view, line = mind.view, 2 * number + side_of(mind)
    battle = trial(mind.battle, line, card, extra)
    mine, other = battle.fronts[line], battle.fronts[line ^ 1]
    if mine < 0 or other < 0:
        return 0.0
    foes = likely(mind, line ^ 1)
    attack, health = strength.attack(view, battle, line), strength.health(battle, line)
    health += strength.boost(view, battle, line)
    shift = _weakened(battle, line ^ 1)
    kills = float(sum(one.weight for one in foes if attack >= one.health))
    dies = float(sum(one.weight for one in foes if one.attack + shift >= health))
    within = BLIND * 2 * bool(strength.in_reach(battle, line))
    reach = 1.0 if strength.can_target(battle, line, mine, other) else within
    hurt = 1.0 if strength.can_target(battle, line ^ 1, other, mine) else BLIND * 2
    if strength.has_effect(battle, line, cards.LOSE_GROUND) and not names.FLYING[other]:
        kills = max(kills, 0.95)
    if strength.has_effect(battle, line, cards.SCOURGE_DIVE) and names.FLYING[other]:
        kills, reach, dies = max(kills, 1.0 - dies * hurt), 1.0, 1.0
    if strength.has_effect(battle, line, cards.DETONATE):
        kills, reach = max(kills, 2.2 * (1.0 - dies * hurt)), 1.0
    veiled = strength.is_cloaked(view, battle, line, mine, True)
    splash = sum(_splashed(mind, one.number, one.case) for one in strength.splashes(view, battle, line))
    gained = kills * reach * (POWER[other] + HOLDING + splash)
    return gained - dies * hurt * (POWER[mine] * (VEILED if veiled else 1.0) + HOLDING)


def _weakened(battle: Battle, line: int) -> int:
    """Return by how much the attack of the other side changes by the cards tried against it."""
    if battle.passed[(line ^ 1) & 1] and battle.reinforcement[line ^ 1].cards:
        for one in cards.ABILITIES[battle.reinforcement[line ^ 1].first]:
            if one.effect == cards.ATTACK_ZERO:
                vehicle = names.VEHICLE[battle.fronts[line]]
                return -99 if one.case == cards.ANY_CASE or vehicle else 0
            if one.effect == cards.SUPPORT_ZERO:
                helping = battle.supports[line * UNIT_KINDS : (line + 1) * UNIT_KINDS]
                return -sum(number * names.SUPPORT[unit] for unit, number in enumerate(helping))
            if one.effect == cards.CANCEL_STANDARD:
                return -1
    return 0


def _splashed(mind: Mind, splash: int, case: int) -> float:
    there = mind.units(strength.seat_of(mind.battle, 1 - side_of(mind)), mind.battle.area)
    hit = [POWER[unit] for unit in there if strength.is_victim(splash, case, unit)]
    return SPLASH * min(hit) if len(hit) > 1 else 0.0


@kept
def blind(mind: Mind, number: int) -> float:
    """Return what the top of the seat's deck can be expected to be worth in a skirmish."""
    pool = [card for card in _deck(mind) if cards.STANDARD[card]]
    kinds = [card for place, card in enumerate(pool) if pool.index(card) == place]
    if not kinds:
        return score(mind, number, -1, -1)
    return sum(score(mind, number, card, -1) * pool.count(card) for card in kinds) / len(pool)
